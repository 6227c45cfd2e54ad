/*
 * method_words.c - Algorithm 2 of Kohlschütter, Fankhauser and Nejdl, "Boilerplate Detection using
 * Shallow Text Features" (WSDM 2010): a decision tree over the link density and the number of words
 * of a block and its neighbours.
 */
#include "method/method.h"

static float words_of(const pith_block *block)
{
    return (float)block->words;
}

/* Scores are the share of words in such blocks that are content on WCXB's development pages,
 * measured by tools/measure_scores.py. */
struct pith__verdict pith__words_verdict(const struct pith__shape *prev,
                                         const struct pith__shape *curr,
                                         const struct pith__shape *next)
{
    if (curr->links > 0.333333f)
        return (struct pith__verdict){0.22f, false, PITH_REASON_LINKS};
    if (prev->links <= 0.555556f && curr->size > 16)
        return (struct pith__verdict){0.81f, true, PITH_REASON_LONG};
    if (prev->links <= 0.555556f && (next->size > 15 || prev->size > 4))
        return (struct pith__verdict){0.69f, true, PITH_REASON_NEIGHBOURS};
    if (prev->links <= 0.555556f)
        return (struct pith__verdict){0.42f, false, PITH_REASON_SHORT};
    if (curr->size > 40)
        return (struct pith__verdict){0.81f, true, PITH_REASON_LONG};
    if (next->size > 17)
        return (struct pith__verdict){0.69f, true, PITH_REASON_NEIGHBOURS};
    return (struct pith__verdict){0.34f, false, PITH_REASON_AFTER_LINKS};
}

static void judge(const struct pith__judging *judging, pith_block *block,
                  const struct pith__shape *prev, const struct pith__shape *curr,
                  const struct pith__shape *next)
{
    struct pith__verdict verdict = pith__words_verdict(prev, curr, next);
    pith__judge(judging, block, verdict.score, verdict.keep, verdict.reason);
}

static void judge_page(struct pith__judging *judging)
{
    pith__judge_by_neighbours(judging, words_of, judge);
}

const struct pith__method pith__method_words = {
    .info = {"words", "link density and number of words of a block and its neighbours"},
    .judge = judge_page,
};
