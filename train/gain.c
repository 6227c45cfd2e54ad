/*
 * gain.c - see gain.h.
 *
 * The rows are sorted by a feature and summed by distinct value: sums[i] is the weight of each
 * class in all rows below value number i. An interval is two such indexes, and its class weights
 * are the difference of two sums.
 */
#include "train/gain.h"

#include <math.h>
#include <stdlib.h>

#include "train/sort.h"

enum {
    CLASSES = 4, /* maximum */
    DEPTH = 256  /* maximum nesting of cuts: bounds the time to this many passes over the values */
};

struct sums {
    double of[CLASSES];
};

struct interval {
    size_t begin, end; /* values */
    unsigned depth;
};

struct cutting {
    unsigned classes;
    uint64_t *numbers, *spare; /* (rows) each, for sort_rows() */
    struct sums *sums;         /* (values + 1) */
    size_t values;
};

/* -------------------------------------------------------------- sorting */

static void sum_up(struct cutting *cutting, const struct matrix *matrix, size_t feature,
                   bool by_words)
{
    const uint64_t *order = sort_rows(matrix, feature, cutting->numbers, cutting->spare);
    struct sums sums = {{0}};
    cutting->values = 0;
    for (size_t i = 0; i < matrix->rows; i++) {
        uint32_t row = (uint32_t)order[i];
        if (i == 0 || order[i] >> 32 != order[i - 1] >> 32)
            cutting->sums[cutting->values++] = sums;
        sums.of[matrix_target(matrix->classes[row], cutting->classes)] +=
            by_words ? (double)matrix->weights[row] : 1;
    }
    cutting->sums[cutting->values] = sums;
}

/* ------------------------------------------------------------------ bits */

struct bits {
    double weight;
    double bits;      /* weight times entropy */
    unsigned classes; /* number of classes present */
};

static double x_log_x(double x)
{
    return x > 0 ? x * log2(x) : 0;
}

static struct bits bits_of(const struct cutting *cutting, size_t begin, size_t end)
{
    struct bits bits = {0};
    for (unsigned k = 0; k < CLASSES; k++) {
        double weight = cutting->sums[end].of[k] - cutting->sums[begin].of[k];
        bits.weight += weight;
        bits.bits -= x_log_x(weight);
        bits.classes += weight > 0;
    }
    bits.bits += x_log_x(bits.weight);
    return bits;
}

static double entropy_of(struct bits bits)
{
    return bits.weight > 0 ? bits.bits / bits.weight : 0;
}

/* ------------------------------------------------------------------ cutting */

/* Fayyad and Irani: a cut is accepted if it saves more bits than its description takes. */
static bool worth_it(struct bits all, struct bits left, struct bits right)
{
    double saved = entropy_of(all) - (left.bits + right.bits) / all.weight;
    double told = log2(pow(3, all.classes) - 2) -
                  (all.classes * entropy_of(all) - left.classes * entropy_of(left) -
                   right.classes * entropy_of(right));
    return saved > 0 && all.weight > 1 && saved > (log2(all.weight - 1) + told) / all.weight;
}

/* The cut of an interval with the least remaining entropy; 0: none is accepted. */
static size_t best_cut(const struct cutting *cutting, struct interval interval)
{
    struct bits all = bits_of(cutting, interval.begin, interval.end), best_left = {0},
                best_right = {0};
    size_t best = 0;
    if (all.classes < 2 || interval.depth >= DEPTH)
        return 0;
    for (size_t cut = interval.begin + 1; cut < interval.end; cut++) {
        struct bits left = bits_of(cutting, interval.begin, cut);
        struct bits right = bits_of(cutting, cut, interval.end);
        if (best == 0 || left.bits + right.bits < best_left.bits + best_right.bits) {
            best = cut;
            best_left = left;
            best_right = right;
        }
    }
    return best != 0 && worth_it(all, best_left, best_right) ? best : 0;
}

/* Cuts all values into intervals and sums up the remaining entropy. */
static struct gain cut_up(const struct cutting *cutting)
{
    struct interval todo[DEPTH + 1] = {{0, cutting->values, 0}};
    struct bits all = bits_of(cutting, 0, cutting->values);
    struct gain gain = {0};
    double left = 0;
    for (size_t open = 1; open > 0;) {
        struct interval interval = todo[--open];
        size_t cut = best_cut(cutting, interval);
        if (cut == 0) {
            left += bits_of(cutting, interval.begin, interval.end).bits;
            gain.intervals++;
        } else {
            /* At most one interval per depth is waiting. */
            todo[open++] = (struct interval){cut, interval.end, interval.depth + 1};
            todo[open++] = (struct interval){interval.begin, cut, interval.depth + 1};
        }
    }
    if (gain.intervals > 1)
        gain.gain = (all.bits - left) / all.weight;
    return gain;
}

static int best_first(const void *a, const void *b)
{
    const struct gain *x = a, *y = b;
    if (x->gain != y->gain)
        return x->gain > y->gain ? -1 : 1;
    return x->feature < y->feature ? -1 : 1;
}

bool gain_rank(const struct matrix *matrix, unsigned classes, bool by_words,
               struct gain ranking[PITH__FEATURES], double *entropy)
{
    struct cutting cutting = {.classes = classes};
    cutting.numbers = malloc((matrix->rows + 1) * sizeof *cutting.numbers);
    cutting.spare = malloc((matrix->rows + 1) * sizeof *cutting.spare);
    cutting.sums = malloc((matrix->rows + 1) * sizeof *cutting.sums);
    bool done = cutting.numbers != NULL && cutting.spare != NULL && cutting.sums != NULL;
    for (uint32_t i = 0; done && i < PITH__FEATURES; i++) {
        sum_up(&cutting, matrix, i, by_words);
        ranking[i] = cut_up(&cutting);
        ranking[i].feature = i;
        if (i == 0 && entropy != NULL)
            *entropy = entropy_of(bits_of(&cutting, 0, cutting.values));
    }
    if (done)
        qsort(ranking, PITH__FEATURES, sizeof *ranking, best_first);
    free(cutting.numbers);
    free(cutting.spare);
    free(cutting.sums);
    return done;
}
