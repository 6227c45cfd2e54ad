/*
 * post.h - decisions about single blocks in, a decision about the page out.
 */
#ifndef PITH_POST_H
#define PITH_POST_H

#include "page.h"

/* Takes from the kept blocks what the filter does not let through. COMMENT_WORDS as in
 * pith_options; may be NULL. */
void pith__filter_run(pith_page *page, pith_filter filter, const char *comment_words);

/* With fewer kept words beside them, comments are taken for the page itself. */
enum { PITH__WORDS_BEFORE_COMMENTS = 60 };

/* The first block of the readers' comments, from block FROM up to TO; TO where there are none. KEEP
 * says which blocks stay, (blocks); NULL: the blocks themselves do. MORE are
 * COMMENT_WORDS. */
size_t pith__comments_find(const pith_page *page, const uint8_t *keep, size_t from, size_t to,
                           const char *more);

#endif
