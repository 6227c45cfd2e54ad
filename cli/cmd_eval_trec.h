/*
 * cmd_eval_trec.h - pith eval --trec: evaluates rankings.
 */
#ifndef PITH_CMD_EVAL_TREC_H
#define PITH_CMD_EVAL_TREC_H

#include "eval/eval_trec.h"

/* Writes to the file OUTPUT, or to standard output if it is NULL. Uses the format, resamples and
 * seed of REPORT. Returns an exit code. */
int eval_trec_run(const struct eval_trec *trec, struct eval_report *report, const char *output);

#endif
