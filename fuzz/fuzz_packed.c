/*
 * fuzz_packed.c - any bytes as a file that is packed or not, read as bytes and as lines.
 */
#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

#include "fuzz.h"
#include "io/line_reader.h"
#include "io/packed.h"

enum { LINE = 300 }; /* bytes of a line */

/* Bytes that are looked at: of some inputs more than are unpacked at once. */
static size_t most;

/* A file that has these bytes. It is the same for all inputs. */
static const char *file_with(const uint8_t *data, size_t size)
{
    static char path[64];
    static int file = -1;
    if (file < 0) {
        snprintf(path, sizeof path, "%s/pith-fuzz-packed-XXXXXX",
                 access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp");
        file = mkstemp(path);
        require(file >= 0);
        unlink(path);
        snprintf(path, sizeof path, "/proc/self/fd/%d", file);
    }
    require(ftruncate(file, 0) == 0 && pwrite(file, data, size, 0) == (ssize_t)size);
    return path;
}

/* How many bytes there are, some more than `most` at most; *GOOD: the end was reached. */
static size_t read_bytes(const char *path, bool *good)
{
    static char bytes[1000];
    struct packed *packed = packed_open(path);
    size_t total = 0;
    ssize_t got;
    require(packed != NULL);
    while ((got = packed_read(packed, bytes, sizeof bytes)) > 0 && total < most) {
        require((size_t)got <= sizeof bytes);
        require(packed_progress(packed) >= 0 && packed_progress(packed) <= 1);
        total += (size_t)got;
    }
    require(got >= 0 || packed_error(packed)[0] != '\0');
    *good = got == 0;
    packed_close(packed);
    return total;
}

/* Likewise, with the line feeds; those of lines that are too long are not known. */
static size_t read_lines(const char *path, bool *good, bool *all)
{
    struct line_reader lines;
    char *line;
    size_t len, total = 0;
    uint64_t number = 0;
    enum line_got found = LINE_END;
    *all = true;
    require(line_reader_open(&lines, path, LINE));
    while (total < most && (found = line_reader_next(&lines, &line, &len)) != LINE_END &&
           found != LINE_BROKEN) {
        require(lines.line == ++number);
        if (found == LINE_TOO_LONG) {
            *all = false;
            continue;
        }
        require(len <= LINE && memchr(line, '\n', len) == NULL);
        total += len + 1;
    }
    *good = found == LINE_END;
    line_reader_close(&lines);
    return total;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    most = fuzz_does(size, 8, 0) ? 1 << 20 : 1 << 16;
    const char *path = file_with(data, size);
    bool good, lines_good, all;
    size_t bytes = read_bytes(path, &good);
    size_t lines = read_lines(path, &lines_good, &all);
    if (bytes < most / 2 && all) {
        require(good == lines_good);
        require(!good || lines == bytes || lines == bytes + 1); /* the last may have no feed */
    }
    return 0;
}
