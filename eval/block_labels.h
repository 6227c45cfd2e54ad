/*
 * block_labels.h - which of a page's blocks are content, and of what class, by the truth of a
 * labelled page.
 */
#ifndef PITH_BLOCK_LABELS_H
#define PITH_BLOCK_LABELS_H

#include "eval/set.h"

/* Fills CLASSES, one set_class for each block of the page that CONTEXT holds (parsed from
 * truth->html). From truth->blocks where there are some: their words are aligned, in order, with
 * those of the page's blocks, and a block has the class of most of its words. Else from
 * truth->text by pith_context_label(): SET_FULL_TEXT or SET_NOT_CONTENT. KNOWN, where it is not
 * NULL, becomes 0 for blocks of whose words truth->blocks has none: nobody judged them, since they
 * were not to be seen. Else it is 1. False: there is no memory, or the truth has neither. */
bool block_labels(pith_context *context, const pith_page *page, const struct set_page *truth,
                  uint8_t *classes, uint8_t *known);

#endif
