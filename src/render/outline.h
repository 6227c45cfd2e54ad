/*
 * outline.h - tracks from block to block which list items, quotes and definitions (holders) a block
 * is in.
 *
 * The records of blocks/context.h are a tree in which parents come before their children. A step
 * from one record to another closes some holders and opens others; the steps over all blocks of a
 * page together cost no more than the page has records.
 */
#ifndef PITH_OUTLINE_H
#define PITH_OUTLINE_H

#include "blocks/context.h"
#include "page.h"

/* Deeper holders are ignored: what is written before each line must be bounded. */
enum { PITH__HOLDERS_MAX = 16 };

/* So are those that would make that longer than this: numbers may have nine digits. */
enum { PITH__HOLDERS_WIDTH = 64 };

enum pith__holder_kind {
    PITH__HOLDER_ITEM,
    PITH__HOLDER_QUOTE,
    PITH__HOLDER_TERM,
    PITH__HOLDER_DEFINITION
};

struct pith__holder {
    uint32_t record;
    uint32_t group;  /* the list of an item; the parent of a term or definition */
    int32_t ordinal; /* of an item in a numbered list; or PITH_NO_ORDINAL */
    uint8_t kind;
    bool other_mark; /* an item whose list follows another of its kind and needs another mark */
};

/* Whether markdown can number an item: CommonMark allows no negative and no longer numbers. */
static inline bool pith__holder_is_numbered(const struct pith__holder *item)
{
    return item->ordinal >= 0 && item->ordinal <= 999999999;
}

/* Bytes that markdown writes before each line in a holder. */
static inline unsigned pith__holder_width(const struct pith__holder *holder)
{
    unsigned width = 2;
    if (holder->kind != PITH__HOLDER_ITEM || !pith__holder_is_numbered(holder))
        return holder->kind == PITH__HOLDER_ITEM || holder->kind == PITH__HOLDER_QUOTE ? width : 0;
    for (int32_t rest = holder->ordinal; rest >= 10; rest /= 10)
        width++;
    return width + 1;
}

struct pith__outline {
    const pith_page *page;
    const struct pith__context *records;
    uint32_t record; /* the current record */
    unsigned depth;
    struct pith__holder at[PITH__HOLDERS_MAX]; /* open holders, outermost first */

    /* the next step, not taken yet */
    uint32_t to;
    uint32_t common; /* innermost record above both ends */
    unsigned kept;   /* holders that stay open; all others close */
    unsigned added;  /* number of holders that open */
    bool follows; /* the first of them is the next item of the list whose item closes, or the next
                     term or definition */
    struct pith__holder next[PITH__HOLDERS_MAX];
};

void pith__outline_init(struct pith__outline *outline, const pith_page *page);

/* Finds what closes and opens between the current record and RECORD. */
void pith__outline_look(struct pith__outline *outline, uint32_t record);

/* Takes the step that was looked at last. */
void pith__outline_step(struct pith__outline *outline);

/* The innermost open holder, or NULL. */
static inline const struct pith__holder *pith__outline_top(const struct pith__outline *outline)
{
    return outline->depth > 0 ? &outline->at[outline->depth - 1] : NULL;
}

/* The list items that start between two records, innermost first; if there are too many, the inner
 * ones. For plain text, which has no other holders. */
struct pith__starts {
    unsigned count;
    uint32_t items[PITH__HOLDERS_MAX];
};
struct pith__starts pith__items_between(const pith_page *page, uint32_t from, uint32_t to);

#endif
