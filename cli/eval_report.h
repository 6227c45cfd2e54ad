/*
 * eval_report.h - the figures of a run as a table for people, as CSV or as JSON.
 */
#ifndef PITH_EVAL_REPORT_H
#define PITH_EVAL_REPORT_H

#include "eval_run.h"
#include "output.h"

struct eval_report {
    struct output *output;
    enum eval_format { EVAL_TABLE, EVAL_CSV, EVAL_JSON } format;
    uint64_t resamples; /* for confidence intervals; 0: none */
    uint64_t seed;
    size_t against; /* the system that all others are compared with; SIZE_MAX: none */
    size_t sets;    /* written so far */
};

/* Before the first set, after each, and after the last. False: the output failed, or there is no
 * memory. */
bool eval_report_begin(struct eval_report *report);
bool eval_report_set(struct eval_report *report, const struct eval_result *result);
bool eval_report_end(struct eval_report *report);

#endif
