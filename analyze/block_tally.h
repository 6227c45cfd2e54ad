/*
 * block_tally.h - in: labelled blocks; out: their distributions over word count and text density.
 */
#ifndef PITH_BLOCK_TALLY_H
#define PITH_BLOCK_TALLY_H

#include "train/matrix.h"

enum {
    TALLY_WORDS = 250,  /* longer blocks have no bin. Over 1 to 250 words the fits have the errors
                           reported in Boilerpipe's paper */
    TALLY_DENSITY = 63, /* denser blocks are in the last bin; a line of 80 columns has 40 words */
};

/* The kinds of text in the distribution over text density, in stacking order. */
enum tally_kind {
    TALLY_PLAIN,  /* not content, outside links */
    TALLY_ANCHOR, /* not content, in links */
    TALLY_RELATED,
    TALLY_HEADLINE,
    TALLY_SUPPLEMENTAL,
    TALLY_COMMENT,
    TALLY_ARTICLE,
    TALLY_KINDS
};

struct tally {
    size_t pages;
    size_t wordless; /* blocks without words; not counted anywhere else */
    double blocks, words;
    double class_blocks[SET_CLASSES], class_words[SET_CLASSES];
    double by_words[2][TALLY_WORDS + 1];               /* [is content][words]: blocks */
    double long_blocks;                                /* with more than TALLY_WORDS words */
    double by_density[TALLY_KINDS][TALLY_DENSITY + 1]; /* [kind][rounded text density]: words */
    double kind_words[TALLY_KINDS];
    double linked[TALLY_DENSITY + 1]; /* [rounded text density]: words in links, of any class */
};

void tally_matrix(struct tally *tally, const struct matrix *matrix);

/* Blocks by word count, content or not; words by text density, of all kinds. */
void tally_all_words(const struct tally *tally, double blocks[TALLY_WORDS + 1]);
void tally_all_density(const struct tally *tally, double words[TALLY_DENSITY + 1]);

/* The last bin to plot: that of the highest density which at least a ten thousandth of all words
 * have. */
size_t tally_last_density(const struct tally *tally);

/* Readable names such as "not content" and "headline". */
const char *tally_class_name(enum set_class set_class);
const char *tally_kind_name(enum tally_kind kind);

#endif
