/*
 * test_markdown_address.c - addresses in text: as they are where that is safe, and so that no
 * reader of markdown takes what is around them for a part of them.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "options_with.h"
#include "rendering.h"

static void plain(const char *html, const char *want)
{
    expect_plain(PITH_FORMAT_MARKDOWN, html, want);
}

static void dressed(const char *html, const char *want)
{
    expect_dressed(PITH_FORMAT_MARKDOWN, html, want);
}

static void stay_as_they_are(void **state)
{
    (void)state;
    plain("<p>See https://e.org/a_b?c=1&amp;d=2, or (http://e.org/~u). _x_",
          "See https://e.org/a_b?c=1&d=2, or (http://e.org/~u). \\_x_\n");
    plain("<p>www.e.org, e.org/a_b, u_v@e.org, mailto:a@e.org",
          "www.e.org, e.org/a_b, u_v@e.org, mailto:a@e.org\n");
    plain("<p><b>http://e.org/a</b>, <i>http://e.org</i>.<p><b>a</b> http://e.org",
          "**http://e.org/a**, *http://e.org*.\n\n**a** http://e.org\n");
    plain("<table><tr><th>a<th>b<tr><td>http://e.org<td>www.e.org</table>",
          "| a | b |\n| --- | --- |\n| http://e.org | www.e.org |\n");
    dressed("<p><a href=x>http://e.org/a_b?c</a>", "[http://e.org/a_b?c](x)\n");
    plain("<p>http://e.org/?a&amp;am<span>p=1</span>", "http://e.org/?a&amp=1\n");
}

static void lines_end_without_a_backslash(void **state)
{
    (void)state;
    plain("<p>http://e.org<br>www.e.org<br><b>http://e.org/a</b><br>u@e.org<br>b",
          "http://e.org  \nwww.e.org  \n**http://e.org/a**  \nu@e.org\\\nb\n");
    plain("<table><tr><th>a<th>b<tr><td>http://e.org<br>u@e.org<td>www.e.org<p>u@e.org</table>",
          "| a | b |\n| --- | --- |\n| http://e.org <br>u@e.org | www.e.org <br>u@e.org |\n");
}

static void are_bracketed(void **state)
{
    (void)state;
    plain("<p>See http://e.org/&lt;img src=x onerror=alert(1)&gt; for more.",
          "See <http://e.org/>\\<img src=x onerror=alert(1)> for more.\n");
    plain("<p>http://e.org&lt;javascript:alert(1)&gt;", "<http://e.org>\\<javascript:alert(1)>\n");
    plain("<p>https://e.org/wiki/_a_b/__init__.py", "<https://e.org/wiki/_a_b/__init__.py>\n");
    plain("<p>&lt;http://e.org&gt; \xE2\x80\x9Chttp://e.org\xE2\x80\x9D",
          "\\<<http://e.org>> \xE2\x80\x9C<http://e.org>\xE2\x80\x9D\n");
    plain("<p>\\http://e.org&gt;", "\\\\<http://e.org>>\n");
    plain("<p>http://e.org<b>a</b>http://e.org<code>b</code><sup>c</sup>",
          "<http://e.org>**a**<http://e.org>`b`<sup>c</sup>\n");
    plain("<p>(<b>http://e.org/~a</b>)", "(**<http://e.org/~a>**)\n");
    plain("<p>www.e.org\xEF\xBC\x8C"
          "a",
          "[www.e.org](http://www.e.org)\xEF\xBC\x8C"
          "a\n");
}

static void are_hidden(void **state)
{
    (void)state;
    plain("<p>http://e.org/?a&amp;lt;b", "http\\:\\//e\\.org/?a\\&lt;b\n");
    plain("<p>www.e.org/_a_ e.org/_a_", "www\\.e\\.org/\\_a_ e\\.org/\\_a_\n");
    plain("<p>_u@e.org _", "\\_u\\@e\\.org _\n");
    plain("<p><b>http://e.org</b>a", "**http\\:\\//e\\.org**a\n");
    plain("<p>javascript://e.org&lt;b&gt;", "javascript\\:\\//e\\.org\\<b>\n");
    dressed("<p><a href=x>http://e.org/'a</a>'", "[http\\:\\//e\\.org/'a](x)'\n");
    dressed("<p><img src=x alt=\"http://e.org/'a\">'", "![http\\://e.org/'a](x) '\n");
    plain("<p>!www.e.org\xC2\xA0", "!www.e.org\n");
    plain("<p>!www.e.org\xC2\xA0"
          "a",
          "!www\\.e\\.org\xC2\xA0"
          "a\n");
}

/* A reader that does not know front matter takes it for text. */
static void front_matter_is_no_markup(void **state)
{
    static const char html[] = "<title>a &lt;img src=x onerror=b()&gt; [c](javascript:d()) \"e\" "
                               "[f]</title><p>g";
    const pith_page *page = NULL;
    struct rendering rendering = {NULL, 0, 0};
    pith_options *dress = options_with("front-matter", "true", NULL);
    (void)state;
    pith_options *options = options_with("method", "all", "metadata", "true", NULL);
    pith_context *context = pith_context_new();
    assert_int_equal(pith_context_parse(context, html, strlen(html), options, &page, NULL),
                     PITH_OK);
    assert_int_equal(pith_render(page, PITH_FORMAT_MARKDOWN, dress, rendering_append, &rendering),
                     PITH_OK);
    assert_non_null(strstr(rendering.text, "title: \"a \\u003cimg src=x onerror=b()> "
                                           "[c\\u005d(javascript:d()) \\\"e\\\" [f]\"\n"));
    rendering_free(&rendering);
    pith_context_free(context);
}

/* Memory and output grow with the block, whatever is in it. */
static void cost_what_they_are_long(void **state)
{
    static const char *const pieces[] = {
        "http://a<", "www.a>",     "http://",   "://_",
        "www.",      "&amp;http:", "a@_b.org/", "http://a<b>b</b>"};
    (void)state;
    for (size_t i = 0; i < sizeof pieces / sizeof *pieces; i++) {
        size_t count = 100000 / strlen(pieces[i]);
        char *html = repeated(pieces[i], count);
        struct rendering rendering = render_bytes(html, strlen(html), PITH_FORMAT_MARKDOWN, NULL);
        assert_true(rendering.len <= 6 * strlen(html));
        rendering_free(&rendering);
        free(html);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(stay_as_they_are),
        cmocka_unit_test(lines_end_without_a_backslash),
        cmocka_unit_test(are_bracketed),
        cmocka_unit_test(are_hidden),
        cmocka_unit_test(front_matter_is_no_markup),
        cmocka_unit_test(cost_what_they_are_long),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
