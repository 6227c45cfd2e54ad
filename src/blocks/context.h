/*
 * context.h - the structure around a block: lists, tables, quotes, headings.
 *
 * Elements that determine the kind of a block have a record; all others share the record of the
 * block-level element around them.
 */
#ifndef PITH_CONTEXT_H
#define PITH_CONTEXT_H

#include "base/arena.h"
#include "parse/doc.h"

struct pith__spans;

struct pith__context {
    struct pith__spans *spans; /* for a table: cells that span into later rows, or NULL */
    uint32_t parent;           /* index of the enclosing record */
    uint32_t table;            /* record of the innermost table; 0: none */
    uint32_t table_row;        /* record of the innermost table's current row; 0: none */
    uint32_t list;             /* record of the innermost list; 0: none */
    uint32_t item;             /* record of the innermost list item; 0: none */
    uint32_t row;              /* for blocks inside; PITH_NONE outside tables */
    uint32_t column;
    uint32_t next;   /* for a table: its next row; for a row: its next column */
    int32_t ordinal; /* of a list item; for a list: its next item's */
    uint8_t kind;
    uint8_t level;
    uint8_t list_depth;
    uint8_t quote_depth;
    uint8_t flags;   /* PITH_FLAG_HEADER */
    int8_t step;     /* 1 or -1 for an ordered list, else 0 */
    uint8_t started; /* a block inside was seen */
};

struct pith__contexts {
    const struct pith__doc *doc;
    const struct pith__allocator *allocator;
    struct pith__arena *arena;
    struct pith__vec *list; /* of struct pith__context; index 0 is the page */
    uint32_t *of_node;      /* (nodes): record of each block-level element */
    uint32_t *items; /* (nodes): number of items of each list; NULL until a reversed list is met */
};

pith_status pith__contexts_begin(struct pith__contexts *contexts, const struct pith__doc *doc,
                                 struct pith__vec *list, const struct pith__allocator *allocator,
                                 struct pith__arena *arena);

/* Call for each block-level element in order, before its text. */
pith_status pith__contexts_enter(struct pith__contexts *contexts, uint32_t node);

static inline struct pith__context *pith__contexts_at(const struct pith__contexts *contexts,
                                                      uint32_t node)
{
    return (struct pith__context *)contexts->list->data + contexts->of_node[node];
}

/* Returns the number of the list item around a record, or PITH_NO_ORDINAL. */
static inline int32_t pith__contexts_ordinal(const struct pith__contexts *contexts,
                                             const struct pith__context *context)
{
    const struct pith__context *records = contexts->list->data;
    return context->item != 0 ? records[context->item].ordinal : PITH_NO_ORDINAL;
}

/* Records that a block is at NODE. Returns PITH_FLAG_CONTINUED if it is not the first there, and
 * PITH_FLAG_ITEM if it is the first in its list item. */
uint32_t pith__contexts_start(const struct pith__contexts *contexts, uint32_t node);

#endif
