/*
 * stats.c - in: per-page values; out: confidence intervals and significance tests. See stats.h.
 *
 * Sources: Student's t by the incomplete beta function and its continued fraction (NIST, Digital
 * Library of Mathematical Functions, 8.17.22); Wilcoxon, "Individual comparisons by ranking
 * methods" (1945), with the usual corrections for ties and continuity; Efron's percentile bootstrap
 * (1979).
 */
#include "eval/stats.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { EXACT_PAGES = 25, EXACT_SUMS = EXACT_PAGES * (EXACT_PAGES + 1) / 2 + 1 };

/* ---------------------------------------------------------------- random numbers */

uint64_t stats_random_next(struct stats_random *random)
{
    uint64_t z = random->state += UINT64_C(0x9e3779b97f4a7c15);
    z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
    return z ^ z >> 31;
}

/* The upper half of a product is in range. Its lower half shows whether the number is one of the
 * few that would bias the result (Lemire 2019). */
uint32_t stats_random_below(struct stats_random *random, uint32_t below)
{
    uint32_t surplus = (uint32_t)-below % below;
    uint64_t product;
    do
        product = (stats_random_next(random) >> 32) * below;
    while ((uint32_t)product < surplus);
    return (uint32_t)(product >> 32);
}

/* ---------------------------------------------------------------- means and quantiles */

double stats_mean(const double *values, size_t count)
{
    double sum = 0;
    for (size_t i = 0; i < count; i++)
        sum += values[i];
    return count > 0 ? sum / (double)count : NAN;
}

/* Also sorts pairs of numbers by the first. */
static int by_value(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

double stats_median(double *values, size_t count)
{
    if (count == 0)
        return NAN;
    qsort(values, count, sizeof *values, by_value);
    return stats_quantile(values, count, 0.5);
}

double stats_quantile(const double *sorted, size_t count, double q)
{
    if (count == 0)
        return NAN;
    double place = q * (double)(count - 1);
    size_t below = (size_t)place;
    if (below + 1 >= count)
        return sorted[count - 1];
    return sorted[below] + (place - (double)below) * (sorted[below + 1] - sorted[below]);
}

/* ---------------------------------------------------------------- distributions */

double stats_normal_cdf(double x)
{
    return 0.5 * erfc(-x * sqrt(0.5));
}

/* The remainder of Stirling's formula for log gamma, for X >= 15: the next term is below 1e-13. */
static double stirling_rest(double x)
{
    double z = 1 / (x * x);
    return (1.0 / 12 - z * (1.0 / 360 - z * (1.0 / 1260 - z / 1680))) / x;
}

/* For X > 0. Not lgamma(), which writes to a global variable. */
static double log_gamma(double x)
{
    double product = 1;
    for (; x < 15; x++)
        product *= x;
    const double half_log_2_pi = 0.918938533204672741780;
    return (x - 0.5) * log(x) - x + half_log_2_pi + stirling_rest(x) - log(product);
}

double stats_log_beta(double a, double b)
{
    double small = fmin(a, b), large = fmax(a, b), sum = a + b;
    if (large < 15)
        return log_gamma(a) + log_gamma(b) - log_gamma(sum);
    /* Subtracting two large numbers would lose digits, so their large parts are cancelled first. */
    return log_gamma(small) + stirling_rest(large) - stirling_rest(sum) + small - small * log(sum) +
           (large - 0.5) * log1p(-small / sum);
}

/* The continued fraction of the incomplete beta function, by Lentz's method. */
static double beta_fraction(double x, double a, double b)
{
    const double tiny = 1e-300;
    double c = 1, d = 1 - (a + b) * x / (a + 1);
    d = 1 / (fabs(d) < tiny ? tiny : d);
    double f = d;
    for (int m = 1; m < 100000; m++) {
        double terms[] = {m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m)),
                          -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1))};
        double factor = 1;
        for (int i = 0; i < 2; i++) {
            d = 1 + terms[i] * d;
            d = 1 / (fabs(d) < tiny ? tiny : d);
            c = 1 + terms[i] / c;
            c = fabs(c) < tiny ? tiny : c;
            factor = c * d;
            f *= factor;
        }
        if (fabs(factor - 1) < 1e-15)
            break;
    }
    return f;
}

/* Y is 1 - X, which the caller may know more precisely. */
static double beta_share(double x, double y, double a, double b)
{
    if (!(x > 0))
        return 0;
    if (!(y > 0))
        return 1;
    double front = exp(a * log(x) + b * log(y) - stats_log_beta(a, b));
    if (x < (a + 1) / (a + b + 2))
        return front * beta_fraction(x, a, b) / a;
    return 1 - front * beta_fraction(y, b, a) / b;
}

double stats_beta_cdf(double x, double a, double b)
{
    return beta_share(x, 1 - x, a, b);
}

double stats_t_two_sided(double t, double degrees)
{
    if (isinf(t))
        return 0;
    double square = t * t, sum = degrees + square;
    return beta_share(degrees / sum, square / sum, degrees / 2, 0.5);
}

/* The critical value of t for a two-sided probability of 5 %. */
static double t_of_interval(double degrees)
{
    double low = 1, high = 13; /* 12.7 for one degree of freedom, 1.96 in the limit */
    for (int i = 0; i < 60; i++) {
        double middle = (low + high) / 2;
        if (stats_t_two_sided(middle, degrees) > 0.05)
            low = middle;
        else
            high = middle;
    }
    return high;
}

/* ---------------------------------------------------------------- two systems */

static void t_test(struct stats_paired *paired, const double *differences)
{
    double count = (double)paired->count, squares = 0;
    for (size_t i = 0; i < paired->count; i++) {
        double off = differences[i] - paired->mean;
        squares += off * off;
    }
    double error = sqrt(squares / (count - 1) / count);
    double margin = t_of_interval(count - 1) * error;
    paired->low = paired->mean - margin;
    paired->high = paired->mean + margin;
    if (error > 0)
        paired->t = paired->mean / error;
    else if (paired->mean != 0)
        paired->t = copysign(INFINITY, paired->mean);
    paired->t_p = stats_t_two_sided(paired->t, count - 1);
}

/* The probability that the rank sum of the positive differences, with random signs for the ranks 1
 * to COUNT, is at most W. */
static double exact_share(size_t count, double w)
{
    double ways[EXACT_SUMS] = {1}; /* number of ways to choose ranks with that sum */
    size_t most = 0;
    for (size_t rank = 1; rank <= count; rank++) {
        most += rank;
        for (size_t sum = most; sum >= rank; sum--)
            ways[sum] += ways[sum - rank];
    }
    double below = 0;
    for (size_t sum = 0; sum <= most && (double)sum <= w; sum++)
        below += ways[sum];
    return below / ldexp(1, (int)count);
}

/* Ranks the nonzero differences by size; ties get the mean of their ranks. */
static void signed_ranks(struct stats_paired *paired, const double *differences, double *pairs)
{
    size_t count = 0;
    for (size_t i = 0; i < paired->count; i++) {
        if (differences[i] != 0) {
            pairs[2 * count] = fabs(differences[i]);
            pairs[2 * count + 1] = differences[i];
            count++;
        }
    }
    paired->differing = count;
    qsort(pairs, count, 2 * sizeof *pairs, by_value);
    double plus = 0, minus = 0, ties = 0;
    for (size_t i = 0, next; i < count; i = next) {
        for (next = i + 1; next < count && pairs[2 * next] == pairs[2 * i];)
            next++;
        double alike = (double)(next - i), rank = ((double)i + 1 + (double)next) / 2;
        ties += alike * alike * alike - alike;
        for (size_t k = i; k < next; k++)
            *(pairs[2 * k + 1] > 0 ? &plus : &minus) += rank;
    }
    paired->w = fmin(plus, minus);
    if (count < 1)
        return;
    if (ties == 0 && count <= EXACT_PAGES) {
        paired->wilcoxon_p = fmin(1, 2 * exact_share(count, paired->w));
        return;
    }
    double n = (double)count;
    double variance = n * (n + 1) * (2 * n + 1) / 24 - ties / 48;
    double off = n * (n + 1) / 4 - paired->w - 0.5;
    paired->wilcoxon_p = off > 0 ? 2 * stats_normal_cdf(-off / sqrt(variance)) : 1;
}

struct stats_paired stats_compare(const double *differences, size_t count, double *scratch)
{
    struct stats_paired paired = {.count = count,
                                  .mean = stats_mean(differences, count),
                                  .low = NAN,
                                  .high = NAN,
                                  .t_p = 1,
                                  .wilcoxon_p = 1};
    for (size_t i = 0; i < count; i++) {
        paired.better += differences[i] > 0;
        paired.worse += differences[i] < 0;
    }
    signed_ranks(&paired, differences, scratch);
    if (count >= 2)
        t_test(&paired, differences);
    return paired;
}

/* ---------------------------------------------------------------- bootstrap */

void stats_bootstrap_draws(const struct stats_sample *sample, uint64_t seed, size_t first,
                           size_t end, double *values, uint32_t *drawn, double *scratch)
{
    for (size_t draw = first; draw < end; draw++) {
        /* Mixed once more, so that neighbouring draws have unrelated numbers. */
        struct stats_random random = {seed + draw * UINT64_C(0x9e3779b97f4a7c15)};
        random.state = stats_random_next(&random);
        for (size_t i = 0; i < sample->count; i++) {
            uint32_t page = stats_random_below(&random, (uint32_t)sample->count);
            drawn[i] = sample->pages != NULL ? sample->pages[page] : page;
        }
        values[draw] = sample->figure(sample->data, drawn, sample->count, scratch);
    }
}

struct stats_interval stats_bootstrap_interval(double *values, size_t count)
{
    size_t numbers = 0;
    for (size_t i = 0; i < count; i++) {
        if (!isnan(values[i]))
            values[numbers++] = values[i];
    }
    qsort(values, numbers, sizeof *values, by_value);
    return (struct stats_interval){stats_quantile(values, numbers, 0.025),
                                   stats_quantile(values, numbers, 0.975)};
}

bool stats_bootstrap(const struct stats_sample *sample, size_t resamples, uint64_t seed,
                     struct stats_interval *interval)
{
    if (resamples == 0)
        resamples = STATS_RESAMPLES;
    *interval = (struct stats_interval){NAN, NAN};
    if (sample->count == 0)
        return true;
    double *values = calloc(resamples, sizeof *values);
    double *scratch = calloc(sample->scratch + 1, sizeof *scratch);
    uint32_t *drawn = calloc(sample->count, sizeof *drawn);
    bool done = values != NULL && scratch != NULL && drawn != NULL;
    if (done) {
        stats_bootstrap_draws(sample, seed, 0, resamples, values, drawn, scratch);
        *interval = stats_bootstrap_interval(values, resamples);
    }
    free(values);
    free(scratch);
    free(drawn);
    return done;
}
