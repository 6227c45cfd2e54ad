/*
 * line_reader.c - in: a file; out: its lines one at a time, from the chunks of lines.h.
 */
#include "io/line_reader.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

bool line_reader_open(struct line_reader *reader, const char *file, size_t max_line)
{
    bool good;
    int why;

    *reader = (struct line_reader){.file = strdup(file)};
    good = lines_init(&reader->lines, &reader->file, reader->file ? 1 : 0, max_line);
    reader->lines.unpack_pipes = true;
    good = lines_chunk_init(&reader->chunk) && good && reader->file;
    why = ENOMEM;
    if (good && !lines_open(&reader->lines)) {
        good = false;
        why = reader->lines.error.code;
    }
    if (good)
        return true;
    line_reader_close(reader);
    errno = why;
    return false;
}

void line_reader_close(struct line_reader *reader)
{
    lines_deinit(&reader->lines);
    lines_chunk_deinit(&reader->chunk);
    free(reader->file);
    *reader = (struct line_reader){.lines.fd = -1, .ended = true};
}

double line_reader_progress(const struct line_reader *reader)
{
    return lines_progress(&reader->lines);
}

/* The rest of the file cannot be read: returns what there is of the current line. */
static enum line_got give_up(struct line_reader *reader, char **line, size_t *len)
{
    const struct io_error *error = &reader->lines.error;

    if (reader->failed)
        io_fail(&reader->error, error->code, reader->file, "%s",
                error->code ? strerror(error->code) : error->message);
    else
        io_fail(&reader->error, ENOMEM, reader->file, "not enough memory for this line");
    reader->ended = true;
    *line = reader->chunk.len > 0 ? reader->chunk.data : NULL;
    *len = reader->chunk.len;
    return LINE_BROKEN;
}

/* Gets the next chunk. It is not empty unless reading the file failed. */
static bool get_chunk(struct line_reader *reader)
{
    enum lines_got got = lines_read(&reader->lines, &reader->chunk, NULL);

    reader->at = 0;
    reader->failed = got == LINES_FAILED;
    return got != LINES_END;
}

enum line_got line_reader_next(struct line_reader *reader, char **line, size_t *len)
{
    struct lines_chunk *chunk = &reader->chunk;
    char *feed;
    size_t left;

    *line = NULL;
    *len = 0;
    if (reader->ended)
        return LINE_END;
    if (reader->at == chunk->len && !get_chunk(reader)) {
        reader->ended = true;
        return LINE_END;
    }
    reader->line++;
    if (reader->failed || chunk->cut == LINES_NO_MEMORY)
        return give_up(reader, line, len);
    left = chunk->len - reader->at;
    *line = chunk->data + reader->at;
    feed = memchr(*line, '\n', left);
    *len = feed ? (size_t)(feed - *line) : left;
    reader->at += feed ? *len + 1 : left;
    return chunk->cut != LINES_WHOLE || *len > reader->lines.max_line ? LINE_TOO_LONG : LINE_READ;
}
