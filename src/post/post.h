/*
 * post.h - decisions about single blocks in, a decision about the page out.
 */
#ifndef PITH_POST_H
#define PITH_POST_H

#include "page.h"

/* Takes from the kept blocks what the filter does not let through. COMMENT_WORDS as in
 * pith_options; may be NULL. */
void pith__filter_run(pith_page *page, pith_filter filter, const char *comment_words);

#endif
