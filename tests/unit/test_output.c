/*
 * test_output.c - files as a whole: read, replaced, in a folder; and streams in memory.
 */
#include <errno.h>
#include <fcntl.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "folder.h"
#include "io/input.h"
#include "io/into.h"
#include "io/memory_file.h"
#include "io/output.h"

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

static void check_file(const char *path, const char *wanted)
{
    struct input input = {0};
    assert_true(input_read_text(&input, path, SIZE_MAX));
    assert_string_equal(input.data, wanted);
    input_deinit(&input);
}

static void test_a_file_is_replaced_as_a_whole(void **state)
{
    (void)state;
    char *path = strdup(folder_text(&folder, "file", "old"));
    struct output output;
    assert_true(output_open(&output, path));
    assert_true(output_write(&output, "new", 3));
    check_file(path, "old");
    assert_true(output_close(&output, false));
    check_file(path, "old");
    assert_true(output_open(&output, path));
    assert_true(output_write(&output, "new", 3));
    assert_true(output_close(&output, true));
    check_file(path, "new");
    free(path);
}

static void test_what_cannot_be_written(void **state)
{
    (void)state;
    struct output output;
    char *path = strdup(folder_path(&folder, "nowhere/file"));
    assert_false(output_open(&output, path));
    assert_int_equal(output.error.code, ENOENT);
    assert_string_equal(output.error.file, path);
    assert_string_equal(output.error.message, "cannot write it: its folder does not exist");
    assert_false(output_open(&output, folder.path));
    assert_int_equal(output.error.code, EISDIR);
    assert_true(output_open(&output, "/dev/full"));
    assert_true(output_write(&output, "some", 4)); /* held back */
    assert_false(output_close(&output, true));
    assert_int_equal(output.error.code, ENOSPC);
    assert_non_null(strstr(output.error.message, strerror(ENOSPC)));
    free(path);
}

/* A reader who has seen enough: the output is lost, and there is nothing to tell. */
static void test_a_closed_pipe(void **state)
{
    (void)state;
    struct output output = {.name = "pipe", .folder = AT_FDCWD};
    int ends[2];
    assert_int_equal(pipe(ends), 0);
    close(ends[0]);
    output.file = fdopen(ends[1], "w");
    assert_non_null(output.file);
    assert_true(output_write(&output, "some", 4));
    assert_false(output_close(&output, true));
    assert_int_equal(output.error.code, EPIPE);
    assert_string_equal(output.error.message, "");
}

static void test_what_cannot_be_read(void **state)
{
    (void)state;
    struct input input = {0};
    char *path = strdup(folder_path(&folder, "nowhere"));
    assert_false(input_read(&input, path, 10));
    assert_int_equal(input.error.code, ENOENT);
    assert_string_equal(input.error.file, path);
    assert_false(input_read(&input, folder.path, 10));
    assert_int_equal(input.error.code, EISDIR);
    assert_true(input_read(&input, folder_text(&folder, "some", "0123456789"), 4));
    assert_int_equal(input.len, 4);
    assert_string_equal(input_name("-"), "standard input");
    input_deinit(&input);
    free(path);
}

static bool is_marked(const unsigned char *head, size_t len)
{
    return len == 8 && memcmp(head, "markmark", 8) == 0;
}

static void test_mapping(void **state)
{
    (void)state;
    size_t len = 0;
    const char *data = input_map(folder_text(&folder, "marked", "markmark!"), is_marked, &len);
    assert_non_null(data);
    assert_int_equal(len, 9);
    assert_memory_equal(data, "markmark!", 9);
    assert_null(input_map(folder_text(&folder, "other", "remark remark"), is_marked, &len));
    assert_null(input_map(folder_text(&folder, "short", "mark"), is_marked, &len));
    assert_null(input_map("-", is_marked, &len));
}

static void test_into(void **state)
{
    (void)state;
    struct into *into = calloc(1, sizeof *into);
    struct walk_page page = {.path = "x/sub/a.html", .below = "sub/a.html"};
    const char *error;
    char *name = strdup(folder_path(&folder, "into")), *path;
    assert_non_null(into);
    folder_sub(&folder, "into");
    folder_sub(&folder, "into/sub");
    folder_text(&folder, "into/sub/a.txt", "old"); /* so that the folder is cleaned up */
    assert_true(into_open(into, name, PITH_FORMAT_TEXT, false));
    path = into_path(into, &page, &error);
    assert_string_equal(path, "sub/a.txt");
    assert_null(into_path(into, &page, &error)); /* it is taken */
    assert_true(into_has(into, path));
    assert_false(into_has(into, "sub/b.txt"));
    assert_true(into_write(into, path, "new", 3));
    check_file(folder_path(&folder, "into/sub/a.txt"), "new");
    assert_false(into_write(into, "sub/a.txt/b.txt", "new", 3));
    assert_non_null(strstr(into->error.message, "cannot create its folder"));
    assert_non_null(strstr(into->error.file, "sub/a.txt/b.txt"));
    assert_false(into_is_over(into));
    into_deinit(into);
    assert_false(into_open(into, folder_path(&folder, "into/sub/a.txt"), PITH_FORMAT_TEXT, false));
    assert_non_null(strstr(into->error.message, "cannot write into it"));
    free(path);
    free(name);
    free(into);
}

static void test_memory_file(void **state)
{
    (void)state;
    struct memory_file memory;
    FILE *file = memory_file_open(&memory);
    assert_non_null(file);
    for (int i = 0; i < 10000; i++)
        assert_int_equal(fprintf(file, "%05d", i), 5);
    assert_true(memory_file_close(&memory, file));
    assert_int_equal(memory.out.len, 50000);
    assert_int_equal(strlen(memory.out.data), 50000);
    assert_string_equal(memory.out.data + 49995, "09999");
    memory_file_deinit(&memory);
    file = memory_file_open(&memory);
    memory.out.limit = 10;
    fputs("more than these ten", file);
    assert_false(memory_file_close(&memory, file));
    memory_file_deinit(&memory);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_file_is_replaced_as_a_whole),
        cmocka_unit_test(test_what_cannot_be_written),
        cmocka_unit_test(test_a_closed_pipe),
        cmocka_unit_test(test_what_cannot_be_read),
        cmocka_unit_test(test_mapping),
        cmocka_unit_test(test_into),
        cmocka_unit_test(test_memory_file),
    };
    signal(SIGPIPE, SIG_IGN);
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
