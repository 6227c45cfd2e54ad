/*
 * ngram_count.h - counts the n-grams of up to n symbols in text.
 *
 * Each segment is padded with boundaries: n - 1 before it, so that every symbol has a full history,
 * and one after it, which counts as a symbol. This way the counts of shorter strings follow from
 * those of length n: each is the sum over the symbols that may precede it.
 */
#ifndef PITH_NGRAM_COUNT_H
#define PITH_NGRAM_COUNT_H

#include "base/hash.h"
#include "model/chargram.h"

/* A string of symbols is encoded as a number: seven bits each, the last symbol lowest. */
enum { NGRAM_BITS = 7 };

/* Counts strings of ORDER symbols. */
struct ngram_counter {
    unsigned order, folding;
    struct pith__hash strings;
    uint32_t *counts; /* (count_cap): by string id */
    size_t count_cap;
    unsigned char *symbols; /* room for a segment */
    size_t symbol_cap;
};

void ngram_counter_init(struct ngram_counter *counter, unsigned order, unsigned folding);
void ngram_counter_deinit(struct ngram_counter *counter);

/* Adds a segment, LEN bytes of UTF-8 with white space folded. An empty one adds nothing. Returns
 * false when out of memory. */
bool ngram_counter_add(struct ngram_counter *counter, const unsigned char *text, size_t len);

/* Strings of one length in ascending order, with their counts. */
struct ngram_level {
    uint64_t *keys;
    uint32_t *counts;
    size_t count;
};

/* Counts for all lengths; levels[0] is unused. All zero means no counts. */
struct ngram_levels {
    unsigned order, folding;
    struct ngram_level levels[PITH__CHARGRAM_ORDER + 1];
};

/* Extracts what was counted. Returns false when out of memory. */
bool ngram_levels_of(struct ngram_levels *levels, const struct ngram_counter *counter);

/* A plus B, or A minus B but never below zero: length by length, as in the paper. Both have the
 * same order. They return false when out of memory. */
bool ngram_levels_add(struct ngram_levels *sum, const struct ngram_levels *a,
                      const struct ngram_levels *b);
bool ngram_levels_take(struct ngram_levels *rest, const struct ngram_levels *a,
                       const struct ngram_levels *b);

/* Drops strings of two or more symbols that occur fewer than LEAST times in A and B together. What
 * remains is still closed under prefixes and suffixes. */
void ngram_levels_prune(struct ngram_levels *a, struct ngram_levels *b, uint64_t least);

/* All counted symbols, including ends of segments. */
uint64_t ngram_levels_total(const struct ngram_levels *levels);
void ngram_levels_deinit(struct ngram_levels *levels);

#endif
