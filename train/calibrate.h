/*
 * calibrate.h - probability calibration. In: scores and outcomes; out: a mapping to probabilities.
 */
#ifndef PITH_CALIBRATE_H
#define PITH_CALIBRATE_H

#include <stdbool.h>
#include <stddef.h>

/* Platt scaling: finds SLOPE and SHIFT that minimize the log loss of logistic(slope * score +
 * shift). TARGETS are 0 to 1. The slope stays above 0. */
void platt_fit(const double *scores, const float *targets, const float *weights, size_t count,
               double *slope, double *shift);

/* A monotone piecewise linear function from [0, 1] to [0, 1]. */
enum { CURVE_POINTS = 256 };
struct curve {
    float x[CURVE_POINTS], y[CURVE_POINTS];
    size_t count;
};

/* Isotonic regression: splits X into at most BINS parts of equal weight (WEIGHTS NULL: all 1),
 * takes the mean X and mean Y of each, and merges neighbours until Y rises. Returns false when out
 * of memory. */
bool curve_fit(const double *x, const double *y, const float *weights, size_t count, size_t bins,
               struct curve *curve);

/* Log loss per weight of probabilities clipped to [1e-7, 1 - 1e-7]. */
double log_loss(const double *chances, const float *targets, const float *weights, size_t count);

#endif
