/*
 * text.h - decodes source text: character references, line ends and NULs.
 */
#ifndef PITH_TEXT_H
#define PITH_TEXT_H

#include "base/clock.h"

/* Decoding flags. */
enum {
    PITH__TEXT_REFS = 1,       /* decode character references */
    PITH__TEXT_ATTRIBUTE = 2,  /* by the rules for attribute values */
    PITH__TEXT_DROP_NUL = 4,   /* drop NULs, as in the body of a page */
    PITH__TEXT_REPLACE_NUL = 8 /* replace NULs by U+FFFD, as in raw text and foreign content */
};

/* Maximum size of LEN bytes after decoding: a reference grows by at most a fifth ("&nGt;" becomes
 * six bytes of UTF-8), a replaced NUL from one byte to three. */
#define PITH__TEXT_ROOM(len) ((len) + (len) / 5 + 1)
static inline size_t pith__text_room(size_t len, bool replace_nul)
{
    return replace_nul ? 3 * len : PITH__TEXT_ROOM(len);
}

/* Returns where to split TEXT, which is longer than MOST bytes: at that byte or before it, never at
 * the start, and never within a character, reference or line end. Only a reference that fills MOST
 * bytes is split. */
size_t pith__text_cut(const unsigned char *text, size_t most);

/* Returns the length of the next piece of LEN bytes at TEXT. */
static inline size_t pith__text_piece(const unsigned char *text, size_t len)
{
    return PITH__LIKELY(len <= PITH__PIECE_MOST) ? len : pith__text_cut(text, PITH__PIECE_MOST);
}

/* Decodes LEN bytes into OUT, which has pith__text_room() bytes. Returns the number of bytes
 * written. CR and CR LF become LF. */
size_t pith__text_decode(unsigned char *out, const unsigned char *in, size_t len, unsigned how);

#endif
