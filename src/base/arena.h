/*
 * arena.h - memory for one page.
 *
 * Lifetimes in a context, longest first:
 *
 *   context   ├─────────────────────────────────────────────────────────┤
 *   vectors   ├─ (nodes, attributes, stack: memory kept, contents per page) ─┤
 *   arena     ├─ page 1 ─┤├─ page 2 ─┤├─ page 3 ─┤        (contents per page)
 *   input     borrowed from the caller, page by page
 *
 * Stages allocate from the arena and never free; resetting it drops the page at once and keeps
 * the memory. Under ASan the unused part is poisoned, so that a pointer that outlives its page
 * is caught.
 */
#ifndef PITH_ARENA_H
#define PITH_ARENA_H

#include "base/base.h"

struct pith__arena_chunk;

struct pith__arena {
    const struct pith__allocator *allocator;
    struct pith__arena_chunk *chunks; /* newest first */
    unsigned char *next;
    unsigned char *end;
};

void pith__arena_init(struct pith__arena *arena, const struct pith__allocator *allocator);
void pith__arena_deinit(struct pith__arena *arena);

/* Drops all contents. Keeps the largest chunk, unless it is larger than KEEP bytes. */
void pith__arena_reset(struct pith__arena *arena, size_t keep);

/* Returns SIZE bytes, aligned for any type, not zeroed; NULL if out of memory. */
void *pith__arena_alloc(struct pith__arena *arena, size_t size);

/* Shrinks PTR, the newest allocation, from SIZE to USED bytes. */
void pith__arena_trim(struct pith__arena *arena, void *ptr, size_t size, size_t used);

/* Wraps the arena as an allocator, for code that works with either. Memory is not freed before the
 * arena is reset; growing copies. */
struct pith__allocator pith__arena_allocator(struct pith__arena *arena);

#endif
