/*
 * boost.h - gradient boosting. In: rows of numbers; out: a forest that predicts log odds.
 *
 * Weighted logistic loss, Newton steps, histograms of at most 256 bins, trees grown leaf-wise (best
 * gain first) up to a depth and a number of leaves. The same rows, options and seed give the same
 * forest for any number of threads.
 *
 * Thresholds are half-precision numbers, and boost_forest_round() quantizes leaves to whole steps,
 * so that a tree can be evaluated for many rows at once with SIMD (src/model/forest_full.c).
 *
 * If the final goal is the F1 of groups of rows (the blocks of a page), it can be part of the loss.
 * With probabilities p, targets y and weights w of a group it is
 *     2 * sum of p y w / (sum of p w + sum of y w).
 */
#ifndef PITH_BOOST_H
#define PITH_BOOST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Binned values, which all forests trained on the same values can share. */
struct boost_bins;

struct boost_rows {
    size_t count;
    size_t columns;
    const float *values;           /* (count, columns), all finite */
    const float *targets;          /* (count): 0 to 1, the probability that the row is positive */
    const float *weights;          /* (count): not negative; rows of weight 0 are not trained on */
    const double *starts;          /* (count): initial log odds; NULL: the same for all */
    const struct boost_bins *bins; /* of VALUES; NULL: computed for this forest alone */
    const uint32_t *groups; /* (count): consecutive rows with the same number form a group, such as
                               a page; NULL: no groups */
};

/* Leaf values are multiples of 1 / BOOST_LEAF_STEPS. */
enum { BOOST_LEAF_STEPS = 4096 };

struct boost_options {
    unsigned trees;  /* maximum number of trees */
    unsigned depth;  /* maximum number of comparisons from the root of a tree to a leaf */
    unsigned leaves; /* maximum per tree */
    double rate;     /* learning rate */
    double
        lambda; /* L2 regularization, added to the second derivatives: shrinks leaves towards 0 */
    double least_gain;   /* minimum loss reduction of a split */
    double least_weight; /* minimum sum of second derivatives in a leaf */
    double row_share;    /* fraction of the rows drawn for each tree */
    double column_share; /* fraction of the columns drawn for each tree */
    double f1_share;     /* weight of a group's 1 - F1 relative to the log loss of its rows */
    unsigned patience;   /* stop after this many trees without a better loss on the held-out rows */
    uint64_t seed;
    unsigned threads;
};

/* A node: rows with row[column] <= threshold go to LEFT, others to LEFT + 1. A leaf has LEFT 0. */
struct boost_node {
    float threshold;
    float value;   /* leaf: log odds; inner node: fraction of the training rows that went left */
    uint32_t left; /* index of the node in the tree */
    uint16_t column;
};

struct boost_tree {
    struct boost_node *nodes; /* nodes[0] is the root */
    size_t count;
};

struct boost_forest {
    double base; /* log odds before any tree; 0 if the rows have their own */
    struct boost_tree *trees;
    size_t count;
};

/* Called after each tree with the losses per weight; HELD_LOSS is NAN without held-out rows. */
typedef void (*boost_note)(size_t tree, double loss, double held_loss, void *user);

void boost_options_init(struct boost_options *options);

/* Computes bins for the values of ROWS, regardless of targets and weights. Returns NULL when out of
 * memory. */
struct boost_bins *boost_bins_new(const struct boost_rows *rows);
void boost_bins_free(struct boost_bins *bins);

/* Trains on ROWS. HELD, if not NULL, are rows for early stopping: the forest is cut back to the
 * tree with the lowest loss on them. Returns false when out of memory. */
bool boost_train(const struct boost_rows *rows, const struct boost_rows *held,
                 const struct boost_options *options, struct boost_forest *forest, boost_note note,
                 void *user);

/* Multiplies the forest's output by FACTOR and rounds its leaves to steps, from -8 to below 8.
 * Leaves of less than half a step become 0. */
void boost_forest_round(struct boost_forest *forest, double factor);

/* The log odds of a row. */
double boost_score(const struct boost_forest *forest, const float *row);
void boost_forest_deinit(struct boost_forest *forest);

#endif
