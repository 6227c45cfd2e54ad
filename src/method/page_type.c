/*
 * page_type.c - a forest estimates the probability of each page type; the most probable type wins.
 */
#include "method/page_type.h"

#include <math.h>

/* That many blocks are enough to tell the page type; the tagger needs much memory for each. */
enum { BLOCKS_MOST = 1 << 13 };

void pith__kind_chances(const struct pith__forest *forest, const double *scores, double *chances)
{
    double sum = 0;
    for (int i = 0; i < PITH__KINDS; i++) {
        chances[i] = pith__logistic(forest->slope * scores[i] + forest->shift) + 1e-9;
        sum += chances[i];
    }
    for (int i = 0; i < PITH__KINDS; i++)
        chances[i] /= sum;
}

size_t pith__kind_likeliest(const double chances[PITH__KINDS])
{
    size_t best = 0;
    for (size_t i = 1; i < PITH__KINDS; i++) {
        if (chances[i] > chances[best])
            best = i;
    }
    return best;
}

pith_status pith__page_chances(const pith_page *page, const struct pith__forest *forest,
                               struct pith__arena *arena, double chances[PITH__KINDS])
{
    const struct pith__tagger *tagger;
    size_t blocks = page->info.blocks < BLOCKS_MOST ? page->info.blocks : BLOCKS_MOST;
    float row[PITH__KIND_FEATURES + 1] = {0};
    double scores[PITH__KINDS];
    pith__arena_reset(arena, SIZE_MAX);
    PITH__TRY(pith__tagger_begin_part(page, 0, blocks, arena, &tagger));
    blocks = pith__tagger_blocks(tagger);
    pith__kind_row(page, tagger, blocks, forest->used, forest->used_count, row);
    row[PITH__KIND_FEATURES] = -INFINITY;
    pith__forest_outputs(forest, row, scores);
    pith__kind_chances(forest, scores, chances);
    return PITH_OK;
}

pith_status pith__page_type_find(pith_page *page, const pith_model *model,
                                 struct pith__arena *arena)
{
    const uint32_t *words = model != NULL ? model->words : pith__forest_kinds_built_in();
    struct pith__forest forest;
    double chances[PITH__KINDS];
    if (words == NULL || page->info.words == 0)
        return PITH_OK; /* nobody knows: the build may have left the model out */
    pith__forest_view(&forest, words);
    pith_status status = pith__page_chances(page, &forest, arena, chances);
    if (status == PITH_ERR_DEADLINE)
        return PITH_OK; /* not known */
    PITH__TRY(status);
    size_t best = pith__kind_likeliest(chances);
    page->info.page_type = (pith_page_type)(best + 1);
    page->info.page_type_confidence = (float)pith__curve_at(&forest.trust, chances[best]);
    return PITH_OK;
}
