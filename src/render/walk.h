/*
 * walk.h - visits the kept blocks of a page one by one, with tables as a whole and the images
 * between them. Shared by markdown and HTML.
 */
#ifndef PITH_WALK_H
#define PITH_WALK_H

#include "base/writer.h"
#include "render/inline.h"
#include "render/outline.h"

/* A table that is written as a table. */
struct pith__grid {
    size_t first;     /* block of its first cell; the blocks before it are captions */
    size_t end;       /* after its last block */
    uint32_t columns; /* number of columns up to the last that is not empty */
    bool header;      /* its first row consists of headers */
};

/* Callbacks for what is met. The outline looks at the new place: each callback has to take the
 * step. */
struct pith__visitor {
    pith_status (*block)(void *user, size_t index);
    pith_status (*table)(void *user, const struct pith__grid *grid);
    pith_status (*image)(void *user, uint32_t node);
};

/* Visits the page of OUTLINE and IN, which are fresh, until WRITER accepts no more. */
pith_status pith__walk(struct pith__outline *outline, struct pith__inline *in,
                       const struct pith__visitor *visitor, void *user,
                       struct pith__writer *writer);

#endif
