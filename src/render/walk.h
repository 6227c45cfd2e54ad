/*
 * walk.h - the kept blocks of a page one by one, with tables as a whole and the images between
 * them: what markdown and HTML have in common.
 */
#ifndef PITH_WALK_H
#define PITH_WALK_H

#include "base/writer.h"
#include "render/inline.h"
#include "render/outline.h"

/* A table that is written as one. */
struct pith__grid {
    size_t first;     /* block of its first cell; what stands before it are captions */
    size_t end;       /* behind its last block */
    uint32_t columns; /* that have something in them, or stand before such */
    bool header;      /* its first row is one of headers */
};

/* What to do with what is met. The outline looks at where it stands: each function has to take the
 * step. */
struct pith__visitor {
    pith_status (*block)(void *user, size_t index);
    pith_status (*table)(void *user, const struct pith__grid *grid);
    pith_status (*image)(void *user, uint32_t node);
};

/* Walks over the page of OUTLINE and IN, which are fresh, until WRITER takes no more. */
pith_status pith__walk(struct pith__outline *outline, struct pith__inline *in,
                       const struct pith__visitor *visitor, void *user,
                       struct pith__writer *writer);

#endif
