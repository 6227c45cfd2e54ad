/*
 * folder.h - a folder for the files of a test, removed with all that is in it.
 */
#ifndef PITH_TEST_FOLDER_H
#define PITH_TEST_FOLDER_H

#include <stddef.h>

struct folder {
    char path[64];
    char made[32][160]; /* files and folders in it, in the order of their making */
    size_t count;
    char name[160]; /* what folder_path() returned last */
};

/* Ends the test where the folder cannot be made. */
void folder_make(struct folder *folder);
void folder_remove(struct folder *folder);

/* The path of NAME in it; good until the next call. */
const char *folder_path(struct folder *folder, const char *name);

/* Writes a file, and makes a folder. The results are as of folder_path(). */
const char *folder_write(struct folder *folder, const char *name, const void *data, size_t len);
const char *folder_text(struct folder *folder, const char *name, const char *text);
void folder_sub(struct folder *folder, const char *name);

#endif
