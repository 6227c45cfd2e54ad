/*
 * letters.h - properties of characters in words, and comparison of text that ignores case and
 * punctuation.
 */
#ifndef PITH_LETTERS_H
#define PITH_LETTERS_H

#include "base/base.h"
#include "base/unicode.h"

/* Characters of scripts without spaces: each counts alone, as some tenths of a word, see
 * pith_block.words. */
enum { PITH__ALONE = PITH__UC_HAN | PITH__UC_KANA | PITH__UC_SEA };

static inline unsigned pith__tenths_of(unsigned flags)
{
    return (flags & PITH__UC_HAN) != 0 ? 6 : (flags & PITH__UC_KANA) != 0 ? 4 : 2;
}

/* Combining accents of the scripts that have upper case. Skipping them makes text count the same
 * whether "é" is one code point or two. */
static inline bool pith__is_accent(uint32_t cp)
{
    return cp >= 0x300 && cp < 0x370;
}

/* Converts a Latin, Greek or Cyrillic capital to lower case; returns other characters unchanged. */
uint32_t pith__letter_lower(uint32_t cp);

/* Truncates TEXT to at most MOST bytes, at a character boundary. */
struct pith__span pith__span_cut(struct pith__span text, size_t most);

/* Trims white space and control characters from both ends. */
struct pith__span pith__span_trim(struct pith__span text);

/*
 * Keeps only the letters and digits of TEXT, in lower case: titles that look the same become equal.
 * OUT has room for TEXT.len + 1 bytes; lower case is never longer.
 */
struct pith__span pith__letters_only(struct pith__span text, unsigned char *out);

/* Takes the next letter, or digit if DIGITS, off the front of TEXT. ASCII in lower case; 0 at the
 * end. */
uint32_t pith__letter_next(struct pith__span *text, bool digits);

/* True if A and B have the same letters, and with DIGITS the same digits, ignoring everything
 * else. */
bool pith__letters_same(struct pith__span a, struct pith__span b, bool digits);

static inline bool pith__span_equal(struct pith__span a, struct pith__span b)
{
    return a.len == b.len && memcmp(a.ptr, b.ptr, a.len) == 0;
}

#endif
