/*
 * block_labels.h - labels a page's blocks from the ground truth: which are content, and of what
 * class.
 */
#ifndef PITH_BLOCK_LABELS_H
#define PITH_BLOCK_LABELS_H

#include "eval/set.h"

/* Fills CLASSES with a set_class for each block of the page in CONTEXT, which was parsed from
 * truth->html. If the truth has blocks, their words are aligned in order with those of the page,
 * and each block gets the class of most of its words. Otherwise labels come from truth->text by
 * pith_context_label(), as SET_FULL_TEXT or SET_NOT_CONTENT. KNOWN, if not NULL, is set to 0 for
 * blocks without a word in truth->blocks, which the annotators did not see, and to 1 otherwise.
 * Returns false when out of memory or if the truth has neither. */
bool block_labels(pith_context *context, const pith_page *page, const struct set_page *truth,
                  uint8_t *classes, uint8_t *known);

#endif
