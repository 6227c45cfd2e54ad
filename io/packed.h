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

/*
 * The lines of such a file. A line's memory holds until the next call.
 */
struct packed_lines {
    struct packed *packed;
    char *data;
    size_t begin, end, cap; /* what is read and not handed out yet */
    size_t max_line;        /* longer lines are skipped, and named by the return value */
    uint64_t line;          /* number of the line that the last call was about, from 1 */
    bool at_end;
};

enum packed_line {
    PACKED_END,
    PACKED_LINE,     /* *LINE, *LEN: without the line feed */
    PACKED_TOO_LONG, /* this one was skipped; there may be more */
    PACKED_BROKEN /* in this line; packed_error(lines->packed) tells; there is no more. Whole lines
                     before it were handed out */
};

/* False: FILE cannot be opened; errno says why. */
bool packed_lines_open(struct packed_lines *lines, const char *file, size_t max_line);
enum packed_line packed_lines_next(struct packed_lines *lines, char **line, size_t *len);
void packed_lines_close(struct packed_lines *lines);

#endif
