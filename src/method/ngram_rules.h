/*
 * ngram_rules.h - boilerplate that needs no model; the rules stand in ngram_rules.def.
 */
#ifndef PITH_NGRAM_RULES_H
#define PITH_NGRAM_RULES_H

#include "page.h"

enum {
    PITH__RULE_CHARS = 0x01,
    PITH__RULE_FORMS = 0x02,
    PITH__RULE_BARS = 0x04,
    PITH__RULE_COPYRIGHT = 0x08,
    PITH__RULE_LINKS = 0x10,
    PITH__RULE_ALL = 0x1F
};

/* The rules as choices of an option, with "all" and "none". */
extern const struct pith__choice pith__rule_choices[];

/* The PITH__RULE_ bit of the first of RULES by which a block goes; 0: none. *SCORE gets the chance
 * that it is content all the same. */
uint32_t pith__rules_find(uint32_t rules, const pith_block *block, float *score);

/* Length of a character at P that no text has: U+FFFD, controls, private use, noncharacters; 0: it
 * is another. P is valid UTF-8 of at least one byte. */
size_t pith__junk_len(const unsigned char *p);

/* How many such characters there are, and in *CHARS all. */
size_t pith__junk_count(const unsigned char *text, size_t len, size_t *chars);

#endif
