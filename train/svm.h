/*
 * svm.h - a linear support vector machine over the features of blocks: what Boilerpipe's Table 2
 * compares its trees with ("SMO").
 *
 * Hinge loss and L2 regularisation; the cost of a row is proportional to its words. Features are
 * scaled to [0, 1] by the rows that are learnt from, as Weka's SMO does. More than two classes are
 * told apart one against one, and vote. Training is dual coordinate descent (Hsieh, Chang, Lin,
 * Keerthi and Sundararajan, "A dual coordinate descent method for large-scale linear SVM", ICML
 * 2008), which solves SMO's problem but for the bias, which is regularised too. By hand, and not by
 * a library: liblinear as Debian has it knows no costs by row, and libsvm's time grows with the
 * square of the rows.
 */
#ifndef PITH_SVM_H
#define PITH_SVM_H

#include "eval/weighted_scores.h"
#include "train/matrix.h"

struct svm_options {
    double cost;         /* of a row of average words; more fits the rows closer */
    double tolerance;    /* training stops when no row's gradient is off by more */
    unsigned max_rounds; /* over all rows; it stops then in any case */
    uint64_t seed;       /* for the order of rows */
    unsigned threads;    /* of the cross-validation; 0: one */
};
void svm_options_init(struct svm_options *options);

struct svm;

/* Learns from COUNT rows of the matrix, ROWS, to tell CLASSES, 2 or 4, apart (matrix_target()).
 * FEATURES, PITH__FEATURES of them, says which to use; NULL: all. Returns NULL when there is no
 * memory. */
struct svm *svm_train(const struct matrix *matrix, unsigned classes, const uint32_t *rows,
                      size_t count, const bool *features, const struct svm_options *options);
void svm_free(struct svm *svm);

/* True where training reached the tolerance within max_rounds. */
bool svm_converged(const struct svm *svm);

/* The class of a row of features. VOTES gets for each class the share of its duels that it won:
 * the probabilities that Weka's SMO gives, and what it ranks by. MARGINS gets the sum of the
 * distances by which it won or lost: a finer ranking. */
unsigned svm_classify(const struct svm *svm, const float row[PITH__FEATURES],
                      double votes[SCORES_CLASSES], double margins[SCORES_CLASSES]);

/* Figures over all rows, each classified by what was learnt from the other folds. */
struct svm_figures {
    struct confusion confusion;
    struct weighted_scores scores;
    double auc_votes; /* as Weka has it: for two classes, of decisions, not of distances */
    double auc_margins;
    unsigned folds_cut_short; /* that did not reach the tolerance */
};

/* FOLDS is 2 to 255, by site (matrix_folds()). False: there is no memory. */
bool svm_cross_validate(const struct matrix *matrix, unsigned classes, unsigned folds,
                        const bool *features, const struct svm_options *options,
                        struct svm_figures *figures);

#endif
