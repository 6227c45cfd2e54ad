/*
 * lcs.h - longest common subsequences and edit distances of sequences of numbers, 256 rows of the
 * table at a time.
 *
 * The table is never stored as a whole. It is worked through in strips of rows, a bit a row; what a
 * strip hands to the next is a bit or two for each column. Time is rows * columns / 64 steps of
 * a few nanoseconds.
 *
 *   Longest common subsequence: H. Hyyro, "Bit-parallel LCS-length computation revisited", 2004.
 *   Edit distance: G. Myers, "A fast bit-vector algorithm for approximate string matching based on
 *   dynamic programming", Journal of the ACM 46, 1999, in strips as in its section 4.
 */
#ifndef PITH_LCS_H
#define PITH_LCS_H

#include "base/base.h"

enum { LCS_STRIP = 256 };

/* Memory for all of these. Zeroed at first. */
struct lcs {
    uint16_t *places; /* of each number: where its mask is in MASKS; 0 between calls: not there */
    size_t place_count;
    uint64_t masks[(LCS_STRIP + 1) * (LCS_STRIP / 64)]; /* rows of a strip that have a number */
    uint64_t *rows; /* the same of each number for lcs_rows_hits(); 0 between calls */
    size_t row_count;
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

enum lcs_result { LCS_OK, LCS_NO_MEMORY, LCS_TOO_LONG };

/* Steps that a call may take, some minutes; a table that needs more is LCS_TOO_LONG. Two texts of
 * two million words each stay below, even if they have nothing in common. */
#define LCS_STEPS (UINT64_C(1) << 36)
bool lcs_fits(size_t rows, size_t columns);

void lcs_deinit(struct lcs *lcs);

/* What both begin and end with is not looked at twice. Memory grows with the texts. */
enum lcs_result lcs_length(struct lcs *lcs, struct lcs_pair pair, size_t *length);
enum lcs_result lcs_distance(struct lcs *lcs, struct lcs_pair pair, size_t *distance);

/*
 * The way through the table that the scorer of CleanEval 2007 takes: from the end, both items where
 * that costs nothing (LCS_OTHER: neither is in the subsequence), else the item of A, else that of
 * B, and a match last. STEPS, with room for a_count + b_count, gets it from the beginning; *COUNT
 * how many steps there are.
 *
 * Besides the texts this takes sqrt(a_count) * b_count / 64 bytes, and some 16 MB at least where
 * the table is that large.
 */
enum lcs_step { LCS_SAME, LCS_OTHER, LCS_ONLY_A, LCS_ONLY_B };
enum lcs_result lcs_path(struct lcs *lcs, struct lcs_pair pair, uint8_t *steps, size_t *count);

/*
 * The items of A that ROUGE finds in B: it goes back through the table over a match where there is
 * one, else back in B where that keeps more than going back in A, else back in A. HITS, one for
 * each of A, is set to 1 where there is a match, else left as it is.
 */
enum lcs_result lcs_hits(struct lcs *lcs, struct lcs_pair pair, uint8_t *hits);

/*
 * The same for an A of up to 64 and many Bs, as bits: lcs_rows_begin(), lcs_rows_hits() for each B,
 * lcs_rows_end(). LONGEST: the longest B.
 */
bool lcs_rows_begin(struct lcs *lcs, const uint32_t *a, size_t count, size_t ids, size_t longest);
uint64_t lcs_rows_hits(struct lcs *lcs, const uint32_t *a, size_t a_count, const uint32_t *b,
                       size_t b_count);
void lcs_rows_end(struct lcs *lcs, const uint32_t *a, size_t count);

#endif
