/*
 * text_counts.h - the text of a block in, what features.def counts in it out.
 */
#ifndef PITH_TEXT_COUNTS_H
#define PITH_TEXT_COUNTS_H

#include "base/base.h"

struct pith__text_counts {
    uint32_t characters;  /* of words; combining accents are none */
    uint32_t breaks;      /* stops right behind which a space and more text follow */
    uint32_t full_stops;  /* that end something: not those inside 3.5 or example.org */
    uint32_t start_upper; /* words whose first letter or digit is an upper-case letter */
    uint32_t all_upper;   /* words with an upper-case letter and none of another kind */
    uint32_t bars;        /* | and its full-width and box-drawing forms */
    uint32_t dates;       /* date and time tokens; date_tokens.c says which */
};

struct pith__text_counts pith__text_count(const pith_block *block);

/* True for a token of a date or a time. PREVIOUS is the token before it; punctuation around the two
 * does not matter. */
bool pith__is_date(struct pith__span token, struct pith__span previous);

#endif
