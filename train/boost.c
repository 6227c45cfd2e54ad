/*
 * boost.c - in: rows with targets and weights; out: a forest.
 *
 * Values are binned once, column by column. A tree grows from a list of leaves; each leaf has a
 * histogram of first and second derivatives over the bins of every column. Of two new leaves only
 * the smaller is counted; the larger is the parent minus the smaller.
 *
 * Sums are computed in row order within a column, and columns are independent of each other, so
 * splitting the columns among threads does not change a bit of the result.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "eval/stats.h"
#include "io/parallel.h"
#include "train/boost_parts.h"

enum {
    SHARED_ROWS = 1 << 13, /* smaller leaves are counted by one thread */
    MOST_THREADS = 64
};

struct sums {
    double gradient, hessian;
};

struct leaf {
    size_t begin, end; /* range of the trainer's ORDER */
    struct sums sums;
    struct sums *histogram; /* (columns, BOOST_BINS); NULL: not counted, cannot be split */
    uint32_t node;
    unsigned depth;
    double gain; /* of the best split; 0: none */
    uint16_t column;
    uint8_t bin; /* bins up to this one go left */
};

struct trainer {
    const struct boost_rows *rows;
    const struct boost_options *options;
    const struct boost_column *columns;
    const uint8_t *bins;         /* (columns, rows) */
    struct boost_bins *own_bins; /* NULL: the caller's are used */
    double *scores;              /* of rows with weight */
    float *gradients, *hessians; /* (rows) */
    uint32_t *order;             /* the tree's rows, leaf by leaf */
    uint32_t *moved;
    float *near_gradients, *near_hessians; /* of the leaf being counted, in its order */
    bool *used;                            /* (columns): by this tree */
    bool *seen;                            /* (rows): all false between trees */
    struct leaf *leaves;
    size_t leaf_count;
    struct sums **free_histograms;
    size_t free_count;
    struct stats_random random;
};

void boost_options_init(struct boost_options *options)
{
    *options = (struct boost_options){.trees = 150,
                                      .depth = 6,
                                      .leaves = 63,
                                      .rate = 0.1,
                                      .lambda = 1,
                                      .least_weight = 1,
                                      .row_share = 1,
                                      .column_share = 1,
                                      .patience = 30,
                                      .seed = 1,
                                      .threads = 1};
}

/* -------------------------------------------------------------- histograms */

/* A histogram that is counted in parts. */
struct counting {
    struct trainer *trainer;
    struct leaf *leaf;
    unsigned shares;
};

static void count_column(const struct trainer *trainer, const struct leaf *leaf, size_t column)
{
    const uint8_t *bins = trainer->bins + column * trainer->rows->count;
    struct sums *sums = leaf->histogram + column * BOOST_BINS;
    const uint32_t *order = trainer->order + leaf->begin;
    size_t count = leaf->end - leaf->begin;

    memset(sums, 0, BOOST_BINS * sizeof *sums);
    for (size_t i = 0; i < count; i++) {
        struct sums *bin = &sums[bins[order[i]]];

        bin->gradient += (double)trainer->near_gradients[i];
        bin->hessian += (double)trainer->near_hessians[i];
    }
}

/* Part NUMBER has every n-th column. */
static bool count_share(unsigned number, void *user)
{
    const struct counting *counting = user;
    const struct trainer *trainer = counting->trainer;

    for (size_t c = number; c < trainer->rows->columns; c += counting->shares) {
        if (trainer->used[c])
            count_column(trainer, counting->leaf, c);
    }
    return true;
}

/* Fills the leaf's histogram. */
static void count_leaf(struct trainer *trainer, struct leaf *leaf)
{
    unsigned threads =
        trainer->options->threads < MOST_THREADS ? trainer->options->threads : MOST_THREADS;

    for (size_t i = leaf->begin; i < leaf->end; i++) {
        trainer->near_gradients[i - leaf->begin] = trainer->gradients[trainer->order[i]];
        trainer->near_hessians[i - leaf->begin] = trainer->hessians[trainer->order[i]];
    }
    if (leaf->end - leaf->begin < SHARED_ROWS || threads == 0)
        threads = 1;
    parallel_each(threads, threads, count_share, NULL, &(struct counting){trainer, leaf, threads});
}

static struct sums *histogram_new(struct trainer *trainer)
{
    if (trainer->free_count > 0)
        return trainer->free_histograms[--trainer->free_count];
    return malloc(trainer->rows->columns * BOOST_BINS * sizeof(struct sums));
}

static void histogram_drop(struct trainer *trainer, struct leaf *leaf)
{
    if (leaf->histogram)
        trainer->free_histograms[trainer->free_count++] = leaf->histogram;
    leaf->histogram = NULL;
}

/* ------------------------------------------------------------------ splits */

/* By how much the loss drops when all rows of SUMS take the optimal step. */
static double worth(const struct boost_options *options, struct sums sums)
{
    return sums.gradient * sums.gradient / (sums.hessian + options->lambda) / 2;
}

static void try_column(const struct trainer *trainer, struct leaf *leaf, size_t column)
{
    const struct boost_options *options = trainer->options;
    const struct sums *bins = leaf->histogram + column * BOOST_BINS;
    double whole = worth(options, leaf->sums) + options->least_gain;
    struct sums left = {0, 0};

    for (unsigned b = 0; b + 1 < trainer->columns[column].bins; b++) {
        struct sums right;
        double gain;

        if (bins[b].hessian == 0)
            continue;
        left.gradient += bins[b].gradient;
        left.hessian += bins[b].hessian;
        right.gradient = leaf->sums.gradient - left.gradient;
        right.hessian = leaf->sums.hessian - left.hessian;
        if (left.hessian < options->least_weight)
            continue;
        if (right.hessian < options->least_weight)
            break;
        gain = worth(options, left) + worth(options, right) - whole;
        if (gain > leaf->gain) {
            leaf->gain = gain;
            leaf->column = (uint16_t)column;
            leaf->bin = (uint8_t)b;
        }
    }
}

static void find_split(const struct trainer *trainer, struct leaf *leaf)
{
    leaf->gain = 0;
    if (leaf->depth >= trainer->options->depth || !leaf->histogram)
        return;
    for (size_t c = 0; c < trainer->rows->columns; c++) {
        if (trainer->used[c])
            try_column(trainer, leaf, c);
    }
}

/* Moves the leaf's rows that go left before the others, keeping the order of both. */
static size_t part_rows(struct trainer *trainer, const struct leaf *leaf)
{
    const uint8_t *bins = trainer->bins + leaf->column * trainer->rows->count;
    size_t left = leaf->begin, right = 0;

    for (size_t i = leaf->begin; i < leaf->end; i++) {
        uint32_t row = trainer->order[i];

        if (bins[row] <= leaf->bin)
            trainer->order[left++] = row;
        else
            trainer->moved[right++] = row;
    }
    memcpy(trainer->order + left, trainer->moved, right * sizeof *trainer->moved);
    return left;
}

static struct sums sum_rows(const struct trainer *trainer, size_t begin, size_t end)
{
    struct sums sums = {0, 0};

    for (size_t i = begin; i < end; i++) {
        sums.gradient += (double)trainer->gradients[trainer->order[i]];
        sums.hessian += (double)trainer->hessians[trainer->order[i]];
    }
    return sums;
}

static void subtract(const struct trainer *trainer, struct sums *from, const struct sums *what)
{
    for (size_t i = 0; i < trainer->rows->columns * BOOST_BINS; i++) {
        if (i % BOOST_BINS == 0 && !trainer->used[i / BOOST_BINS]) {
            i += BOOST_BINS - 1;
            continue;
        }
        from[i].gradient -= what[i].gradient;
        from[i].hessian -= what[i].hessian;
    }
}

/* Splits a leaf in two; the second is appended. */
static bool split(struct trainer *trainer, struct leaf *leaf, struct boost_tree *tree)
{
    size_t middle = part_rows(trainer, leaf);
    struct leaf *other = &trainer->leaves[trainer->leaf_count];
    bool left_is_small = middle - leaf->begin <= leaf->end - middle;
    struct leaf *small = left_is_small ? leaf : other, *large = left_is_small ? other : leaf;
    struct sums *whole = leaf->histogram;
    struct boost_node *node = &tree->nodes[leaf->node];

    node->column = leaf->column;
    node->threshold = trainer->columns[leaf->column].borders[leaf->bin];
    node->left = (uint32_t)tree->count;
    node->value = (float)(middle - leaf->begin) / (float)(leaf->end - leaf->begin);
    *other = *leaf;
    leaf->end = other->begin = middle;
    leaf->depth = ++other->depth;
    leaf->node = (uint32_t)tree->count++;
    other->node = (uint32_t)tree->count++;
    leaf->sums = sum_rows(trainer, leaf->begin, leaf->end);
    other->sums = sum_rows(trainer, other->begin, other->end);
    trainer->leaf_count++;
    small->histogram = NULL;
    large->histogram = whole;
    if (leaf->depth < trainer->options->depth) {
        small->histogram = histogram_new(trainer);
        if (!small->histogram)
            return false;
        count_leaf(trainer, small);
        subtract(trainer, whole, small->histogram);
    } else {
        histogram_drop(trainer, large);
    }
    find_split(trainer, leaf);
    find_split(trainer, other);
    return true;
}

/* -------------------------------------------------------------------- trees */

/* Samples the rows and columns of the next tree; returns the number of rows. */
static size_t draw(struct trainer *trainer)
{
    const struct boost_options *options = trainer->options;
    const uint32_t whole = 1u << 24;
    size_t count = 0;

    for (size_t i = 0; i < trainer->rows->count; i++) {
        bool drawn = options->row_share >= 1 ||
                     stats_random_below(&trainer->random, whole) < options->row_share * whole;

        if (drawn && trainer->rows->weights[i] > 0)
            trainer->order[count++] = (uint32_t)i;
    }
    for (size_t c = 0; c < trainer->rows->columns; c++)
        trainer->used[c] =
            trainer->columns[c].bins > 1 &&
            (options->column_share >= 1 ||
             stats_random_below(&trainer->random, whole) < options->column_share * whole);
    return count;
}

static struct leaf *best_leaf(struct trainer *trainer)
{
    struct leaf *best = NULL;

    for (size_t i = 0; i < trainer->leaf_count; i++) {
        struct leaf *leaf = &trainer->leaves[i];

        if (leaf->gain > 0 && (!best || leaf->gain > best->gain))
            best = leaf;
    }
    return best;
}

static bool grow_tree(struct trainer *trainer, struct boost_tree *tree)
{
    const struct boost_options *options = trainer->options;
    struct leaf *leaf = &trainer->leaves[0];
    bool good = true;

    tree->nodes = calloc(2 * (size_t)options->leaves, sizeof *tree->nodes);
    tree->count = 1;
    boost_derive(trainer->rows, trainer->scores, trainer->options->f1_share, trainer->gradients,
                 trainer->hessians);
    *leaf = (struct leaf){.end = draw(trainer), .histogram = histogram_new(trainer)};
    trainer->leaf_count = 1;
    if (!tree->nodes || !leaf->histogram)
        return false;
    leaf->sums = sum_rows(trainer, 0, leaf->end);
    count_leaf(trainer, leaf);
    find_split(trainer, leaf);
    while (good && trainer->leaf_count < options->leaves && (leaf = best_leaf(trainer)) != NULL)
        good = split(trainer, leaf, tree);
    for (size_t i = 0; i < trainer->leaf_count; i++) {
        const struct sums sums = trainer->leaves[i].sums;
        double weight = sums.hessian + options->lambda;

        /* A tree without rows contributes nothing. */
        tree->nodes[trainer->leaves[i].node].value =
            weight > 0 ? (float)(-options->rate * sums.gradient / weight) : 0;
        histogram_drop(trainer, &trainer->leaves[i]);
    }
    return good;
}

static double tree_score(const struct boost_tree *tree, const float *row)
{
    const struct boost_node *node = tree->nodes;

    while (node->left != 0)
        node = &tree->nodes[node->left + (row[node->column] > node->threshold)];
    return (double)node->value;
}

double boost_score(const struct boost_forest *forest, const float *row)
{
    double score = forest->base;

    for (size_t i = 0; i < forest->count; i++)
        score += tree_score(&forest->trees[i], row);
    return score;
}

/* ------------------------------------------------------------------ a forest */

static void add_to_row(const struct boost_rows *rows, const struct boost_tree *tree, size_t row,
                       double *scores)
{
    if (rows->weights[row] > 0)
        scores[row] += tree_score(tree, rows->values + row * rows->columns);
}

/* Adds the newest tree to the scores of its training rows, whose leaves are known, and then to
 * those of the others. */
static void add_own_tree(struct trainer *trainer, const struct boost_tree *tree)
{
    const uint32_t *order = trainer->order;
    size_t drawn = 0, next = 0;

    for (size_t i = 0; i < trainer->leaf_count; i++) {
        const struct leaf *leaf = &trainer->leaves[i];

        for (size_t k = leaf->begin; k < leaf->end; k++) {
            trainer->scores[order[k]] += (double)tree->nodes[leaf->node].value;
            trainer->seen[order[k]] = true;
        }
        drawn += leaf->end - leaf->begin;
    }
    for (; drawn < trainer->rows->count && next < trainer->rows->count; next++) {
        if (!trainer->seen[next])
            add_to_row(trainer->rows, tree, next, trainer->scores);
    }
    memset(trainer->seen, 0, trainer->rows->count * sizeof *trainer->seen);
}

static bool trainer_init(struct trainer *trainer)
{
    const struct boost_rows *rows = trainer->rows;
    const struct boost_bins *bins = rows->bins;
    size_t n = rows->count + 1, columns = rows->columns + 1;

    trainer->random.state = trainer->options->seed;
    if (!bins)
        bins = trainer->own_bins = boost_bins_new(rows);
    if (!bins)
        return false;
    trainer->columns = bins->columns;
    trainer->bins = bins->bins;
    trainer->seen = calloc(n, sizeof *trainer->seen);
    trainer->scores = malloc(n * sizeof *trainer->scores);
    trainer->gradients = malloc(n * sizeof *trainer->gradients);
    trainer->hessians = malloc(n * sizeof *trainer->hessians);
    trainer->near_gradients = malloc(n * sizeof *trainer->near_gradients);
    trainer->near_hessians = malloc(n * sizeof *trainer->near_hessians);
    trainer->order = malloc(n * sizeof *trainer->order);
    trainer->moved = malloc(n * sizeof *trainer->moved);
    trainer->used = calloc(columns, sizeof *trainer->used);
    trainer->leaves = calloc(trainer->options->leaves + 1, sizeof *trainer->leaves);
    trainer->free_histograms =
        calloc(trainer->options->leaves + 1, sizeof *trainer->free_histograms);
    return trainer->seen && trainer->scores && trainer->gradients && trainer->hessians &&
           trainer->near_gradients && trainer->near_hessians && trainer->order && trainer->moved &&
           trainer->used && trainer->leaves && trainer->free_histograms;
}

static void trainer_deinit(struct trainer *trainer)
{
    for (size_t i = 0; trainer->leaves && i < trainer->leaf_count; i++)
        free(trainer->leaves[i].histogram);
    for (size_t i = 0; i < trainer->free_count; i++)
        free(trainer->free_histograms[i]);
    boost_bins_free(trainer->own_bins);
    free(trainer->seen);
    free(trainer->scores);
    free(trainer->gradients);
    free(trainer->hessians);
    free(trainer->near_gradients);
    free(trainer->near_hessians);
    free(trainer->order);
    free(trainer->moved);
    free(trainer->used);
    free(trainer->leaves);
    free(trainer->free_histograms);
}

static void cut_back(struct boost_forest *forest, size_t count)
{
    while (forest->count > count)
        free(forest->trees[--forest->count].nodes);
}

void boost_forest_round(struct boost_forest *forest, double factor)
{
    forest->base *= factor;
    for (size_t i = 0; i < forest->count; i++) {
        const struct boost_tree *tree = &forest->trees[i];

        for (size_t k = 0; k < tree->count; k++) {
            struct boost_node *node = &tree->nodes[k];
            double steps = round((double)node->value * factor * BOOST_LEAF_STEPS);

            if (node->left == 0)
                node->value = (float)(fmin(fmax(steps, INT16_MIN), INT16_MAX) / BOOST_LEAF_STEPS);
        }
    }
}

void boost_forest_deinit(struct boost_forest *forest)
{
    cut_back(forest, 0);
    free(forest->trees);
    forest->trees = NULL;
}

static bool grow_forest(struct trainer *trainer, const struct boost_rows *held, double *held_scores,
                        struct boost_forest *forest, boost_note note, void *user)
{
    const struct boost_options *options = trainer->options;
    double best = INFINITY;
    size_t best_count = 0;

    while (forest->count < options->trees) {
        struct boost_tree *tree = &forest->trees[forest->count++];
        double held_loss = NAN;

        if (!grow_tree(trainer, tree))
            return false;
        add_own_tree(trainer, tree);
        for (size_t i = 0; held && i < held->count; i++)
            add_to_row(held, tree, i, held_scores);
        if (held)
            held_loss = boost_loss(held, held_scores, options->f1_share);
        if (note)
            note(forest->count, boost_loss(trainer->rows, trainer->scores, options->f1_share),
                 held_loss, user);
        if (held && held_loss < best) {
            best = held_loss;
            best_count = forest->count;
        }
        if (held && forest->count - best_count >= options->patience)
            break;
    }
    if (held)
        cut_back(forest, best_count);
    return true;
}

bool boost_train(const struct boost_rows *rows, const struct boost_rows *held,
                 const struct boost_options *options, struct boost_forest *forest, boost_note note,
                 void *user)
{
    struct trainer trainer = {.rows = rows, .options = options};
    double *held_scores = malloc(((held ? held->count : 0) + 1) * sizeof *held_scores);
    bool good;

    *forest = (struct boost_forest){.base = rows->starts ? 0 : boost_base(rows),
                                    .trees = calloc(options->trees + 1, sizeof *forest->trees)};
    good = held_scores && forest->trees && trainer_init(&trainer);
    for (size_t i = 0; good && i < rows->count; i++)
        trainer.scores[i] = rows->starts ? rows->starts[i] : forest->base;
    for (size_t i = 0; good && held && i < held->count; i++)
        held_scores[i] = held->starts ? held->starts[i] : forest->base;
    good = good && grow_forest(&trainer, held, held_scores, forest, note, user);
    trainer_deinit(&trainer);
    free(held_scores);
    if (!good)
        boost_forest_deinit(forest);
    return good;
}
