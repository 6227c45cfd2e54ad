/*
 * ngram_count.c - see ngram_count.h.
 */
#include "train/ngram_count.h"

#include <stdlib.h>

/* ----------------------------------------------------------------- counting */

void ngram_counter_init(struct ngram_counter *counter, unsigned order, unsigned folding)
{
    *counter = (struct ngram_counter){.order = order, .folding = folding};
}

void ngram_counter_deinit(struct ngram_counter *counter)
{
    pith__hash_deinit(&counter->strings);
    free(counter->counts);
    free(counter->symbols);
    *counter = (struct ngram_counter){.order = 0};
}

static bool count_string(struct ngram_counter *counter, uint64_t string)
{
    uint32_t number, before = counter->strings.count;
    if (before == counter->count_cap) {
        size_t cap = 2 * counter->count_cap + 4096;
        uint32_t *counts = realloc(counter->counts, cap * sizeof *counts);
        if (counts == NULL)
            return false;
        counter->counts = counts;
        counter->count_cap = cap;
    }
    if (pith__hash_add(&counter->strings, string, &number) != PITH_OK)
        return false;
    if (number == before)
        counter->counts[number] = 0;
    if (counter->counts[number] < UINT32_MAX)
        counter->counts[number]++;
    return true;
}

bool ngram_counter_add(struct ngram_counter *counter, const unsigned char *text, size_t len)
{
    uint64_t mask = (UINT64_C(1) << NGRAM_BITS * counter->order) - 1, string = 0;
    if (len == 0)
        return true;
    if (len >= counter->symbol_cap) {
        unsigned char *more = realloc(counter->symbols, 2 * len + 1);
        if (more == NULL)
            return false;
        counter->symbols = more;
        counter->symbol_cap = 2 * len + 1;
    }
    size_t count = pith__fold(counter->folding, text, len, counter->symbols, NULL);
    counter->symbols[count++] = PITH__CHARGRAM_BOUNDARY;
    for (size_t i = 0; i < count; i++) {
        string = (string << NGRAM_BITS | counter->symbols[i]) & mask;
        if (!count_string(counter, string))
            return false;
    }
    return true;
}

/* ------------------------------------------------------------------- levels */

static bool level_alloc(struct ngram_level *level, size_t count)
{
    level->keys = malloc((count + 1) * sizeof *level->keys);
    level->counts = malloc((count + 1) * sizeof *level->counts);
    level->count = count;
    return level->keys != NULL && level->counts != NULL;
}

static void level_free(struct ngram_level *level)
{
    free(level->keys);
    free(level->counts);
    *level = (struct ngram_level){NULL, NULL, 0};
}

/* One pass of a radix sort, by the symbol at SHIFT. */
static void sort_by(const struct ngram_level *from, struct ngram_level *to, unsigned shift)
{
    size_t starts[1 << NGRAM_BITS] = {0}, sum = 0;
    for (size_t i = 0; i < from->count; i++)
        starts[from->keys[i] >> shift & 127]++;
    for (size_t i = 0; i < 1 << NGRAM_BITS; i++) {
        size_t here = starts[i];
        starts[i] = sum;
        sum += here;
    }
    for (size_t i = 0; i < from->count; i++) {
        size_t place = starts[from->keys[i] >> shift & 127]++;
        to->keys[place] = from->keys[i];
        to->counts[place] = from->counts[i];
    }
}

/* Sorts a level of strings of LENGTH symbols. */
static bool level_sort(struct ngram_level *level, unsigned length)
{
    struct ngram_level spare;
    if (!level_alloc(&spare, level->count)) {
        level_free(&spare);
        return false;
    }
    for (unsigned i = 0; i < length; i++) {
        struct ngram_level swap = *level;
        sort_by(level, &spare, NGRAM_BITS * i);
        *level = spare;
        spare = swap;
    }
    level_free(&spare);
    return true;
}

/* Merges entries with the same string. */
static void level_unite(struct ngram_level *level)
{
    size_t count = 0;
    for (size_t i = 0; i < level->count; i++) {
        if (count > 0 && level->keys[count - 1] == level->keys[i]) {
            level->counts[count - 1] += level->counts[i];
            continue;
        }
        level->keys[count] = level->keys[i];
        level->counts[count++] = level->counts[i];
    }
    level->count = count;
}

/* Removes the first symbol from all strings of a level. */
static bool level_shorten(struct ngram_level *shorter, const struct ngram_level *level,
                          unsigned length)
{
    uint64_t mask = (UINT64_C(1) << NGRAM_BITS * (length - 1)) - 1;
    if (!level_alloc(shorter, level->count))
        return false;
    for (size_t i = 0; i < level->count; i++) {
        shorter->keys[i] = level->keys[i] & mask;
        shorter->counts[i] = level->counts[i];
    }
    if (!level_sort(shorter, length - 1))
        return false;
    level_unite(shorter);
    return true;
}

bool ngram_levels_of(struct ngram_levels *levels, const struct ngram_counter *counter)
{
    *levels = (struct ngram_levels){.order = counter->order, .folding = counter->folding};
    struct ngram_level *top = &levels->levels[counter->order];
    bool good = level_alloc(top, counter->strings.count);
    if (good) {
        if (top->count > 0) {
            memcpy(top->keys, counter->strings.keys, top->count * sizeof *top->keys);
            memcpy(top->counts, counter->counts, top->count * sizeof *top->counts);
        }
        good = level_sort(top, counter->order);
    }
    for (unsigned length = counter->order; good && length > 1; length--)
        good = level_shorten(&levels->levels[length - 1], &levels->levels[length], length);
    if (!good)
        ngram_levels_deinit(levels);
    return good;
}

/* A plus B, or A minus B. */
static bool level_merge(struct ngram_level *out, const struct ngram_level *a,
                        const struct ngram_level *b, bool take)
{
    size_t i = 0, k = 0, count = 0;
    if (!level_alloc(out, a->count + (take ? 0 : b->count)))
        return false;
    while (i < a->count || (k < b->count && !take)) {
        if (k == b->count || (i < a->count && a->keys[i] < b->keys[k])) {
            out->keys[count] = a->keys[i];
            out->counts[count++] = a->counts[i++];
        } else if (i == a->count || b->keys[k] < a->keys[i]) {
            if (!take) {
                out->keys[count] = b->keys[k];
                out->counts[count++] = b->counts[k];
            }
            k++;
        } else {
            uint32_t x = a->counts[i], y = b->counts[k];
            out->keys[count] = a->keys[i];
            out->counts[count] = take ? (x > y ? x - y : 0) : x + y;
            count += out->counts[count] > 0;
            i++;
            k++;
        }
    }
    out->count = count;
    return true;
}

static bool levels_merge(struct ngram_levels *out, const struct ngram_levels *a,
                         const struct ngram_levels *b, bool take)
{
    *out = (struct ngram_levels){.order = a->order, .folding = a->folding};
    for (unsigned length = 1; length <= a->order; length++) {
        if (!level_merge(&out->levels[length], &a->levels[length], &b->levels[length], take)) {
            ngram_levels_deinit(out);
            return false;
        }
    }
    return true;
}

bool ngram_levels_add(struct ngram_levels *sum, const struct ngram_levels *a,
                      const struct ngram_levels *b)
{
    return levels_merge(sum, a, b, false);
}

bool ngram_levels_take(struct ngram_levels *rest, const struct ngram_levels *a,
                       const struct ngram_levels *b)
{
    return levels_merge(rest, a, b, true);
}

static void level_prune(struct ngram_level *a, struct ngram_level *b, uint64_t least)
{
    size_t i = 0, k = 0, left_a = 0, left_b = 0;
    while (i < a->count || k < b->count) {
        uint64_t key = i < a->count ? a->keys[i] : UINT64_MAX;
        if (k < b->count && b->keys[k] < key)
            key = b->keys[k];
        bool in_a = i < a->count && a->keys[i] == key, in_b = k < b->count && b->keys[k] == key;
        uint64_t sum = (in_a ? (uint64_t)a->counts[i] : 0) + (in_b ? b->counts[k] : 0);
        if (in_a && sum >= least) {
            a->keys[left_a] = key;
            a->counts[left_a++] = a->counts[i];
        }
        if (in_b && sum >= least) {
            b->keys[left_b] = key;
            b->counts[left_b++] = b->counts[k];
        }
        i += in_a;
        k += in_b;
    }
    a->count = left_a;
    b->count = left_b;
}

void ngram_levels_prune(struct ngram_levels *a, struct ngram_levels *b, uint64_t least)
{
    for (unsigned length = 2; least > 1 && length <= a->order; length++)
        level_prune(&a->levels[length], &b->levels[length], least);
}

uint64_t ngram_levels_total(const struct ngram_levels *levels)
{
    uint64_t sum = 0;
    for (size_t i = 0; i < levels->levels[1].count; i++)
        sum += levels->levels[1].counts[i];
    return sum;
}

void ngram_levels_deinit(struct ngram_levels *levels)
{
    for (unsigned length = 1; length <= PITH__CHARGRAM_ORDER; length++)
        level_free(&levels->levels[length]);
}
