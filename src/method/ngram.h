/*
 * ngram.h - the method ngram works in two steps, as auto does, since it needs memory.
 */
#ifndef PITH_NGRAM_H
#define PITH_NGRAM_H

#include "page.h"

/* Judges the page's blocks before pith__method_ngram() says so: *NGRAM, in ARENA, which is to
 * become page->ngram. The page is not changed. Fails with PITH_ERR_NOMEM, and with PITH_ERR_MODEL
 * where there is no model of the name that was asked for. */
pith_status pith__ngram_prepare(pith_page *page, struct pith__arena *arena,
                                const struct pith__ngram **ngram);

/* What the characters of a block added, a number for each byte of its text: that of a character at
 * its first byte, PITH__SHARE_UNIT of them a nat, cut off at an int8_t's ends; above 0 for content.
 * NULL: nobody asked, by pith_options.reasons, or ngram was not among those who decided. */
enum { PITH__SHARE_UNIT = 32 };
const int8_t *pith__ngram_shares(const pith_page *page, const pith_block *block);

#endif
