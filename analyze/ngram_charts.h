/*
 * ngram_charts.h - drawings of what the training of n-gram models finds, as SVG: the paper's
 * Figures 2 and 4.
 */
#ifndef PITH_NGRAM_CHARTS_H
#define PITH_NGRAM_CHARTS_H

#include <stdbool.h>
#include <stdio.h>

/* Draws WHAT into FILE. False: it could not be written. */
typedef bool (*ngram_chart)(const void *what, FILE *file);

bool ngram_chart_entropy(const void *grid, FILE *file); /* of a struct ngram_grid */
bool ngram_chart_f1(const void *grid, FILE *file);      /* likewise */
bool ngram_chart_curve(const void *curve, FILE *file);  /* of a struct ngram_curve */

#endif
