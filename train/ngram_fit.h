/*
 * ngram_fit.h - in: n-gram counts of clean text and of boilerplate; out: the strings of an n-gram
 * model.
 */
#ifndef PITH_NGRAM_FIT_H
#define PITH_NGRAM_FIT_H

#include "train/ngram_file.h"

/* The weight of the longest history in equation 1 for strings of LENGTH symbols; the rest of the
 * equation is the same as for strings one symbol shorter. */
double ngram_weight(double q, unsigned length);

/* Fits both models to their counts, which have the same order, and takes the log of their ratios. Q
 * is between 0 and 1, exclusive. Every string must occur together with its prefix and suffix in one
 * of them, as in counts from ngram_count.h. Returns false when out of memory. */
bool ngram_fit(struct ngram_nodes *nodes, const struct ngram_levels *clean,
               const struct ngram_levels *dirty, double q);

#endif
