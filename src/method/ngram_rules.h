/*
 * ngram_rules.h - boilerplate that can be recognized without a model; ngram_rules.def lists the
 * rules.
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

/* The PITH__RULE_ bit of the first of RULES that drops a block, or 0. *SCORE gets the probability
 * that it is content nevertheless. */
uint32_t pith__rules_find(uint32_t rules, const pith_block *block, float *score);

/* Length of the junk character at P: U+FFFD, controls, private use, noncharacters. 0 if it is
 * another character. P is valid UTF-8 of at least one byte. */
size_t pith__junk_len(const unsigned char *p);

/* Counts junk characters; *CHARS gets the number of all characters. */
size_t pith__junk_count(const unsigned char *text, size_t len, size_t *chars);

#endif
