/*
 * one_rule.c - 1R: a tree on one feature, whose values are cut into intervals.
 *
 * An interval takes rows until a class reaches the minimum weight, continues while rows are of that
 * class, and then to the end of the current value. Rows of equal value keep their order, as in
 * Weka. If the last interval does not reach the minimum it is merged into the one before.
 * Neighbours with the same prediction are merged. The feature whose intervals make the fewest
 * errors wins; the first of equals.
 */
#include <stdlib.h>

#include "train/decision.h"

enum { INTERVALS_MOST = PITH__DECISION_NODES / 2 };

struct interval {
    double weights[PITH__LABELS];
    float first, last; /* values */
};

struct rule {
    uint16_t feature;
    double errors;
    size_t count;
    struct interval *intervals; /* (INTERVALS_MOST) */
};

static void add(struct interval *to, const struct interval *more)
{
    for (unsigned i = 0; i < PITH__LABELS; i++)
        to->weights[i] += more->weights[i];
    to->last = more->last;
}

static double errors_of(const struct interval *interval, unsigned classes)
{
    const double *weights = interval->weights;
    return weights[0] + weights[1] + weights[2] + weights[3] -
           weights[decision_majority(weights, classes)];
}

/* The rows of a feature, sorted by its values. */
struct sorted {
    const struct decision_data *data;
    uint16_t feature;
    const uint32_t *rows;
    size_t count;
};

static float value_at(const struct sorted *sorted, size_t at)
{
    return sorted->data->matrix
        ->values[(size_t)sorted->rows[at] * PITH__FEATURES + sorted->feature];
}

/* Takes an interval that begins with the row at *AT, and advances *AT. */
static struct interval take(const struct sorted *sorted, size_t *at, double least)
{
    const struct decision_data *data = sorted->data;
    struct interval interval = {{0}, value_at(sorted, *at), 0};
    uint8_t label = 0;
    bool full = false, ending = false;
    for (; *at < sorted->count; ++*at) {
        uint32_t row = sorted->rows[*at];
        ending = ending || (full && data->labels[row] != label);
        if (ending && value_at(sorted, *at) > interval.last)
            break;
        interval.last = value_at(sorted, *at);
        interval.weights[data->labels[row]] += (double)data->weights[row];
        if (!full) {
            label = data->labels[row];
            full = interval.weights[label] >= least;
        }
    }
    return interval;
}

/* Cuts a feature into intervals. Returns false if there are too many. */
static bool cut(struct rule *rule, const struct sorted *sorted, double least)
{
    const unsigned classes = sorted->data->classes;
    rule->feature = sorted->feature;
    rule->count = 0;
    for (size_t at = 0; at < sorted->count;) {
        if (rule->count == INTERVALS_MOST)
            return false;
        rule->intervals[rule->count++] = take(sorted, &at, least);
    }
    if (rule->count > 1) { /* the last one may have ended early */
        const struct interval *last = &rule->intervals[rule->count - 1];
        if (last->weights[decision_majority(last->weights, classes)] < least) {
            add(&rule->intervals[rule->count - 2], last);
            rule->count--;
        }
    }
    return true;
}

static void merge(struct rule *rule, unsigned classes)
{
    size_t kept = 0;
    for (size_t i = 0; i < rule->count; i++) {
        struct interval *last = kept > 0 ? &rule->intervals[kept - 1] : NULL;
        if (last != NULL && decision_majority(last->weights, classes) ==
                                decision_majority(rule->intervals[i].weights, classes))
            add(last, &rule->intervals[i]);
        else
            rule->intervals[kept++] = rule->intervals[i];
    }
    rule->count = kept;
    rule->errors = 0;
    for (size_t i = 0; i < kept; i++)
        rule->errors += errors_of(&rule->intervals[i], classes);
}

/* ------------------------------------------------------------------- result */

/* The intervals of a branch. */
struct range {
    size_t begin, end;
    uint32_t above; /* its parent condition */
};

/* Builds a tree by halving the intervals, which keeps it shallow. */
static void build(struct pith__decision_tree *tree, const struct rule *rule)
{
    struct range stack[PITH__DECISION_DEPTH] = {{0, rule->count, 0}};
    size_t open = 1;
    while (open > 0) {
        struct range range = stack[--open];
        uint32_t index = tree->node_count++;
        if (index > 0 && range.above != index - 1)
            tree->nodes[range.above].more = index;
        if (range.end - range.begin > 1) {
            size_t middle = range.begin + (range.end - range.begin) / 2;
            float threshold =
                decision_threshold(rule->intervals[middle - 1].last, rule->intervals[middle].first);
            tree->nodes[index] = (struct pith__decision){threshold, rule->feature, 0};
            stack[open++] = (struct range){middle, range.end, index};
            stack[open++] = (struct range){range.begin, middle, index};
            continue;
        }
        struct pith__decision_leaf *leaf = &tree->leaves[tree->leaf_count];
        memcpy(leaf->weights, rule->intervals[range.begin].weights, sizeof leaf->weights);
        leaf->label = decision_majority(leaf->weights, tree->classes);
        tree->nodes[index] = (struct pith__decision){0, PITH__DECISION_LEAF, tree->leaf_count++};
    }
}

/* The rows of a feature's column that are on pages marked in PAGES. */
static size_t pick_rows(const struct decision_data *data, size_t feature, const bool *pages,
                        uint32_t *rows)
{
    const struct matrix *matrix = data->matrix;
    const uint32_t *column = data->columns + feature * matrix->rows;
    size_t count = 0;
    for (size_t i = 0; i < matrix->rows; i++) {
        if (pages[matrix->pages[column[i]]] && data->weights[column[i]] > 0)
            rows[count++] = column[i];
    }
    return count;
}

/* A tree without a feature: one leaf with all rows. */
static void cut_nothing(struct rule *rule, const struct decision_data *data, const uint32_t *rows,
                        size_t count)
{
    rule->intervals[0] = (struct interval){{0}, 0, 0};
    for (size_t i = 0; i < count; i++)
        rule->intervals[0].weights[data->labels[rows[i]]] += (double)data->weights[rows[i]];
    rule->count = 1;
    rule->errors = errors_of(&rule->intervals[0], data->classes);
}

bool one_rule_train(struct pith__decision_tree *tree, const struct decision_data *data,
                    const bool *pages, const struct decision_options *options)
{
    struct rule best = {.intervals = malloc(INTERVALS_MOST * sizeof *best.intervals)};
    struct rule rule = {.intervals = malloc(INTERVALS_MOST * sizeof *rule.intervals)};
    uint32_t *rows = malloc((data->matrix->rows + 1) * sizeof *rows);
    *tree = (struct pith__decision_tree){.classes = data->classes};
    bool done = best.intervals != NULL && rule.intervals != NULL && rows != NULL;
    if (done)
        cut_nothing(&best, data, rows, pick_rows(data, 0, pages, rows));
    for (uint16_t k = 0; done && k < PITH__FEATURES; k++) {
        if (!options->features[k])
            continue;
        struct sorted sorted = {data, k, rows, pick_rows(data, k, pages, rows)};
        if (!cut(&rule, &sorted, options->min_leaf))
            continue;
        merge(&rule, data->classes);
        if (rule.count > 1 && rule.errors < best.errors) {
            struct rule worse = best;
            best = rule;
            rule = worse;
        }
    }
    if (done) {
        tree->nodes = calloc(2 * best.count, sizeof *tree->nodes);
        tree->leaves = calloc(best.count, sizeof *tree->leaves);
        done = tree->nodes != NULL && tree->leaves != NULL;
    }
    if (done)
        build(tree, &best);
    else
        decision_tree_deinit(tree);
    free(best.intervals);
    free(rule.intervals);
    free(rows);
    return done;
}
