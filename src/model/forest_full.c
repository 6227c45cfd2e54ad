/*
 * forest_full.c - the log odds and moves of forest.c, faster. In: rows of features.
 *
 * Each tree is padded to a full binary tree. All its comparisons are made, each for all rows of a
 * group at once, and the value is selected from the leaves upwards: no step waits for the one
 * before, and none has to look up its node. This pays off with AVX2; without it the trees are
 * walked.
 *
 * A register holds sixteen rows if their numbers have sixteen bits. Features are converted to half
 * precision and rounded up: x > limit then has the same answer as before, provided the limit is
 * exact in half precision. Leaf values are integers, so their sums are exact either way. Results
 * are thus bit-identical to those of a walk. The trainer makes such limits and leaves; a forest
 * with others is walked.
 */
#include "model/embed.h"
#include "model/forest.h"

/* A comparison. */
struct pith__full_node {
    int16_t limit; /* values up to it go left */
    uint16_t feature;
};

/* The lower LOW_DEPTH levels of a tree are always evaluated in full. Up to HIGH_DEPTH levels above
 * them are evaluated only as far as some row gets there. Deeper trees would be large, and mostly
 * padding. */
enum { LOW_DEPTH = 4, LOW_SIZE = 1 << LOW_DEPTH, HIGH_DEPTH = 4, MOST_NODES = 1 << 17 };

/* The lower part of a tree. The root is node 1, the children of node I are 2 I and 2 I + 1, and the
 * leaves continue the numbering. */
struct pith__low_tree {
    struct pith__full_node nodes[LOW_SIZE];
    int16_t leaves[LOW_SIZE]; /* in steps */
};

void pith__full_deinit(struct pith__full_forest *full, const struct pith__allocator *allocator)
{
    if (full->memory != NULL)
        allocator->resize(allocator->ctx, full->memory, full->bytes, 0);
    memset(full, 0, sizeof *full);
}

#if defined(__x86_64__) && defined(__GNUC__) && !defined(PITH_NO_CPU_MODEL)

#include <cpuid.h>
#include <immintrin.h>

#define AVX2 __attribute__((target("avx2,f16c")))

/* Not all compilers have a name for the half-precision instructions. Under virtualization, cpuid
 * takes longer than judging a small page. */
static bool has_registers(void)
{
#if !defined(__clang__) && __GNUC__ >= 11
    return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("f16c");
#else
    unsigned a, b, c, d;
    return __builtin_cpu_supports("avx2") && __get_cpuid(1, &a, &b, &c, &d) && (c & bit_F16C) != 0;
#endif
}

/* ------------------------------------------------------------------ making */

/* Converts a half-precision number to an integer with the same order: its magnitude bits, inverted
 * if it is negative. Below 2^-14 they count steps of 2^-24. False if LIMIT is not exact in half
 * precision. */
static inline bool limit_of(float limit, int16_t *out)
{
    enum { SMALLEST = 0x38800000, LARGEST = 0x477FE000, LOST = 0x1FFF, SHIFT = 13 };
    uint32_t word = pith__float_word(limit), size = word & 0x7FFFFFFF;
    uint32_t half = (size - SMALLEST + 0x800000) >> SHIFT;
    bool is_half = (size & LOST) == 0 && size <= LARGEST;
    if (size < SMALLEST) {
        float steps = pith__word_float(size) * 0x1p24f;
        half = (uint32_t)steps;
        is_half = (float)half == steps;
    }
    *out = (int16_t)(word != size && half != 0 ? ~half : half);
    return is_half;
}

/* False if the leaf is not a multiple of a step. */
static inline bool leaf_of(float leaf, int16_t *out)
{
    float steps = leaf * PITH__LEAF_STEPS;
    if (!(steps >= INT16_MIN && steps <= INT16_MAX))
        return false;
    *out = (int16_t)steps;
    return (float)(int)steps == steps;
}

/* Number of levels above the lower parts. */
static uint32_t high_depth(const struct pith__forest *forest)
{
    uint32_t depth = LOW_DEPTH;
    for (uint32_t i = 0; i < forest->tree_count; i++)
        depth = forest->trees[i] >> 16 > depth ? forest->trees[i] >> 16 : depth;
    return depth - LOW_DEPTH;
}

/* Fills nodes 1 to SIZE - 1. FROM[1] is the tree's node for the root; the entries of all children
 * are filled in. A leaf that is not deep enough is padded with comparisons that all lead to its
 * value: they compare the feature that is below any limit. */
static bool fill_nodes(const uint32_t *nodes, size_t size, uint16_t *from,
                       struct pith__full_node *full)
{
    for (size_t i = 1; i < size; i++) {
        const uint32_t *node = nodes + 2 * (size_t)from[i];
        uint32_t left = PITH__NODE_LEFT(node[0]);
        full[i].feature = (uint16_t)PITH__NODE_FEATURE(node[0]);
        full[i].limit = 0;
        if (left != 0 && !limit_of(pith__word_float(node[1]), &full[i].limit))
            return false;
        from[2 * i] = (uint16_t)(from[i] + left);
        from[2 * i + 1] = (uint16_t)(from[2 * i] + (left != 0));
    }
    return true;
}

static bool fill_tree(const uint32_t *nodes, size_t size, struct pith__full_node *high,
                      struct pith__low_tree *low, int16_t *ends)
{
    uint16_t above[2 << HIGH_DEPTH] = {0}, from[2 * LOW_SIZE];
    if (!fill_nodes(nodes, size, above, high))
        return false;
    for (size_t i = 0; i < size; i++) {
        from[1] = above[size + i];
        if (!fill_nodes(nodes, LOW_SIZE, from, low[i].nodes))
            return false;
        for (size_t k = 0; k < LOW_SIZE; k++) {
            uint16_t end = from[LOW_SIZE + k];
            ends[i * LOW_SIZE + k] = (int16_t)end;
            if (!leaf_of(pith__word_float(nodes[2 * (size_t)end + 1]), &low[i].leaves[k]))
                return false;
        }
    }
    return true;
}

pith_status pith__full_make(struct pith__full_forest *full, struct pith__forest *forest,
                            const struct pith__allocator *allocator)
{
    uint32_t depth = high_depth(forest), first = 0;
    memset(full, 0, sizeof *full);
    if (!has_registers() || depth > HIGH_DEPTH ||
        (size_t)forest->tree_count << (depth + LOW_DEPTH) > MOST_NODES)
        return PITH_OK;
    size_t size = (size_t)1 << depth, count = forest->tree_count, all = size * count;
    size_t bytes = count * sizeof(uint32_t) +
                   all * (sizeof(struct pith__full_node) + sizeof(struct pith__low_tree)) +
                   all * LOW_SIZE * sizeof(int16_t);
    uint32_t *roots = allocator->resize(allocator->ctx, NULL, 0, bytes);
    if (roots == NULL)
        return PITH_ERR_NOMEM;
    struct pith__full_node *high = (struct pith__full_node *)(roots + count);
    struct pith__low_tree *low = (struct pith__low_tree *)(high + all);
    int16_t *ends = (int16_t *)(low + all);
    *full = (struct pith__full_forest){high, low, ends, roots, count, depth, roots, bytes};
    memset(roots, 0, bytes);
    for (size_t i = 0; i < count; i++) {
        if (!fill_tree(forest->nodes + 2 * (size_t)first, size, high + i * size, low + i * size,
                       ends + i * size * LOW_SIZE)) {
            pith__full_deinit(full, allocator);
            return PITH_OK;
        }
        roots[i] = first;
        first += forest->trees[i] & 0xFFFF;
    }
    forest->full = full;
    return PITH_OK;
}

/* ---------------------------------------------------------------- built in */

#if PITH_BUILTIN_AUTO

/* limit_of() and leaf_of() for the words of a node, as constant expressions. */
#define SIZE(word)     ((word)&0x7FFFFFFFu)
#define EXPONENT(word) ((word) >> 23 & 0xFFu)
#define FRACTION(word) (((word)&0x7FFFFFu) | 0x800000u)
/* A number in steps of 2^(EXP - 150): by how much to shift its mantissa. */
#define STEPS(word, exp)                                                                           \
    ((int32_t)((exp)-EXPONENT(word) < 25 ? FRACTION(word) >> (((exp)-EXPONENT(word)) & 31) : 0))
#define HALF(word)                                                                                 \
    (SIZE(word) < 0x38800000u ? STEPS(word, 126u) : (int32_t)((SIZE(word) - 0x38000000u) >> 13))
#define LIMIT(word) (int16_t)((word) >> 31 != 0 && HALF(word) != 0 ? -1 - HALF(word) : HALF(word))
#define NODE(link, word)                                                                           \
    {                                                                                              \
        (link) >> 20 != 0 ? LIMIT(word) : 0, (uint16_t)PITH__NODE_FEATURE(link)                    \
    }
#define LEAF(link, word) (int16_t)((word) >> 31 != 0 ? -STEPS(word, 138u) : STEPS(word, 138u))

#include "auto_full.inc"

const struct pith__full_forest *pith__full_built_in(void)
{
    static const struct pith__full_forest full = {
        built_in_high,  built_in_low,   built_in_ends, built_in_roots,
        BUILT_IN_TREES, BUILT_IN_DEPTH, NULL,          0};
    return has_registers() ? &full : NULL;
}

#else

const struct pith__full_forest *pith__full_built_in(void)
{
    return NULL;
}

#endif

/* ----------------------------------------------------------------- scoring */

/* One number for each row of a group. */
struct numbers {
    __m256i low, high;
};

_Static_assert(PITH__FOREST_GROUP == 32, "two registers hold a number of each row");

/* All bits set for the rows that go right. */
AVX2 static inline struct numbers compare(const struct pith__full_node *node,
                                          const int16_t *columns)
{
    const __m256i *values = (const __m256i *)(columns + node->feature * PITH__FOREST_GROUP);
    __m256i limit = _mm256_set1_epi16(node->limit);
    return (struct numbers){_mm256_cmpgt_epi16(_mm256_load_si256(values), limit),
                            _mm256_cmpgt_epi16(_mm256_load_si256(values + 1), limit)};
}

AVX2 static inline struct numbers choose(struct numbers left, struct numbers right,
                                         struct numbers go_right)
{
    return (struct numbers){_mm256_blendv_epi8(left.low, right.low, go_right.low),
                            _mm256_blendv_epi8(left.high, right.high, go_right.high)};
}

/* The value of the tree under node I, which has 0, 1, ... levels of comparisons. */
AVX2 static inline struct numbers low_0(const struct pith__full_node *nodes, const int16_t *leaves,
                                        const int16_t *columns, size_t i)
{
    (void)nodes;
    (void)columns;
    __m256i leaf = _mm256_set1_epi16(leaves[i - LOW_SIZE]);
    return (struct numbers){leaf, leaf};
}

#define LOW_TREE(name, below)                                                                      \
    AVX2 static inline struct numbers name(const struct pith__full_node *nodes,                    \
                                           const int16_t *leaves, const int16_t *columns,          \
                                           size_t i)                                               \
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
    const struct pith__full_node *high;
    const struct pith__low_tree *low;
    const int16_t *ends; /* what leaves return instead of their steps; or NULL */
    size_t size;         /* number of low trees, which is also the node number of the first */
    const int16_t *columns;
};

/* The same for nodes with 4, 5, ... levels. Near the root all rows of a group often go the same
 * way, since they are neighbours. */
AVX2 static inline struct numbers tree_4(const struct at_work *work, size_t i)
{
    const struct pith__low_tree *low = &work->low[i - work->size];
    const int16_t *leaves =
        work->ends != NULL ? work->ends + (i - work->size) * LOW_SIZE : low->leaves;
    return low_4(low->nodes, leaves, work->columns, 1);
}

#define HIGH_TREE(name, below)                                                                     \
    AVX2 static inline struct numbers name(const struct at_work *work, size_t i)                   \
    {                                                                                              \
        struct numbers go_right = compare(&work->high[i], work->columns), left, right;             \
        left.low = left.high = right.low = right.high = _mm256_setzero_si256();                    \
        if (_mm256_movemask_epi8(_mm256_and_si256(go_right.low, go_right.high)) != -1)             \
            left = below(work, 2 * i);                                                             \
        if (_mm256_movemask_epi8(_mm256_or_si256(go_right.low, go_right.high)) != 0)               \
            right = below(work, 2 * i + 1);                                                        \
        return choose(left, right, go_right);                                                      \
    }
HIGH_TREE(tree_5, tree_4)
/* Not inlined: deeper trees would be a lot of code. */
PITH__NOINLINE AVX2 static struct numbers apart_5(const struct at_work *work, size_t i)
{
    return tree_5(work, i);
}
HIGH_TREE(tree_6, apart_5)
HIGH_TREE(tree_7, tree_6)
HIGH_TREE(tree_8, tree_7)

static inline void next_tree(struct at_work *work)
{
    work->high += work->size;
    work->low += work->size;
    if (work->ends != NULL)
        work->ends += work->size * LOW_SIZE;
}

/* Adds numbers to 32-bit sums, which are in the order of the rows. */
AVX2 static inline void add(struct numbers said, __m256i sums[4])
{
    sums[0] = _mm256_add_epi32(sums[0], _mm256_cvtepi16_epi32(_mm256_castsi256_si128(said.low)));
    sums[1] =
        _mm256_add_epi32(sums[1], _mm256_cvtepi16_epi32(_mm256_extracti128_si256(said.low, 1)));
    sums[2] = _mm256_add_epi32(sums[2], _mm256_cvtepi16_epi32(_mm256_castsi256_si128(said.high)));
    sums[3] =
        _mm256_add_epi32(sums[3], _mm256_cvtepi16_epi32(_mm256_extracti128_si256(said.high, 1)));
}

/* For trees of one depth: the value of the current tree, and the sum of the values of COUNT
 * trees. */
#define TREES(depth)                                                                               \
    AVX2 static struct numbers say_##depth(const struct at_work *work)                             \
    {                                                                                              \
        return tree_##depth(work, 1);                                                              \
    }                                                                                              \
    AVX2 static void sum_##depth(struct at_work work, size_t count, __m256i out[4])                \
    {                                                                                              \
        __m256i sums[4] = {out[0], out[1], out[2], out[3]};                                        \
        for (size_t i = 0; i < count; i++) {                                                       \
            add(tree_##depth(&work, 1), sums);                                                     \
            next_tree(&work);                                                                      \
        }                                                                                          \
        memcpy(out, sums, sizeof sums);                                                            \
    }
TREES(4)
TREES(5)
TREES(6)
TREES(7)
TREES(8)

static const struct {
    struct numbers (*say)(const struct at_work *work);
    void (*sum)(struct at_work work, size_t count, __m256i sums[4]);
} trees[HIGH_DEPTH + 1] = {
    {say_4, sum_4}, {say_5, sum_5}, {say_6, sum_6}, {say_7, sum_7}, {say_8, sum_8}};

_Static_assert(PITH__FOREST_ROW % 8 == 0, "rows are turned eight features at a time");

/* Converts half-precision numbers to integers in the same order, as limit_of() does. */
AVX2 static inline __m128i ordered(__m128i halves)
{
    __m128i below_0 = _mm_srai_epi16(halves, 15);
    return _mm_xor_si128(halves, _mm_srli_epi16(below_0, 1));
}

/* Transposes eight features of eight rows. */
AVX2 static inline void turn_eight(const float rows[][PITH__FOREST_ROW], size_t feature,
                                   int16_t columns[][PITH__FOREST_GROUP])
{
    __m128i a[8], b[8];
    for (int i = 0; i < 8; i++)
        a[i] = ordered(_mm256_cvtps_ph(_mm256_loadu_ps(&rows[i][feature]), _MM_FROUND_TO_POS_INF));
    for (int i = 0; i < 8; i += 2) {
        b[i] = _mm_unpacklo_epi16(a[i], a[i + 1]);
        b[i + 1] = _mm_unpackhi_epi16(a[i], a[i + 1]);
    }
    for (int i = 0; i < 8; i += 4) {
        a[i] = _mm_unpacklo_epi32(b[i], b[i + 2]);
        a[i + 1] = _mm_unpackhi_epi32(b[i], b[i + 2]);
        a[i + 2] = _mm_unpacklo_epi32(b[i + 1], b[i + 3]);
        a[i + 3] = _mm_unpackhi_epi32(b[i + 1], b[i + 3]);
    }
    for (int i = 0; i < 4; i++) {
        _mm_store_si128((__m128i *)columns[feature + 2 * i], _mm_unpacklo_epi64(a[i], a[i + 4]));
        _mm_store_si128((__m128i *)columns[feature + 2 * i + 1],
                        _mm_unpackhi_epi64(a[i], a[i + 4]));
    }
}

AVX2 static void turn(const float rows[PITH__FOREST_GROUP][PITH__FOREST_ROW],
                      int16_t columns[PITH__FOREST_ROW][PITH__FOREST_GROUP])
{
    for (size_t feature = 0; feature < PITH__FOREST_ROW; feature += 8) {
        for (size_t row = 0; row < PITH__FOREST_GROUP; row += 8)
            turn_eight(rows + row, feature, (int16_t(*)[PITH__FOREST_GROUP])(columns[0] + row));
    }
}

/* Adds the values of COUNT trees and moves on to the tree after them. */
AVX2 static void add_trees(struct at_work *work, uint32_t depth, size_t count,
                           int32_t steps[PITH__FOREST_GROUP], double sums[PITH__FOREST_GROUP])
{
    trees[depth].sum(*work, count, (__m256i *)steps);
    work->high += count * work->size;
    work->low += count * work->size;
    for (int i = 0; i < PITH__FOREST_GROUP; i++)
        sums[i] = (double)steps[i] / PITH__LEAF_STEPS;
}

AVX2 void pith__full_sum(const struct pith__forest *forest,
                         const float rows[PITH__FOREST_GROUP][PITH__FOREST_ROW],
                         struct pith__said *said)
{
    _Alignas(32) int16_t columns[PITH__FOREST_ROW][PITH__FOREST_GROUP];
    _Alignas(32) int32_t steps[PITH__FOREST_GROUP] = {0};
    const struct pith__full_forest *full = forest->full;
    struct at_work work = {full->high, full->low, NULL, (size_t)1 << full->depth, columns[0]};
    turn(rows, columns);
    add_trees(&work, full->depth, forest->settle_trees, steps, said->first);
    if (!pith__all_settled(forest, said))
        add_trees(&work, full->depth, full->trees - forest->settle_trees, steps, said->all);
}

_Static_assert(PITH__FOREST_MOVES == 8, "a register holds the moves of a row");
_Static_assert(PITH__FOREST_NODES <= INT16_MAX, "a node's number has sixteen bits");

/* Here the leaves return their numbers. */
AVX2 void pith__full_explain(const struct pith__full_forest *full, const pith__moves *moves,
                             const float rows[PITH__FOREST_GROUP][PITH__FOREST_ROW],
                             pith__moves sums[PITH__FOREST_GROUP])
{
    _Alignas(32) int16_t columns[PITH__FOREST_ROW][PITH__FOREST_GROUP];
    struct at_work work = {full->high, full->low, full->ends, (size_t)1 << full->depth, columns[0]};
    turn(rows, columns);
    for (size_t i = 0; i < full->trees; i++) {
        const pith__moves *of_tree = moves + full->roots[i];
        _Alignas(32) int16_t at[PITH__FOREST_GROUP];
        struct numbers said = trees[full->depth].say(&work);
        _mm256_store_si256((__m256i *)at, said.low);
        _mm256_store_si256((__m256i *)at + 1, said.high);
        for (int k = 0; k < PITH__FOREST_GROUP; k++)
            _mm256_storeu_ps(
                sums[k], _mm256_add_ps(_mm256_loadu_ps(sums[k]), _mm256_loadu_ps(of_tree[at[k]])));
        next_tree(&work);
    }
}

#else

pith_status pith__full_make(struct pith__full_forest *full, struct pith__forest *forest,
                            const struct pith__allocator *allocator)
{
    (void)forest;
    (void)allocator;
    memset(full, 0, sizeof *full);
    return PITH_OK;
}

const struct pith__full_forest *pith__full_built_in(void)
{
    return NULL;
}

void pith__full_sum(const struct pith__forest *forest,
                    const float rows[PITH__FOREST_GROUP][PITH__FOREST_ROW], struct pith__said *said)
{
    (void)forest;
    (void)rows;
    (void)said;
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
