/*
 * fit.h - points and a curve with unknown parameters in, the parameters of least squares out.
 *
 * By Levenberg's and Marquardt's method, from several starts that the caller gives, so that the
 * same points always give the same parameters. Bounds hold by a change of variables.
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
    const void *user;                                 /* passed to the curve */
    size_t count;                                     /* of parameters, at most FIT_PARAMETERS */
    double low[FIT_PARAMETERS], high[FIT_PARAMETERS]; /* bounds, low < high */
};

struct fit_points {
    const double *x, *y;
    size_t count;
};

struct fit {
    double p[FIT_PARAMETERS];
    size_t points;
    double sse;         /* sum of the squared differences */
    double r2;          /* 1 - SSE / sum of squared differences from the mean */
    double adjusted_r2; /* the same, with both divided by their degrees of freedom */
    double rmse;        /* root of SSE / (points - parameters) */
};

/* Fits MODEL from each of the STARTS, rows of model->count parameters, and takes the best. False:
 * there are not more points than parameters, or all are at one height, or there is no memory. */
bool fit_run(struct fit *fit, const struct fit_model *model, const struct fit_points *points,
             const double *starts, size_t start_count);

/* Fills all but P of a fit whose P is given. */
void fit_measure(struct fit *fit, const struct fit_model *model, const struct fit_points *points);

#endif
