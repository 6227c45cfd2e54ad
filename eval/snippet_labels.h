/*
 * snippet_labels.h - labels a page's blocks from snippets, as far as they determine them.
 */
#ifndef PITH_SNIPPET_LABELS_H
#define PITH_SNIPPET_LABELS_H

#include "eval/set.h"

/* Label of a block without evidence. Not a set_class. */
enum { SNIPPET_UNKNOWN = 0xFF };

/* Fills CLASSES for each block of the page: SET_FULL_TEXT if it matches a snippet of truth->with,
 * SET_NOT_CONTENT if it matches one of truth->without, SNIPPET_UNKNOWN if it matches neither or
 * both. Returns false when out of memory or if there are too many snippets to search for. */
bool snippet_labels(const pith_page *page, const struct set_page *truth, uint8_t *classes);

#endif
