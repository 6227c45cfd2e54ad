/*
 * bench_growth.c - time and memory on hostile pages of n and 10 n bytes, and on ordinary ones from
 * 10 kB to 100 MB.
 *
 *     bench_growth [-n BYTES] [--check | --check-long]
 *     bench_growth [-n BYTES] --random COUNT SEED
 *
 * For each shape of tests/support/shapes.c: time at n and 10 n, their ratio (10 is linear), and
 * peak memory against the input; the same when a page is written in every format. --check is for
 * the tests: a smaller n, and exit 1 when a ratio is above 50 three times (squared growth would be
 * 100) or memory above what docs/explanation/internals.md says. bench_bounds.c counts work instead
 * of time. The same for labelling a page by a text, with each pair of the texts of
 * tests/support/texts.c.
 *
 * Then the pages of tests/support/floods.c, whose keys collide in a hash table: time relative to a
 * page of the same form with arbitrary keys; --check allows a factor of eight.
 *
 * --random is a search for bad cases: it generates COUNT random shapes with various options, parses
 * them and writes them in every format, and reports those that grow too fast. --check tries a few.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "floods.h"
#include "meter.h"
#include "options_with.h"
#include "render/render.h"
#include "shapes.h"
#include "texts.h"

/* Quadratic growth is a factor of 100; linear growth is 10, plus the effects of caches and other
 * programs. Processor time above this three times in a row is no accident. */
#define RATIO_MOST 50.0

/* Kinds of check; 0 is none. LONG takes several rounds at once, so that noise at n hides nothing.
 */
enum { QUICK = 1, LONG };

/* Keys that crowd a table may cost this many times what any others do. */
#define CROWD_MOST 8.0

struct cost {
    double seconds;
    double memory; /* peak bytes per byte of input */
};

static int drop(const char *data, size_t len, void *user)
{
    (void)data, (void)len, (void)user;
    return 0;
}

static void render_all(const pith_page *page)
{
    pith_options *dress =
        options_with("links", "true", "images", "true", "front-matter", "true", NULL);
    for (unsigned format = 0; format < PITH__FORMAT_COUNT; format++)
        pith_render(page, (pith_format)format, dress, drop, NULL);
}

static pith_options *options_for(const char *methods, const char *input)
{
    pith_options *options =
        options_with("deadline", "0", "charset", "utf-8", "method", methods, "page-type",
                     options_flag(strcmp(methods, "auto") == 0), "input", input, NULL);
    options_set_number(options, "max-nodes", UINT32_MAX / 2);
    return options;
}

/* Memory of a fresh context; time of the best of ROUNDS more in the same one, which excludes the
 * kernel's time for new pages. */
static struct cost measure_with(const unsigned char *bytes, size_t len, const pith_options *options,
                                bool renders, int rounds)
{
    struct cost cost = {1e9, 0};
    struct meter meter = {0, 0, 0, 0};
    pith_context *context = meter_context(&meter);
    const pith_page *page;
    for (int i = 0; i <= rounds; i++) {
        double start = meter_seconds();
        if (pith_context_parse(context, (const char *)bytes, len, options, &page, NULL) ==
                PITH_OK &&
            renders)
            render_all(page);
        double took = meter_seconds() - start;
        if (i == 0)
            cost.memory = (double)meter.peak / (double)len;
        else if (took < cost.seconds)
            cost.seconds = took;
    }
    pith_context_free(context);
    return cost;
}

static struct cost measure(const unsigned char *bytes, size_t len, const char *methods,
                           const char *input, int rounds)
{
    pith_options *options = options_for(methods, input);
    return measure_with(bytes, len, options, false, rounds);
}

/* What is measured on a list of shapes, and the memory bounds for --check: bytes per byte of input,
 * plus a constant. */
struct trial {
    const char *title;
    const struct shape *list;
    size_t count;
    const char *methods;
    const char *input;
    double memory, more;
    bool renders; /* in every format */
};

static int hostile(const struct trial *trial, size_t n, int check)
{
    int failed = 0;
    const pith_options *options = options_for(trial->methods, trial->input);
    /* Six formats take their time; and one round is enough for --check, if it is within the bound.
     */
    const int rounds = check == QUICK ? 1 : trial->renders ? 2 : 4;
    printf("| %s | ms at %zu kB | ms at 10 times | ratio | memory / input |\n"
           "|---|---:|---:|---:|---:|\n",
           trial->title, n / 1000);
    const struct shape *list = trial->list;
    for (size_t i = 0; i < trial->count; i++) {
        unsigned char *page = shape_make(&list[i], 10 * n);
        unsigned char *small = shape_make(&list[i], n);
        if (page == NULL || small == NULL)
            return 1;
        struct cost one = measure_with(small, n, options, trial->renders, rounds);
        struct cost ten = measure_with(page, 10 * n, options, trial->renders, rounds);
        /* Another program may have been in the way of one of the two. */
        for (int again = 0; check && again < 2 && ten.seconds > RATIO_MOST * one.seconds; again++) {
            one = measure_with(small, n, options, trial->renders, 4);
            ten = measure_with(page, 10 * n, options, trial->renders, 4);
        }
        double ratio = ten.seconds / one.seconds;
        printf("| %s | %.2f | %.2f | %.1f | %.1f |\n", list[i].name, 1e3 * one.seconds,
               1e3 * ten.seconds, ratio, ten.memory);
        /* A few milliseconds are noise, not growth. */
        if (check && ((ratio > RATIO_MOST && ten.seconds > 5e-3) ||
                      ten.memory > trial->memory + trial->more / (10 * (double)n))) {
            printf("FAILED: %s\n", list[i].name);
            failed = 1;
        }
        free(page);
        free(small);
    }
    printf("\n");
    return failed;
}

static int crowds(size_t n, int check)
{
    int failed = 0;
    printf("| keys that crowd a hash table, by `auto` | ms at %zu kB | ms with any keys | ratio |\n"
           "|---|---:|---:|---:|\n",
           n / 1000);
    for (size_t i = 0; i < flood_count; i++) {
        unsigned char *crowded = flood_make(&floods[i], n, true);
        unsigned char *any = flood_make(&floods[i], n, false);
        if (crowded == NULL || any == NULL)
            return 1;
        double took = 1e9, others = 1;
        /* As above: more rounds only where one is over the bound. */
        for (int rounds = check == QUICK ? 1 : 4; rounds <= 4 && took > CROWD_MOST * others;
             rounds += 3) {
            took = measure(crowded, n, "auto", "html", rounds).seconds;
            others = measure(any, n, "auto", "html", rounds).seconds;
        }
        printf("| %s | %.2f | %.2f | %.1f |\n", floods[i].name, 1e3 * took, 1e3 * others,
               took / others);
        if (check && took > CROWD_MOST * others) {
            printf("FAILED: %s\n", floods[i].name);
            failed = 1;
        }
        free(crowded);
        free(any);
    }
    printf("\n");
    return failed;
}

/* Time to label a page of COUNT one-word blocks by a text of as many words. */
static double label_seconds(const struct text_shape *page_words,
                            const struct text_shape *truth_words, unsigned count, int rounds)
{
    double best = 1e9;
    size_t html_len, truth_len;
    char *html = text_make(page_words, count, "<p>", &html_len);
    char *truth = text_make(truth_words, count, " ", &truth_len);
    uint8_t *labels = malloc(count);
    pith_context *context = pith_context_new();
    const pith_page *page;
    if (html != NULL && truth != NULL && labels != NULL && context != NULL &&
        pith_context_parse(context, html, html_len, NULL, &page, NULL) == PITH_OK) {
        for (int i = 0; i < rounds; i++) {
            double start = meter_seconds();
            pith_context_label(context, truth, truth_len, labels);
            double took = meter_seconds() - start;
            if (took < best)
                best = took;
        }
    }
    pith_context_free(context);
    free(labels);
    free(truth);
    free(html);
    return best;
}

static int labels(unsigned n, int check)
{
    int failed = 0;
    printf("| page labelled by a text | ms at %u words | ms at 10 times | ratio |\n"
           "|---|---:|---:|---:|\n",
           n);
    for (size_t i = 0; i < text_shape_count * text_shape_count; i++) {
        const struct text_shape *page = &text_shapes[i / text_shape_count];
        const struct text_shape *truth = &text_shapes[i % text_shape_count];
        double one = label_seconds(page, truth, n, check == QUICK ? 1 : 3);
        double ten = label_seconds(page, truth, 10 * n, check == QUICK ? 1 : 3);
        for (int again = 0; check && again < 2 && ten > RATIO_MOST * one; again++) {
            one = label_seconds(page, truth, n, 3);
            ten = label_seconds(page, truth, 10 * n, 3);
        }
        printf("| %s; %s | %.2f | %.2f | %.1f |\n", page->name, truth->name, 1e3 * one, 1e3 * ten,
               ten / one);
        /* n log n, and tables that outgrow a cache: more than linear, far from quadratic. */
        if (check && ten / one > RATIO_MOST && ten > 5e-3) {
            printf("FAILED: %s; %s\n", page->name, truth->name);
            failed = 1;
        }
    }
    return failed;
}

/* Options by chance: methods that keep most, the deepest nesting, marks, all that can be asked. */
struct chosen {
    const char *methods, *input, *depth, *mark;
};

static struct chosen choose(uint32_t bits)
{
    static const char *const methods[] = {"all", "auto", "perplexity", "bte,ngram"};
    return (struct chosen){methods[bits % 4], bits / 4 % 8 == 0 ? "text" : "html",
                           bits / 32 % 2 == 0 ? "65535" : NULL, options_flag(bits / 64 % 2 == 0)};
}

static pith_options *options_random(uint32_t bits)
{
    const struct chosen chosen = choose(bits);
    const char *facts = options_flag(bits / 128 % 2 == 0);
    pith_options *options = options_for(chosen.methods, chosen.input);
    options_set(options, "max-depth", chosen.depth, "perplexity.mark", chosen.mark, "metadata",
                facts, "reasons", facts, "perplexity.combine", "alone", "perplexity.lang", "en",
                "vote", "any", NULL);
    return options;
}

static void print_escaped(const char *name, const char *text)
{
    printf(" %s \"", name);
    for (; text != NULL && *text != '\0'; text++)
        printf(*text < ' ' || *text == 0x7F || *text == '"' ? "\\x%02X" : "%c",
               (unsigned char)*text);
    printf("\"");
}

static int hunt(size_t n, unsigned count, uint32_t seed)
{
    int failed = 0;
    for (unsigned i = 0; i < count; i++) {
        struct random_shape random;
        shape_random(&random, &seed);
        const struct chosen chosen = choose(seed >> 8);
        pith_options *options = options_random(seed >> 8);
        unsigned char *page = shape_make(&random.shape, 10 * n),
                      *small = shape_make(&random.shape, n);
        if (page == NULL || small == NULL)
            return 1;
        double ratio = 1e9;
        for (int again = 0; again < 3 && ratio > RATIO_MOST; again++) {
            double one = measure_with(small, n, options, true, 1 + again).seconds;
            double ten = measure_with(page, 10 * n, options, true, 1 + again).seconds;
            ratio = ten > 5e-3 ? ten / one : 0;
        }
        if (ratio > RATIO_MOST) {
            printf("FAILED: %.0f times the time:", ratio);
            print_escaped("head", random.shape.head);
            print_escaped("first", random.shape.first);
            print_escaped("second", random.shape.second);
            printf(" methods %s depth %s mark %s input %s\n", chosen.methods,
                   chosen.depth != NULL ? chosen.depth : "512", chosen.mark, chosen.input);
            failed = 1;
        }
        free(page);
        free(small);
    }
    printf("%u shapes by chance\n", count);
    return failed;
}

static int ordinary(void)
{
    static const struct shape shape = {
        "article", "<!DOCTYPE html><html><head><title>t</title></head><body>",
        "<div class=\"item\" id=\"x\"><h2>A heading of five words</h2><p>Some text with "
        "<a href=\"/somewhere?a=1&amp;b=2\">a link</a>, and more of it, until the sentence "
        "ends.</p><ul><li>one</li><li>two</li></ul></div>\n",
        NULL};
    printf("\n| ordinary markup | ms | MB/s | memory / input |\n|---|---:|---:|---:|\n");
    for (size_t len = 10000; len <= 100000000; len *= 10) {
        unsigned char *page = shape_make(&shape, len);
        if (page == NULL)
            return 1;
        struct cost cost = measure(page, len, "auto", "html", 4);
        printf("| %zu kB | %.2f | %.0f | %.1f |\n", len / 1000, 1e3 * cost.seconds,
               (double)len / cost.seconds / 1e6, cost.memory);
        free(page);
    }
    return 0;
}

int main(int argc, char **argv)
{
    size_t n = 1000000;
    int check = 0;
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "--check") == 0 || strcmp(argv[i], "--check-long") == 0) {
            check = argv[i][7] == '\0' ? QUICK : LONG;
            n = 100000;
        } else if (strcmp(argv[i], "-n") == 0 && i + 1 < argc) {
            n = (size_t)atol(argv[++i]);
        } else if (strcmp(argv[i], "--random") == 0 && i + 2 < argc) {
            return hunt(n / 20, (unsigned)atol(argv[i + 1]), (uint32_t)atol(argv[i + 2]));
        } else {
            fprintf(
                stderr,
                "usage: bench_growth [-n BYTES] [--check | --check-long | --random COUNT SEED]\n");
            return 2;
        }
    }
    const struct trial trials[] = {
        {"hostile page", shapes, shape_count, "words", "html", 64, 16e6, false},
        {"hostile page, by `auto`", shapes, shape_count, "auto", "html", 64, 16e6, false},
        {"hostile page, by `ngram`", shapes, shape_count, "ngram", "html", 64, 16e6, false},
        {"hostile text, by `ngram`", text_layouts, text_layout_count, "ngram", "text", 128, 16e6,
         false},
        {"hostile page, written in every format", shapes, shape_count, "all", "html", 64, 16e6,
         true},
        {"hostile text, written in every format", text_layouts, text_layout_count, "all", "text",
         128, 16e6, true},
    };
    int failed = 0;
    for (size_t i = 0; i < sizeof trials / sizeof *trials; i++)
        failed |= hostile(&trials[i],
                          i == 0                        ? n
                          : trials[i].renders && !check ? n / 20
                                                        : n / 4,
                          check);
    failed |= crowds(10 * n, check);
    failed |= labels((unsigned)(n / 20), check);
    if (check)
        failed |= hunt(n / 2, check == QUICK ? 50 : 150, 1);
    return failed || (check ? 0 : ordinary());
}
