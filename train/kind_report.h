/*
 * kind_report.h - a readable report of page kind classification on held-out pages.
 */
#ifndef PITH_KIND_REPORT_H
#define PITH_KIND_REPORT_H

#include <stdio.h>

#include "train/kind_train.h"

/* Results for the held-out rows of one sort. */
struct kind_figures {
    size_t count, right;
    double loss; /* sum of log losses */
    size_t of[PITH__KINDS], said[PITH__KINDS],
        hit[PITH__KINDS]; /* pages by true kind, by predicted kind, and correct */
};

/* SORT is KIND_WITH_ADDRESS or KIND_WITHOUT_ADDRESS. */
struct kind_figures kind_figures_of(const struct matrix *matrix, const struct kind_trained *trained,
                                    size_t sort);
double kind_accuracy(const struct kind_figures *figures);

void kind_report_write(const struct matrix *matrix, const struct kind_trained *trained, FILE *file);

#endif
