/*
 * boost_parts.h - what the files boost*.c share.
 */
#ifndef PITH_BOOST_PARTS_H
#define PITH_BOOST_PARTS_H

#include "train/boost.h"

enum { BOOST_BINS = 256 };

/* A column: borders[b] is the largest value of bin b; the last bin has no border. */
struct boost_column {
    float borders[BOOST_BINS - 1];
    unsigned bins;
};

struct boost_bins {
    struct boost_column *columns;
    uint8_t *bins; /* (columns, rows) */
};

/* First and second derivatives of the loss by the log odds SCORES, of rows with weight; all are
 * (rows). */
void boost_derive(const struct boost_rows *rows, const double *scores, double f1_share,
                  float *gradients, float *hessians);

/* The loss per weight. */
double boost_loss(const struct boost_rows *rows, const double *scores, double f1_share);

/* The log odds that all rows have before the first tree. */
double boost_base(const struct boost_rows *rows);

#endif
