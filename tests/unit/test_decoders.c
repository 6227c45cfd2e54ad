/*
 * test_decoders.c - the decoders of legacy encodings depend on nothing but their input.
 *
 * Which bytes mean what is judged elsewhere (tests/judge/encodings.py, test_encoding.c). Here: no
 * files, no descriptors, no memory but the arena's, no state, and no difference between a sequence
 * at the start of a run and one across its end.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <sys/resource.h>

#include "encoding/charset.h"

#include <cmocka.h>

/* Text in each kind of encoding, and what must come out. */
static const struct sample {
    const char *label;
    const char *bytes;
    const char *text;
} samples[] = {
    {"windows-1252", "\214uvre d\222\351t\351 5 \200", "Œuvre d’été 5 €"},
    {"windows-1251", "\321\372\345\370\374 \345\371\270", "Съешь ещё"},
    {"koi8-u", "\360\322\311\327\246\324 \256", "Привіт ў"},
    {"shift_jis", "\223\372\226{\214\352 \303\267 \224\134", "日本語 ﾃｷ 能"},
    {"euc-jp", "\306\374\313\334 \216\303\217\260\241 a", "日本 ﾃ丂 a"},
    {"iso-2022-jp", "a\033$BF|K\134\033(B b", "a日本 b"},
    {"gbk", "\326\320\316\304 \200", "中文 €"},
    {"gb18030", "\326\320 \2249\3746 x", "中 😀 x"},
    {"big5", "\244\244\244\345 \210b \207@", "中文 Ê\u0304 䏰"},
    {"euc-kr", "\307\321\261\271 \214c", "한국 똠"},
};

enum { SAMPLES = sizeof samples / sizeof samples[0] };

static const struct pith__charset *find(const char *label)
{
    return pith__charset_find(label, strlen(label));
}

static void expect(const struct sample *sample)
{
    struct pith__arena arena;
    struct pith__decoded decoded;
    pith__arena_init(&arena, &pith__allocator_default);
    assert_int_equal(pith__decode(&arena, (const unsigned char *)sample->bytes,
                                  strlen(sample->bytes), sample->label, false, NULL, &decoded),
                     PITH_OK);
    assert_int_equal(decoded.replaced, 0);
    assert_int_equal(decoded.utf8.len, strlen(sample->text));
    assert_memory_equal(decoded.utf8.ptr, sample->text, decoded.utf8.len);
    pith__arena_deinit(&arena);
}

static void expect_all(void)
{
    for (size_t i = 0; i < SAMPLES; i++)
        expect(&samples[i]);
}

/* No file can be opened: what would have to be loaded, such as a converter, is not there. */
static void test_nothing_of_the_system(void **state)
{
    struct rlimit old, none;
    (void)state;
    assert_int_equal(getrlimit(RLIMIT_NOFILE, &old), 0);
    none = old;
    none.rlim_cur = 0;
    assert_int_equal(setrlimit(RLIMIT_NOFILE, &none), 0);
    expect_all();
    assert_int_equal(setrlimit(RLIMIT_NOFILE, &old), 0);
}

/* An allocator that fails from call number LEFT on. */
static void *failing_resize(void *ctx, void *old, size_t old_size, size_t new_size)
{
    size_t *left = ctx;
    (void)old_size;
    if (new_size == 0) {
        free(old);
        return NULL;
    }
    if (*left == 0)
        return NULL;
    --*left;
    return realloc(old, new_size);
}

/* Out of memory is a status, and the next page is decoded as if nothing had been. */
static void test_nothing_is_left_of_a_failure(void **state)
{
    enum { SIZE = 400000 };
    unsigned char *page = malloc(SIZE);
    (void)state;
    assert_non_null(page);
    memset(page, 0xB0, SIZE);
    for (size_t i = 0; i < SAMPLES; i++) {
        pith_status status = PITH_ERR_NOMEM;
        for (size_t allowed = 0; status != PITH_OK; allowed++) {
            size_t left = allowed;
            struct pith__allocator allocator = {failing_resize, &left};
            struct pith__arena arena;
            struct pith__decoded decoded;
            pith__arena_init(&arena, &allocator);
            status = pith__decode(&arena, page, SIZE, samples[i].label, false, NULL, &decoded);
            pith__arena_deinit(&arena);
            assert_true(status == PITH_OK || (status == PITH_ERR_NOMEM && left == 0));
            expect(&samples[i]);
        }
    }
    free(page);
}

/* The sample after PAD bytes of ASCII, and again and again, so that sequences lie across the ends
 * of runs, of sixteen bytes, and of the input. */
static void check_padded(const struct sample *sample, size_t pad)
{
    enum { TIMES = 12 };
    size_t len = strlen(sample->bytes), text_len = strlen(sample->text), total = pad + TIMES * len;
    unsigned char *page = malloc(total);
    struct pith__arena arena;
    struct pith__decoded decoded;
    assert_non_null(page);
    memset(page, '.', pad);
    for (size_t i = 0; i < TIMES; i++)
        memcpy(page + pad + i * len, sample->bytes, len);
    pith__arena_init(&arena, &pith__allocator_default);
    assert_int_equal(pith__decode(&arena, page, total, sample->label, false, NULL, &decoded),
                     PITH_OK);
    assert_int_equal(decoded.utf8.len, pad + TIMES * text_len);
    size_t cursor = 0;
    for (size_t i = 0; i < TIMES; i++) {
        size_t at = pad + i * text_len;
        assert_memory_equal(decoded.utf8.ptr + at, sample->text, text_len);
        assert_int_equal(pith__offmap_input(&decoded.map, &cursor, at), pad + i * len);
    }
    pith__arena_deinit(&arena);
    free(page);
}

static void test_ends_of_runs(void **state)
{
    (void)state;
    for (size_t i = 0; i < SAMPLES; i++)
        for (size_t pad = 0; pad < 300; pad++)
            check_padded(&samples[i], pad);
}

/* The map stays small on pages that are nothing but damage: a point every 128 bytes. */
static void test_map_of_damage_is_small(void **state)
{
    static const char *const damage[] = {"\377",  "\202@",  "\201<",
                                         "\2010", "\033(B", "\033$Ba\200"};
    enum { SIZE = 100000 };
    unsigned char *page = malloc(SIZE);
    (void)state;
    assert_non_null(page);
    for (size_t d = 0; d < sizeof damage / sizeof *damage; d++) {
        for (size_t i = 0; i < SIZE; i++)
            page[i] = (unsigned char)damage[d][i % strlen(damage[d])];
        for (int id = PITH__CS_IBM866; id < PITH__CS_COUNT; id++) {
            struct pith__arena arena;
            struct pith__decoded decoded;
            size_t cursor = 0, last = 0;
            memset(&decoded, 0, sizeof decoded);
            pith__arena_init(&arena, &pith__allocator_default);
            assert_int_equal(
                pith__decode(&arena, page, SIZE, pith__charsets[id].name, false, NULL, &decoded),
                PITH_OK);
            assert_true(decoded.map.count <= SIZE / 128 + 1);
            assert_true(decoded.utf8.len <= 3 * SIZE);
            for (size_t at = 0; at < decoded.utf8.len; at += 997) {
                size_t input = pith__offmap_input(&decoded.map, &cursor, at);
                assert_true(input >= last && input <= SIZE);
                last = input;
            }
            pith__arena_deinit(&arena);
        }
    }
    free(page);
}

/* For the guess: any legacy encoding decodes any piece of a page. */
static void test_decoding_a_part(void **state)
{
    struct pith__arena arena;
    struct pith__decoded decoded;
    static const unsigned char page[] = "xx\326\320\316\304";
    size_t len = 6;
    (void)state;
    memset(&decoded, 0, sizeof decoded);
    pith__arena_init(&arena, &pith__allocator_default);
    assert_int_equal(pith__legacy_decode(&arena, find("gbk"), page, 2, &len, NULL, &decoded),
                     PITH_OK);
    assert_int_equal(len, 6);
    assert_int_equal(decoded.utf8.len, 6);
    assert_memory_equal(decoded.utf8.ptr, "中文", 6);
    pith__arena_deinit(&arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_nothing_of_the_system),
        cmocka_unit_test(test_nothing_is_left_of_a_failure),
        cmocka_unit_test(test_ends_of_runs),
        cmocka_unit_test(test_map_of_damage_is_small),
        cmocka_unit_test(test_decoding_a_part),
    };
    return cmocka_run_group_tests_name("decoders", tests, NULL, NULL);
}
