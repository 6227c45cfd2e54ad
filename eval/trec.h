/*
 * trec.h - rankings of search engines and what people judged of them in, figures of each query and
 * of all out. The formats, the names of the figures and the conventions are those of trec_eval;
 * docs/reference/measures.md has the definitions.
 *
 *   run     query Q0 document rank score tag     rank and Q0 are not looked at
 *   qrels   query iteration document relevance   relevance is a whole number; iteration is not
 *                                                looked at
 *
 * Fields are separated by white space. Empty lines and lines that start with # are skipped, and so
 * is what stands behind the last field.
 */
#ifndef PITH_TREC_H
#define PITH_TREC_H

#include "base/base.h"
#include "eval/stats.h"

enum trec_kind { TREC_RUN, TREC_QRELS };

/* Says what is wrong with a line, which is then left out. */
typedef void (*trec_note)(const char *file, uint64_t line, const char *message);

/* A line of a file. */
struct trec_entry {
    const char *query, *document;
    double value; /* score or relevance */
    uint64_t line;
};

struct trec;

/* Reads FILE, packed or not ("-" is standard input). Calls NOTE, which may be NULL, for the
 * first lines that are none of their kind or that have the query and the document of an earlier
 * one, and where the file breaks off; the rest is kept. NULL: it cannot be opened, or there is no
 * memory; errno says which. */
enum { TREC_NAMED = 20 };
struct trec *trec_read(enum trec_kind kind, const char *file, trec_note note);
void trec_free(struct trec *trec);

/* How many such lines there are. */
size_t trec_broken(const struct trec *trec);
/* All lines, sorted by query and document. */
const struct trec_entry *trec_entries(const struct trec *trec, size_t *count);

/* What trec_read() is made of. FILE is only named. After the lines comes trec_finish(). NULL,
 * false: there is no memory. */
struct trec *trec_new(enum trec_kind kind, const char *file, trec_note note);
bool trec_add_line(struct trec *trec, const char *line, size_t len, uint64_t number);
void trec_finish(struct trec *trec);

/*
 * Figures.
 */
enum { TREC_CUTS = 16, TREC_COUNTS = 3 };

struct trec_options {
    unsigned cuts[TREC_CUTS]; /* P and NDCG of so many documents; 0 ends the list. None: 5, 10, 20,
                                 100 */
    bool complete; /* queries of the qrels that the run does not have count, with 0, as with
                      trec_eval's -c; else they are left out */
    int level;     /* from which relevance on a document is relevant; 0: 1 */
};

/* The figures: num_ret, num_rel, num_rel_ret (documents that are ranked, relevant, both), map (of a
 * query: average precision), then P_N and ndcg_cut_N for each cut. */
struct trec_table {
    size_t figure_count;
    const char *const *names; /* (figure_count) */
    size_t query_count;
    const char *const *queries; /* (query_count), in the order of their bytes; they live as long as
                                   the qrels */
    double *values;             /* (query_count, figure_count) */
    double *all; /* (figure_count): sums of the first TREC_COUNTS, means of the others. NAN: a mean
                    of no queries */
    size_t missing;  /* queries of the qrels that the run does not have */
    size_t unjudged; /* queries of the run that the qrels do not have; they are left out */
};

/* OPTIONS NULL: all as they are by themselves. NULL: there is no memory. */
struct trec_table *trec_score(const struct trec *qrels, const struct trec *run,
                              const struct trec_options *options);
void trec_table_free(struct trec_table *table);

/* Number of a figure by name; table->figure_count when there is no such. */
size_t trec_figure(const struct trec_table *table, const char *name);

/* Two runs on the queries that both tables have. False: there is no memory. */
bool trec_compare(const struct trec_table *first, const struct trec_table *second, size_t figure,
                  struct stats_paired *paired);

/* 95 % interval of a mean, by bootstrap over the queries. False: there is no memory. */
bool trec_interval(const struct trec_table *table, size_t figure, size_t resamples, uint64_t seed,
                   struct stats_interval *interval);

#endif
