/*
 * model_chargram.c - checks a model. In: bytes that claim to be an n-gram model. Out: whether they
 * are one, and if not, what is wrong.
 *
 * Files come from anywhere. Every walk through a model that passes stays inside it, and every step
 * ends.
 */
#include "base/crc32.h"
#include "model/chargram_parts.h"
#include "model/forest.h"

static uint32_t word_at(const unsigned char *bytes, unsigned number)
{
    return pith__load4(bytes + 4 * (size_t)number);
}

bool pith__chargram_is(const unsigned char *bytes, size_t len)
{
    return len >= 8 && word_at(bytes, 0) == PITH__CHARGRAM_MAGIC_1 &&
           word_at(bytes, 1) == PITH__CHARGRAM_MAGIC_2;
}

/* What is wrong with the header, or NULL. If it is good, all parts are inside the LEN bytes. */
static const char *check_head(const unsigned char *bytes, size_t len)
{
    struct pith__chargram_sizes sizes;
    uint32_t order = word_at(bytes, PITH__CHARGRAM_ORDER_AT);
    uint32_t folding = word_at(bytes, PITH__CHARGRAM_FOLDING) & 0xFFFF;
    uint32_t symbols = word_at(bytes, PITH__CHARGRAM_FOLDING) >> 16;
    uint32_t states = word_at(bytes, PITH__CHARGRAM_STATE_COUNT);
    uint32_t leaves = word_at(bytes, PITH__CHARGRAM_LEAF_COUNT);
    uint32_t lines = word_at(bytes, PITH__CHARGRAM_LINE_COUNT);
    uint32_t facts = word_at(bytes, PITH__CHARGRAM_FACT_BYTES);
    if (order < 1 || order > PITH__CHARGRAM_ORDER)
        return "the n-gram model is of an order that none has";
    if (folding >= PITH__FOLDINGS || symbols != pith__fold_symbols(folding))
        return "the n-gram model is for another alphabet than this program has; train it again";
    if (facts > PITH__CHARGRAM_FACTS)
        return "the n-gram model has more parts than any has";
    if (lines != 0 && (lines != pith__chargram_lines(order, symbols) || states > UINT16_MAX))
        return "the table of the n-gram model has another size than it must have";
    if (pith__chargram_sizes(&sizes, states, leaves, lines, symbols, facts) != len)
        return "the n-gram model is longer or shorter than its parts";
    if (lines != 0 && len - sizes.facts > PITH__CHARGRAM_TABLE)
        return "the n-gram model has a table that is larger than any is";
    if (states == 0 || word_at(bytes, PITH__CHARGRAM_START) >= states)
        return "the n-gram model has no state to begin with";
    for (unsigned i = PITH__CHARGRAM_START + 1; i < PITH__CHARGRAM_HEAD; i++) {
        if (word_at(bytes, i) != 0)
            return "a word of the n-gram model's head that has no meaning is not 0";
    }
    return NULL;
}

/* The suffix that the child of STATE for SYMBOL must have: the child for SYMBOL of the state's own
 * suffix. The suffix of the root's children is the root. */
static uint32_t suffix_of_child(const struct pith__chargram *model, uint32_t state, unsigned symbol)
{
    const unsigned char *at = model->states + (size_t)state * PITH__STATE_BYTES;
    if (state == 0)
        return 0;
    uint32_t suffix = pith__load4(at + PITH__STATE_SUFFIX);
    return pith__state_child(model->states + (size_t)suffix * PITH__STATE_BYTES, symbol);
}

/* Checks the children of a state: their suffixes must be children of its suffix, which comes before
 * it and is known to be good. NEXT is the number of the first child. */
static const char *check_children(const struct pith__chargram *model, uint32_t state, uint32_t next,
                                  bool leaves)
{
    const unsigned char *at = model->states + (size_t)state * PITH__STATE_BYTES;
    for (unsigned symbol = 0; symbol < model->symbols; symbol++) {
        if ((pith__load8(at + 8 * (size_t)(symbol >> 6)) >> (symbol & 63) & 1) == 0)
            continue;
        uint32_t suffix = suffix_of_child(model, state, symbol), said;
        if (leaves)
            said =
                pith__load4(model->leaves + (size_t)(next - model->state_count) * PITH__LEAF_BYTES +
                            PITH__LEAF_SUFFIX);
        else
            said =
                pith__load4(model->states + (size_t)next * PITH__STATE_BYTES + PITH__STATE_SUFFIX);
        if (suffix != said || (suffix == 0 && state != 0) || suffix >= model->state_count)
            return "a string of the n-gram model is there without its end";
        next++;
    }
    return NULL;
}

/* Checks the shape of a state: its children come next, and their symbols exist. Stores the number
 * of children. */
static bool state_is_good(const struct pith__chargram *model, uint32_t state, uint32_t next,
                          uint32_t *children)
{
    const unsigned char *at = model->states + (size_t)state * PITH__STATE_BYTES;
    uint64_t low = pith__load8(at), high = pith__load8(at + 8);
    uint64_t low_most = model->symbols < 64 ? (UINT64_C(1) << model->symbols) - 1 : UINT64_MAX;
    uint64_t high_most = model->symbols < 64 ? 0 : (UINT64_C(1) << (model->symbols - 64)) - 1;
    *children = pith__bits_count(low) + pith__bits_count(high);
    return (low & ~low_most) == 0 && (high & ~high_most) == 0 &&
           pith__load4(at + PITH__STATE_FIRST) == next &&
           pith__load4(at + PITH__STATE_LOW) == pith__bits_count(low) &&
           (state > 0 || *children == model->symbols);
}

static const char *check_states(const struct pith__chargram *model)
{
    uint64_t all = (uint64_t)model->state_count + model->leaf_count;
    uint64_t next = 1, level_end = 1; /* where the level of STATE ends */
    unsigned depth = 0;
    if (pith__load4(model->states + PITH__STATE_SUFFIX) != 0)
        return "the root of the n-gram model is not one";
    for (uint32_t state = 0; state < model->state_count; state++) {
        uint32_t children;
        const char *wrong;
        if (state == level_end) {
            depth++;
            level_end = next;
        }
        /* A state that is nobody's child would have an unchecked suffix. */
        if (state > 0 && state >= next)
            return "the n-gram model has strings without a beginning";
        if (!state_is_good(model, state, (uint32_t)next, &children) || next + children > all)
            return "a state of the n-gram model is not in order";
        bool leaves = depth + 1 == model->order;
        if (depth >= model->order || (leaves && next < model->state_count) ||
            (!leaves && next + children > model->state_count))
            return "the n-gram model is deeper or flatter than it says";
        wrong = check_children(model, state, (uint32_t)next, leaves);
        if (wrong != NULL)
            return wrong;
        next += children;
    }
    return next == all ? NULL : "the n-gram model has strings without a beginning";
}

/* Is every line in the table? */
static const char *check_lines(const struct pith__chargram *model, uint32_t lines)
{
    for (uint32_t i = 0; i < lines; i++) {
        if (pith__load_half(model->lines + 2 * (size_t)i) >= model->state_count)
            return "the table of the n-gram model lacks a line";
    }
    return NULL;
}

bool pith__chargram_check(const unsigned char *bytes, size_t len, const char **message)
{
    *message = NULL;
    if (!pith__chargram_is(bytes, len))
        *message = "not an n-gram model; pith train ngram writes them";
    else if (len >= 12 && word_at(bytes, PITH__CHARGRAM_VERSION_AT) != PITH__CHARGRAM_VERSION)
        *message = "an n-gram model of another version than this program reads";
    else if (len < 4 * (size_t)PITH__CHARGRAM_HEAD || len > PITH__CHARGRAM_BYTES ||
             word_at(bytes, PITH__CHARGRAM_SIZE) != len)
        *message = "the n-gram model is longer or shorter than it says";
    else if (word_at(bytes, PITH__CHARGRAM_CRC) !=
             pith__crc32(bytes + 4 * (size_t)PITH__CHARGRAM_SIZE,
                         len - 4 * (size_t)PITH__CHARGRAM_SIZE))
        *message = "the n-gram model is damaged: its checksum is another one";
    else
        *message = check_head(bytes, len);
    if (*message != NULL)
        return false;
    struct pith__chargram model;
    pith__chargram_view(&model, bytes);
    *message = check_states(&model);
    if (*message == NULL)
        *message = check_lines(&model, word_at(bytes, PITH__CHARGRAM_LINE_COUNT));
    return *message == NULL;
}
