/*
 * matcher.h - blocks of equal words, found as Python's difflib.SequenceMatcher finds them: the
 * longest block of all, then the same to its left and to its right (Ratcliff and Obershelp's
 * "gestalt" matching). NCleaner's evaluation is defined by it.
 */
#ifndef PITH_MATCHER_H
#define PITH_MATCHER_H

#include "eval/lcs.h"

struct matcher_block {
    uint32_t a, b, size;
};

/* Memory. Zeroed at first. */
struct matcher {
    uint32_t
        *starts; /* of each number: where its places in B begin in PLACES; one more at the end */
    size_t starts_cap;
    uint32_t *counts; /* of each number: how often B has it */
    size_t counts_cap;
    uint32_t *places; /* in B, ascending, of the numbers that are not popular */
    size_t places_cap;
    uint32_t
        *lengths; /* of each place in B: length of the block that ends there; 0 between calls */
    size_t lengths_cap;
    struct matcher_block *ranges; /* still to look at, by their ends: a, b, and so on */
    size_t ranges_cap;
    struct matcher_block *blocks; /* the result, in no order */
    size_t block_count, blocks_cap;
    uint64_t steps;
};

/* Looks at so many places at most, some minutes; else LCS_TOO_LONG. Texts that repeat
 * themselves can cost the cube of their length; usual ones of two million words stay below. */
#define MATCHER_STEPS (UINT64_C(1) << 35)

enum lcs_result matcher_run(struct matcher *matcher, struct lcs_pair pair);
void matcher_deinit(struct matcher *matcher);

#endif
