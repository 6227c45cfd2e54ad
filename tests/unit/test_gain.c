/*
 * test_gain.c - the ranking of features by information gain, by values computed by hand.
 */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "train/gain.h"

enum { ROWS = 400 };

static void near(double got, double wanted)
{
    if (!(fabs(got - wanted) < 1e-9))
        fail_msg("%.12g, not %.12g", got, wanted);
}

/* A matrix of zeros, all boilerplate of one word. */
static struct matrix zeros(size_t rows)
{
    struct matrix matrix = {.rows = rows};
    matrix.values = calloc(rows * PITH__FEATURES, sizeof *matrix.values);
    matrix.classes = calloc(rows, sizeof *matrix.classes);
    matrix.weights = calloc(rows, sizeof *matrix.weights);
    assert_true(matrix.values != NULL && matrix.classes != NULL && matrix.weights != NULL);
    for (size_t i = 0; i < rows; i++)
        matrix.weights[i] = 1;
    return matrix;
}

static void set(struct matrix *matrix, size_t row, size_t feature, float value)
{
    matrix->values[row * PITH__FEATURES + feature] = value;
}

static struct gain found(const struct gain *ranking, uint32_t feature)
{
    for (size_t i = 0; i < PITH__FEATURES; i++) {
        if (ranking[i].feature == feature)
            return ranking[i];
    }
    fail();
    return ranking[0];
}

/* Of p and q, which add up to 1. */
static double entropy2(double p)
{
    double q = 1 - p;
    return -(p > 0 ? p * log2(p) : 0) - (q > 0 ? q * log2(q) : 0);
}

/* Half of the rows are content. Feature 5 says which, negative and all; feature 3 errs in a tenth
 * of each half; feature 9 says nothing, and has many values; all others have one. */
static void two_classes(void **state)
{
    (void)state;
    struct matrix matrix = zeros(ROWS);
    struct gain ranking[PITH__FEATURES];
    double entropy;
    for (size_t i = 0; i < ROWS; i++) {
        bool content = i % 2 == 1, errs = i % 20 < 2;
        matrix.classes[i] = content ? SET_FULL_TEXT : SET_NOT_CONTENT;
        set(&matrix, i, 5, (content ? -1.0f : -3.0f) - (float)(i % 7) / 10);
        set(&matrix, i, 3, content != errs ? 1 : 0);
        set(&matrix, i, 9, (float)(i / 2 % 50));
    }
    assert_true(gain_rank(&matrix, 2, false, ranking, &entropy));
    near(entropy, 1);
    assert_int_equal(ranking[0].feature, 5);
    assert_int_equal(ranking[0].intervals, 2);
    near(ranking[0].gain, 1);
    assert_int_equal(ranking[1].feature, 3);
    near(ranking[1].gain, 1 - entropy2(0.1));
    for (uint32_t i = 2; i < PITH__FEATURES; i++) {
        near(ranking[i].gain, 0);
        assert_int_equal(ranking[i].intervals, 1);
        assert_true(i == 2 || ranking[i - 1].feature < ranking[i].feature);
    }
    matrix_free(&matrix);
}

/* Three intervals: content is in the middle. */
static void several_cuts(void **state)
{
    (void)state;
    struct matrix matrix = zeros(ROWS);
    struct gain ranking[PITH__FEATURES];
    for (size_t i = 0; i < ROWS; i++) {
        matrix.classes[i] = i % 100 >= 30 && i % 100 < 60 ? SET_HEADLINE : SET_RELATED;
        set(&matrix, i, 0, (float)(i % 100));
    }
    assert_true(gain_rank(&matrix, 2, false, ranking, NULL));
    assert_int_equal(ranking[0].feature, 0);
    assert_int_equal(ranking[0].intervals, 3);
    near(ranking[0].gain, entropy2(0.3));
    matrix_free(&matrix);
}

/* Words weigh: content has a quarter of the blocks and half of the words, and a block of no words
 * counts only where blocks do. */
static void words(void **state)
{
    (void)state;
    struct matrix matrix = zeros(ROWS);
    struct gain ranking[PITH__FEATURES];
    double entropy;
    for (size_t i = 0; i < ROWS; i++) {
        bool content = i % 4 == 0;
        matrix.classes[i] = content ? SET_FULL_TEXT : SET_NOT_CONTENT;
        matrix.weights[i] = content ? 3 : 1;
        set(&matrix, i, 8, content ? 4 : 2);
    }
    assert_true(gain_rank(&matrix, 2, true, ranking, &entropy));
    near(entropy, 1);
    near(ranking[0].gain, 1);
    assert_true(gain_rank(&matrix, 2, false, ranking, &entropy));
    near(entropy, entropy2(0.25));
    near(ranking[0].gain, entropy2(0.25));

    memset(matrix.weights, 0, ROWS * sizeof *matrix.weights);
    assert_true(gain_rank(&matrix, 2, true, ranking, &entropy));
    near(entropy, 0);
    near(ranking[0].gain, 0);
    matrix_free(&matrix);
}

/* Four classes of a quarter each: two bits; a feature that tells pairs of them gains one. With two
 * classes, supplemental text is content too. */
static void four_classes(void **state)
{
    (void)state;
    static const uint8_t classes[] = {SET_NOT_CONTENT, SET_HEADLINE, SET_COMMENT, SET_SUPPLEMENTAL};
    struct matrix matrix = zeros(ROWS);
    struct gain ranking[PITH__FEATURES];
    double entropy;
    for (size_t i = 0; i < ROWS; i++) {
        matrix.classes[i] = classes[i % 4];
        set(&matrix, i, 1, i % 4 < 2 ? 0.5f : 0.25f);
        set(&matrix, i, 2, (float)(i % 4));
    }
    assert_true(gain_rank(&matrix, 4, false, ranking, &entropy));
    near(entropy, 2);
    near(found(ranking, 2).gain, 2);
    assert_int_equal(found(ranking, 2).intervals, 4);
    near(found(ranking, 1).gain, 1);
    assert_true(gain_rank(&matrix, 2, false, ranking, &entropy));
    near(entropy, entropy2(0.25));
    near(found(ranking, 2).gain, entropy2(0.25));
    near(found(ranking, 1).gain, entropy2(0.25) - 0.5);
    matrix_free(&matrix);
}

/* What little rows seem to say is not believed: a cut of four rows is not worth telling of. */
static void few_rows(void **state)
{
    (void)state;
    struct matrix matrix = zeros(4);
    struct gain ranking[PITH__FEATURES];
    matrix.classes[0] = matrix.classes[2] = SET_FULL_TEXT;
    for (size_t i = 0; i < 4; i++)
        set(&matrix, i, 7, (float)i);
    assert_true(gain_rank(&matrix, 2, false, ranking, NULL));
    near(ranking[0].gain, 0);
    matrix.rows = 0;
    assert_true(gain_rank(&matrix, 2, false, ranking, NULL));
    near(ranking[0].gain, 0);
    matrix_free(&matrix);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(two_classes),  cmocka_unit_test(several_cuts), cmocka_unit_test(words),
        cmocka_unit_test(four_classes), cmocka_unit_test(few_rows),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
