/*
 * bench_pages.c - speed and memory over a set of pages.
 *
 *     bench_pages [-r ROUNDS] FILE.pack|FILE.html...
 *     bench_pages --serve FILE.pack|FILE.html...
 *
 * All contestants run in turn, round after round, in one process and on one thread; the best round
 * of each counts (processor time). Prints a Markdown table, then the speedup by two threads and the
 * memory per page.
 *
 * With --serve the pages are read once and the caller says what to run: a line "NAME STEP" on
 * standard input runs contestant NAME over every STEP-th page and is answered with a line of JSON.
 * bench/peers.py uses this.
 */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/utf8.h"
#include "meter.h"
#include "options_with.h"
#include "pages.h"
#include "parse/doc.h"
#include "render/render.h"
#ifdef PITH_HAVE_LEXBOR
#include <lexbor/html/html.h>
#endif

static struct page_set set;
static size_t sink;  /* collects results, so that no work is optimized away */
static size_t empty; /* pages with empty output, in all runs */

/* ------------------------------------------------------------- contestants */

struct contestant {
    const char *key; /* its name for --serve */
    char what[64];
    size_t (*run)(const struct contestant *contestant, size_t first, size_t step);
    const char *methods;
    pith_format format;
    double best;
    bool reasons, page_type; /* as in pith_options */
};

static size_t run_memchr(const struct contestant *contestant, size_t first, size_t step)
{
    size_t found = 0;
    (void)contestant;
    for (size_t i = first; i < set.count; i += step) {
        const unsigned char *p = set.pages[i].bytes;
        const unsigned char *end = p + set.pages[i].len;
        while ((p = memchr(p, '<', (size_t)(end - p))) != NULL) {
            p++;
            found++;
        }
    }
    return found;
}

static size_t run_validate(const struct contestant *contestant, size_t first, size_t step)
{
    size_t valid = 0;
    (void)contestant;
    for (size_t i = first; i < set.count; i += step)
        valid += pith__utf8_valid_prefix(set.pages[i].bytes, set.pages[i].len);
    return valid;
}

static size_t run_scan(const struct contestant *contestant, size_t first, size_t step)
{
    static struct pith__clock clock = {.look_at = UINT64_MAX};
    static const struct pith__limits limits = {512, 16000000, &clock, false};
    struct pith__doc doc;
    size_t nodes = 0;
    (void)contestant;
    pith__doc_init(&doc, &pith__allocator_default);
    for (size_t i = first; i < set.count; i += step) {
        struct pith__span page = {set.pages[i].bytes, set.pages[i].len};
        if (pith__doc_parse(&doc, page, &limits) == PITH_OK)
            nodes += doc.nodes.len;
    }
    pith__doc_deinit(&doc);
    return nodes;
}

static int count_bytes(const char *data, size_t len, void *user)
{
    (void)data;
    *(size_t *)user += len;
    return 0;
}

/* From bytes to blocks and, unless RENDER is false, on to the contestant's format. All pages of the
 * sets are UTF-8 whatever they declare, so the charset is given. */
static size_t extract(const struct contestant *contestant, size_t first, size_t step, bool render)
{
    size_t made = 0;
    pith_options *options = options_with("charset", "utf-8", "method", contestant->methods,
                                         "reasons", options_flag(contestant->reasons), "page-type",
                                         options_flag(contestant->page_type), NULL);
    pith_context *context = pith_context_new();
    for (size_t i = first; context != NULL && i < set.count; i += step) {
        const pith_page *page;
        if (pith_context_parse(context, (const char *)set.pages[i].bytes, set.pages[i].len, options,
                               &page, NULL) != PITH_OK)
            continue;
        empty += pith_page_get_info(page)->kept_blocks == 0;
        if (render)
            pith_render(page, contestant->format, NULL, count_bytes, &made);
        else
            made += pith_page_get_info(page)->blocks;
    }
    pith_context_free(context);
    return made;
}

static size_t run_blocks(const struct contestant *contestant, size_t first, size_t step)
{
    return extract(contestant, first, step, false);
}

static size_t run_render(const struct contestant *contestant, size_t first, size_t step)
{
    return extract(contestant, first, step, true);
}

#ifdef PITH_HAVE_LEXBOR
static size_t run_lexbor(const struct contestant *contestant, size_t first, size_t step)
{
    size_t parsed = 0;
    (void)contestant;
    lxb_html_document_t *document = lxb_html_document_create();
    lxb_dom_document_t *dom = lxb_dom_interface_document(document);
    dom->options = LXB_DOM_DOCUMENT_OPT_WO_EVENTS; /* its fastest mode, and the safe one in 3.0.1 */
    for (size_t i = first; i < set.count; i += step) {
        lxb_html_document_clean(document);
        dom->compat_mode = LXB_DOM_DOCUMENT_CMODE_NO_QUIRKS; /* not reset by clean */
        parsed += lxb_html_document_parse(document, set.pages[i].bytes, set.pages[i].len) ==
                  LXB_STATUS_OK;
    }
    lxb_html_document_destroy(document);
    return parsed;
}
#endif

/* The first rows; methods, formats and lexbor follow. */
enum { ROW_SCAN = 2, ROW_BLOCKS = 3, ROWS_MAX = 40 };
static struct contestant rows[ROWS_MAX] = {
    {"memchr", "memchr for `<` (the floor)", run_memchr, 0, PITH_FORMAT_TEXT, 1e9, false, false},
    {"validate", "UTF-8 check alone", run_validate, 0, PITH_FORMAT_TEXT, 1e9, false, false},
    {"scan", "our scan alone", run_scan, 0, PITH_FORMAT_TEXT, 1e9, false, false},
    {"blocks", "bytes to blocks", run_blocks, "all", PITH_FORMAT_TEXT, 1e9, false, false},
};
static size_t row_count = 4;
static const struct contestant *tree; /* lexbor's row, or NULL */

static void add_render(const char *key, const char *methods, const char *method, pith_format format)
{
    if (row_count == ROWS_MAX)
        return;
    struct contestant *row = &rows[row_count++];
    *row = (struct contestant){key, "", run_render, methods, format, 1e9, false, false};
    snprintf(row->what, sizeof row->what, "bytes to %s by `%s`", pith_format_name(format), method);
}

/* Extras of the method auto besides the text. */
static void add_extra(const char *key, const char *what, bool reasons, bool page_type)
{
    if (row_count == ROWS_MAX)
        return;
    struct contestant *row = &rows[row_count++];
    *row =
        (struct contestant){key, "", run_render, "auto", PITH_FORMAT_TEXT, 1e9, reasons, page_type};
    snprintf(row->what, sizeof row->what, "the same by `auto`, with %s", what);
}

static void add_rows(void)
{
    const pith_method_info *method;
    for (size_t i = 0; (method = pith_method_at(i)) != NULL; i++)
        add_render(method->name, method->name, method->name, PITH_FORMAT_TEXT);
    add_extra("reasons", "reasons", true, false);
    add_extra("page_type", "the kind of the page", false, true);
    for (unsigned i = PITH_FORMAT_TEXT + 1; i < PITH__FORMAT_COUNT; i++)
        add_render(pith_format_name(i), "density", "density", i);
#ifdef PITH_HAVE_LEXBOR
    if (row_count < ROWS_MAX) {
        tree = &rows[row_count];
        rows[row_count++] = (struct contestant){"lexbor",
                                                "lexbor's tree, document reused, no events",
                                                run_lexbor,
                                                0,
                                                PITH_FORMAT_TEXT,
                                                1e9,
                                                false,
                                                false};
    }
#endif
}

/* Processor time of one run over every STEP-th page. */
static double time_row(const struct contestant *row, size_t step)
{
    double start = meter_seconds();
    sink += row->run(row, 0, step);
    return meter_seconds() - start;
}

static void print_table(void)
{
    printf("| | MB/s | pages/s | time against our scan | times as fast as lexbor's tree |\n"
           "|---|---:|---:|---:|---:|\n");
    for (size_t i = 0; i < row_count; i++) {
        printf("| %s | %.0f | %.0f | %.2f |", rows[i].what, (double)set.bytes / rows[i].best / 1e6,
               (double)set.count / rows[i].best, rows[i].best / rows[ROW_SCAN].best);
        if (tree != NULL)
            printf(" %.2f |\n", tree->best / rows[i].best);
        else
            printf(" |\n");
    }
}

/* ------------------------------------------------------- threads and memory */

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
    half->blocks += run_blocks(&rows[ROW_BLOCKS], half->first, 2);
    return NULL;
}

/* A loop that is purely CPU-bound: two threads of it show whether the machine really has two free
 * processors. */
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

/* The best times of RUN on A and B sequentially and in parallel. */
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

/* The best of many short rounds, as in the table: other load on the machine can only add time. */
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
        pith_context *context = meter_context(&meter);
        const pith_page *page;
        pith_context_parse(context, (const char *)set.pages[i].bytes, set.pages[i].len, NULL, &page,
                           NULL);
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

/* -------------------------------------------------------------- the program */

/* Runs what the lines on standard input ask for; see the top of this file. */
static int serve(void)
{
    char line[128], key[64];
    printf("{\"pages\":%zu,\"bytes\":%zu,\"lexbor\":%s}\n", set.count, set.bytes,
           tree != NULL ? "true" : "false");
    fflush(stdout);
    while (fgets(line, sizeof line, stdin) != NULL) {
        size_t step, row = 0;
        if (sscanf(line, "%63s %zu", key, &step) != 2 || step == 0)
            return 2;
        while (row < row_count && strcmp(rows[row].key, key) != 0)
            row++;
        if (row == row_count)
            return 2;
        empty = 0;
        double seconds = time_row(&rows[row], step);
        printf("{\"seconds\":%.6f,\"empty\":%zu}\n", seconds, empty);
        fflush(stdout);
    }
    return 0;
}

int main(int argc, char **argv)
{
    int rounds = 7;
    bool serving = false;
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "-r") == 0 && i + 1 < argc)
            rounds = atoi(argv[++i]);
        else if (strcmp(argv[i], "--serve") == 0)
            serving = true;
        else if (page_set_add(&set, argv[i]) != 0)
            return 1;
    }
    if (set.count == 0) {
        fprintf(stderr, "usage: bench_pages [-r ROUNDS] [--serve] FILE.pack|FILE.html...\n");
        return 2;
    }
    add_rows();
    if (serving)
        return serve();
    for (int round = 0; round < rounds; round++) {
        for (size_t i = 0; i < row_count; i++) {
            double took = time_row(&rows[i], 1);
            rows[i].best = took < rows[i].best ? took : rows[i].best;
        }
    }
    printf("%zu pages, %.1f MB; one thread, processor time, best of %d rounds in turn\n\n",
           set.count, (double)set.bytes / 1e6, rounds);
    print_table();
    two_threads();
    memory();
    page_set_free(&set);
    return sink == 0;
}
