/*
 * decision_validate.c - cross-validates trees on unseen sites.
 */
#include <stdlib.h>

#include "io/parallel.h"
#include "train/decision.h"

struct crossing {
    const struct decision_data *data;
    decision_trainer train;
    const struct decision_options *options;
    uint8_t *fold_of_page;
    struct pith__decision_tree *trees; /* one per fold; without leaves for an empty fold */
    double *shares;                    /* (rows, classes): class distribution of the row's leaf */
};

/* Trains on all folds but one. */
static bool learn(unsigned fold, void *user)
{
    struct crossing *crossing = user;
    size_t count = crossing->data->matrix->page_count;
    bool *pages = malloc((count + 1) * sizeof *pages);
    bool good = pages != NULL, empty = true;
    for (size_t i = 0; good && i < count; i++) {
        pages[i] = crossing->fold_of_page[i] != fold;
        empty = empty && pages[i];
    }
    if (good && !empty)
        good = crossing->train(&crossing->trees[fold], crossing->data, pages, crossing->options);
    free(pages);
    return good;
}

/* Classifies each row with the tree that held out its fold. */
static void classify(struct crossing *crossing, struct confusion *confusion)
{
    const struct decision_data *data = crossing->data;
    const struct matrix *matrix = data->matrix;
    for (size_t i = 0; i < matrix->rows; i++) {
        const struct pith__decision_leaf *leaf =
            pith__decision_find(&crossing->trees[crossing->fold_of_page[matrix->pages[i]]],
                                matrix->values + i * PITH__FEATURES);
        for (unsigned k = 0; k < data->classes; k++)
            crossing->shares[i * data->classes + k] = pith__decision_share(leaf, k, data->classes);
        confusion_add(confusion, data->labels[i], leaf->label, (double)matrix->weights[i]);
    }
}

/* Averages over the folds that are not empty. */
static void describe(const struct crossing *crossing, unsigned folds,
                     struct decision_figures *figures)
{
    unsigned used = 0;
    for (unsigned fold = 0; fold < folds; fold++) {
        if (crossing->trees[fold].leaf_count == 0)
            continue;
        figures->leaves += crossing->trees[fold].leaf_count;
        figures->dimensions += decision_tree_dimensions(&crossing->trees[fold]);
        used++;
    }
    if (used > 0) {
        figures->leaves /= used;
        figures->dimensions /= used;
    }
}

bool decision_cross_validate(const struct decision_data *data, unsigned folds,
                             decision_trainer train, const struct decision_options *options,
                             void (*done)(unsigned fold, unsigned folds),
                             struct decision_figures *figures)
{
    const struct matrix *matrix = data->matrix;
    struct crossing crossing = {
        .data = data,
        .train = train,
        .options = options,
        .fold_of_page = malloc(matrix->page_count + 1),
        .trees = calloc(folds, sizeof *crossing.trees),
        .shares = calloc((matrix->rows + 1) * data->classes, sizeof *crossing.shares),
    };
    *figures = (struct decision_figures){.confusion = {.classes = data->classes}};
    bool good = crossing.fold_of_page != NULL && crossing.trees != NULL &&
                crossing.shares != NULL &&
                matrix_folds(matrix, folds, options->seed, crossing.fold_of_page) &&
                parallel_each(folds, options->threads, learn, done, &crossing);
    if (good) {
        classify(&crossing, &figures->confusion);
        describe(&crossing, folds, figures);
        good = weighted_auc(crossing.shares, data->classes, data->labels, matrix->weights,
                            matrix->rows, &figures->auc);
    }
    figures->scores = confusion_scores(&figures->confusion);
    for (unsigned fold = 0; crossing.trees != NULL && fold < folds; fold++)
        decision_tree_deinit(&crossing.trees[fold]);
    free(crossing.fold_of_page);
    free(crossing.trees);
    free(crossing.shares);
    return good;
}
