/*
 * memory_file.h - a stdio stream that writes to memory and reports when data is lost.
 *
 * open_memstream() does not, in the GNU C library: after a failed allocation it drops what was
 * written, and neither ferror() nor fclose() notices.
 */
#ifndef PITH_MEMORY_FILE_H
#define PITH_MEMORY_FILE_H

#include <stdbool.h>
#include <stdio.h>

#include "io/json_out.h"

struct memory_file {
    struct json_out out; /* after memory_file_close(): its text, NUL-terminated */
};

/* Returns NULL when out of memory; MEMORY must be deinitialized even then. */
FILE *memory_file_open(struct memory_file *memory);

/* Closes FILE. Returns false if some of the text was lost. */
bool memory_file_close(struct memory_file *memory, FILE *file);

void memory_file_deinit(struct memory_file *memory);

#endif
