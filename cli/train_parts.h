/*
 * train_parts.h - what the verbs that train models have in common.
 */
#ifndef PITH_TRAIN_PARTS_H
#define PITH_TRAIN_PARTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "opts.h"
#include "train/model_facts.h"

/* Says that there is no memory, and returns false. */
bool train_no_memory(void);

/* Shows to people how many forests are trained, or how many folds are done. */
void train_progress(unsigned trained, unsigned all);
void train_show_fold(unsigned fold, unsigned folds);

/* The pages that a model is trained on. They point into the lists. */
struct train_sources train_sources_of(const struct opt_list *sets, const struct opt_list *wheres);

/* Reads labelled pages, and shows that to people. False: what is wrong was said. */
bool train_read(struct matrix *matrix, const struct matrix_columns *columns,
                const struct train_sources *sources);

/* Ends a run over MATRIX, which it frees: names the pages that were skipped, and returns an exit
 * code. GOOD: nothing failed. QUIET: the model went to standard output. */
int train_end(struct matrix *matrix, bool good, bool quiet);

/* Says what is wrong where a file cannot be written, before hours of training; NULL is no file. */
bool train_can_save(const char *name);

/* Writes a file as a whole or not at all; says what is wrong. */
bool train_save(const char *name, const char *bytes, size_t len);

/* Reads the option NAME, a number with a point; says what is wrong with it. A TEXT that is NULL
 * changes nothing. */
bool train_number(const char *name, const char *text, double low, double high, double *number);

#endif
