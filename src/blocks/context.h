/*
 * context.h - where on the page a block stands: lists, tables, quotes, headings.
 *
 * Elements that give a block its kind have a record; all other elements share the record of the
 * block-level element around them.
 */
#ifndef PITH_CONTEXT_H
#define PITH_CONTEXT_H

#include "base/arena.h"
#include "parse/doc.h"

struct pith__spans;

struct pith__context {
    struct pith__spans *spans; /* of a table: its cells that reach into later rows, or NULL */
    uint32_t parent;           /* index of the record around it */
    uint32_t table;            /* record of the innermost table; 0: none */
    uint32_t table_row;        /* record of the innermost table's current row; 0: none */
    uint32_t list;             /* record of the innermost list; 0: none */
    uint32_t item;             /* record of the innermost list item; 0: none */
    uint32_t row;              /* for blocks inside; PITH_NONE outside of tables */
    uint32_t column;
    uint32_t next;   /* of a table: number of its next row; of a row: of its next column */
    int32_t ordinal; /* of a list item; of a list: number of its next item */
    uint8_t kind;
    uint8_t level;
    uint8_t list_depth;
    uint8_t quote_depth;
    uint8_t flags;   /* PITH_FLAG_HEADER */
    int8_t step;     /* of an ordered list: 1 or -1; 0 for others */
    uint8_t started; /* a block inside has been seen */
};

struct pith__contexts {
    const struct pith__doc *doc;
    const struct pith__allocator *allocator;
    struct pith__arena *arena;
    struct pith__vec *list; /* of struct pith__context; number 0 is the page */
    uint32_t *of_node;      /* (nodes): record of each block-level element */
    uint32_t *items;        /* (nodes): for lists, their items; NULL until a list counts down */
};

pith_status pith__contexts_begin(struct pith__contexts *contexts, const struct pith__doc *doc,
                                 struct pith__vec *list, const struct pith__allocator *allocator,
                                 struct pith__arena *arena);

/* To be called for each block-level element in order, before the text in it. */
pith_status pith__contexts_enter(struct pith__contexts *contexts, uint32_t node);

static inline struct pith__context *pith__contexts_at(const struct pith__contexts *contexts,
                                                      uint32_t node)
{
    return (struct pith__context *)contexts->list->data + contexts->of_node[node];
}

/* The number of the list item around a record, or PITH_NO_ORDINAL. */
static inline int32_t pith__contexts_ordinal(const struct pith__contexts *contexts,
                                             const struct pith__context *context)
{
    const struct pith__context *records = contexts->list->data;
    return context->item != 0 ? records[context->item].ordinal : PITH_NO_ORDINAL;
}

/* Notes that a block stands at NODE. Returns PITH_FLAG_CONTINUED if one stood there before, and
 * PITH_FLAG_ITEM if it is the first in its list item. */
uint32_t pith__contexts_start(const struct pith__contexts *contexts, uint32_t node);

#endif
