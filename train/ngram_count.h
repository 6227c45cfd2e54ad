/*
 * ngram_count.h - text in, how often strings of up to n symbols occur in it out.
 *
 * Each segment stands between boundaries: n - 1 of them before it, so that every symbol has a whole
 * history, and one behind it, which counts as a symbol. So the counts of shorter strings follow
 * from those of strings of n: each is the sum over what may stand before it.
 */
#ifndef PITH_NGRAM_COUNT_H
#define PITH_NGRAM_COUNT_H

#include "base/hash.h"
#include "model/chargram.h"

/* A string of symbols is a number: seven bits each, the last symbol lowest. */
enum { NGRAM_BITS = 7 };

/* Counts strings of ORDER symbols. */
struct ngram_counter {
    unsigned order, folding;
    struct pith__hash strings;
    uint32_t *counts; /* (count_cap): by number of string */
    size_t count_cap;
    unsigned char *symbols; /* room for a segment */
    size_t symbol_cap;
};

void ngram_counter_init(struct ngram_counter *counter, unsigned order, unsigned folding);
void ngram_counter_deinit(struct ngram_counter *counter);

/* Adds a segment, LEN bytes of UTF-8 with white space folded. An empty one adds nothing. False:
 * there is no memory. */
bool ngram_counter_add(struct ngram_counter *counter, const unsigned char *text, size_t len);

/* Strings of the same length, rising, and how often each occurs. */
struct ngram_level {
    uint64_t *keys;
    uint32_t *counts;
    size_t count;
};

/* Counts of all lengths; levels[0] is not used. Zeroed: nothing was counted. */
struct ngram_levels {
    unsigned order, folding;
    struct ngram_level levels[PITH__CHARGRAM_ORDER + 1];
};

/* What was counted. False: there is no memory. */
bool ngram_levels_of(struct ngram_levels *levels, const struct ngram_counter *counter);

/* The counts of A and B together, or of A less those of B but never below zero: length by length,
 * as the paper has it. Both are of the same order. False: there is no memory. */
bool ngram_levels_add(struct ngram_levels *sum, const struct ngram_levels *a,
                      const struct ngram_levels *b);
bool ngram_levels_take(struct ngram_levels *rest, const struct ngram_levels *a,
                       const struct ngram_levels *b);

/* Forgets strings of two symbols and more that occur less than LEAST times in both together. What
 * is left still has the beginnings and ends of all its strings. */
void ngram_levels_prune(struct ngram_levels *a, struct ngram_levels *b, uint64_t least);

/* All symbols that were counted, with the ends of segments. */
uint64_t ngram_levels_total(const struct ngram_levels *levels);
void ngram_levels_deinit(struct ngram_levels *levels);

#endif
