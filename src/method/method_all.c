/*
 * method_all.c - keeps every block: the baseline, and what `pith strip` does.
 */
#include "method/method.h"

void pith__method_all(pith_page *page)
{
    pith_block *blocks = pith__page_blocks(page);
    for (size_t i = 0; i < page->info.blocks; i++)
        pith__judge(page, &blocks[i], 1, true, PITH_WHY_ALL);
}
