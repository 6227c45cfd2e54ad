/*
 * bench_pages.c - speed and memory over a set of pages.
 *
 *     bench_pages [-r ROUNDS] FILE.pack|FILE.html...
 *
 * All contestants run in turn, round after round, in one process and on one thread; the best round
 * of each counts (processor time). Prints a Markdown table, then what two threads give and how much
 * memory pages take.
 */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "encoding/encoding.h"
#include "meter.h"
#include "pages.h"
#include "parse/doc.h"
#ifdef PITH_HAVE_LEXBOR
#include <lexbor/html/html.h>
#endif

static struct page_set set;
static size_t sink; /* results go here, so that no work can be left out */

static void run_memchr(void)
{
    for (size_t i = 0; i < set.count; i++) {
        const unsigned char *p = set.pages[i].bytes;
        const unsigned char *end = p + set.pages[i].len;
        while ((p = memchr(p, '<', (size_t)(end - p))) != NULL) {
            p++;
            sink++;
        }
    }
}

static void run_validate(void)
{
    for (size_t i = 0; i < set.count; i++)
        sink += pith__utf8_valid_prefix(set.pages[i].bytes, set.pages[i].len);
}

static void run_scan(void)
{
    static const struct pith__limits limits = {512, 16000000, 0};
    struct pith__doc doc;
    pith__doc_init(&doc, &pith__allocator_default);
    for (size_t i = 0; i < set.count; i++) {
        struct pith__span page = {set.pages[i].bytes, set.pages[i].len};
        if (pith__doc_parse(&doc, page, &limits) == PITH_OK)
            sink += doc.nodes.len;
    }
    pith__doc_deinit(&doc);
}

/* Pages FIRST, FIRST + STEP, ... from bytes to blocks. The sets' pages are UTF-8 whatever they
 * declare, which the charset tells. */
static size_t to_blocks(size_t first, size_t step)
{
    size_t blocks = 0;
    pith_options options;
    pith_options_init(&options);
    options.charset = "utf-8";
    pith_context *context = pith_context_new(NULL);
    for (size_t i = first; context != NULL && i < set.count; i += step) {
        const pith_page *page;
        if (pith_context_parse(context, (const char *)set.pages[i].bytes, set.pages[i].len,
                               &options, &page) == PITH_OK)
            blocks += pith_page_get_info(page)->blocks;
    }
    pith_context_free(context);
    return blocks;
}

static void run_blocks(void)
{
    sink += to_blocks(0, 1);
}

static int count_bytes(const char *data, size_t len, void *user)
{
    (void)data;
    *(size_t *)user += len;
    return 0;
}

static void run_text(void)
{
    pith_options options;
    pith_options_init(&options);
    options.charset = "utf-8";
    pith_context *context = pith_context_new(NULL);
    for (size_t i = 0; context != NULL && i < set.count; i++) {
        const pith_page *page;
        if (pith_context_parse(context, (const char *)set.pages[i].bytes, set.pages[i].len,
                               &options, &page) == PITH_OK)
            pith_render(page, PITH_FORMAT_TEXT, NULL, count_bytes, &sink);
    }
    pith_context_free(context);
}

#ifdef PITH_HAVE_LEXBOR
static void run_lexbor(void)
{
    lxb_html_document_t *document = lxb_html_document_create();
    lxb_dom_document_t *dom = lxb_dom_interface_document(document);
    dom->options = LXB_DOM_DOCUMENT_OPT_WO_EVENTS; /* its fastest way, and 3.0.1's safe one */
    for (size_t i = 0; i < set.count; i++) {
        lxb_html_document_clean(document);
        dom->compat_mode = LXB_DOM_DOCUMENT_CMODE_NO_QUIRKS; /* clean forgets it */
        sink += lxb_html_document_parse(document, set.pages[i].bytes, set.pages[i].len) ==
                LXB_STATUS_OK;
    }
    lxb_html_document_destroy(document);
}
#endif

struct contestant {
    const char *name;
    void (*run)(void);
    double best;
};

static struct contestant contestants[] = {
    {"memchr for `<` (the floor)", run_memchr, 1e9},
    {"UTF-8 check alone", run_validate, 1e9},
    {"our scan alone", run_scan, 1e9},
    {"bytes to blocks", run_blocks, 1e9},
    {"bytes to text", run_text, 1e9},
#ifdef PITH_HAVE_LEXBOR
    {"lexbor's tree, document reused, no events", run_lexbor, 1e9},
#endif
};

enum { SCAN = 2, COUNT = sizeof contestants / sizeof *contestants };

static double wall_seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

/* Every second page. */
struct half {
    size_t first;
    size_t blocks;
};

static void *run_half(void *argument)
{
    struct half *half = argument;
    half->blocks += to_blocks(half->first, 2);
    return NULL;
}

/* A loop that needs nothing but a processor, and all of it: two threads of it show whether the
 * machine gives two whole ones. */
static void *spin(void *argument)
{
    uint64_t a = 1, b = 2, c = 3, d = 4;
    for (uint64_t i = 0; i < 100000000; i++) {
        a += i ^ b;
        b += c;
        c ^= d + i;
        d += a;
    }
    *(uint64_t *)argument += a + b + c + d;
    return NULL;
}

/* The best times of RUN on A and B one after the other and side by side. */
struct scaling {
    double one;
    double two;
};

static void measure(struct scaling *best, void *(*run)(void *), void *a, void *b)
{
    pthread_t other;
    double start = wall_seconds();
    run(a);
    run(b);
    double one = wall_seconds() - start;
    start = wall_seconds();
    if (pthread_create(&other, NULL, run, a) != 0)
        return;
    run(b);
    pthread_join(other, NULL);
    double two = wall_seconds() - start;
    best->one = one < best->one ? one : best->one;
    best->two = two < best->two ? two : best->two;
}

/* The best of many short rounds, as in the table: a neighbour on the machine can only add time. */
static void two_threads(void)
{
    enum { ROUNDS = 25 };
    struct scaling ours = {1e9, 1e9}, loop = {1e9, 1e9};
    for (int i = 0; i < ROUNDS; i++) {
        struct half even = {0, 0}, odd = {1, 0};
        uint64_t sums[2] = {0, 0};
        measure(&ours, run_half, &even, &odd);
        measure(&loop, spin, &sums[0], &sums[1]);
        sink += even.blocks + odd.blocks + (sums[0] != sums[1]);
    }
    printf("\nTwo threads on different pages: %.2f times one; a loop of plain arithmetic: %.2f "
           "(best of %d rounds each).\n",
           ours.one / ours.two, loop.one / loop.two, ROUNDS);
}

static void memory(void)
{
    double worst = 0;
    size_t over = 0;
    for (size_t i = 0; i < set.count; i++) {
        struct meter meter = {0, 0, 0, 0};
        pith_allocator allocator = meter_allocator(&meter);
        pith_context *context = pith_context_new(&allocator);
        const pith_page *page;
        pith_context_parse(context, (const char *)set.pages[i].bytes, set.pages[i].len, NULL,
                           &page);
        pith_context_free(context);
        double beyond = (double)meter.peak - 8.0 * 1024 * 1024;
        if (set.pages[i].len > 100000 && (double)meter.peak / (double)set.pages[i].len > worst)
            worst = (double)meter.peak / (double)set.pages[i].len;
        over += beyond > 8.0 * (double)set.pages[i].len;
    }
    printf("\nPeak memory of a fresh context: at most %.1f times the page on pages over 100 kB; "
           "%zu of %zu pages over 8 times the page plus 8 MiB.\n",
           worst, over, set.count);
}

int main(int argc, char **argv)
{
    int rounds = 7;
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "-r") == 0 && i + 1 < argc)
            rounds = atoi(argv[++i]);
        else if (page_set_add(&set, argv[i]) != 0)
            return 1;
    }
    if (set.count == 0) {
        fprintf(stderr, "usage: bench_pages [-r ROUNDS] FILE.pack|FILE.html...\n");
        return 2;
    }
    for (int round = 0; round < rounds; round++) {
        for (size_t i = 0; i < COUNT; i++) {
            double start = meter_seconds();
            contestants[i].run();
            double took = meter_seconds() - start;
            if (took < contestants[i].best)
                contestants[i].best = took;
        }
    }
    printf("%zu pages, %.1f MB; one thread, processor time, best of %d rounds in turn\n\n",
           set.count, (double)set.bytes / 1e6, rounds);
    printf("| | MB/s | pages/s | time against our scan |\n|---|---:|---:|---:|\n");
    for (size_t i = 0; i < COUNT; i++) {
        printf("| %s | %.0f | %.0f | %.2f |\n", contestants[i].name,
               (double)set.bytes / contestants[i].best / 1e6,
               (double)set.count / contestants[i].best,
               contestants[i].best / contestants[SCAN].best);
    }
    two_threads();
    memory();
    page_set_free(&set);
    return sink == 0;
}
