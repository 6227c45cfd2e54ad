/*
 * sentences.h - splits text into sentences. In: text. Out: its sentences, one by one.
 *
 * Every byte that is not white space belongs to exactly one sentence; none starts or ends with
 * white space. Nothing is allocated, and the work is linear for any text. The text should be UTF-8;
 * each invalid byte counts as a letter.
 *
 * Sentences end at the stops of all scripts, including the quotes and brackets after them, unless
 * the stop belongs to an abbreviation (abbreviations.def), an initial, a number or an address, or a
 * lower-case letter follows. A blank line always ends a sentence. Thai is split at spaces, once
 * there is enough text before them. docs/explanation/methods.md has the rules and their accuracy.
 */
#ifndef PITH_SENTENCES_H
#define PITH_SENTENCES_H

#include "base/base.h"

struct pith__sentences {
    struct pith__span text; /* rest of the text */
    bool lines;             /* every line end ends a sentence */
};

/* Starts at the beginning of TEXT. */
static inline struct pith__sentences pith__sentences_begin(struct pith__span text, bool lines)
{
    return (struct pith__sentences){text, lines};
}

/* Stores the next sentence, a slice of the text. False at the end. */
bool pith__sentences_next(struct pith__sentences *sentences, struct pith__span *sentence);

#endif
