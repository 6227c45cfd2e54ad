/*
 * eval_trec.h - pith eval --trec: figures of rankings.
 */
#ifndef PITH_EVAL_TREC_H
#define PITH_EVAL_TREC_H

#include "eval_report.h"
#include "opts.h"

struct eval_trec {
    const char *qrels;
    char *const *runs; /* names of files */
    size_t run_count;
    bool by_query;       /* also the figures of each query */
    const char *against; /* name of the run that the others are compared with, or NULL */
};

/* Writes to the file OUTPUT, or standard output; of REPORT the format, resamples and seed count.
 * Returns an exit code. */
int eval_trec_run(const struct eval_trec *trec, struct eval_report *report, const char *output);

#endif
