/*
 * boost_parts.h - internals shared by boost*.c.
 */
#ifndef PITH_BOOST_PARTS_H
#define PITH_BOOST_PARTS_H

#include "train/boost.h"

enum { BOOST_BINS = 256 };

/* A column: borders[b] is the upper bound of bin b; the last bin has none. */
struct boost_column {
    float borders[BOOST_BINS - 1];
    unsigned bins;
};

struct boost_bins {
    struct boost_column *columns;
    uint8_t *bins; /* (columns, rows) */
};

/* First and second derivatives of the loss with respect to the log odds SCORES, for rows with
 * weight; all are (rows). */
void boost_derive(const struct boost_rows *rows, const double *scores, double f1_share,
                  float *gradients, float *hessians);

/* The loss per weight. */
double boost_loss(const struct boost_rows *rows, const double *scores, double f1_share);

/* The initial log odds of all rows. */
double boost_base(const struct boost_rows *rows);

#endif
