/*
 * sentences.h - text in, sentences out, by a few rules.
 */
#ifndef PITH_SENTENCES_H
#define PITH_SENTENCES_H

#include "base/base.h"

/* The next sentence of *REST, which it is taken off; empty when there is no more. A sentence ends
 *   - at a line feed;
 *   - behind . ! ? and what closes quotes or brackets there, if white space follows and then a
 *     letter or digit other than a to z; but not where the stop follows a single letter ("J. Doe");
 *   - behind the full stops of Chinese and Japanese.
 */
struct pith__span sentence_next(struct pith__span *rest);

#endif
