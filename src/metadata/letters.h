/*
 * letters.h - comparing what people wrote in different ways: case and marks left out.
 */
#ifndef PITH_LETTERS_H
#define PITH_LETTERS_H

#include "base/base.h"
#include "base/unicode.h"

/* The small letter of a Latin, Greek or Cyrillic capital; other characters stay. */
uint32_t pith__letter_lower(uint32_t cp);

/* Cuts TEXT to at most MOST bytes, not inside a character. */
struct pith__span pith__span_cut(struct pith__span text, size_t most);

/* Without the white space and control characters at its ends. */
struct pith__span pith__span_trim(struct pith__span text);

/*
 * The letters and digits of TEXT alone, in lower case: two titles that look alike give the same.
 * OUT has room for TEXT.len + 1 bytes, as no character grows by that.
 */
struct pith__span pith__letters_only(struct pith__span text, unsigned char *out);

static inline bool pith__span_equal(struct pith__span a, struct pith__span b)
{
    return a.len == b.len && memcmp(a.ptr, b.ptr, a.len) == 0;
}

#endif
