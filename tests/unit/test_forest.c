/*
 * test_forest.c - forests as files and in memory, and how chances are made of what they say.
 */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/crc32.h"
#include "eval/stats.h"
#include "features/tagger.h"
#include "ladder.h"
#include "options_with.h"
#include "train/calibrate.h"
#include "train/tagger_columns.h"

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
    struct boost_forest forest = ladder_noise(values[0], ROWS, COLUMNS, depth), back;
    size_t len;
    unsigned char *bytes = forest_bytes(&forest, features, &ladder_plain, "", &len);
    pith_model *model = ladder_read(bytes, len);
    assert_int_equal(pith__model_kind(model), PITH__MODEL_FOREST);
    assert_true(forest_trees(&model->forest, features, COLUMNS, &back));
    assert_int_equal(back.count, forest.count);
    struct pith__forest walked = model->forest;
    assert_true((walked.full != NULL) == (ladder_full_trees() && depth <= 8));
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

/* Rows that the first trees settle have their score from those, whatever rows stand beside them,
 * with full trees and without. */
static void settled_rows(void **state)
{
    enum { ROWS = 640, COLUMNS = 3, FIRST = 10 };
    static float values[ROWS][COLUMNS], rows[PITH__FOREST_GROUP][PITH__FOREST_ROW];
    struct stats_random random = {5};
    size_t settled = 0, whole_groups = 0, len;
    (void)state;
    for (size_t i = 0; i < ROWS * COLUMNS; i++) /* the second half is of rows that are all alike */
        values[i / COLUMNS][i % COLUMNS] =
            i < ROWS * COLUMNS / 2 ? (float)stats_random_below(&random, 1000)
                                   : values[i / COLUMNS / PITH__FOREST_GROUP][i % COLUMNS];
    struct boost_forest forest = ladder_noise(values[0], ROWS, COLUMNS, 5);
    forest.base = 0.5; /* so that all sums are exact */
    const struct boost_forest first = {0, forest.trees, FIRST};
    struct forest_settings settings = ladder_plain;
    settings.settle_trees = FIRST;
    settings.settle_limit = -0.0625;
    settings.settle_factor = 2.5;
    unsigned char *bytes = ladder_file(&forest, &settings, &len);
    pith_model *model = ladder_read(bytes, len);
    struct pith__forest walked = model->forest;
    walked.full = NULL;
    for (size_t i = 0; i < PITH__FOREST_GROUP; i++)
        rows[i][PITH__TAGGER_FEATURES] = -INFINITY;
    for (size_t i = 0; i < ROWS; i += PITH__FOREST_GROUP) {
        double scores[PITH__FOREST_GROUP], again[PITH__FOREST_GROUP];
        size_t before = settled;
        for (size_t k = 0; k < PITH__FOREST_GROUP; k++)
            memcpy(rows[k], values[i + k], sizeof *values);
        pith__forest_score(&walked, (const float(*)[PITH__FOREST_ROW])rows, scores);
        pith__forest_score(&model->forest, (const float(*)[PITH__FOREST_ROW])rows, again);
        assert_memory_equal(scores, again, sizeof scores);
        for (size_t k = 0; k < PITH__FOREST_GROUP; k++) {
            double said = boost_score(&first, values[i + k]);
            bool early = said < settings.settle_limit;
            settled += early;
            assert_true(scores[k] ==
                        (early ? said * 2.5 + 0.5 : boost_score(&forest, values[i + k])));
        }
        whole_groups += settled - before == PITH__FOREST_GROUP;
    }
    assert_true(settled > ROWS / 8 && settled < ROWS - ROWS / 8);
    assert_true(whole_groups > 0 && whole_groups < ROWS / PITH__FOREST_GROUP / 2);
    boost_forest_deinit(&forest);
    pith_model_free(model);
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
    unsigned char *bytes = ladder_file(&forest, &ladder_plain, &len);
    return ladder_read(bytes, len);
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
        assert_true((walked.full != NULL) == ladder_full_trees());
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

/* What is said of a file of which a word is another. */
static void expect_wrong(size_t word, uint32_t value, const char *message)
{
    size_t len;
    struct forest_settings settings = ladder_plain;
    settings.curve = (struct curve){{0.25f, 0.5f}, {0.25f, 0.5f}, 2};
    unsigned char *bytes = ladder_bytes(ladder_rising, &settings, &len);
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
    const uint32_t words = ladder_feature("block.words"), infinite = 0x7F800000, none = 0x7FC00000;
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
    expect_wrong(PITH__FOREST_OUTPUTS, 1, "out of range");
    expect_wrong(PITH__FOREST_SETTLE_TREES, 2, "out of range");
    expect_wrong(PITH__FOREST_SETTLE_LIMIT, none, "is none");
    expect_wrong(PITH__FOREST_SETTLE_FACTOR, infinite, "is none");
    expect_wrong(PITH__FOREST_SETTLE_FACTOR, 0xBF800000, "out of range");
    expect_wrong(USED, PITH__TAGGER_FEATURES, "not in order");
    expect_wrong(USED, words + 1, "not in the list");
    expect_wrong(TREE, 0, "more nodes than there are");
    expect_wrong(TREE, 10 | LADDER_STEPS << 16, "more nodes than there are");
    expect_wrong(TREE, 7 | LADDER_STEPS << 16, "breadth-first");
    expect_wrong(TREE, 9 | (LADDER_STEPS + 1) << 16, "another depth");
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
        unsigned char *bytes = ladder_bytes(ladder_rising, &ladder_plain, &len);
        pith_model *model;
        pith_error error;
        put_word(bytes, NODES - 1, 9 | depth << 16);
        put_word(bytes, NODES, PITH__TAGGER_FEATURES);
        put_word(bytes, NEXT, PITH__NODE_LINK(ladder_feature("block.words"), 0, 0));
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
    unsigned char *good = ladder_bytes(ladder_rising, &ladder_plain, &len), *bytes = malloc(len);
    pith_context *context = pith_context_new();
    const pith_page *page;
    pith_model *model;
    static const char html[] = "<p>one two<p>three four five";
    pith_options *options = options_with("method", "auto", NULL);
    for (size_t i = 8; i < len; i++) {
        for (int bit = 0; bit < 8; bit++) {
            memcpy(bytes, good, len);
            bytes[i] ^= (unsigned char)(1 << bit);
            assert_int_equal(pith_model_new((char *)bytes, len, &model, NULL), PITH_ERR_MODEL);
            mend(bytes, len);
            if (pith_model_new((char *)bytes, len, &model, NULL) != PITH_OK)
                continue;
            pith_options_set_model(options, model);
            assert_int_equal(
                pith_context_parse(context, html, sizeof html - 1, options, &page, NULL), PITH_OK);
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
    assert_int_equal(chosen.features[0], ladder_feature("page.words"));
    assert_int_equal(chosen.features[1], ladder_feature("block.words"));
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
        cmocka_unit_test(numbers),      cmocka_unit_test(same_scores),
        cmocka_unit_test(settled_rows), cmocka_unit_test(odd_numbers),
        cmocka_unit_test(wrong_words),  cmocka_unit_test(orphans),
        cmocka_unit_test(any_byte),     cmocka_unit_test(columns),
        cmocka_unit_test(calibration),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
