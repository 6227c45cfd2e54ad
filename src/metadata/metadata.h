/*
 * metadata.h - the page's metadata: title, author, dates and so on.
 *
 * metadata.c walks the nodes once and passes each to the file that can read it: meta_tags.c,
 * json_ld.c, microdata.c. They offer what they find to finder.c, which keeps the best offer for
 * each field. title.c, byline.c and byline_date.c then look at what is visible on the page.
 */
#ifndef PITH_METADATA_H
#define PITH_METADATA_H

#include "base/arena.h"
#include "page.h"

/* Fills page->metadata. The page must have its blocks; decisions about them do not matter. Linear
 * in the size of the page. Fails only with PITH_ERR_NOMEM. */
pith_status pith__metadata_find(pith_page *page, struct pith__arena *arena);

#endif
