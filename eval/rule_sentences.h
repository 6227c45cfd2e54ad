/*
 * rule_sentences.h - text in, sentences out, by a few rules.
 */
#ifndef PITH_RULE_SENTENCES_H
#define PITH_RULE_SENTENCES_H

#include "base/base.h"

/* A text that is taken apart. */
struct sentences {
    const unsigned char *start; /* of the sentence at hand */
    const unsigned char *at;    /* up to here it was looked at */
    const unsigned char *run;   /* up to here stops end no sentence, but for wide ones */
    const unsigned char *end;
};

void sentences_init(struct sentences *sentences, struct pith__span text);

/* The next sentence, which may be of blanks alone; empty when there is no more. One ends
 *   - behind a run of . ! ? and their wide forms (and quotes and brackets that close there), if
 *     white space follows and then, perhaps behind quotes or brackets that open, a letter or digit
 *     other than a to z; but not at a single full stop behind an initial or a common abbreviation;
 *   - behind each wide . ! ? elsewhere: Chinese and Japanese have no blanks.
 * Ends of lines do not matter. */
struct pith__span sentences_next(struct sentences *sentences);

#endif
