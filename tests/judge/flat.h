/*
 * flat.h - a page flattened for comparison: its text without white space, and for every byte of it
 * the block-level elements above, once from our scanner and once from lexbor's tree.
 */
#ifndef PITH_TEST_FLAT_H
#define PITH_TEST_FLAT_H

#include <stddef.h>
#include <stdint.h>

/* A run of text bytes under the same elements. */
struct flat_run {
    uint64_t path; /* hash of the block-level tags above it */
    size_t len;    /* bytes that are not white space */
    int link;      /* under <a href> */
};

struct flat {
    unsigned char *text;
    size_t len;
    size_t cap;
    struct flat_run *runs;
    size_t run_count;
    size_t run_cap;
    int inexact; /* of ours: the scanner says that it may differ; see struct pith__doc */
};

/* Both leave out script, style and template. Return 0, or -1 where memory ran out. BYTES is
 * valid UTF-8. */
int flat_ours(struct flat *flat, const unsigned char *bytes, size_t len);
int flat_lexbor(struct flat *flat, const unsigned char *bytes, size_t len);
void flat_free(struct flat *flat);

struct flat_diff {
    int same_text;
    size_t text_bytes;
    size_t same_path; /* text bytes with the same block-level elements above */
    size_t same_link; /* text bytes for which both agree whether they are in a link */
    size_t first;     /* where the texts part */
    size_t path_at;   /* first byte whose paths differ; text_bytes where none */
};

struct flat_diff flat_compare(const struct flat *a, const struct flat *b);

#endif
