/*
 * metadata.h - what a page says about itself: title, author, dates and so on.
 *
 * metadata.c walks over the nodes once and hands each to the file that can read it: meta_tags.c,
 * json_ld.c, microdata.c. They offer what they find to finder.c, which keeps the best offer for
 * each field. title.c, byline.c and byline_date.c then weigh what is to be seen on the page.
 */
#ifndef PITH_METADATA_H
#define PITH_METADATA_H

#include "base/arena.h"
#include "page.h"

/* Fills page->metadata. The page has its blocks; what is decided of them does not matter. Linear in
 * the page; only PITH_ERR_NOMEM can go wrong. */
pith_status pith__metadata_find(pith_page *page, struct pith__arena *arena);

#endif
