/*
 * boost_loss.c - in: log odds; out: the loss and its derivatives.
 */
#include <float.h>
#include <math.h>

#include "train/boost_parts.h"

static double chance_of(double score)
{
    return 1 / (1 + exp(-score));
}

/* Sums over a group of rows, from which F1 is computed. */
struct overlap {
    size_t end;
    double weight, likely, positive, both; /* of w, p w, y w and p y w */
};

/* Sums for the group that begins with row BEGIN. Without groups, all rows are in one without
 * weight. */
static struct overlap overlap_of(const struct boost_rows *rows, const double *scores, size_t begin)
{
    struct overlap sums = {.end = rows->count};

    if (!rows->groups)
        return sums;
    for (sums.end = begin; sums.end < rows->count && rows->groups[sums.end] == rows->groups[begin];
         sums.end++) {
        double w = (double)rows->weights[sums.end], y = (double)rows->targets[sums.end], p;

        if (w == 0)
            continue;
        p = chance_of(scores[sums.end]);
        sums.weight += w;
        sums.likely += w * p;
        sums.positive += w * y;
        sums.both += w * y * p;
    }
    return sums;
}

/* The derivatives of the log loss plus those of the group's 1 - F1, which counts as much as all its
 * rows. The second derivative of 1 - F1 may be negative; it is replaced by that of the logistic
 * function, scaled like the first. */
static void derive_row(double w, double y, double score, double f1_share,
                       const struct overlap *group, float *gradient, float *hessian)
{
    double p = chance_of(score), slope = fmax(p * (1 - p), 1e-9);
    double first = w * (p - y), second = w * slope, all = group->likely + group->positive;

    if (all > 0) {
        double f1 = f1_share * group->weight * 2 * w * (y - group->both / all) / all;

        first -= f1 * slope;
        second += fabs(f1) * slope;
    }
    *gradient = (float)first;
    *hessian = (float)second;
}

void boost_derive(const struct boost_rows *rows, const double *scores, double f1_share,
                  float *gradients, float *hessians)
{
    struct overlap group = {0};

    for (size_t begin = 0; begin < rows->count; begin = group.end) {
        group = overlap_of(rows, scores, begin);
        for (size_t i = begin; i < group.end; i++) {
            if (rows->weights[i] > 0)
                derive_row((double)rows->weights[i], (double)rows->targets[i], scores[i], f1_share,
                           &group, &gradients[i], &hessians[i]);
        }
    }
}

double boost_loss(const struct boost_rows *rows, const double *scores, double f1_share)
{
    struct overlap group = {0};
    double loss = 0, weight = 0;

    for (size_t i = 0; i < rows->count; i++) {
        double s = scores[i], w = (double)rows->weights[i];

        if (w == 0)
            continue;

        /* log(1 + exp(s)) - target * s, without overflow */
        loss += w * (fmax(s, 0) + log1p(exp(-fabs(s))) - (double)rows->targets[i] * s);
        weight += w;
    }
    for (size_t begin = 0; begin < rows->count; begin = group.end) {
        group = overlap_of(rows, scores, begin);
        if (group.weight > 0)
            loss += f1_share * group.weight *
                    (1 - 2 * group.both / fmax(group.likely + group.positive, DBL_MIN));
    }
    return weight > 0 ? loss / weight : 0;
}

double boost_base(const struct boost_rows *rows)
{
    double positive = 0, all = 0, share;

    for (size_t i = 0; i < rows->count; i++) {
        positive += (double)(rows->weights[i] * rows->targets[i]);
        all += (double)rows->weights[i];
    }
    share = all > 0 ? fmin(fmax(positive / all, 1e-6), 1 - 1e-6) : 0.5;
    return log(share / (1 - share));
}
