/*
 * forest_full.c - in: rows of features; out: the log odds and moves of forest.c, sooner.
 *
 * Each tree is filled up to a full binary tree. All its comparisons are made, each for all rows of
 * a group at once, and what the leaves say is chosen from the bottom up: no step waits for the one
 * before, and none needs to find its node. Comparisons and sums are those of a walk, so the results
 * are the same bits. This pays with the registers of AVX2; without it trees are walked.
 */
#include "model/forest.h"

/* A comparison. */
struct full_node {
    float limit;     /* values up to it go left */
    uint32_t column; /* where the values of the feature begin */
};

/* Comparisons whose outcome is always found out, and how many there may be above them, of which
 * those are left out that no row comes to. Deeper trees would be large, and mostly of comparisons
 * that change nothing. */
enum { LOW_DEPTH = 4, LOW_SIZE = 1 << LOW_DEPTH, HIGH_DEPTH = 4, MOST_NODES = 1 << 17 };

/* The lowest part of a tree. The children of node I are 2 I and 2 I + 1, the root is number 1, and
 * leaves go on with the numbers. */
struct low_tree {
    struct full_node nodes[LOW_SIZE];
    float leaves[LOW_SIZE];
};

void pith__full_init(struct pith__full_forest *full)
{
    memset(full, 0, sizeof *full);
    pith__vec_init(&full->high, sizeof(struct full_node));
    pith__vec_init(&full->low, sizeof(struct low_tree));
    pith__vec_init(&full->ends, sizeof(float));
}

void pith__full_deinit(struct pith__full_forest *full, const pith_allocator *allocator)
{
    pith__vec_deinit(&full->high, allocator);
    pith__vec_deinit(&full->low, allocator);
    pith__vec_deinit(&full->ends, allocator);
}

#if defined(__x86_64__) && defined(__GNUC__)

#include <immintrin.h>

#define AVX2 __attribute__((target("avx2")))

/* ------------------------------------------------------------------ making */

/* How many comparisons are above the low parts. */
static uint32_t high_depth(const struct pith__forest *forest)
{
    uint32_t depth = LOW_DEPTH;
    for (uint32_t i = 0; i < forest->tree_count; i++)
        depth = forest->trees[i] >> 16 > depth ? forest->trees[i] >> 16 : depth;
    return depth - LOW_DEPTH;
}

static struct full_node full_node(const uint32_t *node)
{
    return (struct full_node){pith__word_float(node[1]),
                              PITH__NODE_FEATURE(node[0]) * PITH__FOREST_GROUP};
}

/* Fills the nodes from number 1 to before SIZE. FROM has the number of the root's node in a tree at
 * 1, and gets those of all children. A leaf that is not deep enough becomes comparisons that all
 * end in what it says. */
static void fill_nodes(const uint32_t *nodes, size_t size, uint16_t *from, struct full_node *full)
{
    for (size_t i = 1; i < size; i++) {
        const uint32_t *node = nodes + 2 * (size_t)from[i];
        uint32_t left = PITH__NODE_LEFT(node[0]);
        full[i] = full_node(node);
        from[2 * i] = (uint16_t)(from[i] + left);
        from[2 * i + 1] = (uint16_t)(from[2 * i] + (left != 0));
    }
}

/* FIRST is the number of the root in the forest. */
static void fill_tree(const uint32_t *nodes, size_t size, uint32_t first, struct full_node *high,
                      struct low_tree *low, float *ends)
{
    uint16_t above[2 << HIGH_DEPTH] = {0}, from[2 * LOW_SIZE];
    fill_nodes(nodes, size, above, high);
    for (size_t i = 0; i < size; i++) {
        from[1] = above[size + i];
        fill_nodes(nodes, LOW_SIZE, from, low[i].nodes);
        for (size_t k = 0; k < LOW_SIZE; k++) {
            low[i].leaves[k] = pith__word_float(nodes[2 * (size_t)from[LOW_SIZE + k] + 1]);
            ends[i * LOW_SIZE + k] = pith__word_float(first + from[LOW_SIZE + k]);
        }
    }
}

pith_status pith__full_make(struct pith__full_forest *full, struct pith__forest *forest,
                            const pith_allocator *allocator)
{
    uint32_t depth = high_depth(forest), first = 0;
    if (!__builtin_cpu_supports("avx2") || depth > HIGH_DEPTH ||
        (size_t)forest->tree_count << (depth + LOW_DEPTH) > MOST_NODES)
        return PITH_OK;
    size_t size = (size_t)1 << depth, all = size * forest->tree_count;
    full->depth = depth;
    PITH__TRY(pith__vec_reserve(&full->high, allocator, all));
    PITH__TRY(pith__vec_reserve(&full->low, allocator, all));
    PITH__TRY(pith__vec_reserve(&full->ends, allocator, all * LOW_SIZE));
    full->high.len = full->low.len = all;
    full->ends.len = all * LOW_SIZE;
    for (uint32_t i = 0; i < forest->tree_count; i++) {
        fill_tree(forest->nodes + 2 * (size_t)first, size, first,
                  (struct full_node *)full->high.data + i * size,
                  (struct low_tree *)full->low.data + i * size,
                  (float *)full->ends.data + i * size * LOW_SIZE);
        first += forest->trees[i] & 0xFFFF;
    }
    forest->full = full;
    return PITH_OK;
}

/* ----------------------------------------------------------------- scoring */

/* A number of each row of a group. */
struct sixteen {
    __m256 low, high;
};

_Static_assert(PITH__FOREST_GROUP == 16, "two registers hold a number of each row");

/* Set where the rows go right. */
AVX2 static inline struct sixteen compare(const struct full_node *node, const float *columns)
{
    const float *values = columns + node->column;
    __m256 limit = _mm256_broadcast_ss(&node->limit);
    return (struct sixteen){_mm256_cmp_ps(limit, _mm256_loadu_ps(values), _CMP_LT_OQ),
                            _mm256_cmp_ps(limit, _mm256_loadu_ps(values + 8), _CMP_LT_OQ)};
}

AVX2 static inline struct sixteen choose(struct sixteen left, struct sixteen right,
                                         struct sixteen go_right)
{
    return (struct sixteen){_mm256_blendv_ps(left.low, right.low, go_right.low),
                            _mm256_blendv_ps(left.high, right.high, go_right.high)};
}

/* What the tree under node I says, which is above 0, 1, ... comparisons. */
AVX2 static inline struct sixteen low_0(const struct full_node *nodes, const float *leaves,
                                        const float *columns, size_t i)
{
    (void)nodes;
    (void)columns;
    __m256 leaf = _mm256_broadcast_ss(&leaves[i - LOW_SIZE]);
    return (struct sixteen){leaf, leaf};
}

#define LOW_TREE(name, below)                                                                      \
    AVX2 static inline struct sixteen name(const struct full_node *nodes, const float *leaves,     \
                                           const float *columns, size_t i)                         \
    {                                                                                              \
        return choose(below(nodes, leaves, columns, 2 * i),                                        \
                      below(nodes, leaves, columns, 2 * i + 1), compare(&nodes[i], columns));      \
    }
LOW_TREE(low_1, low_0)
LOW_TREE(low_2, low_1)
LOW_TREE(low_3, low_2)
LOW_TREE(low_4, low_3)

/* A tree, and the rows as columns: (features, rows). */
struct at_work {
    const struct full_node *high;
    const struct low_tree *low;
    const float *ends; /* what their leaves are to say in place of their floats; or NULL */
    size_t size; /* how many low trees there are; also the number that the first has as a node */
    const float *columns;
};

/* Likewise for nodes above 4, 5, ... comparisons. Near the root all rows of a group, which are
 * neighbours, often go the same way. */
PITH__NOINLINE AVX2 static struct sixteen tree_4(const struct at_work *work, size_t i)
{
    const struct low_tree *low = &work->low[i - work->size];
    const float *leaves =
        work->ends != NULL ? work->ends + (i - work->size) * LOW_SIZE : low->leaves;
    return low_4(low->nodes, leaves, work->columns, 1);
}

#define HIGH_TREE(name, below)                                                                     \
    AVX2 static struct sixteen name(const struct at_work *work, size_t i)                          \
    {                                                                                              \
        struct sixteen right = compare(&work->high[i], work->columns);                             \
        if (_mm256_movemask_ps(_mm256_or_ps(right.low, right.high)) == 0)                          \
            return below(work, 2 * i);                                                             \
        if (_mm256_movemask_ps(_mm256_and_ps(right.low, right.high)) == 0xFF)                      \
            return below(work, 2 * i + 1);                                                         \
        return choose(below(work, 2 * i), below(work, 2 * i + 1), right);                          \
    }
HIGH_TREE(tree_5, tree_4)
HIGH_TREE(tree_6, tree_5)
HIGH_TREE(tree_7, tree_6)
HIGH_TREE(tree_8, tree_7)

static struct sixteen (*const trees[HIGH_DEPTH + 1])(const struct at_work *work, size_t i) = {
    tree_4, tree_5, tree_6, tree_7, tree_8};

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
    struct at_work work = {full->high.data, full->low.data, NULL, size, columns[0]};
    __m256d sums[4];
    turn(rows, columns);
    for (int i = 0; i < 4; i++)
        sums[i] = _mm256_loadu_pd(scores + 4 * i);
    for (size_t done = 0; done < full->high.len; done += size) {
        struct sixteen said = trees[full->depth](&work, 1);
        sums[0] = _mm256_add_pd(sums[0], _mm256_cvtps_pd(_mm256_castps256_ps128(said.low)));
        sums[1] = _mm256_add_pd(sums[1], _mm256_cvtps_pd(_mm256_extractf128_ps(said.low, 1)));
        sums[2] = _mm256_add_pd(sums[2], _mm256_cvtps_pd(_mm256_castps256_ps128(said.high)));
        sums[3] = _mm256_add_pd(sums[3], _mm256_cvtps_pd(_mm256_extractf128_ps(said.high, 1)));
        work.high += size;
        work.low += size;
    }
    for (int i = 0; i < 4; i++)
        _mm256_storeu_pd(scores + 4 * i, sums[i]);
}

_Static_assert(PITH__FOREST_MOVES == 8, "a register holds the moves of a row");

/* The leaves say their numbers. They are in float registers, but only moved about. */
AVX2 void pith__full_explain(const struct pith__full_forest *full, const pith__moves *moves,
                             const float rows[PITH__FOREST_GROUP][PITH__FOREST_ROW],
                             pith__moves sums[PITH__FOREST_GROUP])
{
    float columns[PITH__FOREST_ROW][PITH__FOREST_GROUP];
    size_t size = (size_t)1 << full->depth;
    struct at_work work = {full->high.data, full->low.data, full->ends.data, size, columns[0]};
    turn(rows, columns);
    for (size_t done = 0; done < full->high.len; done += size) {
        uint32_t at[PITH__FOREST_GROUP];
        struct sixteen said = trees[full->depth](&work, 1);
        _mm256_storeu_si256((__m256i *)at, _mm256_castps_si256(said.low));
        _mm256_storeu_si256((__m256i *)(at + 8), _mm256_castps_si256(said.high));
        for (int i = 0; i < PITH__FOREST_GROUP; i++)
            _mm256_storeu_ps(
                sums[i], _mm256_add_ps(_mm256_loadu_ps(sums[i]), _mm256_loadu_ps(moves[at[i]])));
        work.high += size;
        work.low += size;
        work.ends += size * LOW_SIZE;
    }
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

void pith__full_explain(const struct pith__full_forest *full, const pith__moves *moves,
                        const float rows[PITH__FOREST_GROUP][PITH__FOREST_ROW],
                        pith__moves sums[PITH__FOREST_GROUP])
{
    (void)full;
    (void)moves;
    (void)rows;
    (void)sums;
}

#endif
