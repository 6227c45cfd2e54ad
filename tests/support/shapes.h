/*
 * shapes.h - hostile pages of any size: shapes that make parsers slow, hungry or deep.
 */
#ifndef PITH_TEST_SHAPES_H
#define PITH_TEST_SHAPES_H

#include <stddef.h>

struct shape {
    const char *name;
    const char *head;   /* once in front */
    const char *first;  /* repeated through the first half */
    const char *second; /* repeated through the second half; NULL: FIRST again */
};

extern const struct shape shapes[];
extern const size_t shape_count;

/* Plain text that is laid out to do harm. */
extern const struct shape text_layouts[];
extern const size_t text_layout_count;

/* A page of that shape of exactly LEN bytes, from malloc; NULL where memory ran out. */
unsigned char *shape_make(const struct shape *shape, size_t len);

#endif
