/*
 * page.h - the parsed page inside a context, for pith.c and the stages that follow the blocks.
 */
#ifndef PITH_PAGE_H
#define PITH_PAGE_H

#include "base/clock.h"
#include "blocks/blocks.h"
#include "options.h"

/* The page's metadata: facts, sorted by field. Their texts are in the page's arena. */
struct pith__metadata {
    struct pith__fact_entry {
        pith_fact fact;
        uint8_t field; /* a pith_field */
    } * list;
    size_t len;
};

/* The result of a decision, apart from what is stored in the blocks. */
struct pith__decided {
    size_t judged;    /* number of blocks judged before time ran out */
    size_t cut_words; /* words in the dropped parts of kept blocks */
    bool late;        /* time ran out during the decision */
    bool labelled;    /* a model with four classes took part in the decision */
    const struct pith__method *methods[PITH__METHODS_MOST]; /* NULL: did not take part */
    const void *states[PITH__METHODS_MOST]; /* results of each method beside its verdicts */
};

struct pith_page {
    pith_page_info info;
    struct pith__decoded decoded;
    struct pith__doc doc;
    struct pith__blocks blocks;
    struct pith__metadata metadata;
    struct pith__clock *clock; /* of the context: the work done for the page, and its deadline */
    pith_reason bound;         /* the bound that the parser hit, or PITH_REASON_NONE */
    bool late;                 /* time ran out during the search for metadata or page type */
    bool plain;                /* the input is plain text */
    bool binary;               /* the input is binary data; it was not parsed */
    const char *url;           /* the option url, or NULL */
    pith_frequency frequency;
    void *frequency_user;
    struct pith__decided decision;
};

/* The page's blocks; there are info.blocks of them. */
static inline pith_block *pith__page_blocks(const pith_page *page)
{
    return page->blocks.list.data;
}

/* For tests: lets the time of a stage run out when the page has cost WORK units of work. ONCE: only
 * in the stage that gets there, else in all stages from there on. WORK 0 turns this off. */
void pith__context_stop_at(pith_context *context, uint64_t work, bool once);
const struct pith__clock *pith__context_clock(const pith_context *context);

/* A table with a block of more bytes than this is a layout table, for methods and renderers
 * alike. */
enum { PITH__CELL_TEXT_MAX = 1000 };

/* The index in blocks.contexts of the record of block INDEX. */
static inline uint32_t pith__block_record(const pith_page *page, size_t index)
{
    uint32_t text = ((const uint32_t *)page->blocks.first.data)[index];
    return page->blocks.of_node[pith__doc_node(&page->doc, text)->block];
}

#endif
