/*
 * calibrate.h - numbers that should be chances, and what came true: makes them chances.
 */
#ifndef PITH_CALIBRATE_H
#define PITH_CALIBRATE_H

#include <stdbool.h>
#include <stddef.h>

/* Platt's scaling: SLOPE and SHIFT such that logistic(slope * score + shift) has the least log
 * loss. TARGETS are 0 to 1. The slope stays above 0. */
void platt_fit(const double *scores, const float *targets, const float *weights, size_t count,
               double *slope, double *shift);

/* A rising line through points, from [0, 1] to [0, 1]. */
enum { CURVE_POINTS = 256 };
struct curve {
    float x[CURVE_POINTS], y[CURVE_POINTS];
    size_t count;
};

/* Isotonic regression: of X cut into at most BINS parts of the same weight (WEIGHTS NULL: all are
 * 1), the mean X and the mean Y, neighbours joined until Y rises. False: there is no memory. */
bool curve_fit(const double *x, const double *y, const float *weights, size_t count, size_t bins,
               struct curve *curve);

/* Log loss per weight of chances, cut to [1e-7, 1 - 1e-7]. */
double log_loss(const double *chances, const float *targets, const float *weights, size_t count);

#endif
