/*
 * cmd_eval_trec.h - pith eval --trec: figures of rankings.
 */
#ifndef PITH_CMD_EVAL_TREC_H
#define PITH_CMD_EVAL_TREC_H

#include "eval/eval_trec.h"

/* Writes to the file OUTPUT, or standard output; of REPORT the format, resamples and seed count.
 * Returns an exit code. */
int eval_trec_run(const struct eval_trec *trec, struct eval_report *report, const char *output);

#endif
