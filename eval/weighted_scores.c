/*
 * weighted_scores.c - see weighted_scores.h.
 */
#include "eval/weighted_scores.h"

#include <math.h>
#include <stdlib.h>

void confusion_add(struct confusion *confusion, unsigned truth, unsigned taken_for, double weight)
{
    confusion->weight[truth][taken_for] += weight;
}

static double ratio(double part, double whole)
{
    return whole > 0 ? part / whole : 0;
}

struct weighted_scores confusion_scores(const struct confusion *confusion)
{
    struct weighted_scores scores = {0};
    double of_class[SCORES_CLASSES] = {0}, taken[SCORES_CLASSES] = {0}, all = 0, right = 0;
    for (unsigned i = 0; i < confusion->classes; i++) {
        for (unsigned k = 0; k < confusion->classes; k++) {
            of_class[i] += confusion->weight[i][k];
            taken[k] += confusion->weight[i][k];
        }
        all += of_class[i];
        right += confusion->weight[i][i];
    }
    for (unsigned i = 0; i < confusion->classes; i++) {
        double hits = confusion->weight[i][i], share = ratio(of_class[i], all);
        scores.precision += share * ratio(hits, taken[i]);
        scores.recall += share * ratio(hits, of_class[i]);
        scores.f1 += share * ratio(2 * hits, of_class[i] + taken[i]);
        scores.fp_rate += share * ratio(taken[i] - hits, all - of_class[i]);
    }
    scores.accuracy = ratio(right, all);
    return scores;
}

/* --------------------------------------------------------------------- AUC */

struct ranked {
    double score;
    double weight;
    bool in_class;
};

static int by_score(const void *a, const void *b)
{
    double x = ((const struct ranked *)a)->score, y = ((const struct ranked *)b)->score;
    return x < y ? -1 : x > y;
}

/* ROC area of the sorted rows: the weight of correctly ordered pairs of a row of the class and one
 * of the rest. */
static double area(const struct ranked *rows, size_t count)
{
    double pairs = 0, rest_below = 0, in_class = 0;
    for (size_t i = 0, end; i < count; i = end) {
        double of_class = 0, of_rest = 0; /* of equal scores */
        for (end = i; end < count && rows[end].score == rows[i].score; end++)
            *(rows[end].in_class ? &of_class : &of_rest) += rows[end].weight;
        pairs += of_class * (rest_below + of_rest / 2);
        rest_below += of_rest;
        in_class += of_class;
    }
    return pairs / (in_class * rest_below);
}

bool weighted_auc(const double *scores, unsigned classes, const uint8_t *truth,
                  const float *weights, size_t rows, double *auc)
{
    struct ranked *ranked = malloc((rows + 1) * sizeof *ranked);
    if (ranked == NULL)
        return false;
    double of_class[SCORES_CLASSES] = {0}, all = 0, sum = 0;
    for (size_t i = 0; i < rows; i++)
        of_class[truth[i]] += weights != NULL ? (double)weights[i] : 1;
    for (unsigned k = 0; k < classes; k++)
        all += of_class[k];
    for (unsigned k = 0; k < classes; k++) {
        if (of_class[k] <= 0)
            continue;
        for (size_t i = 0; i < rows; i++)
            ranked[i] = (struct ranked){scores[i * classes + k],
                                        weights != NULL ? (double)weights[i] : 1, truth[i] == k};
        qsort(ranked, rows, sizeof *ranked, by_score);
        sum += of_class[k] / all * area(ranked, rows); /* 0 / 0 if it is the only class */
    }
    free(ranked);
    *auc = all > 0 ? sum : (double)NAN;
    return true;
}
