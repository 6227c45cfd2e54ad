/*
 * pieces.h - substring search in linear time, with white space normalized.
 */
#ifndef PITH_PIECES_H
#define PITH_PIECES_H

#include "eval/word_ids.h"

/* Appends TEXT, valid UTF-8, to OUT with each run of white space replaced by one blank and none at
 * the ends. Returns false when out of memory. */
bool piece_fold(struct pith__span text, struct token_bytes *out);

/* Prepares the search for PIECE. BACK has one element per byte of it. */
void piece_prepare(const struct token_bytes *piece, uint32_t *back);

enum { PIECE_NOWHERE = -1 };

/* Position of the first PIECE in TEXT at byte FROM or later, or PIECE_NOWHERE. */
ptrdiff_t piece_find(const struct token_bytes *text, size_t from, const struct token_bytes *piece,
                     const uint32_t *back);

#endif
