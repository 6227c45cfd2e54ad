/*
 * test_folder_walk.c - names in a folder, and the pages below it, in order.
 */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "folder.h"
#include "io/folder_walk.h"
#include "scarce.h"

#include <cmocka.h>

static struct folder folder;

static int make_folder(void **state)
{
    (void)state;
    folder_make(&folder);
    folder_sub(&folder, "b");
    folder_sub(&folder, "b/empty");
    folder_text(&folder, "b/2.htm", "two");
    folder_text(&folder, "b/1.XHTML", "one");
    folder_text(&folder, "b.html", "");
    folder_text(&folder, "a.txt", "text");
    folder_text(&folder, ".hidden.html", "");
    folder_text(&folder, ".html", "");
    folder_text(&folder, "c.html.bak", "");
    return 0;
}

static int remove_folder(void **state)
{
    (void)state;
    folder_remove(&folder);
    return 0;
}

static void test_names(void **state)
{
    (void)state;
    static const char *const wanted[] = {"a.txt", "b", "b.html", "c.html.bak"};
    struct folder_names names;
    assert_int_equal(folder_names_read(&names, folder.path, NULL, NULL), 0);
    assert_int_equal(names.count, 4);
    for (size_t i = 0; i < names.count; i++)
        assert_string_equal(names.names[i], wanted[i]);
    folder_names_deinit(&names);
    assert_int_equal(folder_names_read(&names, folder_path(&folder, "nowhere"), NULL, NULL),
                     ENOENT);
    assert_int_equal(names.count, 0);
    folder_names_deinit(&names);
}

static void test_no_memory(void **state)
{
    (void)state;
    bool failed = true;
    for (size_t call = 1; failed; call++) {
        struct folder_names names;
        scarce_fail(call);
        int error = folder_names_read(&names, folder.path, NULL, NULL);
        failed = scarce_failed();
        scarce_fail(0);
        assert_true(failed ? error != 0 : error == 0);
        folder_names_deinit(&names);
    }
}

/* Walks over the operands; what is below them must be WANTED, up to a NULL. */
static void check_walk(char *const *operands, int count, bool text, const char *const *wanted)
{
    struct folder_walk *walk = calloc(1, sizeof *walk);
    struct walk_page page;
    assert_non_null(walk);
    walk->operands = operands;
    walk->count = count;
    walk->text = text;
    for (; *wanted; wanted++) {
        assert_true(walk_next(walk, &page));
        assert_string_equal(page.below, *wanted);
        assert_null(page.error);
    }
    assert_false(walk_next(walk, &page));
    walk_deinit(walk);
    free(walk);
}

static void test_walk(void **state)
{
    (void)state;
    static const char *const pages[] = {"b.html", "b/1.XHTML", "b/2.htm", NULL};
    static const char *const texts[] = {"a.txt", NULL};
    static const char *const both[] = {"c.html.bak", "b.html", "b/1.XHTML", "b/2.htm", NULL};
    char *operands[] = {strdup(folder_path(&folder, "c.html.bak")), folder.path};
    check_walk(operands + 1, 1, false, pages);
    check_walk(operands + 1, 1, true, texts);
    check_walk(operands, 2, false, both); /* a file that is named is a page, whatever its name */
    free(operands[0]);
}

static void test_a_folder_that_cannot_be_read(void **state)
{
    (void)state;
    char path[WALK_PATH + 10], *operand = path;
    struct folder_walk *walk = calloc(1, sizeof *walk);
    struct walk_page page;
    assert_non_null(walk);
    walk->operands = &operand;
    walk->count = 1;
    memset(path, 'x', sizeof path);
    path[sizeof path - 1] = '\0'; /* longer than any system has them: given as a file */
    assert_true(walk_next(walk, &page));
    assert_ptr_equal(page.path, path);
    assert_int_equal(page.bytes, 0);
    assert_false(walk_next(walk, &page));
    walk_deinit(walk);
    free(walk);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_names),
        cmocka_unit_test(test_no_memory),
        cmocka_unit_test(test_walk),
        cmocka_unit_test(test_a_folder_that_cannot_be_read),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
