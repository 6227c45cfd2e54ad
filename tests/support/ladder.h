/*
 * ladder.h - small forests whose answers are known, for tests of forests and of the method auto.
 *
 * A ladder is a tree that asks how many words a block has: the more, the further to the right.
 * VALUES has a number for each leaf. Leaf k is for up to (k + 1) * 10 words.
 */
#ifndef PITH_TEST_LADDER_H
#define PITH_TEST_LADDER_H

#include "model/model.h"
#include "train/forest_file.h"

enum { LADDER_STEPS = 4 };

extern const struct forest_settings ladder_plain;
extern const float ladder_rising[LADDER_STEPS + 1];

/* The number of a feature by its name, which must be there. */
uint16_t ladder_feature(const char *name);

/* The file of a ladder, or of any forest that has all features as columns; from malloc. */
unsigned char *ladder_bytes(const float values[LADDER_STEPS + 1],
                            const struct forest_settings *settings, size_t *len);
unsigned char *ladder_file(const struct boost_forest *forest,
                           const struct forest_settings *settings, size_t *len);

/* A model of a file, which is freed. */
pith_model *ladder_read(unsigned char *bytes, size_t len);

pith_model *ladder_model(const float values[LADDER_STEPS + 1],
                         const struct forest_settings *settings);

/* A forest learnt from noise, so that its trees have all kinds of shapes. */
struct boost_forest ladder_noise(const float *values, size_t rows, size_t columns, unsigned depth);

/* The processor has the instructions that full trees are asked with. */
bool ladder_full_trees(void);

#endif
