/*
 * measure.h - the text of a block in, what features.def counts in it out.
 */
#ifndef PITH_MEASURE_H
#define PITH_MEASURE_H

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

struct pith__text_counts {
    uint32_t characters;  /* of words; combining accents are none */
    uint32_t breaks;      /* stops right behind which a space and more text follow */
    uint32_t full_stops;  /* that end something: not those inside 3.5 or example.org */
    uint32_t start_upper; /* words whose first letter or digit is an upper-case letter */
    uint32_t all_upper;   /* words with an upper-case letter and none of another kind */
    uint32_t bars;        /* | and its full-width and box-drawing forms */
    uint32_t dates;       /* date and time tokens; date.c says which */
};

struct pith__text_counts pith__text_count(const pith_block *block);

/* True for a token of a date or a time. PREVIOUS is the token before it; punctuation around the two
 * does not matter. */
bool pith__is_date(struct pith__span token, struct pith__span previous);

#endif
