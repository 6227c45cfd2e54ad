/*
 * built_in.h - the models inside the library.
 */
#ifndef PITH_BUILT_IN_H
#define PITH_BUILT_IN_H

#include "base/base.h"

/* The kinds of models. A method uses models of one kind. */
enum pith__model_kind {
    PITH__MODEL_NONE,
    PITH__MODEL_TREE,     /* a decision tree over the features of a block */
    PITH__MODEL_FOREST,   /* a forest over the features of the tagger */
    PITH__MODEL_KINDS,    /* a forest over the features of a page, for the page type */
    PITH__MODEL_CHARGRAM, /* n-grams of characters */
    PITH__MODEL_WORDGRAM  /* n-grams of words */
};

struct pith__built_in {
    const char *name; /* what users call it */
    const char *file; /* name of its file */
    enum pith__model_kind kind;
    const char *language;       /* as in a lang attribute; "any": all languages */
    const char *summary;        /* a line of English; models/README.md says more */
    const unsigned char *bytes; /* the bytes of its file; NULL: stored in another form */
    size_t len;                 /* size of its file; 0: not in this build */
};

/* Model number INDEX, from 0, inside the library. False if there is none. */
bool pith__built_in_at(size_t index, struct pith__built_in *model);

/* The same for all models that come with Pith, in this build or not. LEN is 0 for those that are
 * not. */
bool pith__model_known_at(size_t index, struct pith__built_in *model);

bool pith__built_in_find(const char *name, struct pith__built_in *model);

#endif
