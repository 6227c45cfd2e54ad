/*
 * into.h - writes one output file per page into a folder.
 *
 * Subfolders are created as needed. Nothing is written outside the folder: symbolic links in it are
 * not followed.
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

/* A subfolder of the output folder, kept open for the next file in it. */
struct into_place {
    int fd; /* -1: none */
    char path[WALK_ROOM];
    size_t len; /* length of PATH with its slash */
};

struct into {
    const char *name;   /* the folder, as the user named it */
    const char *ending; /* file extension */
    bool sync;          /* flush each file to disk before renaming it */
    struct io_error error;
    bool found; /* something with that name exists already */

    /* private */
    int folder;
    bool made;                 /* the folder did not exist before */
    struct pith__hash taken;   /* all paths given out so far */
    struct into_place written; /* for into_write() */
    struct into_place looked;  /* for into_has(), which may run on another thread */
    char shown[2 * WALK_ROOM]; /* name of the file in ERROR */
};

/* Opens the folder NAME, creating it if needed. On failure returns false and sets into->error. */
bool into_open(struct into *into, const char *name, pith_format format, bool sync);

/* Returns false if output files could overwrite what WALK reads. Then into->error says so, and the
 * folder is removed again if it was created here. */
bool into_is_safe(struct into *into, const struct folder_walk *walk);

/* Allocates the path within the folder of the output file for PAGE. Returns NULL and sets *ERROR on
 * failure. */
char *into_path(struct into *into, const struct walk_page *page, const char **error);

/* Does a file exist at PATH? Follows the same rules as into_write(). */
bool into_has(struct into *into, const char *path);

/* Writes the file at PATH atomically. On failure returns false and sets into->error. */
bool into_write(struct into *into, const char *path, const char *data, size_t len);

/* After into_write() has failed: would it fail for every other file too? */
bool into_is_over(const struct into *into);

void into_deinit(struct into *into);

#endif
