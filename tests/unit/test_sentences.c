/*
 * test_sentences.c - the splitter: what ends a sentence, what does not, and what must hold for any
 * bytes. Sentences in the cases are parted by "|".
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "text/sentences.h"

/* The sentences of TEXT, with "|" between them. */
static char *split(const char *text, size_t len, bool lines)
{
    struct pith__sentences it =
        pith__sentences_begin((struct pith__span){(const unsigned char *)text, len}, lines);
    struct pith__span sentence;
    char *out = malloc(2 * len + 2);
    size_t at = 0;
    assert_non_null(out);
    while (pith__sentences_next(&it, &sentence)) {
        assert_true(sentence.len > 0);
        if (at > 0)
            out[at++] = '|';
        memcpy(out + at, sentence.ptr, sentence.len);
        at += sentence.len;
    }
    out[at] = '\0';
    return out;
}

/* CASES have "|" where a sentence ends, in place of a space; "~" where nothing stands between. */
static void check(const char *const *cases, size_t count, bool lines)
{
    for (size_t i = 0; i < count; i++) {
        size_t len = strlen(cases[i]), given = 0, wanted = 0;
        char *text = malloc(len + 1), *expected = malloc(len + 1);
        assert_non_null(text);
        assert_non_null(expected);
        for (size_t k = 0; k < len; k++) {
            if (cases[i][k] != '~')
                text[given++] = cases[i][k] == '|' ? ' ' : cases[i][k];
            expected[wanted++] = cases[i][k] == '~' ? '|' : cases[i][k];
        }
        expected[wanted] = '\0';
        char *got = split(text, given, lines);
        if (strcmp(got, expected) != 0)
            fail_msg("%s\nbecame\n%s", cases[i], got);
        free(got);
        free(text);
        free(expected);
    }
}
#define CHECK(cases, lines) check(cases, sizeof(cases) / sizeof *(cases), lines)

static void stops(void **state)
{
    static const char *const cases[] = {
        "One.|Two!|Three?|Four.",
        "No stop at the end",
        "Why?!|Because!!!|So.",
        "Wait...|No.",
        "He waited ... and waited.",
        "He waited . . . and waited.|Then he went.",
        "It goes on\xE2\x80\xA6 and on\xE2\x80\xA6|Until it ends.",
        "An ending.[12][3]|And a reference.",
        "Yahoo! is a name.|It ends here.",
        "The end. lower case goes on.",
        "Numbers follow.|12 of them.",
    };
    (void)state;
    CHECK(cases, false);
}

static void quotes(void **state)
{
    static const char *const cases[] = {
        "\"Is that so?\" he said.|\"It is.\"|She left.",
        "(All of it.)|The rest.",
        "\xE2\x80\x9CYes.\xE2\x80\x9D|\xE2\x80\x9CNo.\xE2\x80\x9D",
        "\xE2\x80\x9EJa.\xE2\x80\x9C|Er ging.",
        "\xC2\xAB Oui. \xC2\xBB|Il partit.",
        "\xC2\xBBJa.\xC2\xAB|Er ging.",
        "He said so. \"|She did not.",
        "Did he (really?) say that?|He did.",
        "\xC2\xA1Hola!|\xC2\xBFQu\xC3\xA9 tal?|Bien.",
    };
    (void)state;
    CHECK(cases, false);
}

static void abbreviations(void **state)
{
    static const char *const cases[] = {
        "Dr. Smith met Mr. and Mrs. Jones.|They talked.",
        "See e.g. Figure 2.|It shows, i.e. The Curve, all.",
        "It costs approx. 5 dollars.|See No. 5 and pp. 12 to 14.",
        "He said no.|Then he left.",
        "The U.S. Senate met.|It did not.",
        "He lives in the U.S.|The house is big.",
        "J. R. R. Tolkien wrote it.|George W. Bush read it.",
        "It opens at 9 a.m. Monday.|It closes at 5 p.m.|They go home.",
        "Apples, pears, etc.|Others came too.",
        "Apples, pears etc. are fruit.",
        "Gen. Lee came.|It was the last of our gen.|Nobody knew.",
        "She isn't.|He is.",
        "At 150 K.|Simulations were made.",
        "Das ist z.B. Bier.|Am 3. Oktober ist Feiertag.|Das gilt bzw. galt immer.",
        "Im 19. Jahrhundert gab es das nicht.|Er wurde 99.|Dann starb er.",
        "M. Dupont est l\xC3\xA0.|Il part.",
        "\xD0\x98 \xD1\x82.\xD0\xB4.|\xD0\x9E\xD0\xBD \xD1\x83\xD1\x88\xD1\x91\xD0\xBB.",
        "1. First point here.|2. Second point here.",
        "In 1999.|The next year came.",
    };
    (void)state;
    CHECK(cases, false);
}

static void addresses_and_numbers(void **state)
{
    static const char *const cases[] = {
        "See www.example.org/a.html?b=c.d for more.|Then stop.",
        "Version 2.0.1 costs 3.50 today.|At 10.30 it ends.",
        "Write to a.b@example.com now.|Node.js is fast.",
        "The file page.html was lost.",
    };
    (void)state;
    CHECK(cases, false);
}

static void other_scripts(void **state)
{
    static const char *const cases[] = {
        "\xE8\xBF\x99\xE6\x98\xAF\xE4\xB8\x80\xE3\x80\x82~\xE9\x82\xA3\xE6\x98\xAF\xE4\xBA\x8C\xEF"
        "\xBC\x81~\xE4\xB8\x89",
        /* "...." to katta: the sentence goes on behind the quotation */
        "\xE3\x80\x8C\xE3\x81\xAF\xE3\x81\x84\xE3\x80\x82\xE3\x80\x8D\xE3\x81\xA8\xE8\xA8\x80\xE3"
        "\x81\xA3\xE3\x81\x9F\xE3\x80\x82~\xE7\xB5\x82\xE3\x82\x8F\xE3\x82\x8A\xE3\x80\x82",
        "\xE0\xA4\xB9\xE0\xA4\xBE\xE0\xA4\x81\xE0\xA5\xA4|\xE0\xA4\xA8\xE0\xA4\xB9\xE0\xA5\x80"
        "\xE0\xA4\x82\xE0\xA5\xA4",
        "\xD9\x85\xD8\xA7 \xD9\x87\xD8\xB0\xD8\xA7\xD8\x9F|\xD9\x87\xD8\xB0\xD8\xA7 \xD9\x83\xD8"
        "\xAA\xD8\xA7\xD8\xA8.",
        "\xCE\xA4\xCE\xB9 \xCE\xB5\xCE\xAF\xCE\xBD\xCE\xB1\xCE\xB9;|\xCE\x95\xCE\xB4\xCF\x8E.",
        "\xD0\x94\xD0\xB0.|\xD0\x9D\xD0\xB5\xD1\x82.",
    };
    (void)state;
    CHECK(cases, false);
}

/* Spaces part sentences of some length, unless a word follows that goes on. */
static void thai(void **state)
{
#define KO "\xE0\xB8\x81"
    static const char *const cases[] = {
        KO KO KO KO " " KO KO KO KO,
        KO KO KO KO KO KO KO KO KO KO KO KO KO KO KO KO KO KO KO KO KO KO KO KO KO KO KO KO KO KO
        "|" KO KO,
        KO KO KO KO KO KO KO KO KO KO KO KO KO KO KO KO KO KO KO KO KO KO KO KO KO KO KO KO KO KO
        " \xE0\xB9\x81\xE0\xB8\xA5\xE0\xB8\xB0" KO,
        KO KO KO KO KO KO KO KO KO KO KO KO KO KO KO KO KO KO KO KO KO KO KO KO KO KO KO KO KO KO
        " 12 " KO,
    };
    (void)state;
    CHECK(cases, false);
}

static void lines(void **state)
{
    (void)state;
    const char *text = " One line\nand another.\n \t\nA blank one before. ";
    char *got = split(text, strlen(text), false);
    assert_string_equal(got, "One line\nand another.|A blank one before.");
    free(got);
    got = split(text, strlen(text), true);
    assert_string_equal(got, "One line|and another.|A blank one before.");
    free(got);
    got = split(" \n\n ", 4, true);
    assert_string_equal(got, "");
    free(got);
    got = split("", 0, false);
    assert_string_equal(got, "");
    free(got);
}

static void tables_are_sorted(void **state)
{
    static const char *const words[] = {
#define ABBREVIATION(kind, text) text,
#include "text/abbreviations.def"
#undef ABBREVIATION
    };
    static const char *const starters[] = {
#define STARTER(text) text,
#include "text/starters.def"
#undef STARTER
    };
    (void)state;
    for (size_t i = 1; i < sizeof words / sizeof *words; i++) {
        if (strcmp(words[i - 1], words[i]) >= 0 || strlen(words[i]) > 24)
            fail_msg("%s does not stand behind %s", words[i], words[i - 1]);
    }
    for (size_t i = 1; i < sizeof starters / sizeof *starters; i++) {
        if (strcmp(starters[i - 1], starters[i]) >= 0 || strlen(starters[i]) > 24)
            fail_msg("%s does not stand behind %s", starters[i], starters[i - 1]);
    }
}

/* All that is no white space comes out, in order, whatever the bytes are. */
static void nothing_is_lost(void **state)
{
    static const char *const parts[] = {".",
                                        "!",
                                        "?",
                                        " ",
                                        "\n",
                                        "a",
                                        "B",
                                        "\"",
                                        "(",
                                        ")",
                                        "1",
                                        "\xE3\x80\x82",
                                        "\xE2\x80\xA6",
                                        "\xC2\xA0",
                                        "\xC2",
                                        "\xE0\xB8\x81",
                                        "\xFF",
                                        "Mr",
                                        ";",
                                        "\xCE\xB1",
                                        "[1]",
                                        "\xC2\xBB",
                                        "'",
                                        "-",
                                        "\x80",
                                        "\0"};
    enum { PARTS = sizeof parts / sizeof *parts, ROUNDS = 20000 };
    uint32_t seed = 7;
    (void)state;
    for (int round = 0; round < ROUNDS; round++) {
        char text[64];
        size_t len = 0;
        while (len < 40) {
            seed = seed * 1664525u + 1013904223u;
            const char *part = parts[(seed >> 8) % PARTS];
            size_t part_len = *part == '\0' ? 1 : strlen(part);
            memcpy(text + len, part, part_len);
            len += part_len;
        }
        struct pith__span all = {(const unsigned char *)text, len}, sentence;
        struct pith__sentences it = pith__sentences_begin(all, round % 2 == 0);
        const unsigned char *at = all.ptr;
        while (pith__sentences_next(&it, &sentence)) {
            assert_true(sentence.ptr >= at && sentence.len > 0);
            for (; at < sentence.ptr; at++)
                assert_true(pith__is_space(*at) || *at >= 0x80 || *at == 0);
            at = sentence.ptr + sentence.len;
            assert_true(at <= all.ptr + len);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(stops),           cmocka_unit_test(quotes),
        cmocka_unit_test(abbreviations),   cmocka_unit_test(addresses_and_numbers),
        cmocka_unit_test(other_scripts),   cmocka_unit_test(thai),
        cmocka_unit_test(lines),           cmocka_unit_test(tables_are_sorted),
        cmocka_unit_test(nothing_is_lost),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
