/*
 * ngram_file.c - see ngram_file.h; docs/reference/model-format.md has the format.
 */
#include "train/ngram_file.h"

#include <stdlib.h>

#include "base/crc32.h"
#include "model/chargram_parts.h"
#include "model/forest.h"

/* A table pays off only in models that use it: with few strings nearly all histories are alike. */
enum { LINES_ANYWAY = 20000, LINES_A_STATE = 16 };

const char *ngram_folding_name(unsigned folding)
{
    static const char *const names[PITH__FOLDINGS] = {"ascii", "unicode", "ascii-nonlexical",
                                                      "unicode-nonlexical"};
    return names[folding % PITH__FOLDINGS];
}

bool ngram_nodes_alloc(struct ngram_nodes_level *level, size_t count)
{
    level->keys = malloc((count + 1) * sizeof *level->keys);
    level->scores = calloc(count + 1, sizeof *level->scores);
    level->backoffs = calloc(count + 1, sizeof *level->backoffs);
    level->count = count;
    return level->keys != NULL && level->scores != NULL && level->backoffs != NULL;
}

void ngram_nodes_bias(struct ngram_nodes *nodes, double nats)
{
    double scaled = nats * PITH__CHARGRAM_UNIT;
    int32_t units = (int32_t)(scaled < 0 ? scaled - 0.5 : scaled + 0.5);
    /* A missing string gets the score of a shorter one, and so has the bias once too. */
    for (unsigned length = 1; length <= nodes->order; length++) {
        struct ngram_nodes_level *level = &nodes->levels[length];
        for (size_t i = 0; i < level->count; i++) {
            int32_t score = level->scores[i] + units;
            level->scores[i] = (int16_t)(score > INT16_MAX   ? INT16_MAX
                                         : score < INT16_MIN ? INT16_MIN
                                                             : score);
        }
    }
}

void ngram_nodes_deinit(struct ngram_nodes *nodes)
{
    for (unsigned length = 1; length <= PITH__CHARGRAM_ORDER; length++) {
        free(nodes->levels[length].keys);
        free(nodes->levels[length].scores);
        free(nodes->levels[length].backoffs);
    }
    *nodes = (struct ngram_nodes){.order = 0};
}

/* ------------------------------------------------------------------ writing */

static void put_half(unsigned char *at, uint32_t half)
{
    at[0] = (unsigned char)half;
    at[1] = (unsigned char)(half >> 8);
}

static void put_word(unsigned char *at, uint32_t word)
{
    put_half(at, word);
    put_half(at + 2, word >> 16);
}

/* Index of KEY among the strings of a level; COUNT if absent. */
static size_t find_key(const struct ngram_nodes_level *level, uint64_t key)
{
    size_t low = 0, high = level->count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (level->keys[middle] < key)
            low = middle + 1;
        else
            high = middle;
    }
    return low < level->count && level->keys[low] == key ? low : level->count;
}

struct layout {
    const struct ngram_nodes *nodes;
    struct pith__chargram_sizes sizes;
    uint32_t firsts[PITH__CHARGRAM_ORDER + 1]; /* index of the first string of each length */
    uint32_t state_count, leaf_count, line_count;
    uint64_t bytes;
};

/* Returns false if it is too large for a file. */
static bool lay_out(struct layout *layout, const struct ngram_nodes *nodes, bool table,
                    size_t fact_len)
{
    unsigned symbols = pith__fold_symbols(nodes->folding);
    uint64_t count = 1, lines;
    layout->nodes = nodes;
    layout->firsts[0] = 0;
    for (unsigned length = 1; length <= nodes->order; length++) {
        layout->firsts[length] = (uint32_t)count;
        count += nodes->levels[length].count;
        if (count > UINT32_MAX)
            return false;
    }
    layout->leaf_count = (uint32_t)nodes->levels[nodes->order].count;
    layout->state_count = (uint32_t)count - layout->leaf_count;
    lines = pith__chargram_lines(nodes->order, symbols);
    if (!table || layout->state_count > UINT16_MAX ||
        (lines > LINES_ANYWAY && lines > LINES_A_STATE * (uint64_t)layout->state_count) ||
        pith__chargram_sizes(&layout->sizes, layout->state_count, layout->leaf_count, lines,
                             symbols, 0) > PITH__CHARGRAM_TABLE)
        lines = 0;
    layout->line_count = (uint32_t)lines;
    layout->bytes = pith__chargram_sizes(&layout->sizes, layout->state_count, layout->leaf_count,
                                         lines, symbols, fact_len);
    return layout->bytes <= PITH__CHARGRAM_BYTES;
}

/* Writes the children of string I of a length, or of the root: the strings of the next length from
 * *NEXT on that begin with it. */
static void put_children(const struct layout *layout, unsigned length, size_t i, size_t *next,
                         unsigned char *state)
{
    const struct ngram_nodes_level *level = &layout->nodes->levels[length];
    const struct ngram_nodes_level *longer = &layout->nodes->levels[length + 1];
    uint64_t key = length > 0 ? level->keys[i] : 0;
    uint32_t low = 0;
    put_word(state + PITH__STATE_FIRST, layout->firsts[length + 1] + (uint32_t)*next);
    for (; *next < longer->count && longer->keys[*next] >> NGRAM_BITS == key; ++*next) {
        unsigned symbol = (unsigned)(longer->keys[*next] & 127);
        state[symbol / 8] = (unsigned char)(state[symbol / 8] | 1u << symbol % 8);
        low += symbol < 64;
    }
    put_word(state + PITH__STATE_LOW, low);
}

/* Finds the string without its first symbol. Returns false if it is absent. */
static bool suffix_of(const struct layout *layout, unsigned length, uint64_t key, uint32_t *number)
{
    const struct ngram_nodes_level *shorter = &layout->nodes->levels[length - 1];
    *number = 0;
    if (length == 1)
        return true;
    size_t place = find_key(shorter, key & ((UINT64_C(1) << NGRAM_BITS * (length - 1)) - 1));
    *number = layout->firsts[length - 1] + (uint32_t)place;
    return place < shorter->count;
}

/* Writes all states and leaves. Returns false if the prefix or suffix of a string is missing. */
static bool put_strings(const struct layout *layout, unsigned char *states, unsigned char *leaves)
{
    const struct ngram_nodes *nodes = layout->nodes;
    for (unsigned length = 0; length <= nodes->order; length++) {
        const struct ngram_nodes_level *level = &nodes->levels[length];
        size_t count = length > 0 ? level->count : 1, next = 0;
        for (size_t i = 0; i < count; i++) {
            uint32_t suffix = 0;
            if (length > 0 && !suffix_of(layout, length, level->keys[i], &suffix))
                return false;
            if (length == nodes->order) {
                unsigned char *leaf = leaves + i * PITH__LEAF_BYTES;
                put_half(leaf, (uint16_t)level->scores[i]);
                put_word(leaf + PITH__LEAF_SUFFIX, suffix);
                continue;
            }
            unsigned char *state = states + (layout->firsts[length] + i) * PITH__STATE_BYTES;
            put_children(layout, length, i, &next, state);
            put_word(state + PITH__STATE_SUFFIX, suffix);
            if (length > 0) {
                put_half(state + PITH__STATE_SCORE, (uint16_t)level->scores[i]);
                put_half(state + PITH__STATE_BACKOFF, (uint16_t)level->backoffs[i]);
            }
        }
        if (length < nodes->order && next != nodes->levels[length + 1].count)
            return false;
    }
    return true;
}

/* Fills the table by walking through the tree. */
static void put_table(const struct layout *layout, const struct pith__chargram *model,
                      unsigned char *lines, unsigned char *table)
{
    for (uint32_t state = 0; state < model->state_count; state++) {
        for (unsigned symbol = 0; symbol < model->symbols; symbol++) {
            int32_t score = 0;
            pith__chargram_step(model, state, symbol, &score);
            score = score > INT16_MAX ? INT16_MAX : score < INT16_MIN ? INT16_MIN : score;
            put_half(table + 2 * ((size_t)state * model->symbols + symbol), (uint16_t)score);
        }
    }
    for (uint32_t line = 0; line < layout->line_count; line++) {
        uint32_t state = 0, unit = layout->line_count;
        int32_t ignored = 0;
        for (unsigned i = 1; i < model->order; i++) {
            unit /= model->symbols;
            state = pith__chargram_step(model, state, line / unit % model->symbols, &ignored);
        }
        put_half(lines + 2 * (size_t)line, state);
    }
}

static void put_head(const struct layout *layout, unsigned char *bytes, size_t fact_len)
{
    const struct ngram_nodes *nodes = layout->nodes;
    const uint32_t head[PITH__CHARGRAM_HEAD] = {
        [PITH__CHARGRAM_MAGIC] = PITH__CHARGRAM_MAGIC_1,
        [PITH__CHARGRAM_MAGIC + 1] = PITH__CHARGRAM_MAGIC_2,
        [PITH__CHARGRAM_VERSION_AT] = PITH__CHARGRAM_VERSION,
        [PITH__CHARGRAM_SIZE] = (uint32_t)layout->bytes,
        [PITH__CHARGRAM_ORDER_AT] = nodes->order,
        [PITH__CHARGRAM_FOLDING] = nodes->folding | pith__fold_symbols(nodes->folding) << 16,
        [PITH__CHARGRAM_STATE_COUNT] = layout->state_count,
        [PITH__CHARGRAM_LEAF_COUNT] = layout->leaf_count,
        [PITH__CHARGRAM_LINE_COUNT] = layout->line_count,
        [PITH__CHARGRAM_FACT_BYTES] = (uint32_t)fact_len,
        [PITH__CHARGRAM_PRIOR] = (uint32_t)nodes->prior};
    for (size_t i = 0; i < PITH__CHARGRAM_HEAD; i++)
        put_word(bytes + 4 * i, head[i]);
}

/* The initial state of a segment: after order - 1 boundaries. */
static uint32_t start_of(const struct pith__chargram *model)
{
    uint32_t state = 0;
    int32_t ignored = 0;
    for (unsigned i = 1; i < model->order; i++)
        state = pith__chargram_step(model, state, PITH__CHARGRAM_BOUNDARY, &ignored);
    return state;
}

unsigned char *ngram_bytes(const struct ngram_nodes *nodes, bool table, const char *facts,
                           size_t *len)
{
    struct layout layout;
    struct pith__chargram model;
    size_t fact_len = strlen(facts);
    if (fact_len > PITH__CHARGRAM_FACTS)
        fact_len = PITH__CHARGRAM_FACTS;
    if (!lay_out(&layout, nodes, table, fact_len) ||
        nodes->levels[1].count != pith__fold_symbols(nodes->folding))
        return NULL;
    unsigned char *bytes = calloc((size_t)layout.bytes, 1);
    if (bytes == NULL)
        return NULL;
    put_head(&layout, bytes, fact_len);
    pith__chargram_view(&model, bytes);
    unsigned char *states = bytes + 4 * (size_t)PITH__CHARGRAM_HEAD;
    unsigned char *leaves = states + layout.sizes.states;
    unsigned char *lines = leaves + layout.sizes.leaves;
    if (!put_strings(&layout, states, leaves)) {
        free(bytes);
        return NULL;
    }
    if (layout.line_count > 0)
        put_table(&layout, &model, lines, lines + layout.sizes.lines);
    put_word(bytes + 4 * (size_t)PITH__CHARGRAM_START, start_of(&model));
    memcpy(lines + layout.sizes.lines + layout.sizes.table, facts, fact_len);
    *len = (size_t)layout.bytes;
    put_word(bytes + 4 * (size_t)PITH__CHARGRAM_CRC,
             pith__crc32(bytes + 4 * (size_t)PITH__CHARGRAM_SIZE,
                         *len - 4 * (size_t)PITH__CHARGRAM_SIZE));
    return bytes;
}

/* ------------------------------------------------------------------ reading */

/* Appends the children of a state, whose string is KEY, to a level that has room. */
static void take_children(const struct pith__chargram *model, uint32_t state, uint64_t key,
                          struct ngram_nodes_level *level)
{
    const unsigned char *at = model->states + (size_t)state * PITH__STATE_BYTES;
    for (unsigned symbol = 0; symbol < model->symbols; symbol++) {
        uint32_t child = pith__state_child(at, symbol);
        if (child == 0)
            continue;
        level->keys[level->count] = key << NGRAM_BITS | symbol;
        if (child < model->state_count) {
            const unsigned char *to = model->states + (size_t)child * PITH__STATE_BYTES;
            level->scores[level->count] = (int16_t)pith__load_score(to + PITH__STATE_SCORE);
            level->backoffs[level->count] = (int16_t)pith__load_score(to + PITH__STATE_BACKOFF);
        } else {
            level->scores[level->count] = (int16_t)pith__load_score(
                model->leaves + (size_t)(child - model->state_count) * PITH__LEAF_BYTES);
        }
        level->count++;
    }
}

/* Total number of children of the COUNT states from FIRST on. */
static size_t children_of(const struct pith__chargram *model, uint32_t first, size_t count)
{
    size_t children = 0;
    for (size_t i = 0; i < count; i++) {
        const unsigned char *at = model->states + (first + i) * PITH__STATE_BYTES;
        children += pith__bits_count(pith__load8(at)) + pith__bits_count(pith__load8(at + 8));
    }
    return children;
}

bool ngram_nodes_of(struct ngram_nodes *nodes, const struct pith__chargram *model)
{
    uint32_t first = 0;
    size_t count = 1;
    *nodes = (struct ngram_nodes){
        .order = model->order, .folding = model->folding, .prior = model->prior};
    for (unsigned length = 1; length <= model->order; length++) {
        struct ngram_nodes_level *level = &nodes->levels[length];
        if (!ngram_nodes_alloc(level, children_of(model, first, count))) {
            ngram_nodes_deinit(nodes);
            return false;
        }
        level->count = 0;
        for (size_t i = 0; i < count; i++)
            take_children(model, first + (uint32_t)i,
                          length > 1 ? nodes->levels[length - 1].keys[i] : 0, level);
        first += (uint32_t)count;
        count = level->count;
    }
    return true;
}
