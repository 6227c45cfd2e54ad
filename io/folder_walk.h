/*
 * folder_walk.h - the pages in files and folders, one after the other.
 *
 * Operands come in the order in which they are named, what is below a folder in the order of the
 * bytes of its path. Only the names in a folder and in those above it are in memory.
 */
#ifndef PITH_FOLDER_WALK_H
#define PITH_FOLDER_WALK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "io/folder_names.h"

enum {
    WALK_DEPTH = 128,               /* folders in folders */
    WALK_PATH = 4096,               /* bytes of the path of a folder, with its NUL */
    WALK_ROOM = WALK_PATH + 1 + 256 /* and of a file in it */
};

/* The names in a folder, in order; those of folders end with a slash. */
struct walk_level {
    struct folder_names names;
    size_t at;       /* number of the next */
    size_t path_len; /* of the folder, with a slash */
};

struct folder_walk {
    char *const *operands;
    int count;
    bool text; /* files of plain text are pages, and not those of HTML */

    /* private */
    int at; /* number of the next operand */
    size_t below;
    size_t depth; /* levels in use */
    struct walk_level levels[WALK_DEPTH];
    char path[WALK_ROOM];
};

/* A page, or a folder that cannot be read. */
struct walk_page {
    const char *path;  /* the operand, and what is below it; valid until the next call */
    const char *below; /* the part of it below the operand; of a file that is named, its name */
    uint64_t bytes;    /* as far as is known */
    const char *error; /* of a folder: what is wrong; else NULL */
};

/* Length of the ending of NAME if it is one of a page, and there is more to NAME; else 0. */
size_t walk_ending(const char *name, bool text);

/* Gives the next page. Everything of WALK but its first members is zero at the start. False: there
 * are no more. */
bool walk_next(struct folder_walk *walk, struct walk_page *page);

void walk_deinit(struct folder_walk *walk);

#endif
