/*
 * packed.h - reads a file and decompresses it on the fly: plain, gzip, xz or zstd.
 *
 * The format is detected from the first bytes, not from the name. Several concatenated streams are
 * read as one, as the usual tools do.
 */
#ifndef PITH_PACKED_H
#define PITH_PACKED_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

struct packed;

/* Opens FILE ("-" is standard input). Returns NULL if it cannot be opened (with errno set; a folder
 * cannot) or when out of memory. */
struct packed *packed_open(const char *file);

/* The same for the open file FD, from its current position. packed_close() closes it unless it is
 * standard input. Returns NULL when out of memory; FD then still belongs to the caller. */
struct packed *packed_open_fd(int fd);

/* Is FD a regular file that starts like a compressed one? Does not change the file position. */
bool packed_is(int fd);

/* Reads up to SIZE bytes into DATA. Returns their number, 0 at the end, or -1 if the file is
 * corrupt or cannot be read; see packed_error(). */
ssize_t packed_read(struct packed *packed, void *data, size_t size);

/* What went wrong, in a few words such as "truncated xz data". */
const char *packed_error(const struct packed *packed);

/* The fraction of the file read so far, 0 to 1; 0 if its size is unknown, as for a pipe. */
double packed_progress(const struct packed *packed);

void packed_close(struct packed *packed);

#endif
