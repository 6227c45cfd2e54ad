/*
 * tagger.h - the features of the learned tagger. In: a page. Out: one row of feature values per
 * block.
 *
 * tagger.def lists them all. pith__tagger_begin() reads the page once and keeps what it finds in
 * the arena; its size is linear in the page. Rows are then made one at a time, each at constant
 * cost, so that nobody needs to hold them all.
 */
#ifndef PITH_TAGGER_H
#define PITH_TAGGER_H

#include "base/arena.h"
#include "page.h"

/* The purpose of an element, by its tag or its role attribute. */
enum pith__role {
    PITH__ROLE_ARTICLE,
    PITH__ROLE_MAIN,
    PITH__ROLE_SECTION,
    PITH__ROLE_LIST,
    PITH__ROLE_TABLE,
    PITH__ROLE_FORM,
    PITH__ROLE_NAV,
    PITH__ROLE_ASIDE,
    PITH__ROLE_HEADER,
    PITH__ROLE_FOOTER,
    PITH__ROLES
};

/* Reference blocks; features measure the position of other blocks relative to them. */
enum pith__anchor { PITH__ANCHOR_TOP, PITH__ANCHOR_TITLE, PITH__ANCHOR_LONGEST, PITH__ANCHORS };

enum {
#define UNDER(tag) PITH__UNDER_##tag,
#include "features/tagger.def"
#undef UNDER
    PITH__UNDERS
};

enum {
#define SIGN(name, words) PITH__SIGN_##name,
#include "features/tagger_words.def"
#undef SIGN
    PITH__SIGNS
};

enum { PITH__AROUND = 6, PITH__LEVELS = 5, PITH__REPEATS = 2 };

/* Number of features in a row. */
enum {
    PITH__TAGGER_FEATURES = 0
#define PAGE(x, name, summary, value)   +1
#define BLOCK(x, name, summary, value)  +1
#define AROUND(x, name, summary, value) +PITH__AROUND
#define LEVEL(x, name, summary, value)  +PITH__LEVELS
#define ROLE(x, name, summary, value)   +PITH__ROLES
#define ANCHOR(x, name, summary, value) +PITH__ANCHORS
#define REPEAT(x, name, summary, value) +PITH__REPEATS
#define UNDER(tag)                      +1
#include "features/tagger.def"
#undef PAGE
#undef BLOCK
#undef AROUND
#undef LEVEL
#undef ROLE
#undef ANCHOR
#undef REPEAT
#undef UNDER
#define SIGN(name, words) +1
#include "features/tagger_words.def"
#undef SIGN
};

/* The first ones describe the page and are the same in all its rows. */
enum {
    PITH__PAGE_FEATURES = 0
#define PAGE(x, name, summary, value) +1
#include "features/tagger.def"
#undef PAGE
};

struct pith__tagger;

/* Reads the page. *TAGGER lives in ARENA. Fails only with PITH_ERR_NOMEM or PITH_ERR_DEADLINE. */
pith_status pith__tagger_begin(const pith_page *page, struct pith__arena *arena,
                               const struct pith__tagger **tagger);

/* The same for BLOCKS blocks from number FIRST on, as if the page had no others. The functions
 * below then count blocks from 0. */
pith_status pith__tagger_begin_part(const pith_page *page, size_t first, size_t blocks,
                                    struct pith__arena *arena, const struct pith__tagger **tagger);

/* Number of blocks read: fewer than BLOCKS if there are too many elements above them. */
size_t pith__tagger_blocks(const struct pith__tagger *tagger);

/* Fills ROW with the features of block INDEX, which must exist. All values are finite. */
void pith__tagger_row(const struct pith__tagger *tagger, size_t index,
                      float row[PITH__TAGGER_FEATURES]);

/* Returns the number of the first block with the same text. */
uint32_t pith__tagger_text(const struct pith__tagger *tagger, size_t index);

/* True if block INDEX is inside an element of this role. */
bool pith__tagger_within(const struct pith__tagger *tagger, size_t index, enum pith__role role);

/* True if an element above block INDEX, other than <html> and <body>, has a name that contains a
 * word of SIGN, a PITH__SIGN_. */
bool pith__tagger_named(const struct pith__tagger *tagger, size_t index, int sign);

/* Stores the name of feature INDEX, such as "level2.words", in NAME, and its description in
 * SUMMARY; both are truncated to SIZE bytes. False if there is no such feature. */
bool pith__tagger_name(size_t index, char *name, char *summary, size_t size);

/* Stores a pith_reason for each feature: the kind of evidence that it is. */
void pith__tagger_reasons(uint8_t reasons[PITH__TAGGER_FEATURES]);

/* A hash that changes with the names or the order of the features. */
uint64_t pith__tagger_hash(void);

#endif
