/*
 * comments.h - finds where the reader comments of a page begin. In: its blocks. Out: a block
 * number.
 */
#ifndef PITH_COMMENTS_H
#define PITH_COMMENTS_H

#include "page.h"

/* If fewer words than this are kept besides them, the comments count as the content of the page. */
enum { PITH__WORDS_BEFORE_COMMENTS = 60 };

/* Returns the first block of the reader comments in [FROM, TO), or TO if there are none. KEEP says
 * which blocks are kept, (blocks); NULL: use the blocks' own decision. MORE is the COMMENT_WORDS
 * option. */
size_t pith__comments_find(const pith_page *page, const uint8_t *keep, size_t from, size_t to,
                           const char *more);

#endif
