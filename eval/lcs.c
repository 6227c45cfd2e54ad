/*
 * lcs.c - bit-parallel tables, strip by strip, as described in lcs.h.
 *
 * Rows are the items of A, columns those of B, both counted from 1; L(i, j) is the length of a
 * longest common subsequence of the first i and the first j.
 */
#include <stdlib.h>

#include "eval/lcs.h"
#include "eval/word_ids.h"

/* Four words per strip: the four additions of a column depend on each other, but the processor
 * works on several columns at once. */
enum { WORD = 64, STRIP = LCS_STRIP, WIDE = STRIP / WORD };

/* If all columns fit in this many words they are kept, so that backtracing needs no second pass. */
enum { KEPT_WORDS = 1 << 21 };

void lcs_deinit(struct lcs *lcs)
{
    free(lcs->places);
    free(lcs->rows);
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

static bool room_places(struct lcs *lcs, size_t ids)
{
    size_t had = lcs->place_count;
    void *grown = lcs->places;
    if (!tokens_room(&grown, &lcs->place_count, ids, sizeof *lcs->places))
        return false;
    lcs->places = grown;
    memset(lcs->places + had, 0, (lcs->place_count - had) * sizeof *lcs->places);
    return true;
}

/* Assigns places from 1 on to the numbers of a strip and sets their masks, which together stay in
 * the L1 cache. All other numbers have place 0, whose mask is empty. */
static void set_masks(struct lcs *lcs, const uint32_t *a, size_t count)
{
    uint16_t used = 0;
    for (size_t i = 0; i < count; i++) {
        uint16_t *place = &lcs->places[a[i]];
        if (*place == 0) {
            *place = ++used;
            memset(lcs->masks + *place * WIDE, 0, WIDE * sizeof *lcs->masks);
        }
        lcs->masks[*place * WIDE + i / WORD] |= UINT64_C(1) << i % WORD;
    }
}

static void clear_masks(struct lcs *lcs, const uint32_t *a, size_t count)
{
    for (size_t i = 0; i < count; i++)
        lcs->places[a[i]] = 0;
}

static size_t smaller(size_t a, size_t b)
{
    return a < b ? a : b;
}

static size_t parts(size_t count, size_t size)
{
    return (count + size - 1) / size;
}

/* Removes the common prefix and returns its length. */
static size_t trim_head(struct lcs_pair *pair)
{
    size_t head = 0, most = smaller(pair->a_count, pair->b_count);
    while (head < most && pair->a[head] == pair->b[head])
        head++;
    if (head == 0) /* the pointers may be NULL */
        return 0;
    pair->a += head;
    pair->b += head;
    pair->a_count -= head;
    pair->b_count -= head;
    return head;
}

/* The same for the common suffix. */
static size_t trim_tail(struct lcs_pair *pair)
{
    size_t tail = 0, most = smaller(pair->a_count, pair->b_count);
    while (tail < most && pair->a[pair->a_count - 1 - tail] == pair->b[pair->b_count - 1 - tail])
        tail++;
    pair->a_count -= tail;
    pair->b_count -= tail;
    return tail;
}

bool lcs_fits(size_t rows, size_t columns)
{
    return columns == 0 || parts(rows, WORD) <= LCS_STEPS / columns;
}

static unsigned ones(uint64_t x)
{
    unsigned count = 0;
    for (; x != 0; x &= x - 1)
        count++;
    return count;
}

/* ---------------------------------------------------------------- longest common subsequence */

/* Processes COUNT columns of a strip whose masks are set. CARRY has one bit per column: on entry
 * what the strip above passes down, on return what this one does, which is whether the strip's last
 * row grows there. LAST gets the last column: a bit is 0 where the row has one more than the row
 * above. COLUMNS, if not NULL, gets all columns. */
static void lcs_strip(const struct lcs *lcs, const uint32_t *b, size_t count, uint64_t *carry,
                      uint64_t *last, uint64_t *columns)
{
    uint64_t v[WIDE]; /* a local copy of LAST, so that the compiler uses registers */
    for (size_t w = 0; w < WIDE; w++)
        v[w] = ~UINT64_C(0);
    for (size_t j = 0; j < count; j += WORD) {
        size_t n = smaller(WORD, count - j);
        uint64_t in = carry[j / WORD], out = 0;
        for (size_t k = 0; k < n; k++) {
            const uint64_t *mask = lcs->masks + lcs->places[b[j + k]] * WIDE;
            uint64_t more = in >> k & 1;
            for (size_t w = 0; w < WIDE; w++) {
                uint64_t match = v[w] & mask[w];
                uint64_t sum = v[w] + match, total = sum + more;
                more = (uint64_t)(sum < match) | (uint64_t)(total < more);
                v[w] = total | (v[w] ^ match);
            }
            out |= more << k;
            if (columns != NULL)
                memcpy(columns + (j + k) * WIDE, v, sizeof v);
        }
        carry[j / WORD] = out;
    }
    memcpy(last, v, sizeof v);
}

enum lcs_result lcs_length(struct lcs *lcs, struct lcs_pair pair, size_t *length)
{
    *length = trim_head(&pair) + trim_tail(&pair);
    if (pair.a_count == 0 || pair.b_count == 0)
        return LCS_OK;
    if (!lcs_fits(pair.a_count, pair.b_count))
        return LCS_TOO_LONG;
    size_t words = parts(pair.b_count, WORD);
    if (!room_places(lcs, pair.ids) || !room(&lcs->bits, &lcs->bits_cap, words))
        return LCS_NO_MEMORY;
    memset(lcs->bits, 0, words * sizeof *lcs->bits);
    for (size_t i = 0; i < pair.a_count; i += STRIP) {
        size_t rows = smaller(STRIP, pair.a_count - i);
        uint64_t v[WIDE];
        set_masks(lcs, pair.a + i, rows);
        lcs_strip(lcs, pair.b, pair.b_count, lcs->bits, v, NULL);
        clear_masks(lcs, pair.a + i, rows);
        for (size_t w = 0; w < WIDE; w++)
            *length += ones(~v[w]);
    }
    return LCS_OK;
}

/* ---------------------------------------------------------------- edit distance */

/* The same for edit distance. PLUS and MINUS have one bit per column: the row's cell is one more,
 * or one less, than the cell to its left. Processes WIDE words, of the last one only ROWS rows. */
static inline void edit_columns(size_t wide, unsigned rows, const struct lcs *lcs,
                                const uint32_t *b, size_t count, uint64_t *plus, uint64_t *minus)
{
    uint64_t pv[WIDE], mv[WIDE];
    for (size_t w = 0; w < WIDE; w++) {
        pv[w] = ~UINT64_C(0);
        mv[w] = 0;
    }
    for (size_t j = 0; j < count; j += WORD) {
        size_t n = smaller(WORD, count - j);
        uint64_t plus_in = plus[j / WORD], minus_in = minus[j / WORD], plus_out = 0, minus_out = 0;
        for (size_t k = 0; k < n; k++) {
            const uint64_t *mask = lcs->masks + lcs->places[b[j + k]] * WIDE;
            uint64_t p = plus_in >> k & 1, m = minus_in >> k & 1;
            for (size_t w = 0; w < wide; w++) {
                uint64_t xv = mask[w] | mv[w], eq = mask[w] | m;
                uint64_t xh = (((eq & pv[w]) + pv[w]) ^ pv[w]) | eq;
                uint64_t ph = mv[w] | ~(xh | pv[w]), mh = pv[w] & xh;
                uint64_t ph_down = ph << 1 | p, mh_down = mh << 1 | m;
                unsigned last = w + 1 < wide ? WORD - 1 : rows - 1;
                p = ph >> last & 1;
                m = mh >> last & 1;
                pv[w] = mh_down | ~(xv | ph_down);
                mv[w] = ph_down & xv;
            }
            plus_out |= p << k;
            minus_out |= m << k;
        }
        plus[j / WORD] = plus_out;
        minus[j / WORD] = minus_out;
    }
}

static void edit_strip(const struct lcs *lcs, const uint32_t *b, size_t count, size_t rows,
                       uint64_t *plus, uint64_t *minus)
{
    if (rows == STRIP) /* with constants the loops are unrolled */
        edit_columns(WIDE, WORD, lcs, b, count, plus, minus);
    else
        edit_columns(parts(rows, WORD), (unsigned)((rows - 1) % WORD + 1), lcs, b, count, plus,
                     minus);
}

enum lcs_result lcs_distance(struct lcs *lcs, struct lcs_pair pair, size_t *distance)
{
    trim_head(&pair);
    trim_tail(&pair);
    *distance = pair.a_count + pair.b_count;
    if (pair.a_count == 0 || pair.b_count == 0)
        return LCS_OK;
    if (!lcs_fits(pair.a_count, pair.b_count))
        return LCS_TOO_LONG;
    size_t words = parts(pair.b_count, WORD);
    if (!room_places(lcs, pair.ids) || !room(&lcs->bits, &lcs->bits_cap, 2 * words))
        return LCS_NO_MEMORY;
    uint64_t *plus = lcs->bits, *minus = plus + words;
    memset(plus, 0xFF, words * sizeof *plus); /* row 0, for an empty A: 0, 1, 2, ... */
    memset(minus, 0, words * sizeof *minus);
    for (size_t i = 0; i < pair.a_count; i += STRIP) {
        size_t rows = smaller(STRIP, pair.a_count - i);
        set_masks(lcs, pair.a + i, rows);
        edit_strip(lcs, pair.b, pair.b_count, rows, plus, minus);
        clear_masks(lcs, pair.a + i, rows);
    }
    *distance = pair.a_count;
    for (size_t w = 0; w < words; w++) {
        size_t n = smaller(WORD, pair.b_count - w * WORD);
        uint64_t mask = ~UINT64_C(0) >> (WORD - n);
        *distance += ones(plus[w] & mask);
        *distance -= ones(minus[w] & mask);
    }
    return LCS_OK;
}

/* ---------------------------------------------------------------- backtracing a strip */

/* Position and output of a backtrace. */
struct walk {
    size_t j;       /* column */
    uint8_t *steps; /* written backwards, each step before the last. Or: */
    uint8_t *hits;
};

/* A strip during a backtrace: rows of A from ROW on. */
struct strip {
    const uint32_t *a, *b;
    const uint64_t *columns;
    const uint64_t *carry; /* one bit per column: the row above the strip grows there */
    size_t row, rows;
};

/* L(i, j) > L(i - 1, j)? I counts the strip's rows. */
static bool grows_down(const struct strip *strip, size_t i, size_t j)
{
    uint64_t word = j > 0 ? strip->columns[(j - 1) * WIDE + (i - 1) / WORD] : ~UINT64_C(0);
    return (word >> (i - 1) % WORD & 1) == 0;
}

/* L(i, j) > L(i, j - 1)? This changes with each row where one of the two columns grows and the
 * other does not. */
static bool grows_right(const struct strip *strip, size_t i, size_t j)
{
    const uint64_t *column = strip->columns + (j - 1) * WIDE;
    uint64_t bits = 0;
    for (size_t w = 0; w * WORD < i; w++) {
        uint64_t change = column[w] ^ (j > 1 ? column[(ptrdiff_t)w - WIDE] : ~UINT64_C(0));
        size_t rows = i - w * WORD;
        bits ^= rows < WORD ? change & ((UINT64_C(1) << rows) - 1) : change;
    }
    for (unsigned half = WORD / 2; half > 0; half /= 2)
        bits ^= bits >> half;
    return ((bits ^ strip->carry[(j - 1) / WORD] >> (j - 1) % WORD) & 1) != 0;
}

static void walk_path(const struct strip *strip, struct walk *walk)
{
    const uint32_t *a = strip->a + strip->row;
    size_t i = strip->rows, j = walk->j;
    while (i > 0 && j > 0) {
        enum lcs_step step;
        if (a[i - 1] == strip->b[j - 1])
            step = !grows_down(strip, i, j)      ? LCS_ONLY_A
                   : grows_down(strip, i, j - 1) ? LCS_ONLY_B
                                                 : LCS_SAME;
        else if (grows_down(strip, i, j))
            step = LCS_ONLY_B;
        else
            step = grows_right(strip, i - 1, j) ? LCS_ONLY_A : LCS_OTHER;
        i -= step != LCS_ONLY_B;
        j -= step != LCS_ONLY_A;
        *--walk->steps = (uint8_t)step;
    }
    for (; i > 0; i--)
        *--walk->steps = LCS_ONLY_A;
    walk->j = j;
}

static void walk_hits(const struct strip *strip, struct walk *walk)
{
    const uint32_t *a = strip->a + strip->row;
    size_t i = strip->rows, j = walk->j;
    while (i > 0 && j > 0) {
        if (a[i - 1] == strip->b[j - 1]) {
            i--;
            j--;
            walk->hits[strip->row + i] = 1;
        } else if (grows_down(strip, i, j)) {
            j--; /* the cell exceeds the one above, so it equals the one to the left */
        } else {
            i--;
        }
    }
    walk->j = j;
}

/* ---------------------------------------------------------------- backtracing a table */

/* How much of the table is kept. Carries are kept before each group of strips, and, once the
 * backtrace is in a group, before each of its strips. Columns are kept for all strips of the table,
 * or only for the strip being backtraced. */
struct plan {
    size_t words; /* words per carry */
    size_t strips, group, groups;
    bool all;
    uint64_t *carry, *outer, *inner;
};

static size_t root_up(size_t n)
{
    size_t root = 1;
    while (root * root < n)
        root++;
    return root;
}

static bool make_plan(struct lcs *lcs, const struct lcs_pair *pair, struct plan *plan)
{
    plan->words = parts(pair->b_count, WORD);
    plan->strips = parts(pair->a_count, STRIP);
    plan->all = plan->strips * WIDE <= KEPT_WORDS / pair->b_count;
    plan->group = plan->all ? plan->strips : root_up(plan->strips);
    plan->groups = parts(plan->strips, plan->group);
    if (!room_places(lcs, pair->ids) ||
        !room(&lcs->bits, &lcs->bits_cap, (1 + plan->groups + plan->group) * plan->words) ||
        !room(&lcs->columns, &lcs->columns_cap,
              pair->b_count * WIDE * (plan->all ? plan->strips : 1)))
        return false;
    plan->carry = lcs->bits;
    plan->outer = plan->carry + plan->words;
    plan->inner = plan->outer + plan->groups * plan->words;
    return true;
}

/* Computes strip number S with plan->carry. */
static void run_strip(struct lcs *lcs, const struct lcs_pair *pair, const struct plan *plan,
                      size_t s, uint64_t *columns)
{
    const uint32_t *a = pair->a + s * STRIP;
    size_t rows = smaller(STRIP, pair->a_count - s * STRIP);
    uint64_t v[WIDE];
    set_masks(lcs, a, rows);
    lcs_strip(lcs, pair->b, pair->b_count, plan->carry, v, columns);
    clear_masks(lcs, a, rows);
}

/* Computes all strips to get the carry before each group. */
static void run_groups(struct lcs *lcs, const struct lcs_pair *pair, const struct plan *plan)
{
    memset(plan->carry, 0, plan->words * sizeof *plan->carry);
    for (size_t s = 0; s < plan->strips; s++) {
        if (s % plan->group == 0)
            memcpy(plan->outer + s / plan->group * plan->words, plan->carry,
                   plan->words * sizeof *plan->carry);
        if (s / plan->group + 1 < plan->groups)
            run_strip(lcs, pair, plan, s, NULL);
    }
}

/* Backtraces from the end. Columns to the right of the path are not needed again. */
static void walk_back(struct lcs *lcs, struct lcs_pair pair, const struct plan *plan,
                      struct walk *walk)
{
    size_t size = plan->words * sizeof *plan->carry, stride = pair.b_count * WIDE;
    run_groups(lcs, &pair, plan);
    for (size_t g = plan->groups; g-- > 0;) {
        size_t first = g * plan->group, count = smaller(plan->group, plan->strips - first);
        memcpy(plan->carry, plan->outer + g * plan->words, size);
        for (size_t s = 0; s < count; s++) {
            memcpy(plan->inner + s * plan->words, plan->carry, size);
            if (plan->all || s + 1 < count)
                run_strip(lcs, &pair, plan, first + s,
                          plan->all ? lcs->columns + s * stride : NULL);
        }
        for (size_t s = count; s-- > 0;) {
            size_t row = (first + s) * STRIP;
            struct strip strip = {pair.a,
                                  pair.b,
                                  lcs->columns + (plan->all ? s * stride : 0),
                                  plan->inner + s * plan->words,
                                  row,
                                  smaller(STRIP, pair.a_count - row)};
            if (!plan->all) {
                memcpy(plan->carry, strip.carry, size);
                run_strip(lcs, &pair, plan, first + s, lcs->columns);
            }
            (walk->hits != NULL ? walk_hits : walk_path)(&strip, walk);
            pair.b_count = walk->j;
        }
    }
}

enum lcs_result lcs_path(struct lcs *lcs, struct lcs_pair pair, uint8_t *steps, size_t *count)
{
    /* The backtrace reaches the common prefix last and goes straight through it. */
    size_t head = trim_head(&pair), most = pair.a_count + pair.b_count;
    struct walk walk = {pair.b_count, steps + head + most, NULL};
    struct plan plan;
    if (!lcs_fits(pair.a_count, pair.b_count))
        return LCS_TOO_LONG;
    if (pair.a_count > 0 && pair.b_count > 0) {
        if (!make_plan(lcs, &pair, &plan))
            return LCS_NO_MEMORY;
        walk_back(lcs, pair, &plan, &walk);
        pair.a_count = 0; /* every row has its step already */
    }
    walk.steps -= pair.a_count + walk.j;
    memset(walk.steps, pair.a_count > 0 ? LCS_ONLY_A : LCS_ONLY_B, pair.a_count + walk.j);
    *count = head + (size_t)(steps + head + most - walk.steps);
    memmove(steps + head, walk.steps, *count - head);
    memset(steps, LCS_SAME, head);
    return LCS_OK;
}

enum lcs_result lcs_hits(struct lcs *lcs, struct lcs_pair pair, uint8_t *hits)
{
    /* The backtrace takes the common suffix first. */
    size_t count = pair.a_count;
    trim_tail(&pair);
    memset(hits + pair.a_count, 1, count - pair.a_count);
    struct walk walk = {pair.b_count, NULL, hits};
    struct plan plan;
    if (pair.a_count == 0 || pair.b_count == 0)
        return LCS_OK;
    if (!lcs_fits(pair.a_count, pair.b_count))
        return LCS_TOO_LONG;
    if (!make_plan(lcs, &pair, &plan))
        return LCS_NO_MEMORY;
    walk_back(lcs, pair, &plan, &walk);
    return LCS_OK;
}

/* ---------------------------------------------------------------- up to 64 rows */

bool lcs_rows_begin(struct lcs *lcs, const uint32_t *a, size_t count, size_t ids, size_t longest)
{
    size_t had = lcs->row_count;
    if (!room(&lcs->rows, &lcs->row_count, ids) || !room(&lcs->columns, &lcs->columns_cap, longest))
        return false;
    memset(lcs->rows + had, 0, (lcs->row_count - had) * sizeof *lcs->rows);
    for (size_t i = 0; i < count; i++)
        lcs->rows[a[i]] |= UINT64_C(1) << i;
    return true;
}

void lcs_rows_end(struct lcs *lcs, const uint32_t *a, size_t count)
{
    for (size_t i = 0; i < count; i++)
        lcs->rows[a[i]] = 0;
}

uint64_t lcs_rows_hits(struct lcs *lcs, const uint32_t *a, size_t a_count, const uint32_t *b,
                       size_t b_count)
{
    uint64_t v = ~UINT64_C(0), hits = 0;
    size_t i = a_count, j = b_count;
    for (size_t k = 0; k < b_count; k++) {
        uint64_t match = v & lcs->rows[b[k]];
        v = (v + match) | (v - match);
        lcs->columns[k] = v;
    }
    while (i > 0 && j > 0) { /* same as walk_hits() */
        if (a[i - 1] == b[j - 1]) {
            i--;
            j--;
            hits |= UINT64_C(1) << i;
        } else if ((lcs->columns[j - 1] >> (i - 1) & 1) == 0) {
            j--;
        } else {
            i--;
        }
    }
    return hits;
}
