/*
 * test_json.c - the JSON reader: events, escapes, errors and their places, depth, cut-off text.
 * tests/judge/json_python.py compares it with another reader.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/json.h"

#include <cmocka.h>

static struct pith__span span_of(const char *text)
{
    return (struct pith__span){(const unsigned char *)text, strlen(text)};
}

/* Reads TEXT and writes an event as a letter; strings and numbers as they are. */
static void read_all(struct pith__span text, struct pith__json *json, char *out, size_t room)
{
    static const char letters[] = "!.{}[]ksntfz";
    enum pith__json_event event;
    size_t len = 0;
    pith__json_init(json, text);
    do {
        event = pith__json_next(json);
        bool has_text = event >= PITH__JSON_KEY && event <= PITH__JSON_NUMBER;
        len += (size_t)snprintf(out + len, room - len, "%c%.*s", letters[event],
                                has_text ? (int)json->text.len : 0,
                                has_text ? (const char *)json->text.ptr : "");
    } while (event > PITH__JSON_END);
}

static void check_events(const char *text, const char *expected)
{
    struct pith__json json;
    char events[500];
    read_all(span_of(text), &json, events, sizeof events);
    assert_string_equal(events, expected);
    /* An end and an error stay what they are. */
    assert_true(pith__json_next(&json) ==
                (strchr(events, '!') != NULL ? PITH__JSON_ERROR : PITH__JSON_END));
}

static void check_error(const char *text, size_t at, const char *error)
{
    struct pith__json json;
    char events[500];
    read_all(span_of(text), &json, events, sizeof events);
    assert_non_null(json.error);
    assert_string_equal(json.error, error);
    assert_int_equal(json.at - json.start, at);
    assert_false(pith__json_skip(&json, PITH__JSON_ERROR));
}

static void test_events(void **state)
{
    (void)state;
    check_events("null", "z.");
    check_events(" \t\r\n true \n", "t.");
    check_events("{\"a\": [1, -2.5e+3, \"x\\ny\"], \"\": {}, \"b\":[]}",
                 "{ka[n1n-2.5e+3sx\\ny]k{}kb[]}.");
    check_events("[[[]], {\"a\":{\"a\":false}},0,-0,0.0,1E9]", "[[[]]{ka{kaf}}n0n-0n0.0n1E9].");
    check_events("[\"\x7f\xc3\xa4\xff\"]", "[s\x7f\xc3\xa4\xff].");
}

static void test_errors_say_what_and_where(void **state)
{
    (void)state;
    check_error("", 0, "the text ends where a value is expected");
    check_error("  ", 2, "the text ends where a value is expected");
    check_error("[1,]", 3, "expected a value");
    check_error("[1 2]", 3, "expected ',' or ']' in an array");
    check_error("[1", 2, "the text ends in an array");
    check_error("[", 1, "the text ends in an array");
    check_error("{", 1, "the text ends in an object");
    check_error("{\"a\":1", 6, "the text ends in an object");
    check_error("{\"a\":1]", 6, "expected ',' or '}' in an object");
    check_error("{\"a\":1,}", 7, "expected a key in quotes");
    check_error("{a:1}", 1, "expected a key in quotes");
    check_error("{\"a\" 1}", 5, "expected ':' after a key");
    check_error("{\"a\"", 4, "expected ':' after a key");
    check_error("[}", 1, "expected a value");
    check_error("]", 0, "expected a value");
    check_error("'a'", 0, "expected a value");
    check_error("\xEF\xBB\xBF{}", 0, "expected a value");
    check_error("nul", 0, "a value that JSON does not have");
    check_error("NaN", 0, "expected a value");
    check_error("01", 0, "a number that starts with 0");
    check_error("-01", 1, "a number that starts with 0");
    check_error("-", 1, "expected a digit behind '-'");
    check_error("1.", 2, "expected a digit behind '.'");
    check_error("1e+", 3, "expected a digit in an exponent");
    check_error("\"a\nb\"", 2, "a control character in a string");
    check_error("\"0123456789\x1f\"", 11, "a control character in a string");
    check_error("\"a\\xb\"", 3, "an escape that JSON does not have");
    check_error("\"\\u12g4\"", 5, "an escape that JSON does not have");
    check_error("\"\\u12", 5, "the text ends in a string");
    check_error("\"\\", 2, "the text ends in a string");
    check_error("\"abc", 4, "the text ends in a string");
    check_error("{} {}", 3, "text after the end");
    check_error("1 ,", 2, "text after the end");
}

static void test_null_text_is_empty(void **state)
{
    struct pith__json json;
    (void)state;
    pith__json_init(&json, (struct pith__span){NULL, 0});
    assert_int_equal(pith__json_next(&json), PITH__JSON_ERROR);
    assert_int_equal(json.at - json.start, 0);
}

/* A NUL character is a character: outside strings an error, escaped in them a byte. */
static void test_nul(void **state)
{
    static const unsigned char text[] = {'"', 'a', 0, '"'};
    struct pith__json json;
    (void)state;
    pith__json_init(&json, (struct pith__span){text, sizeof text});
    assert_int_equal(pith__json_next(&json), PITH__JSON_ERROR);
    assert_int_equal(json.at - json.start, 2);
    unsigned char out[8];
    assert_int_equal(pith__json_unescape(span_of("a\\u0000b"), out), 3);
    assert_memory_equal(out, "a\0b", 3);
}

static void test_depth(void **state)
{
    char text[2 * PITH__JSON_DEPTH + 3];
    char events[2 * PITH__JSON_DEPTH + 4];
    struct pith__json json;
    (void)state;
    memset(text, '[', PITH__JSON_DEPTH);
    memset(text + PITH__JSON_DEPTH, ']', PITH__JSON_DEPTH);
    text[2 * PITH__JSON_DEPTH] = '\0';
    read_all(span_of(text), &json, events, sizeof events);
    assert_null(json.error);
    pith__json_init(&json, span_of(text));
    assert_true(pith__json_skip(&json, pith__json_next(&json)));
    assert_int_equal(pith__json_next(&json), PITH__JSON_END);

    memset(text, '[', PITH__JSON_DEPTH + 1);
    read_all(span_of(text), &json, events, sizeof events);
    assert_string_equal(json.error, "nested too deeply");
    assert_int_equal(json.at - json.start, PITH__JSON_DEPTH);
}

/* Every proper start of a document is an error at its end, or an error of a word cut short. The
 * copy has just its size, so that a sanitizer sees reads beyond it. */
static void test_cut_at_every_byte(void **state)
{
    static const char text[] =
        "{\"title\": \"A \\\"b\\\" \\u00e4\\ud83d\\ude00 and so on\","
        " \"list\": [true, false, null, -12.5e-3, {}, []], \"n\": {\"a\":0}}";
    (void)state;
    for (size_t len = 0; len <= sizeof text - 1; len++) {
        unsigned char *copy = malloc(len > 0 ? len : 1);
        struct pith__json json;
        enum pith__json_event event;
        assert_non_null(copy);
        memcpy(copy, text, len);
        pith__json_init(&json, (struct pith__span){copy, len});
        while ((event = pith__json_next(&json)) > PITH__JSON_END) {
            if (event == PITH__JSON_STRING) {
                assert_true(pith__json_unescape(json.text, copy) <= json.text.len);
                memcpy(copy, text, len);
            }
        }
        assert_int_equal(event, len < sizeof text - 1 ? PITH__JSON_ERROR : PITH__JSON_END);
        assert_true((size_t)(json.at - json.start) <= len);
        free(copy);
    }
}

static void test_skip(void **state)
{
    struct pith__json json;
    (void)state;
    pith__json_init(&json, span_of("{\"a\":{\"x\":[1,{}]},\"b\":[[],2],\"c\":3,\"d\":\"e\"}"));
    assert_int_equal(pith__json_next(&json), PITH__JSON_OBJECT);
    for (const char *key = "abcd"; *key != '\0'; key++) {
        const char word[] = {*key, '\0'};
        assert_int_equal(pith__json_next(&json), PITH__JSON_KEY);
        assert_true(pith__json_is(&json, word));
        assert_true(pith__json_skip(&json, PITH__JSON_KEY));
    }
    assert_int_equal(pith__json_next(&json), PITH__JSON_OBJECT_END);
    pith__json_init(&json, span_of("[[1,2"));
    assert_false(pith__json_skip(&json, pith__json_next(&json)));
}

static void check_unescape(const char *raw, const char *expected)
{
    size_t len = strlen(raw);
    unsigned char *out = malloc(len > 0 ? len : 1);
    unsigned char *copy = malloc(len > 0 ? len : 1);
    assert_non_null(out);
    assert_non_null(copy);
    assert_int_equal(pith__json_unescape(span_of(raw), out), strlen(expected));
    assert_memory_equal(out, expected, strlen(expected));
    memcpy(copy, raw, len); /* the same in place */
    assert_int_equal(pith__json_unescape((struct pith__span){copy, len}, copy), strlen(expected));
    assert_memory_equal(copy, expected, strlen(expected));
    free(out);
    free(copy);
}

static void test_unescape(void **state)
{
    (void)state;
    check_unescape("", "");
    check_unescape("plain text of more than eight bytes", "plain text of more than eight bytes");
    check_unescape("\\\"\\\\\\/\\b\\f\\n\\r\\t", "\"\\/\b\f\n\r\t");
    check_unescape("a\\nb and more text\\tand more text\\\\ and more text",
                   "a\nb and more text\tand more text\\ and more text");
    check_unescape("\\u0041\\u00e4\\u20AC\\uFFFF", "A\xc3\xa4\xe2\x82\xac\xef\xbf\xbf");
    check_unescape("\\ud83d\\ude00\\uDBFF\\uDFFF", "\xf0\x9f\x98\x80\xf4\x8f\xbf\xbf");
    /* Lone surrogates, each in its place. */
    check_unescape("\\ud83d", "\xef\xbf\xbd");
    check_unescape("\\ude00x", "\xef\xbf\xbdx");
    check_unescape("\\ud83dx\\ude00", "\xef\xbf\xbdx\xef\xbf\xbd");
    check_unescape("\\ud83d\\ud83d\\ude00", "\xef\xbf\xbd\xf0\x9f\x98\x80");
    check_unescape("\\ud83d\\n", "\xef\xbf\xbd\n");
    check_unescape("\\ude00\\ud83d", "\xef\xbf\xbd\xef\xbf\xbd");
    /* What the reader would refuse stays as it is. */
    check_unescape("a\\", "a\\");
    check_unescape("\\q\\u12", "\\q\\u12");
    check_unescape("\\ud83d\\ude0", "\xef\xbf\xbd\\ude0");
}

static void test_is(void **state)
{
    struct pith__json json;
    (void)state;
    pith__json_init(&json, span_of("[\"html\",\"\\u0068t\\u006dl\",\"ht\\u00e4\",\"\\n\"]"));
    pith__json_next(&json);
    pith__json_next(&json);
    assert_true(pith__json_is(&json, "html"));
    assert_false(pith__json_is(&json, "htm"));
    assert_false(pith__json_is(&json, "htmls"));
    pith__json_next(&json);
    assert_true(pith__json_is(&json, "html"));
    assert_false(pith__json_is(&json, "htm"));
    assert_false(pith__json_is(&json, "htmls"));
    assert_false(pith__json_is(&json, ""));
    pith__json_next(&json);
    assert_false(pith__json_is(&json, "hta"));
    pith__json_next(&json);
    assert_true(pith__json_is(&json, "\n"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_events),
        cmocka_unit_test(test_errors_say_what_and_where),
        cmocka_unit_test(test_null_text_is_empty),
        cmocka_unit_test(test_nul),
        cmocka_unit_test(test_depth),
        cmocka_unit_test(test_cut_at_every_byte),
        cmocka_unit_test(test_skip),
        cmocka_unit_test(test_unescape),
        cmocka_unit_test(test_is),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
