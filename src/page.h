/*
 * page.h - what a context holds; for pith.c and the stages after the blocks.
 */
#ifndef PITH_PAGE_H
#define PITH_PAGE_H

#include "blocks/blocks.h"
#include "metadata/metadata.h"

struct pith_page {
    pith_page_info info;
    struct pith__decoded decoded;
    struct pith__doc doc;
    struct pith__blocks blocks;
    struct pith__metadata metadata;
    const char *url; /* pith_options.url, or NULL */
    pith_frequency frequency;
    void *frequency_user;
    uint32_t judging;               /* the method at work, a PITH_METHOD_ bit */
    bool judged_before;             /* another method was at work before it */
    const pith_model *model;        /* for the method that takes one, while methods are at work */
    const struct pith__auto *found; /* by the method auto, likewise */
    float beta;                     /* pith_options.beta */
    bool reasons;                   /* pith_options.reasons */
    bool labelled;                  /* a model of four classes was among those who decided */
};

/* The page's blocks, info.blocks of them. */
static inline pith_block *pith__page_blocks(const pith_page *page)
{
    return page->blocks.list.data;
}

#endif
