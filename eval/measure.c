/*
 * measure.c - the table of measures, and aggregation over pages.
 */
#include <math.h>

#include "eval/stats.h"
#include "eval/work.h"

/* Precision, recall and F from sums of the values TP, PRED and TRUE. */
#define MICRO(prefix, tp, pred, true_)                                                             \
    {prefix "_p", FIGURE_RATIO, tp, pred, 0, 0}, {prefix "_r", FIGURE_RATIO, tp, true_, 0, 0},     \
    {                                                                                              \
        prefix "_f", FIGURE_RATIO_F, tp, pred, true_, 0                                            \
    }

/* ... and their means, of the values AT, AT + 1, AT + 2. */
#define MACRO(prefix, at)                                                                          \
    {prefix "_p", FIGURE_MEAN, (at) + VALUE_P, 0, 0, 0},                                           \
        {prefix "_r", FIGURE_MEAN, (at) + VALUE_R, 0, 0, 0},                                       \
    {                                                                                              \
        prefix "_f", FIGURE_MEAN, (at) + VALUE_F, 0, 0, 0                                          \
    }

#define END                                                                                        \
    {                                                                                              \
        NULL, FIGURE_MEAN, 0, 0, 0, 0                                                              \
    }

static const char *const word_values[] = {"p", "r", "f1", NULL};

static const struct figure word_figures[] = {{"p", FIGURE_MEAN, VALUE_P, 0, 0, 0},
                                             {"r", FIGURE_MEAN, VALUE_R, 0, 0, 0},
                                             {"f1", FIGURE_MEAN, VALUE_F, 0, 0, 0},
                                             END};

static const struct figure median_figures[] = {{"p", FIGURE_MEAN, VALUE_P, 0, 0, 0},
                                               {"r", FIGURE_MEAN, VALUE_R, 0, 0, 0},
                                               {"f1", FIGURE_MEAN, VALUE_F, 0, 0, 0},
                                               {"p_median", FIGURE_MEDIAN, VALUE_P, 0, 0, 0},
                                               {"r_median", FIGURE_MEDIAN, VALUE_R, 0, 0, 0},
                                               {"f1_median", FIGURE_MEDIAN, VALUE_F, 0, 0, 0},
                                               END};

static const char *const shingle_values[] = {"p", "r", "f1", "accuracy", NULL};

static const struct figure shingle_figures[] = {{"p", FIGURE_MEAN, VALUE_P, 0, 0, 0},
                                                {"r", FIGURE_MEAN, VALUE_R, 0, 0, 0},
                                                {"f1", FIGURE_MEANS_F, VALUE_P, VALUE_R, 0, 0},
                                                {"accuracy", FIGURE_MEAN, VALUE_ACCURACY, 0, 0, 0},
                                                END};

static const char *const align_values[] = {"p", "r", "f", "tp", "n_pred", "n_true", NULL};

static const struct figure align_figures[] = {MICRO("micro", VALUE_TP, VALUE_N_PRED, VALUE_N_TRUE),
                                              MACRO("macro", 0), END};

static const char *const ncleaner_values[] = {"p",        "r",        "f",     "tp",    "n_pred",
                                              "n_true",   "tag_p",    "tag_r", "tag_f", "tag_tp",
                                              "tag_pred", "tag_true", NULL};

static const struct figure ncleaner_figures[] = {
    MICRO("micro", VALUE_TP, VALUE_N_PRED, VALUE_N_TRUE), MACRO("macro", 0),
    MICRO("tag_micro", VALUE_TAGS + VALUE_TP, VALUE_TAGS + VALUE_N_PRED, VALUE_TAGS + VALUE_N_TRUE),
    MACRO("tag_macro", VALUE_TAGS), END};

static const char *const edit_values[] = {"text_only_pct", "lev_pct", NULL};

static const struct figure edit_figures[] = {
    {"text_only_pct", FIGURE_MEAN, EDIT_TEXT_ONLY, 0, 0, 0},
    {"lev_pct", FIGURE_MEAN, EDIT_LEV, 0, 0, 0},
    {"text_only_pct_median", FIGURE_MEDIAN, EDIT_TEXT_ONLY, 0, 0, 0},
    {"lev_pct_median", FIGURE_MEDIAN, EDIT_LEV, 0, 0, 0},
    END};

static const char *const snippet_values[] = {"tp",           "fn",    "fp",   "tn", "with_rate",
                                             "without_rate", "found", "with", "f1", NULL};

static const struct figure snippet_figures[] = {
    {"p", FIGURE_RATIO, SNIPPETS_TP, SNIPPETS_FOUND, 0, 0},
    {"r", FIGURE_RATIO, SNIPPETS_TP, SNIPPETS_WITH, 0, 0},
    {"f1", FIGURE_RATIO_F, SNIPPETS_TP, SNIPPETS_FOUND, SNIPPETS_WITH, 0},
    {"accuracy", FIGURE_ACCURACY, SNIPPETS_TP, SNIPPETS_TN, SNIPPETS_FP, SNIPPETS_FN},
    {"with_rate", FIGURE_MEAN, SNIPPETS_WITH_RATE, 0, 0, 0},
    {"without_rate", FIGURE_MEAN, SNIPPETS_WITHOUT_RATE, 0, 0, 0},
    {"tp", FIGURE_SUM, SNIPPETS_TP, 0, 0, 0},
    {"fn", FIGURE_SUM, SNIPPETS_FN, 0, 0, 0},
    {"fp", FIGURE_SUM, SNIPPETS_FP, 0, 0, 0},
    {"tn", FIGURE_SUM, SNIPPETS_TN, 0, 0, 0},
    END};

static const char *const segment_values[] = {"lab_p",  "lab_r",  "lab_f",      "unl_p",
                                             "unl_r",  "unl_f",  "lab_tp",     "unl_tp",
                                             "n_pred", "n_true", "tm2007_pct", NULL};

static const struct figure segment_figures[] = {
    MICRO("lab_micro", SEGMENTS_LAB_TP, SEGMENTS_N_PRED, SEGMENTS_N_TRUE),
    MACRO("lab_macro", SEGMENTS_LAB),
    MICRO("unl_micro", SEGMENTS_UNL_TP, SEGMENTS_N_PRED, SEGMENTS_N_TRUE),
    MACRO("unl_macro", SEGMENTS_UNL),
    {"tm2007_pct", FIGURE_MEAN, SEGMENTS_TM2007, 0, 0, 0},
    END};

static const struct measure measures[] = {
    {"wordf1", "f1", VALUE_F, true, measure_wordf1, word_values, word_figures},
    {"shingle", "f1", VALUE_F, true, measure_shingle, shingle_values, shingle_figures},
    {"bow", "f1", VALUE_F, true, measure_bow, word_values, median_figures},
    {"align", "micro_f", VALUE_F, true, measure_align, align_values, align_figures},
    {"ncleaner", "micro_f", VALUE_F, true, measure_ncleaner, ncleaner_values, ncleaner_figures},
    {"editsim", "text_only_pct", EDIT_TEXT_ONLY, true, measure_editsim, edit_values, edit_figures},
    {"snippets", "f1", SNIPPETS_F1, false, measure_snippets, snippet_values, snippet_figures},
    {"rougeLsum", "f1", VALUE_F, true, measure_rougeLsum, word_values, median_figures},
    {"segments", "lab_micro_f", SEGMENTS_LAB + VALUE_F, true, measure_segments, segment_values,
     segment_figures},
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

static double ratio(double part, double whole)
{
    return whole > 0 ? part / whole : 0;
}

static bool any_counts(const struct measure_row *rows, const uint32_t *order, size_t count)
{
    size_t i = 0;
    while (i < count && !rows[order != NULL ? order[i] : i].counts)
        i++;
    return i < count;
}

double figure_over(const struct figure *figure, const struct measure_row *rows,
                   const uint32_t *order, size_t count, double *scratch)
{
    const uint8_t numbers[] = {figure->a, figure->b, figure->c, figure->d};
    size_t got[4] = {0, 0, 0, 0};
    double sums[4] = {0, 0, 0, 0};
    static const uint8_t used[] = {1, 1, 1, 2, 3, 2, 4};
    if (!any_counts(rows, order, count))
        return NAN;
    for (size_t i = used[figure->kind];
         i-- > 0;) { /* the first one last, since the median needs it */
        got[i] = gather(rows, order, count, numbers[i], scratch);
        sums[i] = sum_of(scratch, got[i]);
    }
    switch (figure->kind) {
    case FIGURE_MEAN:
        return ratio(sums[0], (double)got[0]);
    case FIGURE_MEDIAN:
        return got[0] > 0 ? stats_median(scratch, got[0]) : 0;
    case FIGURE_SUM:
        return sums[0];
    case FIGURE_RATIO:
        return ratio(sums[0], sums[1]);
    case FIGURE_RATIO_F:
        return harmonic(ratio(sums[0], sums[1]), ratio(sums[0], sums[2]));
    case FIGURE_MEANS_F:
        return harmonic(ratio(sums[0], (double)got[0]), ratio(sums[1], (double)got[1]));
    case FIGURE_ACCURACY:
        return ratio(sums[0] + sums[1], sums[0] + sums[1] + sums[2] + sums[3]);
    }
    return NAN;
}
