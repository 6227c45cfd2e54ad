/*
 * forest_file.h - a trained forest as the bytes of a model, and back.
 */
#ifndef PITH_FOREST_FILE_H
#define PITH_FOREST_FILE_H

#include "model/forest.h"
#include "train/boost.h"
#include "train/calibrate.h"

/* What a model has beside its trees. */
struct forest_settings {
    double slope, shift;
    struct curve curve, trust;
    double least_words, copy_words, empty_trust;
    uint32_t settle_trees; /* see struct pith__forest; 0: rows are never settled early */
    double settle_limit, settle_factor;
    bool kinds; /* it tells kinds of pages, PITH__KINDS of them, and asks the features of pages */
};

/* The bytes of a model; the caller frees them. The forest's column c is feature FEATURES[c]; FACTS
 * is text for people. NULL: there is no memory, or the forest is larger than a model can be. */
unsigned char *forest_bytes(const struct boost_forest *forest, const uint32_t *features,
                            const struct forest_settings *settings, const char *facts, size_t *len);

/* What the library makes of X by such a curve. */
double curve_at(const struct curve *curve, double x);

/* The trees of a model, whose columns are FEATURES, (columns), rising. All that the model asks must
 * be among them. False: there is no memory. */
bool forest_trees(const struct pith__forest *model, const uint32_t *features, size_t columns,
                  struct boost_forest *forest);
void forest_settings_of(const struct pith__forest *model, struct forest_settings *settings);

/* Moves the trees of MORE behind those of FOREST; MORE has none then. False: there is no memory. */
bool forest_append(struct boost_forest *forest, struct boost_forest *more);

#endif
