/*
 * weighted_scores.h - how good a classification of weighted rows is: the figures that Weka prints,
 * and so those of Boilerpipe's Table 2.
 */
#ifndef PITH_WEIGHTED_SCORES_H
#define PITH_WEIGHTED_SCORES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { SCORES_CLASSES = 6 }; /* at most */

/* How much weight of each true class was taken for which class. Zeroed at first. */
struct confusion {
    unsigned classes;
    double weight[SCORES_CLASSES][SCORES_CLASSES]; /* [true][taken for] */
};

void confusion_add(struct confusion *confusion, unsigned truth, unsigned taken_for, double weight);

/* All from 0 to 1. Accuracy is over all weight. Each of the others is a mean over the classes,
 * where a class counts by its share of the true weight, of that class against the rest. Nothing
 * divided by nothing is 0. */
struct weighted_scores {
    double accuracy;
    double precision, recall, f1;
    double fp_rate; /* of what is not of the class, the share that was taken for it */
};
struct weighted_scores confusion_scores(const struct confusion *confusion);

/* Area under the ROC curve: how likely it is that a word of a class has a higher score for it than
 * a word of another class, where equal scores count half. SCORES is (rows, CLASSES), the more the
 * likelier; TRUTH has the rows' classes; WEIGHTS NULL: all are 1. Of more than two classes it is
 * that of each against the rest, by its share of the true weight; classes without weight are left
 * out. *AUC is NAN where there are not two classes with weight. False: there is no memory. */
bool weighted_auc(const double *scores, unsigned classes, const uint8_t *truth,
                  const float *weights, size_t rows, double *auc);

#endif
