/*
 * stats.h - how sure a figure is: bootstrap intervals, and tests for two systems on the same pages.
 * docs/reference/measures.md has the definitions.
 */
#ifndef PITH_STATS_H
#define PITH_STATS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A small generator of random numbers (splitmix64): the same everywhere for the same seed. */
struct stats_random {
    uint64_t state;
};
uint64_t stats_random_next(struct stats_random *random);
/* A number from 0 to BELOW - 1, each as likely. BELOW is not 0. */
uint32_t stats_random_below(struct stats_random *random, uint32_t below);

/* NAN when there are none. */
double stats_mean(const double *values, size_t count);
/* Sorts VALUES, which are numbers. */
double stats_median(double *values, size_t count);
/* The value below which the share Q of the sorted VALUES is, between neighbours by their distance.
 */
double stats_quantile(const double *sorted, size_t count, double q);

/* Two systems on the same pages: d[i] is the first's value minus the second's. */
struct stats_paired {
    size_t count;      /* pages */
    double mean;       /* of the differences */
    double low, high;  /* 95 % confidence interval of the mean, by Student's t; NAN with fewer than
                          two pages */
    double t, t_p;     /* paired t-test, two-sided */
    size_t differing;  /* pages where they are not equal */
    double w;          /* Wilcoxon's statistic: the smaller of the two sums of ranks */
    double wilcoxon_p; /* two-sided; exact for up to 25 differing pages without ties, else by the
                          normal distribution with corrections for ties and continuity */
    size_t better, worse;
};
/* DIFFERENCES are finite. SCRATCH has room for 2 * COUNT numbers. With fewer than two pages the
 * p-values are 1. */
struct stats_paired stats_compare(const double *differences, size_t count, double *scratch);

/*
 * Bootstrap: pages are drawn again and again, as many as there are and with putting back; the
 * figure of each draw tells how much it depends on which pages happen to be in the set.
 */
enum { STATS_RESAMPLES = 1000 };

/* A figure over COUNT pages, by their numbers; a page may be there more than once. NAN: none. */
typedef double (*stats_figure)(const void *data, const uint32_t *pages, size_t count,
                               double *scratch);

struct stats_sample {
    stats_figure figure;
    const void *data;
    const uint32_t *pages; /* the numbers of the pages; NULL: 0 to COUNT - 1 */
    size_t count;
    size_t scratch; /* how many numbers FIGURE needs room for */
};

struct stats_interval {
    double low, high; /* 95 %; NAN when no draw has a figure */
};

/* The figures of the draws FIRST to END - 1, into values[FIRST ...]. A draw depends on SEED and its
 * number alone, so that threads can share the work as they like. DRAWN has room for COUNT numbers.
 */
void stats_bootstrap_draws(const struct stats_sample *sample, uint64_t seed, size_t first,
                           size_t end, double *values, uint32_t *drawn, double *scratch);

/* The interval of the figures of all draws: what is between their 2.5 % and 97.5 % quantiles. Sorts
 * VALUES; those that are NAN do not count. */
struct stats_interval stats_bootstrap_interval(double *values, size_t count);

/* Both at once, with this thread alone. RESAMPLES 0: STATS_RESAMPLES. False: there is no memory. */
bool stats_bootstrap(const struct stats_sample *sample, size_t resamples, uint64_t seed,
                     struct stats_interval *interval);

/* Distributions, to about 12 digits. */
double stats_normal_cdf(double x);
double stats_t_two_sided(double t, double degrees);
double stats_log_beta(double a, double b);
/* The regularised incomplete beta function. */
double stats_beta_cdf(double x, double a, double b);

#endif
