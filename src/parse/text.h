/*
 * text.h - what a slice of source says once character references, line ends and NULs are done.
 */
#ifndef PITH_TEXT_H
#define PITH_TEXT_H

#include "base/clock.h"

/* How a slice is decoded. */
enum {
    PITH__TEXT_REFS = 1,       /* character references count */
    PITH__TEXT_ATTRIBUTE = 2,  /* by the rules for attribute values */
    PITH__TEXT_DROP_NUL = 4,   /* NUL is left out, as in a page's body */
    PITH__TEXT_REPLACE_NUL = 8 /* NUL becomes U+FFFD, as in raw text and foreign content */
};

/* Most bytes that decoding LEN bytes can give: a reference grows by a fifth at most ("&nGt;" is six
 * bytes of UTF-8), a replaced NUL from one byte to three. */
#define PITH__TEXT_ROOM(len) ((len) + (len) / 5 + 1)
static inline size_t pith__text_room(size_t len, bool replace_nul)
{
    return replace_nul ? 3 * len : PITH__TEXT_ROOM(len);
}

/* Where TEXT, which is longer than MOST bytes, can be cut at that byte or before it, but never at
 * its start: between characters, references and line ends. Only a reference that fills MOST bytes
 * is cut in two. */
size_t pith__text_cut(const unsigned char *text, size_t most);

/* How many of LEN bytes at TEXT are the next piece. */
static inline size_t pith__text_piece(const unsigned char *text, size_t len)
{
    return PITH__LIKELY(len <= PITH__PIECE_MOST) ? len : pith__text_cut(text, PITH__PIECE_MOST);
}

/* Decodes LEN bytes into OUT, which has pith__text_room(); returns how many were written. CR and
 * CR LF become LF. */
size_t pith__text_decode(unsigned char *out, const unsigned char *in, size_t len, unsigned how);

#endif
