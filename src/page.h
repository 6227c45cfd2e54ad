/*
 * page.h - what a context holds; for pith.c and the stages after the blocks.
 */
#ifndef PITH_PAGE_H
#define PITH_PAGE_H

#include "base/clock.h"
#include "blocks/blocks.h"
#include "options.h"

/* What the page says about itself: facts, in the order of their fields; texts are in the page's
 * arena. */
struct pith__metadata {
    struct pith__fact_entry {
        pith_fact fact;
        uint8_t field; /* a pith_field */
    } * list;
    size_t len;
};

/* What was decided, beside what the blocks say of themselves. */
struct pith__decided {
    size_t judged;    /* blocks before this one were judged before time was up */
    size_t cut_words; /* of parts of kept blocks that go */
    bool late;        /* time was up while blocks were judged */
    bool labelled;    /* a model of four classes was among those who decided */
    const struct pith__method *methods[PITH__METHODS_MOST]; /* NULL: it was not asked */
    const void *states[PITH__METHODS_MOST]; /* what each has to say beside its verdicts */
};

struct pith_page {
    pith_page_info info;
    struct pith__decoded decoded;
    struct pith__doc doc;
    struct pith__blocks blocks;
    struct pith__metadata metadata;
    struct pith__clock *clock; /* of the context: what the page has cost, and its deadline */
    pith_reason bound;         /* that the parser met, or PITH_REASON_NONE */
    bool late;                 /* time was up while metadata or the kind of page were looked for */
    bool plain;                /* the input is plain text */
    bool binary;               /* the input is neither; it was not parsed */
    const char *url;           /* the option url, or NULL */
    pith_frequency frequency;
    void *frequency_user;
    struct pith__decided decision;
};

/* The page's blocks, info.blocks of them. */
static inline pith_block *pith__page_blocks(const pith_page *page)
{
    return page->blocks.list.data;
}

/* For tests: has the time of a stage run out when the page has cost WORK units, in the stage that
 * gets there alone (ONCE) or in all from there on; 0: not so. */
void pith__context_stop_at(pith_context *context, uint64_t work, bool once);
const struct pith__clock *pith__context_clock(const pith_context *context);

/* A table with more bytes in a block is taken for layout, by methods and renderers alike. */
enum { PITH__CELL_TEXT_MAX = 1000 };

/* The record of block number INDEX, among those of blocks.contexts. */
static inline uint32_t pith__block_record(const pith_page *page, size_t index)
{
    uint32_t text = ((const uint32_t *)page->blocks.first.data)[index];
    return page->blocks.of_node[pith__doc_node(&page->doc, text)->block];
}

#endif
