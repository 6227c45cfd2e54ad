/*
 * ngram_fit.h - counts of clean text and of boilerplate in, the strings of an n-gram model out.
 */
#ifndef PITH_NGRAM_FIT_H
#define PITH_NGRAM_FIT_H

#include "train/ngram_file.h"

/* The weight of the longest history in equation 1, where strings have LENGTH symbols: the rest of
 * the equation is the same for strings of one symbol less. */
double ngram_weight(double q, unsigned length);

/* Fits both models to their counts, which are of the same order, and takes the logarithms of their
 * ratios. Q is above 0 and below 1. A string must occur with its beginning and its end in one of
 * them, as it does where the counts come from ngram_count.h. False: there is no memory. */
bool ngram_fit(struct ngram_nodes *nodes, const struct ngram_levels *clean,
               const struct ngram_levels *dirty, double q);

#endif
