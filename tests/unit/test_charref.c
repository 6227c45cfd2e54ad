/*
 * test_charref.c - character references. html5lib's tests (tests/judge) try every name against
 * the standard's table; here are the rules around the names, and what the caller relies on.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>

#include "parse/charref.h"

#include <cmocka.h>

/* The table itself, to walk all names in it. */
enum { LAST_SIBLING = 1, NO_SEMICOLON_NEEDED = 2 };
struct node {
    unsigned char letter, flags;
    uint16_t child, text;
};
struct text {
    unsigned char len, utf8[6];
};
#include "parse/entity_table.inc"

/* Reads SOURCE from a heap block of just its size, so that ASan sees an over-read, and checks that
 * nothing is written beyond what counts. */
static size_t read_ref(const char *source, size_t len, bool attribute, unsigned char *out,
                       size_t *out_len)
{
    unsigned char *copy = malloc(len);
    assert_non_null(copy);
    memcpy(copy, source, len);
    memset(out, 0xFF, 8);
    *out_len = 0;
    size_t taken = pith__charref(copy, copy + len, attribute, out, out_len);
    for (size_t i = *out_len; i < 8; i++)
        assert_int_equal(out[i], 0xFF);
    free(copy);
    return taken;
}

/* SOURCE's first TAKEN bytes become TEXT; TAKEN 0: it is no reference. */
static void expect(const char *source, bool attribute, size_t taken, const char *text)
{
    unsigned char out[8];
    size_t out_len = 0;
    assert_int_equal(read_ref(source, strlen(source), attribute, out, &out_len), taken);
    assert_int_equal(out_len, strlen(text));
    assert_memory_equal(out, text, out_len);
}

static void test_names(void **state)
{
    (void)state;
    expect("&amp;", false, 5, "&");
    expect("&amp", false, 4, "&");
    expect("&lt", false, 3, "<");
    expect("&nbsp;x", false, 6, "\xC2\xA0");
    expect("&Eacute;", false, 8, "\xC3\x89");
    expect("&eacute;", false, 8, "\xC3\xA9");
    expect("&frac12;", false, 8, "\xC2\xBD");
    expect("&there4;", false, 8, "\xE2\x88\xB4");
    expect("&CounterClockwiseContourIntegral;", false, 33, "\xE2\x88\xB3");
    expect("&nGt;", false, 5, "\xE2\x89\xAB\xE2\x83\x92"); /* two characters */
}

static void test_longest_name(void **state)
{
    (void)state;
    expect("&notin;", false, 7, "\xE2\x88\x89");
    expect("&notit;", false, 4, "\xC2\xAC");
    expect("&noti", false, 4, "\xC2\xAC");
    expect("&ampamp;", false, 4, "&");
    expect("&notin", false, 4, "\xC2\xAC"); /* needs its semicolon */
}

static void test_no_reference(void **state)
{
    static const char *const sources[] = {
        "&",       "&&",   "& ",     "&;",       "&=",  "&x",    "&l",        "&lT;",
        "&bogus;", "&1;",  "&mdash", "&hellip ", "&#",  "&#;",   "&#x",       "&#x;",
        "&#xg;",   "&#a;", "&@",     "&[am;",    "&`;", "&{lt;", "&\xC3\xA9;"};
    (void)state;
    for (size_t i = 0; i < sizeof sources / sizeof *sources; i++) {
        expect(sources[i], false, 0, "");
        expect(sources[i], true, 0, "");
    }
}

static void test_attribute(void **state)
{
    (void)state;
    expect("&copy=1", true, 0, "");
    expect("&copy=1", false, 5, "\xC2\xA9");
    expect("&copy1", true, 0, "");
    expect("&copya", true, 0, "");
    expect("&copyZ", true, 0, "");
    expect("&copy", true, 5, "\xC2\xA9");
    expect("&copy&", true, 5, "\xC2\xA9");
    expect("&copy;=1", true, 6, "\xC2\xA9");
    expect("&notit;", true, 0, "");
    expect("&notin;", true, 7, "\xE2\x88\x89");
    expect("&#65=", true, 4, "A");
}

static void test_numbers(void **state)
{
    (void)state;
    expect("&#65;", false, 5, "A");
    expect("&#65", false, 4, "A");
    expect("&#65x", false, 4, "A");
    expect("&#x41;", false, 6, "A");
    expect("&#X41g", false, 5, "A");
    expect("&#xe9;", false, 6, "\xC3\xA9");
    expect("&#xE9", false, 5, "\xC3\xA9");
    expect("&#8217;", false, 7, "\xE2\x80\x99");
    expect("&#x1F600;", false, 9, "\xF0\x9F\x98\x80");
    expect("&#x10FFFF;", false, 10, "\xF4\x8F\xBF\xBF");
    expect("&#x7FF;", false, 7, "\xDF\xBF");
    expect("&#x800;", false, 7, "\xE0\xA0\x80");
    expect("&#xFFFF;", false, 8, "\xEF\xBF\xBF");
    expect("&#13;", false, 5, "\r");
}

static void test_mended_numbers(void **state)
{
    (void)state;
    expect("&#0;", false, 4, "\xEF\xBF\xBD");
    expect("&#0", false, 3, "\xEF\xBF\xBD");
    expect("&#xD800;", false, 8, "\xEF\xBF\xBD");
    expect("&#xDFFF;", false, 8, "\xEF\xBF\xBD");
    expect("&#x110000;", false, 10, "\xEF\xBF\xBD");
    expect("&#4294967361;", false, 13, "\xEF\xBF\xBD"); /* 2^32 + 'A' */
    expect("&#x80;", false, 6, "\xE2\x82\xAC");
    expect("&#150;", false, 6, "\xE2\x80\x93");
    expect("&#x9F;", false, 6, "\xC5\xB8");
    expect("&#x81;", false, 6, "\xC2\x81"); /* windows-1252 has nothing there */
    expect("&#xA0;", false, 6, "\xC2\xA0");
}

static void test_many_digits(void **state)
{
    enum { DIGITS = 100000 };
    static char source[DIGITS + 4];
    unsigned char out[8];
    size_t out_len = 0;
    (void)state;
    memcpy(source, "&#", 2);
    memset(source + 2, '9', DIGITS);
    source[DIGITS + 2] = ';';
    assert_int_equal(read_ref(source, DIGITS + 3, false, out, &out_len), DIGITS + 3);
    assert_memory_equal(out, "\xEF\xBF\xBD", out_len);

    memset(source + 2, '0', DIGITS - 2); /* leading zeros count for nothing */
    memcpy(source + DIGITS, "65", 2);
    assert_int_equal(read_ref(source, DIGITS + 3, false, out, &out_len), DIGITS + 3);
    assert_int_equal(out_len, 1);
    assert_int_equal(out[0], 'A');
}

/* SOURCE is "&name;", LEN bytes. Tries it whole, cut short everywhere, and for its growth. */
static size_t check_name(const char *source, size_t len, const struct node *node)
{
    const struct text *text = &texts[node->text];
    bool legacy = node->flags & NO_SEMICOLON_NEEDED;
    unsigned char out[8];
    size_t out_len = 0;
    assert_int_equal(read_ref(source, len, true, out, &out_len), len);
    assert_int_equal(out_len, text->len);
    assert_memory_equal(out, text->utf8, text->len);
    assert_true(out_len * 5 <= (len - !!legacy) * 6);
    for (size_t cut = 1; cut < len; cut++) {
        size_t taken = read_ref(source, cut, false, out, &out_len);
        assert_true(taken <= cut);
        assert_true(out_len * 5 <= taken * 6);
    }
    if (legacy)
        assert_int_equal(read_ref(source, len - 1, false, out, &out_len), len - 1);
    return legacy ? 2 : 1;
}

static size_t check_names_below(char *source, size_t len, const struct node *node)
{
    size_t count = 0;
    source[len++] = (char)node->letter;
    if (node->text != 0) {
        source[len] = ';';
        count += check_name(source, len + 1, node);
    }
    if (node->child != 0) {
        const struct node *child = &nodes[node->child];
        count += check_names_below(source, len, child);
        while (!(child->flags & LAST_SIBLING))
            count += check_names_below(source, len, ++child);
    }
    return count;
}

static void test_whole_table(void **state)
{
    char source[64] = "&";
    size_t count = 0;
    (void)state;
    for (size_t i = 0; i < 52; i++)
        count += check_names_below(source, 1, &nodes[i]);
    assert_int_equal(count, 2231);
}

/* The shortest spelling of a number is the one that grows most. */
static void test_number_growth(void **state)
{
    (void)state;
    for (unsigned number = 0; number < 0x120; number++) {
        char source[16] = "&#";
        unsigned char out[8];
        size_t len = 2, out_len = 0;
        for (unsigned unit = number >= 100 ? 100 : number >= 10 ? 10 : 1; unit > 0; unit /= 10)
            source[len++] = (char)('0' + number / unit % 10);
        assert_int_equal(read_ref(source, len, false, out, &out_len), len);
        assert_true(out_len <= len);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_names),         cmocka_unit_test(test_longest_name),
        cmocka_unit_test(test_no_reference),  cmocka_unit_test(test_attribute),
        cmocka_unit_test(test_numbers),       cmocka_unit_test(test_mended_numbers),
        cmocka_unit_test(test_many_digits),   cmocka_unit_test(test_whole_table),
        cmocka_unit_test(test_number_growth),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
