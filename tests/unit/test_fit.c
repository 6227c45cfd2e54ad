/*
 * test_fit.c - fits of curves and of the models of pith analyze: known parameters come back, also
 * from noisy points; R² and RMSE are those computed by hand.
 */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "analyze/text_models.h"
#include "eval/stats.h"

#include <cmocka.h>

static void check_near(double value, double expected, double within)
{
    if (!(fabs(value - expected) <= within))
        print_error("%.8f is not within %g of %.8f\n", value, within, expected);
    assert_true(fabs(value - expected) <= within);
}

static double line(double x, const double *p, const void *user)
{
    (void)user;
    return p[0] + p[1] * x;
}

static const struct fit_model line_model = {
    .curve = line, .count = 2, .low = {-100, -100}, .high = {100, 100}};

static void test_figures_by_hand(void **state)
{
    const double x[] = {0, 1, 2, 3}, y[] = {1, 1, 3, 3};
    const struct fit_points points = {x, y, 4};
    const double starts[] = {0, 0};
    struct fit fit;

    (void)state;
    assert_true(fit_run(&fit, &line_model, &points, starts, 1));
    /* Means 1.5 and 2; sum of (x - 1.5)(y - 2) = 1.5 + 0.5 + 0.5 + 1.5 = 4, of (x - 1.5)² = 5. */
    check_near(fit.p[1], 0.8, 1e-6);
    check_near(fit.p[0], 0.8, 1e-6);
    /* Differences 0.2, -0.6, 0.6, -0.2: squares 0.04 + 0.36 + 0.36 + 0.04; around the mean 4. */
    check_near(fit.sse, 0.8, 1e-9);
    check_near(fit.r2, 1 - 0.8 / 4, 1e-9);
    check_near(fit.adjusted_r2, 1 - (0.8 / 2) / (4.0 / 3), 1e-9);
    check_near(fit.rmse, sqrt(0.8 / 2), 1e-9);
    assert_int_equal(fit.points, 4);
}

static void test_bounds_hold(void **state)
{
    const double x[] = {0, 1, 2, 3}, y[] = {0, 10, 20, 30};
    const struct fit_points points = {x, y, 4};
    const struct fit_model model = {.curve = line, .count = 2, .low = {-5, 0}, .high = {5, 4}};
    const double starts[] = {0, 1, -5, 0, 5, 4};
    struct fit fit;

    (void)state;
    assert_true(fit_run(&fit, &model, &points, starts, 3));
    assert_true(fit.p[0] >= -5 && fit.p[0] <= 5 && fit.p[1] >= 0 && fit.p[1] <= 4);
    check_near(fit.p[0], 5, 1e-3); /* the least bad that is allowed */
    check_near(fit.p[1], 4, 1e-3);
}

static void test_what_cannot_be_fitted(void **state)
{
    const double x[] = {0, 1, 2}, flat[] = {2, 2, 2}, y[] = {1, 2, 4};
    const double starts[] = {0, 0};
    struct fit fit;

    (void)state;
    assert_false(fit_run(&fit, &line_model, &(struct fit_points){x, y, 2}, starts, 1));
    assert_false(fit_run(&fit, &line_model, &(struct fit_points){x, y, 0}, starts, 1));
    assert_false(fit_run(&fit, &line_model, &(struct fit_points){x, flat, 3}, starts, 1));
    assert_true(fit_run(&fit, &line_model, &(struct fit_points){x, y, 3}, starts, 1));
}

/* A number around 0 with about the deviation SIGMA: twelve dice. */
static double noise(struct stats_random *random, double sigma)
{
    double sum = 0;

    for (int i = 0; i < 12; i++)
        sum += stats_random_below(random, 1000001) / 1e6;
    return (sum - 6) * sigma;
}

enum { WORDS = 250 };

/* Counts as CURVE with the parameters P has them, of a million blocks, give or take. */
static void make_counts(double *counts, fit_curve *curve, const double *p, double sigma)
{
    struct stats_random random = {7};

    counts[0] = 0;
    for (size_t i = 1; i <= WORDS; i++)
        counts[i] = 1e6 * fmax(0, curve((double)i, p, NULL) + noise(&random, sigma));
}

static void test_one_state(void **state)
{
    static const double known[] = {0.01, 0.1, 0.3145, 0.6, 0.95};
    double counts[WORDS + 1];
    struct fit fit;

    (void)state;
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        make_counts(counts, writer_one, &known[i], 0);
        assert_true(writer_fit_one(&fit, counts, WORDS, 1e6));
        check_near(fit.p[WRITER_ONE_P], known[i], 1e-6);
        check_near(fit.adjusted_r2, 1, 1e-9);
        check_near(fit.rmse, 0, 1e-7);
    }
    make_counts(counts, writer_one, &known[2], 0.0046);
    assert_true(writer_fit_one(&fit, counts, WORDS, 1e6));
    check_near(fit.p[WRITER_ONE_P], known[2], 0.01);
    check_near(fit.rmse, 0.0046, 0.0015); /* less: no count is below 0 */
}

static void test_two_states(void **state)
{
    static const double known[][WRITER_TWO_COUNT] = {
        {0.7586, 0.3968, 0.04369}, {0.5, 0.8, 0.2}, {0.2, 0.5, 0.01}, {0.95, 0.3, 0.05}};
    double counts[WORDS + 1];
    struct fit fit;

    (void)state;
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        make_counts(counts, writer_two, known[i], 0);
        assert_true(writer_fit_two(&fit, counts, WORDS, 1e6));
        for (size_t k = 0; k < WRITER_TWO_COUNT; k++)
            check_near(fit.p[k], known[i][k], 1e-5);
        check_near(fit.r2, 1, 1e-9);
    }
    make_counts(counts, writer_two, known[0], 0.0005);
    assert_true(writer_fit_two(&fit, counts, WORDS, 1e6));
    check_near(fit.p[WRITER_TWO_S], known[0][WRITER_TWO_S], 0.02);
    check_near(fit.p[WRITER_TWO_P], known[0][WRITER_TWO_P], 0.02);
    check_near(fit.p[WRITER_TWO_Q], known[0][WRITER_TWO_Q], 0.01);
}

static void test_short_state_comes_first(void **state)
{
    static const double swapped[] = {0.2414, 0.04369, 0.3968};
    double counts[WORDS + 1];
    struct fit fit;

    (void)state;
    make_counts(counts, writer_two, swapped, 0);
    assert_true(writer_fit_two(&fit, counts, WORDS, 1e6));
    check_near(fit.p[WRITER_TWO_S], 0.7586, 1e-5);
    check_near(fit.p[WRITER_TWO_P], 0.3968, 1e-5);
    check_near(fit.p[WRITER_TWO_Q], 0.04369, 1e-5);
}

static void test_writers_are_distributions(void **state)
{
    static const double one[] = {0.3145}, two[] = {0.7586, 0.3968, 0.04369};
    double sum_one = 0, sum_two = 0;

    (void)state;
    for (int x = 1; x <= 2000; x++) {
        sum_one += writer_one(x, one, NULL);
        sum_two += writer_two(x, two, NULL);
    }
    check_near(sum_one, 1, 1e-9);
    check_near(sum_two, 1, 1e-9);
    check_near(writer_one(1, one, NULL), 0.3145, 1e-12);
    check_near(writer_one(3, one, NULL), 0.6855 * 0.6855 * 0.3145, 1e-12);
}

enum { LAST = 20 };
static const double mixture[MIX_COUNT] = {0.16, 3.7, 43.4, 0.65, 46.7, 57.6, 0.18, 6.9, 2.7};

static void make_words(double *words, double sigma)
{
    const size_t last = LAST;
    struct stats_random random = {3};

    for (size_t i = 0; i <= LAST; i++)
        words[i] = 1e6 * fmax(0, mix_curve((double)i, mixture, &last) + noise(&random, sigma));
}

static void test_mixture(void **state)
{
    double words[LAST + 1];
    struct fit fit;

    (void)state;
    make_words(words, 0);
    assert_true(mix_fit(&fit, words, LAST, 1e6));
    for (size_t k = 0; k < MIX_COUNT; k++)
        check_near(fit.p[k] / mixture[k], 1, 1e-2);
    check_near(fit.r2, 1, 1e-6);
    /* Nine parameters bend to noise, but the peaks stay where they are. */
    make_words(words, 0.002);
    assert_true(mix_fit(&fit, words, LAST, 1e6));
    check_near(fit.p[MIX_FUZZY_MEAN], mixture[MIX_FUZZY_MEAN], 1);
    check_near(mix_beta_mean(fit.p, MIX_FUNCTIONAL_A, LAST),
               mix_beta_mean(mixture, MIX_FUNCTIONAL_A, LAST), 0.3);
    check_near(mix_beta_mean(fit.p, MIX_DESCRIPTIVE_A, LAST),
               mix_beta_mean(mixture, MIX_DESCRIPTIVE_A, LAST), 0.3);
    assert_true(fit.r2 > 0.99);
}

static void test_mixture_by_hand(void **state)
{
    /* a = b = 2 on 0 to 15, since the last bin is 10: 6 u (1 - u) / 15 with u = x / 15. */
    const double p[MIX_COUNT] = {0.5, 2, 2, 0, 1, 1, 0.25, 4, 2};
    const size_t last = 10;

    (void)state;
    check_near(mix_functional(7.5, p, &last), 0.5 * 6 * 0.25 / 15, 1e-12);
    check_near(mix_functional(3, p, &last), 0.5 * 6 * 0.2 * 0.8 / 15, 1e-12);
    check_near(mix_functional(0, p, &last), 0, 0);
    check_near(mix_functional(15, p, &last), 0, 0);
    check_near(mix_fuzzy(4, p, &last), 0.25 / (2 * sqrt(2 * 3.14159265358979)), 1e-9);
    check_near(mix_beta_mean(p, MIX_FUNCTIONAL_A, last), 7.5, 1e-12);
    check_near(mix_curve(3, p, &last),
               mix_functional(3, p, &last) + mix_descriptive(3, p, &last) + mix_fuzzy(3, p, &last),
               1e-15);
}

static void test_odd_distributions(void **state)
{
    double words[WORDS + 1] = {0};
    struct fit fit;

    (void)state;
    assert_false(writer_fit_one(&fit, words, WORDS, 0));
    assert_false(mix_fit(&fit, words, LAST, 0));
    /* So few lengths say nothing about so many parameters. */
    words[1] = 100;
    assert_false(writer_fit_one(&fit, words, WORDS, 100));
    words[2] = 1;
    assert_true(writer_fit_one(&fit, words, WORDS, 101));
    check_near(fit.p[WRITER_ONE_P], 0.99, 1e-3);
    assert_false(writer_fit_two(&fit, words, WORDS, 101));
    /* No model has this shape, but nothing breaks. */
    for (size_t i = 1; i <= LAST; i++)
        words[i] = i % 2 ? 1 : 1000;
    assert_true(mix_fit(&fit, words, LAST, 10011));
    assert_true(isfinite(fit.rmse) && fit.r2 < 0.9);
    assert_true(writer_fit_two(&fit, words, LAST, 10011));
    assert_true(fit.p[WRITER_TWO_P] >= fit.p[WRITER_TWO_Q]);
}

static void test_same_points_same_fit(void **state)
{
    double words[LAST + 1];
    struct fit first, second;

    (void)state;
    make_words(words, 0.002);
    memset(&first, 0, sizeof first);
    memset(&second, 0, sizeof second);
    assert_true(mix_fit(&first, words, LAST, 1e6));
    assert_true(mix_fit(&second, words, LAST, 1e6));
    assert_memory_equal(&first, &second, sizeof first);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_figures_by_hand),
        cmocka_unit_test(test_bounds_hold),
        cmocka_unit_test(test_what_cannot_be_fitted),
        cmocka_unit_test(test_one_state),
        cmocka_unit_test(test_two_states),
        cmocka_unit_test(test_short_state_comes_first),
        cmocka_unit_test(test_writers_are_distributions),
        cmocka_unit_test(test_mixture),
        cmocka_unit_test(test_mixture_by_hand),
        cmocka_unit_test(test_odd_distributions),
        cmocka_unit_test(test_same_points_same_fit),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
