/*
 * chargram_parts.h - the byte layout of an n-gram model, for code that reads, checks or writes one.
 *
 * The strings that were seen form a tree: the single symbols are below the root, and below each
 * string are those that are one symbol longer. Strings of fewer than n symbols are states, those of
 * n symbols are leaves. Both are numbered breadth-first, leaves after states, so the children of a
 * state are consecutive, in the order of their symbols.
 */
#ifndef PITH_CHARGRAM_PARTS_H
#define PITH_CHARGRAM_PARTS_H

#include "model/chargram.h"

/* The header, in 32-bit words. */
enum pith__chargram_word {
    PITH__CHARGRAM_MAGIC, /* two words */
    PITH__CHARGRAM_VERSION_AT = 2,
    PITH__CHARGRAM_CRC,  /* of all bytes after this word */
    PITH__CHARGRAM_SIZE, /* of the file, in bytes */
    PITH__CHARGRAM_ORDER_AT,
    PITH__CHARGRAM_FOLDING, /* the folding, and the size of its alphabet << 16 */
    PITH__CHARGRAM_STATE_COUNT,
    PITH__CHARGRAM_LEAF_COUNT,
    PITH__CHARGRAM_LINE_COUNT, /* 0: no table */
    PITH__CHARGRAM_FACT_BYTES,
    PITH__CHARGRAM_PRIOR,
    PITH__CHARGRAM_START,
    PITH__CHARGRAM_HEAD = 16 /* words; those without a name are 0 */
};

/* A state, 32 bytes: two 64-bit words with a bit for each symbol that has a child; then, by
 * offset: */
enum {
    PITH__STATE_FIRST = 16,   /* number of its first child */
    PITH__STATE_SUFFIX = 20,  /* the state without its first symbol; 0 for the root */
    PITH__STATE_SCORE = 24,   /* 16 bits: what its last symbol adds after the others */
    PITH__STATE_BACKOFF = 26, /* 16 bits: added when a symbol has no child */
    PITH__STATE_LOW = 28,     /* how many children have symbols below 64 */
    PITH__STATE_BYTES = 32
};

/* A leaf, 6 bytes: its score, then the state without its first symbol. */
enum { PITH__LEAF_SUFFIX = 2, PITH__LEAF_BYTES = 6 };

static inline uint32_t pith__load_half(const unsigned char *p)
{
    uint16_t x;
    memcpy(&x, p, 2);
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    x = __builtin_bswap16(x);
#endif
    return x;
}

static inline int32_t pith__load_score(const unsigned char *p)
{
    return (int16_t)pith__load_half(p);
}

static inline uint32_t pith__bits_count(uint64_t x)
{
    x -= x >> 1 & UINT64_C(0x5555555555555555);
    x = (x & UINT64_C(0x3333333333333333)) + (x >> 2 & UINT64_C(0x3333333333333333));
    x = (x + (x >> 4)) & UINT64_C(0x0F0F0F0F0F0F0F0F);
    return (uint32_t)(x * UINT64_C(0x0101010101010101) >> 56);
}

/* The child of a state for SYMBOL, or 0 if there is none: the root is nobody's child. */
static inline uint32_t pith__state_child(const unsigned char *state, unsigned symbol)
{
    uint64_t bits = pith__load8(state + 8 * (size_t)(symbol >> 6));
    uint64_t bit = UINT64_C(1) << (symbol & 63);
    if ((bits & bit) == 0)
        return 0;
    return pith__load4(state + PITH__STATE_FIRST) + pith__bits_count(bits & (bit - 1)) +
           (symbol >> 6 != 0 ? pith__load4(state + PITH__STATE_LOW) : 0);
}

/* Adds the value of SYMBOL in STATE to *SCORE and returns the next state. */
static inline uint32_t pith__chargram_step(const struct pith__chargram *model, uint32_t state,
                                           unsigned symbol, int32_t *score)
{
    const unsigned char *at = model->states + (size_t)state * PITH__STATE_BYTES;
    uint32_t child;
    while ((child = pith__state_child(at, symbol)) == 0) {
        *score += pith__load_score(at + PITH__STATE_BACKOFF);
        at = model->states + (size_t)pith__load4(at + PITH__STATE_SUFFIX) * PITH__STATE_BYTES;
    }
    if (child < model->state_count) {
        at = model->states + (size_t)child * PITH__STATE_BYTES;
        *score += pith__load_score(at + PITH__STATE_SCORE);
        return child;
    }
    at = model->leaves + (size_t)(child - model->state_count) * PITH__LEAF_BYTES;
    *score += pith__load_score(at);
    return pith__load4(at + PITH__LEAF_SUFFIX);
}

/* Computes the sizes in bytes of the parts of a model, each padded to whole words. Returns the size
 * of the model, including the header. LINES is 0 without a table. */
struct pith__chargram_sizes {
    uint64_t states, leaves, lines, table, facts;
};
static inline uint64_t pith__chargram_sizes(struct pith__chargram_sizes *sizes, uint64_t states,
                                            uint64_t leaves, uint64_t lines, unsigned symbols,
                                            uint64_t fact_len)
{
    sizes->states = states * PITH__STATE_BYTES;
    sizes->leaves = (leaves * PITH__LEAF_BYTES + 3) / 4 * 4;
    sizes->lines = (lines * 2 + 3) / 4 * 4;
    sizes->table = lines == 0 ? 0 : (states * symbols * 2 + 3) / 4 * 4;
    sizes->facts = (fact_len + 3) / 4 * 4;
    return 4 * (uint64_t)PITH__CHARGRAM_HEAD + sizes->states + sizes->leaves + sizes->lines +
           sizes->table + sizes->facts;
}

/* Lines of a table: SYMBOLS to the power of ORDER - 1, or 0 if that is more than a table may
 * have. */
static inline uint64_t pith__chargram_lines(unsigned order, unsigned symbols)
{
    uint64_t lines = 1;
    for (unsigned i = 1; i < order; i++) {
        lines *= symbols;
        if (lines > PITH__CHARGRAM_TABLE)
            return 0;
    }
    return lines;
}

#endif
