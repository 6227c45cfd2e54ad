/*
 * eval_columns.h - the measures of an evaluation, chosen by name.
 */
#ifndef PITH_EVAL_COLUMNS_H
#define PITH_EVAL_COLUMNS_H

#include "eval/eval_report.h"

enum { EVAL_COLUMNS = 32 };

/* Zeroed at first. What an eval_job and an eval_report need to know about measures. */
struct eval_columns {
    const struct measure *measures[EVAL_COLUMNS];
    size_t measure_count;
    struct eval_column list[EVAL_COLUMNS];
    size_t count;
    bool blocks; /* block figures are among them */
};

/* Column number INDEX, from 0, of all there are; its name is NULL if there is no such column. */
struct eval_column eval_column_at(size_t index);

/* Adds the columns in NAMES, such as "wordf1,block" or "all". Returns NULL, or the first name that
 * is unknown, of *LEN bytes. */
const char *eval_columns_choose(struct eval_columns *columns, const char *names, size_t *len);

#endif
