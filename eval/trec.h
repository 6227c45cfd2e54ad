/*
 * trec.h - retrieval evaluation. In: ranked runs and relevance judgements; out: figures for each
 * query and overall. Formats, metric names and conventions are those of trec_eval;
 * docs/reference/measures.md has the definitions.
 *
 *   run     query Q0 document rank score tag     rank and Q0 are ignored
 *   qrels   query iteration document relevance   relevance is an integer; iteration is ignored
 *
 * Fields are separated by white space. Empty lines, lines that start with #, and anything after the
 * last field are skipped.
 */
#ifndef PITH_TREC_H
#define PITH_TREC_H

#include "base/base.h"
#include "eval/stats.h"

enum trec_kind { TREC_RUN, TREC_QRELS };

/* Reports a bad line, which is then skipped. */
typedef void (*trec_note)(const char *file, uint64_t line, const char *message);

/* One line of a file. */
struct trec_entry {
    const char *query, *document;
    double value; /* score or relevance */
    uint64_t line;
};

struct trec;

/* Reads FILE, compressed or not ("-" is standard input). Calls NOTE, which may be NULL, for the
 * first lines that are malformed or repeat an earlier query and document, and if the file breaks
 * off; the rest is kept. Returns NULL with errno set if the file cannot be opened or memory runs
 * out. */
enum { TREC_NAMED = 20 };
struct trec *trec_read(enum trec_kind kind, const char *file, trec_note note);
void trec_free(struct trec *trec);

/* Number of such lines. */
size_t trec_broken(const struct trec *trec);
/* All entries, sorted by query and document. */
const struct trec_entry *trec_entries(const struct trec *trec, size_t *count);

/* The parts of trec_read(). FILE is used only in messages. Call trec_finish() after the last line.
 * They return NULL or false when out of memory. */
struct trec *trec_new(enum trec_kind kind, const char *file, trec_note note);
bool trec_add_line(struct trec *trec, const char *line, size_t len, uint64_t number);
void trec_finish(struct trec *trec);

/* Figures. */
enum { TREC_CUTS = 16, TREC_COUNTS = 3 };

struct trec_options {
    unsigned cuts[TREC_CUTS]; /* cutoffs for P and NDCG; 0 ends the list. None: 5, 10, 20, 100 */
    bool complete; /* count qrels queries missing from the run as 0, like trec_eval -c; else they
                      are left out */
    int level;     /* minimum relevance of a relevant document; 0: 1 */
};

/* The figures: num_ret, num_rel, num_rel_ret (documents retrieved, relevant, both), map (for one
 * query: average precision), then P_N and ndcg_cut_N for each cutoff. */
struct trec_table {
    size_t figure_count;
    const char *const *names; /* (figure_count) */
    size_t query_count;
    const char *const *queries; /* (query_count), in byte order; they live as long as the qrels */
    double *values;             /* (query_count, figure_count) */
    double *all; /* (figure_count): sums of the first TREC_COUNTS, means of the others; NAN: a mean
                    of no queries */
    size_t missing;  /* qrels queries missing from the run */
    size_t unjudged; /* run queries missing from the qrels, which are left out */
};

/* OPTIONS NULL: defaults. Returns NULL when out of memory. */
struct trec_table *trec_score(const struct trec *qrels, const struct trec *run,
                              const struct trec_options *options);
void trec_table_free(struct trec_table *table);

/* Index of a figure by name; table->figure_count if there is none. */
size_t trec_figure(const struct trec_table *table, const char *name);

/* Compares two runs on the queries that both tables have. Returns false when out of memory. */
bool trec_compare(const struct trec_table *first, const struct trec_table *second, size_t figure,
                  struct stats_paired *paired);

/* 95 % bootstrap interval of a mean over the queries. Returns false when out of memory. */
bool trec_interval(const struct trec_table *table, size_t figure, size_t resamples, uint64_t seed,
                   struct stats_interval *interval);

#endif
