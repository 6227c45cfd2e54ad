/*
 * test_auto.c - forests as files and in memory, and what the method auto makes of them.
 */
#if defined(__x86_64__) && defined(__GNUC__)
#include <cpuid.h>
#endif
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "eval/stats.h"
#include "features/tagger.h"
#include "meter.h"
#include "model/model.h"
#include "train/forest_file.h"
#include "train/tagger_columns.h"

/* ----------------------------------------------------------- making forests */

static uint16_t feature(const char *name)
{
    char known[64], summary[64];
    uint16_t i = 0;
    while (pith__tagger_name(i, known, summary, sizeof known) && strcmp(known, name) != 0)
        i++;
    assert_true(i < PITH__TAGGER_FEATURES);
    return i;
}

/* All features are columns. */
static uint32_t identity[PITH__TAGGER_FEATURES];

static int setup(void **state)
{
    (void)state;
    for (uint32_t i = 0; i < PITH__TAGGER_FEATURES; i++)
        identity[i] = i;
    return 0;
}

static const struct forest_settings plain = {
    .slope = 1, .least_words = 0, .copy_words = 6, .empty_trust = 0.25};

/* A tree that asks how many words a block has: the more, the further to the right. VALUES has a
 * number for each leaf. Leaf k is for up to (k + 1) * 10 words. */
enum { STEPS = 4 };
static struct boost_tree ladder(const float values[STEPS + 1])
{
    struct boost_tree tree = {calloc(2 * STEPS + 1, sizeof *tree.nodes), 2 * STEPS + 1};
    for (uint32_t i = 0; i < STEPS; i++) {
        struct boost_node *node = &tree.nodes[2 * i];
        *node = (struct boost_node){.threshold = (float)(10 * (i + 1)),
                                    .value = 0.5f,
                                    .left = 2 * i + 1,
                                    .column = feature("block.words")};
        tree.nodes[2 * i + 1].value = values[i];
    }
    tree.nodes[2 * STEPS].value = values[STEPS];
    return tree;
}

static unsigned char *ladder_bytes(const float values[STEPS + 1],
                                   const struct forest_settings *settings, size_t *len)
{
    struct boost_tree tree = ladder(values);
    const struct boost_forest forest = {0, &tree, 1};
    unsigned char *bytes = forest_bytes(&forest, identity, settings, "a fact\n", len);
    free(tree.nodes);
    assert_non_null(bytes);
    return bytes;
}

static pith_model *read_model(unsigned char *bytes, size_t len)
{
    pith_model *model;
    pith_error error;
    if (pith_model_new((char *)bytes, len, &model, &error) != PITH_OK)
        fail_msg("%s", error.message);
    free(bytes);
    return model;
}

static pith_model *ladder_model(const float values[STEPS + 1],
                                const struct forest_settings *settings)
{
    size_t len;
    unsigned char *bytes = ladder_bytes(values, settings, &len);
    return read_model(bytes, len);
}

/* ------------------------------------------------------------------ numbers */

static void numbers(void **state)
{
    (void)state;
    for (double x = -45; x < 45; x += 0.0137)
        assert_true(fabs(pith__logistic(x) - 1 / (1 + exp(-x))) < 1e-15);
    assert_true(pith__logistic(1e300) == 1 && pith__logistic(-1e300) == 0);
    assert_true(pith__logistic(0) == 0.5);
    assert_int_equal(pith__crc32((const unsigned char *)"123456789", 9), 0xCBF43926);

    const float line[] = {0.25f, 0, 0.5f, 0.5f, 0.75f, 0.5f};
    uint32_t words[6];
    memcpy(words, line, sizeof words);
    const struct pith__curve curve = {words, 3}, none = {NULL, 0};
    assert_true(pith__curve_at(&none, 0.3) == 0.3);
    assert_true(pith__curve_at(&curve, 0) == 0 && pith__curve_at(&curve, 0.25) == 0);
    assert_true(pith__curve_at(&curve, 0.375) == 0.25 && pith__curve_at(&curve, 0.5) == 0.5);
    assert_true(pith__curve_at(&curve, 0.6) == 0.5 && pith__curve_at(&curve, 1) == 0.5);
}

/* A forest learnt from noise, so that its trees have all kinds of shapes. */
static struct boost_forest noise(const float *values, size_t rows, size_t columns, unsigned depth)
{
    float *targets = malloc(rows * sizeof *targets), *weights = malloc(rows * sizeof *weights);
    struct stats_random random = {7};
    for (size_t i = 0; i < rows; i++) {
        targets[i] = (float)stats_random_below(&random, 2);
        weights[i] = 1;
    }
    struct boost_options options;
    struct boost_forest forest;
    boost_options_init(&options);
    options.trees = 30;
    options.leaves = 40;
    options.depth = depth;
    const struct boost_rows data = {.count = rows,
                                    .columns = columns,
                                    .values = values,
                                    .targets = targets,
                                    .weights = weights};
    assert_true(boost_train(&data, NULL, &options, &forest, NULL, NULL));
    boost_forest_round(&forest, 1);
    free(targets);
    free(weights);
    return forest;
}

/* The processor has the instructions that full trees are asked with. */
static bool has_avx2(void)
{
#if defined(__x86_64__) && defined(__GNUC__)
    unsigned a, b, c, d;
    return __builtin_cpu_supports("avx2") && __get_cpuid(1, &a, &b, &c, &d) && (c & bit_F16C) != 0;
#else
    return false;
#endif
}

/* The library says of a row what the trainer says, and the same bits with full trees, which are
 * made where the processor is for them and trees are not too deep. So with the way there. */
static void expect_same_scores(unsigned depth)
{
    enum { ROWS = 2016, COLUMNS = 7 };
    const uint32_t features[COLUMNS] = {0, 3, 8, 100, 200, 300, PITH__TAGGER_FEATURES - 1};
    static float values[ROWS][COLUMNS], rows[PITH__FOREST_GROUP][PITH__FOREST_ROW];
    struct stats_random random = {3};
    const float scales[COLUMNS] = {1, 1e-7f, 300, 0.37f, 1e-3f, 7.77f, 1e-12f};
    for (size_t i = 0; i < ROWS * COLUMNS; i++)
        values[i / COLUMNS][i % COLUMNS] =
            ((float)stats_random_below(&random, 1000) - 500) * scales[i % COLUMNS];
    struct boost_forest forest = noise(values[0], ROWS, COLUMNS, depth), back;
    size_t len;
    unsigned char *bytes = forest_bytes(&forest, features, &plain, "", &len);
    pith_model *model = read_model(bytes, len);
    assert_int_equal(pith_model_method(model), PITH_METHOD_AUTO);
    assert_true(forest_trees(&model->forest, features, COLUMNS, &back));
    assert_int_equal(back.count, forest.count);
    struct pith__forest walked = model->forest;
    assert_true((walked.full != NULL) == (has_avx2() && depth <= 8));
    walked.full = NULL;
    uint8_t kinds[PITH__TAGGER_FEATURES];
    for (size_t i = 0; i < PITH__TAGGER_FEATURES; i++)
        kinds[i] = (uint8_t)(3 + i % PITH__FOREST_MOVES);
    float *means = calloc(walked.node_count, sizeof *means);
    pith__moves *moves = calloc(walked.node_count, sizeof *moves);
    assert_true(means != NULL && moves != NULL);
    pith__forest_moves(&walked, kinds, 3, moves, means);
    for (size_t i = 0; i < PITH__FOREST_GROUP; i++)
        rows[i][PITH__TAGGER_FEATURES] = -INFINITY;
    for (size_t i = 0; i < ROWS; i += PITH__FOREST_GROUP) {
        double scores[PITH__FOREST_GROUP], again[PITH__FOREST_GROUP];
        pith__moves sums[PITH__FOREST_GROUP], same[PITH__FOREST_GROUP];
        for (size_t k = 0; k < PITH__FOREST_GROUP * COLUMNS; k++)
            rows[k / COLUMNS][features[k % COLUMNS]] = values[i + k / COLUMNS][k % COLUMNS];
        pith__forest_score(&walked, (const float(*)[PITH__FOREST_ROW])rows, scores);
        pith__forest_score(&model->forest, (const float(*)[PITH__FOREST_ROW])rows, again);
        assert_memory_equal(scores, again, sizeof scores);
        pith__forest_explain(&walked, (const pith__moves *)moves,
                             (const float(*)[PITH__FOREST_ROW])rows, sums);
        pith__forest_explain(&model->forest, (const pith__moves *)moves,
                             (const float(*)[PITH__FOREST_ROW])rows, same);
        assert_memory_equal(sums, same, sizeof sums);
        for (size_t k = 0; k < PITH__FOREST_GROUP; k++) {
            assert_true(fabs(scores[k] - boost_score(&forest, values[i + k])) < 1e-6);
            assert_true(scores[k] == boost_score(&back, values[i + k]));
            /* From the means of the roots, all moves lead to the score. */
            double way = walked.base;
            for (uint32_t tree = 0, root = 0; tree < walked.tree_count; tree++) {
                way += (double)means[root];
                root += walked.trees[tree] & 0xFFFF;
            }
            for (int kind = 0; kind < PITH__FOREST_MOVES; kind++)
                way += (double)sums[k][kind];
            assert_true(fabs(way - scores[k]) < 1e-3);
        }
    }
    boost_forest_deinit(&forest);
    boost_forest_deinit(&back);
    free(means);
    free(moves);
    pith_model_free(model);
}

static void same_scores(void **state)
{
    (void)state;
    for (unsigned depth = 1; depth <= 9; depth++)
        expect_same_scores(depth);
}

/* A tree of three comparisons with these limits and leaves, as a model. */
static pith_model *small_model(const float limits[3], const float leaves[4])
{
    struct boost_node nodes[7] = {{limits[0], 0.5f, 1, 0}, {limits[1], 0.5f, 3, 1},
                                  {limits[2], 0.5f, 5, 2}, {0, leaves[0], 0, 0},
                                  {0, leaves[1], 0, 0},    {0, leaves[2], 0, 0},
                                  {0, leaves[3], 0, 0}};
    struct boost_tree tree = {nodes, 7};
    const struct boost_forest forest = {-0.3, &tree, 1};
    size_t len;
    unsigned char *bytes = forest_bytes(&forest, identity, &plain, "", &len);
    assert_non_null(bytes);
    return read_model(bytes, len);
}

/* At the borders of what half precision has, and of what it has not, the answer is that of a walk.
 */
static void odd_numbers(void **state)
{
    static const float limits[] = {0,         -0.0f,      65504,        -65504,
                                   0x1p-24f,  -0x1p-24f,  0x1.ff8p-15f, 0x1p-14f,
                                   -0x1p-14f, 0x1.004p0f, -1,           2047};
    static const float values[] = {0,        -0.0f,     INFINITY, -INFINITY, 65504,  65505,
                                   65519,    65520,     -65505,   -65520,    1e30f,  -1e30f,
                                   1e-45f,   -1e-45f,   1e-40f,   0x1p-25f,  6e-8f,  -6e-8f,
                                   0x1p-24f, -0x1p-24f, 0x1p-14f, 6.1e-5f,   1.001f, -1};
    enum { LIMITS = sizeof limits / sizeof *limits, VALUES = sizeof values / sizeof *values };
    static const float odd_limits[] = {65505, 65536, 1e38f, 2049, 1e-8f, 0.1f, 1e-45f};
    static const float odd_leaves[] = {8, -8.001f, 1e-5f, 1e38f, -1e38f, 1e-45f};
    const float leaves[4] = {-8, 32767 / 4096.0f, -0.0f, 1 / 4096.0f};
    static float rows[PITH__FOREST_GROUP][PITH__FOREST_ROW];
    double scores[PITH__FOREST_GROUP], again[PITH__FOREST_GROUP];
    (void)state;
    for (size_t i = 0; i < PITH__FOREST_GROUP; i++)
        rows[i][PITH__TAGGER_FEATURES] = -INFINITY;
    for (size_t i = 0; i < LIMITS; i++) {
        const float of[3] = {limits[i], limits[(i + 1) % LIMITS], limits[(i + 5) % LIMITS]};
        pith_model *model = small_model(of, leaves);
        struct pith__forest walked = model->forest;
        assert_true((walked.full != NULL) == has_avx2());
        walked.full = NULL;
        for (size_t k = 0; k < VALUES + 3; k++) {
            for (size_t row = 0; row < PITH__FOREST_GROUP; row++) {
                for (size_t c = 0; c < 3; c++) {
                    size_t at = k + row * (c + 1);
                    rows[row][c] = k == VALUES       ? nextafterf(of[c], INFINITY)
                                   : k == VALUES + 1 ? nextafterf(of[c], -INFINITY)
                                   : k == VALUES + 2 ? of[c]
                                                     : values[at % VALUES];
                }
            }
            pith__forest_score(&walked, (const float(*)[PITH__FOREST_ROW])rows, scores);
            pith__forest_score(&model->forest, (const float(*)[PITH__FOREST_ROW])rows, again);
            assert_memory_equal(scores, again, sizeof scores);
        }
        pith_model_free(model);
    }
    for (size_t i = 0; i < sizeof odd_limits / sizeof *odd_limits; i++) {
        const float of[3] = {0, odd_limits[i], 1};
        pith_model *model = small_model(of, leaves);
        assert_null(model->forest.full);
        pith_model_free(model);
    }
    for (size_t i = 0; i < sizeof odd_leaves / sizeof *odd_leaves; i++) {
        const float of[4] = {0, 1, odd_leaves[i], 2};
        pith_model *model = small_model(limits, of);
        assert_null(model->forest.full);
        pith_model_free(model);
    }
}

/* -------------------------------------------------------------- broken files */

static void put_word(unsigned char *bytes, size_t word, uint32_t value)
{
    for (size_t i = 0; i < 4; i++)
        bytes[4 * word + i] = (unsigned char)(value >> 8 * i);
}

static void mend(unsigned char *bytes, size_t len)
{
    put_word(bytes, PITH__FOREST_CRC, pith__crc32(bytes + 16, len - 16));
}

static const float rising[STEPS + 1] = {-4, -1, 0, 1, 4};

/* What is said of a file of which a word is another. */
static void expect_wrong(size_t word, uint32_t value, const char *message)
{
    size_t len;
    struct forest_settings settings = plain;
    settings.curve = (struct curve){{0.25f, 0.5f}, {0.25f, 0.5f}, 2};
    unsigned char *bytes = ladder_bytes(rising, &settings, &len);
    pith_model *model;
    pith_error error;
    put_word(bytes, word, value);
    if (word != PITH__FOREST_CRC)
        mend(bytes, len);
    assert_int_equal(pith_model_new((char *)bytes, len, &model, &error), PITH_ERR_MODEL);
    assert_null(model);
    assert_int_equal(error.line, 0);
    if (strstr(error.message, message) == NULL)
        fail_msg("'%s' and not '%s'", error.message, message);
    free(bytes);
}

static void wrong_words(void **state)
{
    (void)state;
    /* The list has one feature, the forest one tree of nine nodes: 1 and 4 are the first leaves. */
    enum { USED = PITH__FOREST_HEAD, TREE, NODES, LEAF = NODES + 2, CURVE = NODES + 18 };
    const uint32_t words = feature("block.words"), infinite = 0x7F800000, none = 0x7FC00000;
    expect_wrong(PITH__FOREST_VERSION_AT, 2, "another version");
    expect_wrong(PITH__FOREST_CRC, 1, "damaged");
    expect_wrong(PITH__FOREST_SIZE, 10, "longer or shorter than it says");
    expect_wrong(PITH__FOREST_FEATURES_AT, 370, "other features");
    expect_wrong(PITH__FOREST_HASH, 0, "other features");
    expect_wrong(PITH__FOREST_HASH + 1, 0, "other features");
    expect_wrong(PITH__FOREST_USED_COUNT, 2, "than its parts");
    expect_wrong(PITH__FOREST_USED_COUNT, UINT32_MAX, "more parts");
    expect_wrong(PITH__FOREST_TREE_COUNT, UINT32_MAX, "more parts");
    expect_wrong(PITH__FOREST_NODE_COUNT, UINT32_MAX, "more parts");
    expect_wrong(PITH__FOREST_CURVE_COUNT, UINT32_MAX, "more parts");
    expect_wrong(PITH__FOREST_TRUST_COUNT, UINT32_MAX, "more parts");
    expect_wrong(PITH__FOREST_FACT_BYTES, UINT32_MAX, "more parts");
    expect_wrong(PITH__FOREST_BASE, none, "is none");
    expect_wrong(PITH__FOREST_SLOPE, infinite, "is none");
    expect_wrong(PITH__FOREST_SLOPE, 0, "out of range");
    expect_wrong(PITH__FOREST_LEAST_WORDS, 0xBF800000, "out of range");
    expect_wrong(PITH__FOREST_COPY_WORDS, 0xBF800000, "out of range");
    expect_wrong(PITH__FOREST_EMPTY_TRUST, 0x40000000, "out of range");
    expect_wrong(PITH__FOREST_HEAD - 1, 1, "no meaning");
    expect_wrong(USED, PITH__TAGGER_FEATURES, "not in order");
    expect_wrong(USED, words + 1, "not in the list");
    expect_wrong(TREE, 0, "more nodes than there are");
    expect_wrong(TREE, 10 | STEPS << 16, "more nodes than there are");
    expect_wrong(TREE, 7 | STEPS << 16, "breadth-first");
    expect_wrong(TREE, 9 | (STEPS + 1) << 16, "another depth");
    expect_wrong(NODES, PITH__NODE_LINK(words, 0, 0), "breadth-first");
    expect_wrong(NODES, PITH__NODE_LINK(words, 0, 2), "breadth-first");
    expect_wrong(NODES, PITH__NODE_LINK(words, 0, 4095), "breadth-first");
    expect_wrong(NODES, PITH__NODE_LINK(words + 1, 0, 1), "not in the list");
    expect_wrong(NODES, PITH__NODE_LINK(4095, 0, 1), "not in the list");
    expect_wrong(NODES, PITH__TAGGER_FEATURES, "breadth-first");
    expect_wrong(NODES + 1, none, "is none");
    expect_wrong(LEAF, PITH__NODE_LINK(PITH__TAGGER_FEATURES, 0, 1), "goes on");
    expect_wrong(LEAF + 1, infinite, "is none");
    expect_wrong(CURVE, none, "do not rise");
    expect_wrong(CURVE + 2, 0x3E000000, "do not rise");
    expect_wrong(CURVE + 3, 0x3E000000, "do not rise");
    expect_wrong(CURVE + 3, 0x3F800001, "do not rise");
}

/* A leaf as the root, and behind it a node that would be its own child. */
static void orphans(void **state)
{
    enum { NODES = PITH__FOREST_HEAD + 2, NEXT = NODES + 2 };
    (void)state;
    for (uint32_t depth = 1; depth <= 8; depth++) {
        size_t len;
        unsigned char *bytes = ladder_bytes(rising, &plain, &len);
        pith_model *model;
        pith_error error;
        put_word(bytes, NODES - 1, 9 | depth << 16);
        put_word(bytes, NODES, PITH__TAGGER_FEATURES);
        put_word(bytes, NEXT, PITH__NODE_LINK(feature("block.words"), 0, 0));
        mend(bytes, len);
        assert_int_equal(pith_model_new((char *)bytes, len, &model, &error), PITH_ERR_MODEL);
        assert_non_null(strstr(error.message, "breadth-first"));
        free(bytes);
    }
}

/* Any byte may be another, with a checksum that fits: what is taken can be used. */
static void any_byte(void **state)
{
    (void)state;
    size_t len;
    unsigned char *good = ladder_bytes(rising, &plain, &len), *bytes = malloc(len);
    pith_context *context = pith_context_new(NULL);
    const pith_page *page;
    pith_options options;
    pith_model *model;
    static const char html[] = "<p>one two<p>three four five";
    pith_options_init(&options);
    options.methods = PITH_METHOD_AUTO;
    for (size_t i = 8; i < len; i++) {
        for (int bit = 0; bit < 8; bit++) {
            memcpy(bytes, good, len);
            bytes[i] ^= (unsigned char)(1 << bit);
            assert_int_equal(pith_model_new((char *)bytes, len, &model, NULL), PITH_ERR_MODEL);
            mend(bytes, len);
            if (pith_model_new((char *)bytes, len, &model, NULL) != PITH_OK)
                continue;
            options.model = model;
            assert_int_equal(pith_context_parse(context, html, sizeof html - 1, &options, &page),
                             PITH_OK);
            const float score = pith_page_block(page, 0)->score;
            assert_true(score >= 0 && score <= 1);
            pith_model_free(model);
        }
    }
    for (size_t cut = 0; cut < len; cut++) {
        memcpy(bytes, good, len);
        assert_int_equal(pith_model_new((char *)bytes, cut, &model, NULL), PITH_ERR_MODEL);
    }
    pith_context_free(context);
    free(good);
    free(bytes);
}

/* ---------------------------------------------------------------- decisions */

/* A page of blocks with so many words each, all of them different. */
static char *make_page(const unsigned *words, size_t count)
{
    static char html[100000];
    char *p = html;
    for (size_t i = 0; i < count; i++) {
        p += sprintf(p, "<p>");
        for (unsigned w = 0; w < words[i]; w++)
            p += sprintf(p, "a%zub%u ", i, w);
    }
    *p = '\0';
    return html;
}

static pith_context *context;

static int context_setup(void **state)
{
    (void)state;
    context = pith_context_new(NULL);
    return context == NULL;
}

static int context_teardown(void **state)
{
    (void)state;
    pith_context_free(context);
    return 0;
}

static const pith_page *parse(const char *html, const pith_model *model, float beta)
{
    const pith_page *page;
    pith_options options;
    pith_options_init(&options);
    options.methods = PITH_METHOD_AUTO;
    options.model = model;
    options.beta = beta;
    assert_int_equal(pith_context_parse(context, html, strlen(html), &options, &page), PITH_OK);
    return page;
}

static double expected(const pith_page *page, unsigned set, double beta)
{
    double all = 0, kept = 0, likely = 0;
    const pith_block *block;
    for (unsigned i = 0; (block = pith_page_block(page, i)) != NULL; i++) {
        all += (double)block->score * block->words;
        kept += set >> i & 1 ? block->words : 0;
        likely += set >> i & 1 ? (double)block->score * block->words : 0;
    }
    return (1 + beta * beta) * likely / (kept + beta * beta * all);
}

/* Of all sets of blocks there is none that would be better. */
static void best_set(void **state)
{
    (void)state;
    enum { BLOCKS = 10 };
    struct stats_random random = {5};
    const float betas[] = {1, 0.5f, 2, 0.1f};
    size_t sizes[4] = {0};
    for (int round = 0; round < 60; round++) {
        float values[STEPS + 1];
        unsigned words[BLOCKS];
        for (int i = 0; i <= STEPS; i++)
            values[i] = (float)stats_random_below(&random, 80) / 10 - 5;
        for (int i = 0; i < BLOCKS; i++)
            words[i] = 1 + stats_random_below(&random, 50);
        pith_model *model = ladder_model(values, &plain);
        for (int b = 0; b < 4; b++) {
            const pith_page *page = parse(make_page(words, BLOCKS), model, betas[b]);
            double best = 0, got;
            unsigned set = 0;
            for (unsigned i = 0; i < BLOCKS; i++)
                set |= (unsigned)pith_page_block(page, i)->keep << i;
            for (unsigned other = 1; other < 1u << BLOCKS; other++)
                best = fmax(best, expected(page, other, (double)betas[b]));
            got = expected(page, set, (double)betas[b]);
            assert_true(fabs(got - best) < 1e-9);
            sizes[b] += pith_page_get_info(page)->kept_words;
            assert_true(
                fabs((double)pith_page_get_info(page)->confidence - expected(page, set, 1)) < 1e-6);
        }
        pith_model_free(model);
    }
    assert_true(sizes[3] < sizes[1] && sizes[1] < sizes[0] && sizes[0] < sizes[2]);
}

/* "+model -copy": decision and reason of each block. */
static void expect(const pith_page *page, const char *want)
{
    char got[1000] = "";
    const pith_block *block;
    for (size_t i = 0; (block = pith_page_block(page, i)) != NULL; i++)
        snprintf(got + strlen(got), sizeof got - strlen(got), "%s%c%s", i > 0 ? " " : "",
                 block->keep ? '+' : '-', pith_why_name(block->why));
    assert_string_equal(got, want);
}

#define LONG "one two three four five six seven eight nine ten eleven twelve"

/* A table stays whole where half of its words do; copies stay in it. One that holds a list, or
 * of which little stays, goes cell by cell. */
static void tables(void **state)
{
    (void)state;
    pith_model *model = ladder_model(rising, &plain);
#define CELLS "<table><tr><td>a<td>" LONG " " LONG " " LONG "<tr><td>b<td>" LONG " " LONG " " LONG
    expect(parse(CELLS "</table>c", model, 1), "+table +model +table +model -model");
    expect(parse(CELLS "<tr><td hidden>c</table>c", model, 1),
           "+table +model +table +model -model -model");
    expect(parse(CELLS "<tr><td>a b<ul><li>c d</ul></table>c", model, 1),
           "-model +model -model +model -model -model -model");
    expect(parse("<table><tr><td>a b c<td>d e f<tr><td>g h<td>i</table><p>" LONG " " LONG " " LONG,
                 model, 1),
           "-model -model -model -model +model");
    expect(parse("<table><tr><td>|<td>/</table><p>" LONG " " LONG " " LONG, model, 1),
           "-model -model +model");
    pith_model_free(model);
}

static void copies(void **state)
{
    (void)state;
    const float all[STEPS + 1] = {3, 3, 3, 3, 3};
    struct forest_settings settings = plain;
    pith_model *model = ladder_model(all, &settings);
    static const char html[] = "<p>" LONG "<p>short one<p>" LONG "<p>short one<p>" LONG " more";
    expect(parse(html, model, 1), "+model +model -copy +model +model");
    /* Manuals repeat themselves, a tenth of which is code; quotes are copies there, too. */
    expect(parse("<p>" LONG "<pre>a b c d</pre><li>" LONG "<blockquote>" LONG "</blockquote>",
                 model, 1),
           "+model +model +model -copy");
    expect(
        parse("<p>" LONG "<pre>a b c</pre><li>" LONG "<blockquote>" LONG "</blockquote>", model, 1),
        "+model +model -copy -copy");
    pith_model_free(model);
    settings.copy_words = 13;
    model = ladder_model(all, &settings);
    expect(parse(html, model, 1), "+model +model +model +model +model");
    pith_model_free(model);
    settings.copy_words = 0;
    model = ladder_model(all, &settings);
    expect(parse(html, model, 1), "+model +model +model +model +model");
    pith_model_free(model);
}

/* Readers' comments go, below their heading or in an element named so, unless the page is a forum
 * or more is wanted. */
static void comments(void **state)
{
    (void)state;
    const float all[STEPS + 1] = {3, 3, 3, 3, 3};
    pith_model *model = ladder_model(all, &plain);
#define STORY                                                                                      \
    "<article><h1>A</h1><p>b " LONG "<p>c " LONG "<p>d " LONG "<p>e " LONG "<p>f " LONG "</"       \
    "article>"
#define REPLIES "<h3>3 Comments</h3><p>g " LONG "<p>h " LONG
    static const char article[] = "<meta property=og:type content=article>" STORY REPLIES;
    static const char forum[] =
        "<link rel=canonical href=https://forum.example/t/topic/7>"
        "<script type=application/ld+json>{\"@type\":\"DiscussionForumPosting\"}</script>" STORY
            REPLIES;
    expect(parse(article, model, 1), "+model +model +model +model +model +model -below-comments "
                                     "-below-comments -below-comments");
    expect(parse(article, model, 2),
           "+model +model +model +model +model +model +model +model +model");
    expect(parse(forum, model, 1),
           "+model +model +model +model +model +model +model +model +model");
    expect(parse("<h3>Comments</h3><p>" LONG, model, 1), "+model +model"); /* a page about them */

#define NAMED   "<div class=commentList><p>g " LONG "<p>h " LONG "</div>"
#define ARTICLE "<meta property=og:type content=article>"
    expect(parse(ARTICLE STORY NAMED "<p>i " LONG, model, 1),
           "+model +model +model +model +model +model -below-comments -below-comments +model");
    expect(parse(ARTICLE STORY NAMED, model, 2),
           "+model +model +model +model +model +model +model +model");
    /* The name is the page's, or there is nothing else that they could speak of. */
    expect(parse(ARTICLE "<body class=comments>" STORY, model, 1),
           "+model +model +model +model +model +model");
    expect(parse(ARTICLE NAMED "<p>i " LONG, model, 1), "+model +model +model");
    expect(parse(ARTICLE STORY "<pre class=comment>j</pre>", model, 1),
           "+model +model +model +model +model +model +model");
    /* A link to the comments above most of the text is not their heading. */
    expect(parse(ARTICLE "<p>j " LONG "<p>k " LONG "<p>l " LONG "<p>m " LONG "<p>n " LONG
                         "<p>Comments" STORY "<p>o " LONG,
                 model, 1),
           "+model +model +model +model +model +model +model +model +model +model +model +model "
           "+model");
    pith_model_free(model);
}

static void nothing(void **state)
{
    (void)state;
    const float few[STEPS + 1] = {-3, -3, -3, -3, -3};
    struct forest_settings settings = plain;
    settings.least_words = 1.5;
    pith_model *model = ladder_model(few, &settings);
    const pith_page *page = parse("<p>" LONG "<p>more", model, 1);
    const pith_page_info *info = pith_page_get_info(page);
    expect(page, "-no-content -no-content");
    assert_int_equal(info->outcome, PITH_OUTCOME_EMPTY);
    assert_int_equal(info->reason, PITH_REASON_NO_CONTENT);
    assert_true(info->confidence == 0.25f);
    /* Without words there is nothing to expect. */
    page = parse("<p>-<p>*", model, 1);
    expect(page, "-no-content -no-content");
    page = parse("", model, 1);
    assert_int_equal(pith_page_get_info(page)->reason, PITH_REASON_NO_INPUT);
    pith_model_free(model);
    settings.least_words = 0;
    model = ladder_model(few, &settings);
    expect(parse("<p>" LONG "<p>more", model, 1), "+model +model"); /* one is as likely as all */
    expect(parse("<p>-", model, 1), "-no-content");
    pith_model_free(model);
}

/* Pages of a few words stay, but for their links and what nobody sees. */
static void tiny(void **state)
{
    (void)state;
    const float few[STEPS + 1] = {-3, -3, -3, -3, -3};
    struct forest_settings settings = plain;
    settings.least_words = 15;
    pith_model *model = ladder_model(few, &settings);
    expect(parse("<p>Hello world</p>", model, 1), "+tiny");
    const pith_page *page = parse("<h1>Title</h1><p>One short sentence.", model, 1);
    expect(page, "+tiny +tiny");
    assert_int_equal(pith_page_get_info(page)->outcome, PITH_OUTCOME_OK);
    assert_true(pith_page_get_info(page)->confidence > 0.6f);
    assert_true(pith_page_block(page, 0)->score == 0.5f);
    expect(parse("plain text", model, 1), "+tiny");
    expect(parse("<nav>Home</nav><main><p>Open at nine</main><aside>x</aside><footer>y</footer>",
                 model, 1),
           "-tiny +tiny -tiny -tiny");
    page = parse("<ul><li><a href=a>One</a><li><a href=b>Two</a></ul>", model, 1);
    expect(page, "-tiny -tiny");
    assert_int_equal(pith_page_get_info(page)->reason, PITH_REASON_NO_CONTENT);
    expect(parse("<body><noscript>Switch scripts on</noscript><p hidden>a<p>b", model, 1),
           "-tiny -tiny +tiny");
    /* Of a small page not all is boilerplate. */
    expect(parse("<p>" LONG " " LONG "<p>" LONG, model, 1), "+tiny +tiny");
    expect(parse("<p>" LONG " " LONG " " LONG " " LONG " " LONG "<p>" LONG " " LONG " " LONG
                 " " LONG,
                 model, 1),
           "-no-content -no-content");
    pith_model_free(model);
}

static void curves(void **state)
{
    (void)state;
    struct forest_settings settings = plain;
    settings.slope = 2;
    settings.shift = 1;
    settings.trust = (struct curve){{0, 1}, {0.125f, 0.5f}, 2};
    pith_model *model = ladder_model(rising, &settings);
    const pith_page *page = parse("<p>" LONG, model, 1); /* 12 words: -1 */
    assert_true(pith_page_block(page, 0)->score == (float)pith__logistic(-1));
    double f1 = 2 * pith__logistic(-1) / (1 + pith__logistic(-1));
    assert_true(fabs((double)pith_page_get_info(page)->confidence - (0.125 + 0.375 * f1)) < 1e-6);
    settings.curve = (struct curve){{0, 0.5f}, {0.5f, 1}, 2};
    pith_model_free(model);
    model = ladder_model(rising, &settings);
    page = parse("<p>" LONG, model, 1);
    assert_true(fabs((double)pith_page_block(page, 0)->score - (0.5 + pith__logistic(-1))) < 1e-6);
    pith_model_free(model);
}

/* With others the score is one of several, and confidence is as for them. */
static void votes(void **state)
{
    (void)state;
    const float values[STEPS + 1] = {-3, 3, 3, 3, 3};
    pith_model *model = ladder_model(values, &plain);
    const pith_page *page;
    pith_options options;
    static const char html[] = "<p>" LONG "<p>a b";
    pith_options_init(&options);
    options.methods = PITH_METHOD_AUTO | PITH_METHOD_ALL;
    options.model = model;
    assert_int_equal(pith_context_parse(context, html, strlen(html), &options, &page), PITH_OK);
    expect(page, "+all -vote");
    float likely = (float)pith__logistic(3), unlikely = (float)pith__logistic(-3);
    assert_true(fabsf(pith_page_block(page, 0)->score - (0.64f + likely) / 2) < 1e-6f);
    assert_int_equal(pith_page_block(page, 0)->votes, PITH_METHOD_AUTO | PITH_METHOD_ALL);
    assert_int_equal(pith_page_block(page, 1)->votes, PITH_METHOD_ALL);
    float sure = (12 * (0.64f + likely) / 2 + 2 * (1 - (0.64f + unlikely) / 2)) / 14;
    assert_true(fabsf(pith_page_get_info(page)->confidence - sure) < 1e-6f);
    /* A tree for density and a forest for auto leave each other's method alone. */
    options.methods = PITH_METHOD_DENSITY;
    assert_int_equal(pith_context_decide(context, &options), PITH_OK);
    assert_true(pith_page_block(page, 0)->why != PITH_WHY_MODEL);
    pith_model_free(model);
    options.model = NULL;
    options.beta = 0;
    assert_int_equal(pith_context_decide(context, &options), PITH_ERR_ARGUMENT);
    options.beta = NAN;
    assert_int_equal(pith_context_decide(context, &options), PITH_ERR_ARGUMENT);
}

static void reasons(void **state)
{
    (void)state;
    pith_model *model = ladder_model(rising, &plain);
    const pith_page *page;
    pith_options options;
    static const char html[] = "<p>" LONG " " LONG " " LONG " " LONG "<p>" LONG "<p>a b";
    pith_options_init(&options);
    options.methods = PITH_METHOD_AUTO;
    options.model = model;
    options.reasons = 1;
    assert_int_equal(pith_context_parse(context, html, strlen(html), &options, &page), PITH_OK);
    expect(page, "+text -text -text");
    pith_model_free(model);
    /* Every feature has a kind. */
    uint8_t whys[PITH__TAGGER_FEATURES];
    pith__tagger_whys(whys);
    for (size_t i = 0; i < PITH__TAGGER_FEATURES; i++)
        assert_true(whys[i] >= PITH_WHY_CONTAINER && whys[i] <= PITH_WHY_PAGE);
    assert_int_equal(whys[feature("level2.words")], PITH_WHY_CONTAINER);
    assert_int_equal(whys[feature("level2.linkDensity")], PITH_WHY_LINK_DENSITY);
    assert_int_equal(whys[feature("nav.share")], PITH_WHY_TAGS);
    assert_int_equal(whys[feature("under.li")], PITH_WHY_TAGS);
    assert_int_equal(whys[feature("block.copyright")], PITH_WHY_TEXT);
    assert_int_equal(whys[feature("block.copies")], PITH_WHY_REPEATED);
    assert_int_equal(whys[feature("block.position")], PITH_WHY_POSITION);
    assert_int_equal(whys[feature("before1.words")], PITH_WHY_AROUND);
    assert_int_equal(whys[feature("page.words")], PITH_WHY_PAGE);
}

/* A page of very many blocks is looked at in parts: what is in each is judged, has its reason, and
 * is kept once. */
static void parts(void **state)
{
    (void)state;
    enum { BLOCKS = 20000, EACH = 64 };
    pith_model *model = ladder_model(rising, &plain);
    const pith_page *page;
    pith_options options;
    char *html = calloc(BLOCKS, EACH);
    size_t len = 0;
    assert_non_null(html);
    for (int i = 0; i < BLOCKS; i++) /* every hundredth block is long, and the same as the next */
        len += (size_t)sprintf(html + len, i % 100 < 2 ? "<p>%d " LONG : "<p>%d b", i / 100);
    pith_options_init(&options);
    options.methods = PITH_METHOD_AUTO;
    options.model = model;
    options.reasons = 1;
    assert_int_equal(pith_context_parse(context, html, len, &options, &page), PITH_OK);
    assert_int_equal(pith_page_get_info(page)->blocks, BLOCKS);
    assert_int_equal(pith_page_get_info(page)->kept_blocks, BLOCKS / 100);
    for (size_t i = 0; i < BLOCKS; i++) {
        const pith_block *block = pith_page_block(page, i);
        assert_int_equal(block->keep, i % 100 == 0);
        assert_int_equal(block->why, i % 100 == 1 ? PITH_WHY_COPY : PITH_WHY_TEXT);
    }
    pith_model_free(model);
    free(html);
}

/* ---------------------------------------------------------------- the library's */

static void built_in(void **state)
{
    (void)state;
    FILE *file = fopen("models/auto.forest", "rb");
    static unsigned char bytes[2 << 20];
    assert_non_null(file);
    size_t len = fread(bytes, 1, sizeof bytes, file);
    fclose(file);
    assert_true(len < sizeof bytes);
    pith_model *model;
    pith_error error;
    if (pith_model_new((char *)bytes, len, &model, &error) != PITH_OK)
        fail_msg("%s", error.message);
    const uint32_t *words = pith__forest_built_in();
    assert_non_null(words);
    assert_int_equal(words[PITH__FOREST_SIZE], len / 4);
    assert_memory_equal(words, model->words, len);
    assert_true((model->forest.full != NULL) == has_avx2()); /* it can be asked the fast way */
    pith_model_free(model);
}

/* Every allocation may fail; a decision that fails leaves the last one. */
static void no_memory(void **state)
{
    (void)state;
    static const char html[] = "<title>a b</title><div><h1>a b c</h1><p>" LONG "<p>x<p>" LONG;
    bool done = false;
    for (size_t fail_at = 1; !done; fail_at++) {
        struct meter meter = {0, 0, 0, 0};
        pith_allocator allocator = meter_allocator(&meter);
        pith_context *scarce = pith_context_new(&allocator);
        const pith_page *page;
        pith_options options;
        pith_options_init(&options);
        options.methods = PITH_METHOD_WORDS;
        assert_int_equal(pith_context_parse(scarce, html, sizeof html - 1, &options, &page),
                         PITH_OK);
        size_t kept = pith_page_get_info(page)->kept_words;
        options.methods = PITH_METHOD_AUTO;
        options.reasons = 1;
        meter.fail_at = meter.calls + fail_at;
        pith_status status = pith_context_decide(scarce, &options);
        done = status == PITH_OK;
        if (!done) {
            assert_int_equal(status, PITH_ERR_NOMEM);
            assert_int_equal(pith_page_get_info(page)->methods, PITH_METHOD_WORDS);
            assert_int_equal(pith_page_get_info(page)->kept_words, kept);
            meter.fail_at = 0;
            assert_int_equal(pith_context_decide(scarce, &options), PITH_OK);
        }
        assert_int_equal(pith_page_get_info(page)->methods, PITH_METHOD_AUTO);
        pith_context_free(scarce);
        assert_int_equal(meter.now, 0);
    }
}

/* Decides by MODEL, NULL: by the library's own, and stores the scores of the blocks. */
static pith_status score_by(pith_context *by, const pith_model *model, float *scores, size_t count)
{
    static const char html[] = "<title>a b</title><div><h1>a b c</h1><p>" LONG "<p>x<p>" LONG;
    const pith_page *page;
    pith_options options;
    pith_options_init(&options);
    options.methods = PITH_METHOD_AUTO;
    options.model = model;
    pith_status status = pith_context_parse(by, html, sizeof html - 1, &options, &page);
    for (size_t i = 0; status == PITH_OK && i < count; i++)
        scores[i] = pith_page_block(page, i)->score;
    return status;
}

/* Models of several depths, in any order: a context says what a new one says, also when there was
 * no memory for the model before. */
static void in_turn(void **state)
{
    enum { ROWS = 500, COLUMNS = 4, MODELS = 5, BLOCKS = 4, ROUNDS = 60 };
    static float values[ROWS][COLUMNS];
    const uint32_t features[COLUMNS] = {0, 3, 8, 100};
    const unsigned depths[MODELS] = {0, 2, 5, 8, 9};
    pith_model *models[MODELS] = {NULL};
    float wanted[MODELS][BLOCKS], scores[BLOCKS];
    struct stats_random random = {3};
    struct meter meter = {0, 0, 0, 0};
    pith_allocator allocator = meter_allocator(&meter);
    pith_context *one = pith_context_new(&allocator);
    (void)state;
    for (size_t i = 0; i < ROWS * COLUMNS; i++)
        values[i / COLUMNS][i % COLUMNS] = (float)stats_random_below(&random, 60);
    for (size_t i = 0; i < MODELS; i++) {
        if (i > 0) {
            size_t len;
            struct boost_forest forest = noise(values[0], ROWS, COLUMNS, depths[i]);
            unsigned char *bytes = forest_bytes(&forest, features, &plain, "", &len);
            models[i] = read_model(bytes, len);
            boost_forest_deinit(&forest);
        }
        pith_context *fresh = pith_context_new(NULL);
        assert_int_equal(score_by(fresh, models[i], wanted[i], BLOCKS), PITH_OK);
        pith_context_free(fresh);
    }
    for (int round = 0; round < ROUNDS; round++) {
        size_t model = stats_random_below(&random, MODELS);
        meter.fail_at = round % 3 == 0 ? meter.calls + 1 + stats_random_below(&random, 12) : 0;
        if (score_by(one, models[model], scores, BLOCKS) == PITH_OK)
            assert_memory_equal(scores, wanted[model], sizeof scores);
        else
            assert_true(meter.fail_at > 0);
        meter.fail_at = 0;
    }
    pith_context_free(one);
    assert_int_equal(meter.now, 0);
    for (size_t i = 0; i < MODELS; i++)
        pith_model_free(models[i]);
}

/* ------------------------------------------------------------------- columns */

static void columns(void **state)
{
    (void)state;
    struct tagger_columns chosen;
    size_t len;
    tagger_columns_init(&chosen);
    assert_int_equal(chosen.count, PITH__TAGGER_FEATURES);
    assert_null(tagger_columns_choose(&chosen,
                                      "# some\nblock.words\n\nblock.words # twice\r\n"
                                      "page.words",
                                      &len));
    assert_int_equal(chosen.count, 2);
    assert_int_equal(chosen.features[0], feature("page.words"));
    assert_int_equal(chosen.features[1], feature("block.words"));
    assert_null(tagger_columns_choose(&chosen, "level1.*", &len));
    assert_int_equal(chosen.count, 18);
    assert_string_equal(tagger_columns_choose(&chosen, "block.words\nblok.words", &len),
                        "blok.words");
    assert_int_equal(len, 10);
    assert_string_equal(tagger_columns_choose(&chosen, "# none\n", &len), "");
    assert_int_equal(len, 0);
    tagger_columns_deinit(&chosen);
}

/* --------------------------------------------------------------- calibration */

static void calibration(void **state)
{
    (void)state;
    enum { COUNT = 20000 };
    static double scores[COUNT], chances[COUNT], targets[COUNT];
    static float classes[COUNT], weights[COUNT];
    struct stats_random random = {9};
    double slope, shift;
    struct curve curve;
    /* Scores that are twice too large and one too low. */
    for (size_t i = 0; i < COUNT; i++) {
        double odds = (double)stats_random_below(&random, 8000) / 1000 - 4;
        double dice = (double)stats_random_below(&random, 1 << 20) / (1 << 20);
        classes[i] = dice < 1 / (1 + exp(-odds));
        targets[i] = (double)classes[i];
        weights[i] = 1 + (float)(i % 3);
        scores[i] = 2 * odds - 1;
        chances[i] = 1 / (1 + exp(-scores[i]));
    }
    platt_fit(scores, classes, weights, COUNT, &slope, &shift);
    assert_true(fabs(slope - 0.5) < 0.02 && fabs(shift - 0.5) < 0.06);
    double before = log_loss(chances, classes, weights, COUNT);
    assert_true(curve_fit(chances, targets, weights, COUNT, 64, &curve));
    assert_true(curve.count > 10 && curve.count <= 64);
    for (size_t i = 1; i < curve.count; i++)
        assert_true(curve.x[i] > curve.x[i - 1] && curve.y[i] > curve.y[i - 1]);
    for (size_t i = 0; i < COUNT; i++)
        chances[i] = pith__logistic(slope * scores[i] + shift);
    assert_true(log_loss(chances, classes, weights, COUNT) < before - 0.02);
    /* All the same: a point. */
    for (size_t i = 0; i < COUNT; i++)
        chances[i] = 0.5;
    assert_true(curve_fit(chances, targets, NULL, COUNT, 8, &curve));
    assert_int_equal(curve.count, 1);
    assert_true(curve_fit(chances, targets, NULL, 0, 8, &curve));
    assert_int_equal(curve.count, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(numbers),     cmocka_unit_test(same_scores), cmocka_unit_test(odd_numbers),
        cmocka_unit_test(wrong_words), cmocka_unit_test(any_byte),    cmocka_unit_test(best_set),
        cmocka_unit_test(tables),      cmocka_unit_test(copies),      cmocka_unit_test(comments),
        cmocka_unit_test(nothing),     cmocka_unit_test(tiny),        cmocka_unit_test(curves),
        cmocka_unit_test(votes),       cmocka_unit_test(reasons),     cmocka_unit_test(parts),
        cmocka_unit_test(built_in),    cmocka_unit_test(no_memory),   cmocka_unit_test(orphans),
        cmocka_unit_test(in_turn),     cmocka_unit_test(columns),     cmocka_unit_test(calibration),
    };
    return setup(NULL) || context_setup(NULL) ||
           cmocka_run_group_tests(tests, NULL, context_teardown);
}
