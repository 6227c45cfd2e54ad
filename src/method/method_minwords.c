/*
 * method_minwords.c - keeps blocks of at least ten words: the baseline of Boilerpipe's paper.
 */
#include "method/method.h"

enum { WORDS_MIN = 10 };

/* Scores are the share of words in such blocks that are content on WCXB's development pages,
 * measured by tools/measure_scores.py. */
static void judge_page(struct pith__judging *judging)
{
    pith_page *page = judging->page;
    pith_block *blocks = pith__page_blocks(page);
    pith__clock_tick(page->clock, page->info.blocks);
    for (size_t i = 0; i < page->info.blocks; i++) {
        bool keep = blocks[i].words >= WORDS_MIN;
        pith__judge(judging, &blocks[i], keep ? 0.76f : 0.33f, keep,
                    keep ? PITH_REASON_LONG : PITH_REASON_SHORT);
    }
}

const struct pith__method pith__method_minwords = {
    .info = {"minwords", "blocks of at least ten words"},
    .judge = judge_page,
};
