/*
 * features.h - the numbers that Boilerpipe's paper knows of a block (its section 3).
 *
 * features.def names them all. They are computed block by block when someone asks; nothing is kept.
 */
#ifndef PITH_FEATURES_H
#define PITH_FEATURES_H

#include "page.h"

/* Words per line when the block's text is wrapped at 80 columns, without the last line where there
 * are several: equation 1 of the paper. */
float pith__text_density(const pith_block *block);

#endif
