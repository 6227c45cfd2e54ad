/*
 * test_stack.c - how much stack the library takes: every call on every page, in a thread whose
 * stack is as small as pith.h says is enough and was filled with a known byte before.
 */
#include <glob.h>
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "options_with.h"
#include "pages.h"
#include "pith.h"
#include "render/render.h"
#include "rendering.h"

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define SANITIZED 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer) ||                         \
    __has_feature(memory_sanitizer)
#define SANITIZED 1
#endif
#endif

/* What pith.h promises. Sanitizers have larger frames; without optimisation they are a bit larger.
 */
#ifdef SANITIZED
enum { STACK = 1 << 20, MOST = STACK };
#else
enum { STACK = 128 << 10, MOST = 112 << 10 };
#endif
enum { FILL = 0xA5 };

static struct page_set set;
static char *deep; /* elements and lists in each other, in vain */

static int ignore(const char *data, size_t len, void *user)
{
    (void)data;
    (void)len;
    (void)user;
    return 0;
}

static const char *use_page(pith_context *context, const char *bytes, size_t len,
                            pith_options *options)
{
    pith_options *dress =
        options_with("links", "true", "images", "true", "front-matter", "true", NULL);
    const pith_page *page;
    float row[256];
    if (pith_context_parse(context, bytes, len, options, &page, NULL) != PITH_OK)
        return "parse";
    for (unsigned format = 0; format < PITH__FORMAT_COUNT; format++) {
        if (pith_render(page, format, dress, ignore, NULL) != PITH_OK)
            return pith_format_name(format);
    }
    pith_page_features(page, 0, row, sizeof row / sizeof *row);
    uint8_t *labels = malloc(pith_page_get_info(page)->blocks + 1);
    pith_status status =
        labels != NULL ? pith_context_label(context, bytes, len, labels) : PITH_ERR_NOMEM;
    free(labels);
    return status == PITH_OK ? NULL : "label";
}

static const char *use_model(const char *path)
{
    struct page_set file = {NULL, 0, 0};
    pith_model *model = NULL;
    if (page_set_add(&file, path) != 0)
        return path;
    pith_status status =
        pith_model_new((const char *)file.pages[0].bytes, file.pages[0].len, &model, NULL);
    pith_model_free(model);
    page_set_free(&file);
    return status == PITH_OK ? NULL : path;
}

/* Returns what failed, or NULL. */
static void *use_all(void *argument)
{
    const pith_method_info *method;
    const char *failed = use_model("models/auto.forest");
    pith_context *context = pith_context_new();
    (void)argument;
    if (failed == NULL)
        failed = use_model("models/any.chargram");
    for (size_t i = 0; failed == NULL && (method = pith_method_at(i)) != NULL; i++) {
        pith_options *options =
            options_with("method", method->name, "reasons", "true", "metadata", "true", "page-type",
                         "true", "filter", "main", "url", "https://example.org/a/b.html", NULL);
        for (size_t k = 0; failed == NULL && k < set.count; k++)
            failed = use_page(context, (const char *)set.pages[k].bytes, set.pages[k].len, options);
        options_set(options, "max-depth", "65535", NULL);
        if (failed == NULL)
            failed = use_page(context, deep, strlen(deep), options);
        options_set(options, "input", "text", NULL);
        for (size_t k = 0; failed == NULL && k < set.count; k++)
            failed = use_page(context, (const char *)set.pages[k].bytes, set.pages[k].len, options);
    }
    pith_context_free(context);
    return (void *)(uintptr_t)failed;
}

static void small_stack(void **state)
{
    glob_t found;
    pthread_attr_t attributes;
    pthread_t thread;
    void *memory, *failed = NULL;
    (void)state;
    assert_int_equal(glob("tests/golden/*.html", 0, NULL, &found), 0);
    for (size_t i = 0; i < found.gl_pathc; i++)
        assert_int_equal(page_set_add(&set, found.gl_pathv[i]), 0);
    globfree(&found);
    deep = repeated("<div><ul><li><b><table><tr><td><blockquote>x", 2000);

    assert_int_equal(posix_memalign(&memory, 4096, STACK), 0);
    memset(memory, FILL, STACK);
    assert_int_equal(pthread_attr_init(&attributes), 0);
    assert_int_equal(pthread_attr_setstack(&attributes, memory, STACK), 0);
    assert_int_equal(pthread_create(&thread, &attributes, use_all, NULL), 0);
    assert_int_equal(pthread_join(thread, &failed), 0);
    if (failed != NULL)
        fail_msg("%s", (const char *)failed);
    size_t left = 0; /* stacks grow downwards */
    while (left < STACK && ((const unsigned char *)memory)[left] == FILL)
        left++;
    printf("%zu of %d bytes of stack were used\n", (size_t)STACK - left, STACK);
    assert_in_range(STACK - left, 1, MOST);
    pthread_attr_destroy(&attributes);
    free(memory);
    free(deep);
    page_set_free(&set);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(small_stack)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
