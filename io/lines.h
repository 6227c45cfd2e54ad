/*
 * lines.h - the lines of some files, one file after the other, in chunks of whole lines.
 *
 * This is the one reader of lines. The pool's threads take its chunks; line_reader.h gives the
 * lines of one file, one by one.
 */
#ifndef PITH_LINES_H
#define PITH_LINES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "io/io_error.h"
#include "io/pool.h"

enum {
    LINES_READ = 256 << 10, /* bytes read at once */
    LINES_KEEP = 4 << 20,   /* bytes that a chunk keeps when it is used again */
    LINES_HEAD = 64 << 10   /* bytes that are left of a line that is cut */
};

/* Why there is less of a line than the file has. */
enum lines_cut { LINES_WHOLE, LINES_TOO_LONG, LINES_NO_MEMORY };

/* What becomes of a line that is too long. */
enum lines_long {
    LINES_CUT,  /* its head alone is handed out */
    LINES_SPLIT /* it is handed out in pieces, between two words if there are any */
};

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
    uint64_t max_line; /* a line longer than this, and than LINES_HEAD, is too long */
    enum lines_long too_long;
    bool unpack_pipes;     /* look at the first bytes of a pipe, too, and wait for these */
    int unread;            /* files that could not be read, or not to their end */
    struct io_error error; /* of the last of them */

    /* private */
    int at;                /* number of the next file */
    int fd;                /* of the file being read; -1: none */
    struct packed *packed; /* unpacks that file; NULL: it is plain */
    uint64_t line, number; /* lines handed out, of this file and of all */
    char *rest;            /* read already, for the next chunk */
    size_t rest_len;
    uint64_t size, taken; /* bytes of the file being read: all, and those read so far */
    uint64_t done, whole; /* bytes of the files before it, and of all */
};

bool lines_init(struct lines *lines, char *const *files, int count, uint64_t max_line);

enum lines_got {
    LINES_END,   /* there are no more, or the pool has stopped */
    LINES_SOME,  /* in CHUNK */
    LINES_FAILED /* a file could not be read, or not to its end; lines->error tells. CHUNK has what
                    was read of the line at hand, or nothing. There may be other files */
};

/*
 * Fills CHUNK with lines as soon as there are some; it does not wait for more than one. POOL, where
 * it is not NULL, is told of the memory that long lines take, and can end the waiting for a pipe.
 */
enum lines_got lines_read(struct lines *lines, struct lines_chunk *chunk, struct pool *pool);

/* Opens the first file, which else the first lines_read() does. False: lines->error tells. */
bool lines_open(struct lines *lines);

/* The share of all bytes of the files that is read, 0 to 1; what is in pipes is not counted. */
double lines_progress(const struct lines *lines);

void lines_deinit(struct lines *lines);

#endif
