/*
 * kind_train.c - see kind_train.h.
 */
#include "train/kind_train.h"

#include <stdlib.h>

#include "method/page_type.h"

/* ------------------------------------------------------------------ columns */

static bool fill(const pith_page *page, float *rows, size_t count, void *user)
{
    struct kind_columns *columns = user;
    const struct pith__tagger *tagger;
    pith_page without = *page;
    (void)count;
    without.url = NULL;
    pith__arena_reset(&columns->arena, (size_t)16 << 20);
    if (pith__tagger_begin(page, &columns->arena, &tagger) != PITH_OK)
        return false;
    memset(rows, 0, (size_t)KIND_ROWS * PITH__KIND_FEATURES * sizeof *rows);
    pith__kind_row(page, tagger, page->info.blocks, columns->features, PITH__KIND_FEATURES,
                   rows + KIND_WITH_ADDRESS * PITH__KIND_FEATURES);
    pith__kind_row(&without, tagger, page->info.blocks, columns->features, PITH__KIND_FEATURES,
                   rows + KIND_WITHOUT_ADDRESS * PITH__KIND_FEATURES);
    return true;
}

static int class_of(const struct set_page *page, void *user)
{
    const struct kind_columns *columns = user;
    for (size_t i = 0; i < page->field_count; i++) {
        if (strcmp(page->fields[i].name, columns->field) != 0)
            continue;
        for (int kind = 0; kind < PITH__KINDS; kind++) {
            if (strcmp(page->fields[i].value, pith_page_type_name(kind + 1)) == 0)
                return kind;
        }
    }
    return -1;
}

void kind_columns_init(struct kind_columns *columns, const char *field)
{
    for (uint32_t i = 0; i < PITH__KIND_FEATURES; i++)
        columns->features[i] = i;
    columns->field = field;
    pith__arena_init(&columns->arena, &pith__allocator_default);
    columns->columns = (struct matrix_columns){.count = PITH__KIND_FEATURES,
                                               .fill = fill,
                                               .user = columns,
                                               .page_rows = KIND_ROWS,
                                               .page_class = class_of};
}

void kind_columns_deinit(struct kind_columns *columns)
{
    pith__arena_deinit(&columns->arena);
}

/* ----------------------------------------------------------------- training */

struct work {
    const struct matrix *matrix;
    const struct kind_options *options;
    struct kind_trained *out;
    float *targets, *weights; /* (rows) */
    double *scores;           /* (rows, PITH__KINDS) */
    struct boost_bins *bins;
    struct boost_forest forests[PITH__KINDS];
};

/* Trains the trees of KIND on all pages that are not in FOLD. */
static bool train_one(struct work *work, unsigned fold, unsigned kind)
{
    const struct matrix *matrix = work->matrix;
    struct boost_rows rows = {.count = matrix->rows,
                              .columns = matrix->columns,
                              .values = matrix->values,
                              .targets = work->targets,
                              .weights = work->weights,
                              .bins = work->bins};
    struct boost_options options = work->options->boost;
    options.seed += kind;
    for (size_t i = 0; i < matrix->rows; i++) {
        work->targets[i] = matrix->classes[i] == kind;
        work->weights[i] = work->out->fold_of_page[matrix->pages[i]] != fold;
    }
    return boost_train(&rows, NULL, &options, &work->forests[kind], NULL, NULL);
}

static void drop_forests(struct work *work)
{
    for (unsigned kind = 0; kind < PITH__KINDS; kind++)
        boost_forest_deinit(&work->forests[kind]);
    memset(work->forests, 0, sizeof work->forests);
}

static bool train_fold(struct work *work, unsigned fold)
{
    for (unsigned kind = 0; kind < PITH__KINDS; kind++) {
        if (!train_one(work, fold, kind))
            return false;
    }
    if (work->options->done != NULL)
        work->options->done(fold + 1, work->out->folds + 1);
    return true;
}

/* Scores the pages of FOLD, which the forests have not seen. */
static void score_fold(struct work *work, unsigned fold)
{
    const struct matrix *matrix = work->matrix;
    for (size_t i = 0; i < matrix->rows; i++) {
        if (work->out->fold_of_page[matrix->pages[i]] != fold)
            continue;
        for (unsigned kind = 0; kind < PITH__KINDS; kind++)
            work->scores[i * PITH__KINDS + kind] =
                boost_score(&work->forests[kind], matrix->values + i * matrix->columns);
    }
}

/* Merges the forests into one: first a leaf per kind with its prior, then the kinds' trees in turn.
 */
static bool join(struct work *work)
{
    struct boost_forest *all = &work->out->forest;
    size_t trees = work->options->boost.trees;
    all->trees = calloc((trees + 1) * PITH__KINDS, sizeof *all->trees);
    if (all->trees == NULL)
        return false;
    for (unsigned kind = 0; kind < PITH__KINDS; kind++) {
        struct boost_tree *first = &all->trees[all->count];
        first->nodes = calloc(1, sizeof *first->nodes);
        if (first->nodes == NULL)
            return false;
        first->nodes[0].value = (float)work->forests[kind].base;
        first->count = 1;
        all->count++;
    }
    for (size_t i = 0; i < trees; i++) {
        for (unsigned kind = 0; kind < PITH__KINDS; kind++) {
            all->trees[all->count++] = work->forests[kind].trees[i];
            work->forests[kind].trees[i].nodes = NULL;
        }
    }
    return true;
}

/* -------------------------------------------------------------- calibration */

static bool fit_trust(struct work *work)
{
    enum { ROWS_A_BIN = 120, BINS_MOST = 16 };
    const struct matrix *matrix = work->matrix;
    double *x = malloc((matrix->rows + 1) * sizeof *x), *y = malloc((matrix->rows + 1) * sizeof *y);
    bool done = x != NULL && y != NULL;
    for (size_t i = 0; done && i < matrix->rows; i++) {
        const double *chances = work->out->chances + i * PITH__KINDS;
        size_t best = pith__kind_likeliest(chances);
        x[i] = chances[best];
        y[i] = matrix->classes[i] == best;
    }
    size_t bins = matrix->rows / ROWS_A_BIN + 1;
    done = done && curve_fit(x, y, NULL, matrix->rows, bins < BINS_MOST ? bins : BINS_MOST,
                             &work->out->settings.trust);
    free(x);
    free(y);
    return done;
}

/* Platt scaling, shared by all kinds; then a trust curve for how often the most likely kind is
 * right. */
static bool calibrate(struct work *work)
{
    const struct matrix *matrix = work->matrix;
    struct forest_settings *settings = &work->out->settings;
    size_t count = matrix->rows * PITH__KINDS;
    float *targets = malloc((count + 1) * sizeof *targets);
    float *weights = malloc((count + 1) * sizeof *weights);
    bool done = targets != NULL && weights != NULL;
    for (size_t i = 0; done && i < count; i++) {
        targets[i] = matrix->classes[i / PITH__KINDS] == i % PITH__KINDS;
        weights[i] = 1;
    }
    if (done) {
        platt_fit(work->scores, targets, weights, count, &settings->slope, &settings->shift);
        const struct pith__forest view = {.slope = settings->slope, .shift = settings->shift};
        for (size_t i = 0; i < count; i += PITH__KINDS)
            pith__kind_chances(&view, work->scores + i, work->out->chances + i);
    }
    free(targets);
    free(weights);
    return done && fit_trust(work);
}

static bool train_all(struct work *work)
{
    for (unsigned fold = 0; fold < work->out->folds; fold++) {
        if (!train_fold(work, fold))
            return false;
        score_fold(work, fold);
        drop_forests(work);
    }
    /* Fold number FOLDS has no pages. */
    return train_fold(work, work->out->folds) && join(work) &&
           (work->out->folds == 0 || calibrate(work));
}

bool kind_train(const struct matrix *matrix, const struct kind_options *options,
                struct kind_trained *out)
{
    size_t n = matrix->rows + 1;
    const struct boost_rows rows = {
        .count = matrix->rows, .columns = matrix->columns, .values = matrix->values};
    struct work work = {.matrix = matrix,
                        .options = options,
                        .out = out,
                        .targets = malloc(n * sizeof(float)),
                        .weights = malloc(n * sizeof(float)),
                        .scores = malloc(n * PITH__KINDS * sizeof(double)),
                        .bins = boost_bins_new(&rows)};
    out->folds = options->folds > 1 ? options->folds : 0;
    out->settings = (struct forest_settings){.slope = 1, .kinds = true};
    out->fold_of_page = malloc(matrix->page_count + 1);
    out->chances = malloc(n * PITH__KINDS * sizeof(double));
    bool done = work.targets != NULL && work.weights != NULL && work.scores != NULL &&
                work.bins != NULL && out->fold_of_page != NULL && out->chances != NULL;
    if (done) {
        memset(out->fold_of_page, UINT8_MAX, matrix->page_count);
        done = (out->folds == 0 ||
                matrix_folds(matrix, out->folds, options->seed, out->fold_of_page)) &&
               train_all(&work);
    }
    drop_forests(&work);
    boost_bins_free(work.bins);
    free(work.targets);
    free(work.weights);
    free(work.scores);
    if (!done)
        kind_trained_deinit(out);
    return done;
}

void kind_trained_deinit(struct kind_trained *trained)
{
    boost_forest_deinit(&trained->forest);
    free(trained->fold_of_page);
    free(trained->chances);
    trained->fold_of_page = NULL;
    trained->chances = NULL;
}
