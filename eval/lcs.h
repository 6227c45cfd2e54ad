/*
 * lcs.h - longest common subsequences and edit distances of integer sequences, 256 rows of the
 * dynamic programming table at a time.
 *
 * The table is never stored as a whole. It is computed in strips of rows, one bit per row; each
 * strip passes one or two bits per column to the next. Time is rows * columns / 64 steps of a few
 * nanoseconds.
 *
 *   Longest common subsequence: H. Hyyro, "Bit-parallel LCS-length computation revisited", 2004.
 *   Edit distance: G. Myers, "A fast bit-vector algorithm for approximate string matching based on
 *   dynamic programming", Journal of the ACM 46, 1999, in strips as in its section 4.
 */
#ifndef PITH_LCS_H
#define PITH_LCS_H

#include "base/base.h"

enum { LCS_STRIP = 256 };

/* Working memory, shared by all functions here. Zero it before first use. */
struct lcs {
    uint16_t *places; /* per number: index of its mask in MASKS; 0: absent; all 0 between calls */
    size_t place_count;
    uint64_t masks[(LCS_STRIP + 1) * (LCS_STRIP / 64)]; /* the rows of a strip that have a number */
    uint64_t *rows; /* the same per number for lcs_rows_hits(); all 0 between calls */
    size_t row_count;
    uint64_t *bits;
    size_t bits_cap;
    uint64_t *columns;
    size_t columns_cap;
};

/* Two sequences of numbers below IDS. */
struct lcs_pair {
    const uint32_t *a, *b;
    size_t a_count, b_count;
    size_t ids;
};

enum lcs_result { LCS_OK, LCS_NO_MEMORY, LCS_TOO_LONG };

/* The maximum number of steps per call, which take some minutes; a larger table is LCS_TOO_LONG.
 * Two texts of two million words each stay below it, even if they have nothing in common. */
#define LCS_STEPS (UINT64_C(1) << 36)
bool lcs_fits(size_t rows, size_t columns);

void lcs_deinit(struct lcs *lcs);

/* The common prefix and suffix are skipped. Memory grows with the texts. */
enum lcs_result lcs_length(struct lcs *lcs, struct lcs_pair pair, size_t *length);
enum lcs_result lcs_distance(struct lcs *lcs, struct lcs_pair pair, size_t *distance);

/*
 * The backtrace of the CleanEval 2007 scorer: from the end, step over both items where that costs
 * nothing (LCS_OTHER: neither is in the subsequence), else over the item of A, else over that of B,
 * and take a match last. STEPS, with room for a_count + b_count, receives the path from the
 * beginning, and *COUNT its number of steps.
 *
 * Needs sqrt(a_count) * b_count / 64 bytes besides the texts, and at least some 16 MB for tables
 * that large.
 */
enum lcs_step { LCS_SAME, LCS_OTHER, LCS_ONLY_A, LCS_ONLY_B };
enum lcs_result lcs_path(struct lcs *lcs, struct lcs_pair pair, uint8_t *steps, size_t *count);

/*
 * Finds the items of A that ROUGE matches in B. Its backtrace takes a match if there is one, else
 * steps back in B if that keeps more than stepping back in A, else in A. HITS, one per item of A,
 * is set to 1 for a match and otherwise left alone.
 */
enum lcs_result lcs_hits(struct lcs *lcs, struct lcs_pair pair, uint8_t *hits);

/* The same as a bit mask for an A of up to 64 items and many Bs. Call lcs_rows_begin(), then
 * lcs_rows_hits() for each B, then lcs_rows_end(). LONGEST is the length of the longest B. */
bool lcs_rows_begin(struct lcs *lcs, const uint32_t *a, size_t count, size_t ids, size_t longest);
uint64_t lcs_rows_hits(struct lcs *lcs, const uint32_t *a, size_t a_count, const uint32_t *b,
                       size_t b_count);
void lcs_rows_end(struct lcs *lcs, const uint32_t *a, size_t count);

#endif
