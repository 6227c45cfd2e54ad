/*
 * train_parts.h - what the verbs that train models share.
 */
#ifndef PITH_TRAIN_PARTS_H
#define PITH_TRAIN_PARTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "opts.h"
#include "train/model_facts.h"

/* Prints that memory ran out. Returns false. */
bool train_no_memory(void);

/* Shows how many forests are trained, or how many folds are done. */
void train_progress(unsigned trained, unsigned all);
void train_show_fold(unsigned fold, unsigned folds);

/* The pages that a model is trained on. The result points into the lists. */
struct train_sources train_sources_of(const struct opt_list *sets, const struct opt_list *wheres);

/* Reads labelled pages. False: it failed and printed why. */
bool train_read(struct matrix *matrix, const struct matrix_columns *columns,
                const struct train_sources *sources);

/* Ends a run: reports skipped pages, frees MATRIX and returns an exit code. GOOD: nothing failed.
 * QUIET: the model went to standard output. */
int train_end(struct matrix *matrix, bool good, bool quiet);

/* Checks before a long training that the file can be written, and prints why not. NULL is fine. */
bool train_can_save(const char *name);

/* Writes a file, complete or not at all. False: it failed and printed why. */
bool train_save(const char *name, const char *bytes, size_t len);

/* Reads TEXT, the decimal argument of the option NAME, or leaves *NUMBER if TEXT is NULL. False: it
 * is wrong, which it printed. */
bool train_number(const char *name, const char *text, double low, double high, double *number);

#endif
