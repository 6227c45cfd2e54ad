/*
 * snippet_labels.h - which of a page's blocks are content, as far as snippets tell.
 */
#ifndef PITH_SNIPPET_LABELS_H
#define PITH_SNIPPET_LABELS_H

#include "eval/set.h"

/* Of a block that no snippet tells of. No set_class. */
enum { SNIPPET_UNKNOWN = 0xFF };

/* Fills CLASSES, one for each block of the page: SET_FULL_TEXT where truth->with has a snippet of
 * it, SET_NOT_CONTENT where truth->without has one; SNIPPET_UNKNOWN elsewhere, and where both are
 * so. False: there is no memory, or the snippets are too many to look for. */
bool snippet_labels(const pith_page *page, const struct set_page *truth, uint8_t *classes);

#endif
