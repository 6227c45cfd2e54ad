/*
 * test_html.c - small pages and the HTML and CleanEval segments that are made of them.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

#include "rendering.h"

static void plain(const char *html, const char *want)
{
    expect_plain(PITH_FORMAT_HTML, html, want);
}

static void dressed(const char *html, const char *want)
{
    expect_dressed(PITH_FORMAT_HTML, html, want);
}

static void blocks(void **state)
{
    (void)state;
    plain("", "");
    plain("<h1 class=x onclick=y>a</h1><p style=z>b<br>c<figcaption>d",
          "<h1>a</h1>\n<p>b<br/>c</p>\n<p>d</p>\n");
    plain("<p>a &lt;b&gt; &amp;amp; &quot;c&quot;&#0;&#1;\x7F\xC2\x80&#xFFFF;<p>&#2;",
          "<p>a &lt;b&gt; &amp;amp; &quot;c&quot;\xEF\xBF\xBD</p>\n");
    plain("<script>a</script><style>b</style><p>&lt;script>c", "<p>&lt;script&gt;c</p>\n");
    plain("<pre class=language-c>\ta &lt; b\n\n</pre><pre class='lang-&quot;'>c</pre>",
          "<pre><code class=\"language-c\">\ta &lt; b\n\n</code></pre>\n"
          "<pre><code>c</code></pre>\n");
}

static void holders(void **state)
{
    (void)state;
    plain("<ul><li>a<li>b<ol start=3><li>c<p>d<li>e</ol></ul>f",
          "<ul>\n<li>a</li>\n<li>b\n<ol start=\"3\">\n<li>c\n<p>d</p>\n</li>\n<li>e</li>\n</ol>\n"
          "</li>\n</ul>\n<p>f</p>\n");
    plain(
        "<ol><li>a<li value=7>b</ol><ol><li>c</ol>",
        "<ol>\n<li>a</li>\n</ol>\n<ol start=\"7\">\n<li>b</li>\n</ol>\n<ol>\n<li>c</li>\n</ol>\n");
    plain("<ul><li><ul><li>a</ul></ul>", "<ul>\n<li>\n<ul>\n<li>a</li>\n</ul>\n</li>\n</ul>\n");
    plain("<blockquote>a<blockquote>b</blockquote></blockquote>",
          "<blockquote><p>a</p>\n<blockquote><p>b</p>\n</blockquote>\n</blockquote>\n");
    plain("<dl><dt>a<dd>b<dd>c<p>d</dl>",
          "<dl>\n<dt>a</dt>\n<dd>b</dd>\n<dd>c\n<p>d</p>\n</dd>\n</dl>\n");
}

static void tables(void **state)
{
    (void)state;
    plain("<table><caption>t</caption><tr><th>a<th>b<tr><td>c<p>d<tr><td><td>e</table>",
          "<p>t</p>\n<table>\n<tr><th>a</th><th>b</th></tr>\n<tr><td>c<br/>d</td></tr>\n"
          "<tr><td></td><td>e</td></tr>\n</table>\n");
    plain("<table><tr><td>a<td>b</table>", "<p>a</p>\n<p>b</p>\n");
}

static void inline_tags(void **state)
{
    (void)state;
    plain("<b>a <i>b</b> c</i> <a href=x>d</a> <img src=y>",
          "<p><strong>a <em>b</em></strong><em> c</em> d</p>\n");
    plain("10<sup>6</sup>, H<sub>2</sub>O, e<sup>x<sub>1</sub> &lt; y</sup>, <b>m<sup>2</b>3</sup>",
          "<p>10<sup>6</sup>, H<sub>2</sub>O, e<sup>x<sub>1</sub> &lt; y</sup>, "
          "<strong>m<sup>2</sup></strong>3</p>\n");
    plain("<q>a</q> <q>b</q><q>c <i>d</q> e</i> <q> \"f\" </q><sub> </sub>",
          "<p><q>a</q> <q>b</q><q>c <em>d</em></q><em> e</em> <q>&quot;f&quot;</q></p>\n");
    dressed("a<sup><a href=x>[1]</a>, <a href=y>2</a></sup>",
            "<p>a<sup><a href=\"x\">[1]</a>, <a href=\"y\">2</a></sup></p>\n");
    plain("<s>a</s><del>b</del><kbd>c</kbd> <b>d</b>.", "<p><del>ab</del><code>c</code> "
                                                        "<strong>d</strong>.</p>\n");
    dressed("<a href='x?a&amp;b=\"' onclick=y>a<img src=z alt='&lt;b'></a>",
            "<p><a href=\"x?a&amp;b=&quot;\">a <img src=\"z\" alt=\"&lt;b\"/></a></p>\n");
    dressed("<a href=javascript:x>a</a><a href=JavaScript&colon;x>b</a><a href='data:x'>c</a>"
            "<a href=x:y>d</a><a href=/x:y>e</a><img src=data:x>",
            "<p>abcd<a href=\"/x:y\">e</a></p>\n");
    dressed("<p>a<figure><img src=x><figcaption>b</figcaption></figure>",
            "<p>a</p>\n<p><img src=\"x\" alt=\"\"/></p>\n<p>b</p>\n");
}

static void cleaneval(void **state)
{
    (void)state;
    expect_plain(PITH_FORMAT_CLEANEVAL,
                 "<h2>a</h2><p>b<br>c &#1;d<ul><li>e<p>f</ul><pre> g\n  h</pre>"
                 "<table><tr><td>i<td>j</table><p>&#1;",
                 "<h>a\n<p>b c d\n<l>e\n<p>f\n<p>g h\n<p>i\n<p>j\n");
    expect_plain(PITH_FORMAT_CLEANEVAL, "", "");
    /* Bold as a whole and short: a heading. */
    expect_plain(PITH_FORMAT_CLEANEVAL,
                 "<p><b>a <i>b</i></b> <b>c</b><p><b>d</b> e<div><strong>f<p>g",
                 "<h>a b c\n<p>d e\n<h>f\n<h>g\n");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(blocks),      cmocka_unit_test(holders),   cmocka_unit_test(tables),
        cmocka_unit_test(inline_tags), cmocka_unit_test(cleaneval),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
