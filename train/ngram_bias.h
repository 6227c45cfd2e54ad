/*
 * ngram_bias.h - where a model of few pages shall draw its line, by the pages themselves.
 */
#ifndef PITH_NGRAM_BIAS_H
#define PITH_NGRAM_BIAS_H

#include "train/ngram_train.h"

/* Finds the lowest bias at which pages that were held out keep 90 % of their content, all pages
 * having the same weight, and gives the part p / (p + 10) of it: the fewer the p pages, the less
 * they say. But no lower than at which all their boilerplate goes. They are those of PAGES that are
 * true, (page_count), NULL: all. They are divided by site into ten parts, or as many as there are
 * pages, by SEED; each is judged by a model of the others, options->bias not counted. Blocks that
 * the rules of the method take do not count. 0 where there is nothing to hold out. False: there is
 * no memory. */
bool ngram_find_bias(const struct ngram_texts *texts, const struct ngram_options *options,
                     const bool *pages, uint64_t seed, double *bias);

#endif
