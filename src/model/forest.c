/*
 * forest.c - gradient-boosted trees. In: rows of features. Out: log odds, and probabilities
 * computed from them.
 *
 * Results are bit-identical with any compiler: sums have a fixed order, and the C library's math
 * functions are not used.
 */
#include "model/forest.h"

#include <math.h>

void pith__forest_view(struct pith__forest *forest, const uint32_t *words)
{
    *forest = (struct pith__forest){
        .used_count = words[PITH__FOREST_USED_COUNT],
        .tree_count = words[PITH__FOREST_TREE_COUNT],
        .node_count = words[PITH__FOREST_NODE_COUNT],
        .features = words[PITH__FOREST_FEATURES_AT],
        .outputs = words[PITH__FOREST_OUTPUTS] > 0 ? words[PITH__FOREST_OUTPUTS] : 1,
        .base = (double)pith__word_float(words[PITH__FOREST_BASE]),
        .slope = (double)pith__word_float(words[PITH__FOREST_SLOPE]),
        .shift = (double)pith__word_float(words[PITH__FOREST_SHIFT]),
        .least_words = (double)pith__word_float(words[PITH__FOREST_LEAST_WORDS]),
        .copy_words = (double)pith__word_float(words[PITH__FOREST_COPY_WORDS]),
        .empty_trust = (double)pith__word_float(words[PITH__FOREST_EMPTY_TRUST]),
        .settle_trees = words[PITH__FOREST_SETTLE_TREES],
        .settle_limit = (double)pith__word_float(words[PITH__FOREST_SETTLE_LIMIT]),
        .settle_factor = (double)pith__word_float(words[PITH__FOREST_SETTLE_FACTOR])};
    forest->used = words + PITH__FOREST_HEAD;
    forest->trees = forest->used + forest->used_count;
    forest->nodes = forest->trees + forest->tree_count;
    forest->curve.count = words[PITH__FOREST_CURVE_COUNT];
    forest->curve.points = forest->nodes + 2 * (size_t)forest->node_count;
    forest->trust.count = words[PITH__FOREST_TRUST_COUNT];
    forest->trust.points = forest->curve.points + 2 * (size_t)forest->curve.count;
}

/* Finds the leaf of one tree for each row. The steps of one row depend on each other, those of
 * different rows do not. So all rows descend in parallel, each for the depth of the deepest
 * leaf. */
static void walk(const uint32_t *nodes, unsigned depth,
                 const float rows[PITH__FOREST_GROUP][PITH__FOREST_ROW],
                 uint32_t at[PITH__FOREST_GROUP])
{
    memset(at, 0, PITH__FOREST_GROUP * sizeof *at);
    for (unsigned step = 0; step < depth; step++) {
        for (int i = 0; i < PITH__FOREST_GROUP; i++) {
            const uint32_t *node = nodes + 2 * (size_t)at[i];
            float value = rows[i][PITH__NODE_FEATURE(node[0])];
            at[i] += PITH__NODE_LEFT(node[0]) + (value > pith__word_float(node[1]));
        }
    }
}

/* As pith__full_sum(). */
static void sum_trees(const struct pith__forest *forest,
                      const float rows[PITH__FOREST_GROUP][PITH__FOREST_ROW],
                      struct pith__said *said)
{
    const uint32_t *nodes = forest->nodes;
    uint32_t at[PITH__FOREST_GROUP];
    memset(said, 0, sizeof *said);
    for (uint32_t i = 0; i < forest->tree_count; i++) {
        walk(nodes, forest->trees[i] >> 16, rows, at);
        for (int k = 0; k < PITH__FOREST_GROUP; k++)
            said->all[k] += (double)pith__word_float(nodes[2 * (size_t)at[k] + 1]);
        nodes += 2 * (size_t)(forest->trees[i] & 0xFFFF);
        if (i + 1 == forest->settle_trees) {
            memcpy(said->first, said->all, sizeof said->first);
            if (pith__all_settled(forest, said))
                return;
        }
    }
}

void pith__forest_score(const struct pith__forest *forest,
                        const float rows[PITH__FOREST_GROUP][PITH__FOREST_ROW],
                        double scores[PITH__FOREST_GROUP])
{
    struct pith__said said;
    if (forest->full != NULL)
        pith__full_sum(forest, rows, &said);
    else
        sum_trees(forest, rows, &said);
    for (int i = 0; i < PITH__FOREST_GROUP; i++) {
        scores[i] = pith__is_settled(forest, said.first[i]) ? said.first[i] * forest->settle_factor
                                                            : said.all[i];
        scores[i] += forest->base;
    }
}

void pith__forest_outputs(const struct pith__forest *forest, const float *row, double *scores)
{
    const uint32_t *nodes = forest->nodes;
    for (uint32_t i = 0; i < forest->outputs; i++)
        scores[i] = forest->base;
    for (uint32_t i = 0; i < forest->tree_count; i++) {
        size_t at = 0;
        while (PITH__NODE_LEFT(nodes[2 * at]) != 0)
            at += PITH__NODE_LEFT(nodes[2 * at]) +
                  (row[PITH__NODE_FEATURE(nodes[2 * at])] > pith__word_float(nodes[2 * at + 1]));
        scores[i % forest->outputs] += (double)pith__word_float(nodes[2 * at + 1]);
        nodes += 2 * (size_t)(forest->trees[i] & 0xFFFF);
    }
}

/* The mean of the leaves below each node, weighted by the shares. */
static void find_means(const struct pith__forest *forest, float *means)
{
    /* Children come after their parents. */
    for (size_t i = forest->node_count; i-- > 0;) {
        uint32_t link = forest->nodes[2 * i], left = PITH__NODE_LEFT(link);
        float share = (float)PITH__NODE_SHARE(link) / 255;
        means[i] = left == 0 ? pith__word_float(forest->nodes[2 * i + 1])
                             : share * means[i + left] + (1 - share) * means[i + left + 1];
    }
}

void pith__forest_moves(const struct pith__forest *forest, const uint8_t *kinds, unsigned first,
                        pith__moves *moves, float *means)
{
    size_t root = 0;
    find_means(forest, means);
    for (uint32_t tree = 0; tree < forest->tree_count; tree++) {
        size_t count = forest->trees[tree] & 0xFFFF;
        memset(moves[root], 0, sizeof *moves);
        for (size_t i = root; i < root + count; i++) {
            uint32_t link = forest->nodes[2 * i], left = PITH__NODE_LEFT(link);
            for (size_t child = i + left; left != 0 && child <= i + left + 1; child++) {
                memcpy(moves[child], moves[i], sizeof *moves);
                moves[child][kinds[PITH__NODE_FEATURE(link)] - first] += means[child] - means[i];
            }
        }
        root += count;
    }
}

void pith__forest_explain(const struct pith__forest *forest, const pith__moves *moves,
                          const float rows[PITH__FOREST_GROUP][PITH__FOREST_ROW],
                          pith__moves sums[PITH__FOREST_GROUP])
{
    const uint32_t *nodes = forest->nodes;
    uint32_t at[PITH__FOREST_GROUP];
    memset(sums, 0, PITH__FOREST_GROUP * sizeof *sums);
    if (forest->full != NULL) {
        pith__full_explain(forest->full, moves, rows, sums);
        return;
    }
    for (uint32_t tree = 0; tree < forest->tree_count; tree++) {
        walk(nodes, forest->trees[tree] >> 16, rows, at);
        for (int i = 0; i < PITH__FOREST_GROUP; i++) {
            for (int kind = 0; kind < PITH__FOREST_MOVES; kind++)
                sums[i][kind] += moves[at[i]][kind];
        }
        nodes += 2 * (size_t)(forest->trees[tree] & 0xFFFF);
        moves += forest->trees[tree] & 0xFFFF;
    }
}

/* exp(x) for x from -40 to 0: a power of two times a series for the remainder. */
static double exp_of(double x)
{
    const double log2e = 1.4426950408889634, ln2_high = 0.693147180369123816490,
                 ln2_low = 1.90821492927058770002e-10;
    int power = (int)(x * log2e - 0.5);
    double r = x - power * ln2_high - power * ln2_low, sum = 1;
    for (int i = 13; i > 0; i--)
        sum = 1 + sum * (r * (1.0 / i));
    uint64_t bits = (uint64_t)(1023 + power) << 52;
    double scale;
    memcpy(&scale, &bits, sizeof scale);
    return sum * scale;
}

double pith__logistic(double x)
{
    double size = x < 0 ? -x : x;
    double small = size < 40 ? exp_of(-size) : 0;
    return x < 0 ? small / (1 + small) : 1 / (1 + small);
}

double pith__curve_at(const struct pith__curve *curve, double x)
{
    uint32_t low = 0, high = curve->count;
    if (curve->count == 0)
        return x;
    while (low < high) { /* finds the first point that is not left of X */
        uint32_t middle = low + (high - low) / 2;
        if ((double)pith__word_float(curve->points[2 * (size_t)middle]) < x)
            low = middle + 1;
        else
            high = middle;
    }
    const uint32_t *right = curve->points + 2 * (size_t)(low < curve->count ? low : low - 1);
    double x2 = (double)pith__word_float(right[0]), y2 = (double)pith__word_float(right[1]);
    if (low == 0 || low == curve->count)
        return y2;
    double x1 = (double)pith__word_float(right[-2]), y1 = (double)pith__word_float(right[-1]);
    return y1 + (y2 - y1) * ((x - x1) / (x2 - x1));
}

double pith__forest_chance(const struct pith__forest *forest, double score)
{
    return pith__curve_at(&forest->curve, pith__logistic(forest->slope * score + forest->shift));
}
