/*
 * eval_report.h - writes the figures of a run as a readable table, CSV or JSON.
 */
#ifndef PITH_EVAL_REPORT_H
#define PITH_EVAL_REPORT_H

#include "eval/eval_run.h"
#include "eval/stats.h"
#include "io/output.h"

/* A column of the table, or a part of the CSV and JSON: a measure, or the block figures whose names
 * begin with NAME and a dot. */
struct eval_column {
    const char *name;
    const char *main;              /* name of its main figure */
    const struct measure *measure; /* NULL: block figures */
    size_t number;                 /* index of the measure in the job */
};

struct eval_report {
    const struct eval_column *columns;
    size_t column_count;
    struct output *output;
    enum eval_format { EVAL_TABLE, EVAL_CSV, EVAL_JSON } format;
    uint64_t resamples; /* bootstrap samples for confidence intervals; 0: no intervals */
    uint64_t seed;
    size_t against; /* baseline system for comparisons; SIZE_MAX: none */
    size_t sets;    /* number of sets written so far */
    bool no_memory; /* an interval could not be computed */
    bool broken;    /* a set was not written completely */
};

/* Call these before the first set, for each set, and after the last. They return false when writing
 * fails or memory runs out. */
bool eval_report_begin(struct eval_report *report);
bool eval_report_set(struct eval_report *report, const struct eval_result *result);
bool eval_report_end(struct eval_report *report);

/* Parts of a report: at most 1023 bytes of formatted text; a CSV field with its comma, quoted if
 * needed; a JSON string with its quotes. */
__attribute__((format(printf, 2, 3))) bool eval_print(struct eval_report *report,
                                                      const char *format, ...);
bool eval_table_text(struct eval_report *report, const char *text, int width);
bool eval_csv_field(struct eval_report *report, const char *text);
bool eval_json_string(struct eval_report *report, const char *text);

/* The comparison of two systems as table rows, indented by INDENT blanks. UNIT is what was
 * compared, such as "pages". */
bool eval_differences_head(struct eval_report *report, int indent, const char *unit);
bool eval_difference(struct eval_report *report, int indent, const char *measure,
                     const struct stats_paired *paired, int digits);

#endif
