/*
 * ngram_report.h - a readable report of the training data of character models, and of how orders
 * and q compare.
 */
#ifndef PITH_NGRAM_REPORT_H
#define PITH_NGRAM_REPORT_H

#include <stdio.h>

#include "train/ngram_curve.h"
#include "train/ngram_train.h"

/* Totals of some kinds of segments, given as a bit mask of enum ngram_kind. */
struct ngram_sums {
    size_t segments;
    double words, bytes;
};
struct ngram_sums ngram_sums_of(const struct ngram_texts *texts, unsigned kinds);

void ngram_report_data(const struct ngram_texts *texts, FILE *file);

/* Print a table of cross-entropy, and one of F1 with the best order and q. */
void ngram_report_entropy(const struct ngram_grid *grid, FILE *file);
void ngram_report_f1(const struct ngram_grid *grid, FILE *file);

/* The learning curve, a row for each number of pages. */
void ngram_report_curve(const struct ngram_curve *curve, FILE *file);

#endif
