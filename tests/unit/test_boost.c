/*
 * test_boost.c - gradient-boosted trees.
 */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "eval/stats.h"
#include "train/boost.h"

enum { ROWS = 20000, COLUMNS = 5 };

struct made {
    struct boost_rows rows;
    float values[ROWS * COLUMNS], targets[ROWS], weights[ROWS];
};

static float chance(struct stats_random *random)
{
    return (float)stats_random_below(random, 1 << 20) / (1 << 20);
}

/* Positive where exactly one of the first two columns is over a half; the others are noise. */
static struct made *make(uint64_t seed, size_t count)
{
    struct made *made = calloc(1, sizeof *made);
    struct stats_random random = {seed};

    for (size_t i = 0; i < count; i++) {
        float *row = made->values + i * COLUMNS;

        for (size_t c = 0; c < COLUMNS; c++)
            row[c] = c == 4 ? 7 : chance(&random); /* one column never changes */
        made->targets[i] = (row[0] > 0.5f) != (row[1] > 0.5f);
        made->weights[i] = 0.5f + chance(&random);
    }
    made->rows = (struct boost_rows){.count = count,
                                     .columns = COLUMNS,
                                     .values = made->values,
                                     .targets = made->targets,
                                     .weights = made->weights};
    return made;
}

static double loss_of(const struct boost_forest *forest, const struct made *made)
{
    double loss = 0, weight = 0;

    for (size_t i = 0; i < made->rows.count; i++) {
        double p = 1 / (1 + exp(-boost_score(forest, made->values + i * COLUMNS)));

        loss -= (double)made->weights[i] * log(made->targets[i] > 0.5f ? p : 1 - p);
        weight += (double)made->weights[i];
    }
    return loss / weight;
}

static void learns_what_no_single_column_tells(void **state)
{
    struct made *made = make(1, ROWS), *other = make(2, 4000);
    struct boost_options options;
    struct boost_forest forest;

    (void)state;
    boost_options_init(&options);
    options.trees = 60;
    assert_true(boost_train(&made->rows, NULL, &options, &forest, NULL, NULL));
    assert_int_equal(forest.count, 60);
    assert_true(loss_of(&forest, other) < 0.05);
    boost_forest_deinit(&forest);
    free(made);
    free(other);
}

static bool same(const struct boost_forest *a, const struct boost_forest *b)
{
    bool equal = a->base == b->base && a->count == b->count;

    for (size_t i = 0; i < a->count && equal; i++)
        equal = a->trees[i].count == b->trees[i].count &&
                memcmp(a->trees[i].nodes, b->trees[i].nodes,
                       a->trees[i].count * sizeof *a->trees[i].nodes) == 0;
    return equal;
}

static void threads_do_not_matter(void **state)
{
    struct made *made = make(3, ROWS);
    struct boost_options options;
    struct boost_forest one, three, other;

    (void)state;
    boost_options_init(&options);
    options.trees = 8;
    options.row_share = 0.7;
    options.column_share = 0.8;
    assert_true(boost_train(&made->rows, NULL, &options, &one, NULL, NULL));
    options.threads = 3;
    assert_true(boost_train(&made->rows, NULL, &options, &three, NULL, NULL));
    options.seed = 2;
    assert_true(boost_train(&made->rows, NULL, &options, &other, NULL, NULL));
    assert_true(same(&one, &three));
    assert_false(same(&one, &other));
    boost_forest_deinit(&one);
    boost_forest_deinit(&three);
    boost_forest_deinit(&other);
    free(made);
}

struct losses {
    double first, last, held_best;
};

static void note(size_t tree, double loss, double held_loss, void *user)
{
    struct losses *losses = user;

    if (tree == 1)
        *losses = (struct losses){loss, loss, held_loss};
    losses->last = loss;
    losses->held_best = fmin(losses->held_best, held_loss);
}

/* Targets that the columns know nothing about: the best forest is a small one. */
static void stops_when_it_only_learns_by_heart(void **state)
{
    struct made *made = make(4, 3000), *held = make(5, 3000);
    struct stats_random random = {6};
    struct boost_options options;
    struct boost_forest forest;
    struct losses losses;

    (void)state;
    for (size_t i = 0; i < 3000; i++) {
        made->targets[i] = chance(&random) < 0.3f;
        held->targets[i] = chance(&random) < 0.3f;
    }
    boost_options_init(&options);
    options.patience = 10;
    assert_true(boost_train(&made->rows, &held->rows, &options, &forest, note, &losses));
    assert_true(forest.count < 20);
    assert_true(losses.last < losses.first);
    if (forest.count > 0)
        assert_true(fabs(loss_of(&forest, held) - losses.held_best) < 1e-9);
    boost_forest_deinit(&forest);
    free(made);
    free(held);
}

static void keeps_its_bounds(void **state)
{
    struct made *made = make(7, ROWS);
    struct boost_options options;
    struct boost_forest forest;

    (void)state;
    boost_options_init(&options);
    options.trees = 5;
    options.leaves = 6;
    assert_true(boost_train(&made->rows, NULL, &options, &forest, NULL, NULL));
    for (size_t i = 0; i < forest.count; i++)
        assert_true(forest.trees[i].count <= 11); /* six leaves and the five nodes above them */
    boost_forest_deinit(&forest);
    made->rows.count = 0;
    assert_true(boost_train(&made->rows, NULL, &options, &forest, NULL, NULL));
    assert_true(boost_score(&forest, made->values) == forest.base);
    boost_forest_deinit(&forest);
    free(made);
}

/* The mean over groups of the F1 that is a part of the loss. */
static double f1_of(const struct boost_forest *forest, const struct made *made, size_t group_size)
{
    double sum = 0;

    for (size_t begin = 0; begin < made->rows.count; begin += group_size) {
        double likely = 0, positive = 0, both = 0;

        for (size_t i = begin; i < begin + group_size; i++) {
            double p = 1 / (1 + exp(-boost_score(forest, made->values + i * COLUMNS)));

            likely += (double)made->weights[i] * p;
            positive += (double)made->weights[i] * (double)made->targets[i];
            both += (double)made->weights[i] * (double)made->targets[i] * p;
        }
        sum += 2 * both / (likely + positive);
    }
    return sum * (double)group_size / (double)made->rows.count;
}

/* What is only likely is worth keeping where F1 counts, and worth doubt where it does not. */
static void goes_for_the_f1_of_groups(void **state)
{
    enum { GROUP = 10, COUNT = 4000 };
    struct made *made = make(8, COUNT), *other = make(9, COUNT);
    uint32_t *groups = calloc(COUNT, sizeof *groups);
    struct stats_random random = {10};
    struct boost_options options;
    struct boost_forest without, with, alone;
    struct losses losses;

    (void)state;
    for (size_t i = 0; i < COUNT; i++) {
        groups[i] = (uint32_t)(i / GROUP);
        made->targets[i] = chance(&random) < made->values[i * COLUMNS];
        other->targets[i] = chance(&random) < other->values[i * COLUMNS];
    }
    boost_options_init(&options);
    options.trees = 40;
    options.lambda = 20;
    made->rows.groups = groups;
    assert_true(boost_train(&made->rows, NULL, &options, &without, NULL, NULL));
    options.f1_share = 4;
    assert_true(boost_train(&made->rows, NULL, &options, &with, note, &losses));
    assert_true(losses.last < losses.first);
    assert_true(f1_of(&with, other, GROUP) > f1_of(&without, other, GROUP) + 0.02);

    /* Without groups it changes nothing. */
    made->rows.groups = NULL;
    assert_true(boost_train(&made->rows, NULL, &options, &alone, NULL, NULL));
    assert_true(same(&without, &alone));
    boost_forest_deinit(&without);
    boost_forest_deinit(&with);
    boost_forest_deinit(&alone);
    free(groups);
    free(made);
    free(other);
}

/* As the library wants them, to compare many rows at once. */
static void limits_and_leaves_have_sixteen_bits(void **state)
{
    struct made *made = make(11, ROWS);
    struct boost_options options;
    struct boost_forest forest;
    double score;

    (void)state;
    for (size_t i = 0; i < ROWS; i++) {
        made->values[i * COLUMNS + 1] = (made->values[i * COLUMNS + 1] - 0.5f) * 2e-5f;
        made->values[i * COLUMNS + 2] *= 1e6f;
        made->values[i * COLUMNS + 3] = 1000 + made->values[i * COLUMNS + 3];
    }
    boost_options_init(&options);
    options.trees = 20;
    options.rate = 1;
    assert_true(boost_train(&made->rows, NULL, &options, &forest, NULL, NULL));
    score = boost_score(&forest, made->values);
    boost_forest_round(&forest, 0.5);
    assert_true(fabs(boost_score(&forest, made->values) - score / 2) < 20.0 / BOOST_LEAF_STEPS);
    for (size_t i = 0; i < forest.count; i++) {
        for (size_t k = 0; k < forest.trees[i].count; k++) {
            const struct boost_node *node = &forest.trees[i].nodes[k];
            double steps = (double)node->value * BOOST_LEAF_STEPS, size, quantum;
            int power;

            if (node->left == 0) {
                assert_true(steps == round(steps) && fabs(steps) <= INT16_MAX + 1.0);
                continue;
            }
            size = fabs((double)node->threshold);
            frexp(size, &power);
            quantum = ldexp(1, power > -13 ? power - 11 : -24);
            assert_true(size <= 65504 && fmod(size, quantum) == 0);
        }
    }
    boost_forest_deinit(&forest);
    free(made);
}

/* Also what has nothing to learn from says nothing: no rows are drawn, no row of a group is likely,
 * groups have no weight. */
static void says_nothing_of_nothing(void **state)
{
    enum { GROUP = 10, COUNT = 40 };
    struct made *made = make(12, COUNT);
    uint32_t groups[COUNT];
    double starts[COUNT];
    struct boost_options options;
    struct boost_forest forest;

    (void)state;
    for (size_t i = 0; i < COUNT; i++) {
        groups[i] = (uint32_t)(i / GROUP);
        made->targets[i] = 0;
        starts[i] = i < COUNT / 2 ? -500 : -800;
        if (i % 3 == 0 || groups[i] == 1)
            made->weights[i] = 0;
    }
    made->rows.groups = groups;
    made->rows.starts = starts;
    boost_options_init(&options);
    options.trees = 20;
    options.row_share = 0.01;
    options.lambda = options.least_weight = 0;
    options.f1_share = 4;
    assert_true(boost_train(&made->rows, &made->rows, &options, &forest, NULL, NULL));
    boost_forest_deinit(&forest);
    assert_true(boost_train(&made->rows, NULL, &options, &forest, NULL, NULL));
    boost_forest_round(&forest, 1);
    assert_true(boost_score(&forest, made->values) == 0);
    boost_forest_deinit(&forest);
    free(made);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(learns_what_no_single_column_tells),
        cmocka_unit_test(threads_do_not_matter),
        cmocka_unit_test(stops_when_it_only_learns_by_heart),
        cmocka_unit_test(keeps_its_bounds),
        cmocka_unit_test(goes_for_the_f1_of_groups),
        cmocka_unit_test(limits_and_leaves_have_sixteen_bits),
        cmocka_unit_test(says_nothing_of_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
