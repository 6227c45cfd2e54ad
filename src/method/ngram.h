/*
 * ngram.h - what the method ngram has to say of single characters.
 */
#ifndef PITH_NGRAM_H
#define PITH_NGRAM_H

#include "page.h"

/* What the characters of a block added, a number for each byte of its text: that of a character at
 * its first byte, PITH__SHARE_UNIT of them a nat, cut off at an int8_t's ends; above 0 for content.
 * NULL: nobody asked, by pith_options.reasons, or ngram was not among those who decided. */
enum { PITH__SHARE_UNIT = 32 };
const int8_t *pith__ngram_shares(const pith_page *page, const pith_block *block);

#endif
