/*
 * tame.h - makes untrusted text safe to show on a terminal.
 */
#ifndef PITH_TAME_H
#define PITH_TAME_H

#include <stdbool.h>
#include <stddef.h>

/*
 * A name with an escape sequence, a line feed or a change of text direction must not control the
 * terminal or look like something else. Replaces control characters, in UTF-8 or as single bytes,
 * and bidirectional controls by "?". TEXT can only get shorter.
 */
void tame_text(char *text);

/* Returns the length of the character that TEXT begins with, and whether it is safe to show. TEXT
 * is not empty. */
size_t tame_character(const char *text, bool *tame);

#endif
