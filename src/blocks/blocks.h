/*
 * blocks.h - nodes in, blocks of text out.
 *
 * A block is a run of text that no block-level tag and no double <br> interrupts. One pass over the
 * nodes makes them all: fold.c turns the pieces of text into the block's text and counts words,
 * context.c knows in which list, table or quote the block stands, blocks.c cuts.
 */
#ifndef PITH_BLOCKS_H
#define PITH_BLOCKS_H

#include "base/arena.h"
#include "encoding/encoding.h"
#include "parse/doc.h"

struct pith__blocks {
    const struct pith__allocator *allocator;
    struct pith__vec list;     /* of pith_block */
    struct pith__vec first;    /* of uint32_t: the first piece of text of each block, a node */
    struct pith__vec contexts; /* of struct pith__context: see context.h */
    const uint32_t *of_node;   /* (nodes): the context of each block-level element up to the last
                                  block, in the arena */
    size_t words;
    size_t link_words;
    struct pith__span title; /* of the page, in the arena */
    bool stopped;            /* the deadline passed */
    bool marked;             /* there is a <sup> or <q>, which plain text shows by marks */
};

void pith__blocks_init(struct pith__blocks *blocks, const struct pith__allocator *allocator);
void pith__blocks_deinit(struct pith__blocks *blocks);

/* Drops the contents, and memory beyond KEEP bytes an array. */
void pith__blocks_trim(struct pith__blocks *blocks, size_t keep);

/* Cuts DOC into blocks; texts go to ARENA, offsets through MAP. */
pith_status pith__blocks_make(struct pith__blocks *blocks, const struct pith__doc *doc,
                              const struct pith__offmap *map, const struct pith__limits *limits,
                              struct pith__arena *arena);

/* The language that the preformatted element at index NODE declares; empty where it has none. */
struct pith__span pith__pre_language(const struct pith__doc *doc, uint32_t node);

#endif
