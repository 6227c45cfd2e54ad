/*
 * gain.h - which features tell most about the class of a block: the ranking of Boilerpipe's
 * Figure 1.
 *
 * Information gain, H(class) - H(class | feature) in bits, of each feature cut into intervals by
 * the method of Fayyad and Irani ("Multi-interval discretization of continuous-valued attributes
 * for classification learning", IJCAI 1993), as Weka's InfoGainAttributeEval does.
 */
#ifndef PITH_GAIN_H
#define PITH_GAIN_H

#include "train/matrix.h"

struct gain {
    uint32_t feature;   /* for pith_feature_name() */
    uint32_t intervals; /* 1: no cut is worth it, and the gain is 0 */
    double gain;
};

/* The features by their gain, the best first; of the same gain, in their order. CLASSES is 2 or 4,
 * as in matrix_target(). BY_WORDS: a block counts as much as it has words; else each counts one.
 * *ENTROPY, where it is not NULL, gets H(class), the most a feature could gain. False: there is no
 * memory. */
bool gain_rank(const struct matrix *matrix, unsigned classes, bool by_words,
               struct gain ranking[PITH__FEATURES], double *entropy);

#endif
