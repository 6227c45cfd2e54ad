/*
 * post.h - filters. In: decisions about single blocks. Out: a decision about the page.
 */
#ifndef PITH_POST_H
#define PITH_POST_H

#include "page.h"

/* Drops the kept blocks that the filter does not let through. COMMENT_WORDS is as in pith_options;
 * may be NULL. */
void pith__filter_run(pith_page *page, pith_filter filter, const char *comment_words);

#endif
