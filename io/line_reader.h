/*
 * line_reader.h - reads the lines of one file, plain or compressed, one at a time.
 */
#ifndef PITH_LINE_READER_H
#define PITH_LINE_READER_H

#include "io/lines.h"

/* Must not move in memory while it is open. */
struct line_reader {
    uint64_t line;         /* number of the line that the last call was about, from 1 */
    struct io_error error; /* with a short message such as "truncated xz data" */

    /* private */
    char *file;
    struct lines lines;
    struct lines_chunk chunk;
    size_t at; /* bytes of the chunk already returned */
    bool failed, ended;
};

enum line_got {
    LINE_END,
    LINE_READ,     /* *LINE and *LEN are set, without the line feed; valid until the next call */
    LINE_TOO_LONG, /* this line was skipped; there may be more */
    LINE_BROKEN /* the file failed in this line (see reader->error) and nothing follows; the whole
                   lines before it were returned */
};

/* Opens FILE ("-" is standard input). Returns false with errno set if that fails, also for a
 * folder. A line of more than MAX_LINE bytes is too long. */
bool line_reader_open(struct line_reader *reader, const char *file, size_t max_line);
enum line_got line_reader_next(struct line_reader *reader, char **line, size_t *len);

/* The fraction of the file read so far, 0 to 1; 0 if its size is unknown, as for a pipe. */
double line_reader_progress(const struct line_reader *reader);

void line_reader_close(struct line_reader *reader);

#endif
