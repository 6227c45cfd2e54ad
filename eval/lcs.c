/*
 * lcs.c - bit-parallel tables, strip by strip; lcs.h says how.
 */
#include <stdlib.h>

#include "eval/lcs.h"
#include "eval/tokens.h"

enum { STRIP = 64 };

void lcs_deinit(struct lcs *lcs)
{
    free(lcs->masks);
    free(lcs->bits);
    free(lcs->columns);
    memset(lcs, 0, sizeof *lcs);
}

static bool room(uint64_t **data, size_t *cap, size_t count)
{
    void *grown = *data;
    bool ok = tokens_room(&grown, cap, count, sizeof **data);
    *data = grown;
    return ok;
}

static bool room_masks(struct lcs *lcs, size_t ids)
{
    size_t had = lcs->mask_count;
    if (!room(&lcs->masks, &lcs->mask_count, ids))
        return false;
    memset(lcs->masks + had, 0, (lcs->mask_count - had) * sizeof *lcs->masks);
    return true;
}

static void set_masks(struct lcs *lcs, const uint32_t *a, size_t count)
{
    for (size_t i = 0; i < count; i++)
        lcs->masks[a[i]] |= UINT64_C(1) << i;
}

static void clear_masks(struct lcs *lcs, const uint32_t *a, size_t count)
{
    for (size_t i = 0; i < count; i++)
        lcs->masks[a[i]] = 0;
}

static size_t smaller(size_t a, size_t b)
{
    return a < b ? a : b;
}

/* Takes off what both end with, and with BOTH what they begin with; returns how much. Neither the
 * length of a longest common subsequence nor an edit distance minds. */
static size_t trim(struct lcs_pair *pair, bool both)
{
    size_t head = 0, tail = 0, most = smaller(pair->a_count, pair->b_count);
    while (both && head < most && pair->a[head] == pair->b[head])
        head++;
    most -= head;
    while (tail < most && pair->a[pair->a_count - 1 - tail] == pair->b[pair->b_count - 1 - tail])
        tail++;
    pair->a += head;
    pair->b += head;
    pair->a_count -= head + tail;
    pair->b_count -= head + tail;
    return head + tail;
}

bool lcs_fits(struct lcs_pair pair, bool path)
{
    trim(&pair, !path);
    return pair.b_count == 0 || (pair.a_count + STRIP - 1) / STRIP <= LCS_STEPS / pair.b_count;
}

static unsigned ones(uint64_t x)
{
    unsigned count = 0;
    for (; x != 0; x &= x - 1)
        count++;
    return count;
}

/* ---------------------------------------------------------------- longest common subsequence */

/* Works through COUNT columns of a strip, whose masks are set. CARRY has a bit for each column:
 * what the strip above hands down, and then what this one does. Returns the last column: a bit is 0
 * where the row has one more than the row above. COLUMNS, if not NULL, gets all of them. */
static uint64_t lcs_strip(const uint64_t *masks, const uint32_t *b, size_t count, uint64_t *carry,
                          uint64_t *columns)
{
    uint64_t v = ~UINT64_C(0);
    for (size_t j = 0; j < count; j += STRIP) {
        size_t n = smaller(STRIP, count - j);
        uint64_t in = carry[j / STRIP], out = 0;
        for (size_t k = 0; k < n; k++) {
            uint64_t mask = masks[b[j + k]];
            uint64_t sum = v + (v & mask);
            uint64_t more = sum < v;
            uint64_t total = sum + (in >> k & 1);
            out |= (more | (total < sum)) << k;
            v = total | (v & ~mask);
            if (columns != NULL)
                columns[j + k] = v;
        }
        carry[j / STRIP] = out;
    }
    return v;
}

bool lcs_length(struct lcs *lcs, struct lcs_pair pair, size_t *length)
{
    *length = trim(&pair, true);
    if (pair.a_count == 0 || pair.b_count == 0)
        return true;
    size_t words = (pair.b_count + STRIP - 1) / STRIP;
    if (!room_masks(lcs, pair.ids) || !room(&lcs->bits, &lcs->bits_cap, words))
        return false;
    memset(lcs->bits, 0, words * sizeof *lcs->bits);
    for (size_t i = 0; i < pair.a_count; i += STRIP) {
        size_t rows = smaller(STRIP, pair.a_count - i);
        set_masks(lcs, pair.a + i, rows);
        *length += ones(~lcs_strip(lcs->masks, pair.b, pair.b_count, lcs->bits, NULL));
        clear_masks(lcs, pair.a + i, rows);
    }
    return true;
}

/* ---------------------------------------------------------------- edit distance */

/* Likewise. PLUS and MINUS have a bit for each column: one row's cells are one more, one less than
 * those to their left. ROWS: of the strip. */
static void edit_strip(const uint64_t *masks, const uint32_t *b, size_t count, size_t rows,
                       uint64_t *plus, uint64_t *minus)
{
    uint64_t pv = ~UINT64_C(0), mv = 0;
    unsigned last = (unsigned)rows - 1;
    for (size_t j = 0; j < count; j += STRIP) {
        size_t n = smaller(STRIP, count - j);
        uint64_t plus_in = plus[j / STRIP], minus_in = minus[j / STRIP], plus_out = 0,
                 minus_out = 0;
        for (size_t k = 0; k < n; k++) {
            uint64_t p = plus_in >> k & 1, m = minus_in >> k & 1;
            uint64_t mask = masks[b[j + k]];
            uint64_t xv = mask | mv;
            mask |= m;
            uint64_t xh = (((mask & pv) + pv) ^ pv) | mask;
            uint64_t ph = mv | ~(xh | pv), mh = pv & xh;
            plus_out |= (ph >> last & 1) << k;
            minus_out |= (mh >> last & 1) << k;
            ph = ph << 1 | p;
            mh = mh << 1 | m;
            pv = mh | ~(xv | ph);
            mv = ph & xv;
        }
        plus[j / STRIP] = plus_out;
        minus[j / STRIP] = minus_out;
    }
}

bool lcs_distance(struct lcs *lcs, struct lcs_pair pair, size_t *distance)
{
    trim(&pair, true);
    *distance = pair.a_count + pair.b_count;
    if (pair.a_count == 0 || pair.b_count == 0)
        return true;
    size_t words = (pair.b_count + STRIP - 1) / STRIP;
    if (!room_masks(lcs, pair.ids) || !room(&lcs->bits, &lcs->bits_cap, 2 * words))
        return false;
    uint64_t *plus = lcs->bits, *minus = plus + words;
    memset(plus, 0xFF, words * sizeof *plus); /* the row of an empty A: 0, 1, 2, ... */
    memset(minus, 0, words * sizeof *minus);
    for (size_t i = 0; i < pair.a_count; i += STRIP) {
        size_t rows = smaller(STRIP, pair.a_count - i);
        set_masks(lcs, pair.a + i, rows);
        edit_strip(lcs->masks, pair.b, pair.b_count, rows, plus, minus);
        clear_masks(lcs, pair.a + i, rows);
    }
    *distance = pair.a_count;
    for (size_t w = 0; w < words; w++) {
        size_t n = smaller(STRIP, pair.b_count - w * STRIP);
        uint64_t mask = ~UINT64_C(0) >> (STRIP - n);
        *distance += ones(plus[w] & mask);
        *distance -= ones(minus[w] & mask);
    }
    return true;
}

/* ---------------------------------------------------------------- the subsequence itself */

/* Walks back through a strip of ROWS rows from column *J. MATCHES, for each row, may be NULL.
 * Returns the rows with a match. */
static uint64_t walk(const uint64_t *columns, const uint32_t *a, size_t rows, const uint32_t *b,
                     size_t *j, uint32_t *matches)
{
    uint64_t found = 0;
    size_t i = rows, at = *j;
    while (i > 0 && at > 0) {
        if (a[i - 1] == b[at - 1]) {
            i--;
            at--;
            found |= UINT64_C(1) << i;
            if (matches != NULL)
                matches[i] = (uint32_t)at;
        } else if ((columns[at - 1] >> (i - 1) & 1) == 0) {
            at--; /* the cell is more than the one above, so it is the one to the left */
        } else {
            i--;
        }
    }
    *j = at;
    return found;
}

static size_t root_up(size_t n)
{
    size_t root = 1;
    while (root * root < n)
        root++;
    return root;
}

/* Runs over STRIPS strips from row FIRST. Every EVERY-th one's carry is put into SAVED before. */
static void run_strips(struct lcs *lcs, const struct lcs_pair *pair, size_t first, size_t strips,
                       size_t every, size_t words, uint64_t *carry, uint64_t *saved)
{
    for (size_t s = 0; s < strips; s++) {
        size_t i = first + s * STRIP, rows = smaller(STRIP, pair->a_count - i);
        if (s % every == 0)
            memcpy(saved + s / every * words, carry, words * sizeof *carry);
        set_masks(lcs, pair->a + i, rows);
        lcs_strip(lcs->masks, pair->b, pair->b_count, carry, NULL);
        clear_masks(lcs, pair->a + i, rows);
    }
}

/* Two levels: what is handed down is kept before each group of strips; within a group, when the
 * walk gets there, before each strip; and the columns of the strip that it is in. */
static void walk_groups(struct lcs *lcs, struct lcs_pair pair, size_t strips, size_t group,
                        uint32_t *matches)
{
    size_t words = (pair.b_count + STRIP - 1) / STRIP, groups = (strips + group - 1) / group;
    uint64_t *carry = lcs->bits, *outer = carry + words, *inner = outer + groups * words;
    memset(carry, 0, words * sizeof *carry);
    run_strips(lcs, &pair, 0, strips, group, words, carry, outer);
    for (size_t g = groups; g-- > 0 && pair.b_count > 0;) {
        size_t first = g * group, count = smaller(group, strips - first);
        memcpy(carry, outer + g * words, words * sizeof *carry);
        run_strips(lcs, &pair, first * STRIP, count, 1, words, carry, inner);
        for (size_t s = count; s-- > 0 && pair.b_count > 0;) {
            size_t i = (first + s) * STRIP, rows = smaller(STRIP, pair.a_count - i);
            set_masks(lcs, pair.a + i, rows);
            lcs_strip(lcs->masks, pair.b, pair.b_count, inner + s * words, lcs->columns);
            clear_masks(lcs, pair.a + i, rows);
            walk(lcs->columns, pair.a + i, rows, pair.b, &pair.b_count, matches + i);
        }
    }
}

bool lcs_path(struct lcs *lcs, struct lcs_pair pair, uint32_t *matches)
{
    for (size_t i = 0; i < pair.a_count; i++)
        matches[i] = LCS_NONE;
    /* The walk takes these first of all; those at the beginning it may take otherwise. */
    while (pair.a_count > 0 && pair.b_count > 0 &&
           pair.a[pair.a_count - 1] == pair.b[pair.b_count - 1]) {
        matches[--pair.a_count] = (uint32_t)--pair.b_count;
    }
    if (pair.a_count == 0 || pair.b_count == 0)
        return true;
    size_t words = (pair.b_count + STRIP - 1) / STRIP;
    size_t strips = (pair.a_count + STRIP - 1) / STRIP, group = root_up(strips);
    if (!room_masks(lcs, pair.ids) ||
        !room(&lcs->bits, &lcs->bits_cap, (1 + (strips + group - 1) / group + group) * words) ||
        !room(&lcs->columns, &lcs->columns_cap, pair.b_count))
        return false;
    walk_groups(lcs, pair, strips, group, matches);
    return true;
}

bool lcs_rows_begin(struct lcs *lcs, const uint32_t *a, size_t count, size_t ids)
{
    if (!room_masks(lcs, ids))
        return false;
    set_masks(lcs, a, count);
    return true;
}

bool lcs_rows_path(struct lcs *lcs, const uint32_t *a, size_t a_count, const uint32_t *b,
                   size_t b_count, uint64_t *rows)
{
    size_t words = (b_count + STRIP - 1) / STRIP;
    if (!room(&lcs->bits, &lcs->bits_cap, words) ||
        !room(&lcs->columns, &lcs->columns_cap, b_count))
        return false;
    *rows = 0;
    if (b_count == 0)
        return true;
    memset(lcs->bits, 0, words * sizeof *lcs->bits);
    lcs_strip(lcs->masks, b, b_count, lcs->bits, lcs->columns);
    *rows = walk(lcs->columns, a, a_count, b, &b_count, NULL);
    return true;
}

void lcs_rows_end(struct lcs *lcs, const uint32_t *a, size_t count)
{
    clear_masks(lcs, a, count);
}
