/*
 * fold.h - pieces of source in, the text of a block out: white space folded, references decoded,
 * words and sentences counted.
 */
#ifndef PITH_FOLD_H
#define PITH_FOLD_H

#include "parse/doc.h"

/* Text is written in pieces of this size, the last of which may be half empty. */
enum { PITH__FOLD_SLACK = 16 };

/* The text of the block at hand. Offsets are into the UTF-8 source. */
struct pith__fold {
    const unsigned char *source;
    const unsigned char *source_end;
    unsigned char *out;   /* next byte to write; there is room for all text and PITH__FOLD_SLACK */
    unsigned char *start; /* of the block's text */
    unsigned char *shown; /* behind the last byte that a reader sees */
    uint32_t begin;       /* source of the first such byte */
    uint32_t end;         /* behind the source of the last one */
    uint32_t words;
    uint32_t link_words;
    uint32_t tenths; /* of words, from scripts without spaces */
    uint32_t link_tenths;
    uint32_t sentences;
    bool space;   /* white space waits to be written before the next byte */
    bool line;    /* ... as a line end, from <br> */
    bool newline; /* ... and it held a line end of the source */
    bool wide;    /* the last character is of a script that is written without spaces */
    bool in_word; /* the run of characters at hand has been counted */
    bool in_link; /* the last piece of text was in a link */
    uint8_t stop; /* STOP_: what the last characters were */
};

/* Starts the next block. */
void pith__fold_begin(struct pith__fold *fold);

/* Adds a piece of text, folded or, for PITH__NODE_EXACT, as it is. */
void pith__fold_text(struct pith__fold *fold, const struct pith__node *node);

/* Adds the line end of a <br> at OFFSET of the source. */
void pith__fold_line(struct pith__fold *fold, uint32_t offset, bool exact);

/* Ends the block: trims it and completes the counts. False when there is nothing to see. */
bool pith__fold_end(struct pith__fold *fold, bool exact);

#endif
