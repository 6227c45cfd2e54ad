/*
 * lines.c - in: names of files, plain or packed; out: chunks of whole lines, with their numbers.
 *
 * A chunk grows until it holds the end of a line; what was read after its last line feed begins
 * the next. So short lines come by the thousand and a long one comes alone.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli.h"
#include "input.h"
#include "io/packed.h"
#include "lines.h"

/* Room for a rest and what is read after it: short lines never need more. */
enum { CHUNK = 2 * LINES_READ };

bool lines_chunk_init(struct lines_chunk *chunk)
{
    *chunk = (struct lines_chunk){.data = malloc(CHUNK), .cap = CHUNK};
    return chunk->data != NULL;
}

void lines_chunk_reset(struct lines_chunk *chunk)
{
    chunk->len = 0;
    if (chunk->cap > LINES_KEEP) {
        char *data = realloc(chunk->data, CHUNK);

        if (data) {
            chunk->data = data;
            chunk->cap = CHUNK;
        }
    }
}

void lines_chunk_deinit(struct lines_chunk *chunk)
{
    free(chunk->data);
}

bool lines_init(struct lines *lines, char *const *files, int count, uint64_t max_line)
{
    *lines = (struct lines){
        .files = files, .count = count, .max_line = max_line, .fd = -1, .rest = malloc(LINES_READ)};
    return lines->rest != NULL;
}

static void close_file(struct lines *lines)
{
    packed_close(lines->packed);
    lines->packed = NULL;
    if (lines->fd > STDIN_FILENO)
        close(lines->fd);
    lines->fd = -1;
}

/* False at the end of the files. */
static bool open_next(struct lines *lines)
{
    while (lines->fd < 0 && lines->at < lines->count) {
        const char *file = lines->files[lines->at++];

        lines->fd = input_open(file);
        if (lines->fd >= 0 && packed_is(lines->fd) && !(lines->packed = packed_open(file))) {
            input_complain(file, errno);
            close_file(lines);
        }
        lines->unread += lines->fd < 0;
        lines->line = 0;
    }
    return lines->fd >= 0;
}

static void complain(struct lines *lines, int error)
{
    const char *file = lines->files[lines->at - 1];

    if (lines->packed)
        cli_say(input_name(file), "%s", packed_error(lines->packed));
    else
        input_complain(file, error);
    lines->unread++;
}

/* Reads some bytes to the end of CHUNK, which has room. 0: the file is over, or the pool is. */
static size_t read_some(struct lines *lines, struct lines_chunk *chunk, struct pool *pool)
{
    ssize_t got;

    do {
        if (!pool_await(pool, lines->fd)) {
            lines->at = lines->count;
            chunk->len = 0;
            return 0;
        }
        got = lines->packed ? packed_read(lines->packed, chunk->data + chunk->len, LINES_READ)
                            : read(lines->fd, chunk->data + chunk->len, LINES_READ);
    } while (got < 0 && !lines->packed && (errno == EINTR || errno == EAGAIN));
    if (got < 0)
        complain(lines, errno);
    return got > 0 ? (size_t)got : 0;
}

/* Makes room for one more read. Long lines wait until there is not too much in memory. */
static bool make_room(struct lines_chunk *chunk, struct pool *pool)
{
    size_t cap = chunk->cap;
    char *data;

    if (cap - chunk->len >= LINES_READ)
        return true;
    cap = cap > SIZE_MAX / 2 ? SIZE_MAX : cap * 2;
    if (cap > LINES_KEEP)
        pool_weigh(pool, cap); /* if the pool has stopped, read_some() sees it */
    data = realloc(chunk->data, cap);
    if (!data)
        return false;
    chunk->data = data;
    chunk->cap = cap;
    return true;
}

static void put_aside(struct lines *lines, const char *from, const char *end)
{
    lines->rest_len = (size_t)(end - from);
    memcpy(lines->rest, from, lines->rest_len);
}

/* Ends CHUNK at its last line feed at FROM or later, and puts aside what follows. Counts the lines.
 * False: there is none. */
static bool split(struct lines *lines, struct lines_chunk *chunk, size_t from)
{
    const char *end = chunk->data + chunk->len;
    const char *after = NULL;
    const char *feed = chunk->data + from;

    while ((feed = memchr(feed, '\n', (size_t)(end - feed)))) {
        after = ++feed;
        lines->line++;
        lines->number++;
    }
    if (!after)
        return false;
    put_aside(lines, after, end);
    chunk->len = (size_t)(after - chunk->data);
    return true;
}

/* Likewise for a line that is cut: ends it at the first line feed after its head. */
static bool split_cut(struct lines *lines, struct lines_chunk *chunk)
{
    const char *end = chunk->data + chunk->len;
    const char *feed = memchr(chunk->data + LINES_HEAD, '\n', chunk->len - LINES_HEAD);

    chunk->len = LINES_HEAD;
    if (!feed)
        return false;
    put_aside(lines, feed + 1, end);
    lines->line++;
    lines->number++;
    return true;
}

/* Fills CHUNK from the open file, which it closes at its end. */
static void fill(struct lines *lines, struct lines_chunk *chunk, struct pool *pool)
{
    size_t got;

    memcpy(chunk->data, lines->rest, lines->rest_len);
    chunk->len = lines->rest_len;
    lines->rest_len = 0;
    if (split(lines, chunk, 0))
        return;
    for (;;) {
        /* Where the head is all of the line so far, the next read may yet show its end. */
        if (chunk->cut == LINES_WHOLE && chunk->len > lines->max_line && chunk->len > LINES_HEAD)
            chunk->cut = LINES_TOO_LONG;
        if (chunk->cut == LINES_WHOLE && !make_room(chunk, pool))
            chunk->cut = LINES_NO_MEMORY;
        if (chunk->cut != LINES_WHOLE)
            chunk->len = LINES_HEAD;
        got = read_some(lines, chunk, pool);
        if (got == 0)
            break;
        chunk->len += got;
        if (chunk->cut == LINES_WHOLE ? split(lines, chunk, chunk->len - got)
                                      : split_cut(lines, chunk))
            return;
    }
    close_file(lines);
    if (chunk->len > 0) { /* the last line has no line feed */
        lines->line++;
        lines->number++;
    }
}

bool lines_read(struct lines *lines, struct lines_chunk *chunk, struct pool *pool)
{
    chunk->len = 0;
    chunk->cut = LINES_WHOLE;
    while (chunk->len == 0 && open_next(lines)) {
        chunk->file = lines->files[lines->at - 1];
        chunk->line = lines->line + 1;
        chunk->number = lines->number + 1;
        fill(lines, chunk, pool);
    }
    return chunk->len > 0;
}

void lines_deinit(struct lines *lines)
{
    close_file(lines);
    free(lines->rest);
}
