/*
 * test_json_write.c - JSON as it is written: escapes, names that are no UTF-8, repaired JSON.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/json_write.h"
#include "io/json_out.h"

#include <cmocka.h>

struct text {
    char data[256];
    size_t len;
};

static void put(void *to, const char *data, size_t len)
{
    struct text *text = to;
    assert_true(text->len + len < sizeof text->data);
    memcpy(text->data + text->len, data, len);
    text->data[text->len += len] = '\0';
}

#define CHECK(call, wanted)                                                                        \
    do {                                                                                           \
        struct text text = {.len = 0};                                                             \
        call;                                                                                      \
        assert_string_equal(text.data, wanted);                                                    \
    } while (0)

static void string(struct text *text, const char *from, size_t len)
{
    pith__json_put(put, text, from, len, '"');
}

static void name(struct text *text, const char *from)
{
    pith__json_put_name(put, text, from, strlen(from));
}

static void repaired(struct text *text, const char *from)
{
    pith__json_put_repaired(put, text, from, strlen(from));
}

static void test_strings(void **state)
{
    (void)state;
    CHECK(string(&text, "", 0), "");
    CHECK(string(&text, "a\"b\\c/\n\r\t\b\x1F\x7F", 12),
          "a\\\"b\\\\c/\\n\\r\\t\\u0008\\u001f\\u007f");
    CHECK(string(&text, "\0x", 2), "\\u0000x");
    CHECK(string(&text, "\xC3\xBC<\xC2\x85", 5), "\xC3\xBC<\xC2\x85");
    CHECK(pith__json_put(put, &text, "</a>", 4, '<'), "\\u003c/a>");
}

static void test_names(void **state)
{
    (void)state;
    CHECK(name(&text, "a\nb"), "a\\nb");
    CHECK(name(&text, "\xFFx\xC3"), "\xEF\xBF\xBDx\xEF\xBF\xBD");
    CHECK(name(&text, "\xC2\x9B\x31m\xC2\xA0\xC2\x80"), "\\u009b1m\xC2\xA0\\u0080");
}

static void test_repaired(void **state)
{
    (void)state;
    CHECK(repaired(&text, "[1,\"\\ud83d\\ude00\"]"), "[1,\"\\ud83d\\ude00\"]");
    CHECK(repaired(&text, "\"\\ud83d x\\uDE00\""), "\"\\ufffd x\\ufffd\"");
    CHECK(repaired(&text, "\"\\\\ud83d\xFF\xC2\x90\""), "\"\\\\ud83d\xEF\xBF\xBD\\u0090\"");
}

static void test_numbers(void **state)
{
    (void)state;
    struct json_out out = {.limit = SIZE_MAX};
    json_out_number(&out, 0);
    json_out_word(&out, " ");
    json_out_number(&out, UINT64_MAX);
    json_out_word(&out, " ");
    json_out_share(&out, 0.9995f);
    json_out_word(&out, " ");
    json_out_share(&out, 0.0124f);
    json_out_raw(&out, "", 1);
    assert_string_equal(out.data, "0 18446744073709551615 1.000 0.012");
    json_out_deinit(&out);
}

/* Memory with a limit keeps what fits, and can go on from there. */
static void test_limits(void **state)
{
    (void)state;
    struct json_out out = {.limit = 4};
    json_out_word(&out, "abc");
    json_out_word(&out, "de");
    assert_int_equal(out.state, JSON_OUT_TOO_LONG);
    json_out_word(&out, "f");
    assert_int_equal(out.len, 3);
    json_out_rewind(&out, 2);
    json_out_string(&out, "\"", 1);
    assert_int_equal(out.state, JSON_OUT_GOOD);
    assert_memory_equal(out.data, "ab\\\"", 4);
    json_out_deinit(&out);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_strings),  cmocka_unit_test(test_names),
        cmocka_unit_test(test_repaired), cmocka_unit_test(test_numbers),
        cmocka_unit_test(test_limits),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
