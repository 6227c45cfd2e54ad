/*
 * forest_full.c - in: rows of features; out: the log odds of forest.c, sooner.
 *
 * Each tree is filled up to a full binary tree. All its comparisons are made, each for all rows of
 * a group at once, and what the leaves say is chosen from the bottom up: no step waits for the one
 * before, and none needs to find its node. Comparisons and sums are those of a walk, so the results
 * are the same bits. This pays with the registers of AVX2; without it trees are walked.
 */
#include "model/forest.h"

/* A comparison. */
struct full_node {
    float limit; /* values up to it go left */
    uint32_t feature;
};

/* The lowest LOW_DEPTH comparisons of each walk are always made; so no tree has fewer. Deeper ones
 * than MOST_DEPTH would be large, and mostly of comparisons that change nothing. */
enum {
    LOW_DEPTH = 5,
    LEAST_DEPTH = LOW_DEPTH + 1,
    MOST_DEPTH = LOW_DEPTH + 3,
    MOST_NODES = 1 << 17
};

void pith__full_init(struct pith__full_forest *full)
{
    memset(full, 0, sizeof *full);
    pith__vec_init(&full->nodes, sizeof(struct full_node));
    pith__vec_init(&full->leaves, sizeof(float));
}

void pith__full_deinit(struct pith__full_forest *full, const pith_allocator *allocator)
{
    pith__vec_deinit(&full->nodes, allocator);
    pith__vec_deinit(&full->leaves, allocator);
    full->words = NULL;
}

#if defined(__x86_64__) && defined(__GNUC__)

#include <immintrin.h>

#define AVX2 __attribute__((target("avx2")))

/* ------------------------------------------------------------------ making */

static uint32_t depth_of(const struct pith__forest *forest)
{
    uint32_t depth = LEAST_DEPTH;
    for (uint32_t i = 0; i < forest->tree_count; i++)
        depth = forest->trees[i] >> 16 > depth ? forest->trees[i] >> 16 : depth;
    return depth;
}

/* A leaf that is not deep enough becomes a tree of comparisons that all end in what it says. */
static void fill_tree(const uint32_t *nodes, size_t size, struct full_node *full, float *leaves)
{
    uint16_t from[2 << MOST_DEPTH] = {0}; /* nodes of the tree */
    for (size_t i = 1; i < size; i++) {
        const uint32_t *node = nodes + 2 * (size_t)from[i];
        uint32_t left = PITH__NODE_LEFT(node[0]);
        full[i].limit = pith__word_float(node[1]);
        full[i].feature = PITH__NODE_FEATURE(node[0]);
        from[2 * i] = (uint16_t)(from[i] + left);
        from[2 * i + 1] = (uint16_t)(from[2 * i] + (left != 0));
    }
    for (size_t i = 0; i < size; i++)
        leaves[i] = pith__word_float(nodes[2 * (size_t)from[size + i] + 1]);
}

pith_status pith__full_make(struct pith__full_forest *full, struct pith__forest *forest,
                            const pith_allocator *allocator)
{
    const uint32_t *nodes = forest->nodes;
    uint32_t depth = depth_of(forest);
    if (!__builtin_cpu_supports("avx2") || depth > MOST_DEPTH ||
        (size_t)forest->tree_count << depth > MOST_NODES)
        return PITH_OK;
    size_t size = (size_t)1 << depth, all = size * forest->tree_count;
    full->words = NULL;
    full->depth = depth;
    full->nodes.len = full->leaves.len = 0;
    PITH__TRY(pith__vec_reserve(&full->nodes, allocator, all));
    PITH__TRY(pith__vec_reserve(&full->leaves, allocator, all));
    full->nodes.len = full->leaves.len = all;
    for (uint32_t i = 0; i < forest->tree_count; i++) {
        fill_tree(nodes, size, (struct full_node *)full->nodes.data + i * size,
                  (float *)full->leaves.data + i * size);
        nodes += 2 * (size_t)(forest->trees[i] & 0xFFFF);
    }
    forest->full = full;
    return PITH_OK;
}

/* ----------------------------------------------------------------- scoring */

/* A number of each row of a group. */
struct sixteen {
    __m256 low, high;
};

/* A tree, and the rows as columns: (features, rows). */
struct at_work {
    const struct full_node *nodes;
    const float *leaves;
    size_t size; /* how many leaves there are; also the number that the first has as a node */
    float (*columns)[PITH__FOREST_GROUP];
};

_Static_assert(PITH__FOREST_GROUP == 16, "two registers hold a number of each row");

/* Set where the rows go right. */
AVX2 static inline struct sixteen compare(const struct at_work *work, size_t node)
{
    const float *values = work->columns[work->nodes[node].feature];
    __m256 limit = _mm256_broadcast_ss(&work->nodes[node].limit);
    return (struct sixteen){_mm256_cmp_ps(limit, _mm256_loadu_ps(values), _CMP_LT_OQ),
                            _mm256_cmp_ps(limit, _mm256_loadu_ps(values + 8), _CMP_LT_OQ)};
}

AVX2 static inline struct sixteen choose(struct sixteen left, struct sixteen right,
                                         struct sixteen go_right)
{
    return (struct sixteen){_mm256_blendv_ps(left.low, right.low, go_right.low),
                            _mm256_blendv_ps(left.high, right.high, go_right.high)};
}

/* What the tree under a node says, for nodes above 0, 1, ... comparisons. */
AVX2 static inline struct sixteen tree_0(const struct at_work *work, size_t node)
{
    __m256 leaf = _mm256_broadcast_ss(work->leaves + (node - work->size));
    return (struct sixteen){leaf, leaf};
}

#define LOW_TREE(how, name, below)                                                                 \
    AVX2 static how struct sixteen name(const struct at_work *work, size_t node)                   \
    {                                                                                              \
        struct sixteen left = below(work, 2 * node), right = below(work, 2 * node + 1);            \
        return choose(left, right, compare(work, node));                                           \
    }
LOW_TREE(inline, tree_1, tree_0)
LOW_TREE(inline, tree_2, tree_1)
LOW_TREE(inline, tree_3, tree_2)
LOW_TREE(inline, tree_4, tree_3)
LOW_TREE(PITH__NOINLINE, tree_5, tree_4)

/* Near the root all rows of a group, which are neighbours, often go the same way. */
#define HIGH_TREE(name, below)                                                                     \
    AVX2 static struct sixteen name(const struct at_work *work, size_t node)                       \
    {                                                                                              \
        struct sixteen right = compare(work, node);                                                \
        if (_mm256_movemask_ps(_mm256_or_ps(right.low, right.high)) == 0)                          \
            return below(work, 2 * node);                                                          \
        if (_mm256_movemask_ps(_mm256_and_ps(right.low, right.high)) == 0xFF)                      \
            return below(work, 2 * node + 1);                                                      \
        return choose(below(work, 2 * node), below(work, 2 * node + 1), right);                    \
    }
HIGH_TREE(tree_6, tree_5)
HIGH_TREE(tree_7, tree_6) HIGH_TREE(tree_8, tree_7)

    static struct sixteen (*const trees[])(const struct at_work *work,
                                           size_t node) = {tree_6, tree_7, tree_8};
_Static_assert(sizeof trees / sizeof *trees == MOST_DEPTH - LEAST_DEPTH + 1, "one for each depth");

AVX2 static void turn(const float rows[PITH__FOREST_GROUP][PITH__FOREST_ROW],
                      float columns[PITH__FOREST_ROW][PITH__FOREST_GROUP])
{
    for (size_t i = 0; i < PITH__FOREST_GROUP; i += 4) {
        size_t k = 0;
        for (; k + 4 <= PITH__FOREST_ROW; k += 4) {
            __m128 a = _mm_loadu_ps(&rows[i][k]), b = _mm_loadu_ps(&rows[i + 1][k]);
            __m128 c = _mm_loadu_ps(&rows[i + 2][k]), d = _mm_loadu_ps(&rows[i + 3][k]);
            _MM_TRANSPOSE4_PS(a, b, c, d);
            _mm_storeu_ps(&columns[k][i], a);
            _mm_storeu_ps(&columns[k + 1][i], b);
            _mm_storeu_ps(&columns[k + 2][i], c);
            _mm_storeu_ps(&columns[k + 3][i], d);
        }
        for (; k < PITH__FOREST_ROW; k++) {
            for (size_t row = i; row < i + 4; row++)
                columns[k][row] = rows[row][k];
        }
    }
}

AVX2 void pith__full_score(const struct pith__full_forest *full,
                           const float rows[PITH__FOREST_GROUP][PITH__FOREST_ROW],
                           double scores[PITH__FOREST_GROUP])
{
    float columns[PITH__FOREST_ROW][PITH__FOREST_GROUP];
    size_t size = (size_t)1 << full->depth;
    struct at_work work = {full->nodes.data, full->leaves.data, size, columns};
    __m256d sums[4];
    turn(rows, columns);
    for (int i = 0; i < 4; i++)
        sums[i] = _mm256_loadu_pd(scores + 4 * i);
    for (size_t done = 0; done < full->nodes.len; done += size) {
        struct sixteen said = trees[full->depth - LEAST_DEPTH](&work, 1);
        sums[0] = _mm256_add_pd(sums[0], _mm256_cvtps_pd(_mm256_castps256_ps128(said.low)));
        sums[1] = _mm256_add_pd(sums[1], _mm256_cvtps_pd(_mm256_extractf128_ps(said.low, 1)));
        sums[2] = _mm256_add_pd(sums[2], _mm256_cvtps_pd(_mm256_castps256_ps128(said.high)));
        sums[3] = _mm256_add_pd(sums[3], _mm256_cvtps_pd(_mm256_extractf128_ps(said.high, 1)));
        work.nodes += size;
        work.leaves += size;
    }
    for (int i = 0; i < 4; i++)
        _mm256_storeu_pd(scores + 4 * i, sums[i]);
}

#else

pith_status pith__full_make(struct pith__full_forest *full, struct pith__forest *forest,
                            const pith_allocator *allocator)
{
    (void)full;
    (void)forest;
    (void)allocator;
    return PITH_OK;
}

void pith__full_score(const struct pith__full_forest *full,
                      const float rows[PITH__FOREST_GROUP][PITH__FOREST_ROW],
                      double scores[PITH__FOREST_GROUP])
{
    (void)full;
    (void)rows;
    (void)scores;
}

#endif
