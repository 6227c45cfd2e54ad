/*
 * test_tokens.c - text as tokens: the rules of docs/explanation/perplexity.md, one by one, and any
 * bytes.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "text/tokens.h"

/* The tokens of TEXT with "|" between them. */
static const char *cut(const char *text, size_t len)
{
    static char joined[4096];
    struct pith__tokens tokens;
    struct pith__text_token token;
    size_t used = 0, end = 0;
    pith__tokens_init(&tokens, (struct pith__span){(const unsigned char *)text, len});
    while (pith__tokens_next(&tokens, &token)) {
        assert_true(token.len > 0 && token.len <= PITH__TOKEN_MOST);
        assert_true(token.begin >= end && token.begin < token.end && token.end <= len);
        end = token.end;
        if (used + token.len + 2 > sizeof joined)
            continue;
        if (used > 0)
            joined[used++] = '|';
        memcpy(joined + used, token.text, token.len);
        used += token.len;
    }
    joined[used] = '\0';
    return joined;
}

static void assert_cut(const char *text, const char *wanted)
{
    assert_string_equal(cut(text, strlen(text)), wanted);
}

static void words(void **state)
{
    (void)state;
    assert_cut("", "");
    assert_cut(" \t\n", "");
    assert_cut("The quick  brown fox.", "the|quick|brown|fox|.");
    assert_cut("Don't say \"no\"!", "don|'|t|say|\"|no|\"|!");
    assert_cut("well-known, (see below); yes: no", "well|-|known|,|(|see|below|)|;|yes|:|no");
    assert_cut("B2B covid19", "b2b|covid19");
}

static void stops(void **state)
{
    (void)state;
    assert_cut("the U.S. economy", "the|u.s|.|economy");
    assert_cut("www.example.com/a", "www.example.com|/|a");
    assert_cut("3.5 and 12,345 at 10:30", "3.5|and|12,345|at|10:30");
    assert_cut("one,two 5,", "one|,|two|5|,");
    assert_cut(".net", ".|net");
    assert_cut("end.\"", "end|.|\"");
}

static void marks(void **state)
{
    (void)state;
    assert_cut("“It’s” – a", "\"|it|'|s|\"|-|a");
    assert_cut("wait... wait… wait", "wait|...|wait|...|wait");
    assert_cut("-----------", "---");
    assert_cut("!!?? !", "!!|??|!");
    assert_cut("© 2015 | Home » News", "©|2015|||home|»|news");
    assert_cut("a@b_c#d", "a|@|b|_|c|#|d");
    assert_cut("\xE2\x9D\xA4\xEF\xB8\x8F", "❤");
}

static void scripts(void **state)
{
    (void)state;
    assert_cut("ÄRGER Straße ΟΔΟΣ οδός Привет İstanbul", "ärger|straße|οδοσ|οδόσ|привет|istanbul");
    assert_cut("مرحبا بالعالم", "مرحبا|بالعالم");
    assert_cut("ми\xC2\xADша", "миша");                       /* soft hyphen */
    assert_cut("می\xE2\x80\x8Cخواهم", "می\xE2\x80\x8Cخواهم"); /* zero-width non-joiner */
    assert_cut("नमस्ते दुनिया।", "नमस्ते|दुनिया|।");
    assert_cut("안녕하세요 세계", "안녕하세요|세계");
}

static void without_spaces(void **state)
{
    (void)state;
    assert_cut("我爱北京。ABC公司", "我|爱|北|京|。|abc|公|司");
    assert_cut("コンピュータを使う", "コンピュータ|を|使|う");
    assert_cut("ประเทศไทย", "ป|ระ|เท|ศ|ไท|ย");
    assert_cut("ភាសាខ្មែរ", "ភា|សា|ខ្មែ|រ");
    assert_cut("မြန်မာ", "မြ|န်|မာ");
}

static void blanks(void **state)
{
    (void)state;
    assert_string_equal(cut("\0\0\0", 3), "");
    assert_string_equal(cut("a\0b\x01\x7F", 5), "a|b");
    assert_cut("a\xC2\xA0"
               "b\xE2\x80\x8B"
               "c",
               "a|b|c");
}

static void broken(void **state)
{
    (void)state;
    assert_cut("a\xFF"
               "b",
               "a|\xEF\xBF\xBD|b");
    assert_cut("\xC3", "\xEF\xBF\xBD");
    assert_cut("\xE2\x82", "\xEF\xBF\xBD\xEF\xBF\xBD");
    assert_cut("\xED\xA0\x80", "\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD"); /* a surrogate */
    assert_cut("\xC0\x80x", "\xEF\xBF\xBD\xEF\xBF\xBD|x");              /* too long a form */
}

/* What is longer than a token can be is cut, and nothing gets lost. */
static void long_ones(void **state)
{
    (void)state;
    char text[1000];
    memset(text, 'a', sizeof text);
    const char *tokens = cut(text, sizeof text);
    size_t letters = 0;
    for (const char *p = tokens; *p != '\0'; p++)
        letters += *p == 'a';
    assert_int_equal(letters, sizeof text);
    memset(text, '-', sizeof text);
    assert_string_equal(cut(text, sizeof text), "---");
}

/* The same token has the same hash wherever it stands; others have others. */
static void hashes(void **state)
{
    (void)state;
    static const char text[] = "the THE The then abcdefgh abcdefghi abcdefghijklmnopq hta";
    uint64_t seen[8];
    struct pith__tokens tokens;
    struct pith__text_token token;
    size_t count = 0;
    pith__tokens_init(&tokens, (struct pith__span){(const unsigned char *)text, strlen(text)});
    while (pith__tokens_next(&tokens, &token))
        seen[count++] = token.hash;
    assert_int_equal(count, 8);
    assert_true(seen[0] == seen[1] && seen[0] == seen[2]);
    for (size_t i = 2; i < count; i++) {
        for (size_t k = i + 1; k < count; k++)
            assert_true(seen[i] != seen[k]);
    }
    /* Models have these numbers: they must not change. */
    assert_true(seen[0] == UINT64_C(0xDBD87557CAF3C4FA));
}

static void any_bytes(void **state)
{
    (void)state;
    char text[300];
    uint32_t random = 1;
    for (int round = 0; round < 20000; round++) {
        for (size_t i = 0; i < sizeof text; i++) {
            random = random * 1664525 + 1013904223;
            text[i] = (char)(random >> 24 & (round % 3 == 0 ? 0xFF : 0x7F));
        }
        cut(text, random % sizeof text);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(words),     cmocka_unit_test(stops),          cmocka_unit_test(marks),
        cmocka_unit_test(scripts),   cmocka_unit_test(without_spaces), cmocka_unit_test(blanks),
        cmocka_unit_test(broken),    cmocka_unit_test(long_ones),      cmocka_unit_test(hashes),
        cmocka_unit_test(any_bytes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
