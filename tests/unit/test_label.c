/*
 * test_label.c - src/label, eval/block_labels.c and eval/snippet_labels.c: which blocks stand in a
 * known text.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

#include "eval/block_labels.h"
#include "eval/snippet_labels.h"
#include "label/label.h"
#include "meter.h"
#include "texts.h"

/* Fails the test unless the blocks of HTML get the labels WANT, a digit each. */
static void expect(const char *html, const char *truth, const char *want)
{
    pith_context *context = pith_context_new();
    const pith_page *page;
    assert_int_equal(pith_context_parse(context, html, strlen(html), NULL, &page, NULL), PITH_OK);
    size_t count = pith_page_get_info(page)->blocks;
    assert_int_equal(count, strlen(want));
    uint8_t labels[64];
    char got[65] = "";
    assert_true(count < sizeof labels);
    memset(labels, 7, sizeof labels);
    assert_int_equal(pith_context_label(context, truth, strlen(truth), labels), PITH_OK);
    for (size_t i = 0; i < count; i++)
        got[i] = (char)('0' + labels[i]);
    assert_string_equal(got, want);
    assert_int_equal(labels[count], 7); /* no label too many */
    pith_context_free(context);
}

static const char article[] =
    "<ul><li>Home<li>News<li>Sport</ul>"
    "<h1>River floods the old town</h1>"
    "<p>After three days of rain the river rose above its banks on Monday night."
    "<p>Nobody was hurt, the fire service said, but forty houses are under water."
    "<p>More news from our reporters in the evening."
    "<p>Copyright Example Press";

static void exact(void **state)
{
    (void)state;
    expect(
        article,
        "River floods the old town\n\nAfter three days of rain the river rose above its banks on "
        "Monday night.\n\nNobody was hurt, the fire service said, but forty houses are under "
        "water.",
        "00011100");
    /* Case, punctuation, quotes, bullets and line ends do not matter. */
    expect(
        article,
        "* RIVER FLOODS THE OLD TOWN\n* after three days of rain, the river rose\nabove its banks"
        " on \xE2\x80\x9CMonday\xE2\x80\x9D night",
        "00011000");
    /* Nor do soft hyphens and joiners. */
    expect("<p>Donau&shy;dampf&#x200B;schiff fahrt heute", "Donaudampfschiff fahrt heute", "1");
    expect("<p>\xC3\x89"
           "COLE \xD0\x9C\xD0\x98\xD0\xA0 Stra\xC3\x9F"
           "e",
           "\xC3\xA9"
           "cole \xD0\xBC\xD0\xB8\xD1\x80 stra\xC3\x9F"
           "e",
           "1");
}

static void empty(void **state)
{
    (void)state;
    expect(article, "", "00000000");
    expect(article, " \n* - *\n", "00000000");
    expect("", "Some text that is not there.", "");
    expect("<p>&nbsp;</p>", "", "");
    expect("<p>one two three<p>* * *<p>four five six", "", "000");
}

static void edited(void **state)
{
    (void)state;
    /* Words left out, put in and changed. */
    expect(article,
           "River floods old town\nAfter three days of heavy rain the river has risen above its "
           "banks Monday night.\nNobody was injured, the fire service said; forty houses are under "
           "water.",
           "00011100");
    /* A few words that a paragraph shares with the truth do not make it a part of it. */
    expect("<p>The mayor of the town spoke to the people in the hall about the new bridge."
           "<p>Sign up to the best of the week in the arts and the sciences, and win a book.",
           "The mayor of the town spoke to the people in the hall about the new bridge.", "10");
    /* Text that is no UTF-8 parts words. */
    expect("<p>one two three four",
           "one\xFFtwo\xC3 three\xF0\x9F"
           "four",
           "1");
}

static void reordered(void **state)
{
    (void)state;
    expect(article,
           "Nobody was hurt, the fire service said, but forty houses are under water.\n"
           "River floods the old town\n"
           "After three days of rain the river rose above its banks on Monday night.",
           "00011100");
    /* Three pieces backwards: each round takes one. */
    expect("<p>alpha beta gamma delta<p>one two three four five<p>red green blue white black pink",
           "red green blue white black pink\none two three four five\nalpha beta gamma delta",
           "111");
}

/* Of several copies the one between its neighbours is meant. */
static void repeated_text(void **state)
{
    (void)state;
    const char *truth = "River floods the old town\nAfter three days of rain the river rose above "
                        "its banks.\nThe mayor speaks\nShe promised to build a dam before winter.";
    const char *body = "<p>After three days of rain the river rose above its banks."
                       "<h2>The mayor speaks</h2><p>She promised to build a dam before winter.";
    char html[2000];
    /* In breadcrumbs above and among links below. */
    snprintf(
        html, sizeof html,
        "<p>Home &gt; News &gt; River floods the old town<p>By our reporter"
        "<h1>River floods the old town</h1>%s<ul><li>River floods the old town<li>Contact</ul>",
        body);
    expect(html, truth, "00111100");
    /* In a table of contents, which the truth does not have. */
    snprintf(html, sizeof html,
             "<h1>River floods the old town</h1><ul><li>The mayor speaks<li>Comments</ul>%s", body);
    expect(html, truth, "100111");
    /* A teaser of the text before the text. */
    snprintf(html, sizeof html,
             "<p>River floods the old town: After three days of rain ...<p>Advertisement"
             "<h1>River floods the old town</h1>%s",
             body);
    expect(html, truth, "001111");
    /* A teaser does not take half of a text, not even where the text is hidden until a click. */
    expect("<h1>River floods the old town</h1><p>After three days of rain the ... Read more"
           "<p hidden>After three days of rain the river rose above its banks on Monday.",
           "River floods the old town\nAfter three days of rain the river rose above its banks on "
           "Monday.",
           "101");
    /* The whole text twice: the first counts, unless it is hidden. */
    expect("<p>one two three four<p>five six seven eight<hr><p>one two three four<p>five six seven "
           "eight",
           "one two three four\nfive six seven eight", "1100");
    expect("<div hidden><p>one two three four<p>five six seven eight</div><p>one two three four"
           "<p>five six seven eight",
           "one two three four\nfive six seven eight", "0011");
}

static void short_blocks(void **state)
{
    (void)state;
    /* Words of the truth that stand elsewhere on the page do not make a menu content. */
    expect("<ul><li>Home<li>News<li>About us</ul><p>They came home with news that nobody wanted "
           "to hear about us.",
           "They came home with news that nobody wanted to hear about us.", "0001");
    /* Neither do those that the page does not have elsewhere. */
    expect("<ul><li>Home<li>Weather</ul><p>The storm reached the coast on Friday morning.",
           "The weather was bad at home.\nThe storm reached the coast on Friday morning.", "001");
    /* A heading of one word is, */
    expect("<ul><li>Results<li>Contact</ul><p>We asked one hundred people in the street."
           "<h2>Results</h2><p>Nearly all of them said no to the plan.",
           "We asked one hundred people in the street.\nResults\nNearly all of them said no to the "
           "plan.",
           "00111");
    /* and so are the cells of a table, also in a truth without lines. */
    expect("<p>The table shows the best of them all.<table><tr><td>1<td>Bern<td>82"
           "<tr><td>2<td>Oslo<td>80</table><p>Share",
           "The table shows the best of them all. 1 Bern 82 2 Oslo 80", "11111110");
    /* Blocks without words go with their neighbours. */
    expect("<p>***<p>One evening in May it began.<p>* * *<p>The next day all was over.<p>|<p>Next",
           "One evening in May it began.\nThe next day all was over.", "011100");
}

static void scripts(void **state)
{
    (void)state;
    /* 今天天气很好 / 我们去公园散步 / 联系我们 */
    const char *html = "<p>\xE8\x81\x94\xE7\xB3\xBB\xE6\x88\x91\xE4\xBB\xAC"
                       "<p>\xE4\xBB\x8A\xE5\xA4\xA9\xE5\xA4\xA9\xE6\xB0\x94\xE5\xBE\x88\xE5\xA5\xBD"
                       "<p>\xE6\x88\x91\xE4\xBB\xAC\xE5\x8E\xBB\xE5\x85\xAC\xE5\x9B\xAD\xE6\x95\xA3"
                       "\xE6\xAD\xA5";
    /* With full stops, and one character less: 今天天气好。我们去公园散步。 */
    expect(html,
           "\xE4\xBB\x8A\xE5\xA4\xA9\xE5\xA4\xA9\xE6\xB0\x94\xE5\xA5\xBD\xE3\x80\x82"
           "\xE6\x88\x91\xE4\xBB\xAC\xE5\x8E\xBB\xE5\x85\xAC\xE5\x9B\xAD\xE6\x95\xA3\xE6\xAD\xA5"
           "\xE3\x80\x82",
           "011");
    /* Thai: สวัสดีครับ and ติดต่อเรา */
    expect("<p>\xE0\xB8\xAA\xE0\xB8\xA7\xE0\xB8\xB1\xE0\xB8\xAA\xE0\xB8\x94\xE0\xB8\xB5\xE0\xB8\x84"
           "\xE0\xB8\xA3\xE0\xB8\xB1\xE0\xB8\x9A<p>\xE0\xB8\x95\xE0\xB8\xB4\xE0\xB8\x94\xE0\xB8\x95"
           "\xE0\xB9\x88\xE0\xB8\xAD\xE0\xB9\x80\xE0\xB8\xA3\xE0\xB8\xB2",
           "\xE0\xB8\xAA\xE0\xB8\xA7\xE0\xB8\xB1\xE0\xB8\xAA\xE0\xB8\x94\xE0\xB8\xB5\xE0\xB8\x84"
           "\xE0\xB8\xA3\xE0\xB8\xB1\xE0\xB8\x9A",
           "10");
}

static void arguments(void **state)
{
    (void)state;
    uint8_t labels[8];
    pith_context *context = pith_context_new();
    const pith_page *page;
    assert_int_equal(pith_context_label(NULL, "x", 1, labels), PITH_ERR_ARGUMENT);
    assert_int_equal(pith_context_label(context, "x", 1, labels), PITH_ERR_ARGUMENT); /* no page */
    assert_int_equal(pith_context_parse(context, "<p>x", 4, NULL, &page, NULL), PITH_OK);
    assert_int_equal(pith_context_label(context, "x", 1, NULL), PITH_ERR_ARGUMENT);
    assert_int_equal(pith_context_label(context, NULL, 1, labels), PITH_ERR_ARGUMENT);
    assert_int_equal(pith_context_label(context, "x", (size_t)2 << 30, labels), PITH_ERR_ARGUMENT);
    assert_int_equal(pith_context_label(context, NULL, 0, labels), PITH_OK);
    assert_int_equal(labels[0], 0);
    assert_int_equal(pith_context_label(context, "x", 1, labels), PITH_OK);
    assert_int_equal(labels[0], 1);
    pith_context_reset(context);
    assert_int_equal(pith_context_label(context, "x", 1, labels), PITH_ERR_ARGUMENT);
    pith_context_free(context);
}

/* -------------------------------------------------------------- allocation */

static void no_memory(void **state)
{
    (void)state;
    const char *truth = "one two three four five\nred green blue";
    const char *html = "<p>red green blue<p>Menu<p>one two three four five";
    size_t failures = 0;
    bool done = false;
    struct meter meter = {0, 0, 0, 0};
    pith_context *context = meter_context(&meter);
    const pith_page *page;
    uint8_t labels[3];
    assert_int_equal(pith_context_parse(context, html, strlen(html), NULL, &page, NULL), PITH_OK);
    size_t held = meter.now;
    while (!done) {
        meter.calls = 0;
        meter.fail_at = failures + 1;
        pith_status status = pith_context_label(context, truth, strlen(truth), labels);
        assert_true(status == PITH_OK || status == PITH_ERR_NOMEM);
        assert_int_equal(meter.now, held); /* all is given back */
        done = status == PITH_OK;
        failures += !done;
    }
    assert_true(failures > 2); /* there was something to fail */
    assert_memory_equal(labels, ((const uint8_t[]){1, 0, 1}), 3);
    pith_context_free(context);
    assert_int_equal(meter.now, 0);
}

/* ----------------------------------------------------------- hostile sizes */

/* Most memory that labelling takes, in bytes a word of both texts. */
static double memory_of(const struct text_shape *page_words, const struct text_shape *truth_words,
                        const char *before, unsigned count)
{
    size_t html_len, truth_len;
    char *html = text_make(page_words, count, before, &html_len);
    char *truth = text_make(truth_words, count, " ", &truth_len);
    assert_true(html != NULL && truth != NULL);
    struct meter meter = {0, 0, 0, 0};
    pith_context *context = meter_context(&meter);
    const pith_page *page;
    assert_int_equal(pith_context_parse(context, html, html_len, NULL, &page, NULL), PITH_OK);
    size_t blocks = pith_page_get_info(page)->blocks;
    uint8_t *labels = malloc(blocks);
    assert_non_null(labels);
    size_t held = meter.peak = meter.now;
    assert_int_equal(pith_context_label(context, truth, truth_len, labels), PITH_OK);
    assert_int_equal(meter.now, held);
    for (size_t i = 0; i < blocks && page_words == truth_words; i++)
        assert_int_equal(labels[i], 1);
    pith_context_free(context);
    free(labels);
    free(html);
    free(truth);
    return (double)(meter.peak - held) / (2.0 * count);
}

/* Pairs are what memory is spent on, and time too: neither may grow faster than the texts.
 * bench/bench_growth.c looks at the clock. */
static void hostile(void **state)
{
    (void)state;
    for (size_t i = 0; i < text_shape_count * text_shape_count; i++) {
        const struct text_shape *page = &text_shapes[i / text_shape_count];
        const struct text_shape *truth = &text_shapes[i % text_shape_count];
        for (int blocks = 0; blocks < 2; blocks++) {
            const char *before = blocks ? "<p>" : " ";
            double small = memory_of(page, truth, before, 1000);
            double large = memory_of(page, truth, before, 10000);
            assert_true(large < 256 && large < 2 * small);
        }
    }
}

/* ------------------------------------------------------------------ align */

/* Partners rise, and are equal words. */
static void alignment(void **state)
{
    (void)state;
    uint32_t a_words[2000], b_words[2000], partner[2000];
    uint32_t seed = 1;
    for (unsigned kinds = 1; kinds < 3000; kinds = kinds * 3 + 1) {
        struct pith__wording a = {a_words, 2000}, b = {b_words, 2000};
        for (unsigned i = 0; i < 4000; i++) {
            seed = seed * 1664525 + 1013904223;
            (i < 2000 ? a_words : b_words)[i % 2000] = (seed >> 8) % kinds;
        }
        a_words[7] = b_words[9] = PITH__NO_WORD;
        assert_int_equal(pith__align(&a, NULL, &b, kinds, partner, &pith__allocator_default),
                         PITH_OK);
        uint32_t next = 0;
        for (unsigned i = 0; i < 2000; i++) {
            if (partner[i] == PITH__NO_WORD)
                continue;
            assert_true(partner[i] >= next && partner[i] < 2000);
            assert_int_equal(a_words[i], b_words[partner[i]]);
            assert_int_not_equal(a_words[i], PITH__NO_WORD);
            next = partner[i] + 1;
        }
    }
}

/* ----------------------------------------------------------------- classes */

static struct pith__span span(const char *text)
{
    return (struct pith__span){(const unsigned char *)text, strlen(text)};
}

static void classes(void **state)
{
    (void)state;
    struct set_block blocks[] = {{SET_NOT_CONTENT, span("Home")},
                                 {SET_NOT_CONTENT, span("News")},
                                 {SET_HEADLINE, span("River floods the town")},
                                 {SET_SUPPLEMENTAL, span("By Ann Other, 12 May")},
                                 {SET_FULL_TEXT, span("After days of rain the river rose.")},
                                 {SET_FULL_TEXT, span("Nobody was hurt.")},
                                 {SET_COMMENT, span("I saw the river, it was terrible!")},
                                 {SET_RELATED, span("River floods the town")}};
    const char *html = "<ul><li>Home<li>News</ul><h1>River floods the town</h1><p>By Ann Other, 12 "
                       "May <br>Email<p>After days of rain the river rose.  Nobody was hurt."
                       "<p>Not in the truth<p>I saw the river, it was terrible!<p>River floods the "
                       "town<p>***";
    const uint8_t want[] = {SET_NOT_CONTENT,  SET_NOT_CONTENT, SET_HEADLINE,
                            SET_SUPPLEMENTAL, SET_FULL_TEXT,   SET_NOT_CONTENT,
                            SET_COMMENT,      SET_RELATED,     SET_NOT_CONTENT};
    struct set_page truth = {.blocks = blocks, .block_count = sizeof blocks / sizeof *blocks};
    const uint8_t judged[] = {1, 1, 1, 1, 1, 0, 1, 1, 1}; /* not "Not in the truth" */
    uint8_t got[sizeof want], known[sizeof want];
    pith_context *context = pith_context_new();
    const pith_page *page;
    assert_int_equal(pith_context_parse(context, html, strlen(html), NULL, &page, NULL), PITH_OK);
    assert_int_equal(pith_page_get_info(page)->blocks, sizeof want);
    assert_true(block_labels(context, page, &truth, got, known));
    assert_memory_equal(got, want, sizeof want);
    assert_memory_equal(known, judged, sizeof judged);

    /* From text, where there are no blocks; and from nothing. */
    truth = (struct set_page){.has_text = true,
                              .text = span("River floods the town\nAfter days of rain the river "
                                           "rose. Nobody was hurt.")};
    const uint8_t of_text[] = {0, 0, SET_FULL_TEXT, 0, SET_FULL_TEXT, 0, 0, 0, 0};
    assert_true(block_labels(context, page, &truth, got, known));
    assert_memory_equal(got, of_text, sizeof of_text);
    for (size_t i = 0; i < sizeof known; i++)
        assert_int_equal(known[i], 1);
    truth.text = span("");
    const uint8_t nothing[sizeof want] = {0};
    assert_true(block_labels(context, page, &truth, got, NULL));
    assert_memory_equal(got, nothing, sizeof nothing);
    truth.has_text = false;
    assert_false(block_labels(context, page, &truth, got, NULL));
    pith_context_free(context);
}

/* Fails the test unless the blocks of HTML get the labels WANT by a snippet of each kind: 1 is
 * content, 0 is not, a dot is not known. */
static void expect_by_snippets(const char *html, const char *with, const char *without,
                               const char *want)
{
    pith_context *context = pith_context_new();
    const pith_page *page;
    struct pith__span wanted = span(with), unwanted = span(without);
    struct set_page truth = {.has_snippets = true,
                             .with = &wanted,
                             .with_count = 1,
                             .without = &unwanted,
                             .without_count = 1};
    uint8_t classes_got[64];
    char got[65] = "";
    assert_int_equal(pith_context_parse(context, html, strlen(html), NULL, &page, NULL), PITH_OK);
    size_t count = pith_page_get_info(page)->blocks;
    assert_int_equal(count, strlen(want));
    assert_true(count < sizeof classes_got);
    memset(classes_got, 7, sizeof classes_got);
    assert_true(snippet_labels(page, &truth, classes_got));
    for (size_t i = 0; i < count; i++)
        got[i] = (char)(classes_got[i] == SET_FULL_TEXT     ? '1'
                        : classes_got[i] == SET_NOT_CONTENT ? '0'
                                                            : '.');
    assert_string_equal(got, want);
    assert_int_equal(classes_got[count], 7);
    pith_context_free(context);
}

static void snippets(void **state)
{
    (void)state;
    expect_by_snippets(article, "the river rose above", "News", ".0..1...");
    /* White space does not matter; case does. */
    expect_by_snippets(article, " the  river\nrose\tabove ", "copyright example", "....1...");
    /* What is there twice may be meant once; what must not be there, must not be anywhere. */
    expect_by_snippets("<p>The river rose again<p>Rain<p>The river rose again", "The river rose",
                       "Rain", ".0.");
    expect_by_snippets("<p>The river rose again<p>Rain<p>The river rose again", "Rain",
                       "The river rose", "010");
    /* A short one says nothing of a long block. */
    expect_by_snippets(article, "More news from our reporters", "rain", "......1.");
    expect_by_snippets("<p>Rain again<p>All day long there was rain, and at night it was no better",
                       "nobody", "rain", "..");
    expect_by_snippets(
        "<p>\u96e8<p>\u6cb3\u6c34\u5728\u5468\u4e00\u665a\u4e0a\u6f2b\u8fc7\u4e86\u5cb8",
        "\u5468\u4e00\u665a\u4e0a\u6f2b\u8fc7\u4e86\u5cb8", "\u96e8", "01");
    /* Over several blocks, also with one between them that has no text. */
    expect_by_snippets("<p>One two<p>three four<img alt='' src=x><p>five six<p>seven",
                       "two three four five six", "none", ".11.");
    /* Both, and nothing. */
    expect_by_snippets(article, "forty houses are under water", "Nobody was hurt, the", "........");
    expect_by_snippets(article, "", " ", "........");
    expect_by_snippets("", "one", "two", "");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(exact),         cmocka_unit_test(empty),
        cmocka_unit_test(edited),        cmocka_unit_test(reordered),
        cmocka_unit_test(repeated_text), cmocka_unit_test(short_blocks),
        cmocka_unit_test(scripts),       cmocka_unit_test(arguments),
        cmocka_unit_test(no_memory),     cmocka_unit_test(hostile),
        cmocka_unit_test(alignment),     cmocka_unit_test(classes),
        cmocka_unit_test(snippets),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
