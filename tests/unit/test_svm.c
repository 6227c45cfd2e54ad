/*
 * test_svm.c - the linear support vector machine: what it must find, and that weights count.
 */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "eval/stats.h"
#include "train/svm.h"

enum { ROWS = 600 };

static void near(double got, double wanted, double by)
{
    if (!(fabs(got - wanted) <= by))
        fail_msg("%.12g, not %.12g", got, wanted);
}

static struct matrix zeros(size_t rows)
{
    struct matrix matrix = {.rows = rows, .page_count = rows, .site_count = rows};
    matrix.values = calloc(rows * PITH__FEATURES, sizeof *matrix.values);
    matrix.classes = calloc(rows, sizeof *matrix.classes);
    matrix.weights = calloc(rows, sizeof *matrix.weights);
    matrix.pages = calloc(rows, sizeof *matrix.pages);
    matrix.sites = calloc(rows, sizeof *matrix.sites);
    assert_true(matrix.values != NULL && matrix.classes != NULL && matrix.weights != NULL &&
                matrix.pages != NULL && matrix.sites != NULL);
    for (size_t i = 0; i < rows; i++) {
        matrix.weights[i] = 1;
        matrix.pages[i] = matrix.sites[i] = (uint32_t)i;
    }
    return matrix;
}

static float *row_of(struct matrix *matrix, size_t row)
{
    return matrix->values + row * PITH__FEATURES;
}

static struct svm *train(const struct matrix *matrix, unsigned classes, const bool *features,
                         double cost)
{
    uint32_t rows[ROWS];
    struct svm_options options;
    svm_options_init(&options);
    options.cost = cost;
    options.tolerance = 1e-6;
    options.max_rounds = 10000;
    for (uint32_t i = 0; i < matrix->rows; i++)
        rows[i] = i;
    struct svm *svm = svm_train(matrix, classes, rows, matrix->rows, features, &options);
    assert_non_null(svm);
    assert_true(svm_converged(svm));
    return svm;
}

static double margin_at(const struct svm *svm, size_t feature, float value)
{
    float row[PITH__FEATURES] = {0};
    double votes[SCORES_CLASSES], margins[SCORES_CLASSES];
    row[feature] = value;
    unsigned class = svm_classify(svm, row, votes, margins);
    assert_int_equal(class, margins[1] > 0);
    near(votes[class], 1, 0);
    near(margins[0], -margins[1], 1e-12);
    return margins[1];
}

/* Two points, 10 and 30, which scaling makes 0 and 1. With w·x + b and both regularised, the least
 * |w|² + b² with b <= -1 and w + b >= 1 is b = -1, w = 2. */
static void hard_margin(void **state)
{
    (void)state;
    struct matrix matrix = zeros(2);
    row_of(&matrix, 0)[4] = 10;
    row_of(&matrix, 1)[4] = 30;
    matrix.classes[1] = SET_FULL_TEXT;
    struct svm *svm = train(&matrix, 2, NULL, 1000);
    near(margin_at(svm, 4, 10), -1, 1e-4);
    near(margin_at(svm, 4, 30), 1, 1e-4);
    near(margin_at(svm, 4, 20), 0, 1e-4);
    near(margin_at(svm, 4, 40), 2, 1e-4);
    svm_free(svm);
    matrix_free(&matrix);
}

/* The same with a small cost: all alphas are at it, and w is their sum, w = c, b = c - c. */
static void soft_margin(void **state)
{
    (void)state;
    struct matrix matrix = zeros(2);
    row_of(&matrix, 1)[4] = 1;
    matrix.classes[1] = SET_FULL_TEXT;
    struct svm *svm = train(&matrix, 2, NULL, 0.25);
    near(margin_at(svm, 4, 0), 0, 1e-9);
    near(margin_at(svm, 4, 1), 0.25, 1e-9);
    svm_free(svm);
    /* Costs follow the words: of 1 and 3, whose mean is 2, they are 0.125 and 0.375. */
    matrix.weights[1] = 3;
    svm = train(&matrix, 2, NULL, 0.25);
    near(margin_at(svm, 4, 0), 0.375 - 0.125, 1e-9);
    near(margin_at(svm, 4, 1), 0.375 * 2 - 0.125, 1e-9);
    svm_free(svm);
    matrix_free(&matrix);
}

/* Blocks at 1 are boilerplate twice and content once; who has more words wins. */
static void words_count(void **state)
{
    (void)state;
    struct matrix matrix = zeros(40);
    for (size_t i = 0; i < 40; i++) {
        row_of(&matrix, i)[0] = i % 4 == 0 ? 0 : 1;
        matrix.classes[i] = i % 4 == 1 ? SET_HEADLINE : SET_NOT_CONTENT;
    }
    struct svm *svm = train(&matrix, 2, NULL, 10);
    assert_true(margin_at(svm, 0, 1) < 0);
    svm_free(svm);
    for (size_t i = 1; i < 40; i += 4)
        matrix.weights[i] = 5;
    svm = train(&matrix, 2, NULL, 10);
    assert_true(margin_at(svm, 0, 1) > 0);
    assert_true(margin_at(svm, 0, 0) < 0);
    svm_free(svm);
    matrix_free(&matrix);
}

/* Three features that a plane parts, with a gap. */
static struct matrix parted(void)
{
    struct matrix matrix = zeros(ROWS);
    struct stats_random random = {7};
    for (size_t i = 0; i < ROWS; i++) {
        float *row = row_of(&matrix, i);
        for (size_t k = 0; k < 3; k++)
            row[k] = (float)stats_random_below(&random, 1000) / 1000;
        float side = row[0] + 2 * row[1] - row[2] - 1;
        row[0] += side > 0 ? 0.1f : -0.1f;
        matrix.classes[i] = side > 0 ? SET_FULL_TEXT : SET_RELATED;
        matrix.weights[i] = (float)(1 + i % 9);
    }
    return matrix;
}

static void plane(void **state)
{
    (void)state;
    struct matrix matrix = parted();
    struct svm *svm = train(&matrix, 2, NULL, 10);
    double votes[SCORES_CLASSES], margins[SCORES_CLASSES];
    for (size_t i = 0; i < ROWS; i++)
        assert_int_equal(svm_classify(svm, row_of(&matrix, i), votes, margins),
                         matrix_target(matrix.classes[i], 2));
    svm_free(svm);
    matrix_free(&matrix);
}

/* A feature that is left out changes nothing, whatever it says. */
static void chosen_features(void **state)
{
    (void)state;
    struct matrix matrix = parted();
    bool features[PITH__FEATURES] = {true, true, true};
    struct svm *without = train(&matrix, 2, NULL, 1);
    for (size_t i = 0; i < ROWS; i++)
        row_of(&matrix, i)[9] = matrix.classes[i] == SET_FULL_TEXT ? 5 : 0;
    struct svm *left_out = train(&matrix, 2, features, 1);
    struct svm *with = train(&matrix, 2, NULL, 1);
    double margin = margin_at(without, 1, 0.5f);
    near(margin_at(left_out, 1, 0.5f), margin, 0);
    assert_true(fabs(margin_at(with, 1, 0.5f) - margin) > 0.01);
    svm_free(without);
    svm_free(left_out);
    svm_free(with);
    matrix_free(&matrix);
}

/* Each class has a feature of its own. */
static void four_classes(void **state)
{
    (void)state;
    static const uint8_t classes[] = {SET_NOT_CONTENT, SET_HEADLINE, SET_FULL_TEXT,
                                      SET_SUPPLEMENTAL};
    struct matrix matrix = zeros(80);
    for (size_t i = 0; i < 80; i++) {
        row_of(&matrix, i)[10 + i % 4] = (float)(1 + i % 3);
        matrix.classes[i] = classes[i % 4];
    }
    struct svm *svm = train(&matrix, 4, NULL, 1000);
    double votes[SCORES_CLASSES], margins[SCORES_CLASSES];
    for (size_t i = 0; i < 80; i++) {
        assert_int_equal(svm_classify(svm, row_of(&matrix, i), votes, margins), i % 4);
        near(votes[i % 4], 1, 1e-12);
        near(votes[0] + votes[1] + votes[2] + votes[3], 2, 1e-12);
        near(margins[0] + margins[1] + margins[2] + margins[3], 0, 1e-9);
    }
    svm_free(svm);
    matrix_free(&matrix);
}

/* Rows of a class that is not there, of no words, or none at all. */
static void little_to_learn(void **state)
{
    (void)state;
    struct matrix matrix = zeros(10);
    struct svm *svm = train(&matrix, 4, NULL, 1);
    float row[PITH__FEATURES] = {0};
    double votes[SCORES_CLASSES], margins[SCORES_CLASSES];
    assert_int_equal(svm_classify(svm, row, votes, margins), 0);
    svm_free(svm);
    memset(matrix.weights, 0, 10 * sizeof *matrix.weights);
    matrix.classes[3] = SET_FULL_TEXT;
    svm = train(&matrix, 2, NULL, 1);
    assert_int_equal(svm_classify(svm, row, votes, margins), 0);
    svm_free(svm);
    matrix.rows = 0;
    svm = train(&matrix, 2, NULL, 1);
    assert_int_equal(svm_classify(svm, row, votes, margins), 0);
    svm_free(svm);
    matrix_free(&matrix);
}

/* All rows are classified once, the same each time, and well. */
static void cross_validation(void **state)
{
    (void)state;
    struct matrix matrix = parted();
    struct svm_options options;
    struct svm_figures figures, again;
    svm_options_init(&options);
    options.cost = 10;
    assert_true(svm_cross_validate(&matrix, 2, 10, NULL, &options, &figures));
    assert_true(svm_cross_validate(&matrix, 2, 10, NULL, &options, &again));
    assert_memory_equal(&figures, &again, sizeof figures);
    double words = 0, counted = 0;
    for (size_t i = 0; i < ROWS; i++)
        words += (double)matrix.weights[i];
    for (unsigned i = 0; i < 4; i++)
        counted += figures.confusion.weight[i / 2][i % 2];
    near(counted, words, 1e-9);
    assert_true(figures.scores.f1 > 0.97);
    assert_true(figures.auc_votes > 0.97 && figures.auc_votes <= figures.auc_margins);
    assert_true(figures.auc_margins > 0.999);
    /* One site alone: nothing is learnt for it, and the other parts are empty. */
    matrix.site_count = 1;
    memset(matrix.sites, 0, ROWS * sizeof *matrix.sites);
    assert_true(svm_cross_validate(&matrix, 2, 3, NULL, &options, &figures));
    near(figures.auc_votes, 0.5, 1e-12);
    matrix_free(&matrix);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(hard_margin),     cmocka_unit_test(soft_margin),
        cmocka_unit_test(words_count),     cmocka_unit_test(plane),
        cmocka_unit_test(chosen_features), cmocka_unit_test(four_classes),
        cmocka_unit_test(little_to_learn), cmocka_unit_test(cross_validation),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
