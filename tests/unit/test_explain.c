/*
 * test_explain.c - the explain page from inside: votes, numbers, failures. tests/render looks at
 * the page as a whole.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "meter.h"
#include "options_with.h"
#include "pith.h"

struct text {
    char bytes[200000];
    size_t len;
};

static int append(const char *data, size_t len, void *user)
{
    struct text *text = user;
    assert_true(text->len + len < sizeof text->bytes);
    memcpy(text->bytes + text->len, data, len);
    text->len += len;
    text->bytes[text->len] = '\0';
    return 0;
}

static const char html[] = "<title>T</title><h1>Head</h1>"
                           "<p>Twelve words that stand in one paragraph so that minwords keeps it."
                           "<p><a href=x>link</a><p>short";

/* The explain page of HTML. */
static void explain(const pith_options *options, struct text *text)
{
    pith_context *context = pith_context_new();
    const pith_page *page;
    text->len = 0;
    assert_int_equal(pith_context_parse(context, html, sizeof html - 1, options, &page, NULL),
                     PITH_OK);
    assert_int_equal(pith_render(page, PITH_FORMAT_EXPLAIN, NULL, append, text), PITH_OK);
    pith_context_free(context);
}

static void expect(const struct text *text, const char *part)
{
    if (strstr(text->bytes, part) == NULL)
        fail_msg("not there: %s", part);
}

static void names(void **state)
{
    (void)state;
    assert_string_equal(pith_format_name(PITH_FORMAT_EXPLAIN), "explain");
    assert_string_equal(pith_format_name((pith_format)99), "unknown");
}

/* Votes have a bit for each method that was asked, in the order of their names. */
static void votes(void **state)
{
    (void)state;
    static struct text text;
    pith_options *options =
        options_with("method", "all,minwords", "vote", "all", "id", "a<b", NULL);
    explain(options, &text);
    expect(&text, "\"methods\":[[\"all\",\"every block\"],[\"minwords\",");
    expect(&text, "\"vote\":\"all\"");
    expect(&text, "all, minwords <small>by vote: all</small>");
    expect(&text, "<bdi>a&lt;b</bdi>");
    expect(&text, "\n[0.485,15,1,\"heading 1\",");      /* outvoted */
    expect(&text, "\n[0.7,0,3,\"paragraph\",");         /* kept by both */
    expect(&text, "class=\"block drop s5 h1\"");        /* half sure */
    expect(&text, "class=\"block keep s7\"><p class="); /* quite sure */
    expect(&text, "<div><dt>Words kept</dt><dd>12 of 15 <small>(80");
}

static double often(const char *text, size_t len, void *user)
{
    (void)text;
    (void)len;
    return *(const double *)user;
}

/* The last features of the first row are its text frequency and four that relate it to nothing. */
static void numbers(void **state)
{
    (void)state;
    static const struct {
        double frequency;
        const char *written;
    } cases[] = {
        {0, ",0,1,1,1,1],"},         {3, ",3,1,1,1,1],"},
        {0.5, ",0.5,1,1,1,1],"},     {0.25, ",0.25,1,1,1,1],"},
        {1 / 3.0, ",0.333,1,1,1,1"}, {0.9996, ",1,1,1,1,1],"},
        {0.0004, ",0,1,1,1,1],"},    {1e30, ",999999986991104,1,1,1,1],"},
    };
    static struct text text;
    pith_options *options = options_with(NULL);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        double frequency = cases[i].frequency;
        pith_options_set_frequency(options, often, &frequency);
        explain(options, &text);
        expect(&text, cases[i].written);
    }
}

static int refuse(const char *data, size_t len, void *user)
{
    (void)data;
    (void)len;
    return ++*(int *)user > 3;
}

static void sink_stops(void **state)
{
    (void)state;
    pith_context *context = pith_context_new();
    const pith_page *page;
    int calls = 0;
    assert_int_equal(pith_context_parse(context, html, sizeof html - 1, NULL, &page, NULL),
                     PITH_OK);
    assert_int_equal(pith_render(page, PITH_FORMAT_EXPLAIN, NULL, refuse, &calls), PITH_ERR_SINK);
    assert_int_equal(calls, 4);
    pith_context_free(context);
}

/* Without memory nothing is written, and nothing is lost. */
static void no_memory(void **state)
{
    (void)state;
    static struct text text;
    struct meter meter = {0, 0, 0, 0};
    pith_context *context = meter_context(&meter);
    const pith_page *page;
    assert_int_equal(pith_context_parse(context, html, sizeof html - 1, NULL, &page, NULL),
                     PITH_OK);
    size_t before = meter.now;
    meter.fail_at = meter.calls + 1;
    text.len = 0;
    assert_int_equal(pith_render(page, PITH_FORMAT_EXPLAIN, NULL, append, &text), PITH_ERR_NOMEM);
    assert_int_equal(text.len, 0);
    meter.fail_at = 0;
    assert_int_equal(pith_render(page, PITH_FORMAT_EXPLAIN, NULL, append, &text), PITH_OK);
    assert_int_equal(meter.now, before);
    pith_context_free(context);
    assert_int_equal(meter.now, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(names),      cmocka_unit_test(votes),     cmocka_unit_test(numbers),
        cmocka_unit_test(sink_stops), cmocka_unit_test(no_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
