/*
 * perplexity.h - the method perplexity works in steps: what needs memory comes before any block is
 * touched, and what is left of a kept block is settled after vote and filter.
 */
#ifndef PITH_PERPLEXITY_H
#define PITH_PERPLEXITY_H

#include "page.h"

/* Cuts the blocks into the parts that are judged and scores these, in page->parts_new. The page
 * itself is not changed. Fails with PITH_ERR_NOMEM, and with PITH_ERR_MODEL where
 * pith_options.language has no model. */
pith_status pith__perplexity_prepare(pith_page *page, const pith_options *options);

/* Makes what was prepared, or nothing where METHODS has no PITH_METHOD_PERPLEXITY, the page's
 * parts. */
void pith__perplexity_begin(pith_page *page, uint32_t methods);

/* Once all is decided: parts that others than this method keep stay, NEEDED votes being enough. */
void pith__perplexity_finish(pith_page *page, unsigned needed);

/* The parts of block number INDEX; *COUNT gets how many there are. */
pith_part *pith__parts_of(const pith_page *page, size_t index, size_t *count);

/* The first part of block number INDEX that is over the limit and has bytes from AT on, before END;
 * NULL: none. Those before END are looked at one by one: who asks often has to go on behind what he
 * asked for. */
const pith_part *pith__parts_bad(const pith_page *page, size_t index, size_t at, size_t end);

/* Likewise in all of the block. */
static inline const pith_part *pith__parts_any_bad(const pith_page *page, size_t index)
{
    return pith__parts_bad(page, index, 0, SIZE_MAX);
}

/* The words of a text, by the rule of pith_block.words; it must be valid UTF-8. */
uint32_t pith__count_words(const char *text, size_t len);

#endif
