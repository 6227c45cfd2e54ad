/*
 * method_all.c - keeps every block: the baseline, and what `pith strip` does.
 */
#include "method/method.h"

/* Scores are the share of words that are content on WCXB's development pages, measured by
 * tools/measure_scores.py. */
static void judge_page(struct pith__judging *judging)
{
    pith_page *page = judging->page;
    pith_block *blocks = pith__page_blocks(page);
    pith__clock_tick(page->clock, page->info.blocks);
    for (size_t i = 0; i < page->info.blocks; i++)
        pith__judge(judging, &blocks[i], 0.64f, true, PITH_REASON_ALL);
}

const struct pith__method pith__method_all = {
    .info = {"all", "every block"},
    .judge = judge_page,
};
