/*
 * shapes.h - hostile pages of any size: shapes that make parsers slow, hungry or deep.
 */
#ifndef PITH_TEST_SHAPES_H
#define PITH_TEST_SHAPES_H

#include <stddef.h>
#include <stdint.h>

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

/* A shape put together by chance out of tags, texts and odd characters; SEED is where chance begins
 * and goes on. */
struct random_shape {
    struct shape shape;
    char head[256], first[256], second[256];
};
void shape_random(struct random_shape *random, uint32_t *seed);

/* A page of that shape of exactly LEN bytes, from malloc; NULL where memory ran out. */
unsigned char *shape_make(const struct shape *shape, size_t len);

#endif
