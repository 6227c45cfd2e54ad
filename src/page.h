/*
 * page.h - what a context holds; for pith.c and the renderers.
 */
#ifndef PITH_PAGE_H
#define PITH_PAGE_H

#include "blocks/blocks.h"

struct pith_page {
    pith_page_info info;
    struct pith__decoded decoded;
    struct pith__doc doc;
    struct pith__blocks blocks;
};

#endif
