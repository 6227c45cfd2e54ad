/*
 * line_reader.h - the lines of one file, plain or packed, one by one.
 */
#ifndef PITH_LINE_READER_H
#define PITH_LINE_READER_H

#include "io/lines.h"

/* It stays in its place in memory while it is open. */
struct line_reader {
    uint64_t line;         /* number of the line that the last call was about, from 1 */
    struct io_error error; /* its message is short: "truncated xz data" */

    /* private */
    char *file;
    struct lines lines;
    struct lines_chunk chunk;
    size_t at; /* bytes of the chunk that are handed out */
    bool failed, ended;
};

enum line_got {
    LINE_END,
    LINE_READ,     /* *LINE, *LEN: without the line feed; the memory holds until the next call */
    LINE_TOO_LONG, /* this one was skipped; there may be more */
    LINE_BROKEN /* in this line; reader->error tells; there is no more. Whole lines before it were
                   handed out */
};

/* False: FILE cannot be opened ("-" is standard input); errno says why, a folder cannot. A line of
 * more than MAX_LINE bytes is too long. */
bool line_reader_open(struct line_reader *reader, const char *file, size_t max_line);
enum line_got line_reader_next(struct line_reader *reader, char **line, size_t *len);

/* The share of the file that is read, 0 to 1; 0 where its size is not known, as of a pipe. */
double line_reader_progress(const struct line_reader *reader);

void line_reader_close(struct line_reader *reader);

#endif
