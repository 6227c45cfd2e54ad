/*
 * letters.h - characters as words have them, and comparing what people wrote in different ways:
 * case and marks left out.
 */
#ifndef PITH_LETTERS_H
#define PITH_LETTERS_H

#include "base/base.h"
#include "base/unicode.h"

/* Characters of scripts without spaces: each stands alone and is some tenths of a word, as for
 * pith_block.words. */
enum { PITH__ALONE = PITH__UC_HAN | PITH__UC_KANA | PITH__UC_SEA };

static inline unsigned pith__tenths_of(unsigned flags)
{
    return (flags & PITH__UC_HAN) != 0 ? 6 : (flags & PITH__UC_KANA) != 0 ? 4 : 2;
}

/* Accents that are written behind their letter, in the scripts that have upper case. So text counts
 * the same whether "é" is one code point in it or two. */
static inline bool pith__is_accent(uint32_t cp)
{
    return cp >= 0x300 && cp < 0x370;
}

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

/* Takes the next letter, or digit if DIGITS, off the front of TEXT, ASCII in lower case; 0 at the
 * end. */
uint32_t pith__letter_next(struct pith__span *text, bool digits);

/* Are the letters of A and B the same, whatever stands between them? DIGITS: their digits too. */
bool pith__letters_same(struct pith__span a, struct pith__span b, bool digits);

static inline bool pith__span_equal(struct pith__span a, struct pith__span b)
{
    return a.len == b.len && memcmp(a.ptr, b.ptr, a.len) == 0;
}

#endif
