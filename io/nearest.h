/*
 * nearest.h - the word that was meant by a misspelt one.
 */
#ifndef PITH_NEAREST_H
#define PITH_NEAREST_H

/*
 * Of two words the nearer to WORD: CANDIDATE if it is within two edits of WORD, or begins with
 * WORD, and is nearer than BEST (which may be NULL); else BEST.
 */
const char *nearest_word(const char *word, const char *candidate, const char *best);

#endif
