/*
 * unicode.h - character classes, and decoding and encoding of UTF-8.
 *
 * Classes follow the Unicode categories; the comment of a flag names the exceptions.
 * tools/gen_unicode.py writes the table.
 */
#ifndef PITH_UNICODE_H
#define PITH_UNICODE_H

#include <stddef.h>
#include <stdint.h>

/* Letters, marks and numbers: L*, M*, N*. Without marks that only style the character before them
 * (variation selectors, keycap): a heart with one is not a word. */
#define PITH__UC_WORD 1u
/* Upper and title case: Lu, Lt. */
#define PITH__UC_UPPER 2u
/* Decimal digits of all scripts: Nd. */
#define PITH__UC_DIGIT 4u
/* Han ideographs, including the iteration mark and the ideographic zero. */
#define PITH__UC_HAN 8u
/* Hiragana and katakana, including half-width forms, the prolonged sound mark and voicing marks. */
#define PITH__UC_KANA 16u
/* Letters and marks of Thai, Lao, Khmer, Burmese: also written without spaces. */
#define PITH__UC_SEA 32u
/* Blank or invisible characters that do not occur inside words: Z*, white space control characters,
 * U+200B, U+FEFF, fillers. Soft hyphen and joiners do occur inside words; they have no flag. */
#define PITH__UC_SPACE 64u
/* Sentence terminators: . ! ? and their equivalents in all scripts. Without the ellipsis, which
 * just as often trails off mid-sentence or marks a truncated teaser. */
#define PITH__UC_STOP 128u

extern const unsigned char pith__unicode_index[];
extern const unsigned char pith__unicode_blocks[];

/* Returns the flags of a code point; 0 for code points outside Unicode. */
static inline unsigned pith__unicode_class(uint32_t cp)
{
    if (cp >= 0x40000) /* tags, private use, variation selectors: no flags */
        return 0;
    return pith__unicode_blocks[(size_t)pith__unicode_index[cp >> 7] << 7 | (cp & 0x7F)];
}

/* Decodes the character at P, which must be valid UTF-8. Returns its length, 1 to 4. */
static inline size_t pith__utf8_next(const unsigned char *p, uint32_t *cp)
{
    if (p[0] < 0x80) {
        *cp = p[0];
        return 1;
    }
    if (p[0] < 0xE0) {
        *cp = (p[0] & 0x1Fu) << 6 | (p[1] & 0x3Fu);
        return 2;
    }
    if (p[0] < 0xF0) {
        *cp = (p[0] & 0x0Fu) << 12 | (p[1] & 0x3Fu) << 6 | (p[2] & 0x3Fu);
        return 3;
    }
    *cp = (p[0] & 0x07u) << 18 | (p[1] & 0x3Fu) << 12 | (p[2] & 0x3Fu) << 6 | (p[3] & 0x3Fu);
    return 4;
}

/* Encodes a code point to OUT, which has room for four bytes. Returns the length. */
static inline size_t pith__utf8_put(uint32_t cp, unsigned char *out)
{
    if (cp < 0x80) {
        out[0] = (unsigned char)cp;
        return 1;
    }
    if (cp < 0x800) {
        out[0] = (unsigned char)(0xC0 | cp >> 6);
        out[1] = (unsigned char)(0x80 | (cp & 0x3F));
        return 2;
    }
    if (cp < 0x10000) {
        out[0] = (unsigned char)(0xE0 | cp >> 12);
        out[1] = (unsigned char)(0x80 | (cp >> 6 & 0x3F));
        out[2] = (unsigned char)(0x80 | (cp & 0x3F));
        return 3;
    }
    out[0] = (unsigned char)(0xF0 | cp >> 18);
    out[1] = (unsigned char)(0x80 | (cp >> 12 & 0x3F));
    out[2] = (unsigned char)(0x80 | (cp >> 6 & 0x3F));
    out[3] = (unsigned char)(0x80 | (cp & 0x3F));
    return 4;
}

#endif
