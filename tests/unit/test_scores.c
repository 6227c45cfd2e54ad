/*
 * test_scores.c - figures of weighted classifications, by values computed by hand.
 */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>

#include <cmocka.h>

#include "eval/weighted_scores.h"

static void near(double got, double wanted)
{
    if (!(fabs(got - wanted) < 1e-9))
        fail_msg("%.12g, not %.12g", got, wanted);
}

/* ----------------------------------------------------- confusion matrices */

/* Always the larger class: the first row of the paper's Table 2. */
static void larger_class(void **state)
{
    (void)state;
    struct confusion confusion = {.classes = 2};
    confusion_add(&confusion, 0, 1, 36.2);
    confusion_add(&confusion, 1, 1, 63.8);
    struct weighted_scores scores = confusion_scores(&confusion);
    near(scores.accuracy, 0.638);
    near(round(scores.precision * 1000), 407);
    near(scores.recall, 0.638);
    near(round(scores.f1 * 1000), 497);
    near(scores.fp_rate, 0.638); /* all boilerplate is taken for content, and no content for it */
}

/* True classes of weight 10, 6, 4; the third is never found. */
static void three_classes(void **state)
{
    (void)state;
    struct confusion confusion = {.classes = 3};
    confusion_add(&confusion, 0, 0, 5);
    confusion_add(&confusion, 0, 0, 3);
    confusion_add(&confusion, 0, 1, 2);
    confusion_add(&confusion, 1, 1, 6);
    confusion_add(&confusion, 2, 0, 4);
    struct weighted_scores scores = confusion_scores(&confusion);
    near(scores.accuracy, 14 / 20.0);
    near(scores.precision, 0.5 * 8 / 12 + 0.3 * 6 / 8);
    near(scores.recall, 14 / 20.0);
    near(scores.f1, 0.5 * 16 / 22 + 0.3 * 12 / 14);
    near(scores.fp_rate, 0.5 * 4 / 10 + 0.3 * 2 / 14);
}

static void nothing_at_all(void **state)
{
    (void)state;
    struct confusion confusion = {.classes = 4};
    struct weighted_scores scores = confusion_scores(&confusion);
    near(scores.accuracy + scores.precision + scores.recall + scores.f1 + scores.fp_rate, 0);
}

/* --------------------------------------------------------------------- AUC */

/* Of two classes, where the score for the first is minus that for the second. */
static double auc_of(const double *second, const uint8_t *truth, const float *weights, size_t rows)
{
    double *scores = malloc(rows * 2 * sizeof *scores), auc;
    assert_non_null(scores);
    for (size_t i = 0; i < rows; i++) {
        scores[2 * i] = -second[i];
        scores[2 * i + 1] = second[i];
    }
    assert_true(weighted_auc(scores, 2, truth, weights, rows, &auc));
    free(scores);
    return auc;
}

static void auc_plain(void **state)
{
    (void)state;
    const double scores[] = {0.1, 0.4, 0.35, 0.8};
    const uint8_t truth[] = {0, 0, 1, 1};
    near(auc_of(scores, truth, NULL, 4), 0.75);
    const uint8_t in_order[] = {0, 1, 0, 1}; /* 0.35 below 0.4 */
    near(auc_of(scores, in_order, NULL, 4), 1);
    const uint8_t reversed[] = {1, 0, 1, 0};
    near(auc_of(scores, reversed, NULL, 4), 0);
}

static void auc_ties(void **state)
{
    (void)state;
    const double scores[] = {1, 2, 2, 2, 3};
    const uint8_t truth[] = {0, 0, 0, 1, 1};
    near(auc_of(scores, truth, NULL, 5), (1 + 0.5 + 0.5 + 3) / 6);
    const double equal[] = {7, 7, 7, 7, 7};
    near(auc_of(equal, truth, NULL, 5), 0.5);
}

/* A weight of two is a row twice; a weight of zero is no row. */
static void auc_weights(void **state)
{
    (void)state;
    const double scores[] = {1, 2, 2, 3, 0};
    const float weights[] = {2, 1, 3, 1, 0};
    const uint8_t truth[] = {0, 1, 0, 1, 1};
    const double copies[] = {1, 1, 2, 2, 2, 2, 3};
    const uint8_t copied[] = {0, 0, 1, 0, 0, 0, 1};
    near(auc_of(scores, truth, weights, 5), (2 + 1.5 + 5) / 10);
    near(auc_of(copies, copied, NULL, 7), (2 + 1.5 + 5) / 10);
}

/* Hard decisions: the mean of the two recalls. */
static void auc_of_decisions(void **state)
{
    (void)state;
    const double scores[] = {0, 0, 0, 1, 0, 1};
    const uint8_t truth[] = {0, 0, 0, 0, 1, 1};
    near(auc_of(scores, truth, NULL, 6), (0.75 + 0.5) / 2);
}

static void auc_three_classes(void **state)
{
    (void)state;
    const double scores[] = {
        0.8, 0.1, 0.1, /* class 0 */
        0.3, 0.4, 0.3, /* class 0 */
        0.4, 0.5, 0.1, /* class 1 */
        0.1, 0.2, 0.7, /* class 2, of weight 2 */
    };
    const uint8_t truth[] = {0, 0, 1, 2};
    const float weights[] = {1, 1, 1, 2};
    double auc;
    assert_true(weighted_auc(scores, 3, truth, weights, 4, &auc));
    near(auc, 0.4 * 5 / 6 + 0.2 * 1 + 0.4 * 1);
}

static void auc_one_class(void **state)
{
    (void)state;
    const double scores[] = {1, 2};
    const uint8_t truth[] = {1, 1}, both[] = {0, 1};
    const float weights[] = {0, 0}, one[] = {0, 1};
    assert_true(isnan(auc_of(scores, truth, NULL, 2)));
    assert_true(isnan(auc_of(scores, both, weights, 2)));
    assert_true(isnan(auc_of(scores, both, one, 2)));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(larger_class),     cmocka_unit_test(three_classes),
        cmocka_unit_test(nothing_at_all),   cmocka_unit_test(auc_plain),
        cmocka_unit_test(auc_ties),         cmocka_unit_test(auc_weights),
        cmocka_unit_test(auc_of_decisions), cmocka_unit_test(auc_three_classes),
        cmocka_unit_test(auc_one_class),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
