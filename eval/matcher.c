/*
 * matcher.c - in: two sequences of numbers; out: blocks of equal ones, as defined in matcher.h.
 *
 * As in difflib, if B has 200 or more numbers, those that make up more than 1 % of it are popular:
 * a block never starts from them but may extend over them. Of blocks of equal length the first in A
 * wins, then the first in B.
 */
#include <stdlib.h>

#include "eval/matcher.h"
#include "eval/word_ids.h"

enum { POPULAR_FROM = 200, POPULAR_SHARE = 100 };

/* Half-open ranges of A and B. */
struct range {
    uint32_t a_low, a_high, b_low, b_high;
};

void matcher_deinit(struct matcher *matcher)
{
    free(matcher->starts);
    free(matcher->counts);
    free(matcher->places);
    free(matcher->lengths);
    free(matcher->ranges);
    free(matcher->blocks);
    memset(matcher, 0, sizeof *matcher);
}

static bool room_numbers(uint32_t **data, size_t *cap, size_t count)
{
    void *grown = *data;
    bool ok = tokens_room(&grown, cap, count, sizeof **data);
    *data = grown;
    return ok;
}

/* ---------------------------------------------------------------- positions of each number in B */

static bool index_places(struct matcher *matcher, const struct lcs_pair *pair)
{
    if (!room_numbers(&matcher->starts, &matcher->starts_cap, pair->ids + 1) ||
        !room_numbers(&matcher->counts, &matcher->counts_cap, pair->ids) ||
        !room_numbers(&matcher->places, &matcher->places_cap, pair->b_count + 1))
        return false;
    size_t had = matcher->lengths_cap;
    if (!room_numbers(&matcher->lengths, &matcher->lengths_cap, pair->b_count + 1))
        return false;
    memset(matcher->lengths + had, 0, (matcher->lengths_cap - had) * sizeof *matcher->lengths);

    uint32_t *starts = matcher->starts, *counts = matcher->counts, sum = 0;
    memset(counts, 0, pair->ids * sizeof *counts);
    for (size_t j = 0; j < pair->b_count; j++)
        counts[pair->b[j]]++;
    size_t limit = pair->b_count >= POPULAR_FROM ? pair->b_count / POPULAR_SHARE + 1 : SIZE_MAX;
    for (size_t id = 0; id < pair->ids; id++) {
        sum += counts[id] > limit ? 0 : counts[id];
        starts[id] = sum; /* the end, from which positions are filled in backwards */
    }
    starts[pair->ids] = sum;
    for (size_t j = pair->b_count; j-- > 0;) {
        uint32_t id = pair->b[j];
        if (counts[id] <= limit)
            matcher->places[--starts[id]] = (uint32_t)j;
    }
    return true;
}

/* The first of the positions from FROM to TO that is at least LEAST. */
static uint32_t first_place(const uint32_t *places, uint32_t from, uint32_t to, uint32_t least)
{
    while (from < to) {
        uint32_t middle = from + (to - from) / 2;
        if (places[middle] < least)
            from = middle + 1;
        else
            to = middle;
    }
    return from;
}

/* ---------------------------------------------------------------- the longest block */

/* The positions of a row's number, within the range. */
struct row {
    uint32_t from, to;
};

static struct row row_of(const struct matcher *matcher, uint32_t id, const struct range *range)
{
    uint32_t from = matcher->starts[id], to = matcher->starts[id + 1];
    from = first_place(matcher->places, from, to, range->b_low);
    to = first_place(matcher->places, from, to, range->b_high);
    return (struct row){from, to};
}

/* LENGTHS is shifted by one: lengths[j + 1] is for the block that ends at position J. Goes from the
 * last position down, so that each still finds its left neighbour's length from the previous row.
 */
static void fill_row(struct matcher *matcher, struct row row, uint32_t i, const struct range *range,
                     struct matcher_block *best)
{
    uint32_t size_before = best->size;
    for (uint32_t k = row.to; k-- > row.from;) {
        uint32_t j = matcher->places[k];
        uint32_t size = (j > range->b_low ? matcher->lengths[j] : 0) + 1;
        matcher->lengths[j + 1] = size;
        if (size > size_before && size >= best->size)
            *best = (struct matcher_block){i + 1 - size, j + 1 - size, size};
    }
}

static void clear_row(struct matcher *matcher, struct row row)
{
    for (uint32_t k = row.from; k < row.to; k++)
        matcher->lengths[matcher->places[k] + 1] = 0;
}

static struct matcher_block longest(struct matcher *matcher, const struct lcs_pair *pair,
                                    struct range range)
{
    struct matcher_block best = {range.a_low, range.b_low, 0};
    struct row before = {0, 0};
    for (uint32_t i = range.a_low; i < range.a_high && matcher->steps <= MATCHER_STEPS; i++) {
        struct row row = row_of(matcher, pair->a[i], &range);
        matcher->steps += row.to - row.from + 1;
        fill_row(matcher, row, i, &range, &best);
        if (i > range.a_low && pair->a[i - 1] != pair->a[i]) /* its lengths are outdated now */
            clear_row(matcher, before);
        before = row;
    }
    clear_row(matcher, before);
    while (best.a > range.a_low && best.b > range.b_low &&
           pair->a[best.a - 1] == pair->b[best.b - 1]) {
        best.a--;
        best.b--;
        best.size++;
    }
    while (best.a + best.size < range.a_high && best.b + best.size < range.b_high &&
           pair->a[best.a + best.size] == pair->b[best.b + best.size])
        best.size++;
    return best;
}

/* ---------------------------------------------------------------- all blocks */

static bool push_block(struct matcher *matcher, struct matcher_block block)
{
    void *blocks = matcher->blocks;
    if (!tokens_room(&blocks, &matcher->blocks_cap, matcher->block_count + 1,
                     sizeof *matcher->blocks))
        return false;
    matcher->blocks = blocks;
    matcher->blocks[matcher->block_count++] = block;
    return true;
}

/* A range takes two entries: its lower and its upper ends. */
static bool push_range(struct matcher *matcher, size_t *count, struct range range)
{
    if (range.a_low >= range.a_high || range.b_low >= range.b_high)
        return true;
    void *ranges = matcher->ranges;
    if (!tokens_room(&ranges, &matcher->ranges_cap, *count + 2, sizeof *matcher->ranges))
        return false;
    matcher->ranges = ranges;
    matcher->ranges[(*count)++] = (struct matcher_block){range.a_low, range.b_low, 0};
    matcher->ranges[(*count)++] = (struct matcher_block){range.a_high, range.b_high, 0};
    return true;
}

enum lcs_result matcher_run(struct matcher *matcher, struct lcs_pair pair)
{
    size_t count = 0;
    matcher->block_count = 0;
    matcher->steps = 0;
    if (pair.a_count >= INT32_MAX || pair.b_count >= INT32_MAX)
        return LCS_TOO_LONG;
    if (!index_places(matcher, &pair) ||
        !push_range(matcher, &count,
                    (struct range){0, (uint32_t)pair.a_count, 0, (uint32_t)pair.b_count}))
        return LCS_NO_MEMORY;
    while (count > 0) {
        count -= 2;
        const struct matcher_block *ends = matcher->ranges + count;
        struct range range = {ends[0].a, ends[1].a, ends[0].b, ends[1].b};
        struct matcher_block best = longest(matcher, &pair, range);
        if (matcher->steps > MATCHER_STEPS)
            return LCS_TOO_LONG;
        if (best.size == 0)
            continue;
        struct range left = {range.a_low, best.a, range.b_low, best.b};
        struct range right = {best.a + best.size, range.a_high, best.b + best.size, range.b_high};
        if (!push_block(matcher, best) || !push_range(matcher, &count, left) ||
            !push_range(matcher, &count, right))
            return LCS_NO_MEMORY;
    }
    return LCS_OK;
}
