/*
 * folder_walk.h - walks over the pages in files and folders.
 *
 * Operands are visited in the order given, and the files below a folder in byte order of their
 * paths. Only the listings of the current folder and its parents are in memory.
 */
#ifndef PITH_FOLDER_WALK_H
#define PITH_FOLDER_WALK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "io/folder_names.h"

enum {
    WALK_DEPTH = 128,               /* maximum nesting of folders */
    WALK_PATH = 4096,               /* maximum length of a folder's path, with its NUL */
    WALK_ROOM = WALK_PATH + 1 + 256 /* the same for a file in it */
};

/* The sorted names in one folder; names of subfolders end with a slash. */
struct walk_level {
    struct folder_names names;
    size_t at;       /* index of the next name */
    size_t path_len; /* length of the folder's path, with a slash */
};

struct folder_walk {
    char *const *operands;
    int count;
    bool text; /* look for plain text files instead of HTML */

    /* private */
    int at; /* index of the next operand */
    size_t below;
    size_t depth; /* levels in use */
    struct walk_level levels[WALK_DEPTH];
    char path[WALK_ROOM];
};

/* A page, or a folder that could not be read. */
struct walk_page {
    const char *path;  /* the operand and the path below it; valid until the next call */
    const char *below; /* the part of PATH below the operand; for a file operand, its name */
    uint64_t bytes;    /* file size if known */
    const char *error; /* why a folder could not be read; NULL for a page */
};

/* Length of the file extension of NAME if it is that of a page and NAME has more than that; else 0.
 */
size_t walk_ending(const char *name, bool text);

/* Gets the next page. Before the first call everything in WALK but its public members must be zero.
 * Returns false at the end. */
bool walk_next(struct folder_walk *walk, struct walk_page *page);

void walk_deinit(struct folder_walk *walk);

#endif
