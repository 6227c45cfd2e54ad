/*
 * matcher.h - finds blocks of equal words as Python's difflib.SequenceMatcher does: the longest
 * block of all, then recursively the longest to its left and to its right (Ratcliff and Obershelp's
 * "gestalt" matching). NCleaner's evaluation is defined by it.
 */
#ifndef PITH_MATCHER_H
#define PITH_MATCHER_H

#include "eval/lcs.h"

struct matcher_block {
    uint32_t a, b, size;
};

/* Working memory. Zero it before first use. */
struct matcher {
    uint32_t *starts; /* per number: start of its positions in PLACES; one more at the end */
    size_t starts_cap;
    uint32_t *counts; /* per number: occurrences in B */
    size_t counts_cap;
    uint32_t *places; /* positions in B, ascending, of the numbers that are not popular */
    size_t places_cap;
    uint32_t
        *lengths; /* per position in B: length of the block that ends there; all 0 between calls */
    size_t lengths_cap;
    struct matcher_block *ranges; /* ranges still to search, given by their ends */
    size_t ranges_cap;
    struct matcher_block *blocks; /* the result, unordered */
    size_t block_count, blocks_cap;
    uint64_t steps;
};

/* The maximum number of positions examined, which takes some minutes; beyond it the result is
 * LCS_TOO_LONG. Repetitive texts can take cubic time; ordinary ones of two million words stay below
 * it. */
#define MATCHER_STEPS (UINT64_C(1) << 35)

enum lcs_result matcher_run(struct matcher *matcher, struct lcs_pair pair);
void matcher_deinit(struct matcher *matcher);

#endif
