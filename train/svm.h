/*
 * svm.h - a linear support vector machine over block features: the comparison system of
 * Boilerpipe's Table 2 ("SMO").
 *
 * Hinge loss with L2 regularization; the cost of a row is proportional to its words. Features are
 * scaled to [0, 1] on the training rows, as in Weka's SMO. More than two classes are separated
 * one-vs-one and vote. Training is dual coordinate descent (Hsieh, Chang, Lin, Keerthi and
 * Sundararajan, "A dual coordinate descent method for large-scale linear SVM", ICML 2008), which
 * solves the same problem as SMO except that the bias is regularized too. It is not a library call
 * because Debian's liblinear has no per-row costs, and libsvm's time grows with the square of the
 * rows.
 */
#ifndef PITH_SVM_H
#define PITH_SVM_H

#include "eval/weighted_scores.h"
#include "train/matrix.h"

struct svm_options {
    double cost; /* for a row with an average number of words; higher fits the rows more closely */
    double tolerance;    /* training stops when no row's gradient violates it */
    unsigned max_rounds; /* maximum number of passes over all rows */
    uint64_t seed;       /* for the order of rows */
    unsigned threads;    /* for cross-validation; 0: one */
};
void svm_options_init(struct svm_options *options);

struct svm;

/* Trains on COUNT rows of the matrix, ROWS, to separate CLASSES, 2 or 4 (matrix_target()).
 * FEATURES, PITH__FEATURES of them, says which to use; NULL: all. Returns NULL when out of memory.
 */
struct svm *svm_train(const struct matrix *matrix, unsigned classes, const uint32_t *rows,
                      size_t count, const bool *features, const struct svm_options *options);
void svm_free(struct svm *svm);

/* Did training reach the tolerance within max_rounds? */
bool svm_converged(const struct svm *svm);

/* Returns the class of a row of features. VOTES gets for each class the fraction of its one-vs-one
 * decisions that it won: the probabilities of Weka's SMO, and what it ranks by. MARGINS gets the
 * sum of signed distances of these decisions: a finer ranking. */
unsigned svm_classify(const struct svm *svm, const float row[PITH__FEATURES],
                      double votes[SCORES_CLASSES], double margins[SCORES_CLASSES]);

/* Out-of-fold metrics over all rows. */
struct svm_figures {
    struct confusion confusion;
    struct weighted_scores scores;
    double auc_votes; /* as in Weka: for two classes, from decisions, not from distances */
    double auc_margins;
    unsigned folds_cut_short; /* folds that did not reach the tolerance */
};

/* FOLDS is 2 to 255; folds are split by site (matrix_folds()). Returns false when out of memory. */
bool svm_cross_validate(const struct matrix *matrix, unsigned classes, unsigned folds,
                        const bool *features, const struct svm_options *options,
                        struct svm_figures *figures);

#endif
