/*
 * sentences.h - text in, its sentences one by one out.
 *
 * Every byte that is no white space belongs to exactly one sentence; none starts or ends with white
 * space. Nothing is allocated, and the work is linear in the text, whatever it is. The text should
 * be UTF-8; bytes that are not are taken one by one for letters.
 *
 * Sentences end at the stops of all scripts, with the quotes and brackets behind them, unless the
 * stop belongs to an abbreviation (abbreviations.def), an initial, a number or an address, or a
 * small letter follows. A blank line ends one in any case. Thai is cut at spaces, once there is
 * enough text before them. docs/explanation/methods.md has the rules and how well they do.
 */
#ifndef PITH_SENTENCES_H
#define PITH_SENTENCES_H

#include "base/base.h"

struct pith__sentences {
    struct pith__span text; /* what is left of it */
    bool lines;             /* every line end ends a sentence */
};

/* From the start of TEXT. */
static inline struct pith__sentences pith__sentences_begin(struct pith__span text, bool lines)
{
    return (struct pith__sentences){text, lines};
}

/* Stores the next sentence, a slice of the text; false at the end. */
bool pith__sentences_next(struct pith__sentences *sentences, struct pith__span *sentence);

#endif
