/*
 * temporary.h - a file that is written under another name, and takes its place as a whole.
 *
 * There is one at a time. A signal that ends the run removes it.
 */
#ifndef PITH_TEMPORARY_H
#define PITH_TEMPORARY_H

#include <sys/types.h>

/*
 * Makes a file in the open folder FOLDER. Its name is PREFIX and PATTERN, whose Xs at the end
 * become random letters and digits. Returns it open for writing, or -1 with errno like open().
 */
int temporary_open(int folder, const char *prefix, const char *pattern, mode_t mode);

/* Gives it the name PATH in the folder FOLDER, in place of what has that name. Returns 0, or an
 * errno; then it is removed. */
int temporary_keep(int folder, const char *path);

/* Removes it. */
void temporary_drop(void);

#endif
