/*
 * weighted_scores.h - classification metrics for weighted rows, as printed by Weka and thus as in
 * Boilerpipe's Table 2.
 */
#ifndef PITH_WEIGHTED_SCORES_H
#define PITH_WEIGHTED_SCORES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { SCORES_CLASSES = 6 }; /* maximum */

/* A confusion matrix by weight. Zero it before first use. */
struct confusion {
    unsigned classes;
    double weight[SCORES_CLASSES][SCORES_CLASSES]; /* [true][predicted] */
};

void confusion_add(struct confusion *confusion, unsigned truth, unsigned taken_for, double weight);

/* All from 0 to 1. Accuracy is over all weight. The others are one-vs-rest scores averaged over the
 * classes, weighted by true class weight. 0 / 0 counts as 0. */
struct weighted_scores {
    double accuracy;
    double precision, recall, f1;
    double fp_rate; /* fraction of the other classes' weight predicted as this class */
};
struct weighted_scores confusion_scores(const struct confusion *confusion);

/* Area under the ROC curve: the probability that a word of a class has a higher score for it than a
 * word of another class, with ties counting half. SCORES is (rows, CLASSES), higher meaning
 * likelier; TRUTH has the rows' classes; WEIGHTS NULL: all 1. For more than two classes, averages
 * the one-vs-rest areas weighted by true class weight and skips classes without weight. *AUC is NAN
 * unless two classes have weight. Returns false when out of memory. */
bool weighted_auc(const double *scores, unsigned classes, const uint8_t *truth,
                  const float *weights, size_t rows, double *auc);

#endif
