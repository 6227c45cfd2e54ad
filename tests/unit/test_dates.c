/*
 * test_dates.c - the small readers behind metadata: dates, addresses, names, letters.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>

#include "metadata/date.h"
#include "metadata/finder.h"
#include "text/url.h"

#include <cmocka.h>

static struct pith__span span_of(const char *text)
{
    return (struct pith__span){(const unsigned char *)text, strlen(text)};
}

/* ---------------------------------------------------------------- dates */

static void check_date(const char *text, unsigned how, const char *expected)
{
    struct pith__date date;
    char written[PITH__DATE_ROOM + 1] = "";
    size_t behind = pith__date_find(span_of(text), how, &date);
    assert_true(behind <= strlen(text));
    if (behind > 0)
        written[pith__date_format(&date, written)] = '\0';
    if (strcmp(written, expected) != 0)
        print_message("%s\n", text);
    assert_string_equal(written, expected);
}

static void machine_dates(void **state)
{
    (void)state;
    check_date("2020-05-12", 0, "2020-05-12");
    check_date("2020-05-12T10:00:00Z", 0, "2020-05-12T10:00:00Z");
    check_date("2020-05-12T10:00", 0, "2020-05-12T10:00:00");
    check_date("2020-05-12T10:00:01.123+02:00", 0, "2020-05-12T10:00:01+02:00");
    check_date("2020-05-12 10:00:00 -0530", 0, "2020-05-12T10:00:00-05:30");
    check_date("2020-05-12t10:00:00z", 0, "2020-05-12T10:00:00Z");
    check_date("2020-05-12T10:00:00+00", 0, "2020-05-12T10:00:00Z");
    check_date("20200512", 0, "2020-05-12");
    check_date("2020/5/2", 0, "2020-05-02");
    check_date("2020.05.12", 0, "2020-05-12");
    check_date("2020年5月12日", 0, "2020-05-12");
    check_date("Tue, 12 May 2020 10:00:00 GMT", 0, "2020-05-12T10:00:00Z");
    check_date("Tue, 12 May 2020 10:00:00 +0200", 0, "2020-05-12T10:00:00+02:00");
    check_date("Tue, 12 May 2020 10:00:00 EST", 0, "2020-05-12T10:00:00-05:00");
    check_date("12-May-2020", 0, "2020-05-12");
    check_date("12-May-20", 0, "2020-05-12");
}

static void dates_of_people(void **state)
{
    (void)state;
    check_date("May 12, 2020", 0, "2020-05-12");
    check_date("Posted on Tuesday, May 12th 2020 at 9:30 pm by Ann", 0, "2020-05-12T21:30:00");
    check_date("MAY 12 2020 | 12:05 a.m.", 0, "2020-05-12T00:05:00");
    check_date("Sept. 3, 2019", 0, "2019-09-03");
    check_date("12 May 2020", 0, "2020-05-12");
    check_date("the 1st of May, 2020", 0, "2020-05-01");
    check_date("am 12. Mai 2020 um 10:30 Uhr", 0, "2020-05-12T10:30:00");
    check_date("3. MÄRZ 2021", 0, "2021-03-03");
    check_date("1er août 2020 à 18h30", 0, "2020-08-01T18:30:00");
    check_date("12 de mayo de 2020", 0, "2020-05-12");
    check_date("5 settembre 2018", 0, "2018-09-05");
    check_date("7 de março de 2022", 0, "2022-03-07");
    check_date("9 mrt 2020", 0, "2020-03-09");
    check_date("12 października 2020", 0, "2020-10-12");
    check_date("12 ЯНВАРЯ 2020", 0, "2020-01-12");
}

static void dates_of_numbers(void **state)
{
    (void)state;
    check_date("05/12/2020", PITH__DATE_MONTH_FIRST, "2020-05-12");
    check_date("05/12/2020", 0, "2020-12-05");
    check_date("25/12/2020", PITH__DATE_MONTH_FIRST, "2020-12-25");
    check_date("12/25/2020", 0, "2020-12-25");
    check_date("12.05.2020", PITH__DATE_MONTH_FIRST, "2020-05-12");
    check_date("12. 5. 2020", 0, "2020-05-12");
    check_date("5/12/20", PITH__DATE_MONTH_FIRST, "2020-05-12");
    check_date("12.05.98, 10:00", 0, "1998-05-12T10:00:00");
}

/* A field may hold less than a day, or seconds; text may not. */
static void dates_in_fields(void **state)
{
    (void)state;
    check_date("2020-05", PITH__DATE_FIELD, "2020-05");
    check_date("May 2020", PITH__DATE_FIELD, "2020-05");
    check_date("2020", PITH__DATE_FIELD, "2020");
    check_date("1589277600", PITH__DATE_FIELD, "2020-05-12T10:00:00Z");
    check_date("1589277600123", PITH__DATE_FIELD, "2020-05-12T10:00:00Z");
    check_date("951782400", PITH__DATE_FIELD, "");
    check_date("0951782400", PITH__DATE_FIELD, "2000-02-29T00:00:00Z");
    check_date("2020-05", 0, "");
    check_date("May 2020", 0, "");
    check_date("2020", 0, "");
    check_date("1589277600", 0, "");
}

static void no_dates(void **state)
{
    static const char *const texts[] = {
        "",
        "May",
        "12",
        "2020-13-01",
        "2021-02-29",
        "0000-00-00",
        "31.02.2020",
        "1/2",
        "12 Mai",
        "May 32, 2020",
        "call 555-12-2020x",
        "99/99/9999",
        "12 maybe 2020",
        "1850-01-01",
        "2101-01-01",
        "12.05.2020s",
    };
    (void)state;
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        check_date(texts[i], 0, "");
    check_date("2020-02-30 or 2020-02-28", 0, "2020-02-28"); /* the next one counts */
    check_date("12/2020 - 05/12/2020 99:99", 0, "2020-12-05");
}

/* Every cut of a text ends the reading inside it; a copy of just its size shows reads beyond. */
static void dates_cut(void **state)
{
    static const char text[] = "Tue, 12 de März de 2020 um 9:30:15.5 p.m. +02:00";
    (void)state;
    for (size_t len = 0; len < sizeof text; len++) {
        unsigned char *copy = test_malloc(len > 0 ? len : 1);
        struct pith__date date;
        memcpy(copy, text, len);
        while (len > 0 && (copy[len - 1] & 0x80) != 0) /* text is whole characters */
            copy[len - 1] = ' ';
        assert_true(pith__date_find((struct pith__span){copy, len}, PITH__DATE_FIELD, &date) <=
                    len);
        test_free(copy);
    }
}

/* ---------------------------------------------------------------- addresses */

static void check_url(const char *base, const char *reference, const char *expected)
{
    size_t room = strlen(base) + strlen(reference) + 4;
    unsigned char *out = test_malloc(room + 1);
    size_t len = pith__url_resolve(span_of(base), span_of(reference), out);
    assert_true(len <= room);
    out[len] = '\0';
    assert_string_equal((const char *)out, expected);
    test_free(out);
}

/* The examples of RFC 3986, section 5.4. */
static void addresses(void **state)
{
    static const char *const examples[][2] = {
        {"g:h", "g:h"},
        {"g", "http://a/b/c/g"},
        {"./g", "http://a/b/c/g"},
        {"g/", "http://a/b/c/g/"},
        {"/g", "http://a/g"},
        {"//g", "http://g"},
        {"?y", "http://a/b/c/d;p?y"},
        {"g?y", "http://a/b/c/g?y"},
        {"#s", "http://a/b/c/d;p?q#s"},
        {"g#s", "http://a/b/c/g#s"},
        {"g?y#s", "http://a/b/c/g?y#s"},
        {";x", "http://a/b/c/;x"},
        {"", "http://a/b/c/d;p?q"},
        {".", "http://a/b/c/"},
        {"./", "http://a/b/c/"},
        {"..", "http://a/b/"},
        {"../g", "http://a/b/g"},
        {"../..", "http://a/"},
        {"../../g", "http://a/g"},
        {"../../../g", "http://a/g"},
        {"/./g", "http://a/g"},
        {"/../g", "http://a/g"},
        {"g.", "http://a/b/c/g."},
        {"..g", "http://a/b/c/..g"},
        {"./g/.", "http://a/b/c/g/"},
        {"g/../h", "http://a/b/c/h"},
        {"g;x=1/../y", "http://a/b/c/y"},
        {"g?y/../x", "http://a/b/c/g?y/../x"},
        {"g#s/../x", "http://a/b/c/g#s/../x"},
        {"http:g", "http:g"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof examples / sizeof *examples; i++)
        check_url("http://a/b/c/d;p?q", examples[i][0], examples[i][1]);
    check_url("http://a", "g", "http://a/g");
    check_url("http://a?q", "", "http://a?q");
    assert_true(pith__url_absolute(span_of("https://example.org")));
    assert_false(pith__url_absolute(span_of("//example.org/")));
    assert_false(pith__url_absolute(span_of("mailto:a@example.org")));
}

/* ---------------------------------------------------------------- names */

static void check_names(const char *text, bool seen, const char *expected)
{
    struct pith__span names[4];
    char joined[500] = "";
    size_t count = pith__names_split(span_of(text), seen, names, 4);
    for (size_t i = 0; i < count; i++)
        snprintf(joined + strlen(joined), sizeof joined - strlen(joined), "%s%.*s",
                 i > 0 ? " + " : "", (int)names[i].len, (const char *)names[i].ptr);
    assert_string_equal(joined, expected);
}

static void names_in_fields(void **state)
{
    (void)state;
    check_names("Ann Lee", false, "Ann Lee");
    check_names(" By Ann Lee ", false, "Ann Lee");
    check_names("Written by: Ann Lee", false, "Ann Lee");
    check_names("Ann Lee and Bob Ray", false, "Ann Lee + Bob Ray");
    check_names("Ann Lee, Bob Ray, and Cy Poe", false, "Ann Lee + Bob Ray + Cy Poe");
    check_names("Ann Lee; Bob Ray & Cy Poe", false, "Ann Lee + Bob Ray + Cy Poe");
    check_names("Ann Lee, MD, PhD", false, "Ann Lee, MD, PhD");
    check_names("Lee, Ann", false, "Lee, Ann");
    check_names("Food and Drug Administration", false, "Food and Drug Administration");
    check_names("https://www.facebook.com/ann", false, "");
    check_names("ann@example.org", false, "");
    check_names("Ann Lee, https://example.org/ann page", false, "Ann Lee");
    check_names("admin", false, "");
    check_names("A Bo; C Do; E Fo; G Ho; I Jo", false, "A Bo + C Do + E Fo + G Ho");
    check_names("", false, "");
    check_names(" | ", false, "");
}

static void names_that_are_seen(void **state)
{
    (void)state;
    check_names("By Ann Lee | May 12, 2020", true, "Ann Lee");
    check_names("ByAnn Lee", true, "Ann Lee");
    check_names("Ann Lee May 12, 2020", true, "Ann Lee");
    check_names("12/05/2020 by Ann Lee", true, "Ann Lee");
    check_names("by Ann van der Lee in Politics", true, "Ann van der Lee");
    check_names("Ann Lee and Bob Ray, updated 2020-01-01", true, "Ann Lee + Bob Ray");
    check_names("Share this story with all of your friends", true, "");
    check_names("Our best deals", true, "");
    check_names("Updated", true, "");
    check_names("user_77", true, "user_77");
}

/* ---------------------------------------------------------------- letters */

static void letters(void **state)
{
    static const char *const pairs[][2] = {
        {"A – b: C!", "abc"},      {"ÄÖÜ ß", "äöüß"}, {"ΑΒΓ", "αβγ"},        {"ДЖЁ", "джё"},
        {"Łódź ŻÓŁW", "łódźżółw"}, {"İ 1²", "İ1²"},   {"日本 語", "日本語"}, {"--", ""},
    };
    (void)state;
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
        unsigned char out[64];
        struct pith__span made = pith__letters_only(span_of(pairs[i][0]), out);
        assert_int_equal(made.len, strlen(pairs[i][1]));
        assert_memory_equal(made.ptr, pairs[i][1], made.len);
    }
    assert_int_equal(pith__span_cut(span_of("aé"), 2).len, 1);
    assert_int_equal(pith__span_cut(span_of("aé"), 3).len, 3);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(machine_dates),
        cmocka_unit_test(dates_of_people),
        cmocka_unit_test(dates_of_numbers),
        cmocka_unit_test(dates_in_fields),
        cmocka_unit_test(no_dates),
        cmocka_unit_test(dates_cut),
        cmocka_unit_test(addresses),
        cmocka_unit_test(names_in_fields),
        cmocka_unit_test(names_that_are_seen),
        cmocka_unit_test(letters),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
