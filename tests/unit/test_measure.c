/*
 * test_measure.c - the measures on small texts whose values are worked out by hand, and figures.
 * tests/eval/agree.py compares them with another program on many texts.
 */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>

#include "eval/matcher.h"
#include "eval/measure.h"
#include "eval/rule_sentences.h"
#include "eval/word_ids.h"

#include <cmocka.h>

static struct pith__span span_of(const char *text)
{
    return (struct pith__span){(const unsigned char *)text, strlen(text)};
}

static struct measure_row row_of(const char *name, bool cjk, const struct set_page *truth,
                                 const struct measure_answer *answer)
{
    struct measure_row row;
    struct measure_work *work = measure_work_new(cjk);
    const struct measure *measure = measure_find(name, strlen(name));
    assert_non_null(work);
    assert_non_null(measure);
    assert_true(measure->page(work, truth, answer, &row));
    measure_work_free(work);
    return row;
}

static struct measure_row texts(const char *name, const char *truth, const char *answer)
{
    struct set_page page = {.has_text = true, .text = span_of(truth)};
    struct measure_answer said = {.text = span_of(answer)};
    return row_of(name, false, &page, &said);
}

/* The number of a value, by its name. */
static size_t value_of(const char *name, const char *value)
{
    const struct measure *measure = measure_find(name, strlen(name));
    size_t number = 0;
    while (strcmp(measure->values[number], value) != 0)
        number++;
    return number;
}

static void check_value(const char *name, struct measure_row row, const char *value, double wanted)
{
    assert_true(row.counts && !row.bounded);
    assert_true(fabs(row.values[value_of(name, value)] - wanted) < 1e-12);
}

/* Precision, recall and F. */
static void check(const char *name, const char *truth, const char *answer, double p, double r)
{
    struct measure_row row = texts(name, truth, answer);
    assert_true(row.counts);
    assert_true(fabs(row.values[0] - p) < 1e-12);
    assert_true(fabs(row.values[1] - r) < 1e-12);
    assert_true(fabs(row.values[2] - (p + r > 0 ? 2 * p * r / (p + r) : 0)) < 1e-12);
}

static void test_every_measure_has_its_figures(void **state)
{
    const struct measure *measure;
    (void)state;
    for (size_t i = 0; (measure = measure_at(i)) != NULL; i++) {
        const struct figure *figure = measure->figures;
        size_t values = 0;
        while (measure->values[values] != NULL)
            values++;
        assert_in_range(values, 1, MEASURE_VALUES);
        assert_in_range(measure->page_value, 0, values - 1);
        while (figure->name != NULL && strcmp(figure->name, measure->main) != 0)
            figure++;
        assert_non_null(figure->name);
        assert_ptr_equal(measure_find(measure->name, strlen(measure->name)), measure);
    }
    assert_null(measure_find("wordf", 5));
}

static void test_bags(void **state)
{
    (void)state;
    check("wordf1", "A b b c", "a B d", 2 / 3.0, 2 / 4.0);
    check("wordf1", "a_b", "a b", 0, 0);
    check("bow", "a_b", "a b", 1, 1);
    check("wordf1", "a", "", 0, 0);
    /* A sigma at the end of a word; a capital I with a dot becomes two characters. */
    check("wordf1", "\xCE\x9F\xCE\x94\xCE\x9F\xCE\xA3", "\xCE\xBF\xCE\xB4\xCE\xBF\xCF\x82", 1, 1);
    check("wordf1", "\xC4\xB0x", "i x", 1, 1);
}

/* Which pages count, and what nothing is worth. */
static void test_empty_texts(void **state)
{
    static const struct {
        const char *name;
        bool no_truth, nothing; /* there is an answer without a truth, or neither */
    } counts[] = {
        {"wordf1", true, true},    {"shingle", true, true},    {"bow", false, false},
        {"align", true, false},    {"ncleaner", true, false},  {"editsim", true, false},
        {"rougeLsum", true, true}, {"segments", false, false}, {"snippets", false, false}};
    (void)state;
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++) {
        assert_int_equal(texts(counts[i].name, "", "a b").counts, counts[i].no_truth);
        assert_int_equal(texts(counts[i].name, " \n\xC2\xA0", "").counts, counts[i].nothing);
    }
    check("wordf1", "...", "", 1, 1);
    check("wordf1", "", "a", 0, 0);
    check("align", "", "a", 0, 0);
    check("rougeLsum", "", "", 1, 1);
    check("rougeLsum", "", "a", 0, 1);
    check("rougeLsum", "a", "", 0, 0);
}

static void test_runs_of_four(void **state)
{
    (void)state;
    check("shingle", "a b c d e", "b c d e f", 1 / 2.0, 1 / 2.0);
    check("shingle", "a b", "a, b!", 1, 1);
    check("shingle", "a b c d", "A b c d", 0, 0);
    struct measure_row row = texts("shingle", "a b c d", "");
    assert_true(isnan(row.values[value_of("shingle", "p")]));
    check_value("shingle", row, "r", 0);
    check_value("shingle", row, "f1", 0);
    check_value("shingle", row, "accuracy", 0);
    row = texts("shingle", ".", "");
    assert_true(isnan(row.values[value_of("shingle", "p")]));
    assert_true(isnan(row.values[value_of("shingle", "r")]));
    check_value("shingle", row, "f1", 1);
    check_value("shingle", texts("shingle", "a b", "a, b!"), "accuracy", 1);
}

static void test_alignments(void **state)
{
    (void)state;
    check("align", "a b c d", "a c b d e", 3 / 5.0, 3 / 4.0);
    check("align", "A, b", "A b", 1 / 2.0, 1 / 2.0);
    /* Four and five words, three in common: distance 3, 6 steps. */
    struct measure_row row = texts("editsim", "A b, c d", "a c B d. e");
    check_value("editsim", row, "text_only_pct", 50);
    check_value("editsim", row, "lev_pct", 40);
    check_value("editsim", texts("editsim", "a b", ""), "text_only_pct", 0);
    /* A mark alone is a word, an empty one. */
    row = texts("editsim", "a , b", "a ; c");
    check_value("editsim", row, "text_only_pct", 100 * 2 / 4.0);
    check_value("editsim", row, "lev_pct", 100 * 2 / 3.0);
}

static void test_marks_are_words_of_ncleaner(void **state)
{
    struct set_segment true_list[] = {{'h', span_of("Title")}, {'p', span_of("one two")}};
    struct set_segment said_list[] = {{'p', span_of("Title")}, {'p', span_of("one two three")}};
    struct set_page page = {.has_segments = true, .segments = true_list, .segment_count = 2};
    struct measure_answer said = {.has_segments = true, .segments = said_list, .segment_count = 2};
    (void)state;
    check("ncleaner", "a b\n\nc", "a b c", 4 / 4.0, 4 / 5.0);
    struct measure_row row = row_of("ncleaner", false, &page, &said);
    check_value("ncleaner", row, "tp", 4);
    check_value("ncleaner", row, "n_pred", 6);
    check_value("ncleaner", row, "n_true", 5);
    check_value("ncleaner", row, "tag_tp", 1);
    check_value("ncleaner", row, "tag_f", 1 / 2.0);
    true_list[1].kind = 0; /* no mark */
    row = row_of("ncleaner", false, &page, &said);
    check_value("ncleaner", row, "n_true", 4);
    check_value("ncleaner", row, "tag_true", 1);
}

static void test_segments(void **state)
{
    struct set_segment true_list[] = {
        {'h', span_of("Big Title")}, {'p', span_of("First one here.")}, {'l', span_of("item")}};
    struct set_page page = {.has_segments = true, .segments = true_list, .segment_count = 3};
    struct measure_answer said = {.text = span_of("big title\n\nFirst one here.\nItem")};
    (void)state;
    struct measure_row row = row_of("segments", false, &page, &said);
    check_value("segments", row, "lab_tp", 1);
    check_value("segments", row, "unl_tp", 3);
    check_value("segments", row, "lab_f", 1 / 3.0);
    check_value("segments", row, "unl_f", 1);
    true_list[1].kind = 0; /* text before the first mark: words, but no segment */
    check_value("segments", row_of("segments", false, &page, &said), "n_true", 2);
    assert_false(texts("segments", "a", "a").counts); /* a truth without segments */
}

static void test_text_and_markup(void **state)
{
    /* <p> a b <h> c against <p> a b: three of five steps are the same. The paragraph is right at
     * both ends, the heading at neither, and there are no lists. */
    struct set_segment true_list[] = {{'p', span_of("a b")}, {'h', span_of("c")}};
    struct set_page page = {.has_segments = true, .segments = true_list, .segment_count = 2};
    struct measure_answer said = {.text = span_of("a b")};
    (void)state;
    check_value("segments", row_of("segments", false, &page, &said), "tm2007_pct",
                (60 + 400 / 6.0) / 2);
    said.text =
        span_of("a x"); /* two words behind a <p> must be the same: its beginning is wrong */
    check_value("segments", row_of("segments", false, &page, &said), "tm2007_pct",
                (100 * 2 / 6.0 + 300 / 6.0) / 2);
}

static void test_snippets(void **state)
{
    struct pith__span with[] = {span_of("one two"), span_of("Missing"), span_of("aab")};
    struct pith__span without[] = {span_of("Menu"), span_of("Login")};
    struct set_page page = {.has_snippets = true,
                            .with = with,
                            .with_count = 3,
                            .without = without,
                            .without_count = 2};
    struct measure_answer said = {.text = span_of("one\n\xE2\x80\x83two\nmenu Login aaab")};
    (void)state;
    struct measure_row row = row_of("snippets", false, &page, &said);
    check_value("snippets", row, "tp", 2);
    check_value("snippets", row, "fn", 1);
    check_value("snippets", row, "fp", 1);
    check_value("snippets", row, "tn", 1);
    check_value("snippets", row, "f1", 2 / 3.0);
    /* White space as it is: "one two" is not there; case as it may be: both others are. */
    check_value("snippets", row, "with_rate", 1 / 3.0);
    check_value("snippets", row, "without_rate", 1);
    page.with_count = page.without_count = 0;
    row = row_of("snippets", false, &page, &said);
    check_value("snippets", row, "with_rate", 1);
    check_value("snippets", row, "f1", 1);
}

static void test_union_of_subsequences(void **state)
{
    (void)state;
    /* Lin's example: w1 w2 w3 w4 w5 against w1 w2 w6 w7 w8 and w1 w3 w8 w9 w5: four words. */
    check("rougeLsum", "W1 w2 w3 w4 w5.", "W1 w2 w6 w7 w8. W1 w3 w8 w9 w5.", 4 / 10.0, 4 / 5.0);
    check("rougeLsum", "a a", "a", 1, 1 / 2.0);
    check("rougeLsum", "x y", "y x", 1 / 2.0, 1 / 2.0);
    check("rougeLsum", "x y", "x q. Y y", 2 / 4.0, 1);
}

static void test_characters_as_words(void **state)
{
    struct set_page page = {.text = span_of("\xE6\x97\xA5\xE6\x9C\xAC abc")};
    struct measure_answer said = {.text = span_of("\xE6\x9C\xAC")};
    (void)state;
    check_value("wordf1", row_of("wordf1", true, &page, &said), "r", 1 / 3.0);
    check_value("wordf1", row_of("wordf1", false, &page, &said), "r", 0);
    page.text = span_of("a\xE3\x83\xBB"); /* a mark among the kana is a word, too */
    check_value("wordf1", row_of("wordf1", true, &page, &said), "r", 0);
    said.text = page.text;
    check_value("align", row_of("align", true, &page, &said), "n_true", 2);
    check_value("align", row_of("align", false, &page, &said), "n_true", 1);
}

static void check_sentences(const char *text, size_t count, const char *first)
{
    struct sentences sentences;
    sentences_init(&sentences, span_of(text));
    struct pith__span one = sentences_next(&sentences);
    assert_int_equal(one.len, strlen(first));
    assert_memory_equal(one.ptr, first, one.len);
    for (; one.len > 0; count--)
        one = sentences_next(&sentences);
    assert_int_equal(count, 0);
}

static void test_sentences(void **state)
{
    (void)state;
    check_sentences("An ox. It is.", 2, "An ox.");
    check_sentences("An ox. it is.", 1, "An ox. it is.");
    check_sentences("Dr. Smith met J. Doe. \"Hello!\" He said so. the end 3.5 km. No", 4,
                    "Dr. Smith met J. Doe.");
    check_sentences("In the (U.K. He", 1, "In the (U.K. He");
    check_sentences("Etc.. He", 2, "Etc.."); /* more than one stop */
    check_sentences("a.\nb", 1, "a.\nb");
    check_sentences("ab.\nB", 2, "ab.");
    check_sentences("\xE6\x97\xA5\xE3\x80\x82\xE6\x97\xA5", 2, "\xE6\x97\xA5\xE3\x80\x82");
    check_sentences("x.\xE3\x80\x82\xE3\x80\x82y", 3, "x.\xE3\x80\x82");
    check_sentences("", 0, "");
}

/* ---------------------------------------------------------------- tables */

/* Two sequences that are alike here and there. */
static void fill(uint32_t *a, uint32_t *b, size_t count, uint32_t ids)
{
    uint32_t seed = 1;
    for (size_t i = 0; i < count; i++) {
        seed = seed * 1664525 + 1013904223;
        a[i] = (seed >> 8) % ids;
        b[i] = (seed >> 28) < 6 ? (seed >> 4) % ids : a[i];
    }
}

/* Checks that the steps lead through both, and returns how many are the same. */
static size_t follow(const struct lcs_pair *pair, const uint8_t *steps, size_t count)
{
    size_t i = 0, j = 0, same = 0;
    for (size_t s = 0; s < count; s++) {
        if (steps[s] == LCS_SAME) {
            assert_int_equal(pair->a[i], pair->b[j]);
            same++;
        }
        i += steps[s] != LCS_ONLY_B;
        j += steps[s] != LCS_ONLY_A;
    }
    assert_int_equal(i, pair->a_count);
    assert_int_equal(j, pair->b_count);
    return same;
}

/* From tables of one word up to one that is kept in part only: what the plain algorithms find, and
 * a way as long as the subsequence. */
static void test_tables(void **state)
{
    static const size_t sizes[] = {1, 63, 64, 65, 255, 256, 257, 1000, 13000};
    enum { MOST = 13000, IDS = 41 };
    static uint32_t a[MOST], b[MOST], row[MOST + 1], edits[MOST + 1];
    static uint8_t steps[2 * MOST];
    struct lcs lcs = {0};
    (void)state;
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
        size_t n = sizes[s], m = n - n / 7, length, distance, count;
        fill(a, b, n, IDS);
        struct lcs_pair pair = {a, b, n, m, IDS};
        assert_int_equal(lcs_length(&lcs, pair, &length), LCS_OK);
        assert_int_equal(lcs_distance(&lcs, pair, &distance), LCS_OK);
        assert_int_equal(lcs_path(&lcs, pair, steps, &count), LCS_OK);
        assert_int_equal(follow(&pair, steps, count), length);
        if (n > 1000)
            continue;
        for (size_t j = 0; j <= m; j++) {
            row[j] = 0;
            edits[j] = (uint32_t)j;
        }
        for (size_t i = 0; i < n; i++) {
            uint32_t corner = 0, edit_corner = (uint32_t)i;
            edits[0] = (uint32_t)i + 1;
            for (size_t j = 1; j <= m; j++) {
                uint32_t above = row[j], edit_above = edits[j];
                uint32_t edit = edit_above < edits[j - 1] ? edit_above + 1 : edits[j - 1] + 1;
                uint32_t replaced = edit_corner + (a[i] != b[j - 1]);
                row[j] = a[i] == b[j - 1] ? corner + 1 : above > row[j - 1] ? above : row[j - 1];
                edits[j] = replaced < edit ? replaced : edit;
                corner = above;
                edit_corner = edit_above;
            }
        }
        assert_int_equal(length, row[m]);
        assert_int_equal(distance, edits[m]);
    }
    lcs_deinit(&lcs);
}

/* The scorer of 2007 goes back over both items, then over that of A, then over that of B, and takes
 * a match last. */
static void test_ties_of_the_way(void **state)
{
    static const struct {
        const char *a, *b, *steps;
    } cases[] = {{"xyy", "xy", "==-"},    {"ab", "c", "-s"},     {"a", "bc", "+s"},
                 {"ab", "ba", "+=-"},     {"aba", "ba", "-=="},  {"", "ab", "++"},
                 {"ab", "", "--"},        {"abc", "abc", "==="}, {"axb", "ayb", "=s="},
                 {"axyb", "azb", "=-s="}, {"xaa", "axa", "+==-"}};
    struct lcs lcs = {0};
    (void)state;
    for (size_t c = 0; c < sizeof cases / sizeof *cases; c++) {
        uint32_t a[8], b[8];
        uint8_t steps[16];
        struct lcs_pair pair = {a, b, strlen(cases[c].a), strlen(cases[c].b), 128};
        size_t count;
        for (size_t i = 0; i < pair.a_count; i++)
            a[i] = (uint32_t)cases[c].a[i];
        for (size_t j = 0; j < pair.b_count; j++)
            b[j] = (uint32_t)cases[c].b[j];
        assert_int_equal(lcs_path(&lcs, pair, steps, &count), LCS_OK);
        assert_int_equal(count, strlen(cases[c].steps));
        for (size_t s = 0; s < count; s++)
            assert_int_equal("=s-+"[steps[s]], cases[c].steps[s]);
    }
    lcs_deinit(&lcs);
}

static void test_popular_words_start_no_block(void **state)
{
    uint32_t a[] = {0}, b[300];
    struct matcher matcher = {0};
    (void)state;
    for (uint32_t i = 0; i < 300; i++)
        b[i] = i < 290 ? i + 1 : 0; /* ten of 300: more than 300 / 100 + 1 */
    struct lcs_pair pair = {a, b, 1, 300, 291};
    assert_int_equal(matcher_run(&matcher, pair), LCS_OK);
    assert_int_equal(matcher.block_count, 0);
    b[0] = 0; /* ... but one grows over it from the beginning */
    assert_int_equal(matcher_run(&matcher, pair), LCS_OK);
    assert_int_equal(matcher.block_count, 1);
    matcher_deinit(&matcher);
}

/* So is one with very many pieces to look for in a long text. */
static void test_too_many_snippets(void **state)
{
    enum { COUNT = 1 << 19 };
    struct pith__span *pieces = calloc(COUNT, sizeof *pieces);
    char *text = malloc(COUNT);
    (void)state;
    assert_true(pieces != NULL && text != NULL);
    memset(text, 'a', COUNT);
    struct set_page page = {.has_snippets = true, .without = pieces, .without_count = COUNT};
    struct measure_answer said = {.text = {(const unsigned char *)text, COUNT}};
    struct measure_row row = row_of("snippets", false, &page, &said);
    assert_true(row.bounded && !row.counts);
    free(pieces);
    free(text);
}

/* A page of more than two million words on both sides is left out, and says so. */
static void test_texts_that_are_too_long(void **state)
{
    enum { COUNT = 2200000 };
    char *truth = malloc(2 * COUNT + 1), *answer = malloc(2 * COUNT + 1);
    static const char *const names[] = {"align", "editsim", "rougeLsum"};
    (void)state;
    assert_true(lcs_fits(2000000, 2000000));
    assert_false(lcs_fits(4000000, 4000000));
    assert_true(truth != NULL && answer != NULL);
    for (size_t i = 0; i < COUNT; i++) {
        memcpy(truth + 2 * i, "a ", 2);
        memcpy(answer + 2 * i, i % 2 ? "b " : "c ", 2);
    }
    truth[2 * COUNT] = answer[2 * COUNT] = '\0';
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        struct measure_row row = texts(names[i], truth, answer);
        assert_true(row.bounded && !row.counts);
        row = texts(names[i], truth, truth); /* what is the same costs nothing */
        assert_true(row.counts && !row.bounded);
    }
    assert_true(texts("wordf1", truth, answer).counts);
    free(truth);
    free(answer);
}

static void test_figures(void **state)
{
    struct measure_row rows[] = {{true, false, {1, 2, 4, 1, NAN}},
                                 {false, false, {9, 9, 9, 9, 9}},
                                 {true, false, {3, 4, NAN, 0, NAN}}};
    const uint32_t order[] = {2, 2};
    double scratch[3];
    (void)state;
    const struct {
        struct figure figure;
        double wanted;
    } cases[] = {{{"", FIGURE_MEAN, 0, 0, 0, 0}, 2},
                 {{"", FIGURE_MEAN, 2, 0, 0, 0}, 4},
                 {{"", FIGURE_MEAN, 4, 0, 0, 0}, 0}, /* pages count, but none has it */
                 {{"", FIGURE_MEANS_F, 0, 4, 0, 0}, 0},
                 {{"", FIGURE_MEDIAN, 1, 0, 0, 0}, 3},
                 {{"", FIGURE_MEDIAN, 4, 0, 0, 0}, 0},
                 {{"", FIGURE_SUM, 1, 0, 0, 0}, 6},
                 {{"", FIGURE_RATIO, 0, 1, 0, 0}, 4 / 6.0},
                 {{"", FIGURE_RATIO_F, 0, 1, 2, 0}, 2 * (4 / 6.0) / (1 + 4 / 6.0)},
                 {{"", FIGURE_MEANS_F, 0, 1, 0, 0}, 12 / 5.0},
                 {{"", FIGURE_ACCURACY, 0, 1, 2, 3}, 10 / 15.0}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        double value = figure_over(&cases[i].figure, rows, NULL, 3, scratch);
        assert_true(fabs(value - cases[i].wanted) < 1e-12);
    }
    assert_true(figure_over(&cases[0].figure, rows, order, 2, scratch) == 3);
    assert_true(isnan(figure_over(&cases[0].figure, rows + 1, NULL, 1, scratch)));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_measure_has_its_figures),
        cmocka_unit_test(test_bags),
        cmocka_unit_test(test_empty_texts),
        cmocka_unit_test(test_runs_of_four),
        cmocka_unit_test(test_alignments),
        cmocka_unit_test(test_marks_are_words_of_ncleaner),
        cmocka_unit_test(test_segments),
        cmocka_unit_test(test_text_and_markup),
        cmocka_unit_test(test_snippets),
        cmocka_unit_test(test_union_of_subsequences),
        cmocka_unit_test(test_characters_as_words),
        cmocka_unit_test(test_sentences),
        cmocka_unit_test(test_tables),
        cmocka_unit_test(test_ties_of_the_way),
        cmocka_unit_test(test_popular_words_start_no_block),
        cmocka_unit_test(test_texts_that_are_too_long),
        cmocka_unit_test(test_too_many_snippets),
        cmocka_unit_test(test_figures),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
