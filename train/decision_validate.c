/*
 * decision_validate.c - how good trees are on sites that they were not trained on.
 */
#include <stdlib.h>

#include "train/decision.h"

struct crossing {
    uint8_t *fold_of_page;
    bool *pages;    /* to learn from */
    double *shares; /* (rows, classes): what the leaf of a row says of each class */
    unsigned used;  /* folds that hold some page */
};

/* Classifies the rows of a fold. */
static void classify(struct crossing *crossing, const struct decision_data *data,
                     const struct pith__decision_tree *tree, struct confusion *confusion)
{
    const struct matrix *matrix = data->matrix;
    for (size_t i = 0; i < matrix->rows; i++) {
        if (crossing->pages[matrix->pages[i]])
            continue;
        const struct pith__decision_leaf *leaf =
            pith__decision_find(tree, matrix->values + i * PITH__FEATURES);
        for (unsigned k = 0; k < data->classes; k++)
            crossing->shares[i * data->classes + k] = pith__decision_share(leaf, k, data->classes);
        confusion_add(confusion, data->labels[i], leaf->label, (double)matrix->weights[i]);
    }
}

/* Learns from all but a fold and classifies that. */
static bool cross(struct crossing *crossing, const struct decision_data *data, unsigned fold,
                  decision_trainer train, const struct decision_options *options,
                  struct decision_figures *figures)
{
    struct pith__decision_tree tree;
    bool empty = true;
    for (size_t i = 0; i < data->matrix->page_count; i++) {
        crossing->pages[i] = crossing->fold_of_page[i] != fold;
        empty = empty && crossing->pages[i];
    }
    if (empty)
        return true;
    if (!train(&tree, data, crossing->pages, options))
        return false;
    classify(crossing, data, &tree, &figures->confusion);
    figures->leaves += tree.leaf_count;
    figures->dimensions += decision_tree_dimensions(&tree);
    crossing->used++;
    decision_tree_deinit(&tree);
    return true;
}

bool decision_cross_validate(const struct decision_data *data, unsigned folds,
                             decision_trainer train, const struct decision_options *options,
                             void (*done)(unsigned fold, unsigned folds),
                             struct decision_figures *figures)
{
    const struct matrix *matrix = data->matrix;
    struct crossing crossing = {
        .fold_of_page = malloc(matrix->page_count + 1),
        .pages = malloc((matrix->page_count + 1) * sizeof *crossing.pages),
        .shares = calloc((matrix->rows + 1) * data->classes, sizeof *crossing.shares),
    };
    *figures = (struct decision_figures){.confusion = {.classes = data->classes}};
    bool good = crossing.fold_of_page != NULL && crossing.pages != NULL &&
                crossing.shares != NULL &&
                matrix_folds(matrix, folds, options->seed, crossing.fold_of_page);
    for (unsigned fold = 0; good && fold < folds; fold++) {
        good = cross(&crossing, data, fold, train, options, figures);
        if (good && done != NULL)
            done(fold + 1, folds);
    }
    good = good && weighted_auc(crossing.shares, data->classes, data->labels, matrix->weights,
                                matrix->rows, &figures->auc);
    if (crossing.used > 0) {
        figures->leaves /= crossing.used;
        figures->dimensions /= crossing.used;
    }
    figures->scores = confusion_scores(&figures->confusion);
    free(crossing.fold_of_page);
    free(crossing.pages);
    free(crossing.shares);
    return good;
}
