/*
 * eval_figures.h - in: rows of numbers, page by page; out: figures of groups of pages, and how sure
 * they are.
 *
 * SCRATCH has room for four numbers for each page of the set, and for what the figures of blocks
 * need.
 */
#ifndef PITH_EVAL_FIGURES_H
#define PITH_EVAL_FIGURES_H

#include "eval/eval_report.h"
#include "eval/stats.h"

/* The figure that stands for a measure, and how sure it is. */
struct eval_headline {
    double value;
    double median;    /* of the pages' values */
    double low, high; /* 95 % interval */
    size_t pages;     /* that count */
};

/* Has this set, and this system, what the column shows? And is there a system that has? */
bool eval_applies(const struct eval_result *result, size_t system,
                  const struct eval_column *column);
bool eval_applies_at_all(const struct eval_result *result, const struct eval_column *column);

struct eval_headline eval_headline(struct eval_report *report, const struct eval_result *result,
                                   size_t system, const struct eval_column *column,
                                   const struct eval_group *group, double *scratch);

/* How two systems differ, page by page, by a measure of text. */
struct stats_paired eval_compare(const struct eval_result *result, size_t first, size_t second,
                                 const struct eval_column *column, const struct eval_group *group,
                                 double *scratch);

/* Takes one figure; NAN: there is none. False: the output failed. */
typedef bool (*eval_sink)(struct eval_report *report, const char *name, double value, void *user);

/* Give all figures of a column, and all of a comparison, to SINK. */
bool eval_all_figures(struct eval_report *report, const struct eval_result *result, size_t system,
                      const struct eval_column *column, const struct eval_group *group,
                      double *scratch, eval_sink sink, void *user);
bool eval_all_differences(struct eval_report *report, const struct stats_paired *paired,
                          eval_sink sink, void *user);

#endif
