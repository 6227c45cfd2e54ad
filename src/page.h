/*
 * page.h - what a context holds; for pith.c and the stages after the blocks.
 */
#ifndef PITH_PAGE_H
#define PITH_PAGE_H

#include "base/clock.h"
#include "blocks/blocks.h"
#include "metadata/metadata.h"

/* Reasons that the tagger's features stand for, as pith__tagger_whys() finds them from their names:
 * once for a context. */
enum { PITH__WHYS_MOST = 1024 };
struct pith__whys {
    bool known;
    uint8_t of[PITH__WHYS_MOST]; /* (features): a pith_why */
};

struct pith__full_forest;

struct pith_page {
    pith_page_info info;
    struct pith__decoded decoded;
    struct pith__doc doc;
    struct pith__blocks blocks;
    struct pith__metadata metadata;
    struct pith__clock *clock; /* of the context: what the page has cost, and its deadline */
    pith_reason bound;         /* that the parser met, or PITH_REASON_NONE */
    bool late;                 /* time was up while metadata or the kind of page were looked for */
    bool decided_late;         /* ... while blocks were judged */
    const char *url;           /* pith_options.url, or NULL */
    pith_frequency frequency;
    void *frequency_user;
    size_t judged;                   /* blocks before this one were judged before time was up */
    uint32_t judging;                /* the method at work, a PITH_METHOD_ bit */
    bool judged_before;              /* another method was at work before it */
    const char *comment_words;       /* pith_options.comment_words, while methods are at work */
    const pith_model *model;         /* for the method that takes one, while methods are at work */
    const struct pith__auto *found;  /* by the method auto, likewise */
    const struct pith__ngram *ngram; /* by the method ngram, until the next decision; or NULL */
    const char *model_name;          /* pith_options.model_name, likewise as model */
    float beta;                      /* pith_options.beta */
    float bias;                      /* pith_options.bias */
    uint32_t rules;                  /* pith_options.rules */
    bool short_alone;                /* pith_options.short_alone */
    struct pith__whys whys;          /* stays from page to page */
    struct pith__vec moves;          /* of pith__moves, of the method auto; likewise */
    bool reasons;                    /* pith_options.reasons */
    bool plain;                      /* the input is plain text */
    bool binary;                     /* the input is neither; it was not parsed */
    pith_combine combine;            /* pith_options.combine; on plain text the default is alone */
    float limit_trusted;             /* of the method perplexity, where the method words keeps */
    bool mark;                       /* pith_options.mark */
    size_t cut_words;                /* of parts of kept blocks that go */
    struct pith__vec parts;          /* of pith_part: by the method perplexity */
    struct pith__vec parts_new;      /* likewise, while a decision is prepared */
    bool labelled;                   /* a model of four classes was among those who decided */

    const struct pith__full_forest *full; /* of the method auto; NULL: not looked for yet */
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
