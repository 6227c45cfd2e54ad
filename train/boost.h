/*
 * boost.h - gradient-boosted trees: rows of numbers in, a forest that gives log odds out.
 *
 * Logistic loss with weights, second-order steps, histograms of at most 256 bins, trees grown leaf
 * by leaf (best gain first) within a depth and a number of leaves. The same rows, options and seed
 * give the same forest, whatever the number of threads.
 *
 * Limits are numbers of half precision, and boost_forest_round() makes leaves whole numbers of
 * steps, so that a processor can ask a tree about many rows at once (src/model/forest_full.c).
 *
 * Where what counts in the end is the F1 of groups of rows (the blocks of a page), that can be a
 * part of the loss. With chances p, targets y and weights w of a group it is
 *     2 * sum of p y w / (sum of p w + sum of y w).
 */
#ifndef PITH_BOOST_H
#define PITH_BOOST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Values as numbers of bins: what is the same for all forests that are trained on the same values.
 */
struct boost_bins;

struct boost_rows {
    size_t count;
    size_t columns;
    const float *values;  /* (count, columns), all finite */
    const float *targets; /* (count): 0 to 1, the chance that the row is positive */
    const float *weights; /* (count): not negative; rows without weight are not learnt from */
    const double *starts; /* (count): log odds before the first tree; NULL: the same for all */
    const struct boost_bins *bins; /* of VALUES; NULL: they are made for this forest alone */
    const uint32_t *groups;        /* (count): rows that follow each other and have the same number
                                      are one group, such as a page; NULL: there are none */
};

/* Steps of a leaf that are 1. */
enum { BOOST_LEAF_STEPS = 4096 };

struct boost_options {
    unsigned trees;      /* at most */
    unsigned depth;      /* of a tree: comparisons from the root to a leaf */
    unsigned leaves;     /* of a tree, at most */
    double rate;         /* how much of a tree's step is taken */
    double lambda;       /* added to the second derivatives: pulls leaves to 0 */
    double least_gain;   /* a split must lower the loss by this */
    double least_weight; /* second derivatives that a leaf must hold */
    double row_share;    /* of the rows that a tree sees, drawn anew for each */
    double column_share; /* of the columns that a tree may use, likewise */
    double f1_share;     /* how much 1 - F1 of a group counts beside the log loss of its rows */
    unsigned patience;   /* stop after so many trees without a better loss on the held-out rows */
    uint64_t seed;
    unsigned threads;
};

/* A node: row[column] <= threshold goes to LEFT, else to LEFT + 1. A leaf has LEFT 0. */
struct boost_node {
    float threshold;
    float value;   /* of a leaf: log odds; else the share of the rows trained on that went left */
    uint32_t left; /* number of the node in the tree */
    uint16_t column;
};

struct boost_tree {
    struct boost_node *nodes; /* nodes[0] is the root */
    size_t count;
};

struct boost_forest {
    double base; /* log odds before any tree; 0 where the rows have their own */
    struct boost_tree *trees;
    size_t count;
};

/* Tells of a finished tree: losses per weight; HELD_LOSS is NAN without held-out rows. */
typedef void (*boost_note)(size_t tree, double loss, double held_loss, void *user);

void boost_options_init(struct boost_options *options);

/* Bins for the values of ROWS, whatever their targets and weights; NULL: there is no memory. */
struct boost_bins *boost_bins_new(const struct boost_rows *rows);
void boost_bins_free(struct boost_bins *bins);

/* Trains on ROWS; HELD, rows to stop early by, may be NULL: the forest is then cut back to the tree
 * with the least loss on them. False: there is no memory. */
bool boost_train(const struct boost_rows *rows, const struct boost_rows *held,
                 const struct boost_options *options, struct boost_forest *forest, boost_note note,
                 void *user);

/* Multiplies what the forest says and rounds its leaves to steps, from -8 to below 8. Leaves of
 * less than half a step say nothing any more. */
void boost_forest_round(struct boost_forest *forest, double factor);

/* The log odds of a row. */
double boost_score(const struct boost_forest *forest, const float *row);
void boost_forest_deinit(struct boost_forest *forest);

#endif
