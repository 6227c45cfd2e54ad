/*
 * lines.h - the lines of some files, one file after the other, in chunks of whole lines.
 */
#ifndef PITH_LINES_H
#define PITH_LINES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "pool.h"

enum {
    LINES_READ = 256 << 10, /* bytes read at once */
    LINES_KEEP = 4 << 20,   /* bytes that a chunk keeps when it is used again */
    LINES_HEAD = 64 << 10   /* bytes that are left of a line that is cut */
};

/* Why there is less of a line than the file has. */
enum lines_cut { LINES_WHOLE, LINES_TOO_LONG, LINES_NO_MEMORY };

/* Some whole lines of one file. Each ends with a line feed, but perhaps for the file's last. */
struct lines_chunk {
    char *data;
    size_t len;
    size_t cap;
    const char *file;   /* that they are from, as the user named it */
    uint64_t line;      /* number of the first in that file, from 1 */
    uint64_t number;    /* number of the first among the lines of all files, from 1 */
    enum lines_cut cut; /* if not LINES_WHOLE, the chunk is the head of one line */
};

bool lines_chunk_init(struct lines_chunk *chunk);

/* Empties it, and gives memory back that an unusually long line took. */
void lines_chunk_reset(struct lines_chunk *chunk);

void lines_chunk_deinit(struct lines_chunk *chunk);

struct lines {
    char *const *files; /* - is standard input */
    int count;
    uint64_t max_line; /* a line longer than this is cut */
    int unread;        /* files that could not be read, or not to their end */

    /* private */
    int at;                /* number of the next file */
    int fd;                /* of the file being read; -1: none */
    struct packed *packed; /* unpacks that file; NULL: it is plain */
    uint64_t line, number; /* lines handed out, of this file and of all */
    char *rest;            /* read already, for the next chunk */
    size_t rest_len;
};

bool lines_init(struct lines *lines, char *const *files, int count, uint64_t max_line);

/*
 * Fills CHUNK with lines as soon as there are some; it does not wait for more than one. A file that
 * cannot be read is named and left out. False: there are no more, or the pool has stopped.
 */
bool lines_read(struct lines *lines, struct lines_chunk *chunk, struct pool *pool);

void lines_deinit(struct lines *lines);

#endif
