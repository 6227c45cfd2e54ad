/*
 * chargram.c - scores text. In: text and an n-gram model. Out: the log ratio of clean text to
 * boilerplate.
 *
 * A model stores the strings it has seen as a tree (chargram_parts.h). Scoring goes from state to
 * state, one step per symbol, and backs off to a shorter history where a string was not seen. If
 * all histories fit into a table, the model has the table, too: each history of n - 1 symbols has a
 * line, and each line the log ratios of all symbols. Tree and table give the same numbers.
 */
#include "model/chargram.h"

#include "model/chargram_parts.h"

enum { CHUNK = 4096 }; /* symbols folded at a time: they fit into the L1 cache */

void pith__chargram_view(struct pith__chargram *model, const unsigned char *bytes)
{
#define WORD(number) pith__load4(bytes + 4 * (size_t)(number))
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

/* The state of scoring a segment. Symbols are in BUFFER behind the order - 1 that precede them. */
struct walk {
    uint32_t state; /* state of the tree; with a table: number of the history */
    unsigned char buffer[PITH__CHARGRAM_ORDER + CHUNK];
};

/* With the table. A history is a number in base SYMBOLS; each step removes the oldest digit. SHARES
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

/* With the tree, symbol by symbol. */
static int64_t walk_tree(const struct pith__chargram *model, struct walk *walk, size_t count,
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

/*
 * Walks the tree in several lanes at once. A large tree is not in the caches: while one lane waits
 * for its next record, the others go on. A state depends only on the order - 1 symbols before it,
 * so a lane that begins in the middle starts that many symbols early, at the root, and drops the
 * sum when its part begins.
 */
struct lane {
    const unsigned char *at;   /* the record it has reached: of a state or a leaf */
    const unsigned char *p;    /* the next symbol */
    const unsigned char *end;  /* end of its part */
    const unsigned char *drop; /* where its part begins and the sum is dropped; NULL: not dropped */
    int32_t sum;               /* of at most CHUNK symbols, so it cannot overflow */
    bool leaf;                 /* AT is a leaf */
    bool entered;              /* AT was reached by a symbol, not by backing off */
};

static inline void look_ahead(const unsigned char *record)
{
#if defined(__GNUC__)
    __builtin_prefetch(record);
#else
    (void)record;
#endif
}

/* Handles one record of a lane. False when the lane is done. */
static inline bool lane_on(const struct pith__chargram *model, struct lane *lane)
{
    const unsigned char *at = lane->at;
    if (lane->leaf || lane->entered) {
        lane->sum += pith__load_score(at + (lane->leaf ? 0 : PITH__STATE_SCORE));
        if (lane->p == lane->drop)
            lane->sum = 0;
    }
    if (lane->leaf) {
        lane->at = model->states + (size_t)pith__load4(at + PITH__LEAF_SUFFIX) * PITH__STATE_BYTES;
        lane->leaf = lane->entered = false;
        look_ahead(lane->at);
        return true;
    }
    if (lane->p == lane->end)
        return false;
    uint32_t child = pith__state_child(at, *lane->p);
    if (child == 0) {
        lane->sum += pith__load_score(at + PITH__STATE_BACKOFF);
        lane->at = model->states + (size_t)pith__load4(at + PITH__STATE_SUFFIX) * PITH__STATE_BYTES;
        lane->entered = false;
    } else {
        lane->p++;
        lane->leaf = child >= model->state_count;
        lane->entered = !lane->leaf;
        lane->at = lane->leaf
                       ? model->leaves + (size_t)(child - model->state_count) * PITH__LEAF_BYTES
                       : model->states + (size_t)child * PITH__STATE_BYTES;
    }
    look_ahead(lane->at);
    return true;
}

enum { LANES = 16, LANE_LEAST = 24 }; /* fewest symbols of a lane's part */

static int64_t walk_lanes(const struct pith__chargram *model, struct walk *walk, size_t count)
{
    const unsigned char *symbols = walk->buffer + model->order - 1;
    size_t active = count / LANE_LEAST < LANES ? count / LANE_LEAST : LANES;
    struct lane lanes[LANES];
    int64_t sum = 0;
    for (size_t i = 0; i < active; i++) {
        const unsigned char *begin = symbols + count * i / active;
        lanes[i] = (struct lane){.at = model->states,
                                 .p = begin - (model->order - 1),
                                 .end = symbols + count * (i + 1) / active,
                                 .drop = begin};
    }
    lanes[0] = (struct lane){.at = model->states + (size_t)walk->state * PITH__STATE_BYTES,
                             .p = symbols,
                             .end = lanes[0].end};
    while (active > 0) {
        for (size_t i = 0; i < active;) {
            if (lane_on(model, &lanes[i])) {
                i++;
                continue;
            }
            sum += lanes[i].sum;
            if (lanes[i].end == symbols + count)
                walk->state = (uint32_t)((size_t)(lanes[i].at - model->states) / PITH__STATE_BYTES);
            lanes[i] = lanes[--active];
        }
    }
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
        sum = shares != NULL || count < 2 * LANE_LEAST ? walk_tree(model, walk, count, shares)
                                                       : walk_lanes(model, walk, count);
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

/* The length of the next part to fold: at most CHUNK bytes, not ending inside a character. */
static size_t part_of(const unsigned char *text, size_t len)
{
    if (len <= CHUNK)
        return len;
    for (size_t end = CHUNK; end > CHUNK - 4; end--) {
        if ((text[end] & 0xC0) != 0x80)
            return end;
    }
    return CHUNK; /* no character is that long */
}

int64_t pith__chargram_score(const struct pith__chargram *model, const unsigned char *text,
                             size_t len)
{
    struct walk walk;
    unsigned run = 0;
    int64_t sum = 0;
    walk_begin(model, &walk);
    while (len > 0) {
        size_t part = part_of(text, len);
        size_t count = pith__fold_piece(model->folding, text, part, walk.buffer + model->order - 1,
                                        NULL, &run);
        sum += walk_on(model, &walk, count, NULL);
        text += part;
        len -= part;
    }
    return sum + walk_end(model, &walk);
}
