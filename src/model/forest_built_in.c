/*
 * forest_built_in.c - models/auto.forest and models/kind.forest as the build turned them into
 * words.
 */
#include "model/forest.h"

static const uint32_t words[] = {
#include "auto_forest.inc"
};

static const uint32_t kind_words[] = {
#include "kind_forest.inc"
};

/* A forest for other features is of no use; the tests compare their names, too. */
const uint32_t *pith__forest_built_in(void)
{
    return words[PITH__FOREST_FEATURES_AT] == PITH__TAGGER_FEATURES ? words : NULL;
}

const uint32_t *pith__forest_kinds_built_in(void)
{
    return kind_words[PITH__FOREST_FEATURES_AT] == PITH__KIND_FEATURES ? kind_words : NULL;
}
