/*
 * gain.h - ranks features by information gain, as in Boilerpipe's Figure 1.
 *
 * H(class) - H(class | feature) in bits, with each feature discretized by the method of Fayyad and
 * Irani ("Multi-interval discretization of continuous-valued attributes for classification
 * learning", IJCAI 1993), as in Weka's InfoGainAttributeEval.
 */
#ifndef PITH_GAIN_H
#define PITH_GAIN_H

#include "train/matrix.h"

struct gain {
    uint32_t feature;   /* for pith_feature_name() */
    uint32_t intervals; /* 1: no cut is worth it, and the gain is 0 */
    double gain;
};

/* Ranks the features, the best first; equal gains keep feature order. CLASSES is 2 or 4, as in
 * matrix_target(). BY_WORDS weights blocks by their words; else all count equally. *ENTROPY, if not
 * NULL, gets H(class), the upper bound of the gain. Returns false when out of memory. */
bool gain_rank(const struct matrix *matrix, unsigned classes, bool by_words,
               struct gain ranking[PITH__FEATURES], double *entropy);

#endif
