/*
 * ngram_charts.h - SVG charts of the training of n-gram models: Figures 2 and 4 of the paper.
 */
#ifndef PITH_NGRAM_CHARTS_H
#define PITH_NGRAM_CHARTS_H

#include <stdbool.h>
#include <stdio.h>

/* Draws WHAT into FILE. Returns false if it could not be written. */
typedef bool (*ngram_chart)(const void *what, FILE *file);

bool ngram_chart_entropy(const void *grid, FILE *file); /* a struct ngram_grid */
bool ngram_chart_f1(const void *grid, FILE *file);      /* the same */
bool ngram_chart_curve(const void *curve, FILE *file);  /* a struct ngram_curve */

#endif
