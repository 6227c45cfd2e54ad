/*
 * eval_report.h - the figures of a run as a table for people, as CSV or as JSON.
 */
#ifndef PITH_EVAL_REPORT_H
#define PITH_EVAL_REPORT_H

#include "eval/eval_run.h"
#include "eval/stats.h"
#include "io/output.h"

/* What a column of the table, or a part of the CSV and JSON, shows: a measure, or the figures of
 * blocks whose names begin with NAME and a dot. */
struct eval_column {
    const char *name;
    const char *main;              /* the figure that stands for it */
    const struct measure *measure; /* NULL: figures of blocks */
    size_t number;                 /* of the measure in the job */
};

struct eval_report {
    const struct eval_column *columns;
    size_t column_count;
    struct output *output;
    enum eval_format { EVAL_TABLE, EVAL_CSV, EVAL_JSON } format;
    uint64_t resamples; /* for confidence intervals; 0: none */
    uint64_t seed;
    size_t against; /* the system that all others are compared with; SIZE_MAX: none */
    size_t sets;    /* written so far */
    bool no_memory; /* for some interval */
    bool broken;    /* some set is not written to its end */
};

/* Before the first set, after each, and after the last. False: the output failed, or there is no
 * memory. */
bool eval_report_begin(struct eval_report *report);
bool eval_report_set(struct eval_report *report, const struct eval_result *result);
bool eval_report_end(struct eval_report *report);

/* Parts of a report: at most 1023 bytes of text; a field of CSV with its comma, in quotes where it
 * needs them; a string of JSON with its quotes. */
__attribute__((format(printf, 2, 3))) bool eval_print(struct eval_report *report,
                                                      const char *format, ...);
bool eval_table_text(struct eval_report *report, const char *text, int width);
bool eval_csv_field(struct eval_report *report, const char *text);
bool eval_json_string(struct eval_report *report, const char *text);

/* How two systems differ, as rows of a table, INDENT blanks from the left. UNIT: what was compared,
 * such as "pages". */
bool eval_differences_head(struct eval_report *report, int indent, const char *unit);
bool eval_difference(struct eval_report *report, int indent, const char *measure,
                     const struct stats_paired *paired, int digits);

#endif
