/*
 * test_lines.c - the reader of lines: chunks, numbers, several files, lines that are too long, and
 * files that cannot be read.
 */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "folder.h"
#include "io/lines.h"
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

static void check_chunk(const struct lines_chunk *chunk, const char *text, uint64_t line,
                        uint64_t number)
{
    assert_int_equal(chunk->len, strlen(text));
    assert_memory_equal(chunk->data, text, chunk->len);
    assert_int_equal(chunk->line, line);
    assert_int_equal(chunk->number, number);
    assert_int_equal(chunk->cut, LINES_WHOLE);
}

/* One file after the other; one that is not there, and one that is a folder, are told of. */
static void test_several_files(void **state)
{
    (void)state;
    char *files[4] = {strdup(folder_text(&folder, "first", "a\nb\n")),
                      strdup(folder_path(&folder, "nowhere")), strdup(folder.path),
                      strdup(folder_text(&folder, "last", "c\nd"))};
    struct lines lines;
    struct lines_chunk chunk;
    assert_true(lines_init(&lines, files, 4, 100));
    assert_true(lines_chunk_init(&chunk));
    assert_int_equal(lines_read(&lines, &chunk, NULL), LINES_SOME);
    check_chunk(&chunk, "a\nb\n", 1, 1);
    assert_int_equal(lines_read(&lines, &chunk, NULL), LINES_FAILED);
    assert_int_equal(chunk.len, 0);
    assert_int_equal(lines.error.code, ENOENT);
    assert_string_equal(lines.error.file, files[1]);
    assert_string_equal(lines.error.message, "no such file; check its name and folder");
    assert_int_equal(lines_read(&lines, &chunk, NULL), LINES_FAILED);
    assert_int_equal(lines.error.code, EISDIR);
    assert_int_equal(lines_read(&lines, &chunk, NULL), LINES_SOME);
    check_chunk(&chunk, "c\n", 1, 3);
    assert_int_equal(lines_read(&lines, &chunk, NULL), LINES_SOME);
    check_chunk(&chunk, "d", 2, 4);
    assert_int_equal(lines_read(&lines, &chunk, NULL), LINES_END);
    assert_int_equal(lines.unread, 2);
    assert_true(lines_progress(&lines) >= 1);
    lines_chunk_deinit(&chunk);
    lines_deinit(&lines);
    for (int i = 0; i < 4; i++)
        free(files[i]);
}

enum { LONG = 3 << 20 };

/* A word of LONG bytes, with a blank and a character of three bytes on the way, and another line.
 */
static char *write_long(char **data)
{
    char *text = malloc(LONG + 7);
    assert_non_null(text);
    memset(text, 'x', LONG);
    text[LONG / 2] = ' ';
    memcpy(text + LONG / 4, "\xE2\x82\xAC", 3);
    memcpy(text + LONG, "\nshort\n", 7);
    *data = text;
    return strdup(folder_write(&folder, "long", text, LONG + 7));
}

static void test_long_lines_are_cut(void **state)
{
    (void)state;
    char *text, *file = write_long(&text);
    struct lines lines;
    struct lines_chunk chunk;
    assert_true(lines_init(&lines, &file, 1, 1 << 20));
    assert_true(lines_chunk_init(&chunk));
    assert_int_equal(lines_read(&lines, &chunk, NULL), LINES_SOME);
    assert_int_equal(chunk.cut, LINES_TOO_LONG);
    assert_int_equal(chunk.len, LINES_HEAD);
    assert_memory_equal(chunk.data, text, chunk.len);
    assert_int_equal(lines_read(&lines, &chunk, NULL), LINES_SOME);
    check_chunk(&chunk, "short\n", 2, 2);
    lines_chunk_reset(&chunk);
    assert_int_equal(lines_read(&lines, &chunk, NULL), LINES_END);
    lines_chunk_deinit(&chunk);
    lines_deinit(&lines);
    free(file);
    free(text);
}

/* All of it comes, in pieces that end between words or characters. */
static void test_long_lines_are_split(void **state)
{
    (void)state;
    char *text, *file = write_long(&text);
    struct lines lines;
    struct lines_chunk chunk;
    size_t at = 0, pieces = 0;
    assert_true(lines_init(&lines, &file, 1, 300000));
    lines.too_long = LINES_SPLIT;
    assert_true(lines_chunk_init(&chunk));
    while (lines_read(&lines, &chunk, NULL) == LINES_SOME) {
        assert_true(chunk.len > 0 && at + chunk.len <= LONG + 7);
        assert_memory_equal(chunk.data, text + at, chunk.len);
        assert_int_not_equal((unsigned char)chunk.data[0] & 0xC0, 0x80);
        assert_true(chunk.len <= 300000 + LINES_READ || memchr(chunk.data, '\n', chunk.len));
        at += chunk.len;
        pieces++;
    }
    assert_int_equal(at, LONG + 7);
    assert_true(pieces > 5);
    assert_int_equal(lines.line, 2);
    lines_chunk_deinit(&chunk);
    lines_deinit(&lines);
    free(file);
    free(text);
}

static void test_no_memory_for_a_line(void **state)
{
    (void)state;
    char *text, *file = write_long(&text);
    bool failed = true;
    for (size_t call = 1; failed; call++) {
        struct lines lines;
        struct lines_chunk chunk;
        bool cut = false;
        scarce_fail(call);
        bool opened = lines_init(&lines, &file, 1, SIZE_MAX);
        opened = lines_chunk_init(&chunk) && opened;
        while (opened && lines_read(&lines, &chunk, NULL) != LINES_END)
            cut = cut || chunk.cut == LINES_NO_MEMORY;
        failed = scarce_failed();
        scarce_fail(0);
        assert_int_equal(failed, !opened || cut);
        lines_chunk_deinit(&chunk);
        lines_deinit(&lines);
    }
    free(file);
    free(text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_several_files),
        cmocka_unit_test(test_long_lines_are_cut),
        cmocka_unit_test(test_long_lines_are_split),
        cmocka_unit_test(test_no_memory_for_a_line),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
