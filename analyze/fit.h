/*
 * fit.h - nonlinear least squares. In: points and a curve; out: the curve's parameters.
 *
 * Levenberg-Marquardt from several starting points given by the caller, so the same points always
 * give the same parameters. Bounds are enforced by a change of variables.
 */
#ifndef PITH_FIT_H
#define PITH_FIT_H

#include <stdbool.h>
#include <stddef.h>

enum { FIT_PARAMETERS = 12 };

/* A curve: its value at X for the parameters P. */
typedef double fit_curve(double x, const double *p, const void *user);

struct fit_model {
    fit_curve *curve;
    const void *user; /* passed to the curve */
    size_t count;     /* number of parameters, at most FIT_PARAMETERS */
    double low[FIT_PARAMETERS], high[FIT_PARAMETERS]; /* bounds, low < high */
};

struct fit_points {
    const double *x, *y;
    size_t count;
};

struct fit {
    double p[FIT_PARAMETERS];
    size_t points;
    double sse;         /* sum of squared residuals */
    double r2;          /* 1 - SSE / sum of squared differences from the mean */
    double adjusted_r2; /* the same, with both sums divided by their degrees of freedom */
    double rmse;        /* sqrt(SSE / (points - parameters)) */
};

/* Fits MODEL from each of the STARTS, rows of model->count parameters, and takes the best. Returns
 * false if there are not more points than parameters, if all points have the same height, or when
 * out of memory. */
bool fit_run(struct fit *fit, const struct fit_model *model, const struct fit_points *points,
             const double *starts, size_t start_count);

/* Computes everything but P for a given P. */
void fit_measure(struct fit *fit, const struct fit_model *model, const struct fit_points *points);

#endif
