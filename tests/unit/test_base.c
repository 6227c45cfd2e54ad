/*
 * test_base.c - growing arrays, the arena, classes of characters.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>

#include "base/arena.h"
#include "base/unicode.h"

#include <cmocka.h>

/* An allocator that keeps books, and fails when FAIL_IN calls that ask for memory have passed, or
 * at more than a gigabyte. */
struct books {
    size_t bytes;
    size_t blocks;
    int fail_in; /* negative: never */
};

static void *counting_resize(void *ctx, void *old, size_t old_size, size_t new_size)
{
    struct books *books = ctx;
    if (new_size > 1u << 30 || (new_size != 0 && books->fail_in-- == 0))
        return NULL;
    assert_true(old != NULL || old_size == 0);
    assert_true(old_size <= books->bytes);
    void *result = NULL;
    if (new_size == 0) {
        free(old);
    } else {
        result = realloc(old, new_size);
        assert_non_null(result);
    }
    books->bytes += new_size - old_size;
    books->blocks += (size_t)(new_size != 0) - (size_t)(old != NULL);
    return result;
}

static void test_vec_keeps_contents(void **state)
{
    struct books books = {0, 0, -1};
    struct pith__allocator allocator = {counting_resize, &books};
    struct pith__vec vec;
    (void)state;
    pith__vec_init(&vec, sizeof(uint32_t));
    for (uint32_t i = 0; i < 500000; i++) {
        assert_int_equal(pith__vec_reserve(&vec, &allocator, 1), PITH_OK);
        ((uint32_t *)vec.data)[vec.len++] = i;
    }
    for (uint32_t i = 0; i < 500000; i++)
        assert_int_equal(((uint32_t *)vec.data)[i], i);
    assert_int_equal(books.blocks, 1);
    assert_int_equal(books.bytes, vec.cap * vec.size);
    assert_true(vec.cap < 500000 / 8 * 9 + 1); /* little slack where it is large */

    vec.len = 0;
    const void *data = vec.data;
    assert_int_equal(pith__vec_reserve(&vec, &allocator, 500000), PITH_OK);
    assert_ptr_equal(vec.data, data);
    pith__vec_deinit(&vec, &allocator);
    assert_int_equal(books.blocks, 0);
    assert_int_equal(books.bytes, 0);
    pith__vec_deinit(&vec, &allocator); /* twice is allowed */
}

static void test_vec_without_memory(void **state)
{
    struct books books = {0, 0, 1};
    struct pith__allocator allocator = {counting_resize, &books};
    struct pith__vec vec;
    (void)state;
    pith__vec_init(&vec, 8);
    assert_int_equal(pith__vec_reserve(&vec, &allocator, 4), PITH_OK);
    memset(vec.data, 'x', 8);
    vec.len = 1;
    assert_int_equal(pith__vec_reserve(&vec, &allocator, 1000), PITH_ERR_NOMEM);
    assert_int_equal(vec.len, 1);
    assert_memory_equal(vec.data, "xxxxxxxx", 8);
    assert_int_equal(pith__vec_reserve(&vec, &allocator, 1000), PITH_OK);
    pith__vec_deinit(&vec, &allocator);
    assert_int_equal(books.bytes, 0);
}

static void test_vec_overflow(void **state)
{
    struct books books = {0, 0, -1};
    struct pith__allocator allocator = {counting_resize, &books};
    struct pith__vec vec;
    (void)state;
    pith__vec_init(&vec, 8);
    assert_int_equal(pith__vec_reserve(&vec, &allocator, SIZE_MAX / 4), PITH_ERR_NOMEM);
    assert_int_equal(pith__vec_reserve(&vec, &allocator, 1), PITH_OK);
    vec.len = 1;
    assert_int_equal(pith__vec_reserve(&vec, &allocator, SIZE_MAX), PITH_ERR_NOMEM);
    pith__vec_deinit(&vec, &allocator);
    assert_int_equal(books.bytes, 0);
}

/* Allocates COUNT pieces of growing size, fills each, and checks that none was overwritten. */
static void fill_arena(struct pith__arena *arena, size_t count)
{
    unsigned char **pieces = calloc(count, sizeof *pieces);
    assert_non_null(pieces);
    for (size_t i = 0; i < count; i++) {
        pieces[i] = pith__arena_alloc(arena, i + 1);
        assert_non_null(pieces[i]);
        assert_int_equal((uintptr_t)pieces[i] % 16, 0);
        memset(pieces[i], (int)(i & 0xFF), i + 1);
    }
    for (size_t i = 0; i < count; i++) {
        assert_int_equal(pieces[i][0], i & 0xFF);
        assert_int_equal(pieces[i][i], i & 0xFF);
    }
    free(pieces);
}

static void test_arena_pieces(void **state)
{
    struct books books = {0, 0, -1};
    struct pith__allocator allocator = {counting_resize, &books};
    struct pith__arena arena;
    (void)state;
    pith__arena_init(&arena, &allocator);
    fill_arena(&arena, 1500);
    assert_true(books.blocks > 1);
    pith__arena_reset(&arena, 1u << 20);
    assert_int_equal(books.blocks, 1);
    fill_arena(&arena, 1500);
    pith__arena_reset(&arena, 0); /* keeps nothing */
    assert_int_equal(books.bytes, 0);
    fill_arena(&arena, 10);
    pith__arena_deinit(&arena);
    assert_int_equal(books.bytes, 0);
    assert_int_equal(books.blocks, 0);
}

/* NULL means that there is no memory, so no bytes must be somewhere too. */
static void test_arena_no_bytes(void **state)
{
    struct pith__arena arena;
    (void)state;
    pith__arena_init(&arena, &pith__allocator_default);
    assert_non_null(pith__arena_alloc(&arena, 0));
    pith__arena_deinit(&arena);
}

static void test_arena_keeps_the_largest(void **state)
{
    struct books books = {0, 0, -1};
    struct pith__allocator allocator = {counting_resize, &books};
    struct pith__arena arena;
    (void)state;
    pith__arena_init(&arena, &allocator);
    assert_non_null(pith__arena_alloc(&arena, 10));
    assert_non_null(pith__arena_alloc(&arena, 200000));
    assert_non_null(pith__arena_alloc(&arena, 3000000));
    pith__arena_reset(&arena, 1000000); /* the third is beyond that */
    assert_int_equal(books.blocks, 1);
    assert_in_range(books.bytes, 200000, 1000000);
    size_t before = books.bytes;
    assert_non_null(pith__arena_alloc(&arena, 200000));
    assert_int_equal(books.bytes, before);
    pith__arena_deinit(&arena);
    assert_int_equal(books.bytes, 0);
}

static void test_arena_trim(void **state)
{
    struct pith__arena arena;
    (void)state;
    pith__arena_init(&arena, &pith__allocator_default);
    unsigned char *first = pith__arena_alloc(&arena, 1000);
    pith__arena_trim(&arena, first, 1000, 100);
    memset(first, 1, 100);
    unsigned char *second = pith__arena_alloc(&arena, 1000);
    assert_true(second >= first + 100 && second < first + 128);
    pith__arena_trim(&arena, first, 1000, 50); /* no longer the newest: nothing happens */
    unsigned char *third = pith__arena_alloc(&arena, 16);
    assert_true(third >= second + 1000);
    pith__arena_trim(&arena, third, 16, 0);
    assert_ptr_equal(pith__arena_alloc(&arena, 16), third);
    pith__arena_deinit(&arena);
}

static void test_arena_without_memory(void **state)
{
    (void)state;
    for (int fail_in = 0; fail_in < 4; fail_in++) {
        struct books books = {0, 0, fail_in};
        struct pith__allocator allocator = {counting_resize, &books};
        struct pith__arena arena;
        pith__arena_init(&arena, &allocator);
        int failures = 0;
        for (int i = 0; i < 6; i++)
            failures += pith__arena_alloc(&arena, 5000000) == NULL; /* a chunk each */
        assert_int_equal(failures, 1);                              /* and it goes on after that */
        assert_null(pith__arena_alloc(&arena, SIZE_MAX));
        assert_null(pith__arena_alloc(&arena, SIZE_MAX - 64));
        pith__arena_deinit(&arena);
        assert_int_equal(books.bytes, 0);
    }
}

/* The class that all characters of TEXT share. */
static void expect_class(const char *text, unsigned wanted)
{
    const unsigned char *p = (const unsigned char *)text;
    while (*p != 0) {
        uint32_t cp;
        p += pith__utf8_next(p, &cp);
        if (pith__unicode_class(cp) != wanted)
            fail_msg("U+%04X has class %u, not %u", (unsigned)cp, pith__unicode_class(cp), wanted);
    }
}

static void test_words(void **state)
{
    (void)state;
    expect_class("abzßéłжאبह가ªʰ²½\u0301\u0903", PITH__UC_WORD);
    expect_class("AZÉŁЖΩǅ\U00010400", PITH__UC_WORD | PITH__UC_UPPER);
    expect_class("059٣५๓\U0001D7D8", PITH__UC_WORD | PITH__UC_DIGIT);
    expect_class("-_'\"“”’«»…,:;$+~|/()—–·•©→♥😀\u30FB、，", 0);
    expect_class("\u00AD\u200C\u200D\u2060\uFE0F\u20E3\u034F", 0); /* inside words, or dressing */
}

static void test_scripts_without_spaces(void **state)
{
    (void)state;
    expect_class("一漢字々〇〆㐀鿿\uF900\U00020000\U0002A6DF\U00031350",
                 PITH__UC_WORD | PITH__UC_HAN);
    expect_class("ぁあんゝァアンヶーヽｱﾝｰﾞㇰ\u3099", PITH__UC_WORD | PITH__UC_KANA);
    expect_class("กฮะ\u0E31\u0E34เ\u0E48กຮ\u0EB1កអ\u17B6\u17D2ကအ\u102C\u1039",
                 PITH__UC_WORD | PITH__UC_SEA);
}

static void test_spaces(void **state)
{
    (void)state;
    expect_class(" \t\n\r\f\v\xC2\x85\u00A0\u1680\u2003\u2028\u2029\u202F\u205F\u3000",
                 PITH__UC_SPACE);
    expect_class("\u200B\uFEFF\u2800\u3164\u115F\u1160\uFFA0", PITH__UC_SPACE);
}

static void test_stops(void **state)
{
    (void)state;
    expect_class(".!?。！？．।॥؟۔։܀።။។‼⁇⁈⁉‽\u037E", PITH__UC_STOP);
    expect_class("。．｡﹒﹖﹗༎", PITH__UC_STOP);
}

static void test_limits(void **state)
{
    static const uint32_t none[] = {0,       0x1F,     0x7F,     0xD800,     0xDFFF,    0xE000,
                                    0xFFFE,  0xFFFF,   0x2FFFE,  0x3FFFF,    0x40000,   0xE0100,
                                    0xF0000, 0x10FFFF, 0x110000, 0x7FFFFFFF, UINT32_MAX};
    (void)state;
    for (size_t i = 0; i < sizeof none / sizeof *none; i++)
        assert_int_equal(pith__unicode_class(none[i]), 0);
}

static void test_utf8_next(void **state)
{
    static const struct {
        const char *utf8;
        uint32_t cp;
    } cases[] = {{"\x01", 1},
                 {"\x7F", 0x7F},
                 {"\xC2\x80", 0x80},
                 {"\xDF\xBF", 0x7FF},
                 {"\xE0\xA0\x80", 0x800},
                 {"\xEF\xBF\xBF", 0xFFFF},
                 {"\xF0\x90\x80\x80", 0x10000},
                 {"\xF4\x8F\xBF\xBF", 0x10FFFF}};
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        uint32_t cp = 0;
        size_t len = pith__utf8_next((const unsigned char *)cases[i].utf8, &cp);
        assert_int_equal(len, strlen(cases[i].utf8));
        assert_int_equal(cp, cases[i].cp);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_vec_keeps_contents),
        cmocka_unit_test(test_vec_without_memory),
        cmocka_unit_test(test_vec_overflow),
        cmocka_unit_test(test_arena_pieces),
        cmocka_unit_test(test_arena_no_bytes),
        cmocka_unit_test(test_arena_keeps_the_largest),
        cmocka_unit_test(test_arena_trim),
        cmocka_unit_test(test_arena_without_memory),
        cmocka_unit_test(test_words),
        cmocka_unit_test(test_scripts_without_spaces),
        cmocka_unit_test(test_spaces),
        cmocka_unit_test(test_stops),
        cmocka_unit_test(test_limits),
        cmocka_unit_test(test_utf8_next),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
