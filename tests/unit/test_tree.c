/*
 * test_tree.c - decision trees and 1R on small tables whose trees can be told by hand.
 */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/decimal.h"
#include "train/decision.h"
#include "train/feature_list.h"

enum { WORDS = PITH__FEATURES_BLOCK, LINKS = WORDS + 1, DENSITY = WORDS + 2 };

/* ------------------------------------------------------------------- tables */

struct example {
    float words, links, density;
    uint8_t class; /* a set_class */
    float weight;
    uint32_t site;
};

struct table {
    struct matrix matrix;
    struct decision_data data;
    struct decision_options options;
    bool features[PITH__FEATURES];
    bool *pages;
};

/* Each row is a page. Sites are numbered from 0 without gaps. */
static void table_init(struct table *table, const struct example *examples, size_t count,
                       unsigned classes)
{
    struct matrix *matrix = &table->matrix;
    memset(table, 0, sizeof *table);
    matrix->rows = matrix->page_count = count;
    matrix->values = calloc(count * PITH__FEATURES, sizeof *matrix->values);
    matrix->classes = calloc(count, sizeof *matrix->classes);
    matrix->weights = calloc(count, sizeof *matrix->weights);
    matrix->pages = calloc(count, sizeof *matrix->pages);
    matrix->sites = calloc(count, sizeof *matrix->sites);
    table->pages = calloc(count, sizeof *table->pages);
    for (size_t i = 0; i < count; i++) {
        float *row = matrix->values + i * PITH__FEATURES;
        row[WORDS] = examples[i].words;
        row[LINKS] = examples[i].links;
        row[DENSITY] = examples[i].density;
        matrix->classes[i] = examples[i].class;
        matrix->weights[i] = examples[i].weight;
        matrix->pages[i] = (uint32_t)i;
        matrix->sites[i] = examples[i].site;
        if (examples[i].site >= matrix->site_count)
            matrix->site_count = examples[i].site + 1;
        table->pages[i] = true;
    }
    for (size_t i = 0; i < PITH__FEATURES; i++)
        table->features[i] = true;
    assert_true(decision_data_init(&table->data, matrix, classes, false));
    table->options = (struct decision_options){.features = table->features, .min_leaf = 1};
}

static void table_deinit(struct table *table)
{
    decision_data_deinit(&table->data);
    matrix_free(&table->matrix);
    free(table->pages);
}

/* The tree as text, in memory that the next call uses again. */
static const char *text_of(const struct pith__decision_tree *tree)
{
    static char text[1 << 16];
    FILE *file = fmemopen(text, sizeof text, "w");
    assert_non_null(file);
    decision_tree_write(tree, file);
    fclose(file);
    return text;
}

static void expect_tree(struct table *table, decision_trainer train, const char *want)
{
    struct pith__decision_tree tree;
    assert_true(train(&tree, &table->data, table->pages, &table->options));
    assert_string_equal(text_of(&tree), want);
    decision_tree_deinit(&tree);
}

#define YES SET_FULL_TEXT
#define NO  SET_NOT_CONTENT

/* ------------------------------------------------------------------ growing */

static void one_leaf(void **state)
{
    (void)state;
    static const struct example rows[] = {{1, 0, 0, YES, 3, 0}, {2, 0, 0, NO, 2, 0}};
    struct table table;
    table_init(&table, rows, 2, 2);
    table.options.min_leaf = 3; /* no split leaves so much on both sides */
    expect_tree(&table, decision_train, ": text 2 3\n");
    expect_tree(&table, one_rule_train, ": text 2 3\n");
    table.options.min_leaf = 1;
    table.options.max_leaves = 1;
    expect_tree(&table, decision_train, ": text 2 3\n");
    table.options.max_leaves = 0;
    memset(table.features, 0, sizeof table.features);
    expect_tree(&table, decision_train, ": text 2 3\n");
    expect_tree(&table, one_rule_train, ": text 2 3\n");
    memset(table.pages, 0, 2 * sizeof *table.pages); /* nothing to learn from */
    expect_tree(&table, decision_train, ": boilerplate 0 0\n");
    expect_tree(&table, one_rule_train, ": boilerplate 0 0\n");
    table_deinit(&table);
}

static void two_splits(void **state)
{
    (void)state;
    static const struct example rows[] = {
        {20, 0, 0, YES, 20, 0}, {30, 0.25f, 0, YES, 30, 0}, {4, 0, 0, NO, 4, 0},
        {25, 1, 0, NO, 25, 0},  {5, 1, 0, NO, 5, 0},        {6, 0, 0, NO, 6, 0},
    };
    struct table table;
    table_init(&table, rows, 6, 2);
    expect_tree(&table, decision_train,
                "curr_linkDensity <= 0.6\n"
                "| curr_numWords <= 10: boilerplate 10 0\n"
                "| curr_numWords > 10: text 0 50\n"
                "curr_linkDensity > 0.6: boilerplate 30 0\n");
    /* Only what may be asked is asked. */
    table.features[LINKS] = false;
    expect_tree(&table, decision_train,
                "curr_numWords <= 28\n"
                "| curr_numWords <= 20\n"
                "| | curr_numWords <= 10: boilerplate 15 0\n"
                "| | curr_numWords > 10: text 0 20\n"
                "| curr_numWords > 20: boilerplate 25 0\n"
                "curr_numWords > 28: text 0 30\n");
    /* With few leaves, those that gain most. */
    table.options.max_leaves = 2;
    expect_tree(&table, decision_train,
                "curr_numWords <= 28: boilerplate 40 20\n"
                "curr_numWords > 28: text 0 30\n");
    /* A page that is not marked does not count, nor does a row without words. */
    table.options.max_leaves = 0;
    table.pages[3] = false;
    table.matrix.weights[2] = 0;
    expect_tree(&table, decision_train,
                "curr_numWords <= 10: boilerplate 11 0\n"
                "curr_numWords > 10: text 0 50\n");
    table_deinit(&table);
}

/*
 * Gain ratio by hand. Twelve rows of weight 8, half of them content.
 *
 * words:   parts 6 and 6 into 5:1 and 1:5. Gain 1 - h(1/6) = 0.350, less log2(thresholds) / 96; it
 *          takes one bit to tell the halves, so the ratio is about 0.35.
 * density: parts off 3 of content alone. Gain 1 - 9/12 h(1/3) = 0.311; it takes h(1/4) = 0.811 bits
 *          to tell the branches, so the ratio is about 0.38: better, though the gain is less.
 */
static void gain_ratio(void **state)
{
    (void)state;
    struct example rows[12];
    for (unsigned i = 0; i < 12; i++) {
        bool content = i < 6;
        rows[i] = (struct example){.class = content ? YES : NO, .weight = 8};
        rows[i].words = (content ? i != 0 : i == 11) ? 2 : 1;
        rows[i].density = content && i >= 3 ? 2 : 1;
    }
    struct table table;
    table_init(&table, rows, 12, 2);
    table.options.max_leaves = 2;
    /* Average gain is 0.331: only words has as much, and the better ratio does not help. */
    expect_tree(&table, decision_train,
                "curr_numWords <= 1.5: boilerplate 40 8\n"
                "curr_numWords > 1.5: text 8 40\n");
    /* A third feature that says little brings the average down: then the ratio decides. */
    for (unsigned i = 0; i < 12; i++)
        table.matrix.values[i * PITH__FEATURES + LINKS] = i % 6 == 0 || i == 1 ? 0.5f : 0;
    decision_data_deinit(&table.data);
    assert_true(decision_data_init(&table.data, &table.matrix, 2, false));
    expect_tree(&table, decision_train,
                "curr_textDensity <= 1.5: boilerplate 48 24\n"
                "curr_textDensity > 1.5: text 0 24\n");
    table_deinit(&table);
}

/* Values that say nothing are not asked, however well one threshold of many may look: two rows of
 * one word gain 2 bits, and it takes log2(3) to tell of three thresholds. */
static void penalty(void **state)
{
    (void)state;
    static const struct example rows[] = {
        {1, 0, 0, NO, 1, 0}, {2, 0, 0, YES, 1, 0}, {3, 0, 0, NO, 1, 0}, {4, 0, 0, YES, 1, 0}};
    struct table table;
    table_init(&table, rows, 4, 2);
    /* The best of the three gains 4 - (0 + 3 h(1/3)) = 1.245 bits, less than log2(3) = 1.585. */
    expect_tree(&table, decision_train, ": boilerplate 2 2\n");
    table_deinit(&table);
}

static void four_classes(void **state)
{
    (void)state;
    static const struct example rows[] = {
        {1, 0, 1, SET_HEADLINE, 9, 0},  {1, 0, 5, SET_SUPPLEMENTAL, 9, 0},
        {1, 1, 5, SET_RELATED, 9, 0},   {1, 1, 1, SET_NOT_CONTENT, 9, 0},
        {9, 0, 1, SET_FULL_TEXT, 9, 0}, {9, 0, 5, SET_COMMENT, 9, 0},
    };
    struct table table;
    table_init(&table, rows, 6, 4);
    struct pith__decision_tree tree;
    assert_true(decision_train(&tree, &table.data, table.pages, &table.options));
    static const uint8_t labels[] = {PITH_LABEL_HEADLINE,    PITH_LABEL_SUPPLEMENTAL,
                                     PITH_LABEL_BOILERPLATE, PITH_LABEL_BOILERPLATE,
                                     PITH_LABEL_TEXT,        PITH_LABEL_TEXT};
    for (size_t i = 0; i < 6; i++)
        assert_int_equal(
            pith__decision_find(&tree, table.matrix.values + i * PITH__FEATURES)->label, labels[i]);
    assert_int_equal(tree.leaf_count, 4);
    assert_int_equal(decision_tree_dimensions(&tree), 3);
    decision_tree_deinit(&tree);
    table_deinit(&table);
}

static void thresholds(void **state)
{
    (void)state;
    assert_true(decision_threshold(1, 2) == 1.5f);
    assert_true(decision_threshold(15, 18) == 16);
    assert_true(decision_threshold(16, 17) == 16);
    assert_true(decision_threshold(-3, -1) == -2);
    assert_true(decision_threshold(0.33f, 0.34f) == 0.335f);
    /* Neighbours among the numbers, of any size. */
    for (float a = 1e-9f; a < 1e9f; a *= 1.37f) {
        for (int sign = -1; sign <= 1; sign += 2) {
            float low = (float)sign * a, high = nextafterf(low, INFINITY);
            float threshold = decision_threshold(low, high);
            char text[32];
            double number;
            int len = snprintf(text, sizeof text, "%.9g", (double)threshold);
            assert_true(threshold >= low && threshold < high);
            assert_true(pith__decimal_read((struct pith__span){(unsigned char *)text, (size_t)len},
                                           &number));
            assert_true((float)number == threshold);
        }
    }
}

/* ------------------------------------------------------------------ pruning */

/*
 * Links part 60 words of boilerplate off. Of the rest, 100 words, all but 4 are content; a split
 * finds those. C4.5 expects of a leaf with 4 errors in 100 words 6.12 errors; of leaves of 96 and 4
 * words without one 96 (1 - 0.25^(1/96)) + 4 (1 - 0.25^(1/4)) = 1.38 + 1.17: the split stays.
 *
 * In the second table it parts 20:60 from 0:80 words. Of these it expects 23.24 + 1.37 errors, of a
 * leaf of 20:140 words 23.52: the split goes.
 */
static void by_expected_errors(void **state)
{
    (void)state;
    static const struct example rows[] = {
        {10, 0, 0, YES, 96, 0}, {1, 0, 0, NO, 4, 0}, {10, 1, 0, NO, 60, 0}};
    struct table table;
    table_init(&table, rows, 3, 2);
    table.options.prune = DECISION_PRUNE_ERROR;
    expect_tree(&table, decision_train,
                "curr_linkDensity <= 0.5\n"
                "| curr_numWords <= 6: boilerplate 4 0\n"
                "| curr_numWords > 6: text 0 96\n"
                "curr_linkDensity > 0.5: boilerplate 60 0\n");
    table_deinit(&table);

    static const struct example same[] = {{1, 0, 0, YES, 60, 0},
                                          {1, 0, 0, NO, 20, 0},
                                          {2, 0, 0, YES, 80, 0},
                                          {1, 1, 0, NO, 70, 0},
                                          {2, 1, 0, NO, 70, 0}};
    table_init(&table, same, 5, 2);
    static const char whole[] = "curr_linkDensity <= 0.5\n"
                                "| curr_numWords <= 1.5: text 20 60\n"
                                "| curr_numWords > 1.5: text 0 80\n"
                                "curr_linkDensity > 0.5: boilerplate 140 0\n";
    expect_tree(&table, decision_train, whole);
    table.options.prune = DECISION_PRUNE_ERROR;
    expect_tree(&table, decision_train,
                "curr_linkDensity <= 0.5: text 20 140\n"
                "curr_linkDensity > 0.5: boilerplate 140 0\n");
    table_deinit(&table);
}

/* Two thirds of the sites say that short blocks without links are boilerplate; on the third that is
 * held out they are not. Which sites that are is for the seed to say, so all sites but one kind
 * agree, and that kind is found by trying seeds. */
static void by_held_out_sites(void **state)
{
    (void)state;
    struct example rows[36];
    for (unsigned i = 0; i < 36; i++) {
        unsigned site = i / 4;
        rows[i] = (struct example){.weight = 10, .site = site};
        switch (i % 4) {
        case 0:
        case 1:
            rows[i].words = 20, rows[i].class = YES;
            break;
        case 2:
            rows[i].words = 20, rows[i].links = 1, rows[i].class = NO;
            break;
        default: /* of six sites of nine this is boilerplate */
            rows[i].words = 2, rows[i].class = site < 6 ? NO : YES;
        }
    }
    struct table table;
    table_init(&table, rows, 36, 2);
    table.options.prune = DECISION_PRUNE_REDUCED;
    unsigned pruned = 0, kept = 0;
    for (unsigned seed = 0; seed < 200; seed++) {
        struct pith__decision_tree tree;
        table.options.seed = seed;
        assert_true(decision_train(&tree, &table.data, table.pages, &table.options));
        /* All rows are in the leaves in the end, also those that were held out. */
        double sum = 0;
        for (uint32_t i = 0; i < tree.leaf_count; i++)
            sum += tree.leaves[i].weights[0] + tree.leaves[i].weights[1];
        assert_true(sum == 360);
        pruned += tree.leaf_count == 2;
        kept += tree.leaf_count == 3;
        decision_tree_deinit(&tree);
    }
    assert_int_equal(pruned + kept, 200);
    assert_true(pruned > 0 && kept > pruned);
    /* Two sites: none can be held out, and nothing is pruned. */
    for (unsigned i = 8; i < 36; i++)
        table.pages[i] = false;
    expect_tree(&table, decision_train,
                "curr_numWords <= 10: boilerplate 20 0\n"
                "curr_numWords > 10\n"
                "| curr_linkDensity <= 0.5: text 0 40\n"
                "| curr_linkDensity > 0.5: boilerplate 20 0\n");
    table_deinit(&table);
}

/* ----------------------------------------------------------------------- 1R */

static void one_rule(void **state)
{
    (void)state;
    /* Links make no error; words make two, of weight 3 and 1. */
    static const struct example rows[] = {
        {1, 0.9f, 1, NO, 10, 0},   {2, 0.8f, 3, NO, 10, 0}, {3, 0.7f, 5, NO, 10, 0},
        {4, 0.1f, 2, YES, 10, 0},  {5, 0.2f, 4, YES, 9, 0}, {6, 0.3f, 6, NO, 3, 0},
        {7, 0.25f, 7, YES, 10, 0}, {1, 0.1f, 1, YES, 1, 0},
    };
    struct table table;
    table_init(&table, rows, 8, 2);
    table.options.min_leaf = 11;
    expect_tree(&table, one_rule_train,
                "curr_linkDensity <= 0.28: text 0 30\n"
                "curr_linkDensity > 0.28: boilerplate 33 0\n");
    /* What is behind the last full interval is a part of it. */
    table.features[LINKS] = false;
    expect_tree(&table, one_rule_train,
                "curr_numWords <= 3.5: boilerplate 30 1\n"
                "curr_numWords > 3.5: text 3 29\n");
    /* Small intervals: as many as the class changes. */
    table.options.min_leaf = 1;
    expect_tree(&table, one_rule_train,
                "curr_numWords <= 5.5\n"
                "| curr_numWords <= 3.5: boilerplate 30 1\n"
                "| curr_numWords > 3.5: text 0 19\n"
                "curr_numWords > 5.5\n"
                "| curr_numWords <= 6: boilerplate 3 0\n"
                "| curr_numWords > 6: text 0 10\n");
    table.features[WORDS] = false;
    expect_tree(&table, one_rule_train,
                "curr_textDensity <= 3.5\n"
                "| curr_textDensity <= 1.5: boilerplate 10 1\n"
                "| curr_textDensity > 1.5\n"
                "| | curr_textDensity <= 2: text 0 10\n"
                "| | curr_textDensity > 2: boilerplate 10 0\n"
                "curr_textDensity > 3.5\n"
                "| curr_textDensity <= 4: text 0 9\n"
                "| curr_textDensity > 4\n"
                "| | curr_textDensity <= 6: boilerplate 13 0\n"
                "| | curr_textDensity > 6: text 0 10\n");
    table_deinit(&table);
}

/* Every block once: a long one that is wrong for its kind then has no more say than a short one.
 * Figures stay those of words. */
static void by_blocks(void **state)
{
    (void)state;
    static const struct example rows[] = {
        {1, 0, 0, NO, 2, 0},  {1, 0, 0, NO, 3, 1},  {1, 0, 0, YES, 90, 2}, {2, 0, 0, YES, 4, 3},
        {2, 0, 0, YES, 5, 4}, {2, 0, 0, NO, 80, 5}, {3, 0, 0, NO, 0, 6}, /* has no words */
    };
    struct table table;
    struct decision_figures figures;
    table_init(&table, rows, 7, 2);
    expect_tree(&table, one_rule_train,
                "curr_numWords <= 1.5: text 5 90\n"
                "curr_numWords > 1.5: boilerplate 80 9\n");
    decision_data_deinit(&table.data);
    assert_true(decision_data_init(&table.data, &table.matrix, 2, true));
    expect_tree(&table, one_rule_train,
                "curr_numWords <= 1.5: boilerplate 2 1\n"
                "curr_numWords > 1.5: text 1 2\n");
    expect_tree(&table, decision_train,
                "curr_numWords <= 1.5: boilerplate 2 1\n"
                "curr_numWords > 1.5: text 1 2\n");
    table.options.max_leaves = 1;
    assert_true(
        decision_cross_validate(&table.data, 7, decision_train, &table.options, NULL, &figures));
    double words = 0;
    for (unsigned i = 0; i < 4; i++)
        words += figures.confusion.weight[i / 2][i % 2];
    assert_true(words > 183.9 && words < 184.1);
    table_deinit(&table);
}

/* Of a value's rows the first fill the interval; the rest of the value goes with them. */
static void one_rule_by_rows(void **state)
{
    (void)state;
    static const struct example rows[] = {
        {1, 0, 0, NO, 1, 0}, {2, 0, 0, NO, 1, 0},  {2, 0, 0, NO, 1, 0},  {2, 0, 0, YES, 1, 0},
        {3, 0, 0, NO, 1, 0}, {4, 0, 0, YES, 1, 0}, {5, 0, 0, YES, 1, 0}, {6, 0, 0, YES, 1, 0},
    };
    struct table table;
    table_init(&table, rows, 8, 2);
    table.options.min_leaf = 2; /* 1 2 2 2 | 3 4 5 6 */
    expect_tree(&table, one_rule_train,
                "curr_numWords <= 2: boilerplate 3 1\n"
                "curr_numWords > 2: text 1 3\n");
    table_deinit(&table);
}

/* ------------------------------------------------------------ many at random */

static uint64_t next_random(uint64_t *state)
{
    *state = *state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return *state >> 33;
}

/* Trees of any kind are read back from their text as they are, twice the same, and no leaf has less
 * than it must. */
static void round_trip(void **state)
{
    (void)state;
    enum { ROWS = 600 };
    static struct example rows[ROWS];
    uint64_t random = 7;
    for (size_t i = 0; i < ROWS; i++) {
        rows[i].words = (float)(next_random(&random) % 50);
        rows[i].links = (float)(next_random(&random) % 1000) / 999;
        rows[i].density = (float)(next_random(&random) % 100000) / 7e6f;
        rows[i].weight = 1 + rows[i].words;
        rows[i].site = (uint32_t)(next_random(&random) % 20);
        rows[i].class = next_random(&random) % 4 == 0
                            ? (uint8_t)(next_random(&random) % SET_CLASSES)
                        : rows[i].links > 0.4f ? NO
                                               : YES;
    }
    for (unsigned kind = 0; kind < 2 * 3 * 4; kind++) {
        struct table table;
        table_init(&table, rows, ROWS, kind % 2 == 0 ? 2 : 4);
        table.options.prune = (enum decision_prune)(kind / 2 % 3);
        table.options.min_leaf = kind / 6 == 0 ? 1 : 40;
        table.options.max_leaves = kind / 6 == 2 ? 5 : 0;
        decision_trainer train = kind / 6 == 3 ? one_rule_train : decision_train;
        struct pith__decision_tree tree, again;
        assert_true(train(&tree, &table.data, table.pages, &table.options));
        assert_true(train(&again, &table.data, table.pages, &table.options));
        static char text[1 << 16];
        FILE *file = fmemopen(text, sizeof text, "w");
        decision_head_write(tree.classes, file);
        fprintf(file, "tree\n%s", text_of(&tree));
        fclose(file);
        assert_string_equal(text_of(&again), strstr(text, "\ntree\n") + 6);
        pith_model *model;
        pith_error error;
        if (pith_model_new(text, strlen(text), &model, &error) != PITH_OK)
            fail_msg("line %zu: %s\n%s", error.line, error.message, text);
        assert_int_equal(model->tree.node_count, tree.node_count);
        assert_int_equal(model->tree.leaf_count, tree.leaf_count);
        for (uint32_t i = 0; i < tree.node_count; i++) {
            assert_int_equal(model->tree.nodes[i].feature, tree.nodes[i].feature);
            assert_int_equal(model->tree.nodes[i].more, tree.nodes[i].more);
            assert_true(model->tree.nodes[i].threshold == tree.nodes[i].threshold);
        }
        for (uint32_t i = 0; i < tree.leaf_count; i++) {
            double sum = 0;
            for (unsigned k = 0; k < PITH__LABELS; k++)
                sum += tree.leaves[i].weights[k];
            assert_memory_equal(model->tree.leaves[i].weights, tree.leaves[i].weights,
                                sizeof tree.leaves[i].weights);
            assert_int_equal(model->tree.leaves[i].label, tree.leaves[i].label);
            assert_true(train != decision_train || sum >= table.options.min_leaf);
        }
        assert_true(table.options.max_leaves == 0 || tree.leaf_count <= 5);
        pith_model_free(model);
        decision_tree_deinit(&tree);
        decision_tree_deinit(&again);
        table_deinit(&table);
    }
}

/* ----------------------------------------------------------------- features */

static void feature_lists(void **state)
{
    (void)state;
    static const struct {
        const char *list;
        size_t count;
    } good[] = {{"words", 3},
                {"words,links", 6},
                {"words,numWords", 3},
                {"density,curr_tagP", 4},
                {"curr_numWordsQuotient", 1},
                {"numWordsQuotient", 1},
                {"local-current", PITH__FEATURES_BLOCK - 1},
                {"local", PITH__FEATURES - 3},
                {"textFrequency", 3},
                {"all", PITH__FEATURES}};
    static const struct {
        const char *list;
        const char *bad;
    } wrong[] = {{"", ""},
                 {"words,", ""},
                 {"word", "word"},
                 {"words,wordss", "wordss"},
                 {"all,prev_", "prev_"},
                 {"Words,links", "Words"},
                 {" words", " words"}};
    bool features[PITH__FEATURES];
    size_t len;
    for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
        size_t count = 0;
        assert_null(feature_list_read(good[i].list, features, &len));
        for (size_t k = 0; k < PITH__FEATURES; k++)
            count += features[k];
        assert_int_equal(count, good[i].count);
    }
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        const char *bad = feature_list_read(wrong[i].list, features, &len);
        assert_non_null(bad);
        assert_int_equal(len, strlen(wrong[i].bad));
        assert_memory_equal(bad, wrong[i].bad, len);
    }
    for (size_t i = 0; feature_group_name(i) != NULL; i++)
        assert_null(feature_list_read(feature_group_name(i), features, &len));
}

/* -------------------------------------------------------------------- folds */

static void cross_validation(void **state)
{
    (void)state;
    /* Links tell all; every site has a row of each. */
    struct example rows[40];
    for (unsigned i = 0; i < 40; i++)
        rows[i] = (struct example){.links = (float)(i % 2),
                                   .class = i % 2 == 0 ? YES : NO,
                                   .weight = i % 2 == 0 ? 3 : 1,
                                   .site = i / 2};
    struct table table;
    struct decision_figures figures;
    table_init(&table, rows, 40, 2);
    assert_true(
        decision_cross_validate(&table.data, 10, decision_train, &table.options, NULL, &figures));
    assert_true(figures.scores.accuracy == 1 && figures.scores.f1 == 1 && figures.auc == 1);
    assert_true(figures.scores.fp_rate == 0);
    assert_true(figures.leaves == 2 && figures.dimensions == 1);
    assert_true(figures.confusion.weight[1][1] == 60 && figures.confusion.weight[0][0] == 20);
    /* One leaf: what Weka calls ZeroR. */
    table.options.max_leaves = 1;
    assert_true(
        decision_cross_validate(&table.data, 10, decision_train, &table.options, NULL, &figures));
    assert_float_equal((float)figures.scores.recall, 0.75f, 1e-6f);
    assert_float_equal((float)figures.scores.precision, 0.75f * 0.75f, 1e-6f);
    assert_float_equal((float)figures.scores.f1, 0.75f * 2 * 0.75f / 1.75f, 1e-6f);
    assert_float_equal((float)figures.auc, 0.5f, 1e-6f);
    assert_true(figures.leaves == 1 && figures.dimensions == 0);
    table_deinit(&table);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_leaf),           cmocka_unit_test(two_splits),
        cmocka_unit_test(gain_ratio),         cmocka_unit_test(penalty),
        cmocka_unit_test(four_classes),       cmocka_unit_test(thresholds),
        cmocka_unit_test(by_expected_errors), cmocka_unit_test(by_held_out_sites),
        cmocka_unit_test(one_rule),           cmocka_unit_test(one_rule_by_rows),
        cmocka_unit_test(by_blocks),          cmocka_unit_test(round_trip),
        cmocka_unit_test(feature_lists),      cmocka_unit_test(cross_validation),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
