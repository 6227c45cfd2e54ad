/*
 * eval_trec.h - writes retrieval metrics as a readable table, CSV or JSON.
 */
#ifndef PITH_EVAL_TREC_H
#define PITH_EVAL_TREC_H

#include "eval/eval_report.h"
#include "eval/trec.h"

struct eval_trec {
    const char *qrels;
    char *const *runs; /* file names */
    size_t run_count;
    bool by_query;       /* also write the figures of each query */
    const char *against; /* name of the baseline run for comparisons, or NULL */
};

enum { EVAL_TREC_NAME = 256 };

/* A run: its name and its figures. */
struct eval_ranking {
    char name[EVAL_TREC_NAME];
    struct trec *trec;
    struct trec_table *table;
};

/* The name of FILE without its folder and extensions. */
void eval_trec_name(const char *file, char *name, size_t size);

/* Names the runs after their files; if names clash, uses whole paths. */
void eval_trec_names(const struct eval_trec *trec, struct eval_ranking *rankings);

/* Index of the baseline run; SIZE_MAX: none. */
size_t eval_trec_against(const struct eval_trec *trec, const struct eval_ranking *rankings);

/* Writes the figures of all runs, (run_count), and their comparisons. SET is the name of the
 * judgements. Returns false when writing fails or memory runs out. */
bool eval_trec_write(const struct eval_trec *trec, struct eval_report *report, const char *set,
                     const struct eval_ranking *rankings);

#endif
