/*
 * decision.h - in: labelled blocks; out: a decision tree, by C4.5 or 1R.
 *
 * Quinlan, "C4.5: Programs for Machine Learning" (1993), with the penalty on thresholds of
 * "Improved use of continuous attributes in C4.5" (JAIR 4, 1996); Holte, "Very simple
 * classification rules perform well on most commonly used datasets" (Machine Learning 11, 1993).
 * Blocks are weighted by their words, or equally. The same rows and options always give the same
 * tree.
 */
#ifndef PITH_DECISION_H
#define PITH_DECISION_H

#include <stdio.h>

#include "eval/weighted_scores.h"
#include "model/model.h"
#include "train/matrix.h"

/* A matrix sorted by each feature once, for all trees trained on parts of it. */
struct decision_data {
    const struct matrix *matrix;
    unsigned classes;     /* 2 or 4 */
    uint8_t *labels;      /* (rows): a pith_label */
    uint32_t *columns;    /* (PITH__FEATURES, rows): rows sorted by value, then by row number */
    const float *weights; /* (rows): training weights */
    float *ones;          /* WEIGHTS if all blocks count equally; else NULL */
};

/* BY_BLOCKS: blocks with words count equally in training; evaluation is still weighted by words.
 * Returns false when out of memory. */
bool decision_data_init(struct decision_data *data, const struct matrix *matrix, unsigned classes,
                        bool by_blocks);
void decision_data_deinit(struct decision_data *data);

enum decision_prune {
    DECISION_PRUNE_NONE,
    DECISION_PRUNE_ERROR,  /* C4.5: by an upper bound on a leaf's error rate, at 25 % confidence */
    DECISION_PRUNE_REDUCED /* reduced error pruning on a held-out third of the sites */
};

struct decision_options {
    const bool *features; /* (PITH__FEATURES): those that may be used */
    double min_leaf;      /* minimum weight of a leaf; for 1R, of the largest class in a bucket */
    unsigned max_leaves;  /* of the pruned tree; 0: no limit; else at most DECISION_LEAVES */
    enum decision_prune prune;
    uint64_t seed;    /* selects the held-out sites */
    unsigned threads; /* for cross-validation; 0: one */
};
enum { DECISION_LEAVES = 4096 };

/* Trains a tree on the pages marked in PAGES, (page_count). Returns false when out of memory. */
bool decision_train(struct pith__decision_tree *tree, const struct decision_data *data,
                    const bool *pages, const struct decision_options *options);

/* The same for 1R: a tree on the single feature whose intervals make the fewest errors. */
bool one_rule_train(struct pith__decision_tree *tree, const struct decision_data *data,
                    const bool *pages, const struct decision_options *options);

void decision_tree_deinit(struct pith__decision_tree *tree);

/* Number of distinct features in the tree. */
unsigned decision_tree_dimensions(const struct pith__decision_tree *tree);

/* Writes the tree in the format of docs/reference/model-format.md, without the header. */
void decision_tree_write(const struct pith__decision_tree *tree, FILE *file);

/* Writes "classes" and "features", which every header has. */
void decision_head_write(unsigned classes, FILE *file);

typedef bool (*decision_trainer)(struct pith__decision_tree *tree, const struct decision_data *data,
                                 const bool *pages, const struct decision_options *options);

/* Out-of-fold metrics over all rows. */
struct decision_figures {
    struct confusion confusion;
    struct weighted_scores scores;
    double auc;
    double leaves, dimensions; /* means over the folds */
};

/* FOLDS is 2 to 255; folds are split by site (matrix_folds()). DONE, if not NULL, gets the number
 * of finished folds, from one thread at a time. Returns false when out of memory. */
bool decision_cross_validate(const struct decision_data *data, unsigned folds,
                             decision_trainer train, const struct decision_options *options,
                             void (*done)(unsigned fold, unsigned folds),
                             struct decision_figures *figures);

/*
 * For the trainers.
 */

/* A short decimal number t with A <= t < B, where A < B, that parses back to the same float. */
float decision_threshold(float a, float b);

/* The label with the most weight; the first of equals. */
uint8_t decision_majority(const double weights[PITH__LABELS], unsigned classes);

#endif
