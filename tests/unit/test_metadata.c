/*
 * test_metadata.c - what pages say about themselves: every source, which of them wins, hostile
 * pages, memory that runs out. The pages are made up.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/base.h"
#include "meter.h"
#include "options_with.h"
#include "pith.h"

#include <cmocka.h>

#define WHERE "https://news.example/2021/03/04/story"

struct expected {
    pith_field field;
    size_t index;
    const char *value; /* NULL: there is none */
    const char *source;
};

static const pith_page *parse(pith_context *context, const char *html, size_t len, const char *url)
{
    const pith_page *page;
    pith_options *options =
        options_with("charset", "utf-8", "metadata", "true", "url", url, "method", "words",
                     /* needs no memory, of which some tests see how much is used */ NULL);
    assert_int_equal(pith_context_parse(context, html, len, options, &page, NULL), PITH_OK);
    return page;
}

static void check_fact(const pith_page *page, const struct expected *expected)
{
    const pith_fact *fact = pith_page_fact(page, expected->field, expected->index);
    if (expected->value == NULL) {
        if (fact != NULL)
            print_message("%s: %s\n", pith_field_name(expected->field), fact->value);
        assert_null(fact);
        return;
    }
    if (fact == NULL)
        print_message("no %s: %s\n", pith_field_name(expected->field), expected->value);
    assert_non_null(fact);
    assert_string_equal(fact->value, expected->value); /* NUL-terminated, although none needs it */
    assert_int_equal(fact->len, strlen(expected->value));
    assert_string_equal(fact->source, expected->source);
}

static void check_at(const char *url, const char *html, const struct expected *expected,
                     size_t count)
{
    pith_context *context = pith_context_new();
    const pith_page *page = parse(context, html, strlen(html), url);
    for (size_t i = 0; i < count; i++)
        check_fact(page, &expected[i]);
    pith_context_free(context);
}

/* One fact, and that there is no second. */
static void check(const char *html, pith_field field, const char *value, const char *source)
{
    const struct expected expected[] = {{field, 0, value, source}, {field, 1, NULL, NULL}};
    check_at(NULL, html, expected, 2);
}

/* ---------------------------------------------------------------- <meta> and <link> */

static const char tags_page[] =
    "<!doctype html><html lang=en-GB><head><title>A bell is found - The Courier</title>"
    "<meta property='og:title' content='A bell is found'>"
    "<meta property='og:site_name' content='The Courier'>"
    "<meta property='og:description' content=' Two\n lines &amp; more '>"
    "<meta property='og:image' content='../bell.jpg'>"
    "<meta property='article:published_time' content='2021-03-04T05:06:07Z'>"
    "<meta property='article:modified_time' content='5 March 2021'>"
    "<meta property='article:tag' content='bells'><meta property='article:tag' content='Sea'>"
    "<meta property='article:tag' content='sea'><meta name=keywords content='not, these'>"
    "<meta name=author content='By Ann Lee and Bob Ray'>"
    "<link rel=canonical href='/story'><link rel=license href='//license.example/by'>"
    "</head><body><h1>A bell is found</h1><p>Text.</body>";

static void meta_tags(void **state)
{
    const struct expected expected[] = {
        {PITH_FIELD_TITLE, 0, "A bell is found", "h1"},
        {PITH_FIELD_AUTHOR, 0, "Ann Lee", "author"},
        {PITH_FIELD_AUTHOR, 1, "Bob Ray", "author"},
        {PITH_FIELD_AUTHOR, 2, NULL, NULL},
        {PITH_FIELD_DATE, 0, "2021-03-04T05:06:07Z", "article:published_time"},
        {PITH_FIELD_MODIFIED, 0, "2021-03-05", "article:modified_time"},
        {PITH_FIELD_SITE, 0, "The Courier", "og:site_name"},
        {PITH_FIELD_DESCRIPTION, 0, "Two lines & more", "og:description"},
        {PITH_FIELD_LANGUAGE, 0, "en-GB", "html lang"},
        {PITH_FIELD_URL, 0, "https://news.example/story", "link"},
        {PITH_FIELD_IMAGE, 0, "https://news.example/2021/03/bell.jpg", "og:image"},
        {PITH_FIELD_TAG, 0, "bells", "article:tag"},
        {PITH_FIELD_TAG, 1, "Sea", "article:tag"},
        {PITH_FIELD_TAG, 2, NULL, NULL},
        {PITH_FIELD_LICENSE, 0, "https://license.example/by", "link"},
    };
    (void)state;
    check_at(WHERE, tags_page, expected, sizeof expected / sizeof *expected);
}

static void other_tags(void **state)
{
    (void)state;
    check("<meta name=twitter:title content=T><p>x", PITH_FIELD_TITLE, "T", "twitter:title");
    check("<meta name=DC.Title content=T><p>x", PITH_FIELD_TITLE, "T", "dc.title");
    check("<meta name=citation_title content=T><p>x", PITH_FIELD_TITLE, "T", "citation_title");
    check("<meta name=DC.Creator content='Ann Lee'>", PITH_FIELD_AUTHOR, "Ann Lee", "dc.creator");
    check("<meta name=dc:creator content='Ann Lee'>", PITH_FIELD_AUTHOR, "Ann Lee", "dc.creator");
    check("<meta name=citation_author content='Lee, Ann'>", PITH_FIELD_AUTHOR, "Ann Lee",
          "citation_author");
    check("<meta name=twitter:label1 content='Written by'><meta name=twitter:data1 content=Ann>",
          PITH_FIELD_AUTHOR, "Ann", "twitter:data1");
    check("<meta name=twitter:label2 content='Written by'><meta name=twitter:data2 content=Ann>",
          PITH_FIELD_AUTHOR, "Ann", "twitter:data2");
    check("<meta name=twitter:label1 content='Time'><meta name=twitter:data1 content='9 minutes'>",
          PITH_FIELD_AUTHOR, NULL, NULL);
    check("<meta property=article:author content='https://site.example/ann'>", PITH_FIELD_AUTHOR,
          NULL, NULL);
    check("<meta name=citation_publication_date content='2021/3'>", PITH_FIELD_DATE, "2021-03",
          "citation_publication_date");
    check("<meta name=dcterms.issued content='2021-03-04'>", PITH_FIELD_DATE, "2021-03-04",
          "dcterms.issued");
    check("<html lang=de><meta name=date content='04/03/2021'>", PITH_FIELD_DATE, "2021-03-04",
          "date");
    check("<html lang=en-US><meta name=date content='04/03/2021'>", PITH_FIELD_DATE, "2021-04-03",
          "date");
    check("<meta name=date content=soon>", PITH_FIELD_DATE, NULL, NULL);
    check("<meta http-equiv=last-modified content='Thu, 04 Mar 2021 05:06:07 GMT'>",
          PITH_FIELD_MODIFIED, "2021-03-04T05:06:07Z", "last-modified");
    check("<meta name=application-name content=App>", PITH_FIELD_SITE, "App", "application-name");
    check("<meta name=description content='&lt;b&gt; &#x2019;'>", PITH_FIELD_DESCRIPTION,
          "<b> \xE2\x80\x99", "description");
    check("<meta property=og:locale content=pt_BR>", PITH_FIELD_LANGUAGE, "pt-BR", "og:locale");
    check("<meta http-equiv=content-language content='de, en'>", PITH_FIELD_LANGUAGE, "de",
          "content-language");
    check("<meta property=og:locale content='no language'>", PITH_FIELD_LANGUAGE, "no",
          "og:locale");
    check("<html lang='{{lang}}'>", PITH_FIELD_LANGUAGE, NULL, NULL);
    check("<meta property=og:url content='https://a.example/b'>", PITH_FIELD_URL,
          "https://a.example/b", "og:url");
    check("<link rel=image_src href=a.png>", PITH_FIELD_IMAGE, "a.png", "link");
    check("<meta property=og:image content='data:image/png;base64,AAAA'>", PITH_FIELD_IMAGE, NULL,
          NULL);
    check("<meta property=og:image content=VBScript:a>", PITH_FIELD_IMAGE, NULL, NULL);
    check("<link rel=canonical href=' java&#10;script:a'>", PITH_FIELD_URL, NULL, NULL);
    check("<link rel=canonical href='&#1;javascript:a'>", PITH_FIELD_URL, NULL, NULL);
    check("<link rel=license href='JaVaScRiPt: a'>", PITH_FIELD_LICENSE, NULL, NULL);
    check("<link rel=license href=x-app:a>", PITH_FIELD_LICENSE, NULL, NULL);
    check("<meta name=rights content='Rights: all'>", PITH_FIELD_LICENSE, "Rights: all", "rights");
    check("<meta name=dc.rights content='CC BY 4.0'>", PITH_FIELD_LICENSE, "CC BY 4.0",
          "dc.rights");
    check("<p><a rel='nofollow license' href='https://l.example/'>x</a>", PITH_FIELD_LICENSE,
          "https://l.example/", "link");
    check("<p><a rel=tag href=/t/sea>the  sea</a>", PITH_FIELD_TAG, "the sea", "rel=tag");
}

/* Relative addresses start from <base>, else from the page's address, else from the canonical. */
static void bases(void **state)
{
    static const struct expected with_base[] = {
        {PITH_FIELD_IMAGE, 0, "https://news.example/base/i.png", "og:image"}};
    static const struct expected canonical[] = {
        {PITH_FIELD_IMAGE, 0, "https://c.example/d/i.png", "og:image"}};
    (void)state;
    check_at(WHERE, "<base href='/base/x'><meta property=og:image content=i.png>", with_base, 1);
    check_at(NULL,
             "<link rel=canonical href='https://c.example/d/e'>"
             "<meta property=og:image content=i.png>",
             canonical, 1);
    check("<meta property=og:image content=i.png>", PITH_FIELD_IMAGE, "i.png", "og:image");
    check("<base href='javascript://x/%0aalert(1)//'><link rel=canonical href=y>", PITH_FIELD_URL,
          "y", "link");
    check("<base href='data://x/'><link rel=license href=a/b>", PITH_FIELD_LICENSE, "a/b", "link");
    check_at(WHERE, "<base href='VBScript://x/'><meta property=og:image content=/base/i.png>",
             with_base, 1);
    /* What is no address is as if there were none. */
    static const char *const bad[] = {"", "news.example", "https://a.\xFF\xE2/", "https://a. b/c",
                                      "https://\xF0"};
    static const struct expected unchanged[] = {{PITH_FIELD_IMAGE, 0, "i.png", "og:image"}};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        check_at(bad[i], "<title>a | b</title><meta property=og:image content=i.png>", unchanged,
                 1);
}

/* ---------------------------------------------------------------- JSON-LD and microdata */

#define LD(json) "<script type='application/ld+json'>" json "</script>"

static void json_ld(void **state)
{
    static const struct expected expected[] = {
        {PITH_FIELD_TITLE, 0, "A \"bell\" & more", "json-ld"},
        {PITH_FIELD_AUTHOR, 0, "Ann Lee", "json-ld"},
        {PITH_FIELD_AUTHOR, 1, "Bob Ray", "json-ld"},
        {PITH_FIELD_AUTHOR, 2, "Cy Poe", "json-ld"},
        {PITH_FIELD_AUTHOR, 3, NULL, NULL},
        {PITH_FIELD_DATE, 0, "2021-03-04T05:06:00+01:00", "json-ld"},
        {PITH_FIELD_MODIFIED, 0, "2021-03-05", "json-ld"},
        {PITH_FIELD_SITE, 0, "The Courier", "json-ld"},
        {PITH_FIELD_DESCRIPTION, 0, "Two lines", "json-ld"},
        {PITH_FIELD_LANGUAGE, 0, "en", "json-ld"},
        {PITH_FIELD_URL, 0, "https://news.example/a", "json-ld"},
        {PITH_FIELD_IMAGE, 0, "https://news.example/i.png", "json-ld"},
        {PITH_FIELD_TAG, 0, "bells", "json-ld"},
        {PITH_FIELD_TAG, 1, "sea", "json-ld"},
        {PITH_FIELD_LICENSE, 0, "https://l.example/", "json-ld"},
    };
    (void)state;
    check_at(NULL,
             "<body>" LD("{\"@graph\":[{\"@type\":\"Person\",\"@id\":\"#cy\",\"name\":\"Cy Poe\"},"
                         "{\"@id\":\"#img\",\"@type\":\"ImageObject\",\"url\":"
                         "\"https://news.example/i.png\"},"
                         "{\"headline\":\"A \\\"bell\\\" &amp; more\",\"@type\":[\"NewsArticle\"],"
                         "\"comment\":[{\"@type\":\"Comment\",\"author\":{\"name\":\"No One\"}}],"
                         "\"author\":[{\"@type\":\"Person\",\"name\":\"Ann Lee\"},\"Bob Ray\","
                         "{\"@id\":\"#cy\"},{\"@id\":\"#who\"}],"
                         "\"datePublished\":\"2021-03-04T05:06+01:00\","
                         "\"dateModified\":\"2021-03-05\",\"description\":\"Two\n lines\","
                         "\"inLanguage\":\"en\",\"url\":\"https:\\/\\/news.example\\/a\","
                         "\"image\":{\"@id\":\"#img\"},\"keywords\":[\"bells\",\"sea\"],"
                         "\"license\":\"https://l.example/\","
                         "\"publisher\":{\"name\":\"The Courier\"}}]}"),
             expected, sizeof expected / sizeof *expected);
}

static void json_ld_kinds(void **state)
{
    (void)state;
    check(
        "<h1>Q &amp; A</h1>" LD(
            "{\"@type\":\"FAQPage\",\"mainEntity\":[{\"@type\":\"Question\",\"name\":\"Why?\"}]}"),
        PITH_FIELD_TITLE, "Q & A", "h1");
    check(
        "<p>x" LD("{\"@type\":\"QAPage\",\"mainEntity\":{\"@type\":\"Question\",\"name\":\"Why?\","
                  "\"dateCreated\":\"2021-03-04\",\"author\":{\"name\":\"ann\"}}}"),
        PITH_FIELD_TITLE, "Why?", "json-ld");
    check(LD("{\"@type\":\"ItemList\",\"itemListElement\":[{\"@type\":\"Article\",\"author\":"
             "\"Ann Lee\"}]}"),
          PITH_FIELD_AUTHOR, NULL, NULL);
    check(LD("{\"@type\":\"WebSite\",\"name\":\"The Courier\"}"), PITH_FIELD_SITE, "The Courier",
          "json-ld");
    check(LD("{\"@type\":\"WebPage\",\"datePublished\":\"2021-03-04\"}"), PITH_FIELD_DATE,
          "2021-03-04", "json-ld");
    /* Not our type of script, and a script that is data of another kind. */
    check("<script type=text/javascript>{\"@type\":\"WebSite\",\"name\":\"X\"}</script>",
          PITH_FIELD_SITE, NULL, NULL);
}

static void broken_json_ld(void **state)
{
    (void)state;
    /* What was read before the fault counts; the next script is read. */
    check(LD("{\"@type\":\"Article\",\"headline\":\"H\",\"author\":\"Ann Lee\",,}"),
          PITH_FIELD_AUTHOR, "Ann Lee", "json-ld");
    check(LD("{\"@type\":") LD("{\"@type\":\"Article\",\"author\":\"Ann Lee\"}"), PITH_FIELD_AUTHOR,
          "Ann Lee", "json-ld");
    check(LD("//<![CDATA[\n{\"@type\":\"Article\",\"author\":\"Ann Lee\"}\n//]]>"),
          PITH_FIELD_AUTHOR, "Ann Lee", "json-ld");
    check(LD(""), PITH_FIELD_AUTHOR, NULL, NULL);
    check(LD("[[[[{}]]]]"), PITH_FIELD_AUTHOR, NULL, NULL);
    check(LD("{\"@type\":\"Article\",\"author\":null,\"datePublished\":17,\"headline\":{}}"),
          PITH_FIELD_DATE, NULL, NULL);
    check(LD("{\"@type\":\"Article\",\"author\":\"null\"}"), PITH_FIELD_AUTHOR, NULL, NULL);
}

static void microdata(void **state)
{
    static const struct expected expected[] = {
        {PITH_FIELD_TITLE, 0, "A bell", "h1"},
        {PITH_FIELD_AUTHOR, 0, "Ann Lee", "microdata"},
        {PITH_FIELD_AUTHOR, 1, NULL, NULL},
        {PITH_FIELD_DATE, 0, "2021-03-04", "microdata"},
        {PITH_FIELD_MODIFIED, 0, "2021-03-05", "microdata"},
        {PITH_FIELD_SITE, 0, "The Courier", "microdata"},
        {PITH_FIELD_IMAGE, 0, "i.png", "microdata"},
        {PITH_FIELD_DESCRIPTION, 0, "About it", "microdata"},
    };
    (void)state;
    check_at(NULL,
             "<article itemscope itemtype='https://schema.org/NewsArticle'>"
             "<h1 itemprop='name headline'>A bell</h1>"
             "<p itemprop=author itemscope itemtype='https://schema.org/Person'>By "
             "<b itemprop=name>Ann Lee</b></p>"
             "<time itemprop=datePublished datetime=2021-03-04>yesterday</time>"
             "<meta itemprop=dateModified content=2021-03-05><img itemprop=image src=i.png>"
             "<span itemprop=publisher itemscope itemtype='https://schema.org/Organization'>"
             "<meta itemprop=name content='The Courier'></span><p itemprop=description>About it</p>"
             "<div itemprop=comment itemscope itemtype='https://schema.org/Comment'>"
             "<b itemprop=author>No One</b><time itemprop=datePublished>2022-01-01</time></div>"
             "</article><article itemscope itemtype='https://schema.org/NewsArticle'>"
             "<b itemprop=author>Not She</b></article>",
             expected, sizeof expected / sizeof *expected);
    check("<p itemscope itemtype='http://schema.org/Product'><b itemprop=name>Kite</b>",
          PITH_FIELD_TITLE, "Kite", "microdata");
}

/* ---------------------------------------------------------------- what a reader sees */

static void titles(void **state)
{
    static const char *const pages[][3] = {
        {"<title>A bell is found | The Courier</title><p>x", "A bell is found", "title"},
        {"<title>A bell is found</title><p>x", "A bell is found", "title"},
        {"<title>Sea|Land</title><p>x", "Sea", "title"},
        {"<title>Well-known 24/7 things</title><p>x", "Well-known 24/7 things", "title"},
        {"<h1>A bell</h1>", "A bell", "h1"},
        /* The heading that the title repeats, not the site's. */
        {"<title>A bell - Courier</title><h1>Courier</h1><h1>A bell</h1>", "A bell", "h1"},
        {"<title>What is a bell? - The Book of Bells</title><h1>The Book of Bells</h1>",
         "What is a bell?", "title"},
        /* A heading in other words, one about nothing, a slogan, a label. */
        {"<title>Bells: our guide to the best | C</title><h1>Our guide to bells</h1>",
         "Our guide to bells", "h1"},
        {"<title>A bell is found | C</title><h1>Latest news</h1>", "A bell is found", "title"},
        {"<title>Bells for ships | C</title><h1>Bells for all.</h1>", "Bells for ships", "title"},
        {"<title>How to ring a bell | C</title><h1>Thread: How to ring a bell</h1>",
         "How to ring a bell", "title"},
        {"<title>x</title><h1>x ¶</h1>", "x", "h1"},
        {"<title>A bell | C</title><h1>{{ title }}</h1>", "A bell", "title"},
        {"<title>A bell | C</title><h1 hidden>A bell</h1>", "A bell", "title"},
        /* The clean one of two. */
        {"<title>A bell | News | C</title><meta property=og:title content='A bell'>", "A bell",
         "og:title"},
        {"<title>New - A bell is found - The Courier</title><h1>A bell is found</h1>",
         "A bell is found", "h1"},
        {"<title>Bells: Book 3: Ringing</title><meta property=og:title content=Ringing>", "Ringing",
         "og:title"},
        {"<title>A bell is found - The Courier</title><meta property=og:title content='The "
         "Courier'>",
         "A bell is found", "title"},
        {"<title>The great book of bells, second edition, for sale | C</title>"
         "<h1>The great book of bells, second edition</h1>",
         "The great book of bells, second edition", "h1"},
        {"<title>A bell is found in the sea near the old harbour | C</title>"
         "<script type=application/ld+json>{\"@type\": \"Article\", \"headline\": \"A bell is "
         "found in the sea near\"}</script>",
         "A bell is found in the sea near the old harbour", "title"},
        {"<title>A be\xC2\xADll</title>", "A bell", "title"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof pages / sizeof *pages; i++)
        check(pages[i][0], PITH_FIELD_TITLE, pages[i][1], pages[i][2]);
    check("<p>no title", PITH_FIELD_TITLE, NULL, NULL);
    check("<title>A bell - The Courier</title><h1>A bell</h1>", PITH_FIELD_SITE, "The Courier",
          "title");
}

static void bylines(void **state)
{
    (void)state;
    check("<h1>T</h1><p>By Ann Lee | May 12, 2020<p>Text.", PITH_FIELD_AUTHOR, "Ann Lee", "byline");
    check("<h1>T</h1><p>Posted on May 12, 2020 by Ann Lee", PITH_FIELD_AUTHOR, "Ann Lee", "byline");
    check("<h1>T</h1><p>Written by<p>Ann Lee<p>Text.", PITH_FIELD_AUTHOR, "Ann Lee", "byline");
    check("<h1>T</h1><p><span>By</span><span>Ann Lee</span>", PITH_FIELD_AUTHOR, "Ann Lee",
          "byline");
    check("<h1>T</h1><a rel=author href=/x>Ann Lee</a>", PITH_FIELD_AUTHOR, "Ann Lee", "byline");
    check("<h1>T</h1><a href=/authors/ann>Ann Lee</a>", PITH_FIELD_AUTHOR, "Ann Lee", "byline");
    check("<h1>T</h1><div class=post-author><b>Ann Lee</b><i>Chief editor of it all</i></div>",
          PITH_FIELD_AUTHOR, "Ann Lee", "byline");
    check("<h1>T</h1><p>Text.<div class=username>ann_77</div>", PITH_FIELD_AUTHOR, "ann_77",
          "byline");
    check("<h1>T</h1><p>Text.<div id=comments><b class=author>No One</b></div>", PITH_FIELD_AUTHOR,
          NULL, NULL);
    check("<h1>T</h1><p>Found by accident on the beach, by chance.", PITH_FIELD_AUTHOR, NULL, NULL);
    /* A person near the heading knows better than data that name the site. */
    check("<meta property=og:site_name content=Courier><meta name=author content=Courier><h1>T</h1>"
          "<p>By Ann Lee",
          PITH_FIELD_AUTHOR, "Ann Lee", "byline");
    check(
        "<meta property=og:site_name content=Courier><meta name=author content=Courier><h1>T</h1>",
        PITH_FIELD_AUTHOR, "Courier", "author");
}

static void visible_dates(void **state)
{
    static const struct expected from_url[] = {{PITH_FIELD_DATE, 0, "2021-03-04", "url"}};
    static const struct expected both[] = {
        {PITH_FIELD_DATE, 0, "2020-05-12", "byline"},
        {PITH_FIELD_MODIFIED, 0, "2021-01-02", "byline"},
    };
    (void)state;
    check("<h1>T</h1><time datetime='2020-05-12T10:00:00+02:00'>May</time>", PITH_FIELD_DATE,
          "2020-05-12T10:00:00+02:00", "time");
    check("<h1>T</h1><time>12 May 2020</time>", PITH_FIELD_DATE, "2020-05-12", "time");
    check("<h1>T</h1><time>Edited 1/2/20 1:00est 5 May 2021</time>", PITH_FIELD_DATE, "2021-05-05",
          "time");
    check("<h1>T</h1><p>12 May 2020", PITH_FIELD_DATE, "2020-05-12", "byline");
    check("<p>12 May 2020<h1>T</h1><p>Text.", PITH_FIELD_DATE, "2020-05-12", "byline");
    check("<h1>T</h1><p>Updated: 12 May 2020", PITH_FIELD_DATE, "2020-05-12", "byline");
    check("<h1>T</h1><p>In 1991 he was born on 12 May 1991", PITH_FIELD_DATE, NULL, NULL);
    check("<h1>T</h1><p>Text<aside><time>2020-01-01</time></aside>", PITH_FIELD_DATE, NULL, NULL);
    check("<article><h1>T</h1><p>Text<footer><time>2020-01-01</time></footer>", PITH_FIELD_DATE,
          "2020-01-01", "time");
    check_at(NULL, "<h1>T</h1><p>Last updated January 2, 2021. Published May 12, 2020", both, 2);
    check_at(WHERE, "<h1>T</h1><p>12 May 2020", from_url, 1);
    check_at("https://a.example/20210304/x", "<h1>T</h1>", from_url, 1);
    check_at("https://a.example/a/2021-03-04-x", "<h1>T</h1>", from_url, 1);
}

/* ---------------------------------------------------------------- hostile pages */

/* Repeats PIECE until LEN bytes are full. */
static char *repeat(const char *head, const char *piece, size_t len)
{
    char *page = malloc(len + 1);
    size_t at = strlen(head);
    size_t size = strlen(piece);
    assert_non_null(page);
    memcpy(page, head, at);
    for (size_t i = 0; at < len; i++)
        page[at++] = piece[i % size];
    page[len] = '\0';
    return page;
}

/* Many and large sources: no more is kept than the bounds allow, and memory follows the page. */
static void floods(void **state)
{
    static const char *const pieces[] = {
        "<meta name=author content='Ann Lee'>",
        "<meta name=author content='a,b c,d e,'>",
        "<meta name=keywords content=',,;,'>",
        "<meta property=og:title content=''>",
        "<link rel=canonical href='#'>",
        "<script type=application/ld+json>{\"@type\":\"Article\"}</script>",
        "<script type=application/ld+json>[{\"author\":[{\"name\":",
        "<b itemprop=author itemscope>",
        "<b itemscope itemtype=Article itemprop='author name headline'>x",
        "<a rel='tag license author' href=/author/x class='author byline'>Ann Lee",
        "<time datetime=2020-13-13>",
        "<h1>",
        "<h1>Title | Title - Title ",
        "<p>By Ann Lee, 12 May 2020",
    };
    enum { LEN = 300000 };
    (void)state;
    for (size_t i = 0; i < sizeof pieces / sizeof *pieces; i++) {
        char *html = repeat("<title>A | B</title>", pieces[i], LEN);
        struct meter meter = {0, 0, 0, 0};
        pith_context *context = meter_context(&meter);
        const pith_page *page = parse(context, html, LEN, WHERE);
        for (unsigned field = 0; field < PITH_FIELDS; field++) {
            size_t count = 0;
            const pith_fact *fact;
            while ((fact = pith_page_fact(page, (pith_field)field, count)) != NULL) {
                assert_true(fact->len > 0 && fact->len <= 2100);
                count++;
            }
            assert_true(count <= 32);
        }
        assert_true(meter.peak < (size_t)40 * LEN);
        pith_context_free(context);
        assert_int_equal(meter.now, 0);
        free(html);
    }
}

/* Long values are cut between characters; what cannot be cut is left out. */
static void long_values(void **state)
{
    enum { LEN = 9000 };
    (void)state;
    char *html = repeat("<meta name=description content='a", "é", LEN);
    pith_context *context = pith_context_new();
    html[LEN - 3] = '\'';
    html[LEN - 2] = '>';
    html[LEN - 1] = 'x';
    const pith_page *page = parse(context, html, LEN, NULL);
    const pith_fact *fact = pith_page_fact(page, PITH_FIELD_DESCRIPTION, 0);
    assert_non_null(fact);
    assert_int_equal(fact->len, 999);
    free(html);
    html = repeat("<link rel=canonical href='https://a.example/", "x", LEN);
    html[LEN - 2] = '\'';
    html[LEN - 1] = '>';
    assert_null(pith_page_fact(parse(context, html, LEN, NULL), PITH_FIELD_URL, 0));
    free(html);
    html = repeat(WHERE, "/x", LEN); /* an address longer than any base */
    parse(context, tags_page, sizeof tags_page - 1, html);
    free(html);
    pith_context_free(context);
}

static void nested_json_ld(void **state)
{
    static const char head[] = "<script type=application/ld+json>";
    enum { LEN = 100000 };
    (void)state;
    pith_context *context = pith_context_new();
    static const char *const pieces[] = {"[", "{\"@graph\":", "{\"author\":[", "{\"x\":[{\"y\":"};
    for (size_t i = 0; i < sizeof pieces / sizeof *pieces; i++) {
        char *html = repeat(head, pieces[i], LEN);
        const pith_page *page = parse(context, html, LEN, NULL);
        assert_null(pith_page_fact(page, PITH_FIELD_AUTHOR, 0));
        free(html);
    }
    pith_context_free(context);
}

/* Control characters and invisible ones are dropped, white space of all kinds is one blank. */
static void clean_values(void **state)
{
    (void)state;
    check("<meta name=description content='a\x01\tb\x7F&#8203;c&nbsp;&#xFEFF; \xE2\x80\xAE d '>",
          PITH_FIELD_DESCRIPTION, "a bc d", "description");
    check("<meta name=description content='{{description}}'>", PITH_FIELD_DESCRIPTION, NULL, NULL);
    check("<meta name=description content='undefined'>", PITH_FIELD_DESCRIPTION, NULL, NULL);
    check("<meta name=description content=' - '>", PITH_FIELD_DESCRIPTION, NULL, NULL);
}

static void not_asked(void **state)
{
    pith_context *context = pith_context_new();
    const pith_page *page;
    (void)state;
    assert_int_equal(
        pith_context_parse(context, tags_page, sizeof tags_page - 1, NULL, &page, NULL), PITH_OK);
    for (unsigned field = 0; field < PITH_FIELDS; field++)
        assert_null(pith_page_fact(page, (pith_field)field, 0));
    pith_context_free(context);
}

/* Every single allocation fails once; the context works again afterwards, and nothing is lost. */
static void no_memory(void **state)
{
    char *rest = repeat("", LD("{\"@type\":\"Article\",\"author\":\"Ann Lee\"}"), 20000);
    char *html = malloc(40000);
    struct meter meter = {0, 0, 0, 0};
    (void)state;
    assert_non_null(html);
    snprintf(html, 40000, "%s%s", tags_page, rest);
    pith_options *options = options_with("metadata", "true", "url", WHERE, NULL);
    pith_status status = PITH_ERR_NOMEM;
    for (size_t fail_at = 1; status != PITH_OK; fail_at++) {
        const pith_page *page;
        meter.calls = 0;
        meter.fail_at = fail_at;
        pith_context *context = meter_context(&meter);
        assert_true(fail_at < 1000);
        if (context == NULL)
            continue;
        status = pith_context_parse(context, html, strlen(html), options, &page, NULL);
        assert_true(status == PITH_OK || status == PITH_ERR_NOMEM);
        meter.fail_at = 0;
        if (status != PITH_OK)
            assert_int_equal(pith_context_parse(context, html, strlen(html), options, &page, NULL),
                             PITH_OK);
        assert_non_null(pith_page_fact(page, PITH_FIELD_TITLE, 0));
        pith_context_free(context);
        assert_int_equal(meter.now, 0);
    }
    free(html);
    free(rest);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(meta_tags),      cmocka_unit_test(other_tags),
        cmocka_unit_test(bases),          cmocka_unit_test(json_ld),
        cmocka_unit_test(json_ld_kinds),  cmocka_unit_test(broken_json_ld),
        cmocka_unit_test(microdata),      cmocka_unit_test(titles),
        cmocka_unit_test(bylines),        cmocka_unit_test(visible_dates),
        cmocka_unit_test(floods),         cmocka_unit_test(long_values),
        cmocka_unit_test(nested_json_ld), cmocka_unit_test(clean_values),
        cmocka_unit_test(not_asked),      cmocka_unit_test(no_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
