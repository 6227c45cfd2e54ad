/*
 * test_render.c - plain text and JSON from inside: what stands between blocks, what is escaped.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/writer.h"
#include "options_with.h"
#include "rendering.h"

struct text {
    char bytes[20000];
    size_t len;
    size_t pieces;
};

static int append(const char *data, size_t len, void *user)
{
    struct text *text = user;
    assert_true(text->len + len < sizeof text->bytes);
    memcpy(text->bytes + text->len, data, len);
    text->len += len;
    text->bytes[text->len] = '\0';
    text->pieces++;
    return 0;
}

static void expect_text(const char *html, const char *want)
{
    expect_plain(PITH_FORMAT_TEXT, html, want);
}

static void plain_text(void **state)
{
    (void)state;
    expect_text("", "");
    expect_text("<h1>a</h1><p>b<br>c", "a\n\nb\nc\n");
    expect_text("<meta charset=utf-8><p>a\x1b\x7f"
                "b\xC2\x9B\xC2\x85\xC2\xBF\xC3\x9B\tc",
                "ab\xC2\xBF\xC3\x9B c\n");
    expect_text("<p>a<ul><li>b<li>c<ul><li>d</ul></ul>e", "a\n\n- b\n- c\n  - d\n\ne\n");
    expect_text("<ol start=9><li>a<p>b<li>c</ol>", "9. a\n\n  b\n10. c\n");
    expect_text("<ul><li><h2>a</h2>b</ul>", "- a\n\n  b\n");
    expect_text("<ul><li><ul><li>a<li>b</ul><li>c</ul>", "- - a\n  - b\n- c\n");
    expect_text("<ol start=3><li><ol><li><ul><li>a</ul></ol>b</ol>", "3. 1. - a\n\n  b\n");
    expect_text("<table><tr><td>a<td><td>b<br>c<tr><td colspan=2>d<td>e</table>f",
                "a\t\tb c\nd\t\te\n\nf\n");
    expect_text("<table><tr><td>a<td>b</table><table><tr><td>c</table>", "a\tb\n\nc\n");
    expect_text("<dl><dt>a<dd>b<dd>c<dt>d</dl>", "a\nb\nc\n\nd\n");
    expect_text("<pre>a\n\n b\n\n</pre>c", "a\n\n b\n\nc\n");
    expect_text("<ul><li>a<br>b</ul><li>c", "- a\n  b\n- c\n");
    expect_text("<p>a&#27;[31m\x7F\x07"
                "b",
                "a[31mb\n");
}

/* Exponents get a mark; notes, ordinals and the like stay as they are. */
static void superscripts(void **state)
{
    (void)state;
    expect_text("10<sup>6</sup>, m<sup>2</sup> H<sub>2</sub>O", "10^6, m^2 H2O\n");
    expect_text("x<sup>n+1</sup> <i>e</i><sup>-<b>x</b></sup> (a)<sup>2</sup> Ca<sup>2+</sup>",
                "x^(n+1) e^-x (a)^2 Ca^2+\n");
    expect_text("1<sup>st</sup> M<sup>me</sup> n<sup>o</sup> Na<sup>+</sup>", "1st Mme no Na+\n");
    expect_text("a<sup><a href=#x>1</a></sup> b<sup>[2]</sup> c<sup>*</sup> d.<sup>3</sup>",
                "a1 b[2] c* d.3\n");
    expect_text("word<sup>1</sup> mol<sup>-1</sup> <sup>2</sup>H 1 <sup>2</sup>",
                "word1 mol^-1 2H 1 2\n");
    expect_text("x<sup>n + 1</sup> x<sup>1,2</sup> x<sup>12345678901234567</sup>",
                "xn + 1 x1,2 x12345678901234567\n");
    expect_text("5<sup>1</sup>/<sub>2</sub> <sup>1</sup>/<sub>2</sub>", "5 1/2 1/2\n");
    expect_text("$1,299<sup>95</sup> 4<sup>00</sup> 5<sup>49</sup>&euro;",
                "$1,299.95 4.00 5.49\xE2\x82\xAC\n");
    expect_text("<ul><li>10<sup>6</sup><br>&#27;b<sup>2</sup></ul>", "- 10^6\n  b^2\n");
    expect_text("2<sup>2<sup>3</sup></sup> 2019<sup>4</sup>", "223 20194\n");
    expect_text("l'<q>a</q> <q>b<br><br>c</q>", "l'\xE2\x80\x9C"
                                                "a\xE2\x80\x9D \xE2\x80\x9C"
                                                "b\xE2\x80\x9D\n\n\xE2\x80\x9C"
                                                "c\xE2\x80\x9D\n");
    expect_text("<pre>10<sup>6</sup>\n</pre>", "106\n");
    expect_text("<q>a</q> <q>b</q> <q>'c'</q>", "\xE2\x80\x9C"
                                                "a\xE2\x80\x9D \xE2\x80\x9C"
                                                "b\xE2\x80\x9D 'c'\n");
    /* what is known of a block does not change */
    pith_context *context = pith_context_new();
    const pith_page *page;
    static const char html[] = "<p>10<sup>6</sup> <q>a</q>";
    assert_int_equal(pith_context_parse(context, html, sizeof html - 1, NULL, &page, NULL),
                     PITH_OK);
    assert_int_equal(pith_page_block(page, 0)->text_len, 5);
    assert_memory_equal(pith_page_block(page, 0)->text, "106 a", 5);
    assert_int_equal(pith_page_block(page, 0)->words, 2);
    pith_context_free(context);
}

static void json(void **state)
{
    (void)state;
    static const char html[] = "<div id='a\"b' class=' x  y '><p>\"\\\x01\t<pre>\n\tz</pre>";
    struct text text = {{0}, 0, 0};
    pith_context *context = pith_context_new();
    const pith_page *page;
    pith_options *options = options_with("method", "all", "id", "a\"\xFF\xC3\xA9\xC3", NULL);
    assert_int_equal(pith_context_parse(context, html, sizeof html - 1, options, &page, NULL),
                     PITH_OK);
    assert_int_equal(pith_render(page, PITH_FORMAT_JSON, NULL, append, &text), PITH_OK);
    assert_non_null(strstr(text.bytes, "\"text\":\"\\\"\\\\\\u0001\""));
    assert_non_null(strstr(text.bytes, "\"text\":\"\\tz\""));
    assert_memory_equal(text.bytes, "{\"id\":\"a\\\"\uFFFD\u00E9\uFFFD\",\"status\":\"ok\"", 33);
    assert_non_null(strstr(text.bytes, "\"div#a\\\"b.x.y\""));
    assert_int_equal(text.bytes[text.len - 1], '\n');
    pith_context_free(context);
}

/* A hostile page's paths and names are cut, not written out for every block. */
static void json_is_bounded(void **state)
{
    (void)state;
    size_t len = 100000;
    char *html = malloc(len);
    assert_non_null(html);
    memset(html, 'a', len);
    memcpy(html, "<x-", 3);
    memcpy(html + 40000, " class='language-", 17);
    memcpy(html + 99990, "'><pre>b", 8);
    html[99998] = html[99999] = 'c';
    struct text text = {{0}, 0, 0};
    pith_context *context = pith_context_new();
    const pith_page *page;
    assert_int_equal(pith_context_parse(context, html, len, NULL, &page, NULL), PITH_OK);
    assert_int_equal(pith_render(page, PITH_FORMAT_JSON, NULL, append, &text), PITH_OK);
    assert_true(text.len < 2000);
    pith_context_free(context);
    free(html);
}

/* Nor do long names of many elements make every block's path long. */
static void json_paths_are_bounded(void **state)
{
    (void)state;
    static char html[64 * 256 + 1000];
    size_t len = 0;
    for (int i = 0; i < 60; i++) {
        memcpy(html + len, "<div id=", 8);
        memset(html + len + 8, 'a', 240);
        html[len + 248] = '>';
        len += 249;
    }
    memcpy(html + len, "<p>x<p>y", 8);
    len += 8;
    struct text text = {{0}, 0, 0};
    pith_context *context = pith_context_new();
    const pith_page *page;
    assert_int_equal(pith_context_parse(context, html, len, NULL, &page, NULL), PITH_OK);
    assert_int_equal(pith_render(page, PITH_FORMAT_JSON, NULL, append, &text), PITH_OK);
    assert_true(text.len < 2 * 3000);
    assert_non_null(strstr(text.bytes, "\"path\":[\"...\",\"div#aaa"));
    pith_context_free(context);
}

static void numbers(void **state)
{
    (void)state;
    struct text text = {{0}, 0, 0};
    struct pith__writer writer;
    pith__writer_init(&writer, append, &text);
    pith__write_number(&writer, 0);
    pith__write_string(&writer, " ");
    pith__write_number(&writer, INT64_MIN);
    pith__write_string(&writer, " ");
    pith__write_number(&writer, INT64_MAX);
    assert_int_equal(pith__writer_finish(&writer), PITH_OK);
    assert_string_equal(text.bytes, "0 -9223372036854775808 9223372036854775807");
}

/* Pieces around the size of the writer's buffer arrive whole and in order. */
static void pieces(void **state)
{
    (void)state;
    struct text text = {{0}, 0, 0};
    struct pith__writer writer;
    char piece[5000];
    memset(piece, 'x', sizeof piece);
    pith__writer_init(&writer, append, &text);
    static const size_t lens[] = {1, 4095, 1, 4096, 4097, 0, 5000};
    size_t total = 0;
    for (size_t i = 0; i < sizeof lens / sizeof *lens; i++) {
        pith__write(&writer, piece, lens[i]);
        total += lens[i];
    }
    assert_int_equal(pith__writer_finish(&writer), PITH_OK);
    assert_int_equal(text.len, total);
    assert_true(text.pieces < sizeof lens / sizeof *lens);
}

/* Ten elements with long names around very many blocks: their paths have a share of the output. */
static void json_paths_have_a_budget(void **state)
{
    (void)state;
    enum { BLOCKS = 50000 };
    char name[251] = "";
    memset(name, 0x7F, sizeof name - 1); /* six bytes each in JSON */
    char *blocks = repeated("<p>x", BLOCKS);
    char *html = malloc(10 * 300 + strlen(blocks) + 1), *end = html;
    assert_non_null(html);
    for (int i = 0; i < 10; i++)
        end += sprintf(end, "<div class=\"%s\">", name);
    strcpy(end, blocks);
    struct rendering text = render_bytes(html, strlen(html), PITH_FORMAT_JSON, NULL);
    assert_non_null(strstr(text.text, "\"path\":[\"...\",\"div.\\u007f"));
    assert_non_null(strstr(text.text, "\"path\":[\"...\",\"p\"]}]}"));
    assert_true(text.len < 120 * strlen(html));
    rendering_free(&text);
    free(html);
    free(blocks);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(plain_text),
        cmocka_unit_test(superscripts),
        cmocka_unit_test(json),
        cmocka_unit_test(json_is_bounded),
        cmocka_unit_test(json_paths_are_bounded),
        cmocka_unit_test(json_paths_have_a_budget),
        cmocka_unit_test(numbers),
        cmocka_unit_test(pieces),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
