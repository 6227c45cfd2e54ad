/*
 * measure.c - the table of measures, and figures over pages.
 */
#include <math.h>
#include <stdlib.h>

#include "eval/work.h"

/* Numbers of values, as work_scores() sets them. */
enum { P, R, F, RIGHT, ANSWERED, WANTED };
/* ... and as the snippets have them. */
enum { TP, TN, FP, FN, SAID, DUE, ACCURATE };

static const struct figure word_figures[] = {{"precision", FIGURE_MEAN, P, 0, 0, 0},
                                             {"recall", FIGURE_MEAN, R, 0, 0, 0},
                                             {"f1", FIGURE_MEAN, F, 0, 0, 0},
                                             {"median_f1", FIGURE_MEDIAN, F, 0, 0, 0},
                                             {NULL, FIGURE_MEAN, 0, 0, 0, 0}};

static const struct figure shingle_figures[] = {{"precision", FIGURE_MEAN, P, 0, 0, 0},
                                                {"recall", FIGURE_MEAN, R, 0, 0, 0},
                                                {"f1", FIGURE_MEANS_F, P, R, 0, 0},
                                                {NULL, FIGURE_MEAN, 0, 0, 0, 0}};

static const struct figure both_figures[] = {
    {"micro_p", FIGURE_RATIO, RIGHT, ANSWERED, 0, 0},
    {"micro_r", FIGURE_RATIO, RIGHT, WANTED, 0, 0},
    {"micro_f", FIGURE_RATIO_F, RIGHT, ANSWERED, WANTED, 0},
    {"macro_p", FIGURE_MEAN, P, 0, 0, 0},
    {"macro_r", FIGURE_MEAN, R, 0, 0, 0},
    {"macro_f", FIGURE_MEAN, F, 0, 0, 0},
    {NULL, FIGURE_MEAN, 0, 0, 0, 0}};

static const struct figure edit_figures[] = {{"mean", FIGURE_MEAN, 0, 0, 0, 0},
                                             {"median", FIGURE_MEDIAN, 0, 0, 0, 0},
                                             {NULL, FIGURE_MEAN, 0, 0, 0, 0}};

static const struct figure snippet_figures[] = {{"precision", FIGURE_RATIO, TP, SAID, 0, 0},
                                                {"recall", FIGURE_RATIO, TP, DUE, 0, 0},
                                                {"f1", FIGURE_RATIO_F, TP, SAID, DUE, 0},
                                                {"accuracy", FIGURE_ACCURACY, TP, TN, FP, FN},
                                                {"tp", FIGURE_SUM, TP, 0, 0, 0},
                                                {"tn", FIGURE_SUM, TN, 0, 0, 0},
                                                {"fp", FIGURE_SUM, FP, 0, 0, 0},
                                                {"fn", FIGURE_SUM, FN, 0, 0, 0},
                                                {NULL, FIGURE_MEAN, 0, 0, 0, 0}};

static const struct measure measures[] = {
    {"wordf1", "f1", F, true, measure_wordf1, word_figures},
    {"shingle", "f1", F, true, measure_shingle, shingle_figures},
    {"bow", "f1", F, true, measure_bow, word_figures},
    {"align", "micro_f", F, true, measure_align, both_figures},
    {"ncleaner", "micro_f", F, true, measure_ncleaner, both_figures},
    {"editsim", "mean", 0, true, measure_editsim, edit_figures},
    {"snippets", "accuracy", ACCURATE, false, measure_snippets, snippet_figures},
    {"rougeLsum", "f1", F, true, measure_rougeLsum, word_figures},
    {"segments", "micro_f", F, true, measure_segments, both_figures},
};

const struct measure *measure_at(size_t index)
{
    return index < sizeof measures / sizeof *measures ? &measures[index] : NULL;
}

const struct measure *measure_find(const char *name, size_t len)
{
    for (size_t i = 0; i < sizeof measures / sizeof *measures; i++) {
        if (strlen(measures[i].name) == len && memcmp(measures[i].name, name, len) == 0)
            return &measures[i];
    }
    return NULL;
}

/* ---------------------------------------------------------------- figures */

/* Copies value NUMBER of the pages that count and have it; returns how many there are. */
static size_t gather(const struct measure_row *rows, const uint32_t *order, size_t count,
                     uint8_t number, double *out)
{
    size_t got = 0;
    for (size_t i = 0; i < count; i++) {
        const struct measure_row *row = &rows[order != NULL ? order[i] : i];
        if (row->counts && !isnan(row->values[number]))
            out[got++] = row->values[number];
    }
    return got;
}

static double sum_of(const double *values, size_t count)
{
    double sum = 0;
    for (size_t i = 0; i < count; i++)
        sum += values[i];
    return sum;
}

static int by_size(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static double median_of(double *values, size_t count)
{
    qsort(values, count, sizeof *values, by_size);
    return count % 2 != 0 ? values[count / 2] : (values[count / 2 - 1] + values[count / 2]) / 2;
}

static double ratio(double part, double whole)
{
    return whole > 0 ? part / whole : 0;
}

double figure_over(const struct figure *figure, const struct measure_row *rows,
                   const uint32_t *order, size_t count, double *scratch)
{
    const uint8_t numbers[] = {figure->a, figure->b, figure->c, figure->d};
    size_t got[4] = {0, 0, 0, 0};
    double sums[4] = {0, 0, 0, 0};
    static const uint8_t used[] = {1, 1, 1, 2, 3, 2, 4};
    for (size_t i = used[figure->kind]; i-- > 0;) { /* the first last: the median needs it */
        got[i] = gather(rows, order, count, numbers[i], scratch);
        sums[i] = sum_of(scratch, got[i]);
    }
    if (got[0] == 0)
        return NAN;
    switch (figure->kind) {
    case FIGURE_MEAN:
        return sums[0] / (double)got[0];
    case FIGURE_MEDIAN:
        return median_of(scratch, got[0]);
    case FIGURE_SUM:
        return sums[0];
    case FIGURE_RATIO:
        return ratio(sums[0], sums[1]);
    case FIGURE_RATIO_F:
        return harmonic(ratio(sums[0], sums[1]), ratio(sums[0], sums[2]));
    case FIGURE_MEANS_F:
        return got[1] > 0 ? harmonic(sums[0] / (double)got[0], sums[1] / (double)got[1]) : NAN;
    case FIGURE_ACCURACY:
        return ratio(sums[0] + sums[1], sums[0] + sums[1] + sums[2] + sums[3]);
    }
    return NAN;
}
