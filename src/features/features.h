/*
 * features.h - the shallow text features of the Boilerpipe paper (section 3). In: blocks. Out: one
 * row of feature values per block.
 *
 * features.def lists them all. They are computed on request, block by block, and not stored.
 */
#ifndef PITH_FEATURES_H
#define PITH_FEATURES_H

#include "page.h"

/* A row holds the BLOCK features of the previous, the current and the next block, then the PAIR
 * features. */
enum {
    PITH__FEATURES_BLOCK = 0
#define BLOCK(m, name, summary, value) +1
#include "features/features.def"
#undef BLOCK
    ,
    PITH__FEATURES_PAIR = 0
#define PAIR(p, name, summary, value) +1
#include "features/features.def"
#undef PAIR
    ,
    PITH__FEATURES = 3 * PITH__FEATURES_BLOCK + PITH__FEATURES_PAIR
};

/* Words per line when the block's text is wrapped at 80 columns, ignoring the last line if there
 * are several: equation 1 of the paper. */
float pith__text_density(const pith_block *block);

/* Computes the BLOCK features of block INDEX; zeros if there is no such block. */
void pith__block_features(const pith_page *page, size_t index, float row[PITH__FEATURES_BLOCK]);

/* Computes the PAIR features of two adjacent blocks from their BLOCK features. */
void pith__pair_features(const float prev[PITH__FEATURES_BLOCK],
                         const float curr[PITH__FEATURES_BLOCK], float row[PITH__FEATURES_PAIR]);

#endif
