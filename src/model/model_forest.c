/*
 * model_forest.c - checks a model. In: words that claim to be a forest. Out: whether they are one,
 * and if not, what is wrong.
 *
 * Files come from anywhere. In a forest that passes, every walk stays in its tree and ends in a
 * leaf, and all numbers are finite.
 */
#include <math.h>

#include "model/forest.h"

static bool finite_word(uint32_t word)
{
    return isfinite(pith__word_float(word));
}

/* What is wrong with the header, or NULL. If it is good, all counts are bounded. */
static const char *check_head(const uint32_t *words, size_t count)
{
    if (words[PITH__FOREST_VERSION_AT] != PITH__FOREST_VERSION)
        return "a forest of another version than this program reads";
    uint64_t hash = words[PITH__FOREST_HASH] | (uint64_t)words[PITH__FOREST_HASH + 1] << 32;
    bool kinds = words[PITH__FOREST_OUTPUTS] == PITH__KINDS;
    uint32_t features = kinds ? PITH__KIND_FEATURES : PITH__TAGGER_FEATURES;
    if (words[PITH__FOREST_FEATURES_AT] != features ||
        hash != (kinds ? pith__kind_hash() : pith__tagger_hash()))
        return "the model is for other features than this version has; train it again";
    if (words[PITH__FOREST_USED_COUNT] > features ||
        words[PITH__FOREST_TREE_COUNT] > PITH__FOREST_TREES ||
        words[PITH__FOREST_NODE_COUNT] > PITH__FOREST_WORDS / 2 ||
        words[PITH__FOREST_CURVE_COUNT] > PITH__FOREST_POINTS ||
        words[PITH__FOREST_TRUST_COUNT] > PITH__FOREST_POINTS ||
        words[PITH__FOREST_FACT_BYTES] > PITH__FOREST_FACTS)
        return "the forest has more parts than any has";
    size_t whole = PITH__FOREST_HEAD + (size_t)words[PITH__FOREST_USED_COUNT] +
                   words[PITH__FOREST_TREE_COUNT] + 2 * (size_t)words[PITH__FOREST_NODE_COUNT] +
                   2 * (size_t)words[PITH__FOREST_CURVE_COUNT] +
                   2 * (size_t)words[PITH__FOREST_TRUST_COUNT] +
                   ((size_t)words[PITH__FOREST_FACT_BYTES] + 3) / 4;
    if (whole != count)
        return "the forest is longer or shorter than its parts";
    for (int i = PITH__FOREST_BASE; i < PITH__FOREST_HEAD; i++) {
        if (i != PITH__FOREST_OUTPUTS && i != PITH__FOREST_SETTLE_TREES && !finite_word(words[i]))
            return "a number of the forest's head is none";
    }
    if (!(pith__word_float(words[PITH__FOREST_SLOPE]) > 0) ||
        !(pith__word_float(words[PITH__FOREST_LEAST_WORDS]) >= 0) ||
        !(pith__word_float(words[PITH__FOREST_COPY_WORDS]) >= 0) ||
        !(pith__word_float(words[PITH__FOREST_EMPTY_TRUST]) >= 0) ||
        !(pith__word_float(words[PITH__FOREST_EMPTY_TRUST]) <= 1) ||
        words[PITH__FOREST_OUTPUTS] != (kinds ? PITH__KINDS : 0) ||
        words[PITH__FOREST_SETTLE_TREES] > (kinds ? 0 : words[PITH__FOREST_TREE_COUNT]) ||
        !(pith__word_float(words[PITH__FOREST_SETTLE_FACTOR]) >= 0))
        return "a number of the forest's head is out of range";
    return NULL;
}

static const char *check_used(const struct pith__forest *forest, bool used[PITH__FOREST_FEATURES])
{
    for (uint32_t i = 0; i < forest->used_count; i++) {
        uint32_t feature = forest->used[i];
        if (feature >= forest->features || (i > 0 && feature <= forest->used[i - 1]))
            return "the list of used features is not in order";
        used[feature] = true;
    }
    return NULL;
}

/* Children must be where breadth-first order puts them, so every node but the root is the child of
 * an earlier one. DEPTHS has room for the nodes of a tree. */
static const char *check_tree(const uint32_t *nodes, uint32_t count, uint32_t depth,
                              uint32_t features, const bool used[PITH__FOREST_FEATURES],
                              uint8_t *depths)
{
    uint32_t next = 1, deepest = 0;
    depths[0] = 0;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t link = nodes[2 * (size_t)i], feature = PITH__NODE_FEATURE(link);
        if (!finite_word(nodes[2 * (size_t)i + 1]))
            return "a number of a tree is none";
        if (feature == features) {
            if (link != features)
                return "a leaf of a tree goes on";
            continue;
        }
        if (feature > features || !used[feature])
            return "a tree asks a feature that is not in the list";
        if (i == next || i + PITH__NODE_LEFT(link) != next || next + 2 > count)
            return "the nodes of a tree are not in breadth-first order";
        if (depths[i] == PITH__FOREST_DEPTH)
            return "a tree is deeper than any is";
        depths[next] = depths[next + 1] = (uint8_t)(depths[i] + 1);
        deepest = depths[next];
        next += 2;
    }
    if (next != count || deepest != depth)
        return "a tree has more nodes or another depth than it says";
    return NULL;
}

static const char *check_trees(const struct pith__forest *forest,
                               const bool used[PITH__FOREST_FEATURES])
{
    uint8_t depths[PITH__FOREST_NODES];
    uint32_t first = 0;
    for (uint32_t i = 0; i < forest->tree_count; i++) {
        uint32_t count = forest->trees[i] & 0xFFFF;
        if (count == 0 || count > PITH__FOREST_NODES || count > forest->node_count - first)
            return "the trees have more nodes than there are";
        const char *wrong = check_tree(forest->nodes + 2 * (size_t)first, count,
                                       forest->trees[i] >> 16, forest->features, used, depths);
        if (wrong != NULL)
            return wrong;
        first += count;
    }
    return first == forest->node_count ? NULL : "there are nodes that are in no tree";
}

static const char *check_curve(const struct pith__curve *curve)
{
    float x = -1, y = 0;
    for (uint32_t i = 0; i < curve->count; i++) {
        float next_x = pith__word_float(curve->points[2 * (size_t)i]);
        float next_y = pith__word_float(curve->points[2 * (size_t)i + 1]);
        if (!(next_x > x && next_x >= 0 && next_x <= 1 && next_y >= y && next_y <= 1))
            return "the points of a curve do not rise from 0 to 1";
        x = next_x;
        y = next_y;
    }
    return NULL;
}

bool pith__forest_check(const uint32_t *words, size_t count, const char **message)
{
    bool used[PITH__FOREST_FEATURES] = {false};
    struct pith__forest forest;
    *message = check_head(words, count);
    if (*message != NULL)
        return false;
    pith__forest_view(&forest, words);
    *message = check_used(&forest, used);
    if (*message == NULL)
        *message = check_trees(&forest, used);
    if (*message == NULL)
        *message = check_curve(&forest.curve);
    if (*message == NULL)
        *message = check_curve(&forest.trust);
    return *message == NULL;
}
