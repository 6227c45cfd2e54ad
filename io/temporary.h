/*
 * temporary.h - a file written under a temporary name and then renamed.
 *
 * Only one exists at a time. A signal that ends the run removes it.
 */
#ifndef PITH_TEMPORARY_H
#define PITH_TEMPORARY_H

#include <sys/types.h>

/*
 * Creates a file in the open folder FOLDER. Its name is PREFIX followed by PATTERN, whose trailing
 * Xs become random letters and digits. Returns it open for writing, or -1 with errno as from
 * open().
 */
int temporary_open(int folder, const char *prefix, const char *pattern, mode_t mode);

/* Renames it to PATH in the folder FOLDER, replacing any file of that name. Returns 0, or an errno
 * after removing it. */
int temporary_keep(int folder, const char *path);

/* Removes it. */
void temporary_drop(void);

#endif
