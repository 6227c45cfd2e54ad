/*
 * method_words.c - Algorithm 2 of Kohlschütter, Fankhauser and Nejdl, "Boilerplate Detection using
 * Shallow Text Features" (WSDM 2010): a tree over the link density and the number of words of a
 * block and its neighbours.
 */
#include "method/method.h"

/* What there is of a neighbour; beyond the page's ends, nothing. */
struct shape {
    float links;
    uint32_t words;
};

static struct shape shape_of(const pith_block *block)
{
    return (struct shape){pith__link_density(block), block->words};
}

static void judge(const pith_page *page, pith_block *block, struct shape prev, struct shape curr,
                  struct shape next)
{
    if (curr.links > 0.333333f)
        pith__judge(page, block, 0, false, PITH_WHY_LINKS);
    else if (prev.links <= 0.555556f && curr.words > 16)
        pith__judge(page, block, 1, true, PITH_WHY_LONG);
    else if (prev.links <= 0.555556f && (next.words > 15 || prev.words > 4))
        pith__judge(page, block, 1, true, PITH_WHY_NEIGHBOURS);
    else if (prev.links <= 0.555556f)
        pith__judge(page, block, 0, false, PITH_WHY_SHORT);
    else if (curr.words > 40)
        pith__judge(page, block, 1, true, PITH_WHY_LONG);
    else if (next.words > 17)
        pith__judge(page, block, 1, true, PITH_WHY_NEIGHBOURS);
    else
        pith__judge(page, block, 0, false, PITH_WHY_AFTER_LINKS);
}

void pith__method_words(pith_page *page)
{
    pith_block *blocks = pith__page_blocks(page);
    size_t count = page->info.blocks;
    struct shape prev = {0, 0}, curr = {0, 0}, next = {0, 0};
    if (count > 0)
        next = shape_of(&blocks[0]);
    for (size_t i = 0; i < count; i++) {
        prev = curr;
        curr = next;
        next = i + 1 < count ? shape_of(&blocks[i + 1]) : (struct shape){0, 0};
        judge(page, &blocks[i], prev, curr, next);
    }
}
