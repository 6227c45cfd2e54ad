/*
 * filter.c - Boilerpipe's filters over the decisions of a method.
 */
#include "post/post.h"

void pith__filter_run(pith_page *page, pith_filter filter, const char *comment_words)
{
    (void)page;
    (void)filter;
    (void)comment_words;
}
