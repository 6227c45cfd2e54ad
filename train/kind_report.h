/*
 * kind_report.h - how well the kinds of pages were told that were held out, for people.
 */
#ifndef PITH_KIND_REPORT_H
#define PITH_KIND_REPORT_H

#include <stdio.h>

#include "train/kind_train.h"

/* How the held-out rows of one sort came out. */
struct kind_figures {
    size_t count, right;
    double loss;                                                 /* log loss, summed up */
    size_t of[PITH__KINDS], said[PITH__KINDS], hit[PITH__KINDS]; /* pages by kind */
};

/* SORT: KIND_WITH_ADDRESS, or without. */
struct kind_figures kind_figures_of(const struct matrix *matrix, const struct kind_trained *trained,
                                    size_t sort);
double kind_accuracy(const struct kind_figures *figures);

void kind_report_write(const struct matrix *matrix, const struct kind_trained *trained, FILE *file);

#endif
