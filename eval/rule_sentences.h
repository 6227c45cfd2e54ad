/*
 * rule_sentences.h - splits text into sentences by a few rules.
 */
#ifndef PITH_RULE_SENTENCES_H
#define PITH_RULE_SENTENCES_H

#include "base/base.h"

/* A text being split. */
struct sentences {
    const unsigned char *start; /* of the current sentence */
    const unsigned char *at;    /* scanned up to here */
    const unsigned char *run;   /* stops before this end no sentence, except wide ones */
    const unsigned char *end;
};

void sentences_init(struct sentences *sentences, struct pith__span text);

/* Returns the next sentence, which may be blank; empty at the end of the text. A sentence ends
 *   - after a run of . ! ? or their wide forms (and closing quotes and brackets), if white space
 *     follows and then, perhaps after opening quotes or brackets, a letter or digit other than
 *     a to z; but not at a single full stop after an initial or a common abbreviation;
 *   - after each wide . ! ? elsewhere, since Chinese and Japanese have no blanks.
 * Line ends do not matter. */
struct pith__span sentences_next(struct sentences *sentences);

#endif
