/*
 * text_counts.h - text statistics for features.def. In: the text of a block. Out: counts.
 */
#ifndef PITH_TEXT_COUNTS_H
#define PITH_TEXT_COUNTS_H

#include "base/base.h"

struct pith__text_counts {
    uint32_t characters;  /* in words, without combining accents */
    uint32_t breaks;      /* sentence ends directly followed by a space and more text */
    uint32_t full_stops;  /* at the end of something: not those in 3.5 or example.org */
    uint32_t start_upper; /* words whose first letter or digit is upper-case */
    uint32_t all_upper;   /* words with letters, all of them upper-case */
    uint32_t bars;        /* | and its full-width and box-drawing variants */
    uint32_t dates;       /* date and time tokens, see date_tokens.c */
};

struct pith__text_counts pith__text_count(const pith_block *block);

/* True if TOKEN is part of a date or a time. PREVIOUS is the token before it. Ignores punctuation
 * around both. */
bool pith__is_date(struct pith__span token, struct pith__span previous);

#endif
