/*
 * output.h - where the data goes: standard output, or a file that is replaced as a whole.
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
    char *path;       /* of the file to replace; NULL: written in place */
    int folder;       /* that PATH begins in, if it is no whole one */
    bool sync;        /* PATH is on the disk before it takes its place */
    FILE *file;       /* for fprintf(), where output_write() is not used */
    /* Its code is that of the write that failed, which may have been another thread's. */
    struct io_error error;
    size_t held; /* bytes that are to be written */
    char data[OUTPUT_HELD];
};

/*
 * Opens PATH for writing, or standard output when it is NULL or "-". A regular file is written
 * beside itself and takes its place in output_close(): nobody sees a half-written file, and a
 * failure keeps the old one. After output_close() a crash of the system keeps the new one. False:
 * it cannot be opened, and output->error says why.
 */
bool output_open(struct output *output, const char *path);

/*
 * Likewise the regular file NAME in the open folder FOLDER, and no other: a symbolic link of that
 * name is replaced, not followed. SHOWN is what messages call it. With SYNC a crash of the system
 * leaves the old file or the new one, and no half of it; which of them, output_sync_folder() tells
 * the system. Without, it is faster.
 */
bool output_open_in(struct output *output, int folder, const char *name, const char *shown,
                    bool sync);

/* The names in an open folder are on the disk after this, so far as the system can do that. */
void output_sync_folder(int folder);

/* Waits where the reader told the system not to (O_NONBLOCK). Returns false when the data cannot be
 * written; after output_close(), output->error says why. */
bool output_write(struct output *output, const char *data, size_t len);

/* Hands on what is written so far. Returns false like output_write(). */
bool output_flush(struct output *output);

/*
 * Ends the output; with KEEP false a file is left as it was. Returns false when some
 * of the output is lost, and output->error says why; where a reader closed the pipe, who has seen
 * enough, it has no message.
 */
bool output_close(struct output *output, bool keep);

#endif
