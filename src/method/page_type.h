/*
 * page_type.h - a page in, what kind of page it is out.
 */
#ifndef PITH_PAGE_TYPE_H
#define PITH_PAGE_TYPE_H

#include "model/model.h"
#include "page.h"

/* Sets page->info.page_type and its confidence, by MODEL or, where that is NULL, the library's own.
 * ARENA is emptied at will. Fails with PITH_ERR_NOMEM, and with
 * PITH_ERR_MODEL where there is no model for the features of this version. */
pith_status pith__page_type_find(pith_page *page, const pith_model *model,
                                 struct pith__arena *arena);

/* The chances of the kinds of which a page may be, by a forest for them; from the first of
 * pith_page_type on. ARENA is emptied at will. Fails with PITH_ERR_NOMEM. */
pith_status pith__page_chances(const pith_page *page, const struct pith__forest *forest,
                               struct pith__arena *arena, double chances[PITH__KINDS]);

/* The place of the highest chance. */
size_t pith__kind_likeliest(const double chances[PITH__KINDS]);

/* The chances of the kinds, (PITH__KINDS), from the log odds of each: together they are 1. */
void pith__kind_chances(const struct pith__forest *forest, const double *scores, double *chances);

#endif
