/*
 * test_html5lib_encoding.c - html5lib's tests of finding a page's encoding.
 *
 * They are in data/html5lib-tests/encoding of the folder that PITH_SHARED names; without it the
 * tests are skipped. A test is the bytes of a page after a line "#data" and the name of an encoding
 * after a line "#encoding". Where they say windows-1252 because the page declares nothing, a
 * browser's default is meant: there we must not find a declaration either, and judge the bytes.
 * Tests whose declaration comes after the prescan's 1024 bytes are about a browser that changes
 * the encoding while it parses. Their pages are ASCII; we call that UTF-8, and count them apart.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "encoding/charset.h"

#include <cmocka.h>

static char *read_file(const char *folder, const char *name, size_t *len)
{
    char path[4096];
    snprintf(path, sizeof path, "%s/data/html5lib-tests/encoding/%s", folder, name);
    FILE *file = fopen(path, "rb");
    if (file == NULL)
        return NULL;
    enum { MOST = 1 << 20 };
    char *text = malloc(MOST);
    assert_non_null(text);
    *len = fread(text, 1, MOST - 1, file);
    text[*len] = '\0';
    fclose(file);
    return text;
}

/* The first LINE at the start of a line at or after AT; NULL: none. */
static char *find_line(char *at, const char *end, const char *line)
{
    size_t len = strlen(line);
    for (char *p = at; p != NULL && p + len <= end; p++) {
        if (memcmp(p, line, len) == 0)
            return p;
        p = memchr(p, '\n', (size_t)(end - p));
        if (p == NULL)
            break;
    }
    return NULL;
}

enum verdict { FAILED, PASSED, LATE };

static enum verdict judge(const unsigned char *data, size_t len, const char *name, size_t name_len)
{
    struct pith__decoded decoded;
    struct pith__arena arena;
    const char *want = pith__charset_canonical(name, name_len);
    assert_non_null(want);
    pith__arena_init(&arena, &pith__allocator_default);
    assert_int_equal(pith__decode(&arena, data, len, NULL, false, NULL, &decoded), PITH_OK);
    pith__arena_deinit(&arena);
    if (strcmp(want, decoded.charset) == 0)
        return PASSED;
    if (decoded.source < PITH_CHARSET_UTF8)
        return FAILED;
    if (strcmp(want, "windows-1252") == 0)
        return PASSED;
    const struct pith__charset *late = pith__charset_prescan(data, len, len);
    return late != NULL && strcmp(want, late->name) == 0 ? LATE : FAILED;
}

static void run_file(const char *name)
{
    const char *folder = getenv("PITH_SHARED");
    size_t len = 0, total = 0, counts[3] = {0, 0, 0};
    char *text = read_file(folder, name, &len);
    assert_non_null(text);
    const char *end = text + len;
    for (char *at = find_line(text, end, "#data\n"); at != NULL;
         at = find_line(at, end, "#data\n")) {
        at += strlen("#data\n");
        char *data_end = find_line(at, end, "#encoding\n");
        assert_non_null(data_end);
        char *label = data_end + strlen("#encoding\n");
        enum verdict verdict = judge((const unsigned char *)at, (size_t)(data_end - at), label,
                                     strcspn(label, "\r\n"));
        counts[verdict]++;
        total++;
        if (verdict == FAILED)
            print_message("%s: test %zu: %.*s\n", name, total, (int)(data_end - at), at);
        at = label;
    }
    print_message("%s: %zu of %zu, and %zu that declare too late\n", name, counts[PASSED], total,
                  counts[LATE]);
    free(text);
    assert_true(total > 0);
    assert_int_equal(counts[FAILED], 0);
}

static void test_tests1(void **state)
{
    (void)state;
    run_file("tests1.dat");
}

static void test_tests2(void **state)
{
    (void)state;
    run_file("tests2.dat");
}

static void test_yahoo_jp(void **state)
{
    (void)state;
    run_file("test-yahoo-jp.dat");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_tests1),
        cmocka_unit_test(test_tests2),
        cmocka_unit_test(test_yahoo_jp),
    };
    const char *folder = getenv("PITH_SHARED");
    if (folder == NULL || *folder == '\0') {
        printf("skipped: PITH_SHARED names the folder with data/html5lib-tests\n");
        return 77;
    }
    return cmocka_run_group_tests_name("html5lib encoding", tests, NULL, NULL);
}
