/*
 * built_in.h - the models that the library carries.
 */
#ifndef PITH_BUILT_IN_H
#define PITH_BUILT_IN_H

#include "base/base.h"

struct pith__built_in {
    const char *name;           /* as people call it */
    uint32_t method;            /* a PITH_METHOD_ bit; 0: it tells the kind of a page */
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
