/*
 * decision.h - labelled blocks in, a decision tree out: C4.5 and 1R.
 *
 * Quinlan, "C4.5: Programs for Machine Learning" (1993), with the penalty on thresholds of
 * "Improved use of continuous attributes in C4.5" (JAIR 4, 1996); Holte, "Very simple
 * classification rules perform well on most commonly used datasets" (Machine Learning 11, 1993).
 * A block counts as much as it has words, or once. The same rows and options always give the same
 * tree.
 */
#ifndef PITH_DECISION_H
#define PITH_DECISION_H

#include <stdio.h>

#include "eval/weighted_scores.h"
#include "model/model.h"
#include "train/matrix.h"

/* A matrix, sorted by each feature once for all trees that are trained on parts of it. */
struct decision_data {
    const struct matrix *matrix;
    unsigned classes;     /* 2 or 4 */
    uint8_t *labels;      /* (rows): a pith_label */
    uint32_t *columns;    /* (PITH__FEATURES, rows): rows by their value, then by their number */
    const float *weights; /* (rows): what each counts in training */
    float *ones;          /* they, where every block counts once; else NULL */
};

/* BY_BLOCKS: blocks with words count once each in training; figures are by words all the same.
 * False: there is no memory. */
bool decision_data_init(struct decision_data *data, const struct matrix *matrix, unsigned classes,
                        bool by_blocks);
void decision_data_deinit(struct decision_data *data);

enum decision_prune {
    DECISION_PRUNE_NONE,
    DECISION_PRUNE_ERROR,  /* C4.5's: by an upper bound on a leaf's errors, at 25 % confidence */
    DECISION_PRUNE_REDUCED /* reduced error: by what a third of the sites, held out, says */
};

struct decision_options {
    const bool *features; /* (PITH__FEATURES): those that may be asked */
    double min_leaf;      /* weight that a leaf must have; of 1R, of a bucket's largest class */
    unsigned max_leaves;  /* of the pruned tree; 0: any number; else at most DECISION_LEAVES */
    enum decision_prune prune;
    uint64_t seed;    /* picks the sites that are held out */
    unsigned threads; /* of the cross-validation; 0: one */
};
enum { DECISION_LEAVES = 4096 };

/* Trains a tree on the pages that PAGES, (page_count), marks. False: there is no memory. */
bool decision_train(struct pith__decision_tree *tree, const struct decision_data *data,
                    const bool *pages, const struct decision_options *options);

/* Likewise a tree that asks one feature: the one whose intervals make the fewest errors. */
bool one_rule_train(struct pith__decision_tree *tree, const struct decision_data *data,
                    const bool *pages, const struct decision_options *options);

void decision_tree_deinit(struct pith__decision_tree *tree);

/* Different features that the tree asks. */
unsigned decision_tree_dimensions(const struct pith__decision_tree *tree);

/* Writes the tree as docs/reference/model-format.md has it, without the head. */
void decision_tree_write(const struct pith__decision_tree *tree, FILE *file);

/* Writes "classes" and "features", which every head has. */
void decision_head_write(unsigned classes, FILE *file);

typedef bool (*decision_trainer)(struct pith__decision_tree *tree, const struct decision_data *data,
                                 const bool *pages, const struct decision_options *options);

/* Figures over all rows, each classified by what was learnt from the other folds. */
struct decision_figures {
    struct confusion confusion;
    struct weighted_scores scores;
    double auc;
    double leaves, dimensions; /* means over the folds */
};

/* FOLDS is 2 to 255, by site (matrix_folds()). DONE, where it is not NULL, is told how many
 * are done, by one thread at a time. False: there is no memory. */
bool decision_cross_validate(const struct decision_data *data, unsigned folds,
                             decision_trainer train, const struct decision_options *options,
                             void (*done)(unsigned fold, unsigned folds),
                             struct decision_figures *figures);

/*
 * For the trainers.
 */

/* A number between A and B, A < B, that has few digits and is read back from them as it is: at
 * least A and less than B. */
float decision_threshold(float a, float b);

/* The label of the most weight; of equal ones the first. */
uint8_t decision_majority(const double weights[PITH__LABELS], unsigned classes);

#endif
