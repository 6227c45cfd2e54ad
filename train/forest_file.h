/*
 * forest_file.h - converts a trained forest to the bytes of a model, and back.
 */
#ifndef PITH_FOREST_FILE_H
#define PITH_FOREST_FILE_H

#include "model/forest.h"
#include "train/boost.h"
#include "train/calibrate.h"

/* The parts of a model other than its trees. */
struct forest_settings {
    double slope, shift;
    struct curve curve, trust;
    double least_words, copy_words, empty_trust;
    uint32_t settle_trees; /* see struct pith__forest; 0: rows are never settled early */
    double settle_limit, settle_factor;
    bool kinds; /* it predicts page kinds, PITH__KINDS of them, from the features of pages */
};

/* Builds the bytes of a model; the caller frees them. Column c of the forest is feature
 * FEATURES[c]; FACTS is text for people. Returns NULL when out of memory or if the forest is too
 * large for a model. */
unsigned char *forest_bytes(const struct boost_forest *forest, const uint32_t *features,
                            const struct forest_settings *settings, const char *facts, size_t *len);

/* The value of such a curve at X, as the library computes it. */
double curve_at(const struct curve *curve, double x);

/* Extracts the trees of a model. Their columns are FEATURES, (columns), ascending, which must
 * include all features of the model. Returns false when out of memory. */
bool forest_trees(const struct pith__forest *model, const uint32_t *features, size_t columns,
                  struct boost_forest *forest);
void forest_settings_of(const struct pith__forest *model, struct forest_settings *settings);

/* Moves the trees of MORE to the end of FOREST. Returns false when out of memory. */
bool forest_append(struct boost_forest *forest, struct boost_forest *more);

#endif
