/*
 * fuzz_trec.c - any bytes as the lines of a run and of qrels to figures; checks what must hold for
 * all of them.
 *
 * A line goes to both: the rank of a run stands where qrels have the relevance. One that starts
 * with
 * '-' goes to the run alone, one that starts with '+' to the qrels.
 */
#include <math.h>

#include "eval/trec.h"
#include "fuzz.h"

/* Adds a copy of just its size, so that a sanitizer sees reads beyond it. */
static void add(struct trec *trec, const uint8_t *line, size_t len, uint64_t number)
{
    char *copy = malloc(len > 0 ? len : 1);
    require(copy != NULL);
    if (len > 0)
        memcpy(copy, line, len);
    require(trec_add_line(trec, copy, len, number));
    free(copy);
}

static void read_all(const uint8_t *data, size_t size, struct trec *run, struct trec *qrels)
{
    const uint8_t *end = data + size;
    for (uint64_t number = 1; data < end; number++) {
        const uint8_t *feed = memchr(data, '\n', (size_t)(end - data));
        const uint8_t *line_end = feed != NULL ? feed : end;
        size_t mark = *data == '-' || *data == '+';
        if (*data != '+')
            add(run, data + mark, (size_t)(line_end - data) - mark, number);
        if (*data != '-')
            add(qrels, data + mark, (size_t)(line_end - data) - mark, number);
        data = feed != NULL ? feed + 1 : end;
    }
    trec_finish(run);
    trec_finish(qrels);
}

/* Sorted, and no document twice. */
static void check_entries(const struct trec *trec)
{
    size_t count;
    const struct trec_entry *entries = trec_entries(trec, &count);
    for (size_t i = 0; i < count; i++) {
        require(!isnan(entries[i].value) && *entries[i].query != '\0');
        if (i > 0) {
            int order = strcmp(entries[i - 1].query, entries[i].query);
            if (order == 0)
                order = strcmp(entries[i - 1].document, entries[i].document);
            require(order < 0);
        }
    }
}

static void check_table(const struct trec_table *table)
{
    for (size_t i = 0; i < table->query_count; i++) {
        const double *values = table->values + i * table->figure_count;
        require(values[2] <= values[0] && values[2] <= values[1]);
        for (size_t k = TREC_COUNTS; k < table->figure_count; k++)
            require(values[k] >= 0 && values[k] <= 1 + 1e-9);
        require(i == 0 || strcmp(table->queries[i - 1], table->queries[i]) < 0);
    }
    struct stats_paired paired;
    require(trec_compare(table, table, TREC_COUNTS, &paired));
    require(paired.count == table->query_count && paired.differing == 0 && paired.t_p == 1);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct trec *run = trec_new(TREC_RUN, "run", NULL);
    struct trec *qrels = trec_new(TREC_QRELS, "qrels", NULL);
    require(run != NULL && qrels != NULL);
    read_all(data, size, run, qrels);
    check_entries(run);
    check_entries(qrels);

    struct trec_options options = {.cuts = {1, 3, 1000000}};
    struct trec_table *table = trec_score(qrels, run, &options);
    options.complete = true;
    struct trec_table *complete = trec_score(qrels, run, &options);
    require(table != NULL && complete != NULL);
    require(table->query_count + table->missing == complete->query_count);
    require(table->missing == complete->missing && table->unjudged == complete->unjudged);
    check_table(table);
    check_table(complete);
    trec_table_free(table);
    trec_table_free(complete);
    trec_free(run);
    trec_free(qrels);
    return 0;
}
