/*
 * test_threads.c - the library in several threads at once, as pith.h promises it: each thread with
 * a context of its own, models in common, a context that is handed from one thread to the next.
 *
 * What threads get is compared with what one alone gets. `make tsan` runs it under ThreadSanitizer,
 * which also sees what happens to be harmless in a run.
 */
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/hash.h"
#include "options_with.h"
#include "pages.h"
#include "pith.h"
#include "render/render.h"

enum { THREADS = 4, FORMATS = PITH__FORMAT_COUNT };

/* Methods, and the files of models that they can be given; one model serves all threads. */
static const struct {
    const char *methods;
    const char *path; /* NULL: the library's own */
} WAYS[] = {
    {"auto", NULL},  {"auto", "models/auto.forest"},       {"ngram", "models/any.chargram"},
    {"ngram", NULL}, {"perplexity", "models/en.wordgram"}, {"words,density,bte", NULL},
};
enum { WAY_COUNT = sizeof WAYS / sizeof *WAYS };

static const char *const PAGES[] = {
    "examples/page.html",
    "tests/golden/forum.html",
    "tests/golden/encoding-shift_jis.html",
    "tests/golden/encoding-windows-1251-undeclared.html",
};
enum { PAGE_COUNT = sizeof PAGES / sizeof *PAGES };

static struct page_set pages;
static struct page_set model_files;
static pith_model *models[WAY_COUNT];
static pith_model *kind_model;

static int add(const char *data, size_t len, void *user)
{
    uint64_t *hash = user;
    *hash = pith__fnv64_bytes(*hash, data, len);
    return 0;
}

/* A number for all that the library says of all pages in WAY; 0 where a call failed. Threads must
 * not use cmocka, so nothing is asserted here. */
static uint64_t ask(pith_context *context, size_t way)
{
    uint64_t hash = PITH__FNV64;
    pith_options *dress =
        options_with("links", "true", "images", "true", "front-matter", "true", NULL);
    const pith_page *page;
    pith_options *options = options_with("method", WAYS[way].methods, "reasons", "true", "metadata",
                                         "true", "page-type", "true", "deadline", "0", NULL);
    pith_options_set_model(options, models[way]);
    if (way % 2 == 0)
        pith_options_set_model(options, kind_model);
    for (size_t i = 0; i < pages.count; i++) {
        const struct page *source = &pages.pages[i];
        if (pith_context_parse(context, (const char *)source->bytes, source->len, options, &page,
                               NULL) != PITH_OK)
            return 0;
        for (int format = 0; format < FORMATS; format++) {
            if (pith_render(page, (pith_format)format, dress, add, &hash) != PITH_OK)
                return 0;
        }
    }
    return hash;
}

static uint64_t ask_text(void)
{
    uint64_t hash = PITH__FNV64;
    for (size_t i = 0; i < pages.count; i++) {
        char *text;
        size_t len;
        if (pith_extract((const char *)pages.pages[i].bytes, pages.pages[i].len, NULL,
                         PITH_FORMAT_TEXT, &text, &len, NULL) != PITH_OK)
            return 0;
        add(text, len, &hash);
        pith_free(text);
    }
    return hash;
}

static int set_up(void **state)
{
    (void)state;
    for (size_t i = 0; i < PAGE_COUNT; i++)
        assert_int_equal(page_set_add(&pages, PAGES[i]), 0);
    for (size_t i = 0; i < WAY_COUNT; i++) {
        const struct page *file;
        if (WAYS[i].path == NULL)
            continue;
        assert_int_equal(page_set_add(&model_files, WAYS[i].path), 0);
        file = &model_files.pages[model_files.count - 1];
        assert_int_equal(pith_model_view_new((char *)file->bytes, file->len, &models[i], NULL),
                         PITH_OK);
    }
    assert_int_equal(page_set_add(&model_files, "models/kind.forest"), 0);
    assert_int_equal(pith_model_new((char *)model_files.pages[model_files.count - 1].bytes,
                                    model_files.pages[model_files.count - 1].len, &kind_model,
                                    NULL),
                     PITH_OK);
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    for (size_t i = 0; i < WAY_COUNT; i++)
        pith_model_free(models[i]);
    pith_model_free(kind_model);
    page_set_free(&model_files);
    page_set_free(&pages);
    return 0;
}

struct worker {
    pthread_t thread;
    pthread_barrier_t *start;
    pith_context *context; /* NULL: it makes one */
    uint64_t hashes[WAY_COUNT];
    uint64_t text;
};

static void *work(void *user)
{
    struct worker *worker = user;
    pith_context *context = worker->context;

    if (worker->start != NULL)
        pthread_barrier_wait(worker->start);
    if (context == NULL)
        context = pith_context_new();
    for (size_t way = 0; way < WAY_COUNT; way++)
        worker->hashes[way] = ask(context, way);
    worker->text = ask_text();
    if (worker->context == NULL)
        pith_context_free(context);
    return NULL;
}

static void expect_same(const struct worker *got, const struct worker *want)
{
    for (size_t way = 0; way < WAY_COUNT; way++) {
        assert_int_not_equal(got->hashes[way], 0);
        assert_int_equal(got->hashes[way], want->hashes[way]);
    }
    assert_int_not_equal(got->text, 0);
    assert_int_equal(got->text, want->text);
}

/* The threads come first: whatever the library makes at its first use is made by all of them. */
static void test_contexts_of_their_own(void **state)
{
    struct worker workers[THREADS] = {{0}};
    struct worker alone = {0};
    pthread_barrier_t start;

    (void)state;
    assert_int_equal(pthread_barrier_init(&start, NULL, THREADS), 0);
    for (size_t i = 0; i < THREADS; i++) {
        workers[i].start = &start;
        assert_int_equal(pthread_create(&workers[i].thread, NULL, work, &workers[i]), 0);
    }
    for (size_t i = 0; i < THREADS; i++)
        pthread_join(workers[i].thread, NULL);
    pthread_barrier_destroy(&start);
    work(&alone);
    for (size_t i = 0; i < THREADS; i++)
        expect_same(&workers[i], &alone);
}

static void test_a_context_handed_on(void **state)
{
    struct worker workers[2] = {{0}};
    struct worker alone = {0};
    pith_context *context = pith_context_new();

    (void)state;
    assert_non_null(context);
    work(&alone);
    for (size_t i = 0; i < 2; i++) {
        workers[i].context = context;
        assert_int_equal(pthread_create(&workers[i].thread, NULL, work, &workers[i]), 0);
        pthread_join(workers[i].thread, NULL);
        expect_same(&workers[i], &alone);
    }
    pith_context_free(context);
}

static const char shared_page[] =
    "<title>The river</title><ul><li><a href=a>Home</a><li><a href=b>News</a></ul><h1>The river "
    "rose</h1><p>The river rose again on Monday. Nobody in the village had seen so much water "
    "before, and the people who live near the bridge left their houses in the night.<p>Copyright";

static void *extract_often(void *argument)
{
    char *text = NULL;
    for (int i = 0; i < 20; i++) {
        pith_free(text);
        if (pith_extract(shared_page, sizeof shared_page - 1, argument, PITH_FORMAT_JSON, &text,
                         NULL, NULL) != PITH_OK)
            return NULL;
    }
    return text;
}

/* Options that nobody changes, for all threads at once. */
static void test_options_for_all(void **state)
{
    (void)state;
    pith_options *options = options_with("method", "auto,ngram,perplexity", "vote", "any", "id",
                                         "page", "links", "true", "perplexity.limit", "8000", NULL);
    pthread_t threads[THREADS];
    char *wanted = extract_often(options);
    assert_non_null(wanted);
    for (int i = 0; i < THREADS; i++)
        assert_int_equal(pthread_create(&threads[i], NULL, extract_often, options), 0);
    for (int i = 0; i < THREADS; i++) {
        void *text;
        assert_int_equal(pthread_join(threads[i], &text), 0);
        assert_non_null(text);
        assert_string_equal(text, wanted);
        pith_free(text);
    }
    pith_free(wanted);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_contexts_of_their_own),
        cmocka_unit_test(test_a_context_handed_on),
        cmocka_unit_test(test_options_for_all),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
