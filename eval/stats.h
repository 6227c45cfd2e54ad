/*
 * stats.h - statistical confidence: bootstrap intervals, and tests for two systems on the same
 * pages. docs/reference/measures.md has the definitions.
 */
#ifndef PITH_STATS_H
#define PITH_STATS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A small random number generator (splitmix64), the same on all platforms for a given seed. */
struct stats_random {
    uint64_t state;
};
uint64_t stats_random_next(struct stats_random *random);
/* A uniform random number from 0 to BELOW - 1. BELOW is not 0. */
uint32_t stats_random_below(struct stats_random *random, uint32_t below);

/* NAN if COUNT is 0. */
double stats_mean(const double *values, size_t count);
/* Sorts VALUES, which must not contain NAN. */
double stats_median(double *values, size_t count);
/* The Q quantile of the sorted VALUES, interpolated linearly. */
double stats_quantile(const double *sorted, size_t count, double q);

/* Two systems on the same pages: d[i] is the first system's value minus the second's. */
struct stats_paired {
    size_t count;      /* pages */
    double mean;       /* of the differences */
    double low, high;  /* 95 % confidence interval of the mean, by Student's t; NAN for fewer than
                          two pages */
    double t, t_p;     /* paired t-test, two-sided */
    size_t differing;  /* pages with d[i] != 0 */
    double w;          /* Wilcoxon's statistic: the smaller of the two rank sums */
    double wilcoxon_p; /* two-sided; exact for up to 25 differing pages without ties, else by the
                          normal approximation with corrections for ties and continuity */
    size_t better, worse;
};
/* DIFFERENCES are finite. SCRATCH has room for 2 * COUNT numbers. For fewer than two pages the
 * p-values are 1. */
struct stats_paired stats_compare(const double *differences, size_t count, double *scratch);

/* Bootstrap: draws pages with replacement, as many as there are, again and again. The spread of the
 * figure over the draws shows how much it depends on the choice of pages. */
enum { STATS_RESAMPLES = 1000 };

/* A figure over COUNT pages given by number; a page may occur more than once. NAN: undefined. */
typedef double (*stats_figure)(const void *data, const uint32_t *pages, size_t count,
                               double *scratch);

struct stats_sample {
    stats_figure figure;
    const void *data;
    const uint32_t *pages; /* page numbers; NULL: 0 to COUNT - 1 */
    size_t count;
    size_t scratch; /* number of elements of scratch space that FIGURE needs */
};

struct stats_interval {
    double low, high; /* 95 %; NAN if no draw has a figure */
};

/* Computes the figures of draws FIRST to END - 1 into values[FIRST ...]. A draw depends only on
 * SEED and its number, so threads can split the work in any way. DRAWN has room for COUNT numbers.
 */
void stats_bootstrap_draws(const struct stats_sample *sample, uint64_t seed, size_t first,
                           size_t end, double *values, uint32_t *drawn, double *scratch);

/* The interval between the 2.5 % and 97.5 % quantiles of all draws. Sorts VALUES and ignores NANs.
 */
struct stats_interval stats_bootstrap_interval(double *values, size_t count);

/* Both at once, on this thread alone. RESAMPLES 0: STATS_RESAMPLES. Returns false when out of
 * memory. */
bool stats_bootstrap(const struct stats_sample *sample, size_t resamples, uint64_t seed,
                     struct stats_interval *interval);

/* Distributions, accurate to about 12 digits. */
double stats_normal_cdf(double x);
double stats_t_two_sided(double t, double degrees);
double stats_log_beta(double a, double b);
/* The regularised incomplete beta function. */
double stats_beta_cdf(double x, double a, double b);

#endif
