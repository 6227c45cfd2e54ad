/*
 * wordchars.h - character properties as Python's str sees them. The measures come from Python
 * scripts, so words must be split the same way.
 *
 * tools/gen_words.py writes the table.
 */
#ifndef PITH_WORDCHARS_H
#define PITH_WORDCHARS_H

#include "base/unicode.h"

/* str.isalnum(); with the underscore this is \w. */
#define WORDS_ALNUM 1u
/* str.isspace(): \s, and where str.split() splits. */
#define WORDS_SPACE 2u
/* str.isalpha(). */
#define WORDS_ALPHA 4u
/* Cased, or case-ignorable: both decide whether a capital sigma becomes a final one. */
#define WORDS_CASED     8u
#define WORDS_IGNORABLE 16u

struct words_record {
    uint8_t flags;
    int32_t lower; /* lower case minus the character */
};

extern const struct words_record words_records[];
extern const uint16_t words_index[];
extern const uint8_t words_blocks[];

/* CP is at most U+10FFFF. */
static inline const struct words_record *words_of(uint32_t cp)
{
    return &words_records[words_blocks[(size_t)words_index[cp >> 7] << 7 | (cp & 0x7F)]];
}

#endif
