/*
 * tame.h - text from anywhere, made fit to be shown on a terminal.
 */
#ifndef PITH_TAME_H
#define PITH_TAME_H

#include <stdbool.h>
#include <stddef.h>

/*
 * Names come from anywhere: one with an escape sequence, a line feed or a change of direction in it
 * must not write on the terminal or look like something else. Control characters, in UTF-8 or as a
 * byte of their own, and those that turn the direction of text become "?". TEXT only gets shorter.
 */
void tame_text(char *text);

/* The length of the character that TEXT begins with, and whether it may be shown. TEXT is not
 * empty. */
size_t tame_character(const char *text, bool *tame);

#endif
