/*
 * packed.c - in: a file, plain or compressed; out: its decompressed bytes.
 *
 * Each format is a function that consumes bytes read so far and produces decompressed ones.
 * Whenever there are bytes to consume or the file has ended, it must consume or produce something,
 * or find the end or an error. This guarantees that reading terminates.
 */
#include "io/packed.h"

#include <errno.h>
#include <lzma.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>
#include <zstd.h>
#include <zstd_errors.h>

#include "io/input.h"

enum {
    READ_SIZE = 256 << 10, /* bytes read from the file at once */
    MAGIC_SIZE = 6,        /* bytes that identify the format */
    ZSTD_WINDOW_LOG = 31   /* the largest window of zstd --ultra --long=31 */
};
#define XZ_MEMORY (UINT64_C(1) << 30) /* memory limit for an xz dictionary */

struct packed {
    int fd;
    bool known;              /* the format has been detected */
    bool in_over;            /* the file has no more bytes than those in IN */
    bool over;               /* nothing is left to decompress */
    bool inside;             /* within a gzip member or a zstd frame */
    size_t in_begin, in_end; /* bytes read and not yet decompressed */
    uint64_t taken, size;    /* bytes of the file: read so far, and in total (0: unknown) */
    const char *error;       /* NULL: none so far */
    size_t (*unpack)(struct packed *packed, unsigned char *out, size_t size);
    z_stream gzip;
    lzma_stream xz;
    ZSTD_DStream *zstd;
    unsigned char in[READ_SIZE];
};

static bool starved(const struct packed *packed)
{
    return packed->in_begin == packed->in_end && packed->in_over;
}

/* ---------------------------------------------------------------- formats */

static size_t unpack_plain(struct packed *packed, unsigned char *out, size_t size)
{
    size_t len = packed->in_end - packed->in_begin;
    if (len > size)
        len = size;
    memcpy(out, packed->in + packed->in_begin, len);
    packed->in_begin += len;
    packed->over = starved(packed);
    return len;
}

/* Moves on to the next member, skipping the zeros that pad a tape block. Returns false if there is
 * none, or if more must be read first. */
static bool begin_gzip_member(struct packed *packed)
{
    while (packed->in_begin < packed->in_end && packed->in[packed->in_begin] == 0)
        packed->in_begin++;
    packed->over = starved(packed);
    if (packed->in_begin == packed->in_end)
        return false;
    packed->inside = inflateReset(&packed->gzip) == Z_OK;
    return packed->inside;
}

static size_t unpack_gzip(struct packed *packed, unsigned char *out, size_t size)
{
    z_stream *gzip = &packed->gzip;
    if (!packed->inside && !begin_gzip_member(packed))
        return 0;
    gzip->next_in = packed->in + packed->in_begin;
    gzip->avail_in = (uInt)(packed->in_end - packed->in_begin);
    gzip->next_out = out;
    gzip->avail_out = size > READ_SIZE ? READ_SIZE : (uInt)size;
    int status = inflate(gzip, Z_NO_FLUSH);
    packed->in_begin = packed->in_end - gzip->avail_in;
    size_t got = (size_t)(gzip->next_out - out);
    if (status == Z_STREAM_END)
        packed->inside = false;
    else if (status == Z_MEM_ERROR)
        packed->error = "not enough memory to decompress it";
    else if (status != Z_OK && status != Z_BUF_ERROR)
        packed->error = "corrupt gzip data";
    else if (got == 0 && starved(packed))
        packed->error = "truncated gzip data";
    return got;
}

static size_t unpack_xz(struct packed *packed, unsigned char *out, size_t size)
{
    lzma_stream *xz = &packed->xz;
    xz->next_in = packed->in + packed->in_begin;
    xz->avail_in = packed->in_end - packed->in_begin;
    xz->next_out = out;
    xz->avail_out = size;
    lzma_ret status = lzma_code(xz, packed->in_over ? LZMA_FINISH : LZMA_RUN);
    packed->in_begin = packed->in_end - xz->avail_in;
    size_t got = size - xz->avail_out;
    if (status == LZMA_STREAM_END)
        packed->over = true;
    else if (status == LZMA_MEM_ERROR)
        packed->error = "not enough memory to decompress it";
    else if (status == LZMA_MEMLIMIT_ERROR)
        packed->error = "xz data that needs more than 1 GiB of memory to decompress";
    else if (status != LZMA_OK && status != LZMA_BUF_ERROR)
        packed->error = "corrupt xz data";
    else if (got == 0 && starved(packed))
        packed->error = "truncated xz data";
    return got;
}

static size_t unpack_zstd(struct packed *packed, unsigned char *out, size_t size)
{
    ZSTD_inBuffer from = {packed->in, packed->in_end, packed->in_begin};
    ZSTD_outBuffer to = {out, size, 0};
    if (!packed->inside && starved(packed)) {
        packed->over = true;
        return 0;
    }
    size_t status = ZSTD_decompressStream(packed->zstd, &to, &from);
    packed->in_begin = from.pos;
    packed->inside = status != 0;
    if (ZSTD_getErrorCode(status) == ZSTD_error_memory_allocation)
        packed->error = "not enough memory to decompress it";
    else if (ZSTD_isError(status))
        packed->error = "corrupt zstd data";
    else if (packed->inside && to.pos == 0 && starved(packed))
        packed->error = "truncated zstd data";
    return to.pos;
}

/* ---------------------------------------------------------------- opening */

struct packed *packed_open_fd(int fd)
{
    struct packed *packed = malloc(sizeof *packed);
    struct stat facts;
    if (packed == NULL)
        return NULL;
    memset(packed, 0, offsetof(struct packed, in));
    packed->xz = (lzma_stream)LZMA_STREAM_INIT;
    packed->fd = fd;
    if (fstat(fd, &facts) == 0 && S_ISREG(facts.st_mode))
        packed->size = (uint64_t)facts.st_size;
    return packed;
}

struct packed *packed_open(const char *file)
{
    int fd = input_open(file);
    struct packed *packed = fd >= 0 ? packed_open_fd(fd) : NULL;
    int why = errno;
    if (packed == NULL && fd > STDIN_FILENO)
        close(fd);
    errno = why;
    return packed;
}

/* Reads more bytes into IN, which has room. */
static void fill(struct packed *packed)
{
    ssize_t got;
    while ((got = read(packed->fd, packed->in + packed->in_end, READ_SIZE - packed->in_end)) < 0) {
        if (errno == EAGAIN ||
            errno == EWOULDBLOCK) /* O_NONBLOCK, set by another user of the file */
            poll(&(struct pollfd){.fd = packed->fd, .events = POLLIN}, 1, -1);
        else if (errno != EINTR)
            break;
    }
    if (got < 0)
        packed->error = strerror(errno);
    packed->in_over = got <= 0;
    packed->in_end += got > 0 ? (size_t)got : 0;
    packed->taken += got > 0 ? (uint64_t)got : 0;
}

enum kind { PLAIN, GZIP, XZ, ZSTD };

/* Detects the format from the first bytes of a file. */
static enum kind kind_of(const unsigned char *bytes, size_t len)
{
    if (len >= 2 && memcmp(bytes, "\x1F\x8B", 2) == 0)
        return GZIP;
    if (len >= MAGIC_SIZE && memcmp(bytes, "\xFD\x37zXZ", MAGIC_SIZE) == 0)
        return XZ;
    if (len >= 4 && (memcmp(bytes, "\x28\xB5\x2F\xFD", 4) == 0 ||
                     ((bytes[0] & 0xF0) == 0x50 && /* a skippable frame */
                      memcmp(bytes + 1, "\x2A\x4D\x18", 3) == 0)))
        return ZSTD;
    return PLAIN;
}

bool packed_is(int fd)
{
    unsigned char bytes[MAGIC_SIZE];
    struct stat facts;
    ssize_t got = fstat(fd, &facts) == 0 && S_ISREG(facts.st_mode)
                      ? pread(fd, bytes, sizeof bytes, lseek(fd, 0, SEEK_CUR))
                      : 0;
    return got > 0 && kind_of(bytes, (size_t)got) != PLAIN;
}

/* Detects the format and chooses the decompressor. */
static void find_kind(struct packed *packed)
{
    bool ready = true;
    while (packed->in_end < MAGIC_SIZE && !packed->in_over && packed->error == NULL)
        fill(packed);
    packed->known = true;
    switch (kind_of(packed->in, packed->in_end)) {
    case GZIP:
        packed->unpack = unpack_gzip;
        ready = inflateInit2(&packed->gzip, 16 + MAX_WBITS) == Z_OK;
        break;
    case XZ:
        packed->unpack = unpack_xz;
        ready = lzma_stream_decoder(&packed->xz, XZ_MEMORY, LZMA_CONCATENATED) == LZMA_OK;
        break;
    case ZSTD:
        packed->unpack = unpack_zstd;
        packed->zstd = ZSTD_createDStream();
        ready = packed->zstd != NULL &&
                !ZSTD_isError(ZSTD_DCtx_setParameter(packed->zstd, ZSTD_d_windowLogMax,
                                                     sizeof(size_t) > 4 ? ZSTD_WINDOW_LOG : 30));
        break;
    case PLAIN:
        packed->unpack = unpack_plain;
    }
    if (!ready)
        packed->error = "not enough memory to decompress it";
}

/* ---------------------------------------------------------------- reading */

ssize_t packed_read(struct packed *packed, void *data, size_t size)
{
    if (!packed->known)
        find_kind(packed);
    if (size == 0)
        return 0;
    while (packed->error == NULL && !packed->over) {
        if (packed->in_begin == packed->in_end && !packed->in_over) {
            packed->in_begin = packed->in_end = 0;
            fill(packed);
            if (packed->error != NULL)
                break;
        }
        size_t got = packed->unpack(packed, data, size);
        if (got > 0) /* an error after these bytes is reported by the next call */
            return (ssize_t)got;
    }
    return packed->error != NULL ? -1 : 0;
}

const char *packed_error(const struct packed *packed)
{
    return packed->error != NULL ? packed->error : "";
}

double packed_progress(const struct packed *packed)
{
    if (packed->size == 0)
        return 0;
    double share = (double)packed->taken / (double)packed->size;
    return share < 1 ? share : 1;
}

void packed_close(struct packed *packed)
{
    if (packed == NULL)
        return;
    if (packed->unpack == unpack_gzip)
        inflateEnd(&packed->gzip);
    lzma_end(&packed->xz);
    ZSTD_freeDStream(packed->zstd);
    if (packed->fd > STDIN_FILENO)
        close(packed->fd);
    free(packed);
}
