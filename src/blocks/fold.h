/*
 * fold.h - produces the text of a block: white space collapsed, character references decoded, words
 * and sentences counted. In: pieces of source. Out: text and counts.
 */
#ifndef PITH_FOLD_H
#define PITH_FOLD_H

#include "parse/doc.h"

/* Text is stored in units of this size; the last store may write past the end of the text. */
enum { PITH__FOLD_SLACK = 16 };

/* State of the current block. Offsets refer to the UTF-8 source. */
struct pith__fold {
    const unsigned char *source;
    const unsigned char *source_end;
    unsigned char *out;   /* next byte to write; has room for all text and PITH__FOLD_SLACK */
    unsigned char *start; /* start of the block's text */
    unsigned char *shown; /* end of the last visible character */
    uint32_t begin;       /* source offset of the first visible character */
    uint32_t end;         /* source offset after the last one */
    uint32_t words;
    uint32_t link_words;
    uint32_t tenths; /* tenths of words, for scripts without spaces */
    uint32_t link_tenths;
    uint32_t sentences;
    bool space;   /* white space is pending before the next byte */
    bool line;    /* ... as a line end, from <br> */
    bool newline; /* ... and it contained a line end of the source */
    bool wide;    /* the last character belongs to a script written without spaces */
    bool in_word; /* the current word has been counted */
    bool in_link; /* the last piece of text was in a link */
    uint8_t stop; /* STOP_ state: what the last characters were */
};

/* Starts the next block. */
void pith__fold_begin(struct pith__fold *fold);

/* Adds a piece of text, with white space collapsed or, for PITH__NODE_EXACT, unchanged. */
void pith__fold_text(struct pith__fold *fold, const struct pith__node *node);

/* Adds the line end of a <br> at source OFFSET. */
void pith__fold_line(struct pith__fold *fold, uint32_t offset, bool exact);

/* Ends the block: trims it and completes the counts. False if nothing is visible. */
bool pith__fold_end(struct pith__fold *fold, bool exact);

#endif
