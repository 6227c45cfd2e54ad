/*
 * ngram.h - the scores that the method ngram gives to single characters.
 */
#ifndef PITH_NGRAM_H
#define PITH_NGRAM_H

#include "page.h"

/* What each character of a block added to its score, in an array with a number for each byte of the
 * text. A character's number is at its first byte; PITH__SHARE_UNIT make a nat; values are clamped
 * to int8_t; above 0 means content. NULL if the option reasons is off or ngram did not take
 * part. */
enum { PITH__SHARE_UNIT = 32 };
const int8_t *pith__ngram_shares(const pith_page *page, const pith_block *block);

#endif
