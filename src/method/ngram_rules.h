/*
 * ngram_rules.h - boilerplate that needs no model; the rules stand in ngram_rules.def.
 */
#ifndef PITH_NGRAM_RULES_H
#define PITH_NGRAM_RULES_H

#include "page.h"

/* The PITH_RULE_ bit of the first of RULES by which a block goes; 0: none. *SCORE gets the chance
 * that it is content all the same. */
uint32_t pith__rules_find(uint32_t rules, const pith_block *block, float *score);

/* Length of a character at P that no text has: U+FFFD, controls, private use, noncharacters; 0: it
 * is another. P is valid UTF-8 of at least one byte. */
size_t pith__junk_len(const unsigned char *p);

/* How many such characters there are, and in *CHARS all. */
size_t pith__junk_count(const unsigned char *text, size_t len, size_t *chars);

#endif
