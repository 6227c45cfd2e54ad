/*
 * tagger_columns.h - the learned tagger's features as the columns of a matrix.
 */
#ifndef PITH_TAGGER_COLUMNS_H
#define PITH_TAGGER_COLUMNS_H

#include "features/tagger.h"
#include "train/matrix.h"

struct tagger_columns {
    uint32_t features[PITH__TAGGER_FEATURES]; /* (count): their numbers, rising */
    size_t count;
    struct pith__arena arena;
    struct matrix_columns columns; /* for matrix_read_columns() */
};

/* With all features. COLUMNS stays where it is. */
void tagger_columns_init(struct tagger_columns *columns);
void tagger_columns_deinit(struct tagger_columns *columns);

/* Only those that TEXT names: a line each, such as "block.words", or "level1.*" for all that start
 * so; what follows a # does not count. Returns NULL, or a name that is none; *LEN gets its length.
 */
const char *tagger_columns_choose(struct tagger_columns *columns, const char *text, size_t *len);

/* Only those. FEATURES are rising. */
void tagger_columns_set(struct tagger_columns *columns, const uint32_t *features, size_t count);

#endif
