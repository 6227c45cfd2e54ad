/*
 * bench_calls.c - the cost of a page for a caller who has only one.
 *
 *     bench_calls [-r ROUNDS] FILE...
 *
 * For each page, all in turn and round after round on one thread: pith_extract(), a context that
 * is made and freed for the page, and one that is used again. The best round of each counts
 * (processor time). Prints a Markdown table, in microseconds.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "meter.h"
#include "pages.h"

/* Calls between two readings of the clock. */
enum { CALLS = 100 };

static size_t sink; /* collects results, so that no work is optimized away */

static int count_bytes(const char *data, size_t len, void *user)
{
    (void)data;
    *(size_t *)user += len;
    return 0;
}

static void render(pith_context *context, const struct page *page)
{
    const pith_page *parsed;
    if (pith_context_parse(context, (const char *)page->bytes, page->len, NULL, &parsed, NULL) ==
        PITH_OK)
        pith_render(parsed, PITH_FORMAT_TEXT, NULL, count_bytes, &sink);
}

static void call_extract(pith_context *shared, const struct page *page)
{
    char *text;
    size_t len;
    (void)shared;
    if (pith_extract((const char *)page->bytes, page->len, NULL, PITH_FORMAT_TEXT, &text, &len,
                     NULL) != PITH_OK)
        return;
    sink += len;
    pith_free(text);
}

static void call_fresh(pith_context *shared, const struct page *page)
{
    pith_context *context = pith_context_new();
    (void)shared;
    if (context != NULL)
        render(context, page);
    pith_context_free(context);
}

static void call_reused(pith_context *shared, const struct page *page)
{
    render(shared, page);
    pith_context_reset(shared);
}

static void (*const ways[])(pith_context *shared,
                            const struct page *page) = {call_extract, call_fresh, call_reused};
enum { WAYS = sizeof ways / sizeof *ways };

static void measure(pith_context *shared, const struct page *page, int rounds, double best[WAYS])
{
    for (int way = 0; way < WAYS; way++)
        best[way] = 1e9;
    for (int round = 0; round < rounds; round++) {
        for (int way = 0; way < WAYS; way++) {
            double start = meter_seconds();
            for (int i = 0; i < CALLS; i++)
                ways[way](shared, page);
            double took = (meter_seconds() - start) / CALLS * 1e6;
            best[way] = took < best[way] ? took : best[way];
        }
    }
}

int main(int argc, char **argv)
{
    struct page_set set = {NULL, 0, 0};
    int rounds = 9;
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "-r") == 0 && i + 1 < argc)
            rounds = atoi(argv[++i]);
        else if (page_set_add(&set, argv[i]) != 0)
            return 1;
    }
    pith_context *shared = pith_context_new();
    if (set.count == 0 || shared == NULL) {
        fprintf(stderr, "usage: bench_calls [-r ROUNDS] FILE...\n");
        return 2;
    }
    printf("| page | bytes | `pith_extract()` | new context | context used again | "
           "`pith_extract()` against the last |\n|---|---:|---:|---:|---:|---:|\n");
    for (size_t i = 0; i < set.count; i++) {
        const char *name = strrchr(set.pages[i].name, '/');
        double best[WAYS];
        measure(shared, &set.pages[i], rounds, best);
        printf("| %s | %zu | %.1f | %.1f | %.1f | %.2f |\n",
               name != NULL ? name + 1 : set.pages[i].name, set.pages[i].len, best[0], best[1],
               best[2], best[0] / best[2]);
    }
    pith_context_free(shared);
    page_set_free(&set);
    return sink == 0;
}
