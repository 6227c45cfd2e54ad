/*
 * label.h - a page's blocks and its true text in, which blocks stand in that text out.
 *
 * label_words.c turns texts into numbers, one for each word; align.c pairs the words of two texts,
 * in order; label.c decides by the pairs.
 */
#ifndef PITH_LABEL_H
#define PITH_LABEL_H

#include "base/hash.h"
#include "page.h"

/* A word that the other text does not have, and a word without a partner. */
#define PITH__NO_WORD UINT32_MAX

/*
 * The different words of the texts that were read to learn them: each has a number, from 0. A word
 * is a run of letters, marks and digits, in lower case, or one character of a script without
 * spaces. Words are told apart by 64 bits of hash: two that share them count as one. Text that is
 * made for that is labelled badly, which is all it gets.
 */
struct pith__vocabulary {
    struct pith__hash words;
};

/* A text as words. */
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

/* Appends the words of TEXT to WORDING, which has room for them. TEXT may be no UTF-8. LEARN: words
 * that are new get a number; else they become PITH__NO_WORD. */
pith_status pith__words_read(struct pith__wording *wording, struct pith__span text,
                             struct pith__vocabulary *vocabulary, bool learn);

/* The words of a page's blocks, one block after the other. */
struct pith__page_words {
    struct pith__wording wording;
    uint32_t *first; /* (blocks + 1): the first word of each block */
};

/* Words that VOCABULARY does not have become PITH__NO_WORD. */
pith_status pith__page_words_read(struct pith__page_words *words, const pith_page *page,
                                  struct pith__vocabulary *vocabulary, struct pith__arena *arena);

/*
 * Pairs words of A with equal ones of B so that the order in both is the same: partner[i] becomes
 * the place in B of word i of A, or PITH__NO_WORD. LIGHT, where it is not NULL, marks words of A
 * that count a little less, so that of two copies the
 * other wins. KINDS is how many different words there are.
 */
pith_status pith__align(const struct pith__wording *a, const uint8_t *light,
                        const struct pith__wording *b, uint32_t kinds, uint32_t *partner,
                        const struct pith__allocator *allocator);

/* The stage: labels[i] becomes 1 for each block that stands in TRUTH, else 0. */
pith_status pith__label(const pith_page *page, struct pith__span truth,
                        const struct pith__allocator *allocator, uint8_t *labels);

#endif
