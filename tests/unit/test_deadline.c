/*
 * test_deadline.c - time that runs out at any point of any stage: what is left is a page, marked as
 * partial, and every format ends what it began. Time is counted in units of work, so the tests do
 * not depend on the machine.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/json.h"
#include "options_with.h"
#include "page.h"
#include "render/render.h"
#include "rendering.h"

#include <cmocka.h>

enum { FORMATS = PITH__FORMAT_COUNT };

/* A page with something of everything, some times over. */
static const char piece[] =
    "<h2>Heading</h2><p>Some words of a <a href=u>sentence</a>, and <b>more</b> of them here.</p>"
    "<ul><li>one<li>two <ol><li>three</ol></ul><blockquote>A quote. <p>Two.</blockquote>"
    "<table><tr><th>a<th>b<tr><td>c<td>d<tr><td>e<td>f</table><pre>code\n</pre><dl><dt>t<dd>d</dl>";
enum { PIECES = 12 };

static const char head[] =
    "<title>A title</title><meta name=author content='A. Writer'>"
    "<script type='application/ld+json'>{\"@type\":\"Article\",\"headline\":\"A\"}</script>";

static char *make_page(void)
{
    char *body = repeated(piece, PIECES), *page = malloc(strlen(body) + sizeof head);
    assert_non_null(page);
    strcpy(page, head);
    strcat(page, body);
    free(body);
    return page;
}

static pith_options *all_asked(const char *methods)
{
    pith_options *options =
        options_with("deadline", "0", /* the real clock stays out of it */ "method", methods,
                     "perplexity.lang", "en", "perplexity.combine", "alone", "metadata", "true",
                     "page-type", "true", "reasons", "true", NULL);
    return options;
}

static const pith_page *parse(pith_context *context, const char *html, const pith_options *options)
{
    const pith_page *page = NULL;
    assert_int_equal(pith_context_parse(context, html, strlen(html), options, &page, NULL),
                     PITH_OK);
    return page;
}

/* ------------------------------------------------------------------ formats */

static void check_json(const struct rendering *text, bool stopped)
{
    static const char end[] = "],\"stopped\":\"deadline\"}\n";
    struct pith__json json;
    enum pith__json_event event;
    pith__json_init(&json, (struct pith__span){(const unsigned char *)text->text, text->len});
    while ((event = pith__json_next(&json)) > PITH__JSON_END)
        ;
    assert_int_equal(event, PITH__JSON_END);
    assert_true(text->len >= sizeof end);
    assert_int_equal(strcmp(text->text + text->len - (sizeof end - 1), end) == 0, stopped);
}

/* Every element that is opened is closed. */
static void check_html(const struct rendering *text)
{
    const char *open[64];
    size_t depth = 0;
    for (const char *p = text->text; (p = strchr(p, '<')) != NULL; p++) {
        const char *end = strchr(p, '>');
        assert_non_null(end);
        if (p[1] == '/') {
            assert_true(depth > 0);
            depth--;
            assert_memory_equal(open[depth], p + 2, (size_t)(end - p - 2));
        } else if (end[-1] != '/') {
            assert_true(depth < 64);
            open[depth++] = p + 1;
        }
    }
    assert_int_equal(depth, 0);
}

static void check_explain(const struct rendering *text)
{
    const char *data = strstr(text->text, "id=\"data\">"), *end;
    size_t blocks = 0, rows = 0;
    struct pith__json json;
    enum pith__json_event event;
    assert_non_null(strstr(text->text, "</html>\n"));
    for (const char *p = text->text; (p = strstr(p, "<div id=\"b")) != NULL; p++)
        blocks++;
    assert_non_null(data);
    data += strlen("id=\"data\">");
    end = strstr(data, "</script>");
    assert_non_null(end);
    pith__json_init(&json, (struct pith__span){(const unsigned char *)data, (size_t)(end - data)});
    while ((event = pith__json_next(&json)) > PITH__JSON_END) {
        if (event != PITH__JSON_KEY || !pith__json_is(&json, "blocks"))
            continue;
        assert_int_equal(pith__json_next(&json), PITH__JSON_ARRAY);
        for (; (event = pith__json_next(&json)) == PITH__JSON_ARRAY; rows++)
            assert_true(pith__json_skip(&json, event));
    }
    assert_int_equal(event, PITH__JSON_END);
    assert_int_equal(rows, blocks);
}

static bool check_format(const pith_page *page, pith_format format, struct rendering *text)
{
    pith_options *dress = options_with("links", "true", "images", "true", NULL);
    *text = (struct rendering){NULL, 0, 0};
    rendering_append("", 0, text);
    pith_status status = pith_render(page, format, dress, rendering_append, text);
    assert_true(status == PITH_OK || status == PITH_ERR_DEADLINE);
    if (format == PITH_FORMAT_JSON)
        check_json(text, status == PITH_ERR_DEADLINE);
    if (format == PITH_FORMAT_HTML)
        check_html(text);
    if (format == PITH_FORMAT_EXPLAIN)
        check_explain(text);
    assert_true(text->len == 0 || text->text[text->len - 1] == '\n');
    return status == PITH_ERR_DEADLINE;
}

/* ------------------------------------------------------------------- stages */

/* The blocks that were judged before time was up are a beginning of all. */
static size_t count_judged(const pith_page *page)
{
    const pith_page_info *info = pith_page_get_info(page);
    size_t judged = 0;
    for (size_t i = 0; i < info->blocks; i++) {
        const pith_block *block = pith_page_block(page, i);
        if (block->reason == PITH_REASON_DEADLINE) {
            assert_false(block->keep);
            assert_int_equal(block->label, PITH_LABEL_BOILERPLATE);
            assert_int_equal(block->votes, 0);
        } else {
            assert_int_equal(judged, i);
            judged++;
        }
    }
    return judged;
}

/* Time runs out at every point while the page is parsed and judged. */
static void stop_everywhere(const char *methods, bool once)
{
    pith_context *context = pith_context_new();
    char *html = make_page();
    pith_options *options = all_asked(methods);
    const pith_page *page = parse(context, html, options);
    uint64_t work = pith__context_clock(context)->work;
    size_t blocks = pith_page_get_info(page)->blocks, least = blocks, half = 0;
    assert_int_equal(pith_page_get_info(page)->outcome, PITH_OUTCOME_OK);
    assert_int_equal(count_judged(page), blocks);
    for (uint64_t stop = 1; stop <= work; stop += 1 + work / 97) {
        pith__context_stop_at(context, stop, once);
        page = parse(context, html, options);
        const pith_page_info *info = pith_page_get_info(page);
        assert_int_equal(info->outcome, PITH_OUTCOME_PARTIAL);
        assert_int_equal(info->reason, PITH_REASON_DEADLINE);
        size_t judged = count_judged(page);
        least = judged < least ? judged : least;
        half += judged > 0 && judged < info->blocks;
        for (unsigned format = 0; format < FORMATS; format++) {
            struct rendering text;
            bool stopped = check_format(page, (pith_format)format, &text);
            assert_true(!once || !stopped);
            rendering_free(&text);
        }
    }
    assert_int_equal(least, 0);
    /* Some methods take too little time for each block to be stopped between two. */
    assert_true(half > 0 || (method_bits(methods) & method_bits("all,minwords")) != 0);
    pith__context_stop_at(context, 0, false);
    page = parse(context, html, options);
    assert_int_equal(pith_page_get_info(page)->outcome, PITH_OUTCOME_OK);
    assert_int_equal(pith__context_clock(context)->work, work);
    pith_context_free(context);
    free(html);
}

static void every_method_stops(void **state)
{
    (void)state;
    const pith_method_info *method;
    for (size_t i = 0; (method = pith_method_at(i)) != NULL; i++)
        stop_everywhere(method->name, true);
    stop_everywhere("auto,ngram,perplexity", true);
}

static void all_later_stages_stop_too(void **state)
{
    (void)state;
    stop_everywhere("auto", false);
}

static void formats_stop(void **state)
{
    (void)state;
    pith_context *context = pith_context_new();
    char *html = make_page();
    pith_options *options = all_asked("all");
    for (unsigned format = 0; format < FORMATS; format++) {
        struct rendering whole, part;
        const pith_page *page = parse(context, html, options);
        uint64_t from = pith__context_clock(context)->work;
        assert_false(check_format(page, (pith_format)format, &whole));
        uint64_t work = pith__context_clock(context)->rendered - from;
        assert_true(work > 0);
        size_t stops = 0;
        for (uint64_t stop = 1; stop < work; stop += 1 + work / 61) {
            pith__context_stop_at(context, from + stop, true);
            page = parse(context, html, options);
            assert_int_equal(pith_page_get_info(page)->outcome, PITH_OUTCOME_OK);
            bool stopped = check_format(page, (pith_format)format, &part);
            stops += stopped;
            assert_true(stopped || part.len == whole.len);
            if (format == PITH_FORMAT_TEXT || format == PITH_FORMAT_CLEANEVAL)
                assert_memory_equal(part.text, whole.text, part.len > 0 ? part.len - 1 : 0);
            rendering_free(&part);
        }
        assert_true(stops > 10);
        pith__context_stop_at(context, 0, false);
        rendering_free(&whole);
    }
    pith_context_free(context);
    free(html);
}

/* A decision that is late leaves the page partial; the next one, which is not, as it should be. */
static void a_late_decision_can_be_made_again(void **state)
{
    (void)state;
    pith_context *context = pith_context_new();
    char *html = make_page();
    pith_options *options = all_asked("all");
    const pith_page *page = parse(context, html, options);
    options_set(options, "method", "auto", NULL);
    pith__context_stop_at(context, pith__context_clock(context)->work + 1, false);
    assert_int_equal(pith_context_decide(context, options, NULL), PITH_OK);
    assert_int_equal(pith_page_get_info(page)->outcome, PITH_OUTCOME_PARTIAL);
    assert_int_equal(pith_page_get_info(page)->kept_blocks, 0);
    pith__context_stop_at(context, 0, false);
    assert_int_equal(pith_context_decide(context, options, NULL), PITH_OK);
    assert_int_equal(pith_page_get_info(page)->outcome, PITH_OUTCOME_OK);
    assert_int_equal(pith_page_get_info(page)->reason, PITH_REASON_NONE);
    pith_context_free(context);
    free(html);
}

/* No option makes cost grow faster than the page, the deepest nesting that can be asked for
 * neither: twice the blocks below it are not twice the work of the whole. */
static void depth_is_not_paid_for_each_block(void **state)
{
    (void)state;
    static const char *const tags[] = {"<div>", "<z>", "<table><tr><td>"};
    enum { DEEP = 40000, BLOCKS = 4000 };
    pith_context *context = pith_context_new();
    pith_options *options = all_asked("auto");
    options_set(options, "max-depth", "65535", NULL);
    for (size_t i = 0; i < sizeof tags / sizeof *tags; i++) {
        uint64_t work[2];
        char *deep = repeated(tags[i], DEEP / (strlen(tags[i]) / 3));
        for (size_t k = 0; k < 2; k++) {
            struct rendering text = {NULL, 0, 0};
            char *blocks = repeated("x<br><br>", BLOCKS * (k + 1));
            char *html = malloc(strlen(deep) + strlen(blocks) + 1);
            assert_non_null(html);
            strcat(strcpy(html, deep), blocks);
            const pith_page *page = parse(context, html, options);
            assert_int_equal(pith_page_get_info(page)->blocks, BLOCKS * (k + 1));
            work[k] = pith__context_clock(context)->work;
            check_format(page, PITH_FORMAT_JSON, &text);
            rendering_free(&text);
            free(html);
            free(blocks);
        }
        assert_true(work[1] < 2 * work[0]);
        assert_true(work[1] < 200 * (DEEP + BLOCKS * 2));
        free(deep);
    }
    pith_context_free(context);
}

/* Plain text is looked at line by line before it becomes paragraphs: that counts, too. */
static void blank_lines_are_no_way_around(void **state)
{
    (void)state;
    static const char *const pieces[] = {"\n", "a\n", "----\n"};
    pith_context *context = pith_context_new();
    for (size_t i = 0; i < sizeof pieces / sizeof *pieces; i++) {
        char *text = repeated(pieces[i], 10000);
        pith_options *options = all_asked("all");
        options_set(options, "input", "text", NULL);
        parse(context, text, options);
        assert_true(pith__context_clock(context)->work >= 10000);
        pith__context_stop_at(context, 5000, true);
        const pith_page *page = parse(context, text, options);
        assert_int_equal(pith_page_get_info(page)->reason, PITH_REASON_DEADLINE);
        pith__context_stop_at(context, 0, false);
        free(text);
    }
    pith_context_free(context);
}

/* Where a large block is cut that parts are taken out of, nothing of it follows the cut. */
static void a_cut_leaves_no_hole(void **state)
{
    (void)state;
    static const char bad[] = "xq zv kj wq zx qj vk jq xz kq. ";
    pith_context *context = pith_context_new();
    char *good = repeated("It is a dog and a man. ", 60000), *html = malloc(strlen(good) + 200);
    assert_non_null(html);
    sprintf(html, "%s%sIt is the END.", good, bad);
    pith_options *options = all_asked("perplexity");
    for (unsigned format = 0; format < FORMATS; format++) {
        struct rendering text;
        const pith_page *page = parse(context, html, options);
        uint64_t from = pith__context_clock(context)->work;
        assert_false(check_format(page, (pith_format)format, &text));
        assert_non_null(strstr(text.text, "END."));
        assert_true(strstr(text.text, "xq zv") == NULL || format == PITH_FORMAT_JSON ||
                    format == PITH_FORMAT_EXPLAIN);
        uint64_t work = pith__context_clock(context)->rendered - from;
        rendering_free(&text);
        pith__context_stop_at(context, from + work / 16, true);
        page = parse(context, html, options);
        assert_true(check_format(page, (pith_format)format, &text));
        assert_null(strstr(text.text, "END."));
        rendering_free(&text);
        pith__context_stop_at(context, 0, false);
    }
    pith_context_free(context);
    free(good);
    free(html);
}

static void cut_in_a_block(pith_context *context, const char *html, const pith_options *options,
                           pith_format format)
{
    struct rendering whole, part;
    const pith_page *page = parse(context, html, options);
    uint64_t from = pith__context_clock(context)->work;
    assert_false(check_format(page, format, &whole));
    uint64_t work = pith__context_clock(context)->rendered - from;
    for (unsigned tenth = 1; tenth < 8; tenth += 3) {
        pith__context_stop_at(context, from + work * tenth / 10, true);
        page = parse(context, html, options);
        assert_true(check_format(page, format, &part));
        assert_in_range(part.len, 1, whole.len * (tenth + 3) / 10);
        rendering_free(&part);
    }
    pith__context_stop_at(context, 0, false);
    rendering_free(&whole);
}

/* One block of many megabytes is no way around it: neither stages nor formats go on with it for
 * long, and what was read so far is there. */
static void a_large_block_is_no_way_around(void **state)
{
    (void)state;
    static const struct {
        const char *charset, *piece;
    } cases[] = {
        {"utf-8", "Some words of a sentence. "},
        {"utf-8", "\xFF words of a \xE6\xB0 sentence. "},
        {"windows-1252", "Some w\xF6rds of a sentence. "},
        {"shift_jis", "Some \x82\xA0\x93\xFA of a sentence. "},
        {"iso-2022-jp", "Some \x1B$B$\"$\"\x1B(B of a sentence. "},
        {"utf-16le", "S\1o\1 \1w\1o\1.\1 \1"},
    };
    pith_context *context = pith_context_new();
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char *html = repeated(cases[i].piece, ((size_t)4 << 20) / strlen(cases[i].piece));
        pith_options *options = all_asked("all");
        options_set(options, "charset", cases[i].charset, NULL);
        const pith_page *page = parse(context, html, options);
        assert_int_equal(pith_page_get_info(page)->blocks, 1);
        uint64_t work = pith__context_clock(context)->work;
        size_t fewer = 0;
        for (unsigned format = 0; format < FORMATS && i == 0; format++)
            cut_in_a_block(context, html, options, (pith_format)format);
        for (uint64_t stop = 1; stop < work; stop += 1 + work / 9) {
            pith__context_stop_at(context, stop, true);
            page = parse(context, html, options);
            assert_int_equal(pith_page_get_info(page)->outcome, PITH_OUTCOME_PARTIAL);
            assert_int_equal(pith_page_get_info(page)->reason, PITH_REASON_DEADLINE);
            fewer += pith__context_clock(context)->work < work / 2;
        }
        assert_true(fewer > 0);
        pith__context_stop_at(context, 0, false);
        free(html);
    }
    pith_context_free(context);
}

/* The real clock: what is left to rendering, whatever the stages before it took. */
static void rendering_has_a_quarter(void **state)
{
    (void)state;
    pith_context *context = pith_context_new();
    pith_options *options = all_asked("all");
    parse(context, "<p>x", options);
    assert_int_equal(pith__context_clock(context)->render_ms, 0);
    options_set(options, "deadline", "1000000000", NULL);
    parse(context, "<p>x", options);
    assert_in_range(pith__context_clock(context)->render_ms, 250000000, 1000000000);
    pith_context_free(context);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_method_stops),
        cmocka_unit_test(all_later_stages_stop_too),
        cmocka_unit_test(formats_stop),
        cmocka_unit_test(a_late_decision_can_be_made_again),
        cmocka_unit_test(depth_is_not_paid_for_each_block),
        cmocka_unit_test(a_large_block_is_no_way_around),
        cmocka_unit_test(a_cut_leaves_no_hole),
        cmocka_unit_test(blank_lines_are_no_way_around),
        cmocka_unit_test(rendering_has_a_quarter),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
