/*
 * lcs.h - longest common subsequences and edit distances of sequences of numbers, 64 rows of the
 * table at a time.
 *
 * The table is never stored. It is worked through in strips of 64 rows; what a strip hands to the
 * next is a bit or two for each column. Time is rows * columns / 64 steps of a few instructions,
 * memory grows with rows + columns + numbers.
 *
 *   Longest common subsequence: H. Hyyro, "Bit-parallel LCS-length computation revisited", 2004.
 *   Edit distance: G. Myers, "A fast bit-vector algorithm for approximate string matching based on
 *   dynamic programming", Journal of the ACM 46, 1999, in strips as in its section 4.
 */
#ifndef PITH_LCS_H
#define PITH_LCS_H

#include "base/base.h"

/* Memory for all of these. Zeroed at first. */
struct lcs {
    uint64_t *masks; /* of each number: the rows of the strip that have it; 0 between calls */
    size_t mask_count;
    uint64_t *bits;
    size_t bits_cap;
    uint64_t *columns;
    size_t columns_cap;
};

/* Two sequences; their numbers are below IDS. */
struct lcs_pair {
    const uint32_t *a, *b;
    size_t a_count, b_count;
    size_t ids;
};

void lcs_deinit(struct lcs *lcs);

/* Work that one call may be: columns of strips, a few nanoseconds each. Two texts of 370,000 words
 * that have nothing in common stay below. */
#define LCS_STEPS (UINT64_C(1) << 31)

/* True when lcs_length() and lcs_distance(), or with PATH lcs_path(), stay below that. They do what
 * they are asked in any case; it is for callers with texts of strangers. */
bool lcs_fits(struct lcs_pair pair, bool path);

/* All of these: false when there is no memory. */
bool lcs_length(struct lcs *lcs, struct lcs_pair pair, size_t *length);
bool lcs_distance(struct lcs *lcs, struct lcs_pair pair, size_t *distance);

/* One longest common subsequence: MATCHES, one for each of A, gets the place in B, or LCS_NONE. It
 * is the one that walking back through the table from its end finds: over a match where there is
 * one, else back in B where that keeps more than going back in A, else back in A. Memory is
 * sqrt(a_count) * b_count / 32 bytes besides. */
#define LCS_NONE UINT32_MAX
bool lcs_path(struct lcs *lcs, struct lcs_pair pair, uint32_t *matches);

/* The same for an A of up to 64 and many Bs: lcs_rows_begin(), lcs_rows_path() for each B,
 * lcs_rows_end(). A bit of *ROWS for each of A that is in the subsequence. */
bool lcs_rows_begin(struct lcs *lcs, const uint32_t *a, size_t count, size_t ids);
bool lcs_rows_path(struct lcs *lcs, const uint32_t *a, size_t a_count, const uint32_t *b,
                   size_t b_count, uint64_t *rows);
void lcs_rows_end(struct lcs *lcs, const uint32_t *a, size_t count);

#endif
