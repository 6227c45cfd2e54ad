/*
 * texts.h - texts of any number of words that are hard for whoever compares two of them.
 */
#ifndef PITH_TEST_TEXTS_H
#define PITH_TEST_TEXTS_H

#include <stddef.h>

struct text_shape {
    const char *name;
    unsigned (*word)(unsigned index, unsigned count); /* the number of a word */
};

extern const struct text_shape text_shapes[];
extern const size_t text_shape_count;

/* COUNT words with BEFORE in front of each, NUL-terminated, from malloc; NULL where memory ran out.
 * *LEN gets its length. */
char *text_make(const struct text_shape *shape, unsigned count, const char *before, size_t *len);

#endif
