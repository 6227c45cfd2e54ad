/*
 * page_kind.h - a page in, the numbers that tell what kind of page it is out.
 *
 * page_kind.def has what a page tells about itself. Then come the tagger's features of the page,
 * and those of its blocks, each as the mean over the blocks and as the mean over the words.
 */
#ifndef PITH_PAGE_KIND_H
#define PITH_PAGE_KIND_H

#include "features/tagger.h"

/* How many numbers the page tells itself. */
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

/* How many numbers a row has. */
enum {
    PITH__KIND_MEANS = PITH__TAGGER_FEATURES - PITH__PAGE_FEATURES, /* of blocks; of words */
    PITH__KIND_FEATURES = PITH__KIND_TOLD + PITH__PAGE_FEATURES + 2 * PITH__KIND_MEANS
};

/* Fills ROW with those of the page's features whose numbers are in USED, (count), rising. The
 * others are left as they are. TAGGER is of the page's first BLOCKS blocks. Linear in the page. All
 * are finite. */
void pith__kind_row(const pith_page *page, const struct pith__tagger *tagger, size_t blocks,
                    const uint32_t *used, size_t count, float row[PITH__KIND_FEATURES]);

/* Stores the name of feature INDEX, such as "words.block.stops", in NAME, which is cut to SIZE
 * bytes. False when there is no such feature. */
bool pith__kind_name(size_t index, char *name, size_t size);

/* A number that changes with the names or the order of the features. */
uint64_t pith__kind_hash(void);

#endif
