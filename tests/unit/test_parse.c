/*
 * test_parse.c - the scanner from inside: names, attributes, nodes and their flags. What pages
 * become is in tests/spec; what lexbor and html5lib say of them, in tests/judge.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

#include "base/utf8.h"
#include "meter.h"
#include "parse/builder.h"
#include "parse/text.h"

static struct pith__clock no_clock = {.look_at = UINT64_MAX};
static const struct pith__limits no_limits = {512, 1000000, &no_clock, false};

static struct pith__span span(const char *text)
{
    return (struct pith__span){(const unsigned char *)text, strlen(text)};
}

/* "html body p 'text'": the nodes in order, text in quotes. */
static void describe(const struct pith__doc *doc, char *out, size_t size)
{
    size_t at = 0;
    for (size_t i = 0; i < doc->nodes.len; i++) {
        const struct pith__node *node = pith__doc_node(doc, i);
        int wrote;
        if (node->tag == PITH__TAG_TEXT) {
            wrote = snprintf(out + at, size - at, " '%.*s'", (int)node->extent,
                             (const char *)doc->source.ptr + node->offset);
        } else {
            const char *known = pith__tag_names[node->tag];
            struct pith__span name = known != NULL ? span(known) : pith__node_name(doc, node);
            wrote = snprintf(out + at, size - at, " %.*s", (int)name.len, (const char *)name.ptr);
        }
        assert_true(wrote >= 0 && (size_t)wrote < size - at);
        at += (size_t)wrote;
    }
}

static void expect_nodes(const char *html, const char *nodes)
{
    char got[1000] = "";
    struct pith__doc doc;
    pith__doc_init(&doc, &pith__allocator_default);
    assert_int_equal(pith__doc_parse(&doc, span(html), &no_limits), PITH_OK);
    describe(&doc, got, sizeof got);
    pith__doc_deinit(&doc);
    assert_string_equal(got + 1, nodes);
}

static void names(void **state)
{
    (void)state;
    for (unsigned tag = 1; tag < PITH__TAG_OTHER; tag++) {
        unsigned char words[16] = {0};
        memcpy(words, pith__tag_names[tag], strlen(pith__tag_names[tag]));
        assert_int_equal(pith__tag_by_words(pith__load8(words), pith__load8(words + 8)), tag);
    }
    assert_int_equal(pith__tag_by_words(0, 0), 0);
    assert_int_equal(pith__tag_by_words(0x123456, 0), 0);
    assert_int_equal(pith__lower8(pith__load8((const unsigned char *)"AZ@[az\xC1`")),
                     pith__load8((const unsigned char *)"az@[az\xC1`"));
}

static void attributes(void **state)
{
    (void)state;
    static const char tag[] = " a=1 B = 'two' c / =d e=\"f\"g data-long-name=/x/ h=>";
    static const char *const want[][2] = {{"a", "1"},
                                          {"B", "two"},
                                          {"c", ""},
                                          {"=d", ""},
                                          {"e", "f"},
                                          {"g", ""},
                                          {"data-long-name", "/x/"},
                                          {"h", ""}};
    const unsigned char *p = (const unsigned char *)tag;
    const unsigned char *end = p + sizeof tag - 1;
    struct pith__raw_attr attr;
    struct pith__name name;
    bool slash;
    size_t count = 0;
    while (pith__attr_next(&p, end, &attr, &name, &slash)) {
        assert_int_equal(attr.name.len, strlen(want[count][0]));
        assert_memory_equal(attr.name.ptr, want[count][0], attr.name.len);
        assert_int_equal(attr.value.len, strlen(want[count][1]));
        assert_memory_equal(attr.value.ptr, want[count][1], attr.value.len);
        count++;
    }
    assert_int_equal(count, sizeof want / sizeof *want);
    assert_int_equal(*p, '>');
}

static void kept_attributes(void **state)
{
    (void)state;
    struct pith__doc doc;
    struct pith__span value;
    pith__doc_init(&doc, &pith__allocator_default);
    static const char html[] =
        "<html lang=x><body class=a><p ID=one id=two other=3 HREF><body id=b "
        "class=c><html lang=y class=z>";
    assert_int_equal(pith__doc_parse(&doc, span(html), &no_limits), PITH_OK);
    const struct pith__node *p = pith__doc_node(&doc, 2);
    assert_int_equal(p->tag, PITH__TAG_p);
    assert_int_equal(p->detail, 2);
    assert_true(pith__doc_attr(&doc, p, PITH__ATTR_ID, &value));
    assert_memory_equal(value.ptr, "one", value.len); /* the first of two holds */
    assert_true(pith__doc_attr(&doc, p, PITH__ATTR_HREF, &value));
    assert_int_equal(value.len, 0);
    assert_false(pith__doc_attr(&doc, p, PITH__ATTR_CLASS, &value));
    /* A second <html> or <body> adds what the first does not have. */
    assert_true(pith__doc_attr(&doc, pith__doc_node(&doc, 1), PITH__ATTR_CLASS, &value));
    assert_memory_equal(value.ptr, "a", value.len);
    assert_true(pith__doc_attr(&doc, pith__doc_node(&doc, 1), PITH__ATTR_ID, &value));
    assert_true(pith__doc_attr(&doc, pith__doc_node(&doc, 0), PITH__ATTR_LANG, &value));
    assert_memory_equal(value.ptr, "x", value.len);
    assert_true(pith__doc_attr(&doc, pith__doc_node(&doc, 0), PITH__ATTR_CLASS, &value));
    pith__doc_deinit(&doc);
}

static void nodes(void **state)
{
    (void)state;
    expect_nodes("", "html");
    expect_nodes("x", "html body 'x'");
    expect_nodes("<title>t</title><p>a<p>b", "html head title 't' body p 'a' p 'b'");
    expect_nodes("<head><noscript><link><img></noscript>", "html head noscript link body img");
    expect_nodes("<body><noscript><iframe/></noscript><p>a",
                 "html body noscript iframe p 'a'"); /* not all of the page in <iframe> */
    expect_nodes("<noscript><iframe/></noscript><p>a<iframe>b</noscript>",
                 "html head noscript body iframe p 'a' iframe 'b</noscript>'");
    expect_nodes("<noscript>b<iframe></noscript><p>a", "html head noscript body 'b' iframe p 'a'");
    expect_nodes("<noscript><script src=x></script><iframe></noscript><p>a",
                 "html head noscript script body iframe p 'a'");
    expect_nodes("<noscript><script src=x></noscript><p>a", "html head noscript script body p 'a'");
    expect_nodes("<body><noscript><style>b</STYLE><textarea>c</NoScript>a",
                 "html body noscript style 'b' textarea 'c' 'a'");
    expect_nodes("<body><noscript><script><!--</noscript>a",
                 "html body noscript script '<!--' 'a'");
    expect_nodes("<?xml version='1.0'?><title/><script src=a /><p>a<iframe/>b",
                 "html head title script body p 'a' iframe 'b'"); /* XHTML */
    expect_nodes("<?xml version='1.0'?><p>a<iframe/>b</iframe>", "html body p 'a' iframe 'b'");
    expect_nodes("<td>x<table><td>y", "html body 'x' table tbody tr td 'y'");
    expect_nodes("<table><col><tr><th>a</table>", "html body table colgroup col tbody tr th 'a'");
    expect_nodes("<x-y>a</x-y><Z>b", "html body x-y 'a' Z 'b'");
    expect_nodes("<image><br></br>a</p>", "html body img br br 'a' p");
    expect_nodes("<svg><p>a<svg><g/>b</svg>", "html body svg p 'a' svg g 'b'");
    expect_nodes("<plaintext><p>a</p>", "html body plaintext '<p>a</p>'");
    expect_nodes("<frameset><frame><p>a</frameset>b", "html frameset frame");
    expect_nodes("<div><frameset><frame>", "html frameset frame");
    expect_nodes("<p>a<frameset><frame>", "html body p 'a'");
    expect_nodes("<form>a<form>b</form><form>c", "html body form 'a' 'b' form 'c'");
    expect_nodes("<p><table>", "html body p table"); /* quirks: no doctype */
    expect_nodes("<a href=x>a<p>b", "html body a 'a' p 'b'");
    expect_nodes("<p><a href=x>a<p>b", "html body p a 'a' p a 'b'"); /* the link goes on */
}

/* Flags and formats of the text of a page. */
static void expect_text(const char *html, unsigned flags, unsigned format)
{
    struct pith__doc doc;
    pith__doc_init(&doc, &pith__allocator_default);
    assert_int_equal(pith__doc_parse(&doc, span(html), &no_limits), PITH_OK);
    const struct pith__node *last = pith__doc_node(&doc, doc.nodes.len - 1);
    assert_int_equal(last->tag, PITH__TAG_TEXT);
    if (last->flags != flags || last->detail != format)
        fail_msg("%s: flags %x, format %x", html, last->flags, last->detail);
    pith__doc_deinit(&doc);
}

static void text_flags(void **state)
{
    (void)state;
    expect_text("<p>x", 0, 0);
    expect_text("<p> <b>x", PITH__NODE_SPACE, PITH__FORMAT_STRONG);
    expect_text("<p><b><i>x</b>y", 0, PITH__FORMAT_EMPHASIS);
    expect_text("<b><p>x</b>y", 0, 0);
    expect_text("<b><p>x</p><p>y", 0, PITH__FORMAT_STRONG);
    expect_text("<p><b>x</p><p>y", 0, PITH__FORMAT_STRONG);
    expect_text("<b><table><td>x", 0, 0); /* not into a cell */
    expect_text("<table><td><b>x</table>y", 0, 0);
    expect_text("<a href=x><code><s>x", 0,
                PITH__FORMAT_LINK | PITH__FORMAT_CODE | PITH__FORMAT_STRIKE);
    expect_text("<a href=x>x<a>y", 0, 0);
    expect_text("<div hidden><p>x", PITH__NODE_HIDDEN, 0);
    expect_text("<body><noscript><p>x", PITH__NODE_NOSCRIPT, 0);
    expect_text("<body><template>x", PITH__NODE_UNSEEN, 0);
    expect_text("<body><template shadowrootmode=closed>x", PITH__NODE_SHADOW, 0);
    expect_text("<pre>\n x", PITH__NODE_EXACT, 0);
    expect_text("<textarea>x", PITH__NODE_EXACT | PITH__NODE_NUL, 0);
    expect_text("<xmp>x", PITH__NODE_EXACT | PITH__NODE_RAW | PITH__NODE_NUL, 0);
    expect_text("<svg><text>x", PITH__NODE_NUL, 0);
    expect_text("<table>x", PITH__NODE_FOSTERED, 0);
}

static void styles(void **state)
{
    (void)state;
    static const char *const hide[] = {"display:none",
                                       "DISPLAY : none;",
                                       "color:red;display:none",
                                       "display:none!important",
                                       "display:/**/none",
                                       "x:url(;);display:none",
                                       "x:';';visibility:hidden",
                                       "display&#58;none",
                                       "display:block;display:none"};
    static const char *const show[] = {"",
                                       "display:block",
                                       "display:none-of-it",
                                       "no-display:none",
                                       "display:none;display:block",
                                       "x:url(display:none)",
                                       "x:'display:none'",
                                       "/*display:none*/",
                                       "display none",
                                       "display:",
                                       "x:(display:none",
                                       "visibility:visible"};
    for (size_t i = 0; i < sizeof hide / sizeof *hide; i++) {
        if (pith__style_flags(span(hide[i])) != PITH__NODE_HIDDEN)
            fail_msg("%s should hide", hide[i]);
    }
    for (size_t i = 0; i < sizeof show / sizeof *show; i++) {
        if (pith__style_flags(span(show[i])) != 0)
            fail_msg("%s should not hide", show[i]);
    }
}

static void doctypes(void **state)
{
    (void)state;
    static const char *const quirky[] = {
        "<!doctype>",
        "<!DOCTYPE svg>",
        "<!doctype html public>",
        "<!doctype html public '-//W3C",
        "<!DOCTYPE HTML PUBLIC \"-//W3C//DTD HTML 3.2 Final//EN\">",
        "<!DOCTYPE HTML PUBLIC \"-//W3C//DTD HTML 4.01 Transitional//EN\">",
        "<!doctype html"};
    static const char *const standard[] = {
        "<!doctype html>", "<!DOCTYPE html SYSTEM 'about:legacy-compat'>", "<!doctype HTML >",
        ("<!DOCTYPE HTML PUBLIC \"-//W3C//DTD HTML 4.01 Transitional//EN\" "
         "\"http://www.w3.org/TR/html4/loose.dtd\">")};
    for (size_t i = 0; i < sizeof quirky / sizeof *quirky; i++)
        assert_true(pith__doctype_is_quirky(span(quirky[i])));
    for (size_t i = 0; i < sizeof standard / sizeof *standard; i++)
        assert_false(pith__doctype_is_quirky(span(standard[i])));
}

static void decoding(void **state)
{
    (void)state;
    static const struct {
        const char *in;
        size_t len;
        unsigned how;
        const char *out;
    } cases[] = {{"a&amp;b\r\nc\rd", 12, PITH__TEXT_REFS, "a&b\nc\nd"},
                 {"&amp", 4, 0, "&amp"},
                 {"&ampx", 5, PITH__TEXT_REFS, "&x"},
                 {"&ampx", 5, PITH__TEXT_REFS | PITH__TEXT_ATTRIBUTE, "&ampx"},
                 {"a\0b", 3, PITH__TEXT_DROP_NUL, "ab"},
                 {"a\0b", 3, PITH__TEXT_REPLACE_NUL,
                  "a\xEF\xBF\xBD"
                  "b"}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        unsigned char out[32];
        size_t len =
            pith__text_decode(out, (const unsigned char *)cases[i].in, cases[i].len, cases[i].how);
        assert_int_equal(len, strlen(cases[i].out));
        assert_memory_equal(out, cases[i].out, len);
    }
}

/* Many elements deep: the stack ends, the text does not. */
static void deep(void **state)
{
    (void)state;
    size_t count = 200000;
    char *html = malloc(5 * count + 1);
    assert_non_null(html);
    for (size_t i = 0; i < count; i++)
        memcpy(html + 5 * i, "<div>", 5);
    html[5 * count] = 'x';
    struct pith__doc doc;
    const struct pith__limits limits = {512, 1000000, &no_clock, false};
    pith__doc_init(&doc, &pith__allocator_default);
    struct pith__span source = {(const unsigned char *)html, 5 * count + 1};
    assert_int_equal(pith__doc_parse(&doc, source, &limits), PITH_OK);
    assert_int_equal(doc.stopped, PITH_REASON_DEPTH);
    const struct pith__node *node = pith__doc_node(&doc, doc.nodes.len - 1);
    assert_int_equal(node->tag, PITH__TAG_TEXT);
    unsigned depth = 0;
    for (; node->parent != PITH_NONE; depth++)
        node = pith__doc_node(&doc, node->parent);
    assert_int_equal(depth, 512);
    pith__doc_deinit(&doc);
    free(html);
}

/* Wherever a text is cut, both parts say what they say together, and it goes on. */
static void cuts(void **state)
{
    (void)state;
    static const char *const texts[] = {
        "caf\xC3\xA9 \xE6\xB0\xB4 \xF0\x9F\x90\xA4 end",
        "&amp;&lt;&#60;x&notin;&not y&#x41;&&&amp",
        "&#00000000000000000000000000000000000000000000000000000000000000000000000000000000065;z",
        "a\r\nb\r\n\r\n\rc\n\n",
    };
    enum { MOST = 100, ROOM = 400 };
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        size_t len = strlen(texts[i]);
        for (size_t before = 1; before <= MOST; before++) {
            unsigned char text[ROOM], whole[2 * ROOM], parts[2 * ROOM];
            size_t size = before + len + MOST;
            memset(text, '.', size);
            memcpy(text + before, texts[i], len);
            size_t cut = pith__text_cut(text, MOST);
            assert_in_range(cut, 1, MOST);
            size_t got = pith__text_decode(parts, text, cut, PITH__TEXT_REFS);
            assert_int_equal(pith__utf8_valid_prefix(parts, got), got);
            got += pith__text_decode(parts + got, text + cut, size - cut, PITH__TEXT_REFS);
            assert_int_equal(got, pith__text_decode(whole, text, size, PITH__TEXT_REFS));
            assert_memory_equal(parts, whole, got);
        }
    }
    /* A reference that fills all of it has to be cut. */
    unsigned char digits[2 * MOST];
    memset(digits, '0', sizeof digits);
    memcpy(digits, "&#", 2);
    assert_int_equal(pith__text_cut(digits, MOST), MOST);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(names),    cmocka_unit_test(attributes), cmocka_unit_test(kept_attributes),
        cmocka_unit_test(nodes),    cmocka_unit_test(text_flags), cmocka_unit_test(styles),
        cmocka_unit_test(doctypes), cmocka_unit_test(decoding),   cmocka_unit_test(deep),
        cmocka_unit_test(cuts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
