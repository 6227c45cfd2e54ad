/*
 * test_measure.c - the measures on small texts whose values are worked out by hand, and figures.
 * tests/eval/measures.py compares them with a model on many texts.
 */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>

#include "eval/matcher.h"
#include "eval/measure.h"
#include "eval/sentences.h"
#include "eval/tokens.h"

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

static void check_value(struct measure_row row, size_t number, double wanted)
{
    assert_true(row.counts);
    assert_true(fabs(row.values[number] - wanted) < 1e-12);
}

/* Precision and recall. */
static void check(const char *name, const char *truth, const char *answer, double p, double r)
{
    struct measure_row row = texts(name, truth, answer);
    check_value(row, 0, p);
    check_value(row, 1, r);
    check_value(row, 2, p + r > 0 ? 2 * p * r / (p + r) : 0);
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

static void test_pages_without_truth_do_not_count(void **state)
{
    (void)state;
    for (size_t i = 0; measure_at(i) != NULL; i++) {
        assert_false(texts(measure_at(i)->name, "", "a b").counts);
        assert_false(texts(measure_at(i)->name, " \n\xC2\xA0", "").counts);
    }
    assert_false(texts("wordf1", "... !", "a").counts); /* marks only */
    assert_true(texts("editsim", "... !", "a").counts);
    assert_null(measure_find("wordf", 5));
}

static void test_runs_of_four(void **state)
{
    (void)state;
    check("shingle", "a b c d e", "b c d e f", 1 / 2.0, 1 / 2.0);
    check("shingle", "a b", "a b", 1, 1);
    check("shingle", "a b c d", "A b c d", 0, 0);
    struct measure_row row = texts("shingle", "a b c d", "");
    assert_true(isnan(row.values[0]));
    check_value(row, 1, 0);
}

static void test_alignments(void **state)
{
    (void)state;
    check("align", "a b c d", "c d a b x", 2 / 5.0, 2 / 4.0);
    check_value(texts("editsim", "a b c d", "a x c"), 0, 1 - 2 / 4.0);
    check_value(texts("editsim", "a b", ""), 0, 0);
    check_value(texts("editsim", "A, b", "a, B"), 0, 1);
}

static void test_marks_are_words_of_ncleaner(void **state)
{
    (void)state;
    check("ncleaner", "a b\n\nc", "a b c", 4 / 4.0, 4 / 5.0);
}

static void test_segments(void **state)
{
    struct set_segment true_list[] = {
        {'h', span_of("Title")}, {'p', span_of("a b c")}, {'l', span_of("d")}};
    struct set_page page = {.has_segments = true, .segments = true_list, .segment_count = 3};
    struct measure_answer said = {.text = span_of("title\na b\nc\nd")};
    (void)state;
    struct measure_row row = row_of("segments", false, &page, &said);
    check_value(row, 0, 1 / 4.0);
    check_value(row, 1, 1 / 3.0);
    assert_false(texts("segments", "a", "a").counts); /* a truth without segments */
}

static void test_snippets(void **state)
{
    struct pith__span with[] = {span_of("b  c"), span_of("aab"), span_of("x")};
    struct pith__span without[] = {span_of("A"), span_of("aaab")};
    struct set_page page = {.has_snippets = true,
                            .with = with,
                            .with_count = 3,
                            .without = without,
                            .without_count = 2};
    struct measure_answer said = {.text = span_of("aaab\n\xE2\x80\x83 c")};
    (void)state;
    struct measure_row row = row_of("snippets", false, &page, &said);
    const double wanted[] = {2, 1, 1, 1, 3, 3, 3 / 5.0};
    for (size_t i = 0; i < sizeof wanted / sizeof *wanted; i++)
        check_value(row, i, wanted[i]);
}

static void test_union_of_subsequences(void **state)
{
    (void)state;
    /* Lin's example: w1 w2 w3 w4 w5 against w1 w2 w6 w7 w8 and w1 w3 w8 w9 w5: four words. */
    check("rougeLsum", "w1 w2 w3 w4 w5", "w1 w2 w6 w7 w8\nw1 w3 w8 w9 w5", 4 / 10.0, 4 / 5.0);
    check("rougeLsum", "a a", "a", 1, 1 / 2.0);
}

static void test_characters_as_words(void **state)
{
    struct set_page page = {.text = span_of("\xE6\x97\xA5\xE6\x9C\xAC abc")};
    struct measure_answer said = {.text = span_of("\xE6\x9C\xAC")};
    (void)state;
    check_value(row_of("wordf1", true, &page, &said), 1, 1 / 3.0);
    check_value(row_of("wordf1", false, &page, &said), 1, 0);
}

static void check_sentences(const char *text, size_t count, const char *first)
{
    struct pith__span rest = span_of(text), one = sentence_next(&rest);
    assert_int_equal(one.len, strlen(first));
    assert_memory_equal(one.ptr, first, one.len);
    for (; rest.len > 0; count--)
        sentence_next(&rest);
    assert_int_equal(count, 1);
}

static void test_sentences(void **state)
{
    (void)state;
    check_sentences("An ox. It is.", 2, "An ox.");
    check_sentences("An ox. it is.", 1, "An ox. it is.");
    check_sentences("Mr J. Doe. He \"is.\" X", 3, "Mr J. Doe.");
    check_sentences("a\nb", 2, "a\n");
    check_sentences("\xE6\x97\xA5\xE3\x80\x82\xE6\x97\xA5", 2, "\xE6\x97\xA5\xE3\x80\x82");
}

/* A subsequence that needs more than one group of strips. */
static void test_long_paths(void **state)
{
    enum { COUNT = 3000 };
    static uint32_t a[COUNT], b[COUNT], matches[COUNT];
    struct lcs lcs = {0};
    size_t length, found = 0, last = 0;
    (void)state;
    for (uint32_t i = 0; i < COUNT; i++) {
        a[i] = i * 7919 % 31;
        b[i] = i * 104729 % 37 % 31;
    }
    struct lcs_pair pair = {a, b, COUNT, COUNT, 31};
    assert_true(lcs_length(&lcs, pair, &length));
    assert_true(lcs_path(&lcs, pair, matches));
    for (size_t i = 0; i < COUNT; i++) {
        if (matches[i] == LCS_NONE)
            continue;
        assert_true(found++ == 0 || matches[i] > last);
        last = matches[i];
        assert_int_equal(a[i], b[last]);
    }
    assert_int_equal(found, length);
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
    assert_int_equal(matcher_run(&matcher, pair), MATCHER_OK);
    assert_int_equal(matcher.block_count, 0);
    b[0] = 0; /* ... but one grows over it from the beginning */
    assert_int_equal(matcher_run(&matcher, pair), MATCHER_OK);
    assert_int_equal(matcher.block_count, 1);
    matcher_deinit(&matcher);
}

static void test_texts_that_are_too_long_are_left_out(void **state)
{
    enum { COUNT = 1 << 20 };
    uint32_t *a = malloc(COUNT * sizeof *a), *b = malloc(COUNT * sizeof *b);
    (void)state;
    assert_true(a != NULL && b != NULL);
    for (size_t i = 0; i < COUNT; i++) {
        a[i] = i % 2;
        b[i] = i % 3 % 2;
    }
    assert_false(lcs_fits((struct lcs_pair){a, b, COUNT, COUNT, 2}, false));
    assert_true(lcs_fits((struct lcs_pair){a, a, COUNT, COUNT, 2}, true));
    free(a);
    free(b);
}

static void test_figures(void **state)
{
    struct measure_row rows[] = {
        {true, {1, 2, 4, 1}}, {false, {9, 9, 9, 9}}, {true, {3, 4, NAN, 0}}};
    const uint32_t order[] = {2, 2};
    double scratch[3];
    (void)state;
    const struct {
        struct figure figure;
        double wanted;
    } cases[] = {{{"", FIGURE_MEAN, 0, 0, 0, 0}, 2},
                 {{"", FIGURE_MEAN, 2, 0, 0, 0}, 4},
                 {{"", FIGURE_MEDIAN, 1, 0, 0, 0}, 3},
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
        cmocka_unit_test(test_bags),
        cmocka_unit_test(test_pages_without_truth_do_not_count),
        cmocka_unit_test(test_runs_of_four),
        cmocka_unit_test(test_alignments),
        cmocka_unit_test(test_marks_are_words_of_ncleaner),
        cmocka_unit_test(test_segments),
        cmocka_unit_test(test_snippets),
        cmocka_unit_test(test_union_of_subsequences),
        cmocka_unit_test(test_characters_as_words),
        cmocka_unit_test(test_sentences),
        cmocka_unit_test(test_long_paths),
        cmocka_unit_test(test_popular_words_start_no_block),
        cmocka_unit_test(test_texts_that_are_too_long_are_left_out),
        cmocka_unit_test(test_figures),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
