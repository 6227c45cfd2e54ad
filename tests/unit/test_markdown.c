/*
 * test_markdown.c - small pages and their markdown, to the byte; pieces of blocks; hostile pages.
 */
#include <glob.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "meter.h"
#include "options_with.h"
#include "pages.h"
#include "render/inline.h"
#include "rendering.h"

/* quotation marks */
#define OPEN  "\xE2\x80\x9C"
#define CLOSE "\xE2\x80\x9D"

static void plain(const char *html, const char *want)
{
    expect_plain(PITH_FORMAT_MARKDOWN, html, want);
}

static void dressed(const char *html, const char *want)
{
    expect_dressed(PITH_FORMAT_MARKDOWN, html, want);
}

static void paragraphs(void **state)
{
    (void)state;
    plain("", "");
    plain("<h1>a</h1><h6>b<br>c</h6><p>d<p>e<br>f", "# a\n\n###### b c\n\nd\n\ne\\\nf\n");
    plain("<figure><figcaption>a</figcaption></figure><select><option>b<option>c</select>",
          "a\n\nb\n\nc\n");
    plain("<p>a&#7;b<p>&#1;&#2;<p>&#1; c &#2;\xC2\x85 d&#xFFFE;", "ab\n\nc d\n");
    plain("<pre><li>a  b\n\n c</pre>", "- a b\\\n  c\n");
}

static void lists(void **state)
{
    (void)state;
    plain("<ul><li>a<li>b<ul><li>c<ol><li>d</ol></ul><li>e</ul>f",
          "- a\n- b\n  - c\n    1. d\n- e\n\nf\n");
    plain("<ol start=9><li>a<p>b<li>c<pre>d\n e</pre></ol>",
          "9. a\n\n   b\n10. c\n\n    ```\n    d\n     e\n    ```\n");
    plain("<ul><li><ul><li>a</ul><li>b</ul>", "- - a\n- b\n");
    plain("<ul><li>a</li><ul><li>b</ul><li>c</ul>", "- a\n  - b\n- c\n"); /* a list in a list */
    plain("<ul><ul><li>a</ul><li>b</ul>", "- a\n\n* b\n");
    plain("<ul>a<li>b<p>c</ul>", "a\n\n- b\n\n  c\n");
    plain("<li>a<li>b", "- a\n- b\n");
    /* lists that would run together differ by their marks */
    plain("<ul><li>a</ul><ul><li>b</ul><ul><li>c</ul>", "- a\n\n* b\n\n- c\n");
    plain("<ol><li>a</ol><ol><li>b</ol>", "1. a\n\n1) b\n");
    plain("<ol><li>a<li value=5>b<li>c</ol>", "1. a\n\n5) b\n6) c\n");
    /* numbers that are none in CommonMark */
    plain("<ol start=-1><li>a<li>b</ol>", "- a\n0. b\n");
    plain("<ol start=1000000000><li>a</ol>", "- a\n");
    /* a list that does not start with 1 needs a blank line where it is in an item */
    plain("<ul><li>a<ol start=2><li>b</ol></ul>", "- a\n\n  2. b\n");
    plain("<ul><li><h2>a</h2>b</ul>", "- ## a\n\n  b\n");
    plain("<dl><dt>a<dd>b<dd><ul><li>c</ul><dt><code>d</code></dl>",
          "**a**\n\nb\n\n- c\n\n**`d`**\n");
}

static void quotes(void **state)
{
    (void)state;
    plain("<blockquote>a<p>b<blockquote>c</blockquote></blockquote>d",
          "> a\n>\n> b\n>\n> > c\n\nd\n");
    plain("<blockquote>a</blockquote><blockquote>b<br>c</blockquote>", "> a\n\n> b\\\n> c\n");
    plain("<ul><li>a<blockquote>b</blockquote>c</ul>", "- a\n\n  > b\n\n  c\n");
    plain("<blockquote><ol><li>a<li>b</ol><pre>\n\nc\n\nd</pre></blockquote>",
          "> 1. a\n> 2. b\n>\n> ```\n>\n> c\n>\n> d\n> ```\n");
}

static void code(void **state)
{
    (void)state;
#define TICKS_8   "````````"
#define TICKS_40  TICKS_8 TICKS_8 TICKS_8 TICKS_8 TICKS_8
#define TICKS_200 TICKS_40 TICKS_40 TICKS_40 TICKS_40 TICKS_40
    /* more backticks than readers count: no fence would hold what is inside */
    plain("<pre>a\n" TICKS_200 "\n<b>b</b></pre>",
          TICKS_200 "\n    a\n    " TICKS_200 "\n    b\n" TICKS_200 "\n");
    plain("<p><code>a" TICKS_8 TICKS_8 TICKS_8 TICKS_8 "</code>",
          "`" TICKS_8 TICKS_8 TICKS_8 TICKS_8 " a" TICKS_8 TICKS_8 TICKS_8 TICKS_8
          " `" TICKS_8 TICKS_8 TICKS_8 TICKS_8 "\n");
    plain("<p><code>``" TICKS_40 "</code>",
          "\\`\\`"
          "\\`\\`\\`\\`\\`\\`\\`\\`\\`\\`\\`\\`\\`\\`\\`\\`\\`\\`\\`\\`"
          "\\`\\`\\`\\`\\`\\`\\`\\`\\`\\`\\`\\`\\`\\`\\`\\`\\`\\`\\`\\`\n");
    plain("<pre><code class='language-c++'>\ta  b \n\n</code></pre>", "```c++\n\ta  b \n\n```\n");
    plain("<pre class='language-a`b'>x</pre>", "```\nx\n```\n");
    plain("<pre>```\n````\nx</pre>", "`````\n```\n````\nx\n`````\n");
    plain("<pre>*a* &lt;b&gt; &amp;amp; &#12;c</pre>", "```\n*a* <b> &amp; c\n```\n");
    /* control characters are not written, so the backticks around them are one run */
    plain("<pre>``&#1;`\n&lt;b&gt;</pre>", "````\n```\n<b>\n````\n");
    plain("<pre>``&#12;`&#13;``&#xFFFE;`\na</pre>", "```````\n``````\na\n```````\n");
    plain("<code>a`&#1;`b</code>", "```a``b```\n");
    plain("<p><code>a`b</code> <code>`</code> <tt>``c</tt> <kbd>d </kbd>e",
          "``a`b`` `` ` `` ``` ``c ``` `d` e\n");
    plain("<code>a *b* &amp;</code><code>c</code>", "`a *b* &c`\n");
    plain("<code>a<br>b</code> <b>c<code>d<i>e</i></code></b>", "`a`\\\n`b` **c`de`**\n");
    /* "[" and code with "]:" are no definition of an address */
    plain("<p>[<code>a]:b</code><p>[`a]<p>c [<code>d]:e</code>",
          "\\[`a]:b`\n\n[`a]\n\nc [`d]:e`\n");
    plain("<p>[<code>a]&#1;:b</code><ul><li>[<code>c]:d</code></ul>", "\\[`a]:b`\n\n- \\[`c]:d`\n");
    plain("<p>[<code>a]</code>:<h2>[<code>b]:c</code></h2><p>d<br>[<code>e]:f</code>",
          "[`a]`:\n\n## [`b]:c`\n\nd\\\n[`e]:f`\n");
    dressed("<p><a href=x><code>a]:b</code></a><p><a href=x>a<b>b <code>c]&#1;:d</code></b></a>",
            "[a\\]:b](x)\n\n[a**b c\\]:d**](x)\n");
    dressed("<p><a href=x><code>a[0]</code></a><code>b]:c</code><p>d <a href=x><code>]:</code></a>",
            "[`a[0]`](x)`b]:c`\n\nd [`]:`](x)\n");
}

static void emphasis(void **state)
{
    (void)state;
    /* stars that close and open in one run, with others inside */
    plain("<p><b>a</b><i>b</i>", "**a***b*\n");
    plain("<p><b>a</b><i>b<b>c", "**a**b**c**\n");
    plain("<p><i>a</i><b>b<i>c", "*a*b*c*\n");
    plain("<p><b>a</b><i>b <b>c", "**a***b **c***\n");
    plain("<p><i><b>a</b>b<b>c", "**a**b**c**\n");
    /* a mark that goes leaves another where it cannot close */
    plain("<p><i>.<sup><s><code>a<object>b", ".<sup>`a`b</sup>\n");
    plain("<p><b><i>a</i>b<i>c", "*a*b*c*\n");
    plain("<p><b><i>a</i> b <i>c", "***a* b *c***\n");
    plain("<p><b><i>a</i> b(<i>c</i>)</b> d", "***a* b(*c*)** d\n");
    plain("<p><i><b>a</b>/<b>http://e<", "**a**/**<http://e><**\n");
    plain("<b>a</b> <i>b</i> <s>c</s> <del>d</del> <b><i>e</i></b>", "**a** *b* ~~c d~~ ***e***\n");
    plain("x<b> a </b>y", "x **a** y\n");
    plain("<b>a <i>b</i> c</b> <i>d <b>e</b></i>", "**a *b* c** *d **e***\n");
    plain("<b>a <i>b</b> c</i>", "**a *b*** *c*\n");
    plain("un<b>frigging</b>believable", "un**frigging**believable\n");
    plain("<b>a</b><i>b</i><b>c</b>", "**a***b***c**\n");
    /* punctuation next to a letter leaves the mark, and a mark that cannot stand is left out */
    plain("<b>Note:</b>text (<b>x</b>) a<b>(b)</b>c", "**Note**:text (**x**) a(**b**)c\n");
    plain("<b>\xE6\xB3\xA8\xE6\x84\x8F\xEF\xBC\x9A</b>\xE8\xAF\xB7", /* zhuyi: qing */
          "**\xE6\xB3\xA8\xE6\x84\x8F**\xEF\xBC\x9A\xE8\xAF\xB7\n");
    plain("a<b>...</b>b", "a...b\n");
    plain("a<b><code>b</code></b>c <b><code>d</code></b>", "a`b`c **`d`**\n");
    plain("a<b>b&nbsp;</b>c <b> </b>d", "a**b**\xC2\xA0"
                                        "c d\n");
    plain("<b>a<p>b</b>c", "**a**\n\n**b**c\n");
    plain("<b>*a*</b> <i>_</i>", "**\\*a\\*** *\\_*\n");
}

static void scripts(void **state)
{
    (void)state;
    plain("10<sup>6</sup> H<sub>2</sub>O *", "10<sup>6</sup> H<sub>2</sub>O *\n");
    plain("<sup>1</sup>a &lt;<sup>b&amp;</sup>c_<sub>_d</sub>",
          "<sup>1</sup>a <<sup>b&</sup>c\\_<sub>\\_d</sub>\n");
    plain("<b>E=mc<sup>2</sup></b> x<sup><i>n</i>+1</sup> <b>a<sup>2</sup></b>b",
          "**E=mc<sup>2</sup>** x<sup>*n*+1</sup> a<sup>2</sup>b\n");
    plain("a<b><sup>2</sup></b>", "a<sup>**2**</sup>\n");
    plain("<code>x<sup>2</sup> + <sup>y <q>z</q> + 1</sup></code>",
          "`x`<sup>`2`</sup> `+` <sup>`y " OPEN "z" CLOSE " + 1`</sup>\n");
    plain("<table><tr><td>m<sup>2</sup><td>a<tr><td>b<td>c</table>",
          "|  |  |\n| --- | --- |\n| m<sup>2</sup> | a |\n| b | c |\n");
    dressed("a<sup><a href=x>[1]</a></sup>", "a<sup>[\\[1\\]](x)</sup>\n");
    /* quotations, and such that the page has marked itself */
    plain("<q>a</q> <q>b</q><q>c</q> d", OPEN "a" CLOSE " " OPEN "b" CLOSE OPEN "c" CLOSE " d\n");
    plain("<q>- a <b>b</b></q>", OPEN "- a **b**" CLOSE "\n");
    plain("<b>a</b><q><b>b</q> c</b>", "**a" OPEN "b" CLOSE " c**\n");
    dressed("<q><a href=x>a</a></q> <a href=y>b <q>c</q>d</a>",
            OPEN "[a](x)" CLOSE " [b " OPEN "c" CLOSE "d](y)\n");
    plain("<q>\"a\"</q> " OPEN "<q>b</q>" CLOSE, "\"a\" " OPEN "b" CLOSE "\n");
}

static void links(void **state)
{
    (void)state;
    plain("<a href=x>a</a> <img src=y alt=b>", "a\n");
    dressed("<a href=/x?a=1&amp;b=2>a <b>b</b></a>c", "[a **b**](/x?a=1&b=2)c\n");
    dressed("<a href='a b(c)'>a</a> <a href=x>b</a><a href=y>c</a>",
            "[a](<a b(c)>) [b](x)[c](y)\n");
    dressed("<a href='&amp;amp;\\&lt;`'>[a]</a>!<a href=x>b</a>",
            "[\\[a\\]](<&amp;amp;\\\\\\<\\`>)\\![b](x)\n");
    dressed("<a href=' java\nscript:x'>a</a> <a href=data:x>b</a> <a href=VBSCRIPT:x>c</a> "
            "<a href=''>d</a> <a href=mailto:x>e</a>",
            "a b c d [e](mailto:x)\n");
    dressed("<a href='javascript&amp;#00000000000000000000000000000000000000058;x'>a</a> "
            "<a href='javascript&amp;#58x'>b</a> <a href='javascript&amp;colon;x'>c</a>",
            "[a](javascript&amp;#00000000000000000000000000000000000000058;x) "
            "[b](javascript&amp;#58x) [c](javascript&amp;colon;x)\n");
    dressed("<a href=x>^a]: b</a><p>[^c]: d^<br>[^e]: f",
            "[\\^a\\]: b](x)\n\n\\[^c\\]: d^\\\n\\[^e\\]: f\n");
    dressed("<b>a <a href=x>b</b> c</a>", "**a** [**b** c](x)\n");
    dressed("<a href=x>a<p>b</a>c", "[a](x)\n\n[b](x)c\n");
    dressed("<a href=x><table><td>a<tr><td>b</table></a>", "[a](x)\n\n[b](x)\n");
    dressed("<code>f(<a href=x>a</a>) </code>b", "`f(`[`a`](x)`)` b\n");
}

static void images(void **state)
{
    (void)state;
    dressed("<p>a <img src=b alt='^c^'>", "a ![\\^c^](b)\n"); /* no footnote */
    dressed("<p>a<img src=x alt='b [c]'>d<img src=y>", "a ![b \\[c\\]](x) d ![](y)\n");
    dressed("<p><img src=x>a<p><a href=y><img src=z alt=b></a>c", "![](x) a\n\n[![b](z)](y) c\n");
    dressed("<p>a<div><img src=x><img src=data:y></div><p>b", "a\n\n![](x)\n\nb\n");
    dressed("<div><img src=x></div><p>a", "a\n"); /* nothing is before it */
    dressed("<figure><div><img src=x></div><figcaption>a</figcaption></figure>", "![](x)\n\na\n");
    dressed("<figure><figcaption>a</figcaption><img src=x></figure>", "a\n\n![](x)\n");
    dressed("<ul><li>a<div><img src=x></div><li>b</ul>", "- a\n\n  ![](x)\n- b\n");
    dressed("<p>a<div hidden><img src=x></div><template><img src=y></template><p>b", "a\n\nb\n");
    dressed("<p>a<div><img src=x><noscript><img src=x><img src=y></noscript></div><p>b",
            "a\n\n![](x)\n\n![](y)\n\nb\n");
    /* Shown later by a script. */
    dressed("<p>a <img src=data:z data-src=x><noscript><img src=x></noscript>", "a ![](x)\n");
    dressed("<p>a <img src=y data-src=x><img src=z data-src=data:x>", "a ![](x) ![](z)\n");
    dressed("<p>a <img srcset=', x 1x'><img srcset='data:,x 1x, y 2x'>", "a ![](x) ![](y)\n");
    dressed("<p>a <img srcset='x 1x, y 2x'><img srcset=' z, y 2x'><img srcset='data:,x 1x'>",
            "a ![](x) ![](z)\n");
}

static void tables(void **state)
{
    (void)state;
    plain("<table><tr><th>a<th>b<tr><td>c|d<td>e<br>f</table>g",
          "| a | b |\n| --- | --- |\n| c\\|d | e<br>f |\n\ng\n");
    plain("<table><caption>t</caption><tr><td>a<td>b<tr><td>c<p>d</table>",
          "t\n\n|  |  |\n| --- | --- |\n| a | b |\n| c<br>d |  |\n");
    plain("<table><tr><th colspan=2>a<th>b<tr><td><td>c</table>",
          "| a |  | b |\n| --- | --- | --- |\n|  | c |  |\n");
    plain("<ul><li>a<table><tr><th>b<th>c<tr><td>d<td>e</table><li>f</ul>",
          "- a\n\n  | b | c |\n  | --- | --- |\n  | d | e |\n\n- f\n");
    plain("<table><tr><th>a<th>b<tr><td><code>c|d</code><td><code>\\|</code></table>",
          "| a | b |\n| --- | --- |\n| `c\\|d` | \\\\\\| |\n");
    /* layout: a single row or column, headings, lists, long cells, other tables in it */
    plain("<table><tr><td>a<td>b</table>", "a\n\nb\n");
    plain("<table><tr><td>a<tr><td>b</table>", "a\n\nb\n");
    plain("<table><tr><td>a<td><h2>b</h2><tr><td>c<td>d</table>", "a\n\n## b\n\nc\n\nd\n");
    plain("<table><tr><td>a<td>b<tr><td>c<p>d<p>e<p>f</table>", "a\n\nb\n\nc\n\nd\n\ne\n\nf\n");
    plain("<table><tr><td>a<td><table><tr><th>b<th>c<tr><td>d<td>e</table><tr><td>f</table>",
          "a\n\n| b | c |\n| --- | --- |\n| d | e |\n\nf\n");
    plain("<table><tr><td>a<template "
          "shadowrootmode=open><td>b</template>c<td>d<tr><td>e<td>f</table>",
          "a\n\nb\n\nc\n\nd\n\ne\n\nf\n");
    plain("<table><tr><td>a<td colspan=99>b<td>c<tr><td>d</table>", "a\n\nb\n\nc\n\nd\n");
}

static void escapes(void **state)
{
    (void)state;
    /* no byte order mark, which readers would drop */
    plain("<p>&#xFFFF;&#xFEFF;a<p>&#xFFFF;&#xFEFF;z", "&#xFEFF;a\n\n\xEF\xBB\xBFz\n");
    plain("# a<p>#b<p>+ c<p>- d<p>* e<p>&gt; f<p>1. g<p>2) h<p>1986. <p>---<p>3.14",
          "\\# a\n\n#b\n\n\\+ c\n\n\\- d\n\n\\* e\n\n\\> f\n\n1\\. g\n\n2\\) h\n\n1986\\.\n\n"
          "\\---\n\n3.14\n");
    plain("a<br>---<br>===<br>:-|-<br>| - |", "a\\\n\\---\\\n\\===\\\n\\:-|-\\\n\\| - |\n");
    plain("a*b*c 2 * 3 * 4 d_e_f _g_ h*", "a\\*b\\*c 2 * 3 * 4 d_e_f \\_g_ h\\*\n");
    plain("one * star*", "one * star\\*\n");
    plain("5~6 7~8<p>~5<p>`a`<p>it`s", "5\\~6 7\\~8\n\n~5\n\n\\`a\\`\n\nit`s\n");
    plain("[a](b) [c] [d]: e ![f](g)", "[a\\](b) [c] [d\\]: e \\![f\\](g)\n");
    plain("a &lt;b&gt; 1 &lt; 2 &lt;3 &lt;!-- &lt;a@b&gt;",
          "a \\<b> 1 \\< 2 \\<3 \\<!-- \\<a@b>\n");
    plain("1 &lt; 2 &lt;3", "1 < 2 <3\n");
    plain("&amp;amp; &amp;#38; AT&amp;T R&amp;D; a &amp; b", "\\&amp; \\&#38; AT&T R\\&D; a & b\n");
    plain("C:\\dir \\* a\\", "C:\\dir \\\\* a\\\\\n");
    plain("<h2>a # b #</h2><h2>C#</h2><h2>#</h2>", "## a # b \\#\n\n## C#\n\n## \\#\n");
    plain("<ul><li>[ ] a<li>[x] b<li>[c]</ul>", "- \\[ ] a\n- \\[x] b\n- [c]\n");
    plain("<ul><li>- a<li>1. b</ul>", "- \\- a\n- 1\\. b\n");
    plain("____<p>_ _ _", "\\____\n\n\\_ _ _\n");
    plain("<span>1</span>. a<p><span>-</span> b", "1\\. a\n\n\\- b\n");
}

/* The text of the pieces of every block is the block's text. */
static void expect_pieces(const pith_page *page)
{
    static const struct pith__render_options dress = {.links = true};
    struct pith__inline in;
    const pith_block *block;
    pith__inline_init(&in, page, &dress, NULL);
    in.whole = true;
    for (size_t i = 0; (block = pith_page_block(page, i)) != NULL; i++) {
        size_t at = 0;
        assert_int_equal(pith__inline_load(&in, i), PITH_OK);
        for (size_t k = 0; k < in.pieces.len; k++) {
            const struct pith__piece *piece = pith__inline_pieces(&in) + k;
            assert_true(piece->text == block->text + at);
            at += piece->len;
        }
        assert_int_equal(at, block->text_len);
    }
    pith__inline_deinit(&in);
}

static void pieces(void **state)
{
    (void)state;
    struct page_set set = {0};
    pith_context *context = pith_context_new();
    glob_t names;
    assert_int_equal(glob("tests/golden/*.html", 0, NULL, &names), 0);
    for (size_t i = 0; i < names.gl_pathc; i++)
        assert_int_equal(page_set_add(&set, names.gl_pathv[i]), 0);
    globfree(&names);
    assert_true(set.count > 80);
    for (size_t i = 0; i < set.count; i++) {
        const pith_page *page;
        assert_int_equal(pith_context_parse(context, (const char *)set.pages[i].bytes,
                                            set.pages[i].len, NULL, &page, NULL),
                         PITH_OK);
        expect_pieces(page);
    }
    pith_context_free(context);
    page_set_free(&set);
}

static void relative_addresses(void **state)
{
    (void)state;
    const char *page = "https://a.example/b/c";
    expect_dressed_at(page, PITH_FORMAT_MARKDOWN, "<p><a href=d>x</a> <img src=/e>",
                      "[x](https://a.example/b/d) ![](https://a.example/e)\n");
    expect_dressed_at(page, PITH_FORMAT_MARKDOWN,
                      "<base href=https://f.example/><p><a href=d>x</a>",
                      "[x](https://f.example/d)\n");
    expect_dressed_at(NULL, PITH_FORMAT_MARKDOWN,
                      "<base href=https://f.example/><p><a href=d>x</a>", "[x](d)\n");
    /* Of a list the address that was chosen, wherever it stands. */
    expect_dressed_at(page, PITH_FORMAT_MARKDOWN,
                      "<p>x <img srcset=',d 1x'><img srcset='\u00E9:e 1x, f 2x'>",
                      "x ![](https://a.example/b/d) ![](https://a.example/b/f)\n");
    /* A base that would break the line is none; control characters in one are left out. */
    static const char *const odd[][2] = {
        {"https://f\n.example/", "[x](https://a.example/b/d)\n"},
        {"https://f .example/", "[x](https://a.example/b/d)\n"},
        {"https://f\x1b.example/", "[x](https://f.example/d)\n"},
        {"https://f\xC2\x9B.example/", "[x](https://f.example/d)\n"}};
    for (size_t i = 0; i < sizeof odd / sizeof *odd; i++) {
        char html[100] = "<meta charset=utf-8><base href='";
        strcat(strcat(html, odd[i][0]), "'><p><a href=d>x</a>");
        expect_dressed_at(page, PITH_FORMAT_MARKDOWN, html, odd[i][1]);
    }
    expect_dressed_at("https://f\xC2\x9B.example/", PITH_FORMAT_MARKDOWN, "<p><a href=d>x</a>",
                      "[x](d)\n");
}

/* An image between the rows of a table of layout stands before it; the rest stays layout. */
static void images_in_tables(void **state)
{
    (void)state;
    struct rendering rendering;
    char *rows = repeated("<tr><td>a<td>b</tr><img src=i>", 3);
    char *cell = repeated("x ", 600);
    char html[2000] = "<table>";
    strcat(strcat(strcat(html, rows), "<tr><td>"), cell);
    rendering = render_bytes(html, strlen(html), PITH_FORMAT_MARKDOWN,
                             options_with("images", "true", NULL));
    assert_null(strchr(rendering.text, '|'));
    rendering_free(&rendering);
    free(rows);
    free(cell);
}

/* HTML of COUNT times PIECE, and then of LATER times LAST: the text, markdown and HTML of it are at
 * most TIMES as long. */
static void expect_bounded(const char *piece, size_t count, const char *last, size_t later,
                           size_t times)
{
    char *front = repeated(piece, count);
    char *back = repeated(last, later);
    size_t len = strlen(front) + strlen(back);
    char *html = malloc(len + 1);
    assert_non_null(html);
    memcpy(html, front, strlen(front));
    memcpy(html + strlen(front), back, strlen(back) + 1);
    static const pith_format formats[] = {PITH_FORMAT_TEXT, PITH_FORMAT_MARKDOWN, PITH_FORMAT_HTML};
    for (size_t i = 0; i < 3; i++) {
        struct rendering rendering =
            render_at("https://a.example/b", html, len, formats[i],
                      options_with("links", "true", "images", "true", NULL));
        assert_true(rendering.len <= times * len);
        rendering_free(&rendering);
    }
    free(html);
    free(front);
    free(back);
}

static void hostile(void **state)
{
    (void)state;
    expect_bounded("<ul><li>", 100000, "<p>x", 1000, 10);
    expect_bounded("<ul><li>", 100, "<p>x", 100000, 12);
    expect_bounded("<ol start=999999999><li>", 100, "<p>x", 100000, 50);
    expect_bounded("<blockquote>", 100000, "x\n\n", 1000, 10);
    expect_bounded("<blockquote>", 100, "<pre>\n\n\n\n\n\n\n\n\n\nx</pre>", 10000, 40);
    expect_bounded("<table><tr>", 1, "<td colspan=1000>x", 10000, 10);
    expect_bounded("<table><tr><td colspan=63>a<td>b", 1, "<tr><td>x", 10000, 30);
    expect_bounded("<table><tr><td>a", 1000, "<table><tr><td>a", 1000, 10);
    expect_bounded("<b><i><s><code>x", 10000, "</b></i>y", 10000, 20);
    expect_bounded("<b>x</b><i>y</i>", 10000, "*_`~", 10000, 20);
    expect_bounded("<q>x<sup>1</sup></q>", 10000, "<q><sup><sub>y<br><br>", 10000, 20);
    expect_bounded("<dl><dt>x", 10000, "<dd>y", 10000, 10);
    expect_bounded("<a href=0123456789012345678901234567890123456789>", 1, "<p>x", 100000, 20);
    expect_bounded("<img src=x alt='", 1, "&nGt;", 10000, 10);
    expect_bounded("<ul><li>", 255, "x<br>", 10000, 12);

    char *folder = repeated("0123456789/", 180);
    char base[2048] = "<base href=https://a.example/";
    strcat(strcat(base, folder), "><p>x");
    expect_bounded(base, 1, "<img src=y>", 10000, 10);
    expect_bounded(base, 1, "<p>x<img src=y>", 10000, 10);
    free(folder);
}

/* Any allocation of a renderer may fail, and any call of the sink: the page stays as it is, and no
 * memory is lost. */
static const char rich[] =
    "<h1>a</h1><p><b>b <a href=x>c</a></b> <code>d</code><img src=y alt=z><ul><li>e<ol><li>f</ol>"
    "</ul><table><tr><th>g<th>h<tr><td>i<td>j<sup>2</sup></table><pre>k</pre><blockquote><q>l</q></"
    "blockquote>";

static int stop_later(const char *data, size_t len, void *user)
{
    int *left = user;
    (void)data;
    (void)len;
    return (*left)-- == 0;
}

static void failures(void **state)
{
    (void)state;
    static const pith_format formats[] = {PITH_FORMAT_TEXT, PITH_FORMAT_MARKDOWN, PITH_FORMAT_HTML,
                                          PITH_FORMAT_CLEANEVAL};
    pith_options *dress = options_with("links", "true", "images", "true", NULL);
    pith_options *options = options_with("method", "all", NULL);
    for (size_t i = 0; i < 4; i++) {
        struct meter meter = {0, 0, 0, 0};
        pith_context *context = meter_context(&meter);
        const pith_page *page;
        assert_int_equal(pith_context_parse(context, rich, sizeof rich - 1, options, &page, NULL),
                         PITH_OK);
        size_t held = meter.now;
        pith_status status = PITH_ERR_NOMEM;
        for (size_t calls = 1; status != PITH_OK; calls++) {
            int never = -1;
            meter.fail_at = meter.calls + calls;
            status = pith_render(page, formats[i], dress, stop_later, &never);
            assert_true(status == PITH_OK || status == PITH_ERR_NOMEM);
            assert_int_equal(meter.now, held);
            assert_true(calls < 100);
        }
        int at_once = 0;
        meter.fail_at = 0;
        assert_int_equal(pith_render(page, formats[i], dress, stop_later, &at_once), PITH_ERR_SINK);
        pith_context_free(context);
        assert_int_equal(meter.now, 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(paragraphs),
        cmocka_unit_test(lists),
        cmocka_unit_test(quotes),
        cmocka_unit_test(code),
        cmocka_unit_test(emphasis),
        cmocka_unit_test(scripts),
        cmocka_unit_test(links),
        cmocka_unit_test(images),
        cmocka_unit_test(relative_addresses),
        cmocka_unit_test(images_in_tables),
        cmocka_unit_test(tables),
        cmocka_unit_test(escapes),
        cmocka_unit_test(pieces),
        cmocka_unit_test(hostile),
        cmocka_unit_test(failures),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
