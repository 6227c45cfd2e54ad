/*
 * output.h - writes to standard output, or to a file that is replaced atomically.
 */
#ifndef PITH_OUTPUT_H
#define PITH_OUTPUT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "io/io_error.h"

enum { OUTPUT_HELD = 8192 };

struct output {
    const char *name; /* for messages */
    char *path;       /* the file to replace; NULL: written in place */
    int folder;       /* what PATH is relative to */
    bool sync;        /* flush PATH to disk before it replaces the old file */
    FILE *file;       /* for fprintf(), as an alternative to output_write() */
    /* Its code is that of the failed write, which may have happened on another thread. */
    struct io_error error;
    size_t held; /* bytes buffered in DATA */
    char data[OUTPUT_HELD];
};

/*
 * Opens PATH for writing, or standard output if it is NULL or "-". A regular file is written under
 * a temporary name beside PATH and renamed by output_close(): nobody sees a half-written file, and
 * a failure keeps the old one. After output_close() the new file survives a system crash. On
 * failure returns false and sets output->error.
 */
bool output_open(struct output *output, const char *path);

/*
 * The same for the regular file NAME in the open folder FOLDER. A symbolic link of that name is
 * replaced, not followed. SHOWN is its name in messages. With SYNC a system crash leaves the old
 * file or the new one, never a part of it; call output_sync_folder() to make sure of the new one.
 * Without SYNC it is faster.
 */
bool output_open_in(struct output *output, int folder, const char *name, const char *shown,
                    bool sync);

/* Flushes the names in an open folder to disk, as far as the system supports that. */
void output_sync_folder(int folder);

/* Blocks even if the output is O_NONBLOCK. Returns false when the data cannot be written; after
 * output_close(), output->error says why. */
bool output_write(struct output *output, const char *data, size_t len);

/* Writes out what is buffered. Returns false like output_write(). */
bool output_flush(struct output *output);

/*
 * Closes the output. If KEEP is false a file keeps its old contents. Returns false and sets
 * output->error if some of the output was lost. The error has no message if the reader simply
 * closed the pipe.
 */
bool output_close(struct output *output, bool keep);

#endif
