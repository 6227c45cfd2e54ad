/*
 * comments.h - the blocks of a page in, where the readers' comments begin out.
 */
#ifndef PITH_COMMENTS_H
#define PITH_COMMENTS_H

#include "page.h"

/* With fewer kept words beside them, comments are taken for the page itself. */
enum { PITH__WORDS_BEFORE_COMMENTS = 60 };

/* The first block of the readers' comments, from block FROM up to TO; TO where there are none. KEEP
 * says which blocks stay, (blocks); NULL: the blocks themselves do. MORE are
 * COMMENT_WORDS. */
size_t pith__comments_find(const pith_page *page, const uint8_t *keep, size_t from, size_t to,
                           const char *more);

#endif
