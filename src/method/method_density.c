/*
 * method_density.c - Algorithm 1 of Kohlschütter, Fankhauser and Nejdl, "Boilerplate Detection
 * using Shallow Text Features" (WSDM 2010): a decision tree over the link density and the text
 * density of a block and its neighbours. Or a tree that was trained on other pages or features.
 */
#include "features/features.h"
#include "method/method.h"
#include "model/model.h"

/* Scores are the share of words in such blocks that are content on WCXB's development pages,
 * measured by tools/measure_scores.py. */
static void judge(const struct pith__judging *judging, pith_block *block,
                  const struct pith__shape *prev, const struct pith__shape *curr,
                  const struct pith__shape *next)
{
    if (curr->links > 0.333333f)
        pith__judge(judging, block, 0.22f, false, PITH_REASON_LINKS);
    else if (prev->links > 0.555556f && next->size > 11)
        pith__judge(judging, block, 0.67f, true, PITH_REASON_NEIGHBOURS);
    else if (prev->links > 0.555556f)
        pith__judge(judging, block, 0.44f, false, PITH_REASON_AFTER_LINKS);
    else if (curr->size > 9 && next->size > 0)
        pith__judge(judging, block, 0.81f, true, PITH_REASON_DENSE);
    else if (curr->size > 9)
        pith__judge(judging, block, 0.68f, false, PITH_REASON_LAST); /* still the paper's rule */
    else if (next->size > 10 || prev->size > 4)
        pith__judge(judging, block, 0.67f, true, PITH_REASON_NEIGHBOURS);
    else
        pith__judge(judging, block, 0.42f, false, PITH_REASON_SPARSE);
}

static void judge_by_tree(const struct pith__judging *judging,
                          const struct pith__decision_tree *tree)
{
    enum { WIDTH = PITH__FEATURES_BLOCK };
    const pith_page *page = judging->page;
    pith_block *blocks = pith__page_blocks(page);
    float row[PITH__FEATURES] = {0};
    float *prev = row, *curr = row + WIDTH, *next = row + 2 * WIDTH;
    pith__block_features(page, 0, next);
    for (size_t i = 0; i < page->info.blocks; i++) {
        if (pith__judge_late(judging, i, WIDTH + blocks[i].text_len / 2))
            break;
        memmove(prev, curr, 2 * WIDTH * sizeof *row);
        pith__block_features(page, i + 1, next);
        pith__pair_features(prev, curr, row + 3 * WIDTH);
        const struct pith__decision_leaf *leaf = pith__decision_find(tree, row);
        pith__judge(judging, &blocks[i], pith__decision_score(leaf, tree->classes),
                    leaf->label != PITH_LABEL_BOILERPLATE, PITH_REASON_MODEL);
        blocks[i].label =
            leaf->label; /* even if it is not the first method: no other knows labels */
    }
    judging->decision->labelled = tree->classes == PITH__LABELS;
}

static void judge_page(struct pith__judging *judging)
{
    if (judging->model != NULL)
        judge_by_tree(judging, &judging->model->tree);
    else
        pith__judge_by_neighbours(judging, pith__text_density, judge);
}

const struct pith__method pith__method_density = {
    .info = {"density", "link density and text density of a block and its neighbours"},
    .takes = PITH__MODEL_TREE,
    .judge = judge_page,
};
