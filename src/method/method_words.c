/*
 * method_words.c - Algorithm 2 of Kohlschütter, Fankhauser and Nejdl, "Boilerplate Detection using
 * Shallow Text Features" (WSDM 2010): a tree over the link density and the number of words of a
 * block and its neighbours.
 */
#include "method/method.h"

static float words_of(const pith_block *block)
{
    return (float)block->words;
}

/* Scores are the share of words in such blocks that were content on WCXB's development pages, by
 * tools/measure_scores.py. */
static void judge(const pith_page *page, pith_block *block, const struct pith__shape *prev,
                  const struct pith__shape *curr, const struct pith__shape *next)
{
    if (curr->links > 0.333333f)
        pith__judge(page, block, 0.22f, false, PITH_WHY_LINKS);
    else if (prev->links <= 0.555556f && curr->size > 16)
        pith__judge(page, block, 0.81f, true, PITH_WHY_LONG);
    else if (prev->links <= 0.555556f && (next->size > 15 || prev->size > 4))
        pith__judge(page, block, 0.69f, true, PITH_WHY_NEIGHBOURS);
    else if (prev->links <= 0.555556f)
        pith__judge(page, block, 0.42f, false, PITH_WHY_SHORT);
    else if (curr->size > 40)
        pith__judge(page, block, 0.81f, true, PITH_WHY_LONG);
    else if (next->size > 17)
        pith__judge(page, block, 0.69f, true, PITH_WHY_NEIGHBOURS);
    else
        pith__judge(page, block, 0.34f, false, PITH_WHY_AFTER_LINKS);
}

void pith__method_words(pith_page *page)
{
    pith__judge_by_neighbours(page, words_of, judge);
}
