/*
 * label.h - labels blocks. In: a page's blocks and its ground truth text. Out: which blocks are in
 * that text.
 *
 * label_words.c turns texts into numbers, one for each word; align.c aligns the words of two texts;
 * label.c decides by the pairs.
 */
#ifndef PITH_LABEL_H
#define PITH_LABEL_H

#include "base/hash.h"
#include "page.h"

/* A word that is not in the other text, or has no partner. */
#define PITH__NO_WORD UINT32_MAX

/*
 * The distinct words of the texts that were read with LEARN, numbered from 0. A word is a run of
 * letters, marks and digits, in lower case, or one character of a script without spaces. Words are
 * compared by 64-bit hashes: two words with the same hash count as one. Text made to provoke that
 * gets bad labels, and nothing worse.
 */
struct pith__vocabulary {
    struct pith__hash words;
};

/* A text as the numbers of its words. */
struct pith__wording {
    uint32_t *words;
    uint32_t count;
};

/* An empty vocabulary with room for the words of BYTES bytes of text. */
pith_status pith__vocabulary_init(struct pith__vocabulary *vocabulary, size_t bytes,
                                  struct pith__arena *arena);

/* Most words that BYTES bytes can hold. */
static inline size_t pith__words_most(size_t bytes)
{
    return bytes / 2 + 1;
}

/* Appends the words of TEXT to WORDING, which has room for them. TEXT may be invalid UTF-8. LEARN:
 * new words get a number; otherwise they become PITH__NO_WORD. */
pith_status pith__words_read(struct pith__wording *wording, struct pith__span text,
                             struct pith__vocabulary *vocabulary, bool learn);

/* The words of a page's blocks, block by block. */
struct pith__page_words {
    struct pith__wording wording;
    uint32_t *first; /* (blocks + 1): the first word of each block */
};

/* Words that are not in VOCABULARY become PITH__NO_WORD. */
pith_status pith__page_words_read(struct pith__page_words *words, const pith_page *page,
                                  struct pith__vocabulary *vocabulary, struct pith__arena *arena);

/*
 * Pairs words of A with equal words of B in the same order: partner[i] becomes the position in B of
 * word i of A, or PITH__NO_WORD. LIGHT, unless NULL, marks words of A that count a little less, so
 * that of two copies the other wins. KINDS is the number of distinct words.
 */
pith_status pith__align(const struct pith__wording *a, const uint8_t *light,
                        const struct pith__wording *b, uint32_t kinds, uint32_t *partner,
                        const struct pith__allocator *allocator);

/* The stage: sets labels[i] to 1 for each block that is in TRUTH, otherwise to 0. */
pith_status pith__label(const pith_page *page, struct pith__span truth,
                        const struct pith__allocator *allocator, uint8_t *labels);

#endif
