/*
 * page_kind.h - features for classifying a page. In: a page. Out: one row of feature values.
 *
 * A row holds what the page declares about itself (page_kind.def), the tagger's page features, and
 * the tagger's block features, each averaged once over the blocks and once over the words.
 */
#ifndef PITH_PAGE_KIND_H
#define PITH_PAGE_KIND_H

#include "features/tagger.h"

/* Number of features from page_kind.def. */
enum {
    PITH__KIND_TOLD = 0
#define TYPE(name, words)              +1
#define OG(name, words)                +1
#define ADDRESS(name, words)           +1
#define SHAPE(u, name, summary, value) +1
#include "features/page_kind.def"
#undef TYPE
#undef OG
#undef ADDRESS
#undef SHAPE
};

/* Number of features in a row. */
enum {
    PITH__KIND_MEANS = PITH__TAGGER_FEATURES - PITH__PAGE_FEATURES, /* over blocks; over words */
    PITH__KIND_FEATURES = PITH__KIND_TOLD + PITH__PAGE_FEATURES + 2 * PITH__KIND_MEANS
};

/* Fills in the features of ROW whose indices are in USED, (count), ascending; leaves the others
 * unchanged. TAGGER covers the page's first BLOCKS blocks. Linear in the size of the page. All
 * values are finite. */
void pith__kind_row(const pith_page *page, const struct pith__tagger *tagger, size_t blocks,
                    const uint32_t *used, size_t count, float row[PITH__KIND_FEATURES]);

/* Stores the name of feature INDEX, such as "words.block.stops", in NAME, truncated to SIZE bytes.
 * False if there is no such feature. */
bool pith__kind_name(size_t index, char *name, size_t size);

/* A hash that changes with the names or the order of the features. */
uint64_t pith__kind_hash(void);

#endif
