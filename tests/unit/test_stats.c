/*
 * test_stats.c - statistics against the values of SciPy 1.17 and mpmath 1.3 (40 digits); the
 * bootstrap against a second implementation of the same draws.
 */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "eval/stats.h"

#include <cmocka.h>

#define COUNT(array) (sizeof(array) / sizeof *(array))

/* The same up to the share WITHIN. */
static void near(double got, double want, double within)
{
    if (!(fabs(got - want) <= within * fabs(want) + 1e-300))
        fail_msg("%.17g, not %.17g", got, want);
}

static void test_random(void **state)
{
    struct stats_random random = {1234567};
    (void)state;
    assert_true(stats_random_next(&random) == UINT64_C(0x599ed017fb08fc85));
    assert_true(stats_random_next(&random) == UINT64_C(0x2c73f08458540fa5));
    assert_true(stats_random_next(&random) == UINT64_C(0x883ebce5a3f27c77));

    static const uint32_t dice[] = {4, 0, 1, 2, 0, 5, 1, 4, 2, 3, 1, 2};
    random.state = 42;
    for (size_t i = 0; i < COUNT(dice); i++)
        assert_int_equal(stats_random_below(&random, 6), dice[i]);
    static const uint32_t large[] = {2237345271u, 1333077650u, 1332794101u, 2288683175u,
                                     2632046059u};
    random.state = 1; /* here some numbers are thrown away, so that all stay as likely */
    for (size_t i = 0; i < COUNT(large); i++)
        assert_true(stats_random_below(&random, 3000000000u) == large[i]);
    assert_int_equal(stats_random_below(&random, 1), 0);
}

static void test_mean_median_quantiles(void **state)
{
    double values[] = {3, 1, 4, 1, 5, 9, 2, 6};
    static const double wanted[][2] = {{0, 1},     {0.025, 1},   {0.1, 1},       {0.25, 1.75},
                                       {0.5, 3.5}, {0.75, 5.25}, {0.975, 8.475}, {1, 9}};
    (void)state;
    near(stats_mean(values, 8), 3.875, 0);
    near(stats_median(values, 8), 3.5, 0);
    for (size_t i = 0; i < COUNT(wanted); i++)
        near(stats_quantile(values, 8, wanted[i][0]), wanted[i][1], 1e-15);
    near(stats_median(values, 7), 3, 0);
    near(stats_median(values, 1), 1, 0);
    assert_true(isnan(stats_mean(values, 0)));
    assert_true(isnan(stats_median(values, 0)));
    assert_true(isnan(stats_quantile(values, 0, 0.5)));
}

static void test_normal(void **state)
{
    (void)state;
    near(stats_normal_cdf(-8), 6.22096057427174e-16, 1e-12);
    near(stats_normal_cdf(-3), 0.0013498980316300933, 1e-12);
    near(stats_normal_cdf(-1.959963984540054), 0.025, 1e-12);
    near(stats_normal_cdf(0), 0.5, 0);
    near(stats_normal_cdf(0.5), 0.6914624612740131, 1e-12);
    near(stats_normal_cdf(6), 0.9999999990134123, 1e-15);
}

static void test_beta(void **state)
{
    static const double logs[][3] = {
        {0.5, 0.5, 1.1447298858494002},    {2, 3, -2.4849066497880003},
        {14.9, 0.5, -0.76992797417588897}, {15, 0.5, -0.77332836545223204},
        {748, 0.5, -2.7361694337755183},   {500000, 0.5, -5.9888164957774643},
        {1000, 1000, -1388.4826016359023}, {20, 30, -33.968820791977383},
        {0.001, 5, 6.9056726570620747},    {0.1, 2000, 1.4926449072799132},
    };
    static const double shares[][4] = {
        {0.5, 0.5, 0.5, 0.5},
        {0.2, 2, 3, 0.1808},
        {0.9, 2, 3, 0.9963},
        {0.01, 0.5, 5, 0.2428418908984375},
        {0.99, 30, 0.5, 0.43933436890525122},
        {0.5, 1000, 1000, 0.5},
        {0.48, 1000, 1000, 0.036779483278639697},
        {1e-10, 3, 2, 3.9999999997e-30},
        {0.3, 0.1, 0.2, 0.62284335472031734},
        {0.7, 8, 10, 0.9873072752777227},
        {0, 2, 3, 0},
        {1, 2, 3, 1},
    };
    (void)state;
    for (size_t i = 0; i < COUNT(logs); i++) {
        near(stats_log_beta(logs[i][0], logs[i][1]), logs[i][2], 1e-13);
        near(stats_log_beta(logs[i][1], logs[i][0]), logs[i][2], 1e-13);
    }
    assert_true(fabs(stats_log_beta(1, 1)) < 1e-13);
    for (size_t i = 0; i < COUNT(shares); i++)
        near(stats_beta_cdf(shares[i][0], shares[i][1], shares[i][2]), shares[i][3], 1e-12);
}

static void test_student(void **state)
{
    static const double wanted[][3] = {
        {0, 5, 1},
        {1, 1, 0.5},
        {2, 3, 0.13932596855884305},
        {-2.5, 10, 0.03144684423660882},
        {1.96, 1496, 0.050181191117691836},
        {0.001, 1000000, 0.99920211577164909},
        {2, 1000000, 0.045500533851319208},
        {40, 200, 2.2487396535202507e-97},
        {5.5, 30, 5.6785729451180726e-6},
        {(double)INFINITY, 9, 0},
    };
    (void)state;
    for (size_t i = 0; i < COUNT(wanted); i++)
        near(stats_t_two_sided(wanted[i][0], wanted[i][1]), wanted[i][2], 1e-12);
}

static void check_pairs(const double *values, size_t count, struct stats_paired want)
{
    double *scratch = calloc(2 * count + 1, sizeof *scratch);
    assert_non_null(scratch);
    struct stats_paired got = stats_compare(values, count, scratch);
    free(scratch);
    assert_int_equal(got.count, count);
    assert_true(fabs(got.mean - want.mean) < 1e-14);
    near(got.low, want.low, 1e-10);
    near(got.high, want.high, 1e-10);
    near(got.t, want.t, 1e-12);
    near(got.t_p, want.t_p, 1e-11);
    near(got.w, want.w, 0);
    near(got.wilcoxon_p, want.wilcoxon_p, 1e-12);
    assert_int_equal(got.differing, want.differing);
    assert_int_equal(got.better, want.better);
    assert_int_equal(got.worse, want.worse);
}

/* Student's sleep data: a page that does not differ, and a tie. */
static void test_compare_sleep(void **state)
{
    static const double values[] = {-1.2, -2.4, -1.3, -1.3, 0, -1, -1.8, -0.8, -4.6, -1.4};
    (void)state;
    check_pairs(values, COUNT(values),
                (struct stats_paired){.mean = -1.58,
                                      .low = -2.4598857632769824,
                                      .high = -0.7001142367230174,
                                      .t = -4.062127683382037,
                                      .t_p = 0.002832890197384273,
                                      .w = 0,
                                      .wilcoxon_p = 0.009090698015925044,
                                      .differing = 9,
                                      .worse = 9});
}

/* Darwin's plants: all differ and there are no ties, so that the test is exact. */
static void test_compare_darwin(void **state)
{
    static const double values[] = {49, -67, 8, 16, 6, 23, 28, 41, 14, 29, 56, 24, 75, 60, -48};
    (void)state;
    check_pairs(values, COUNT(values),
                (struct stats_paired){.mean = 20.933333333333334,
                                      .low = 0.031193318392979563,
                                      .high = 41.83547334827369,
                                      .t = 2.1479874613311205,
                                      .t_p = 0.049702944021800866,
                                      .w = 24,
                                      .wilcoxon_p = 0.041259765625,
                                      .differing = 15,
                                      .better = 13,
                                      .worse = 2});
}

/* The most pages that are tested exactly. */
static void test_compare_exact_limit(void **state)
{
    double values[25];
    (void)state;
    for (int i = 1; i <= 25; i++)
        values[i - 1] = i % 3 == 0 ? -i / 8.0 : i / 8.0;
    check_pairs(values, 25,
                (struct stats_paired){.mean = 0.545,
                                      .low = -0.20344192160385288,
                                      .high = 1.2934419216038529,
                                      .t = 1.5028884454746487,
                                      .t_p = 0.14591312356207636,
                                      .w = 108,
                                      .wilcoxon_p = 0.14847958087921143,
                                      .differing = 25,
                                      .better = 17,
                                      .worse = 8});
}

static void test_compare_many(void **state)
{
    double values[60];
    (void)state;
    for (int i = 0; i < 60; i++)
        values[i] = (i * 37 % 101 - 40) / 64.0;
    check_pairs(values, 60,
                (struct stats_paired){.mean = 0.14869791666666668,
                                      .low = 0.030050014011148762,
                                      .high = 0.2673458193221846,
                                      .t = 2.507788484430631,
                                      .t_p = 0.014920044731630023,
                                      .w = 583,
                                      .wilcoxon_p = 0.022858234652659223,
                                      .differing = 59,
                                      .better = 35,
                                      .worse = 24});
}

static void test_compare_ties(void **state)
{
    static const double values[] = {1, 1, -1, 2, 0, 3, -2, 0.5, 0.5, 0, 1, -0.5};
    (void)state;
    check_pairs(values, COUNT(values),
                (struct stats_paired){.mean = 0.4583333333333333,
                                      .low = -0.3817268109906256,
                                      .high = 1.2983934776572923,
                                      .t = 1.200848381937967,
                                      .t_p = 0.2550301311134805,
                                      .w = 16,
                                      .wilcoxon_p = 0.257505376496482,
                                      .differing = 10,
                                      .better = 7,
                                      .worse = 3});
    static const double balanced[] = {1, -1, 2, -2, 3, -3};
    check_pairs(balanced, COUNT(balanced),
                (struct stats_paired){.low = -2.4834179891411368,
                                      .high = 2.4834179891411368,
                                      .t_p = 1,
                                      .w = 10.5,
                                      .wilcoxon_p = 1,
                                      .differing = 6,
                                      .better = 3,
                                      .worse = 3});
}

static void test_compare_few_or_the_same(void **state)
{
    static const double two[] = {1, 2}, same[] = {0, 0, 0, 0}, shifted[] = {2, 2, 2, 2};
    double scratch[8];
    (void)state;
    check_pairs(two, 2,
                (struct stats_paired){.mean = 1.5,
                                      .low = -4.853102368087347,
                                      .high = 7.853102368087347,
                                      .t = 3,
                                      .t_p = 0.20483276469913345,
                                      .w = 0,
                                      .wilcoxon_p = 0.5,
                                      .differing = 2,
                                      .better = 2});
    struct stats_paired paired = stats_compare(same, 4, scratch);
    assert_true(paired.t == 0 && paired.t_p == 1 && paired.wilcoxon_p == 1);
    assert_true(paired.low == 0 && paired.high == 0 && paired.differing == 0);
    paired = stats_compare(shifted, 4, scratch);
    assert_true(isinf(paired.t) && paired.t_p == 0 && paired.low == 2 && paired.high == 2);
    paired = stats_compare(two, 1, scratch);
    assert_true(paired.mean == 1 && paired.t_p == 1 && paired.wilcoxon_p == 1);
    assert_true(isnan(paired.low) && isnan(paired.high) && paired.better == 1);
    paired = stats_compare(two, 0, scratch);
    assert_true(isnan(paired.mean) && paired.t_p == 1 && paired.wilcoxon_p == 1);
}

static double mean_of_pages(const void *data, const uint32_t *pages, size_t count, double *scratch)
{
    const double *values = data;
    for (size_t i = 0; i < count; i++)
        scratch[i] = values[pages[i]];
    return stats_mean(scratch, count);
}

static void test_bootstrap(void **state)
{
    double values[100];
    struct stats_interval interval;
    (void)state;
    for (int i = 0; i < 100; i++)
        values[i] = i / 100.0;
    struct stats_sample sample = {mean_of_pages, values, NULL, 100, 100};
    assert_true(stats_bootstrap(&sample, 0, 7, &interval));
    near(interval.low, 0.442685, 1e-12);
    near(interval.high, 0.551955, 1e-12);
    assert_true(stats_bootstrap(&sample, 2000, 8, &interval));
    /* By theory 0.495 +- 1.96 * 0.2887 / 10. */
    assert_true(fabs(interval.low - 0.4384) < 0.005 && fabs(interval.high - 0.5516) < 0.005);
}

/* Whatever part of the draws is made by whom, they are the same. */
static void test_bootstrap_in_parts(void **state)
{
    enum { PAGES = 40, DRAWS = 50 };
    double values[100], whole[DRAWS], parts[DRAWS], scratch[PAGES];
    uint32_t pages[PAGES], drawn[PAGES];
    (void)state;
    for (int i = 0; i < 100; i++)
        values[i] = i * i % 17;
    for (uint32_t i = 0; i < PAGES; i++)
        pages[i] = 2 * i + 1;
    struct stats_sample sample = {mean_of_pages, values, pages, PAGES, PAGES};
    stats_bootstrap_draws(&sample, 3, 0, DRAWS, whole, drawn, scratch);
    for (size_t i = 0; i < PAGES; i++)
        assert_true(drawn[i] % 2 == 1 && drawn[i] < 2 * PAGES);
    stats_bootstrap_draws(&sample, 3, 31, DRAWS, parts, drawn, scratch);
    stats_bootstrap_draws(&sample, 3, 0, 7, parts, drawn, scratch);
    stats_bootstrap_draws(&sample, 3, 7, 31, parts, drawn, scratch);
    assert_memory_equal(parts, whole, sizeof whole);
}

static double first_or_none(const void *data, const uint32_t *pages, size_t count, double *scratch)
{
    (void)data;
    (void)count;
    (void)scratch;
    return pages[0] == 0 ? (double)NAN : pages[0];
}

static void test_bootstrap_without_a_figure(void **state)
{
    static const uint32_t one = 0;
    struct stats_interval interval;
    struct stats_sample sample = {first_or_none, NULL, NULL, 0, 0};
    (void)state;
    assert_true(stats_bootstrap(&sample, 10, 1, &interval)); /* no pages */
    assert_true(isnan(interval.low) && isnan(interval.high));
    sample.count = 2; /* draws without a figure do not count */
    assert_true(stats_bootstrap(&sample, 100, 1, &interval));
    assert_true(interval.low == 1 && interval.high == 1);
    sample.pages = &one;
    sample.count = 1; /* no draw has one */
    assert_true(stats_bootstrap(&sample, 100, 1, &interval));
    assert_true(isnan(interval.low) && isnan(interval.high));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_random),
        cmocka_unit_test(test_mean_median_quantiles),
        cmocka_unit_test(test_normal),
        cmocka_unit_test(test_beta),
        cmocka_unit_test(test_student),
        cmocka_unit_test(test_compare_sleep),
        cmocka_unit_test(test_compare_darwin),
        cmocka_unit_test(test_compare_exact_limit),
        cmocka_unit_test(test_compare_many),
        cmocka_unit_test(test_compare_ties),
        cmocka_unit_test(test_compare_few_or_the_same),
        cmocka_unit_test(test_bootstrap),
        cmocka_unit_test(test_bootstrap_in_parts),
        cmocka_unit_test(test_bootstrap_without_a_figure),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
