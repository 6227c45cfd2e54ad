/*
 * ngram_bias.h - chooses the decision threshold of a model trained on few pages.
 */
#ifndef PITH_NGRAM_BIAS_H
#define PITH_NGRAM_BIAS_H

#include "train/ngram_train.h"

/* Finds the lowest bias at which held-out pages keep 90 % of their content, all pages having the
 * same weight, and shrinks it by p / (p + 10) for p pages: fewer pages are less evidence. But never
 * goes below the bias at which all their boilerplate is dropped. Uses the pages marked in PAGES,
 * (page_count), or all if NULL. Cross-validates by site with ten folds, or one per page if there
 * are fewer, split by SEED; options->bias is ignored. Blocks decided by the method's rules do not
 * count. *BIAS is 0 if nothing can be held out. Returns false when out of memory. */
bool ngram_find_bias(const struct ngram_texts *texts, const struct ngram_options *options,
                     const bool *pages, uint64_t seed, double *bias);

#endif
