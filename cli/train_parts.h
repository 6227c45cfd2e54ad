/*
 * train_parts.h - what the verbs that train models have in common.
 */
#ifndef PITH_TRAIN_PARTS_H
#define PITH_TRAIN_PARTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/* Says that there is no memory, and returns false. */
bool train_no_memory(void);

/* Shows how many forests are trained, to people. */
void train_progress(unsigned trained, unsigned all);

/* A fact about a model: LABEL and the name of a file or folder without what it is in. */
void train_write_name(const char *label, const char *path, FILE *file);

/* Says what is wrong where a file cannot be written, before hours of training; NULL is no file. */
bool train_can_save(const char *name);

/* Writes a file as a whole or not at all; says what is wrong. */
bool train_save(const char *name, const char *bytes, size_t len);

/* Reads the option NAME, a number with a point; says what is wrong with it. A TEXT that is NULL
 * changes nothing. */
bool train_number(const char *name, const char *text, double low, double high, double *number);

#endif
