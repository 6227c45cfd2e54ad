/*
 * markdown_inline.h - the text of a block as markdown, with marks that a CommonMark parser will
 * read as they are meant.
 */
#ifndef PITH_MARKDOWN_INLINE_H
#define PITH_MARKDOWN_INLINE_H

#include "render/inline.h"
#include "render/walk.h"
#include "render/writer.h"

/* Where text is written. */
enum pith__md_place { PITH__MD_PARAGRAPH, PITH__MD_HEADING, PITH__MD_CELL };

struct pith__md {
    struct pith__writer *writer;
    struct pith__inline in;
    struct pith__outline outline;
    uint8_t place; /* PITH__MD_ */

    /* of the line at hand */
    uint8_t line;     /* LINE_: how much of it is written */
    unsigned digits;  /* all that is written of it are so many digits */
    bool first_line;  /* of its block */
    char before;      /* the character before; a space at the start of a line */
    unsigned special; /* of the block: what is to be escaped, as bits for "*_~`" */
    bool has_at;      /* of the block: it has an "@", so a "<" could start an address */
};

/* Takes formats off the pieces at hand where their marks would not be read as meant, and nests what
 * is left. */
void pith__md_settle(struct pith__inline *in);

/* Writes what stands before a line in the open holders, up to DEPTH of them. */
void pith__md_prefix(struct pith__md *md, unsigned depth);

/* Writes block number INDEX, which is not preformatted. STRONG: all of it is bold. */
pith_status pith__md_text(struct pith__md *md, size_t index, bool strong);

/* Writes an image, which is not in a block. */
pith_status pith__md_image(struct pith__md *md, uint32_t node);

#endif
