/*
 * svm.c - see svm.h.
 *
 * For classes A < B, a one-vs-one classifier ("duel") has weights w: w·x > 0 predicts B. It
 * minimizes |w|² / 2 + sum of cost[i] * max(0, 1 - y[i] w·x[i]), with y = 1 for B and -1 for A. Its
 * dual has a variable alpha[i] from 0 to cost[i] for each row, and w = sum of alpha[i] y[i] x[i].
 * Each step sets one alpha to its optimum and updates w.
 */
#include "train/svm.h"

#include <math.h>
#include <stdlib.h>

#include "eval/stats.h"
#include "io/parallel.h"

enum {
    COLUMNS = PITH__FEATURES + 1, /* the last is 1, for the bias */
    DUELS = 6                     /* for four classes */
};

struct svm {
    unsigned classes;
    bool converged;
    double low[PITH__FEATURES], scale[PITH__FEATURES]; /* (x - low) * scale is from 0 to 1 */
    double weights[DUELS][COLUMNS];
};

/* The training data of all duels: all rows, scaled. */
struct lesson {
    size_t rows;
    float *values;    /* (rows, COLUMNS) */
    uint8_t *targets; /* (rows) */
    double *costs;    /* (rows) */
    double *alphas;   /* (rows) */
    uint32_t *order;  /* (rows): the duel's rows; active ones come first */
};

void svm_options_init(struct svm_options *options)
{
    *options = (struct svm_options){.cost = 1, .tolerance = 0.1, .max_rounds = 300, .seed = 1};
}

/* ----------------------------------------------------------------- scaling */

static void scale_to(struct svm *svm, const struct matrix *matrix, const uint32_t *rows,
                     size_t count, const bool *features)
{
    for (size_t k = 0; k < PITH__FEATURES; k++) {
        float low = INFINITY, high = -INFINITY;
        for (size_t i = 0; i < count; i++) {
            float value = matrix->values[rows[i] * (size_t)PITH__FEATURES + k];
            low = value < low ? value : low;
            high = value > high ? value : high;
        }
        /* A constant or unselected feature is 0. */
        bool used = high > low && (features == NULL || features[k]);
        svm->low[k] = used ? (double)low : 0;
        svm->scale[k] = used ? 1 / ((double)high - (double)low) : 0;
    }
}

static double scaled(const struct svm *svm, const float *row, size_t feature)
{
    return ((double)row[feature] - svm->low[feature]) * svm->scale[feature];
}

static void fill_lesson(struct lesson *lesson, const struct svm *svm, const struct matrix *matrix,
                        const uint32_t *rows, double cost)
{
    double words = 0;
    for (size_t i = 0; i < lesson->rows; i++)
        words += (double)matrix->weights[rows[i]];
    for (size_t i = 0; i < lesson->rows; i++) {
        const float *from = matrix->values + rows[i] * (size_t)PITH__FEATURES;
        float *to = lesson->values + i * COLUMNS;
        for (size_t k = 0; k < PITH__FEATURES; k++)
            to[k] = (float)scaled(svm, from, k);
        to[PITH__FEATURES] = 1;
        lesson->targets[i] = matrix_target(matrix->classes[rows[i]], svm->classes);
        lesson->costs[i] =
            words > 0 ? cost * (double)matrix->weights[rows[i]] * (double)lesson->rows / words : 0;
    }
}

/* ---------------------------------------------------------------- learning */

static double dot(const float *x, const double *w)
{
    /* Four independent sums, which the processor can add in parallel. */
    double sums[4] = {0};
    size_t k = 0;
    for (; k + 4 <= COLUMNS; k += 4) {
        for (size_t j = 0; j < 4; j++)
            sums[j] += (double)x[k + j] * w[k + j];
    }
    for (; k < COLUMNS; k++)
        sums[0] += (double)x[k] * w[k];
    return sums[0] + sums[1] + sums[2] + sums[3];
}

/* The extremes of a round's projected gradients: at most 0, and at least 0. */
struct spread {
    double low, high;
};

/* Sets the alpha of a row to its optimum. Returns false if it is at a bound with a gradient so far
 * beyond BOUNDS that it will hardly leave it (shrinking). */
static bool step(struct lesson *lesson, uint32_t row, double sign, double w[COLUMNS],
                 struct spread bounds, struct spread *seen)
{
    const float *x = lesson->values + row * (size_t)COLUMNS;
    double *alpha = &lesson->alphas[row], cost = lesson->costs[row];
    double gradient = sign * dot(x, w) - 1, off = gradient;
    if (*alpha <= 0) {
        if (gradient > bounds.high)
            return false;
        off = fmin(gradient, 0);
    } else if (*alpha >= cost) {
        if (gradient < bounds.low)
            return false;
        off = fmax(gradient, 0);
    }
    seen->low = fmin(seen->low, off);
    seen->high = fmax(seen->high, off);
    if (fabs(off) < 1e-12)
        return true;
    double square = 0;
    for (size_t k = 0; k < COLUMNS; k++)
        square += (double)x[k] * (double)x[k]; /* at least 1, due to the bias */
    double moved = fmin(fmax(*alpha - gradient / square, 0), cost);
    double change = (moved - *alpha) * sign;
    *alpha = moved;
    for (size_t k = 0; k < COLUMNS; k++)
        w[k] += change * (double)x[k];
    return true;
}

/* One pass over the first *ACTIVE rows in random order; settled rows are removed from them. */
static struct spread round_over(struct lesson *lesson, size_t *active, uint8_t second,
                                double w[COLUMNS], struct spread bounds,
                                struct stats_random *random)
{
    struct spread seen = {0, 0};
    uint32_t *order = lesson->order;
    for (size_t i = 0; i < *active;) {
        size_t k = i + stats_random_below(random, (uint32_t)(*active - i));
        uint32_t row = order[k];
        order[k] = order[i];
        order[i] = row;
        double sign = lesson->targets[row] == second ? 1 : -1;
        if (step(lesson, row, sign, w, bounds, &seen)) {
            i++;
        } else {
            order[i] = order[--*active];
            order[*active] = row;
        }
    }
    return seen;
}

/* Trains a duel of class FIRST against SECOND. Returns false if it did not converge. */
static bool learn_duel(struct lesson *lesson, uint8_t first, uint8_t second, double w[COLUMNS],
                       const struct svm_options *options, struct stats_random *random)
{
    const struct spread none = {-INFINITY, INFINITY};
    struct spread bounds = none;
    size_t count = 0;
    for (size_t i = 0; i < lesson->rows; i++) {
        lesson->alphas[i] = 0;
        if ((lesson->targets[i] == first || lesson->targets[i] == second) && lesson->costs[i] > 0)
            lesson->order[count++] = (uint32_t)i;
    }
    size_t active = count;
    for (unsigned round = 0; round < options->max_rounds && count > 0; round++) {
        struct spread seen = round_over(lesson, &active, second, w, bounds, random);
        if (active == 0 || seen.high - seen.low <= options->tolerance) {
            if (active == count)
                return true;
            active = count; /* all rows once more: some may have been shrunk too early */
            bounds = none;
        } else {
            bounds.low = seen.low < 0 ? seen.low : -INFINITY;
            bounds.high = seen.high > 0 ? seen.high : INFINITY;
        }
    }
    return count == 0;
}

static bool lesson_init(struct lesson *lesson, size_t rows)
{
    lesson->rows = rows;
    lesson->values = malloc((rows + 1) * COLUMNS * sizeof *lesson->values);
    lesson->targets = malloc((rows + 1) * sizeof *lesson->targets);
    lesson->costs = malloc((rows + 1) * sizeof *lesson->costs);
    lesson->alphas = malloc((rows + 1) * sizeof *lesson->alphas);
    lesson->order = malloc((rows + 1) * sizeof *lesson->order);
    return lesson->values != NULL && lesson->targets != NULL && lesson->costs != NULL &&
           lesson->alphas != NULL && lesson->order != NULL;
}

static void lesson_deinit(struct lesson *lesson)
{
    free(lesson->values);
    free(lesson->targets);
    free(lesson->costs);
    free(lesson->alphas);
    free(lesson->order);
}

struct svm *svm_train(const struct matrix *matrix, unsigned classes, const uint32_t *rows,
                      size_t count, const bool *features, const struct svm_options *options)
{
    struct svm *svm = calloc(1, sizeof *svm);
    struct lesson lesson;
    if (!lesson_init(&lesson, count) || svm == NULL) {
        lesson_deinit(&lesson);
        free(svm);
        return NULL;
    }
    struct stats_random random = {options->seed};
    svm->classes = classes;
    svm->converged = true;
    scale_to(svm, matrix, rows, count, features);
    fill_lesson(&lesson, svm, matrix, rows, options->cost);
    double(*w)[COLUMNS] = svm->weights;
    for (unsigned first = 0; first < classes; first++) {
        for (unsigned second = first + 1; second < classes; second++, w++)
            svm->converged &=
                learn_duel(&lesson, (uint8_t)first, (uint8_t)second, *w, options, &random);
    }
    lesson_deinit(&lesson);
    return svm;
}

void svm_free(struct svm *svm)
{
    free(svm);
}

bool svm_converged(const struct svm *svm)
{
    return svm->converged;
}

/* ------------------------------------------------------------- classifying */

unsigned svm_classify(const struct svm *svm, const float row[PITH__FEATURES],
                      double votes[SCORES_CLASSES], double margins[SCORES_CLASSES])
{
    float x[COLUMNS];
    for (size_t k = 0; k < PITH__FEATURES; k++)
        x[k] = (float)scaled(svm, row, k);
    x[PITH__FEATURES] = 1;
    for (unsigned i = 0; i < svm->classes; i++)
        votes[i] = margins[i] = 0;
    const double(*w)[COLUMNS] = svm->weights;
    for (unsigned first = 0; first < svm->classes; first++) {
        for (unsigned second = first + 1; second < svm->classes; second++, w++) {
            double margin = dot(x, *w);
            votes[margin > 0 ? second : first] += 1 / (double)(svm->classes - 1);
            margins[first] -= margin;
            margins[second] += margin;
        }
    }
    unsigned best = 0;
    for (unsigned i = 1; i < svm->classes; i++) {
        /* Votes are sums of the same number, so ties are exact. */
        if (votes[i] > votes[best] || (votes[i] == votes[best] && margins[i] > margins[best]))
            best = i;
    }
    return best;
}

/* -------------------------------------------------------- cross-validation */

struct crossing {
    const struct matrix *matrix;
    unsigned classes;
    const bool *features;
    const struct svm_options *options;
    uint8_t *fold_of_page;
    struct svm **svms; /* one per fold; NULL: the fold is empty */
    uint8_t *targets;  /* (rows) */
    double *votes;     /* (rows, classes) */
    double *margins;   /* (rows, classes) */
};

/* Trains on all folds but one. */
static bool learn_fold(unsigned fold, void *user)
{
    struct crossing *crossing = user;
    const struct matrix *matrix = crossing->matrix;
    uint32_t *rows = malloc((matrix->rows + 1) * sizeof *rows);
    bool good = rows != NULL;
    size_t count = 0;
    for (size_t i = 0; good && i < matrix->rows; i++) {
        if (crossing->fold_of_page[matrix->pages[i]] != fold)
            rows[count++] = (uint32_t)i;
    }
    if (good && count < matrix->rows) {
        crossing->svms[fold] = svm_train(matrix, crossing->classes, rows, count, crossing->features,
                                         crossing->options);
        good = crossing->svms[fold] != NULL;
    }
    free(rows);
    return good;
}

/* Classifies each row with the model that held out its fold. */
static void classify_rows(struct crossing *crossing, struct confusion *confusion)
{
    const struct matrix *matrix = crossing->matrix;
    unsigned classes = crossing->classes;
    for (size_t i = 0; i < matrix->rows; i++) {
        const struct svm *svm = crossing->svms[crossing->fold_of_page[matrix->pages[i]]];
        double votes[SCORES_CLASSES], margins[SCORES_CLASSES];
        unsigned class = svm_classify(svm, matrix->values + i * PITH__FEATURES, votes, margins);
        memcpy(crossing->votes + i * classes, votes, classes * sizeof *votes);
        memcpy(crossing->margins + i * classes, margins, classes * sizeof *margins);
        crossing->targets[i] = matrix_target(matrix->classes[i], classes);
        confusion_add(confusion, crossing->targets[i], class, (double)matrix->weights[i]);
    }
}

bool svm_cross_validate(const struct matrix *matrix, unsigned classes, unsigned folds,
                        const bool *features, const struct svm_options *options,
                        struct svm_figures *figures)
{
    size_t rows = matrix->rows + 1;
    struct crossing crossing = {
        .matrix = matrix,
        .classes = classes,
        .features = features,
        .options = options,
        .fold_of_page = malloc(matrix->page_count + 1),
        .svms = calloc(folds, sizeof *crossing.svms),
        .targets = malloc(rows * sizeof *crossing.targets),
        .votes = malloc(rows * classes * sizeof *crossing.votes),
        .margins = malloc(rows * classes * sizeof *crossing.margins),
    };
    *figures = (struct svm_figures){.confusion = {.classes = classes}};
    bool done = crossing.fold_of_page != NULL && crossing.svms != NULL &&
                crossing.targets != NULL && crossing.votes != NULL && crossing.margins != NULL &&
                matrix_folds(matrix, folds, options->seed, crossing.fold_of_page) &&
                parallel_each(folds, options->threads, learn_fold, NULL, &crossing);
    if (done) {
        classify_rows(&crossing, &figures->confusion);
        done = weighted_auc(crossing.votes, classes, crossing.targets, matrix->weights,
                            matrix->rows, &figures->auc_votes) &&
               weighted_auc(crossing.margins, classes, crossing.targets, matrix->weights,
                            matrix->rows, &figures->auc_margins);
    }
    figures->scores = confusion_scores(&figures->confusion);
    for (unsigned fold = 0; crossing.svms != NULL && fold < folds; fold++) {
        figures->folds_cut_short += crossing.svms[fold] != NULL && !crossing.svms[fold]->converged;
        svm_free(crossing.svms[fold]);
    }
    free(crossing.fold_of_page);
    free(crossing.svms);
    free(crossing.targets);
    free(crossing.votes);
    free(crossing.margins);
    return done;
}
