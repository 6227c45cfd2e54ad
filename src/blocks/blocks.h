/*
 * blocks.h - splits a page into blocks. In: nodes. Out: blocks of text.
 *
 * A block is a run of text without a block-level tag or a double <br> in it. All blocks are made in
 * one pass over the nodes: blocks.c finds the boundaries, fold.c produces the text of a block and
 * counts its words, context.c tracks the list, table or quote that the block is in.
 */
#ifndef PITH_BLOCKS_H
#define PITH_BLOCKS_H

#include "base/arena.h"
#include "encoding/encoding.h"
#include "parse/doc.h"

struct pith__blocks {
    const struct pith__allocator *allocator;
    struct pith__vec list;     /* of pith_block */
    struct pith__vec first;    /* of uint32_t: for each block, the node of its first text */
    struct pith__vec contexts; /* of struct pith__context, see context.h */
    const uint32_t *of_node;   /* (nodes): context of each block-level element up to the last block,
                                  in the arena */
    size_t words;
    size_t link_words;
    struct pith__span title; /* of the page, in the arena */
    bool stopped;            /* deadline passed */
    bool marked;             /* there is a <sup> or <q>, which need marks in plain text */
};

void pith__blocks_init(struct pith__blocks *blocks, const struct pith__allocator *allocator);
void pith__blocks_deinit(struct pith__blocks *blocks);

/* Drops the contents, and the memory of each array beyond KEEP bytes. */
void pith__blocks_trim(struct pith__blocks *blocks, size_t keep);

/* Splits DOC into blocks. Allocates texts from ARENA and maps offsets through MAP. */
pith_status pith__blocks_make(struct pith__blocks *blocks, const struct pith__doc *doc,
                              const struct pith__offmap *map, const struct pith__limits *limits,
                              struct pith__arena *arena);

/* Returns the programming language that the preformatted element at index NODE declares; empty if
 * none. */
struct pith__span pith__pre_language(const struct pith__doc *doc, uint32_t node);

#endif
