/*
 * auto_train.c - see auto_train.h.
 */
#include "train/auto_train.h"

#include "model/model.h"

#include <math.h>
#include <stdlib.h>

/* Blocks without words get a little weight too, since they are part of the output. */
static const double LEAST_WEIGHT = 0.3;

/* A snippet vouches for a block of any length, so weights are capped at this many words. */
static const double SNIPPET_WORDS = 100;

/* Early stopping uses one of this many parts of the sites. */
enum { STOP_PARTS = 10 };

/* Rows may be settled after one of this many parts of the first forest's trees if that forest's log
 * odds are below this. With the built-in forest this holds for half of the blocks of WCXB dev; only
 * 0.002 % of all blocks are among them and yet end with a probability above 0.15. */
enum { SETTLE_PARTS = 6 };
static const double SETTLE_ODDS = -4;

struct work {
    const struct matrix *matrix;
    const struct tagger_columns *columns;
    const struct auto_options *options;
    struct auto_trained *out;
    float *targets, *weights, *held_weights; /* (rows) */
    float *judged;                           /* (rows): weights for calibration and losses */
    float *stop_weights;   /* (rows): weights of pages for early stopping; NULL: none */
    uint8_t *part_of_page; /* (page_count): pages of part 0 are for early stopping */
    double *starts;        /* (rows): log odds of FROM; NULL if there is none */
    double *scores;        /* (rows): out-of-fold log odds */
    struct boost_bins *bins;
};

static bool by_snippets(const struct matrix *matrix, size_t row)
{
    return matrix->snippets != NULL && matrix->snippets[matrix->pages[row]];
}

/* Sets the weights of a page's rows, which add up to SCALE. */
static void weigh_page(struct work *work, size_t begin, size_t end, double scale)
{
    const float *words = work->matrix->weights;
    double sum = 0;
    for (size_t i = begin; i < end; i++)
        sum += (double)words[i] + LEAST_WEIGHT;
    for (size_t i = begin; i < end; i++)
        work->weights[i] = (float)(((double)words[i] + LEAST_WEIGHT) / sum * scale);
}

/* The same for a page known by snippets: each class adds up to half of SCALE. With so few labelled
 * blocks most words would be content, and boilerplate would hardly count. */
static void weigh_snippets(struct work *work, size_t begin, size_t end, double scale)
{
    const float *words = work->matrix->weights;
    double sums[2] = {0, 0};
    for (size_t i = begin; i < end; i++)
        sums[work->targets[i] > 0] += fmin((double)words[i], SNIPPET_WORDS) + LEAST_WEIGHT;
    for (size_t i = begin; i < end; i++)
        work->weights[i] = (float)((fmin((double)words[i], SNIPPET_WORDS) + LEAST_WEIGHT) /
                                   sums[work->targets[i] > 0] * scale / 2);
}

/* Sets targets, and weights with a mean of about 1. */
static void weigh(struct work *work)
{
    const struct matrix *matrix = work->matrix;
    double pages = 0;
    bool whole = false;
    for (size_t i = 0; i < matrix->page_count; i++) {
        bool snippets = matrix->snippets != NULL && matrix->snippets[i];
        pages += snippets ? work->options->snippet_weight : 1;
        whole |= !snippets;
    }
    double scale = (double)matrix->rows / pages;
    for (size_t i = 0, end; i < matrix->rows; i = end) {
        for (end = i; end < matrix->rows && matrix->pages[end] == matrix->pages[i]; end++)
            work->targets[end] = matrix_target(matrix->classes[end], 2);
        if (by_snippets(matrix, i))
            weigh_snippets(work, i, end, scale * work->options->snippet_weight);
        else
            weigh_page(work, i, end, scale);
    }
    for (size_t i = 0; i < matrix->rows; i++)
        work->judged[i] = whole && by_snippets(matrix, i) ? 0 : work->weights[i];
}

static const float *row_of(const struct work *work, size_t row)
{
    return work->matrix->values + row * work->matrix->columns;
}

/* Finds the best number of trees for the early stopping pages, training on the other ROWS. */
static bool find_trees(struct work *work, const struct boost_rows *rows,
                       struct boost_options *options)
{
    const struct matrix *matrix = work->matrix;
    struct boost_rows held = *rows;
    struct boost_forest forest;
    double all = 0;
    held.weights = work->stop_weights;
    for (size_t i = 0; i < matrix->rows; i++) {
        bool stops = work->part_of_page[matrix->pages[i]] == 0;
        work->stop_weights[i] = stops ? work->held_weights[i] : 0;
        work->held_weights[i] = stops ? 0 : work->held_weights[i];
        all += (double)work->stop_weights[i];
    }
    if (all > 0) {
        if (!boost_train(rows, &held, options, &forest, NULL, NULL))
            return false;
        options->trees = forest.count > 0 ? (unsigned)forest.count : 1;
        boost_forest_deinit(&forest);
    }
    for (size_t i = 0; i < matrix->rows; i++) {
        if (work->part_of_page[matrix->pages[i]] == 0)
            work->held_weights[i] = work->stop_weights[i];
    }
    return true;
}

/* Averages several forests into one. Each tree samples rows and columns, so the forests differ, and
 * their mean has a lower error. */
static bool train_mean(const struct boost_rows *rows, struct boost_options options, unsigned count,
                       struct boost_forest *forest)
{
    const uint64_t next_seed = 1000003; /* far from seeds that people would choose */
    *forest = (struct boost_forest){0};
    for (unsigned i = 0; i < count; i++, options.seed += next_seed) {
        struct boost_forest one = {0};
        bool done = boost_train(rows, NULL, &options, &one, NULL, NULL);
        if (done) {
            boost_forest_round(&one, 1 / (double)count);
            done = forest_append(forest, &one);
        }
        boost_forest_deinit(&one);
        if (!done) {
            boost_forest_deinit(forest);
            return false;
        }
    }
    return true;
}

/* Trains on all pages that are not in FOLD. */
static bool train(struct work *work, unsigned fold, struct boost_forest *forest)
{
    const struct matrix *matrix = work->matrix;
    struct boost_options options = work->options->boost;
    struct boost_rows rows = {.count = matrix->rows,
                              .columns = matrix->columns,
                              .values = matrix->values,
                              .targets = work->targets,
                              .weights = work->held_weights,
                              .starts = work->starts,
                              .bins = work->bins,
                              .groups = matrix->pages};
    struct boost_forest more;
    for (size_t i = 0; i < matrix->rows; i++) {
        bool held = fold < work->out->folds && work->out->fold_of_page[matrix->pages[i]] == fold;
        work->held_weights[i] = held ? 0 : work->weights[i];
    }
    options.patience = work->options->patience;
    if (options.patience > 0 && !find_trees(work, &rows, &options))
        return false;
    if (!train_mean(&rows, options, work->options->forests, &more))
        return false;
    if (work->options->from == NULL) {
        *forest = more;
        return true;
    }
    bool done =
        forest_trees(work->options->from, work->columns->features, work->columns->count, forest);
    if (done && !forest_append(forest, &more)) {
        boost_forest_deinit(forest);
        *forest = (struct boost_forest){0};
        done = false;
    }
    boost_forest_deinit(&more);
    return done;
}

static bool find_starts(struct work *work)
{
    struct boost_forest forest;
    if (work->options->from == NULL)
        return true;
    work->starts = malloc((work->matrix->rows + 1) * sizeof *work->starts);
    if (work->starts == NULL ||
        !forest_trees(work->options->from, work->columns->features, work->columns->count, &forest))
        return false;
    for (size_t i = 0; i < work->matrix->rows; i++)
        work->starts[i] = boost_score(&forest, row_of(work, i));
    boost_forest_deinit(&forest);
    return true;
}

static const struct boost_forest *forest_of(const struct work *work, size_t row)
{
    return &work->out->forests[work->out->fold_of_page[work->matrix->pages[row]]];
}

/* The score of a row by the first COUNT trees of the forest that held it out. */
static double first_score(const struct work *work, size_t row, size_t count)
{
    const struct boost_forest first = {.trees = forest_of(work, row)->trees, .count = count};
    return boost_score(&first, row_of(work, row));
}

/* Finds by how much the first trees' scores of settled rows fall short of the full scores, and
 * gives those rows the scores that they will have. */
static void settle(struct work *work)
{
    struct forest_settings *settings = &work->out->settings;
    size_t least = work->out->forests[0].count, rows = work->matrix->rows;
    double limit = SETTLE_ODDS / work->options->forests, sum = 0, first_sum = 0;
    for (unsigned i = 1; i <= work->out->folds; i++)
        least = work->out->forests[i].count < least ? work->out->forests[i].count : least;
    unsigned forests = work->options->forests;
    size_t count = least / (forests > SETTLE_PARTS ? forests : SETTLE_PARTS);
    for (size_t i = 0; i < rows; i++) {
        double first = first_score(work, i, count);
        first_sum += first < limit ? first : 0;
        sum += first < limit ? work->scores[i] - forest_of(work, i)->base : 0;
    }
    if (!(first_sum < 0 && sum < 0))
        return;
    settings->settle_trees = (uint32_t)count;
    settings->settle_limit = limit;
    settings->settle_factor = sum / first_sum;
    for (size_t i = 0; i < rows; i++) {
        double first = first_score(work, i, count);
        if (first < limit)
            work->scores[i] = first * settings->settle_factor + forest_of(work, i)->base;
    }
}

/* Calibrates the scores and computes the loss. */
static bool calibrate(struct work *work)
{
    enum { BINS = 64 };
    struct auto_trained *out = work->out;
    struct forest_settings *settings = &out->settings;
    size_t rows = work->matrix->rows;
    double *chances = malloc((rows + 1) * sizeof *chances);
    double *targets = malloc((rows + 1) * sizeof *targets);
    bool done = chances != NULL && targets != NULL;
    for (size_t i = 0; done && i < rows; i++) {
        chances[i] = pith__logistic(work->scores[i]);
        targets[i] = (double)work->targets[i];
    }
    if (done) {
        out->loss = log_loss(chances, work->targets, work->judged, rows);
        if (work->options->from == NULL)
            platt_fit(work->scores, work->targets, work->judged, rows, &settings->slope,
                      &settings->shift);
        for (size_t i = 0; i < rows; i++)
            chances[i] = pith__logistic(settings->slope * work->scores[i] + settings->shift);
        if (work->options->isotonic && work->options->from == NULL)
            done = curve_fit(chances, targets, work->judged, rows, BINS, &settings->curve);
    }
    if (done) {
        for (size_t i = 0; i < rows; i++)
            chances[i] = curve_at(&settings->curve, chances[i]);
        out->calibrated_loss = log_loss(chances, work->targets, work->judged, rows);
    }
    free(chances);
    free(targets);
    return done;
}

static bool train_all(struct work *work)
{
    struct auto_trained *out = work->out;
    for (unsigned fold = 0; fold <= out->folds; fold++) {
        if (!train(work, fold, &out->forests[fold]))
            return false;
        if (work->options->done != NULL)
            work->options->done(fold + 1, out->folds + 1);
    }
    for (size_t i = 0; out->folds > 0 && i < work->matrix->rows; i++)
        work->scores[i] = boost_score(forest_of(work, i), row_of(work, i));
    out->settings.settle_trees = 0; /* added trees must always be evaluated */
    if (out->folds > 0 && work->options->from == NULL)
        settle(work);
    return out->folds == 0 || calibrate(work);
}

bool auto_train(const struct matrix *matrix, const struct tagger_columns *columns,
                const struct auto_options *options, struct auto_trained *out)
{
    size_t n = matrix->rows + 1;
    struct work work = {.matrix = matrix,
                        .columns = columns,
                        .options = options,
                        .out = out,
                        .targets = malloc(n * sizeof(float)),
                        .weights = malloc(n * sizeof(float)),
                        .held_weights = malloc(n * sizeof(float)),
                        .judged = malloc(n * sizeof(float)),
                        .scores = malloc(n * sizeof(double))};
    out->folds = options->folds > 1 ? options->folds : 0;
    out->loss = out->calibrated_loss = NAN;
    out->forests = calloc(out->folds + 1, sizeof *out->forests);
    out->fold_of_page = calloc(matrix->page_count + 1, 1);
    if (options->from != NULL)
        forest_settings_of(options->from, &out->settings);
    bool done = work.targets != NULL && work.weights != NULL && work.held_weights != NULL &&
                work.judged != NULL && work.scores != NULL && out->forests != NULL &&
                out->fold_of_page != NULL;
    if (done && options->patience > 0) {
        work.stop_weights = malloc(n * sizeof(float));
        work.part_of_page = calloc(matrix->page_count + 1, 1);
        /* A split independent of the folds, so that each fold has pages for early stopping. */
        done = work.stop_weights != NULL && work.part_of_page != NULL &&
               matrix_folds(matrix, STOP_PARTS, options->seed + 1, work.part_of_page);
    }
    if (done && out->folds > 0)
        done = matrix_folds(matrix, out->folds, options->seed, out->fold_of_page);
    if (done) {
        const struct boost_rows rows = {
            .count = matrix->rows, .columns = matrix->columns, .values = matrix->values};
        weigh(&work);
        work.bins = boost_bins_new(&rows);
        done = work.bins != NULL && find_starts(&work) && train_all(&work);
    }
    boost_bins_free(work.bins);
    free(work.targets);
    free(work.weights);
    free(work.held_weights);
    free(work.judged);
    free(work.stop_weights);
    free(work.part_of_page);
    free(work.starts);
    free(work.scores);
    if (!done)
        auto_trained_deinit(out);
    return done;
}

void auto_trained_deinit(struct auto_trained *trained)
{
    for (unsigned i = 0; trained->forests != NULL && i <= trained->folds; i++)
        boost_forest_deinit(&trained->forests[i]);
    free(trained->forests);
    free(trained->fold_of_page);
    trained->forests = NULL;
    trained->fold_of_page = NULL;
}

pith_model *auto_model(const struct auto_trained *trained, unsigned index,
                       const struct tagger_columns *columns)
{
    size_t len = 0;
    pith_model *model = NULL;
    unsigned char *bytes =
        forest_bytes(&trained->forests[index], columns->features, &trained->settings, "", &len);
    if (bytes != NULL)
        pith_model_new((const char *)bytes, len, &model, NULL);
    free(bytes);
    return model;
}

const struct pith__forest *auto_base(const pith_model *model, struct tagger_columns *columns)
{
    tagger_columns_set(columns, model->forest.used, model->forest.used_count);
    return &model->forest;
}

size_t auto_base_trees(const struct pith__forest *from)
{
    return from != NULL ? from->tree_count : 0;
}
