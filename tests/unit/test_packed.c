/*
 * test_packed.c - packed files: every kind, several in one, cut off, damaged; and lines.
 */
#include <errno.h>
#include <fcntl.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <lzma.h>
#include <zlib.h>
#include <zstd.h>

#include "folder.h"
#include "io/line_reader.h"
#include "io/packed.h"
#include "scarce.h"

#include <cmocka.h>

static struct folder folder;

static int make_folder(void **state)
{
    (void)state;
    folder_make(&folder);
    return 0;
}

static int remove_folder(void **state)
{
    (void)state;
    folder_remove(&folder);
    return 0;
}

/* ---------------------------------------------------------------- packing */

struct bytes {
    unsigned char data[2000];
    size_t len;
};

static void pack_plain(struct bytes *out, const void *data, size_t len)
{
    if (len > 0)
        memcpy(out->data + out->len, data, len);
    out->len += len;
}

static void pack_gzip(struct bytes *out, const void *data, size_t len)
{
    z_stream stream = {0};
    assert_int_equal(deflateInit2(&stream, 6, Z_DEFLATED, 16 + MAX_WBITS, 8, Z_DEFAULT_STRATEGY),
                     Z_OK);
    stream.next_in = (unsigned char *)(uintptr_t)data;
    stream.avail_in = (uInt)len;
    stream.next_out = out->data + out->len;
    stream.avail_out = (uInt)(sizeof out->data - out->len);
    assert_int_equal(deflate(&stream, Z_FINISH), Z_STREAM_END);
    out->len = sizeof out->data - stream.avail_out;
    deflateEnd(&stream);
}

static void pack_xz(struct bytes *out, const void *data, size_t len)
{
    assert_int_equal(lzma_easy_buffer_encode(1, LZMA_CHECK_CRC64, NULL, data, len, out->data,
                                             &out->len, sizeof out->data),
                     LZMA_OK);
}

static void pack_zstd(struct bytes *out, const void *data, size_t len)
{
    /* With a checksum, so that every cut is seen. */
    ZSTD_CCtx *context = ZSTD_createCCtx();
    ZSTD_CCtx_setParameter(context, ZSTD_c_checksumFlag, 1);
    size_t got =
        ZSTD_compress2(context, out->data + out->len, sizeof out->data - out->len, data, len);
    assert_false(ZSTD_isError(got));
    out->len += got;
    ZSTD_freeCCtx(context);
}

static const struct {
    const char *name;
    void (*pack)(struct bytes *out, const void *data, size_t len);
    size_t magic; /* bytes that tell what it is */
} kinds[] = {
    {"plain", pack_plain, 0}, {"gzip", pack_gzip, 2}, {"xz", pack_xz, 6}, {"zstd", pack_zstd, 4}};

enum { KINDS = sizeof kinds / sizeof *kinds };

/* ---------------------------------------------------------------- reading */

/* Reads FILE in steps of STEP bytes into OUT, and returns what the last call did. */
static ssize_t read_all(struct packed *packed, struct bytes *out, size_t step)
{
    ssize_t got;
    out->len = 0;
    do {
        size_t room = sizeof out->data - out->len;
        got = packed_read(packed, out->data + out->len, step < room ? step : room);
        assert_true(got <= (ssize_t)step);
        out->len += got > 0 ? (size_t)got : 0;
    } while (got > 0 && out->len < sizeof out->data);
    return got;
}

static void check_content(const struct bytes *packed_bytes, const void *data, size_t len)
{
    static const size_t steps[] = {1, 7, 2000};
    const char *file = folder_write(&folder, "file", packed_bytes->data, packed_bytes->len);
    for (size_t i = 0; i < 3; i++) {
        struct bytes out;
        struct packed *packed = packed_open(file);
        assert_non_null(packed);
        assert_int_equal(read_all(packed, &out, steps[i]), 0);
        assert_int_equal(out.len, len);
        assert_memory_equal(out.data, data, len);
        assert_string_equal(packed_error(packed), "");
        assert_true(len == 0 || packed_progress(packed) == 1.0);
        assert_int_equal(packed_read(packed, out.data, 1), 0); /* the end stays the end */
        packed_close(packed);
    }
}

/* Reads what must be broken, and returns what was said. */
static const char *read_broken(const void *data, size_t len, struct bytes *out)
{
    static char error[100];
    struct packed *packed = packed_open(folder_write(&folder, "file", data, len));
    assert_non_null(packed);
    assert_int_equal(read_all(packed, out, 64), -1);
    assert_int_equal(packed_read(packed, out->data, 1), -1);
    snprintf(error, sizeof error, "%s", packed_error(packed));
    packed_close(packed);
    return error;
}

static const char text[] = "first line\nsecond line, second line, second line\n\nlast";

static void test_every_kind(void **state)
{
    (void)state;
    for (size_t i = 0; i < KINDS; i++) {
        struct bytes once = {.len = 0};
        struct bytes nothing = {.len = 0};
        struct bytes twice = {.len = 0};
        char both[2 * sizeof text];
        kinds[i].pack(&once, text, sizeof text - 1);
        check_content(&once, text, sizeof text - 1);
        kinds[i].pack(&nothing, "", 0);
        check_content(&nothing, "", 0);
        kinds[i].pack(&twice, text, sizeof text - 1);
        kinds[i].pack(&twice, "", 0);
        kinds[i].pack(&twice, text, sizeof text - 1);
        snprintf(both, sizeof both, "%s%s", text, text);
        check_content(&twice, both, strlen(both));
    }
}

static void test_what_stands_around(void **state)
{
    (void)state;
    struct bytes gzip = {.len = 0};
    struct bytes xz = {.len = 0};
    struct bytes zstd = {.data = "\x50\x2A\x4D\x18\x03\0\0\0abc", .len = 11};
    struct bytes out;
    pack_gzip(&gzip, text, sizeof text - 1);
    gzip.len += 5; /* zeros that fill a block */
    check_content(&gzip, text, sizeof text - 1);
    pack_xz(&xz, text, sizeof text - 1);
    xz.len += 4;
    check_content(&xz, text, sizeof text - 1);
    pack_zstd(&zstd, text, sizeof text - 1); /* behind a frame that is skipped */
    check_content(&zstd, text, sizeof text - 1);
    for (size_t i = 1; i < KINDS; i++) {
        struct bytes more = {.len = 0};
        char wanted[40];
        kinds[i].pack(&more, text, sizeof text - 1);
        pack_plain(&more, "something else", 14);
        snprintf(wanted, sizeof wanted, "corrupt %s data", kinds[i].name);
        assert_string_equal(read_broken(more.data, more.len, &out), wanted);
        assert_int_equal(out.len, sizeof text - 1);
        assert_memory_equal(out.data, text, out.len);
    }
}

static void test_cut_off_everywhere(void **state)
{
    (void)state;
    for (size_t i = 1; i < KINDS; i++) {
        struct bytes whole = {.len = 0};
        char wanted[40];
        kinds[i].pack(&whole, text, sizeof text - 1);
        snprintf(wanted, sizeof wanted, "truncated %s data", kinds[i].name);
        for (size_t len = kinds[i].magic; len < whole.len; len++) {
            struct bytes out;
            assert_string_equal(read_broken(whole.data, len, &out), wanted);
            assert_true(out.len < sizeof text);
            assert_memory_equal(out.data, text, out.len);
        }
    }
}

/* Damage is seen, or does no harm; it never makes more text or an endless loop. */
static void test_damage(void **state)
{
    (void)state;
    for (size_t i = 1; i < KINDS; i++) {
        struct bytes whole = {.len = 0};
        size_t seen = 0;
        kinds[i].pack(&whole, text, sizeof text - 1);
        for (size_t at = kinds[i].magic; at < whole.len; at++) {
            struct bytes out;
            whole.data[at] ^= 0x41;
            struct packed *packed =
                packed_open(folder_write(&folder, "file", whole.data, whole.len));
            seen += read_all(packed, &out, 100) < 0;
            packed_close(packed);
            whole.data[at] ^= 0x41;
        }
        assert_true(seen > whole.len / 2);
    }
}

static void test_a_dictionary_that_is_too_large(void **state)
{
    (void)state;
    struct bytes xz = {.len = 0};
    struct bytes out;
    pack_xz(&xz, text, sizeof text - 1);
    unsigned char *header = xz.data + 12; /* of the block: its size, flags, lengths, filters */
    size_t size = (header[0] + 1u) * 4;
    unsigned char *filter = header + 2;
    while (filter < header + size && (filter[0] != 0x21 || filter[1] != 1)) /* LZMA2, a byte */
        filter++;
    filter[2] = 39; /* a dictionary of 3 GiB */
    uint32_t sum = lzma_crc32(header, size - 4, 0);
    for (int i = 0; i < 4; i++)
        header[size - 4 + (size_t)i] = (unsigned char)(sum >> 8 * i);
    assert_string_equal(read_broken(xz.data, xz.len, &out),
                        "xz data that needs more than 1 GiB of memory to decompress");
}

static void test_files_that_are_none(void **state)
{
    (void)state;
    assert_null(packed_open(folder_path(&folder, "nowhere")));
    assert_int_equal(errno, ENOENT);
    assert_null(packed_open(folder.path));
    assert_int_equal(errno, EISDIR);
    packed_close(NULL);
}

/* Makes FD standard input, and returns what that was. */
static int swap_input(int fd)
{
    int before = dup(STDIN_FILENO);
    assert_true(before >= 0 && dup2(fd, STDIN_FILENO) == STDIN_FILENO);
    close(fd);
    return before;
}

/* A pipe that gives nothing at first is waited for, also where it would rather say so. */
static void test_input_that_does_not_block(void **state)
{
    (void)state;
    const struct timespec while_it_waits = {0, 20000000};
    char data[20];
    int ends[2];
    assert_int_equal(pipe(ends), 0);
    assert_int_equal(fcntl(ends[0], F_SETFL, O_NONBLOCK), 0);
    pid_t writer = fork();
    assert_true(writer >= 0);
    if (writer == 0) {
        nanosleep(&while_it_waits, NULL);
        _exit(write(ends[1], "late bytes", 10) != 10);
    }
    close(ends[1]);
    int before = swap_input(ends[0]);
    struct packed *packed = packed_open("-");
    assert_non_null(packed);
    assert_int_equal(packed_read(packed, data, sizeof data), 10);
    assert_memory_equal(data, "late bytes", 10);
    assert_int_equal(packed_read(packed, data, sizeof data), 0);
    packed_close(packed);
    close(swap_input(before));
    int status;
    assert_int_equal(waitpid(writer, &status, 0), writer);
    assert_int_equal(status, 0);
}

static void test_input_that_cannot_be_read(void **state)
{
    (void)state;
    char data[20];
    int ends[2];
    assert_int_equal(pipe(ends), 0);
    int before = swap_input(ends[1]); /* where one can only write */
    struct packed *packed = packed_open("-");
    assert_non_null(packed);
    assert_int_equal(packed_read(packed, data, sizeof data), -1);
    assert_string_equal(packed_error(packed), strerror(EBADF));
    packed_close(packed);
    close(swap_input(before));
    close(ends[0]);
}

/* ---------------------------------------------------------------- lines */

static void check_line(struct line_reader *lines, enum line_got what, uint64_t number,
                       const char *wanted)
{
    char *line;
    size_t len;
    assert_int_equal(line_reader_next(lines, &line, &len), what);
    assert_int_equal(lines->line, number);
    if (what == LINE_READ) {
        assert_int_equal(len, strlen(wanted));
        assert_memory_equal(line, wanted, len);
    }
}

static void test_lines(void **state)
{
    (void)state;
    for (size_t i = 0; i < KINDS; i++) {
        struct bytes bytes = {.len = 0};
        struct line_reader lines;
        kinds[i].pack(&bytes, text, sizeof text - 1);
        assert_true(
            line_reader_open(&lines, folder_write(&folder, "file", bytes.data, bytes.len), 20));
        check_line(&lines, LINE_READ, 1, "first line");
        check_line(&lines, LINE_TOO_LONG, 2, NULL);
        check_line(&lines, LINE_READ, 3, "");
        check_line(&lines, LINE_READ, 4, "last");
        check_line(&lines, LINE_END, 4, NULL);
        check_line(&lines, LINE_END, 4, NULL);
        line_reader_close(&lines);
    }
}

static void test_lines_that_break_off(void **state)
{
    (void)state;
    struct bytes bytes = {.len = 0};
    struct line_reader lines;
    pack_gzip(&bytes, text, sizeof text - 1);
    pack_gzip(&bytes, text, sizeof text - 1);
    bytes.len -= 1; /* of the checksum: all of the text was there */
    assert_true(line_reader_open(&lines, folder_write(&folder, "file", bytes.data, bytes.len), 99));
    check_line(&lines, LINE_READ, 1, "first line");
    check_line(&lines, LINE_READ, 2, "second line, second line, second line");
    check_line(&lines, LINE_READ, 3, "");
    check_line(&lines, LINE_READ, 4, "lastfirst line");
    check_line(&lines, LINE_READ, 5, "second line, second line, second line");
    check_line(&lines, LINE_READ, 6, "");
    check_line(&lines, LINE_BROKEN, 7, NULL);
    assert_string_equal(lines.error.message, "truncated gzip data");
    check_line(&lines, LINE_END, 7, NULL);
    line_reader_close(&lines);
    assert_false(line_reader_open(&lines, folder_path(&folder, "nowhere"), 99));
}

/* Lines around the size of what is read at once, the last without its line feed. */
static void test_long_lines(void **state)
{
    (void)state;
    enum { SOME = 700000 };
    char *data = malloc(4 * (size_t)SOME);
    struct line_reader lines;
    char *line;
    size_t len;
    assert_non_null(data);
    memset(data, 'a', 4 * (size_t)SOME);
    data[SOME] = data[2 * SOME] = data[2 * SOME + 2] = '\n';
    const char *file = folder_write(&folder, "file", data, 4 * (size_t)SOME);
    assert_true(line_reader_open(&lines, file, SOME));
    assert_int_equal(line_reader_next(&lines, &line, &len), LINE_READ);
    assert_int_equal(len, SOME);
    assert_memory_equal(line, data, len);
    assert_int_equal(line_reader_next(&lines, &line, &len), LINE_READ);
    assert_int_equal(len, SOME - 1);
    check_line(&lines, LINE_READ, 3, "a");
    check_line(&lines, LINE_TOO_LONG, 4, NULL);
    check_line(&lines, LINE_END, 4, NULL);
    line_reader_close(&lines);
    free(data);
}

static void test_no_memory(void **state)
{
    (void)state;
    const char *file = folder_text(&folder, "file", text);
    bool failed = true;
    for (size_t call = 1; failed; call++) {
        struct line_reader lines;
        char *line;
        size_t len;
        enum line_got what = LINE_END;
        scarce_fail(call);
        bool opened = line_reader_open(&lines, file, 99);
        while (opened && (what = line_reader_next(&lines, &line, &len)) == LINE_READ) {
        }
        failed = scarce_failed();
        scarce_fail(0);
        assert_true(!failed || !opened || what == LINE_BROKEN);
        if (what == LINE_BROKEN)
            assert_string_equal(lines.error.message, "not enough memory for this line");
        if (opened)
            line_reader_close(&lines);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_kind),
        cmocka_unit_test(test_what_stands_around),
        cmocka_unit_test(test_cut_off_everywhere),
        cmocka_unit_test(test_damage),
        cmocka_unit_test(test_a_dictionary_that_is_too_large),
        cmocka_unit_test(test_files_that_are_none),
        cmocka_unit_test(test_input_that_does_not_block),
        cmocka_unit_test(test_input_that_cannot_be_read),
        cmocka_unit_test(test_lines),
        cmocka_unit_test(test_lines_that_break_off),
        cmocka_unit_test(test_long_lines),
        cmocka_unit_test(test_no_memory),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
