/*
 * bench_bounds.c - work, memory and output of hostile pages, for every method and format, against
 * the bounds that docs/explanation/internals.md states.
 *
 *     bench_bounds [-n BYTES] [--check]
 *
 * For each shape of tests/support/shapes.c: the peak memory of a fresh context while the page is
 * parsed and rendered in every format, and the longest output of each format, both relative to the
 * input; and how much more work (units of src/base/clock.h, not seconds) a page ten times as large
 * takes. --check is for the tests: it exits with 1 if a bound is exceeded.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bounds.h"
#include "meter.h"
#include "options_with.h"
#include "page.h"
#include "render/render.h"
#include "shapes.h"

enum { FORMATS = PITH__FORMAT_COUNT };

struct cost {
    size_t memory;
    size_t output[FORMATS];
    uint64_t work; /* for parsing and all formats */
};

static int count(const char *data, size_t len, void *user)
{
    (void)data;
    *(size_t *)user += len;
    return 0;
}

struct trial {
    const char *title;
    const char *methods;
    bool plain;
    bool mark;
};

static pith_options *options_of(const struct trial *trial)
{
    pith_options *options = options_with(
        "deadline", "0", "charset", "utf-8", "url", "http://www.example.org/", "method",
        trial->methods, "vote", "any", "input", trial->plain ? "text" : "html", "metadata", "true",
        "page-type", "true", "reasons", "true", "perplexity.lang", "en", "perplexity.combine",
        "alone", "perplexity.mark", options_flag(trial->mark), NULL);
    options_set_number(options, "max-nodes", UINT32_MAX / 2);
    options_set_number(options, "perplexity.limit", trial->mark ? 1 : 1e9);
    return options;
}

static struct cost measure(const unsigned char *bytes, size_t len, const struct trial *trial)
{
    pith_options *dress =
        options_with("links", "true", "images", "true", "front-matter", "true", NULL);
    struct cost cost = {0, {0}, 0};
    struct meter meter = {0, 0, 0, 0};
    pith_context *context = meter_context(&meter);
    const pith_page *page;
    pith_options *options = options_of(trial);
    if (context == NULL ||
        pith_context_parse(context, (const char *)bytes, len, options, &page, NULL) != PITH_OK)
        abort();
    uint64_t parsed = cost.work = pith__context_clock(context)->work;
    for (unsigned format = 0; format < FORMATS; format++) {
        if (pith_render(page, (pith_format)format, dress, count, &cost.output[format]) != PITH_OK)
            abort();
        cost.work += pith__context_clock(context)->rendered - parsed;
    }
    cost.memory = meter.peak;
    pith_context_free(context);
    return cost;
}

/* Reports whether a bound is exceeded. */
static int over(const char *shape, const char *what, double is, double bound)
{
    if (is <= bound)
        return 0;
    printf("FAILED: %s: %s is %.0f, more than %.0f\n", shape, what, is, bound);
    return 1;
}

static int check_cost(const char *shape, const struct cost *cost, size_t len, bool plain)
{
    int failed = over(shape, "memory", (double)cost->memory, memory_bound(len, plain));
    for (unsigned format = 0; format < FORMATS; format++)
        failed |= over(shape, pith_format_name(format), (double)cost->output[format],
                       output_bound(len, (pith_format)format));
    return failed;
}

static int run(const struct trial *trial, const struct shape *list, size_t shapes_in, size_t n,
               int check)
{
    int failed = 0;
    printf("| %s | memory / input |", trial->title);
    for (unsigned format = 0; format < FORMATS; format++)
        printf(" %s |", pith_format_name(format));
    printf(" work of ten times |\n|---|---:|---:|---:|---:|---:|---:|---:|---:|\n");
    for (size_t i = 0; i < shapes_in; i++) {
        unsigned char *small = shape_make(&list[i], n / 10), *page = shape_make(&list[i], n);
        if (small == NULL || page == NULL)
            return 1;
        struct cost one = measure(small, n / 10, trial), ten = measure(page, n, trial);
        printf("| %s | %.1f |", list[i].name, (double)ten.memory / (double)n);
        for (unsigned format = 0; format < FORMATS; format++)
            printf(" %.1f |", (double)ten.output[format] / (double)n);
        double ratio = (double)ten.work / (double)one.work;
        printf(" %.1f |\n", ratio);
        if (check) {
            failed |= check_cost(list[i].name, &one, n / 10, trial->plain);
            failed |= check_cost(list[i].name, &ten, n, trial->plain);
            failed |= over(list[i].name, "work of ten times", ratio, WORK_RATIO);
        }
        free(small);
        free(page);
    }
    printf("\n");
    return failed;
}

int main(int argc, char **argv)
{
    size_t n = 4000000;
    int check = 0, failed = 0;
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "--check") == 0) {
            check = 1;
            n = 600000;
        } else if (strcmp(argv[i], "-n") == 0 && i + 1 < argc) {
            n = (size_t)atol(argv[++i]);
        } else {
            fprintf(stderr, "usage: bench_bounds [-n BYTES] [--check]\n");
            return 2;
        }
    }
    const struct trial pages[] = {
        {"page, `auto` and `all`", "auto,all", false, false},
        {"page, `ngram`, `density` and `all`", "ngram,density,all", false, false},
        {"page, `perplexity`, marked", "perplexity", false, true},
    };
    const struct trial texts[] = {
        {"text, `auto` and `all`", "auto,all", true, false},
        {"text, `ngram` and `all`", "ngram,all", true, false},
        {"text, `perplexity`, marked", "perplexity", true, true},
    };
    for (size_t i = 0; i < sizeof pages / sizeof *pages; i++)
        failed |= run(&pages[i], shapes, shape_count, check && i > 0 ? n / 3 : n, check);
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        failed |= run(&texts[i], text_layouts, text_layout_count, n, check);
    return failed;
}
