/*
 * built_in.h - the models that the library carries.
 */
#ifndef PITH_BUILT_IN_H
#define PITH_BUILT_IN_H

#include "base/base.h"

/* What a model can be; a method takes one kind. */
enum pith__model_kind {
    PITH__MODEL_NONE,
    PITH__MODEL_TREE,     /* over the features of a block */
    PITH__MODEL_FOREST,   /* over those of the tagger */
    PITH__MODEL_KINDS,    /* forests over those of a page: what type it is */
    PITH__MODEL_CHARGRAM, /* n-grams of characters */
    PITH__MODEL_WORDGRAM  /* n-grams of words */
};

struct pith__built_in {
    const char *name; /* as people call it */
    const char *file; /* that holds it */
    enum pith__model_kind kind;
    const char *language;       /* as in a lang attribute; "any": of all */
    const char *summary;        /* a line of English; models/README.md has the rest */
    const unsigned char *bytes; /* as in its file; NULL: it is there in another form */
    size_t len;                 /* of its file; 0: the build left it out */
};

/* Model number INDEX, from 0, of those that the library carries. False: there is no such. */
bool pith__built_in_at(size_t index, struct pith__built_in *model);

/* The same of all models that come with Pith. Of one that the build left out LEN is 0. */
bool pith__model_known_at(size_t index, struct pith__built_in *model);

bool pith__built_in_find(const char *name, struct pith__built_in *model);

#endif
