/*
 * eval_trec.h - figures of rankings as a table for people, as CSV or as JSON.
 */
#ifndef PITH_EVAL_TREC_H
#define PITH_EVAL_TREC_H

#include "eval/eval_report.h"
#include "eval/trec.h"

struct eval_trec {
    const char *qrels;
    char *const *runs; /* names of files */
    size_t run_count;
    bool by_query;       /* also the figures of each query */
    const char *against; /* name of the run that the others are compared with, or NULL */
};

enum { EVAL_TREC_NAME = 256 };

/* A run: what it is called, and its figures. */
struct eval_ranking {
    char name[EVAL_TREC_NAME];
    struct trec *trec;
    struct trec_table *table;
};

/* The name of FILE without its folder and endings. */
void eval_trec_name(const char *file, char *name, size_t size);

/* Names the runs by their files; whole paths tell apart those of the same name. */
void eval_trec_names(const struct eval_trec *trec, struct eval_ranking *rankings);

/* The number of the run that the others are compared with; SIZE_MAX: there is none. */
size_t eval_trec_against(const struct eval_trec *trec, const struct eval_ranking *rankings);

/* Writes the figures of all runs, (run_count), and how they differ. SET: what the judgements are
 * called. False: the output failed, or there is no memory. */
bool eval_trec_write(const struct eval_trec *trec, struct eval_report *report, const char *set,
                     const struct eval_ranking *rankings);

#endif
