/*
 * trec_score.c - in: entries of a run and of qrels; out: a table of figures. See trec.h.
 *
 * Sources: Buckley and Voorhees, "Retrieval system evaluation" (2005), for precision and average
 * precision; Järvelin and Kekäläinen, "Cumulated gain-based evaluation of IR techniques" (2002),
 * for NDCG; the trec_eval manual for the order of ties, unjudged documents and queries without
 * relevant documents.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/arena.h"
#include "eval/trec.h"

enum { NUM_RET, NUM_REL, NUM_REL_RET, MAP, FIRST_CUT };

/* The table with its memory; the public part comes first. */
struct scored_table {
    struct trec_table table;
    struct pith__arena memory; /* names and lists */
};

/* A retrieved document of a query. */
struct ranked {
    const char *document;
    double score;
    double relevance; /* 0 if unjudged */
};

/* The current query. */
struct query {
    const struct trec_entry *judged;
    size_t judged_count;
    struct ranked *ranked;
    size_t ranked_count;
    double *ideal; /* relevances above 0, in descending order */
    size_t ideal_count;
};

/* ---------------------------------------------------------------- one query */

/* By score; ties in reverse order of document names. */
static int best_first(const void *a, const void *b)
{
    const struct ranked *x = a, *y = b;
    if (x->score != y->score)
        return x->score < y->score ? 1 : -1;
    return strcmp(y->document, x->document);
}

static int highest_first(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x < y) - (x > y);
}

/* Sorts the ranking and attaches the relevance judgements. Both lists come sorted by document. */
static void judge(struct query *query, const struct trec_entry *found, size_t count)
{
    const struct trec_entry *judged = query->judged, *end = judged + query->judged_count;
    query->ranked_count = count;
    for (size_t i = 0; i < count; i++) {
        while (judged < end && strcmp(judged->document, found[i].document) < 0)
            judged++;
        bool known = judged < end && strcmp(judged->document, found[i].document) == 0;
        query->ranked[i] =
            (struct ranked){found[i].document, found[i].value, known ? judged->value : 0};
    }
    if (count > 0)
        qsort(query->ranked, count, sizeof *query->ranked, best_first);
    query->ideal_count = 0;
    for (size_t i = 0; i < query->judged_count; i++) {
        if (query->judged[i].value > 0)
            query->ideal[query->ideal_count++] = query->judged[i].value;
    }
    if (query->ideal_count > 0)
        qsort(query->ideal, query->ideal_count, sizeof *query->ideal, highest_first);
}

static double precision_at(const struct query *query, size_t cut, double level)
{
    size_t hits = 0;
    for (size_t i = 0; i < cut && i < query->ranked_count; i++)
        hits += query->ranked[i].relevance >= level;
    return (double)hits / (double)cut;
}

static double ndcg_at(const struct query *query, size_t cut)
{
    double gain = 0, ideal = 0;
    for (size_t i = 0; i < cut && i < query->ranked_count; i++)
        gain += fmax(query->ranked[i].relevance, 0) / log2((double)i + 2);
    for (size_t i = 0; i < cut && i < query->ideal_count; i++)
        ideal += query->ideal[i] / log2((double)i + 2);
    return ideal > 0 ? gain / ideal : 0;
}

static void score_query(const struct query *query, const struct trec_options *options,
                        double *values)
{
    double level = options->level, sum = 0;
    size_t relevant = 0, hits = 0;
    for (size_t i = 0; i < query->judged_count; i++)
        relevant += query->judged[i].value >= level;
    for (size_t i = 0; i < query->ranked_count; i++) {
        if (query->ranked[i].relevance >= level)
            sum += (double)++hits / (double)(i + 1);
    }
    values[NUM_RET] = (double)query->ranked_count;
    values[NUM_REL] = (double)relevant;
    values[NUM_REL_RET] = (double)hits;
    values[MAP] = relevant > 0 ? sum / (double)relevant : 0;
    size_t cuts = 0;
    while (cuts < TREC_CUTS && options->cuts[cuts] > 0)
        cuts++;
    for (size_t i = 0; i < cuts; i++) {
        values[FIRST_CUT + i] = precision_at(query, options->cuts[i], level);
        values[FIRST_CUT + cuts + i] = ndcg_at(query, options->cuts[i]);
    }
}

/* ---------------------------------------------------------------- the table */

static struct trec_options with_defaults(const struct trec_options *options)
{
    struct trec_options filled = {0};
    if (options != NULL)
        filled = *options;
    if (filled.cuts[0] == 0)
        memcpy(filled.cuts, (const unsigned[]){5, 10, 20, 100}, 4 * sizeof *filled.cuts);
    if (filled.level <= 0)
        filled.level = 1;
    return filled;
}

/* Number of ENTRIES with the query of the first. */
static size_t same_query(const struct trec_entry *entries, size_t count)
{
    size_t i = 0;
    while (i < count && (entries[i].query == entries[0].query ||
                         strcmp(entries[i].query, entries[0].query) == 0))
        i++;
    return i;
}

/* Counts the queries in ENTRIES; *MOST gets the most lines of any query. */
static size_t count_queries(const struct trec_entry *entries, size_t count, size_t *most)
{
    size_t queries = 0, lines;
    *most = 0;
    for (size_t i = 0; i < count; i += lines) {
        lines = same_query(entries + i, count - i);
        if (lines > *most)
            *most = lines;
        queries++;
    }
    return queries;
}

static bool name_figures(struct scored_table *scored, const unsigned *cuts)
{
    enum { ROOM = 24 };
    static const char *const plain[FIRST_CUT] = {"num_ret", "num_rel", "num_rel_ret", "map"};
    size_t count = 0;
    while (count < TREC_CUTS && cuts[count] > 0)
        count++;
    size_t figures = FIRST_CUT + 2 * count;
    const char **names = pith__arena_alloc(&scored->memory, figures * sizeof *names);
    char *text = pith__arena_alloc(&scored->memory, 2 * TREC_CUTS * (size_t)ROOM);
    if (names == NULL || text == NULL)
        return false;
    memcpy(names, plain, sizeof plain);
    for (size_t i = 0; i < 2 * count; i++, text += ROOM) {
        snprintf(text, ROOM, "%s_%u", i < count ? "P" : "ndcg_cut", cuts[i % count]);
        names[FIRST_CUT + i] = text;
    }
    scored->table.names = names;
    scored->table.figure_count = figures;
    return true;
}

/* Sums and means over the queries. */
static void sum_up(struct trec_table *table)
{
    for (size_t figure = 0; figure < table->figure_count; figure++) {
        double sum = 0;
        for (size_t i = 0; i < table->query_count; i++)
            sum += table->values[i * table->figure_count + figure];
        bool mean = figure >= TREC_COUNTS;
        if (mean)
            sum = table->query_count > 0 ? sum / (double)table->query_count : (double)NAN;
        table->all[figure] = sum;
    }
}

/* Merges both sorted lists. ROOM has room for every list of the longest query. */
static void fill(struct trec_table *table, const char **queries, const struct trec *qrels,
                 const struct trec *run, const struct trec_options *options, struct query *room)
{
    size_t judged_count, found_count, lines;
    const struct trec_entry *judged = trec_entries(qrels, &judged_count);
    const struct trec_entry *found = trec_entries(run, &found_count);
    for (; judged_count > 0; judged += lines, judged_count -= lines) {
        lines = same_query(judged, judged_count);
        size_t own = 0;
        int order = -1;
        while (found_count > 0 && (order = strcmp(found->query, judged->query)) <= 0) {
            own = same_query(found, found_count);
            if (order == 0)
                break;
            table->unjudged++;
            found += own;
            found_count -= own;
        }
        bool missing = found_count == 0 || order != 0;
        table->missing += missing;
        if (missing && !options->complete)
            continue;
        room->judged = judged;
        room->judged_count = lines;
        judge(room, found, missing ? 0 : own);
        score_query(room, options, table->values + table->query_count * table->figure_count);
        queries[table->query_count++] = judged->query;
        if (!missing) {
            found += own;
            found_count -= own;
        }
    }
    size_t most;
    table->unjudged += count_queries(found, found_count, &most);
}

/* Returns false when out of memory. */
static bool make_table(struct scored_table *scored, const struct trec *qrels,
                       const struct trec *run, const struct trec_options *options)
{
    struct trec_table *table = &scored->table;
    size_t judged_count, found_count, most_judged, most_found;
    const struct trec_entry *judged = trec_entries(qrels, &judged_count);
    const struct trec_entry *found = trec_entries(run, &found_count);
    size_t queries = count_queries(judged, judged_count, &most_judged);
    count_queries(found, found_count, &most_found);
    if (!name_figures(scored, options->cuts))
        return false;
    const char **names = pith__arena_alloc(&scored->memory, (queries + 1) * sizeof *names);
    table->queries = names;
    table->all = pith__arena_alloc(&scored->memory, table->figure_count * sizeof *table->all);
    table->values = calloc(queries * table->figure_count + 1, sizeof *table->values);
    struct query room = {.ranked = calloc(most_found + 1, sizeof *room.ranked),
                         .ideal = calloc(most_judged + 1, sizeof *room.ideal)};
    bool done = names != NULL && table->all != NULL && table->values != NULL &&
                room.ranked != NULL && room.ideal != NULL;
    if (done) {
        fill(table, names, qrels, run, options, &room);
        sum_up(table);
    }
    free(room.ranked);
    free(room.ideal);
    return done;
}

struct trec_table *trec_score(const struct trec *qrels, const struct trec *run,
                              const struct trec_options *options)
{
    struct trec_options filled = with_defaults(options);
    struct scored_table *scored = calloc(1, sizeof *scored);
    if (scored == NULL)
        return NULL;
    pith__arena_init(&scored->memory, &pith__allocator_default);
    if (!make_table(scored, qrels, run, &filled)) {
        trec_table_free(&scored->table);
        return NULL;
    }
    return &scored->table;
}

void trec_table_free(struct trec_table *table)
{
    if (table == NULL)
        return;
    struct scored_table *scored = (struct scored_table *)table;
    free(table->values);
    pith__arena_deinit(&scored->memory);
    free(scored);
}

size_t trec_figure(const struct trec_table *table, const char *name)
{
    size_t i = 0;
    while (i < table->figure_count && strcmp(table->names[i], name) != 0)
        i++;
    return i;
}

/* ---------------------------------------------------------------- confidence */

static double value_at(const struct trec_table *table, size_t query, size_t figure)
{
    return table->values[query * table->figure_count + figure];
}

bool trec_compare(const struct trec_table *first, const struct trec_table *second, size_t figure,
                  struct stats_paired *paired)
{
    size_t count = 0, room = first->query_count + 1;
    double *differences = calloc(3 * room, sizeof *differences);
    if (differences == NULL)
        return false;
    for (size_t i = 0, k = 0; i < first->query_count && k < second->query_count;) {
        int order = strcmp(first->queries[i], second->queries[k]);
        if (order == 0)
            differences[count++] = value_at(first, i, figure) - value_at(second, k, figure);
        i += order <= 0;
        k += order >= 0;
    }
    *paired = stats_compare(differences, count, differences + room);
    free(differences);
    return true;
}

struct column {
    const struct trec_table *table;
    size_t figure;
};

static double column_mean(const void *data, const uint32_t *queries, size_t count, double *scratch)
{
    const struct column *column = data;
    (void)scratch;
    double sum = 0;
    for (size_t i = 0; i < count; i++)
        sum += value_at(column->table, queries[i], column->figure);
    return sum / (double)count;
}

bool trec_interval(const struct trec_table *table, size_t figure, size_t resamples, uint64_t seed,
                   struct stats_interval *interval)
{
    struct column column = {table, figure};
    struct stats_sample sample = {column_mean, &column, NULL, table->query_count, 0};
    return stats_bootstrap(&sample, resamples, seed, interval);
}
