/*
 * eval_figures.h - in: per-page values; out: figures for groups of pages, with confidence
 * intervals.
 *
 * SCRATCH has room for four numbers per page of the set plus what block figures need.
 */
#ifndef PITH_EVAL_FIGURES_H
#define PITH_EVAL_FIGURES_H

#include "eval/eval_report.h"
#include "eval/stats.h"

/* The main figure of a measure, with its confidence interval. */
struct eval_headline {
    double value;
    double median;    /* of the per-page values */
    double low, high; /* 95 % interval */
    size_t pages;     /* number of pages that count */
};

/* Does the column apply to this set and system? And does it apply to any system? */
bool eval_applies(const struct eval_result *result, size_t system,
                  const struct eval_column *column);
bool eval_applies_at_all(const struct eval_result *result, const struct eval_column *column);

struct eval_headline eval_headline(struct eval_report *report, const struct eval_result *result,
                                   size_t system, const struct eval_column *column,
                                   const struct eval_group *group, double *scratch);

/* Compares two systems page by page on a text measure. */
struct stats_paired eval_compare(const struct eval_result *result, size_t first, size_t second,
                                 const struct eval_column *column, const struct eval_group *group,
                                 double *scratch);

/* Receives one figure; NAN: undefined. Returns false if writing failed. */
typedef bool (*eval_sink)(struct eval_report *report, const char *name, double value, void *user);

/* Pass all figures of a column, or of a comparison, to SINK. */
bool eval_all_figures(struct eval_report *report, const struct eval_result *result, size_t system,
                      const struct eval_column *column, const struct eval_group *group,
                      double *scratch, eval_sink sink, void *user);
bool eval_all_differences(struct eval_report *report, const struct stats_paired *paired,
                          eval_sink sink, void *user);

#endif
