/*
 * into.h - one file of output for each page, in a folder.
 *
 * Folders below it are made as they are needed. Nothing is written outside it: symbolic links in it
 * are not followed.
 */
#ifndef PITH_INTO_H
#define PITH_INTO_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/hash.h"
#include "io/folder_walk.h"
#include "io/io_error.h"
#include "pith.h"

/* A folder below that of the output which stays open for the next file in it. */
struct into_place {
    int fd; /* -1: none */
    char path[WALK_ROOM];
    size_t len; /* with its slash */
};

struct into {
    const char *name;   /* of the folder, as the user named it */
    const char *ending; /* of the files */
    bool sync;          /* files are on the disk before they get their names */
    struct io_error error;
    bool found; /* there is something of that name */

    /* private */
    int folder;
    bool made;                 /* there was no such folder before */
    struct pith__hash taken;   /* all paths that were given out */
    struct into_place written; /* into_write()'s and into_has()'s: they may run on two threads */
    struct into_place looked;
    char shown[2 * WALK_ROOM]; /* name of the file that ERROR is about */
};

/* Opens the folder NAME, and makes it if there is none. False: into->error
 * says why not. */
bool into_open(struct into *into, const char *name, pith_format format, bool sync);

/* False: files in the folder could take the place of what WALK reads. into->error says so, and the
 * folder is removed again if it was made. */
bool into_is_safe(struct into *into, const struct folder_walk *walk);

/* The path in the folder of the file for PAGE, in new memory. NULL: *ERROR says why there is none.
 */
char *into_path(struct into *into, const struct walk_page *page, const char **error);

/* Is there a file at PATH, by the ways that into_write() goes? */
bool into_has(struct into *into, const char *path);

/* Writes the file at PATH, as a whole or not at all. False: into->error says why not. */
bool into_write(struct into *into, const char *path, const char *data, size_t len);

/* After into_write() has failed: can no other file be written either? */
bool into_is_over(const struct into *into);

void into_deinit(struct into *into);

#endif
