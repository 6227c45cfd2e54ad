/*
 * test_features.c - the features of blocks, by values computed by hand.
 */
#include <float.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "features/features.h"
#include "features/text_counts.h"
#include "options_with.h"

/* ------------------------------------------------------------------- table */

static void names(void **state)
{
    (void)state;
    size_t count = 0;
    for (; pith_feature_name(count) != NULL; count++) {
        const char *name = pith_feature_name(count);
        const char *summary = pith_feature_summary(count);
        assert_true(strncmp(name, "prev_", 5) == 0 || strncmp(name, "curr_", 5) == 0 ||
                    strncmp(name, "next_", 5) == 0);
        assert_non_null(summary);
        assert_true(strlen(summary) > 0);
        for (size_t i = 0; i < count; i++) {
            assert_string_not_equal(name, pith_feature_name(i));
            assert_string_not_equal(summary, pith_feature_summary(i));
        }
    }
    assert_int_equal(count, PITH__FEATURES);
    assert_int_equal(count, 3 * 24 + 4);
    assert_null(pith_feature_summary(count));
    assert_null(pith_feature_name(SIZE_MAX));
}

/* ------------------------------------------------------------------- pages */

struct fixture {
    pith_context *context;
    const pith_page *page;
    float row[PITH__FEATURES];
};

static void parse(struct fixture *fixture, const char *html, const pith_options *options)
{
    fixture->context = pith_context_new();
    assert_non_null(fixture->context);
    assert_int_equal(
        pith_context_parse(fixture->context, html, strlen(html), options, &fixture->page, NULL),
        PITH_OK);
}

/* Reads the row of block INDEX; every number in it is finite. */
static void read_row(struct fixture *fixture, size_t index)
{
    assert_int_equal(pith_page_features(fixture->page, index, fixture->row, PITH__FEATURES),
                     PITH__FEATURES);
    for (size_t i = 0; i < PITH__FEATURES; i++)
        assert_true(fixture->row[i] >= -FLT_MAX && fixture->row[i] <= FLT_MAX);
}

static float value(const struct fixture *fixture, const char *name)
{
    for (size_t i = 0; i < PITH__FEATURES; i++) {
        if (strcmp(pith_feature_name(i), name) == 0)
            return fixture->row[i];
    }
    fail_msg("no feature is called %s", name);
    return 0;
}

static void expect(const struct fixture *fixture, const char *name, double wanted)
{
    double got = (double)value(fixture, name);
    if (got < wanted - 1e-4 || got > wanted + 1e-4)
        fail_msg("%s is %g, not %g", name, got, wanted);
}

static double count_calls(const char *text, size_t len, void *user)
{
    (*(int *)user)++;
    return len == 4 && memcmp(text, "Home", 4) == 0 ? 12.5 : 0;
}

static void small_page(void **state)
{
    (void)state;
    struct fixture f;
    int calls = 0;
    pith_options *options = options_with(NULL);
    pith_options_set_frequency(options, count_calls, &calls);
    parse(
        &f,
        "<div><a href=/>Home</a></div>"
        "<div><p>The BBC said on Monday, 12 May 2008: <a href=x>yes</a>; it is so. Is it? | no</p>"
        "<h2>Two WORDS</h2></div>",
        options);
    assert_int_equal(f.page->info.blocks, 3);

    /* The BBC said on Monday, 12 May 2008: yes; it is so. Is it? no: 15 words of 47 characters.
     * Stops with more behind them: yes; so. it? */
    read_row(&f, 1);
    assert_int_equal(calls, 3);
    expect(&f, "curr_numWords", 15);
    expect(&f, "curr_linkDensity", 1.0 / 15);
    expect(&f, "curr_textDensity", 15); /* 67 columns: one line */
    expect(&f, "curr_avgWordLength", 47.0 / 15);
    expect(&f, "curr_avgSentenceLength", 15.0 / 3); /* ; . ? */
    expect(&f, "curr_numStartUppercase", 5);        /* The BBC Monday May Is */
    expect(&f, "curr_startUppercaseRatio", 5.0 / 15);
    expect(&f, "curr_numAllUppercase", 1);
    expect(&f, "curr_allUppercaseRatio", 1.0 / 15);
    expect(&f, "curr_fullStopRatio", 1.0 / 15);
    expect(&f, "curr_numVerticalBars", 1);
    expect(&f, "curr_numDateTokens", 3); /* Monday May 2008 */
    expect(&f, "curr_absolutePosition", 2);
    expect(&f, "curr_relativePosition", 2.0 / 3);
    expect(&f, "curr_tagP", 1);
    expect(&f, "curr_tagDiv", 0); /* the <p> is nearer */
    expect(&f, "curr_tagA", 0);
    expect(&f, "curr_textFrequency", 0);

    expect(&f, "prev_numWords", 1);
    expect(&f, "prev_linkDensity", 1);
    expect(&f, "prev_tagDiv", 1);
    expect(&f, "prev_tagA", 1);
    expect(&f, "prev_textFrequency", 12.5);
    expect(&f, "prev_absolutePosition", 1);
    expect(&f, "prev_relativePosition", 1.0 / 3);
    expect(&f, "next_tagH2", 1);
    expect(&f, "next_tagDiv", 0);
    expect(&f, "next_numAllUppercase", 1);
    expect(&f, "next_startUppercaseRatio", 1);
    expect(&f, "next_fullStopRatio", 0);
    expect(&f, "next_avgSentenceLength", 0); /* no stop inside */

    expect(&f, "curr_numWordsQuotient", 15);
    expect(&f, "curr_numWordsDelta", 14);
    expect(&f, "curr_textDensityQuotient", 15);
    expect(&f, "curr_textDensityDelta", 14);
    read_row(&f, 2);
    expect(&f, "curr_numWordsQuotient", 2.0 / 15);
    expect(&f, "curr_textDensityDelta", -13);
    pith_context_free(f.context);
}

/* What a row says of a block is the same whichever of its neighbours is asked. */
static void neighbours(void **state)
{
    (void)state;
    struct fixture f;
    float rows[3][PITH__FEATURES];
    const size_t bytes = PITH__FEATURES_BLOCK * sizeof **rows;
    parse(&f, "<p>One two three.<h1>FOUR</h1><p>Five <a href=y>six</a>", NULL);
    for (size_t i = 0; i < 3; i++) {
        read_row(&f, i);
        memcpy(rows[i], f.row, sizeof f.row);
    }
    assert_memory_equal(rows[0] + 2 * PITH__FEATURES_BLOCK, rows[1] + PITH__FEATURES_BLOCK, bytes);
    assert_memory_equal(rows[1] + PITH__FEATURES_BLOCK, rows[2], bytes);
    pith_context_free(f.context);
}

static void ends(void **state)
{
    (void)state;
    struct fixture f;
    parse(&f, "<h3>***</h3>One", NULL);
    assert_int_equal(pith_page_features(f.page, 0, NULL, 0), PITH__FEATURES);
    assert_int_equal(pith_page_features(f.page, 2, f.row, PITH__FEATURES), 0);
    assert_int_equal(pith_page_features(f.page, 2, NULL, 0), 0);
    assert_int_equal(pith_page_features(f.page, SIZE_MAX, f.row, PITH__FEATURES), 0);
    assert_int_equal(pith_page_features(NULL, 0, f.row, PITH__FEATURES), 0);

    read_row(&f, 0); /* no block before, no words to divide by */
    for (size_t i = 0; i < PITH__FEATURES_BLOCK; i++)
        assert_true(f.row[i] == 0);
    expect(&f, "curr_numWords", 0);
    expect(&f, "curr_linkDensity", 0);
    expect(&f, "curr_avgWordLength", 0);
    expect(&f, "curr_avgSentenceLength", 0);
    expect(&f, "curr_tagH3", 1);
    expect(&f, "curr_numWordsQuotient", 0);

    read_row(&f, 1); /* nothing before counts as one */
    for (size_t i = 0; i < PITH__FEATURES_BLOCK; i++)
        assert_true(f.row[2 * PITH__FEATURES_BLOCK + i] == 0);
    expect(&f, "curr_numWordsQuotient", 1);
    expect(&f, "curr_textDensityQuotient", 1);
    pith_context_free(f.context);
}

static double not_finite(const char *text, size_t len, void *user)
{
    (void)text;
    (void)len;
    return *(const double *)user;
}

static void strange_frequencies(void **state)
{
    (void)state;
    static const double strange[] = {-1, DBL_MAX, 1e300 * 1e300, -1e300 * 1e300};
    pith_options *options = options_with(NULL);
    for (size_t i = 0; i < 5; i++) {
        double nan = strange[2] - strange[2];
        struct fixture f;
        pith_options_set_frequency(options, not_finite, i < 4 ? (void *)&strange[i] : (void *)&nan);
        parse(&f, "One", options);
        read_row(&f, 0);
        expect(&f, "curr_textFrequency", 0);
        pith_context_free(f.context);
    }
}

/* The nearest of h1 to h6, p and div counts, and any <a>. */
static void tags(void **state)
{
    (void)state;
    static const struct {
        const char *html;
        const char *tag;
        int link;
    } cases[] = {
        {"<h1>x", "tagH1", 0},
        {"<h2>x", "tagH2", 0},
        {"<h3>x", "tagH3", 0},
        {"<h4>x", "tagH4", 0},
        {"<h5>x", "tagH5", 0},
        {"<h6>x", "tagH6", 0},
        {"<h1><div>x", "tagDiv", 0},
        {"<div><p><b>x", "tagP", 0},
        {"<p><div>x", "tagDiv", 0},
        {"<div><ul><li>x", "tagDiv", 0},
        {"<a href=y><div>x</div></a>", "tagDiv", 1},
        {"<p><a href=y><b>x</b></a>", "tagP", 1},
        {"<p><a href=y>x</a> <a href=y>z</a>", "tagP", 0},
        {"<td>x", NULL, 0},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct fixture f;
        parse(&f, cases[i].html, NULL);
        read_row(&f, 0);
        float sum = 0;
        for (size_t j = 0; j < PITH__FEATURES; j++) {
            if (strncmp(pith_feature_name(j), "curr_tag", 8) == 0)
                sum += f.row[j];
        }
        char name[32] = "curr_";
        if (cases[i].tag != NULL)
            expect(&f, strcat(name, cases[i].tag), 1);
        expect(&f, "curr_tagA", cases[i].link);
        assert_true(sum == (float)((cases[i].tag != NULL) + cases[i].link));
        pith_context_free(f.context);
    }
}

/* ------------------------------------------------------------ text density */

/* The density of a text that stands in one <p>. */
static double density_of(const char *text)
{
    struct fixture f;
    parse(&f, text, NULL);
    assert_int_equal(f.page->info.blocks, 1);
    double density = (double)pith__text_density(pith_page_block(f.page, 0));
    pith_context_free(f.context);
    return density;
}

/* Appends COUNT times PIECE. */
static char *add(char *at, int count, const char *piece)
{
    size_t len = strlen(piece);
    for (; count > 0; count--, at += len)
        memcpy(at, piece, len + 1);
    return at;
}

static void expect_density(const char *text, double wanted)
{
    double got = density_of(text);
    if (got < wanted - 1e-4 || got > wanted + 1e-4)
        fail_msg("density is %g, not %g: %s", got, wanted, text);
}

static void density_at_the_border(void **state)
{
    (void)state;
    char text[2000];
    expect_density("one two three", 3);

    /* 15 words of 4 letters and their spaces are 75 columns; the last word ends at 79, 80, 81. */
    strcpy(add(text, 15, "abcd "), "abcd");
    expect_density(text, 16);
    strcpy(add(text, 15, "abcd "), "abcde");
    expect_density(text, 16);
    strcpy(add(text, 15, "abcd "), "abcdef"); /* it is in the second line, which does not count */
    expect_density(text, 15);
    /* Of three lines two count: 16 and 16 words; then 4 more in the third. */
    strcpy(add(text, 35, "abcd "), "abcd");
    expect_density(text, 16);
    /* Lines of 16, 8 and 1: the second word line is cut short by a long word. */
    strcpy(add(add(text, 16, "abcd "), 8, "abcdefgh "), "abcdefghij");
    expect_density(text, (16 + 8) / 2.0);
    /* Line ends of the source are spaces, and so is <br>. */
    strcpy(add(add(text, 8, "abcd\n"), 8, "abcd<br>"), "abcd");
    expect_density(text, 16);
}

static void density_of_long_words(void **state)
{
    (void)state;
    char text[2000];
    add(text, 40, "abcde"); /* one word of 200 letters is one line */
    expect_density(text, 1);
    strcpy(add(add(text, 3, "ab "), 40, "abcde"), " ab"); /* lines of 3, 1 and 1 words */
    expect_density(text, (3 + 1) / 2.0);
    add(add(text, 30, "abcde"), 30, " --"); /* what holds no letter takes room but is no word */
    expect_density(text, (1 + 0) / 2.0);
}

static void density_of_other_scripts(void **state)
{
    (void)state;
    char text[2000];
    /* 40 Han are a line of 80 columns: 24 words of 0.6. */
    add(text, 40, "字");
    expect_density(text, 24);
    add(text, 41, "字");
    expect_density(text, 24);
    add(text, 100, "字");
    expect_density(text, 24);
    add(text, 100, "か"); /* kana: 40 of 0.4 */
    expect_density(text, 16);
    add(text, 200, "ก"); /* Thai: 80 of 0.2 */
    expect_density(text, 16);
    /* A word of other letters among them: 4 + 38 * 2 columns. */
    add(add(text, 1, "abcd"), 60, "字");
    expect_density(text, 1 + 38 * 0.6);
    /* 16 words of 4 letters, of which one is written with an accent apart. */
    strcpy(add(text, 15, "abce\u0301 "), "abcde\u0301");
    expect_density(text, 16);
    strcpy(add(text, 15, "abc\u00E9 "), "abcd\u00E9");
    expect_density(text, 16);
    strcpy(add(text, 15, "abce\u0301 "), "abcdee\u0301");
    expect_density(text, 15);
}

/* ------------------------------------------------------------------ counts */

static struct pith__text_counts count(const char *text)
{
    pith_block block;
    memset(&block, 0, sizeof block);
    block.text = text;
    block.text_len = (uint32_t)strlen(text);
    return pith__text_count(&block);
}

static void sentences(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        uint32_t breaks, full_stops;
    } cases[] = {
        {"", 0, 0},
        {"...", 0, 1},
        {"one", 0, 0},
        {"one.", 0, 1},
        {"One. Two", 1, 1},
        {"One! Two? Three; four.", 3, 1},
        {"He said \"no.\" (Yes.) Ok", 0, 2},
        {"Version 3.5 of example.org is out", 0, 0},
        {"What?! No... ok", 2, 1},
        {"\u4F60\u597D\u3002\u518D\u89C1\uFF01\u597D", 2, 1},
        {"\u4F60.\u597D", 0, 0},
        {"a \u2026 b", 0, 0},
        {"\u0645\u0631\u061B \u062D\u0628\u061F \u0627\u06D4", 2, 1},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct pith__text_counts counts = count(cases[i].text);
        if (counts.breaks != cases[i].breaks || counts.full_stops != cases[i].full_stops)
            fail_msg("%s: %u breaks, %u full stops", cases[i].text, counts.breaks,
                     counts.full_stops);
    }
}

static void upper_case(void **state)
{
    (void)state;
    struct pith__text_counts counts = count("A Bc DE fG 7h 7H \u201CQuote\u201D R2-D2 - \u00C9TAT");
    assert_int_equal(counts.start_upper, 6); /* A Bc DE Quote R2-D2 ETAT */
    assert_int_equal(counts.all_upper, 5);   /* A DE 7H R2-D2 ETAT */
    counts = count("E\u0301TAT e\u0301tat \u0416\u0423\u041A \u0436\u0443\u043A");
    assert_int_equal(counts.start_upper, 2);
    assert_int_equal(counts.all_upper, 2);
    assert_int_equal(counts.characters, 4 + 4 + 3 + 3);
    counts = count("IBM\u516C\u53F8 OK");
    assert_int_equal(counts.start_upper, 2);
    assert_int_equal(counts.all_upper, 2);
    assert_int_equal(count("a | b|c \uFF5C \u2502 l").bars, 4);
}

static void dates(void **state)
{
    (void)state;
    static const char *const yes[] = {
        "12:30",      "(9:05)",   "12:30:59",    "12:30h",  "12:30pm",
        "2008-05-12", "2008/5/1", "12.05.2008,", "5/12/08", "2008-05-12T12:30Z",
        "1900",       "2099",     "\"1999\"",    "January", "MAY",
        "Sept.",      "Mon",      "Thurs",       "Sunday,", "9am",
        "11.30am",    "5p.m."};
    static const char *const no[] = {"may",     "march",
                                     "am",      "12",
                                     "123:45",  "12:3",
                                     "1.2.3",   "192.168.10.1",
                                     "1899",    "2100",
                                     "20081",   "2008a",
                                     "Marc",    "Janua",
                                     "Monk",    "A",
                                     "",        "-",
                                     "12-30",   "99am9",
                                     "1:2:3:4", "12345678901234567890",
                                     "Sunrise"};
    static const char *const behind[] = {"am", "PM", "a.m.", "p.m.,"};
    const struct pith__span nothing = {NULL, 0};
    for (size_t i = 0; i < sizeof yes / sizeof *yes; i++) {
        struct pith__span token = {(const unsigned char *)yes[i], strlen(yes[i])};
        if (!pith__is_date(token, nothing))
            fail_msg("%s is a date", yes[i]);
    }
    for (size_t i = 0; i < sizeof no / sizeof *no; i++) {
        struct pith__span token = {(const unsigned char *)no[i], strlen(no[i])};
        if (pith__is_date(token, nothing))
            fail_msg("%s is no date", no[i]);
    }
    for (size_t i = 0; i < sizeof behind / sizeof *behind; i++) {
        char text[32];
        snprintf(text, sizeof text, "at 10 %s", behind[i]);
        assert_int_equal(count(text).dates, 1);
        snprintf(text, sizeof text, "I %s", behind[i]);
        assert_int_equal(count(text).dates, 0);
    }
    assert_int_equal(count("2008\u5E745\u670812\u65E5 12:30").dates, 2);
}

/* -------------------------------------------------------------------- size */

/* Shapes that could make a scan look back again and again: a square would take hours. */
static void huge_text(void **state)
{
    (void)state;
    static const char *const shapes[] = {"a", "a ", ". ", "((", "9", "am ", "\u5B57", "\u0301"};
    const size_t size = 4000000;
    char *html = malloc(size + 8);
    assert_non_null(html);
    for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++) {
        struct fixture f;
        size_t len = strlen(shapes[i]);
        char *end = add(html, 1, "x");
        end = add(end, (int)(size / len), shapes[i]);
        assert_true(end <= html + size + 1);
        parse(&f, html, NULL);
        read_row(&f, 0);
        pith_context_free(f.context);
    }
    free(html);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(names),
        cmocka_unit_test(small_page),
        cmocka_unit_test(neighbours),
        cmocka_unit_test(ends),
        cmocka_unit_test(strange_frequencies),
        cmocka_unit_test(tags),
        cmocka_unit_test(density_at_the_border),
        cmocka_unit_test(density_of_long_words),
        cmocka_unit_test(density_of_other_scripts),
        cmocka_unit_test(sentences),
        cmocka_unit_test(upper_case),
        cmocka_unit_test(dates),
        cmocka_unit_test(huge_text),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
