/*
 * lines.c - in: names of files, plain or compressed; out: chunks of whole lines, with line numbers.
 *
 * A chunk grows until it holds the end of a line; what was read after its last line feed begins the
 * next chunk. So short lines come by the thousand and a long one comes alone.
 */
#include "io/lines.h"

#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "io/input.h"
#include "io/packed.h"

/* Room for leftover bytes plus one read: enough for short lines. */
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

static uint64_t size_of(const char *file)
{
    struct stat info;
    bool known = strcmp(file, "-") == 0 ? fstat(STDIN_FILENO, &info) == 0 : stat(file, &info) == 0;

    return known && S_ISREG(info.st_mode) && info.st_size > 0 ? (uint64_t)info.st_size : 0;
}

bool lines_init(struct lines *lines, char *const *files, int count, uint64_t max_line)
{
    *lines = (struct lines){
        .files = files, .count = count, .max_line = max_line, .fd = -1, .rest = malloc(LINES_READ)};
    for (int i = 0; i < count; i++)
        lines->whole += size_of(files[i]);
    return lines->rest != NULL;
}

double lines_progress(const struct lines *lines)
{
    double now = lines->packed     ? packed_progress(lines->packed) * (double)lines->size
                 : lines->size > 0 ? (double)lines->taken
                                   : 0;
    double share = lines->whole > 0 ? ((double)lines->done + now) / (double)lines->whole : 0;

    return share < 1 ? share : 1;
}

/* ------------------------------------------------------------------- files */

static void close_file(struct lines *lines)
{
    if (lines->packed)
        packed_close(lines->packed);
    else if (lines->fd > STDIN_FILENO)
        close(lines->fd);
    lines->packed = NULL;
    lines->fd = -1;
    lines->done += lines->size;
    lines->size = 0;
}

/* Sets up decompression if the open file is compressed. Returns false when out of memory. */
static bool unpack(struct lines *lines)
{
    struct stat info;
    bool pipe = lines->unpack_pipes && fstat(lines->fd, &info) == 0 && !S_ISREG(info.st_mode);

    if (pipe || packed_is(lines->fd))
        lines->packed = packed_open_fd(lines->fd);
    else
        return true;
    return lines->packed != NULL;
}

bool lines_open(struct lines *lines)
{
    const char *file = lines->files[lines->at++];

    lines->line = lines->taken = 0;
    lines->size = size_of(file);
    lines->fd = input_open(file);
    if (lines->fd >= 0 && unpack(lines))
        return true;
    input_fail(&lines->error, file, lines->fd < 0 ? errno : ENOMEM);
    close_file(lines);
    lines->unread++;
    return false;
}

static void fail(struct lines *lines, int code)
{
    const char *file = lines->files[lines->at - 1];

    if (lines->packed)
        io_fail(&lines->error, 0, input_name(file), "%s", packed_error(lines->packed));
    else
        input_fail(&lines->error, file, code);
    lines->unread++;
}

/* ----------------------------------------------------------------- reading */

/* Waits for input from the open file. Returns false if the pool has stopped. */
static bool await(const struct lines *lines, struct pool *pool)
{
    if (lines->packed) /* it may have bytes buffered, and does its own waiting */
        return true;
    if (pool)
        return pool_await(pool, lines->fd);
    poll(&(struct pollfd){.fd = lines->fd, .events = POLLIN}, 1, -1);
    return true;
}

/* Reads some bytes onto the end of CHUNK, which has room. Returns 0 at the end of the file or if
 * the pool has stopped. */
static size_t read_some(struct lines *lines, struct lines_chunk *chunk, struct pool *pool)
{
    ssize_t got;

    do {
        if (!await(lines, pool)) {
            lines->at = lines->count;
            chunk->len = 0;
            return 0;
        }
        got = lines->packed ? packed_read(lines->packed, chunk->data + chunk->len, LINES_READ)
                            : read(lines->fd, chunk->data + chunk->len, LINES_READ);
    } while (got < 0 && !lines->packed && (errno == EINTR || errno == EAGAIN));
    if (got < 0)
        fail(lines, errno);
    lines->taken += got > 0 ? (uint64_t)got : 0;
    return got > 0 ? (size_t)got : 0;
}

/* Makes room for one more read. For a long line, waits until less memory is in use. */
static bool make_room(struct lines_chunk *chunk, struct pool *pool)
{
    size_t cap = chunk->cap;
    char *data;

    if (cap - chunk->len >= LINES_READ)
        return true;
    cap = cap > SIZE_MAX / 2 ? SIZE_MAX : cap * 2;
    if (pool && cap > LINES_KEEP)
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

/* Ends CHUNK after its last line feed at FROM or later, puts the rest aside, and counts the lines.
 * Returns false if there is no line feed. */
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

/* The same for a cut line: ends it at the first line feed after its head. */
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

/* Where to split a long line of which LEN bytes are read: after its last blank, else between two
 * characters. What is left over must fit in the buffer for it. */
static size_t find_end(const char *data, size_t len)
{
    const size_t least = len - LINES_READ;
    size_t at = len;

    while (at > least && (unsigned char)data[at - 1] > ' ')
        at--;
    if (at > least)
        return at;
    for (at = len; at > len - 4 && ((unsigned char)data[at - 1] & 0xC0) == 0x80;)
        at--;
    return (unsigned char)data[at - 1] >= 0xC0 ? at - 1 : len;
}

/* Ends CHUNK after a piece of a line that is too long. */
static void end_piece(struct lines *lines, struct lines_chunk *chunk)
{
    size_t len = find_end(chunk->data, chunk->len);

    put_aside(lines, chunk->data + len, chunk->data + chunk->len);
    chunk->len = len;
}

/* Is the line in CHUNK too long, as far as it has been read? */
static bool is_too_long(const struct lines *lines, const struct lines_chunk *chunk)
{
    /* If only the head has been read so far, the next read may still show the line's end. */
    return chunk->cut == LINES_WHOLE && chunk->len > lines->max_line && chunk->len > LINES_HEAD;
}

/* Fills CHUNK from the open file and closes that at its end. */
static void fill(struct lines *lines, struct lines_chunk *chunk, struct pool *pool)
{
    size_t got;

    memcpy(chunk->data, lines->rest, lines->rest_len);
    chunk->len = lines->rest_len;
    lines->rest_len = 0;
    if (split(lines, chunk, 0))
        return;
    for (;;) {
        if (is_too_long(lines, chunk) && lines->too_long == LINES_SPLIT &&
            chunk->len > LINES_READ) {
            end_piece(lines, chunk);
            return;
        }
        if (is_too_long(lines, chunk) && lines->too_long == LINES_CUT)
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

enum lines_got lines_read(struct lines *lines, struct lines_chunk *chunk, struct pool *pool)
{
    int unread = lines->unread;

    chunk->len = 0;
    chunk->cut = LINES_WHOLE;
    while (chunk->len == 0 && (lines->fd >= 0 || lines->at < lines->count)) {
        if (lines->fd < 0 && !lines_open(lines))
            return LINES_FAILED;
        chunk->file = lines->files[lines->at - 1];
        chunk->line = lines->line + 1;
        chunk->number = lines->number + 1;
        fill(lines, chunk, pool);
        if (lines->unread > unread)
            return LINES_FAILED;
    }
    return chunk->len > 0 ? LINES_SOME : LINES_END;
}

void lines_deinit(struct lines *lines)
{
    close_file(lines);
    free(lines->rest);
}
