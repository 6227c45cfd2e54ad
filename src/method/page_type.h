/*
 * page_type.h - finds the page type. In: a page. Out: its type, such as article or forum.
 */
#ifndef PITH_PAGE_TYPE_H
#define PITH_PAGE_TYPE_H

#include "model/model.h"
#include "page.h"

/* Sets page->info.page_type and its confidence by MODEL, or by the built-in model if that is NULL.
 * ARENA is scratch and may be reset. Fails with PITH_ERR_NOMEM, or with PITH_ERR_MODEL if there is
 * no model for the features of this version. */
pith_status pith__page_type_find(pith_page *page, const pith_model *model,
                                 struct pith__arena *arena);

/* The probability of each page type by a forest, from the first type that a page can have. ARENA is
 * scratch and may be reset. Fails with PITH_ERR_NOMEM. */
pith_status pith__page_chances(const pith_page *page, const struct pith__forest *forest,
                               struct pith__arena *arena, double chances[PITH__KINDS]);

/* The index of the highest probability. */
size_t pith__kind_likeliest(const double chances[PITH__KINDS]);

/* Converts log odds to probabilities of the PITH__KINDS page types, which sum to 1. */
void pith__kind_chances(const struct pith__forest *forest, const double *scores, double *chances);

#endif
