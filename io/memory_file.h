/*
 * memory_file.h - a stream whose text stays in memory, for fprintf(), and which tells when some of
 * it is lost.
 *
 * open_memstream() does not, in the GNU C library: after a failed allocation it drops what was
 * written, and neither ferror() nor fclose() knows.
 */
#ifndef PITH_MEMORY_FILE_H
#define PITH_MEMORY_FILE_H

#include <stdbool.h>
#include <stdio.h>

#include "io/json_out.h"

struct memory_file {
    struct json_out out; /* after memory_file_close() its text, with a NUL behind it */
};

/* NULL: there is no memory. Then, too, MEMORY is to be deinited. */
FILE *memory_file_open(struct memory_file *memory);

/* Closes FILE; false: some of it is lost. */
bool memory_file_close(struct memory_file *memory, FILE *file);

void memory_file_deinit(struct memory_file *memory);

#endif
