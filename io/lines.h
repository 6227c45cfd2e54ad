/*
 * lines.h - reads the lines of several files, one file after the other, in chunks of whole lines.
 *
 * All reading of lines goes through here. The pool's threads take chunks; line_reader.h returns the
 * lines of one file one at a time.
 */
#ifndef PITH_LINES_H
#define PITH_LINES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "io/io_error.h"
#include "io/pool.h"

enum {
    LINES_READ = 256 << 10, /* bytes per read */
    LINES_KEEP = 4 << 20,   /* bytes a chunk keeps for reuse */
    LINES_HEAD = 64 << 10   /* bytes kept of a line that is cut */
};

/* Why a line is incomplete. */
enum lines_cut { LINES_WHOLE, LINES_TOO_LONG, LINES_NO_MEMORY };

/* What to do with a line that is too long. */
enum lines_long {
    LINES_CUT,  /* return only its head */
    LINES_SPLIT /* return it in pieces, split between words where possible */
};

/* Whole lines of one file. Each ends with a line feed, except perhaps the last line of the file. */
struct lines_chunk {
    char *data;
    size_t len;
    size_t cap;
    const char *file;   /* the file they are from, as the user named it */
    uint64_t line;      /* number of the first line in that file, from 1 */
    uint64_t number;    /* number of the first line over all files, from 1 */
    enum lines_cut cut; /* unless LINES_WHOLE, the chunk is the head of one line */
};

bool lines_chunk_init(struct lines_chunk *chunk);

/* Empties the chunk and releases the memory that an unusually long line took. */
void lines_chunk_reset(struct lines_chunk *chunk);

void lines_chunk_deinit(struct lines_chunk *chunk);

struct lines {
    char *const *files; /* - is standard input */
    int count;
    uint64_t max_line; /* a line longer than this and than LINES_HEAD is too long */
    enum lines_long too_long;
    bool unpack_pipes; /* also check the first bytes of a pipe for compression, and wait for them */
    int unread;        /* files that could not be read to the end */
    struct io_error error; /* of the last such file */

    /* private */
    int at;                /* index of the next file */
    int fd;                /* of the current file; -1: none */
    struct packed *packed; /* decompresses the current file; NULL: it is plain */
    uint64_t line, number; /* lines returned so far, of this file and of all */
    char *rest;            /* already read, for the next chunk */
    size_t rest_len;
    uint64_t size, taken; /* bytes of the current file: in total, and read so far */
    uint64_t done, whole; /* bytes of the files before it, and of all files */
};

bool lines_init(struct lines *lines, char *const *files, int count, uint64_t max_line);

enum lines_got {
    LINES_END,   /* no more lines, or the pool has stopped */
    LINES_SOME,  /* in CHUNK */
    LINES_FAILED /* a file could not be read to the end; see lines->error. CHUNK has what was read
                    of the current line, if anything. More files may follow */
};

/* Fills CHUNK as soon as at least one line is available. POOL, if not NULL, accounts for the memory
 * of long lines and can interrupt waiting for a pipe. */
enum lines_got lines_read(struct lines *lines, struct lines_chunk *chunk, struct pool *pool);

/* Opens the first file, which otherwise the first lines_read() does. On failure returns false and
 * sets lines->error. */
bool lines_open(struct lines *lines);

/* The fraction of all files' bytes read so far, 0 to 1; pipes are not counted. */
double lines_progress(const struct lines *lines);

void lines_deinit(struct lines *lines);

#endif
