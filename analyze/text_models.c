/*
 * text_models.c - the models' curves, and the starting points for fitting them.
 */
#include <math.h>
#include <stdlib.h>

#include "analyze/text_models.h"

/* Fits MODEL to the points (first, counts[first] / total) to (last, ...). Fails if no more of them
 * are above 0 than the model has parameters, since then it would fit anything. */
static bool fit_counts(struct fit *fit, const struct fit_model *model, const double *counts,
                       size_t first, size_t last, double total, const double *starts,
                       size_t start_count)
{
    size_t count = last - first + 1;
    double *x = calloc(count, 2 * sizeof *x);
    struct fit_points points = {.x = x, .y = x + count, .count = count};
    bool good = x != NULL && total > 0;
    size_t filled = 0;

    for (size_t i = 0; good && i < count; i++) {
        x[i] = (double)(first + i);
        x[count + i] = counts[first + i] / total;
        filled += counts[first + i] > 0;
    }
    good = good && filled > model->count && fit_run(fit, model, &points, starts, start_count);
    free(x);
    return good;
}

static void swap(double *a, double *b)
{
    double kept = *a;

    *a = *b;
    *b = kept;
}

/* ---------------------------------------------------------------- the random writer */

/* The probability of X words if a block ends after each with probability P. */
static double geometric(double x, double p)
{
    return pow(1 - p, x - 1) * p;
}

double writer_one(double x, const double *p, const void *user)
{
    (void)user;
    return geometric(x, p[WRITER_ONE_P]);
}

double writer_two(double x, const double *p, const void *user)
{
    (void)user;
    return p[WRITER_TWO_S] * geometric(x, p[WRITER_TWO_P]) +
           (1 - p[WRITER_TWO_S]) * geometric(x, p[WRITER_TWO_Q]);
}

bool writer_fit_one(struct fit *fit, const double *counts, size_t last, double total)
{
    static const double starts[] = {0.05, 0.3, 0.7};
    static const struct fit_model model = {
        .curve = writer_one, .count = WRITER_ONE_COUNT, .low = {0}, .high = {1}};

    return fit_counts(fit, &model, counts, 1, last, total, starts, sizeof starts / sizeof *starts);
}

bool writer_fit_two(struct fit *fit, const double *counts, size_t last, double total)
{
    static const double starts[][WRITER_TWO_COUNT] = {
        {0.5, 0.4, 0.05}, {0.8, 0.4, 0.05}, {0.8, 0.7, 0.1}, {0.3, 0.7, 0.02}, {0.5, 0.3, 0.25}};
    static const struct fit_model model = {
        .curve = writer_two, .count = WRITER_TWO_COUNT, .low = {0, 0, 0}, .high = {1, 1, 1}};

    if (!fit_counts(fit, &model, counts, 1, last, total, starts[0], sizeof starts / sizeof *starts))
        return false;
    /* The states are interchangeable; call the one where blocks end sooner short. */
    if (fit->p[WRITER_TWO_P] < fit->p[WRITER_TWO_Q]) {
        swap(&fit->p[WRITER_TWO_P], &fit->p[WRITER_TWO_Q]);
        fit->p[WRITER_TWO_S] = 1 - fit->p[WRITER_TWO_S];
    }
    return true;
}

/* ---------------------------------------------------------------- text density */

/* Upper end of the betas. With this the fit on L3S-GN1 has the error reported in the paper. */
static double mix_range(size_t last)
{
    return 1.5 * (double)last;
}

static double beta_density(double x, double a, double b, size_t last)
{
    double range = mix_range(last);
    double place = x / range;

    if (place <= 0 || place >= 1)
        return 0;
    return exp((a - 1) * log(place) + (b - 1) * log1p(-place) + lgamma(a + b) - lgamma(a) -
               lgamma(b)) /
           range;
}

double mix_functional(double x, const double *p, const void *user)
{
    return p[MIX_FUNCTIONAL] *
           beta_density(x, p[MIX_FUNCTIONAL_A], p[MIX_FUNCTIONAL_B], *(const size_t *)user);
}

double mix_descriptive(double x, const double *p, const void *user)
{
    return p[MIX_DESCRIPTIVE] *
           beta_density(x, p[MIX_DESCRIPTIVE_A], p[MIX_DESCRIPTIVE_B], *(const size_t *)user);
}

double mix_fuzzy(double x, const double *p, const void *user)
{
    const double root_2_pi = 2.50662827463100050;
    double off = (x - p[MIX_FUZZY_MEAN]) / p[MIX_FUZZY_SIGMA];

    (void)user;
    return p[MIX_FUZZY] * exp(-off * off / 2) / (p[MIX_FUZZY_SIGMA] * root_2_pi);
}

double mix_curve(double x, const double *p, const void *user)
{
    return mix_functional(x, p, user) + mix_descriptive(x, p, user) + mix_fuzzy(x, p, user);
}

double mix_beta_mean(const double *p, size_t a, size_t last)
{
    return p[a] / (p[a] + p[a + 1]) * mix_range(last);
}

/* The bin of running text: the highest in the upper two thirds, where there are no menus. */
static size_t peak_of_text(const double *words, size_t last)
{
    size_t peak = last / 3;

    for (size_t i = peak; i <= last; i++) {
        if (words[i] > words[peak])
            peak = i;
    }
    return peak;
}

/* A beta with its mean at the fraction PLACE of the range; FIRMNESS is a + b. */
static void start_beta(double *beta, double weight, double place, double firmness)
{
    beta[0] = weight;
    beta[1] = place * firmness;
    beta[2] = (1 - place) * firmness;
}

bool mix_fit(struct fit *fit, const double *words, size_t last, double total)
{
    /* Positions of functional text and the transition, as fractions of the bin of running text. */
    static const double places[][2] = {{0.15, 0.4}, {0.15, 0.5}, {0.15, 0.7}, {0.25, 0.6}};
    enum { STARTS = sizeof places / sizeof *places };
    double starts[STARTS][MIX_COUNT];
    double range = mix_range(last), peak = (double)peak_of_text(words, last);
    struct fit_model model = {
        .curve = mix_curve,
        .user = &last,
        .count = MIX_COUNT,
        .low = {0, 1, 1, 0, 1, 1, 0, 0, 0.3},
        /* Keeps the transition below running text, or it would take its place. */
        .high = {1.5, 400, 400, 1.5, 400, 400, 1.5, peak - 1, (double)last / 3},
    };

    for (size_t i = 0; i < STARTS; i++) {
        start_beta(starts[i] + MIX_FUNCTIONAL, 0.2, places[i][0] * peak / range, 45);
        start_beta(starts[i] + MIX_DESCRIPTIVE, 0.6, peak / range, 100);
        starts[i][MIX_FUZZY] = 0.2;
        starts[i][MIX_FUZZY_MEAN] = places[i][1] * peak;
        starts[i][MIX_FUZZY_SIGMA] = 2;
    }
    if (!fit_counts(fit, &model, words, 0, last, total, starts[0], STARTS))
        return false;
    if (mix_beta_mean(fit->p, MIX_FUNCTIONAL_A, last) >
        mix_beta_mean(fit->p, MIX_DESCRIPTIVE_A, last)) {
        for (size_t k = 0; k < 3; k++)
            swap(&fit->p[MIX_FUNCTIONAL + k], &fit->p[MIX_DESCRIPTIVE + k]);
    }
    return true;
}
