/*
 * shapes.c - see shapes.h.
 */
#include "shapes.h"

#include <stdlib.h>
#include <string.h>

/* Strings many times over. */
#define TEN(s)       s s s s s s s s s s
#define SIXTEEN(s)   s s s s s s s s s s s s s s s s
#define FIFTY(s)     TEN(s) TEN(s) TEN(s) TEN(s) TEN(s)
#define TWO_FIFTY(s) FIFTY(s) FIFTY(s) FIFTY(s) FIFTY(s) FIFTY(s)
#define HUNDREDS(s)  TWO_FIFTY(s) TWO_FIFTY(s)
#define LONG_ADDRESS "http://e.org/" HUNDREDS("abc/")

const struct shape shapes[] = {
    {"nested blocks", "", "<div>", NULL},
    {"nested, then closed", "", "<div>", "</div>"},
    {"nested inline", "", "<b>", NULL},
    {"nested links", "", "<a href=x>", NULL},
    {"nested unknown tags", "", "<x-a>", "</x-b>"},
    {"nested tables", "", "<table><tr><td>", NULL},
    {"nested lists", "", "<ul><li>x", NULL},
    {"nested quotes", "", "<blockquote>x", NULL},
    {"nested templates", "", "<template>", NULL},
    {"nested drawings", "", "<svg><g>x", "</p><svg>"},
    {"nested buttons", "", "<button><div>", NULL},
    {"nested forms", "", "<form><div></form>", NULL},
    {"nested selects", "", "<select><option>x", NULL},
    {"unclosed formatting", "", "<b class=i>", "<p>x"},
    {"unclosed formatting kinds", "", "<b><i><a href=x><font>", "<p>x"},
    {"closed formatting over blocks", "", "<b><p>x", "</b>"},
    {"link over blocks", "<a href=x>", "<p>x", NULL},
    {"text in deep inline", "<b><b><b><b><b><b><b><b><b><b><b><b><b><b><b><b><b><b><b><b>",
     "x<i>y</i>", NULL},
    {"paragraphs", "", "<p>x", NULL},
    {"list items", "<ol reversed>", "<li>x", NULL},
    {"list items below deep blocks", "<ol reversed></ol>", "<div>", "<li>x"},
    {"table cells", "<table><tr>", "<td>x", NULL},
    {"table rows", "<table>", "<tr><td>x", NULL},
    {"row spans", "<table>", "<tr><td rowspan=9>x<td rowspan=999 colspan=999>y", NULL},
    {"text in tables", "<table>", "x<tr>", NULL},
    {"definitions", "<dl>", "<dt>x<dd>y", NULL},
    {"options", "<select>", "<option>x", NULL},
    {"headings", "", "<h1>x", NULL},
    {"stray end tags", "", "</p>", NULL},
    {"stray end tags, many open", "", "<div><span>", "</b></i></p>"},
    {"stray unknown end tags", "", "<x-a>", "</x-c></x-d>"},
    {"attributes", "<p ", "a=1 ", NULL},
    {"different attributes", "<p ", "a b c='' d=\"\" class=x ", NULL},
    {"attributes without end", "", "<p class=", NULL},
    {"quote without end", "<p class=\"", "<b>", NULL},
    {"long tag name", "<", "a", NULL},
    {"long class", "<p class='", "a ", NULL},
    {"styles", "", "<p style='display:displaynone:'>x", NULL},
    {"entities", "", "&nGt;", NULL},
    {"entities without end", "", "&ampamp", NULL},
    {"number entities", "", "&#x10FFFFFFFFFFFF;", NULL},
    {"ampersands", "", "&", NULL},
    {"one long word", "", "a", NULL},
    {"spaces", "x", " ", NULL},
    {"words", "", "ab ", NULL},
    {"ideographs", "", "\xE6\xB0\xB4", NULL},
    {"less-than signs", "", "<", NULL},
    {"less-than and letter", "", "<a", NULL},
    {"end tag starts", "", "</", NULL},
    {"markup declarations", "", "<!", NULL},
    {"comments", "", "<!---->", NULL},
    {"comment without end", "<!--", "--!-", NULL},
    {"comment starts", "", "<!--x", NULL},
    {"NULs", "", "\x01", NULL}, /* shape_make() makes them NULs */
    {"carriage returns", "<pre>", "x\r", NULL},
    {"line breaks", "", "x<br>", NULL},
    {"double line breaks", "", "x<br><br>", NULL},
    {"script without end", "<script>", "<!--<script>", "</script"},
    {"scripts", "", "<script></script>", NULL},
    {"title without end", "<title>", "</titl", NULL},
    {"text areas", "", "<textarea></textarea>x", NULL},
    {"raw text in XHTML", "<?xml version='1.0'?>", "<iframe/><script/>x", NULL},
    {"raw text in noscript", "", "<noscript><iframe></noscript>x", NULL},
    {"CDATA", "<svg>", "<![CDATA[x]]>", NULL},
    {"CDATA without end", "<svg><![CDATA[", "]]", NULL},
    {"frames", "", "<frameset>", NULL},
    {"late framesets", "", "<div></div>", "<frameset>"},
    {"ruby", "<ruby>", "<rt>x<rp>y", NULL},
    {"preformatted", "", "<pre>x", NULL},
    /* What is around many blocks, or has to be written for each. */
    {"long names around blocks", TEN("<div class='" TWO_FIFTY("\x7f") "'>"), "<p>x", NULL},
    {"a long tag around blocks", "<z" TWO_FIFTY("\x7f") ">", "x<br><br>", NULL},
    {"blocks in deep inline", "", "<div>" FIFTY("<z><z><z><z><z><z><z><z><z>") "x</div>", NULL},
    {"blocks below deep blocks", HUNDREDS("<div>"), "<p>x y", NULL},
    {"blocks below deep inline", HUNDREDS("<z>"), "x<br><br>", NULL},
    {"nested tables of text", "", "<table><tr><td>x", NULL},
    {"tables of two cells", "", "<table><tr><td>x<td>y</table>", NULL},
    {"lines in deep lists", SIXTEEN("<ul><li>"), "x<br>", NULL},
    {"code in deep numbers", SIXTEEN("<ol start=999999999><li>") "<pre>", "x\n", NULL},
    {"code in deep quotes", SIXTEEN("<blockquote>") "<pre>", "x\n", NULL},
    {"cells behind a row span", "<table><tr><td rowspan=65534 colspan=63>a<td>b", "<tr><td>x",
     NULL},
    {"cells behind column spans", "<table>", "<tr><td colspan=63><td>x", NULL},
    {"long link over blocks", "<a href='" LONG_ADDRESS "'>", "<p>x", NULL},
    {"links from a long base", "<base href='" LONG_ADDRESS "'>", "<a href=x>y</a>", NULL},
    {"images from a long base", "<base href='" LONG_ADDRESS "'>", "<img src=x>y", NULL},
    {"formats over blocks", "<b><i><s><code><sup><q><a href=x>", "<p>x", NULL},
    {"formats in and out", "", "<b>x</b>y", NULL},
    {"superscripts", "", "<sup>x</sup><q>y</q>", NULL},
    {"superscripts of digits", "<p>1234", "<sup>1</sup>", NULL},
    {"blank blocks in a caption", "a b c<table><caption>", "<p>\x7f", NULL},
    {"blank blocks in deep lists", "", "<dir>", "<p>\x7f"},
    {"code in a language", "<div class='language-" TEN("+#.-") "'>", "<pre>x", NULL},
    {"flags", "<div hidden aria-hidden=true>", "<p>x", NULL},
    {"short sentences", "", "a. ", NULL},
    {"quotation marks", "", "\"", NULL},
    {"delete characters", "<pre>", "\x7f", NULL},
    {"stars", "", "*", NULL},
    {"brackets", "", "[", NULL},
    {"backticks", "<code>", "` ", NULL},
    {"pluses on lines", "<pre>", "+\n", NULL},
    {"marks between breaks", "", "-<br>", NULL},
    {"keywords", "<meta name=keywords content='", "a,", NULL},
};

/* Plain text that is laid out to do harm. */
const struct shape text_layouts[] = {
    {"text: items", "", "1. a\n", "* b\n"},
    {"text: lists in lists", "", "* a\n  * b\n    * c\n      + d\n", NULL},
    {"text: cells", "", "a\t", NULL},
    {"text: lines of one letter", "", "a\n", NULL},
    {"text: paragraphs of one letter", "", "a\n\n", NULL},
    {"text: underlined letters", "", "a\n---\n", NULL},
    {"text: closing brackets", "a", ")", NULL},
    {"text: bars", "", "|", "a | "},
    {"text: short sentences", "", "a. ", NULL},
    {"text: delete characters", "", "\x7f", NULL},
};
const size_t text_layout_count = sizeof text_layouts / sizeof *text_layouts;
const size_t shape_count = sizeof shapes / sizeof *shapes;

static const char *const fragments[] = {
    "<p>",
    "</p>",
    "<div>",
    "</div>",
    "<span class=a>",
    "</span>",
    "<b>",
    "</b>",
    "<a href=u>",
    "</a>",
    "<a href=//h/?a>",
    "<img src=i alt=^>",
    "<ul>",
    "<li>",
    "</ul>",
    "<ol start=9>",
    "<dl><dt>",
    "<dd>",
    "<dir>",
    "<table>",
    "<caption>",
    "<tr>",
    "<td colspan=3>",
    "<th>",
    "</table>",
    "<pre>",
    "</pre>",
    "<code>",
    "</code>",
    "<blockquote>",
    "<h2>",
    "</h2>",
    "<br>",
    "<br><br>",
    "<sup>",
    "</sup>",
    "<q>",
    "</q>",
    "<sub>",
    "<del>",
    "<figure>",
    "<figcaption>",
    "<legend>",
    "<noscript>",
    "</noscript>",
    "<svg>",
    "<template>",
    "<select><option>",
    "<form>",
    "<textarea>",
    "<nav>",
    "<article>",
    "<section id=s>",
    "<div hidden>",
    "<meta name=author content=x>",
    "<time datetime=2020-01-01>",
    "<title>",
    "<script>",
    "</script>",
    "a",
    "word ",
    "1",
    "1234",
    "A sentence. ",
    "\xC3\xA9",
    "\xE6\xB0\xB4",
    "\x7F",
    "\n",
    " ",
    "&amp;",
    "&nbsp;",
    "*",
    "_",
    "`",
    "[",
    "](",
    "|",
    "http://e.org/",
    "www.e.org",
    "a@e.org",
    "<",
    "\\",
    "Comments",
    "By A. Writer",
    "\t",
    "- ",
    "1. ",
    "#",
    "~~",
};

static uint32_t roll(uint32_t *seed, uint32_t sides)
{
    *seed = *seed * 1664525u + 1013904223u;
    return (*seed >> 8) % sides;
}

static const char *put_fragments(char text[256], uint32_t count, uint32_t *seed)
{
    text[0] = '\0';
    while (count-- > 0)
        strcat(text, fragments[roll(seed, sizeof fragments / sizeof *fragments)]);
    return text;
}

void shape_random(struct random_shape *random, uint32_t *seed)
{
    random->shape.name = "random";
    random->shape.head = put_fragments(random->head, roll(seed, 4), seed);
    random->shape.first = put_fragments(random->first, 1 + roll(seed, 4), seed);
    random->shape.second = put_fragments(random->second, 1 + roll(seed, 3), seed);
    if (roll(seed, 2) == 0)
        random->shape.second = NULL;
}

unsigned char *shape_make(const struct shape *shape, size_t len)
{
    unsigned char *page = malloc(len > 0 ? len : 1);
    if (page == NULL)
        return NULL;
    size_t head = strlen(shape->head);
    size_t at = head < len ? head : len;
    memcpy(page, shape->head, at);
    while (at < len) {
        const char *part = at >= len / 2 && shape->second != NULL ? shape->second : shape->first;
        size_t part_len = strlen(part);
        if (part_len > len - at)
            part_len = len - at;
        memcpy(page + at, part, part_len);
        at += part_len;
    }
    for (size_t i = 0; i < len; i++) {
        if (page[i] == 1)
            page[i] = 0;
    }
    return page;
}
