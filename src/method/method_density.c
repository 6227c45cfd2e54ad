/*
 * method_density.c - Algorithm 1 of Kohlschütter, Fankhauser and Nejdl, "Boilerplate Detection
 * using Shallow Text Features" (WSDM 2010): a tree over the link density and the text density of a
 * block and its neighbours.
 */
#include "features/features.h"
#include "method/method.h"

/* What there is of a neighbour; beyond the page's ends, nothing. */
struct shape {
    float links;
    float text;
};

static struct shape shape_of(const pith_block *block)
{
    return (struct shape){pith__link_density(block), pith__text_density(block)};
}

static void judge(const pith_page *page, pith_block *block, struct shape prev, struct shape curr,
                  struct shape next)
{
    if (curr.links > 0.333333f)
        pith__judge(page, block, 0, false, PITH_WHY_LINKS);
    else if (prev.links > 0.555556f && next.text > 11)
        pith__judge(page, block, 1, true, PITH_WHY_NEIGHBOURS);
    else if (prev.links > 0.555556f)
        pith__judge(page, block, 0, false, PITH_WHY_AFTER_LINKS);
    else if (curr.text > 9 && next.text > 0)
        pith__judge(page, block, 1, true, PITH_WHY_DENSE);
    else if (curr.text > 9)
        pith__judge(page, block, 0, false, PITH_WHY_LAST);
    else if (next.text > 10 || prev.text > 4)
        pith__judge(page, block, 1, true, PITH_WHY_NEIGHBOURS);
    else
        pith__judge(page, block, 0, false, PITH_WHY_SPARSE);
}

void pith__method_density(pith_page *page)
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
