/*
 * tagger_columns.h - the learned tagger's features as matrix columns.
 */
#ifndef PITH_TAGGER_COLUMNS_H
#define PITH_TAGGER_COLUMNS_H

#include "features/tagger.h"
#include "train/matrix.h"

struct tagger_columns {
    uint32_t features[PITH__TAGGER_FEATURES]; /* (count): feature numbers, ascending */
    size_t count;
    struct pith__arena arena;
    struct matrix_columns columns; /* for matrix_read_columns() */
};

/* Selects all features. COLUMNS must not move. */
void tagger_columns_init(struct tagger_columns *columns);
void tagger_columns_deinit(struct tagger_columns *columns);

/* Selects only those named in TEXT: one per line, such as "block.words", or "level1.*" for all with
 * that prefix; # starts a comment. Returns NULL, or an unknown name with its length in *LEN. */
const char *tagger_columns_choose(struct tagger_columns *columns, const char *text, size_t *len);

/* Selects only FEATURES, which are ascending. */
void tagger_columns_set(struct tagger_columns *columns, const uint32_t *features, size_t count);

#endif
