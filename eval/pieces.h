/*
 * pieces.h - pieces of text that are looked for in a longer one, in linear time.
 */
#ifndef PITH_PIECES_H
#define PITH_PIECES_H

#include "eval/word_ids.h"

/* Appends TEXT, valid UTF-8, to OUT: white space of all kinds and lengths is a blank, none is at
 * the ends. False: there is no memory. */
bool piece_fold(struct pith__span text, struct token_bytes *out);

/* Prepares the search for PIECE. BACK has a number for each of its bytes. */
void piece_prepare(const struct token_bytes *piece, uint32_t *back);

enum { PIECE_NOWHERE = -1 };

/* Where in TEXT, from byte FROM on, PIECE begins first; or PIECE_NOWHERE. */
ptrdiff_t piece_find(const struct token_bytes *text, size_t from, const struct token_bytes *piece,
                     const uint32_t *back);

#endif
