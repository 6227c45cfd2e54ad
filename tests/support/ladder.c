/*
 * ladder.c - see ladder.h.
 */
#include "ladder.h"

#if defined(__x86_64__) && defined(__GNUC__)
#include <cpuid.h>
#endif
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "eval/stats.h"
#include "features/tagger.h"

uint16_t ladder_feature(const char *name)
{
    char known[64], summary[64];
    uint16_t i = 0;
    while (pith__tagger_name(i, known, summary, sizeof known) && strcmp(known, name) != 0)
        i++;
    assert_true(i < PITH__TAGGER_FEATURES);
    return i;
}

static const uint32_t *all_features(void)
{
    static uint32_t features[PITH__TAGGER_FEATURES];
    for (uint32_t i = 0; i < PITH__TAGGER_FEATURES; i++)
        features[i] = i;
    return features;
}

const struct forest_settings ladder_plain = {
    .slope = 1, .least_words = 0, .copy_words = 6, .empty_trust = 0.25};
const float ladder_rising[LADDER_STEPS + 1] = {-4, -1, 0, 1, 4};

static struct boost_tree ladder(const float values[LADDER_STEPS + 1])
{
    struct boost_tree tree = {calloc(2 * LADDER_STEPS + 1, sizeof *tree.nodes),
                              2 * LADDER_STEPS + 1};
    for (uint32_t i = 0; i < LADDER_STEPS; i++) {
        struct boost_node *node = &tree.nodes[2 * i];
        *node = (struct boost_node){.threshold = (float)(10 * (i + 1)),
                                    .value = 0.5f,
                                    .left = 2 * i + 1,
                                    .column = ladder_feature("block.words")};
        tree.nodes[2 * i + 1].value = values[i];
    }
    tree.nodes[2 * LADDER_STEPS].value = values[LADDER_STEPS];
    return tree;
}

unsigned char *ladder_file(const struct boost_forest *forest,
                           const struct forest_settings *settings, size_t *len)
{
    unsigned char *bytes = forest_bytes(forest, all_features(), settings, "a fact\n", len);
    assert_non_null(bytes);
    return bytes;
}

unsigned char *ladder_bytes(const float values[LADDER_STEPS + 1],
                            const struct forest_settings *settings, size_t *len)
{
    struct boost_tree tree = ladder(values);
    const struct boost_forest forest = {0, &tree, 1};
    unsigned char *bytes = ladder_file(&forest, settings, len);
    free(tree.nodes);
    return bytes;
}

pith_model *ladder_read(unsigned char *bytes, size_t len)
{
    pith_model *model;
    pith_error error;
    if (pith_model_new((char *)bytes, len, &model, &error) != PITH_OK)
        fail_msg("%s", error.message);
    free(bytes);
    return model;
}

pith_model *ladder_model(const float values[LADDER_STEPS + 1],
                         const struct forest_settings *settings)
{
    size_t len;
    unsigned char *bytes = ladder_bytes(values, settings, &len);
    return ladder_read(bytes, len);
}

struct boost_forest ladder_noise(const float *values, size_t rows, size_t columns, unsigned depth)
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

bool ladder_full_trees(void)
{
#if defined(__x86_64__) && defined(__GNUC__)
    unsigned a, b, c, d;
    return __builtin_cpu_supports("avx2") && __get_cpuid(1, &a, &b, &c, &d) && (c & bit_F16C) != 0;
#else
    return false;
#endif
}
