/*
 * chargram.c - in: text, and a model of clean text and boilerplate; out: the log ratio of the two.
 *
 * A model has the strings that were met as a tree (chargram_parts.h); a walk through it goes from
 * state to state, one a symbol, and falls back to shorter histories where a string was not met.
 * Where all histories fit into a table, they have it, too: each history of n - 1 symbols has a
 * line, and each line the log ratios of all symbols. Both give the same numbers.
 */
#include "model/chargram.h"

#include "model/chargram_parts.h"

enum { CHUNK = 4096 }; /* symbols that are folded at a time: they stay in the nearest cache */

void pith__chargram_view(struct pith__chargram *model, const unsigned char *bytes)
{
#define WORD(number) pith__load_word(bytes + 4 * (size_t)(number))
    struct pith__chargram_sizes sizes;
    uint32_t lines = WORD(PITH__CHARGRAM_LINE_COUNT);
    *model = (struct pith__chargram){.fact_len = WORD(PITH__CHARGRAM_FACT_BYTES),
                                     .bytes = WORD(PITH__CHARGRAM_SIZE),
                                     .state_count = WORD(PITH__CHARGRAM_STATE_COUNT),
                                     .leaf_count = WORD(PITH__CHARGRAM_LEAF_COUNT),
                                     .start = WORD(PITH__CHARGRAM_START),
                                     .order = WORD(PITH__CHARGRAM_ORDER_AT),
                                     .folding = WORD(PITH__CHARGRAM_FOLDING) & 0xFFFF,
                                     .symbols = WORD(PITH__CHARGRAM_FOLDING) >> 16,
                                     .prior = (int32_t)WORD(PITH__CHARGRAM_PRIOR)};
#undef WORD
    pith__chargram_sizes(&sizes, model->state_count, model->leaf_count, lines, model->symbols,
                         model->fact_len);
    model->states = bytes + 4 * (size_t)PITH__CHARGRAM_HEAD;
    model->leaves = model->states + sizes.states;
    const unsigned char *rest = model->leaves + sizes.leaves;
    if (lines > 0) {
        model->lines = rest;
        model->table = rest + sizes.lines;
    }
    model->facts = (const char *)(rest + sizes.lines + sizes.table);
}

/* ------------------------------------------------------------------- walks */

/* How far a segment is scored. Symbols stand in BUFFER behind the order - 1 before them. */
struct walk {
    uint32_t state; /* of the tree; of the table: number of the history */
    unsigned char buffer[PITH__CHARGRAM_ORDER + CHUNK];
};

/* By the table. A history is a number in base SYMBOLS; each step takes the oldest digit off. SHARES
 * is a constant where this is inlined. */
static inline int64_t walk_table(const struct pith__chargram *model, struct walk *walk,
                                 size_t count, int32_t *shares)
{
    const unsigned char *symbols = walk->buffer + model->order - 1;
    const uint32_t base = model->symbols;
    uint32_t history = walk->state, top = 1;
    int64_t sum = 0;
    for (unsigned i = 1; i < model->order; i++)
        top *= base;
    for (size_t i = 0; i < count; i++) {
        uint32_t line = pith__load_half(model->lines + 2 * (size_t)history);
        int32_t score = pith__load_score(model->table + 2 * ((size_t)line * base + symbols[i]));
        history = history * base + symbols[i] - walk->buffer[i] * top;
        sum += score;
        if (shares != NULL)
            shares[i] = score;
    }
    walk->state = history;
    return sum;
}

static inline int64_t walk_tree(const struct pith__chargram *model, struct walk *walk, size_t count,
                                int32_t *shares)
{
    const unsigned char *symbols = walk->buffer + model->order - 1;
    uint32_t state = walk->state;
    int64_t sum = 0;
    for (size_t i = 0; i < count; i++) {
        int32_t score = 0;
        state = pith__chargram_step(model, state, symbols[i], &score);
        sum += score;
        if (shares != NULL)
            shares[i] = score;
    }
    walk->state = state;
    return sum;
}

static void walk_begin(const struct pith__chargram *model, struct walk *walk)
{
    walk->state = model->table != NULL ? 0 : model->start;
    memset(walk->buffer, PITH__CHARGRAM_BOUNDARY, PITH__CHARGRAM_ORDER);
}

/* Scores the COUNT symbols in the buffer, at most CHUNK. */
static int64_t walk_on(const struct pith__chargram *model, struct walk *walk, size_t count,
                       int32_t *shares)
{
    int64_t sum;
    if (model->table != NULL)
        sum = shares != NULL ? walk_table(model, walk, count, shares)
                             : walk_table(model, walk, count, NULL);
    else
        sum = shares != NULL ? walk_tree(model, walk, count, shares)
                             : walk_tree(model, walk, count, NULL);
    memmove(walk->buffer, walk->buffer + count, model->order - 1);
    return sum;
}

static int64_t walk_end(const struct pith__chargram *model, struct walk *walk)
{
    walk->buffer[model->order - 1] = PITH__CHARGRAM_BOUNDARY;
    return walk_on(model, walk, 1, NULL);
}

/* ------------------------------------------------------------------ scores */

int64_t pith__chargram_explain(const struct pith__chargram *model, const unsigned char *symbols,
                               size_t count, int32_t *shares)
{
    struct walk walk;
    int64_t sum = 0;
    walk_begin(model, &walk);
    for (size_t at = 0; at < count; at += CHUNK) {
        size_t part = count - at < CHUNK ? count - at : CHUNK;
        memcpy(walk.buffer + model->order - 1, symbols + at, part);
        sum += walk_on(model, &walk, part, shares != NULL ? shares + at : NULL);
    }
    return sum + walk_end(model, &walk);
}

int64_t pith__chargram_score_symbols(const struct pith__chargram *model,
                                     const unsigned char *symbols, size_t count)
{
    return pith__chargram_explain(model, symbols, count, NULL);
}

/* Where the part of LEN bytes ends that is folded at a time: not within a character. */
static size_t part_of(const unsigned char *text, size_t len)
{
    if (len <= CHUNK)
        return len;
    size_t end = CHUNK;
    while (end > CHUNK - 4 && (text[end] & 0xC0) == 0x80)
        end--;
    return end;
}

int64_t pith__chargram_score(const struct pith__chargram *model, const unsigned char *text,
                             size_t len)
{
    struct walk walk;
    int64_t sum = 0;
    walk_begin(model, &walk);
    while (len > 0) {
        size_t part = part_of(text, len);
        size_t count = pith__fold(model->folding, text, part, walk.buffer + model->order - 1, NULL);
        sum += walk_on(model, &walk, count, NULL);
        text += part;
        len -= part;
    }
    return sum + walk_end(model, &walk);
}
