/*
 * stats.h - how sure a figure is: bootstrap intervals, and tests for two systems on the same pages.
 */
#ifndef PITH_STATS_H
#define PITH_STATS_H

#include <stddef.h>
#include <stdint.h>

/* A small generator of random numbers (splitmix64): the same everywhere for the same seed. */
struct stats_random {
    uint64_t state;
};
uint64_t stats_random_next(struct stats_random *random);
/* A number from 0 to BELOW - 1, each as likely. BELOW is not 0. */
uint32_t stats_random_below(struct stats_random *random, uint32_t below);

double stats_mean(const double *values, size_t count);
/* Sorts VALUES. */
double stats_median(double *values, size_t count);
/* The value below which the share Q of the sorted VALUES is, between neighbours by their distance.
 */
double stats_quantile(const double *sorted, size_t count, double q);

/* Two systems on the same pages: d[i] is the first's value minus the second's. */
struct stats_paired {
    size_t count;      /* pages */
    double mean;       /* of the differences */
    double low, high;  /* 95 % confidence interval of the mean, by Student's t */
    double t, t_p;     /* paired t-test, two-sided */
    size_t differing;  /* pages where they are not equal */
    double w;          /* Wilcoxon's statistic: the smaller of the two sums of ranks */
    double wilcoxon_p; /* two-sided; exact for up to 25 differing pages without ties, else by the
                          normal distribution with corrections for ties and continuity */
    size_t better, worse;
};
/* SCRATCH has room for 2 * COUNT numbers. With fewer than two pages the p-values are 1. */
struct stats_paired stats_compare(const double *differences, size_t count, double *scratch);

/* Distributions, to about 12 digits. */
double stats_normal_cdf(double x);
double stats_t_two_sided(double t, double degrees);
double stats_log_beta(double a, double b);
/* The regularised incomplete beta function. */
double stats_beta_cdf(double x, double a, double b);

#endif
