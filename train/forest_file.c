/*
 * forest_file.c - see forest_file.h; docs/reference/model-format.md has the format.
 */
#include "train/forest_file.h"

#include <stdlib.h>

#include "base/crc32.h"

_Static_assert((int)BOOST_LEAF_STEPS == (int)PITH__LEAF_STEPS,
               "forests are asked as they are trained");

struct writer {
    uint32_t *words;
    size_t count;
};

static void put(struct writer *writer, uint32_t word)
{
    writer->words[writer->count++] = word;
}

static void put_number(struct writer *writer, double number)
{
    put(writer, pith__float_word((float)number));
}

/* ------------------------------------------------------------------- trees */

static uint32_t feature_count(const struct forest_settings *settings)
{
    return settings->kinds ? PITH__KIND_FEATURES : PITH__TAGGER_FEATURES;
}

/* Writes a tree breadth-first. ORDER has room for its nodes; leaves have feature NONE. Returns the
 * depth. */
static unsigned put_tree(struct writer *writer, const struct boost_tree *tree,
                         const uint32_t *features, uint32_t none, uint32_t *order)
{
    uint32_t next = 1, level_end = 1;
    unsigned depth = 0;
    order[0] = 0;
    for (uint32_t i = 0; i < tree->count; i++) {
        const struct boost_node *node = &tree->nodes[order[i]];
        if (i == level_end) {
            depth++;
            level_end = next;
        }
        if (node->left == 0) {
            put(writer, PITH__NODE_LINK(none, 0, 0));
            put_number(writer, (double)node->value);
            continue;
        }
        put(writer, PITH__NODE_LINK(features[node->column], node->value * 255 + 0.5f, next - i));
        put_number(writer, (double)node->threshold);
        order[next++] = node->left;
        order[next++] = node->left + 1;
    }
    return depth;
}

static bool fits(const struct boost_forest *forest, size_t *nodes, size_t *largest)
{
    *nodes = 0;
    *largest = 1;
    for (size_t i = 0; i < forest->count; i++) {
        *nodes += forest->trees[i].count;
        if (forest->trees[i].count > *largest)
            *largest = forest->trees[i].count;
    }
    return forest->count <= PITH__FOREST_TREES && *largest <= PITH__FOREST_NODES &&
           *nodes < PITH__FOREST_WORDS / 4;
}

static void put_used(struct writer *writer, const struct boost_forest *forest,
                     const uint32_t *features)
{
    bool used[PITH__FOREST_FEATURES] = {false};
    for (size_t i = 0; i < forest->count; i++) {
        const struct boost_tree *tree = &forest->trees[i];
        for (size_t k = 0; k < tree->count; k++) {
            if (tree->nodes[k].left != 0)
                used[features[tree->nodes[k].column]] = true;
        }
    }
    for (uint32_t i = 0; i < PITH__FOREST_FEATURES; i++) {
        if (used[i])
            put(writer, i);
    }
}

/* --------------------------------------------------------------------- file */

static void put_curve(struct writer *writer, const struct curve *curve)
{
    for (size_t i = 0; i < curve->count; i++) {
        put(writer, pith__float_word(curve->x[i]));
        put(writer, pith__float_word(curve->y[i]));
    }
}

static void put_facts(struct writer *writer, const char *facts, size_t len)
{
    for (size_t i = 0; i < len; i += 4) {
        uint32_t word = 0;
        for (size_t k = i; k < len && k < i + 4; k++)
            word |= (uint32_t)(unsigned char)facts[k] << 8 * (k - i);
        put(writer, word);
    }
}

static void fill_head(uint32_t *words, const struct boost_forest *forest,
                      const struct forest_settings *settings)
{
    uint64_t hash = settings->kinds ? pith__kind_hash() : pith__tagger_hash();
    words[PITH__FOREST_MAGIC] = PITH__FOREST_MAGIC_1;
    words[PITH__FOREST_MAGIC + 1] = PITH__FOREST_MAGIC_2;
    words[PITH__FOREST_VERSION_AT] = PITH__FOREST_VERSION;
    words[PITH__FOREST_FEATURES_AT] = feature_count(settings);
    words[PITH__FOREST_OUTPUTS] = settings->kinds ? PITH__KINDS : 0;
    words[PITH__FOREST_HASH] = (uint32_t)hash;
    words[PITH__FOREST_HASH + 1] = (uint32_t)(hash >> 32);
    words[PITH__FOREST_TREE_COUNT] = (uint32_t)forest->count;
    words[PITH__FOREST_CURVE_COUNT] = (uint32_t)settings->curve.count;
    words[PITH__FOREST_TRUST_COUNT] = (uint32_t)settings->trust.count;
    words[PITH__FOREST_BASE] = pith__float_word((float)forest->base);
    words[PITH__FOREST_SLOPE] = pith__float_word((float)settings->slope);
    words[PITH__FOREST_SHIFT] = pith__float_word((float)settings->shift);
    words[PITH__FOREST_LEAST_WORDS] = pith__float_word((float)settings->least_words);
    words[PITH__FOREST_COPY_WORDS] = pith__float_word((float)settings->copy_words);
    words[PITH__FOREST_EMPTY_TRUST] = pith__float_word((float)settings->empty_trust);
    words[PITH__FOREST_SETTLE_TREES] = settings->settle_trees;
    words[PITH__FOREST_SETTLE_LIMIT] = pith__float_word((float)settings->settle_limit);
    words[PITH__FOREST_SETTLE_FACTOR] = pith__float_word((float)settings->settle_factor);
}

/* Converts the words to little-endian bytes and fills in the checksum. */
static unsigned char *bytes_of(const uint32_t *words, size_t count)
{
    unsigned char *bytes = malloc(4 * count);
    if (bytes == NULL)
        return NULL;
    for (size_t i = 0; i < 4 * count; i++)
        bytes[i] = (unsigned char)(words[i / 4] >> 8 * (i % 4));
    uint32_t crc =
        pith__crc32(bytes + 4 * (size_t)PITH__FOREST_SIZE, 4 * (count - (size_t)PITH__FOREST_SIZE));
    for (size_t i = 0; i < 4; i++)
        bytes[4 * (size_t)PITH__FOREST_CRC + i] = (unsigned char)(crc >> 8 * i);
    return bytes;
}

unsigned char *forest_bytes(const struct boost_forest *forest, const uint32_t *features,
                            const struct forest_settings *settings, const char *facts, size_t *len)
{
    size_t nodes, largest, fact_len = strlen(facts);
    if (fact_len > PITH__FOREST_FACTS)
        fact_len = PITH__FOREST_FACTS;
    if (!fits(forest, &nodes, &largest))
        return NULL;
    size_t most = PITH__FOREST_HEAD + PITH__FOREST_FEATURES + forest->count + 2 * nodes +
                  4 * (size_t)PITH__FOREST_POINTS + fact_len / 4 + 1;
    struct writer writer = {calloc(most, sizeof(uint32_t)), PITH__FOREST_HEAD};
    uint32_t *order = malloc(largest * sizeof *order);
    unsigned char *bytes = NULL;
    if (writer.words != NULL && order != NULL) {
        uint32_t *head = writer.words;
        fill_head(head, forest, settings);
        head[PITH__FOREST_NODE_COUNT] = (uint32_t)nodes;
        head[PITH__FOREST_FACT_BYTES] = (uint32_t)fact_len;
        put_used(&writer, forest, features);
        head[PITH__FOREST_USED_COUNT] = (uint32_t)(writer.count - PITH__FOREST_HEAD);
        uint32_t *trees = head + writer.count;
        writer.count += forest->count;
        for (size_t i = 0; i < forest->count; i++)
            trees[i] =
                (uint32_t)forest->trees[i].count |
                put_tree(&writer, &forest->trees[i], features, feature_count(settings), order)
                    << 16;
        put_curve(&writer, &settings->curve);
        put_curve(&writer, &settings->trust);
        put_facts(&writer, facts, fact_len);
        head[PITH__FOREST_SIZE] = (uint32_t)writer.count;
        *len = 4 * writer.count;
        bytes = bytes_of(head, writer.count);
    }
    free(writer.words);
    free(order);
    return bytes;
}

/* ------------------------------------------------------------------ reading */

static uint16_t column_of(uint32_t feature, const uint32_t *features, size_t columns)
{
    size_t low = 0, high = columns;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (features[middle] < feature)
            low = middle + 1;
        else
            high = middle;
    }
    return (uint16_t)low;
}

bool forest_trees(const struct pith__forest *model, const uint32_t *features, size_t columns,
                  struct boost_forest *forest)
{
    const uint32_t *words = model->nodes;
    *forest = (struct boost_forest){.base = model->base,
                                    .trees = calloc(model->tree_count + 1, sizeof *forest->trees)};
    if (forest->trees == NULL)
        return false;
    for (; forest->count < model->tree_count; forest->count++) {
        struct boost_tree *tree = &forest->trees[forest->count];
        tree->count = model->trees[forest->count] & 0xFFFF;
        tree->nodes = calloc(tree->count, sizeof *tree->nodes);
        if (tree->nodes == NULL) {
            boost_forest_deinit(forest);
            return false;
        }
        for (uint32_t i = 0; i < tree->count; i++, words += 2) {
            struct boost_node *node = &tree->nodes[i];
            if (PITH__NODE_FEATURE(words[0]) == model->features) {
                node->value = pith__word_float(words[1]);
                continue;
            }
            node->column = column_of(PITH__NODE_FEATURE(words[0]), features, columns);
            node->threshold = pith__word_float(words[1]);
            node->value = (float)PITH__NODE_SHARE(words[0]) / 255;
            node->left = i + PITH__NODE_LEFT(words[0]);
        }
    }
    return true;
}

static void read_curve(const struct pith__curve *from, struct curve *curve)
{
    curve->count = 0;
    for (uint32_t i = 0; i < from->count && i < CURVE_POINTS; i++) {
        curve->x[i] = pith__word_float(from->points[2 * i]);
        curve->y[i] = pith__word_float(from->points[2 * i + 1]);
        curve->count++;
    }
}

double curve_at(const struct curve *curve, double x)
{
    uint32_t points[2 * CURVE_POINTS];
    const struct pith__curve view = {points, (uint32_t)curve->count};
    for (size_t i = 0; i < curve->count; i++) {
        points[2 * i] = pith__float_word(curve->x[i]);
        points[2 * i + 1] = pith__float_word(curve->y[i]);
    }
    return pith__curve_at(&view, x);
}

void forest_settings_of(const struct pith__forest *model, struct forest_settings *settings)
{
    settings->slope = model->slope;
    settings->shift = model->shift;
    settings->least_words = model->least_words;
    settings->copy_words = model->copy_words;
    settings->empty_trust = model->empty_trust;
    settings->kinds = model->outputs > 1;
    read_curve(&model->curve, &settings->curve);
    read_curve(&model->trust, &settings->trust);
}

bool forest_append(struct boost_forest *forest, struct boost_forest *more)
{
    struct boost_tree *trees =
        realloc(forest->trees, (forest->count + more->count + 1) * sizeof *trees);
    if (trees == NULL)
        return false;
    forest->trees = trees;
    if (more->count > 0)
        memcpy(trees + forest->count, more->trees, more->count * sizeof *trees);
    forest->count += more->count;
    forest->base += more->base;
    more->count = 0;
    more->base = 0;
    return true;
}
