/*
 * unicode.h - what kind of character is this? And UTF-8, character by character.
 *
 * Categories are Unicode's; where a flag leaves them, its comment says so. tools/gen_unicode.py
 * writes the table.
 */
#ifndef PITH_UNICODE_H
#define PITH_UNICODE_H

#include <stddef.h>
#include <stdint.h>

/* Letters, marks and numbers: L*, M*, N*. Not the marks that only dress what stands before them
 * (variation selectors, keycap): a heart with one is still no word. */
#define PITH__UC_WORD 1u
/* Upper and title case: Lu, Lt. */
#define PITH__UC_UPPER 2u
/* Decimal digits of all scripts: Nd. */
#define PITH__UC_DIGIT 4u
/* Han ideographs, with the iteration mark and the zero that are written among them. */
#define PITH__UC_HAN 8u
/* Hiragana and katakana, half-width too, with the prolonged sound mark and the voicing marks. */
#define PITH__UC_KANA 16u
/* Letters and marks of Thai, Lao, Khmer, Burmese: no spaces between words either. */
#define PITH__UC_SEA 32u
/* What a reader sees as a blank or as nothing, and what does not stand inside words: Z*, white
 * space among the control characters, U+200B, U+FEFF, fillers. Soft hyphen and joiners stand
 * inside words; they have no flag at all. */
#define PITH__UC_SPACE 64u
/* Ends a sentence: . ! ? and their kin in all scripts. Not the ellipsis, which as often trails off
 * in the middle of a sentence or cuts a teaser short. */
#define PITH__UC_STOP 128u

extern const unsigned char pith__unicode_index[];
extern const unsigned char pith__unicode_blocks[];

/* The flags of a code point; 0 for those that Unicode does not have. */
static inline unsigned pith__unicode_class(uint32_t cp)
{
    if (cp >= 0x40000) /* tags, private use and variation selectors: nothing with a flag */
        return 0;
    return pith__unicode_blocks[(size_t)pith__unicode_index[cp >> 7] << 7 | (cp & 0x7F)];
}

/* Reads the character at P, which must be valid UTF-8, and returns its length: 1 to 4. */
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

/* Writes a code point to OUT, which has room for four bytes, and returns its length. */
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
