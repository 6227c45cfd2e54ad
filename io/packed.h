/*
 * packed.h - the bytes of a file, unpacked on the way: plain, gzip, xz or zstd.
 *
 * The first bytes tell which it is, whatever the name says. Several packed streams one after the
 * other are read as one, as the usual tools do.
 */
#ifndef PITH_PACKED_H
#define PITH_PACKED_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

struct packed;

/* Opens FILE ("-" is standard input). NULL: it cannot be opened (errno says why; a folder cannot)
 * or there is no memory for it. */
struct packed *packed_open(const char *file);

/* Likewise the open file FD, from where it stands; packed_close() closes it, but for standard
 * input. NULL: there is no memory, and FD is the caller's still. */
struct packed *packed_open_fd(int fd);

/* Whether FD is a file on a disk whose first bytes are those of a packed one. Nothing is read away.
 */
bool packed_is(int fd);

/* Reads up to SIZE bytes into DATA. Returns how many, 0 at the end, -1 when the file is broken or
 * cannot be read: packed_error() tells. */
ssize_t packed_read(struct packed *packed, void *data, size_t size);

/* What is wrong, in a few words for people, such as "truncated xz data". */
const char *packed_error(const struct packed *packed);

/* The share of the file that is read, 0 to 1; 0 where its size is not known, as of a pipe. */
double packed_progress(const struct packed *packed);

void packed_close(struct packed *packed);

#endif
