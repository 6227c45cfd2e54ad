/*
 * auto.h - the method auto works in two steps, since it needs memory and other methods do not.
 */
#ifndef PITH_AUTO_H
#define PITH_AUTO_H

#include "page.h"

/* Finds out which blocks to keep, before pith__method_auto() says so: page->found, in ARENA. PART
 * is emptied at will. The page's blocks are not changed. Fails with PITH_ERR_NOMEM, and with
 * PITH_ERR_MODEL where there is no model for the features of this version. */
pith_status pith__auto_prepare(pith_page *page, struct pith__arena *arena,
                               struct pith__arena *part);

/* The F1 that is to be expected of the blocks that are kept now. */
float pith__auto_confidence(const pith_page *page);

#endif
