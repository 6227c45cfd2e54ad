/*
 * features.h - blocks in, the numbers that Boilerpipe's paper knows of a block (its section 3) out.
 *
 * features.def names them all. They are computed block by block when someone asks; nothing is kept.
 */
#ifndef PITH_FEATURES_H
#define PITH_FEATURES_H

#include "page.h"

/* A row is: the BLOCK features of the block before, those of the block itself, those of the block
 * behind it, and the PAIR features. */
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

/* Words per line when the block's text is wrapped at 80 columns, without the last line where there
 * are several: equation 1 of the paper. */
float pith__text_density(const pith_block *block);

/* The BLOCK features of block number INDEX; zeros where there is no such block. */
void pith__block_features(const pith_page *page, size_t index, float row[PITH__FEATURES_BLOCK]);

/* The PAIR features of two neighbours from their BLOCK features. */
void pith__pair_features(const float prev[PITH__FEATURES_BLOCK],
                         const float curr[PITH__FEATURES_BLOCK], float row[PITH__FEATURES_PAIR]);

#endif
