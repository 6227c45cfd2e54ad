/*
 * date.c - see date.h.
 *
 * Every position where a number or a word starts is tried once, and what is read there is bounded,
 * so the time is linear. Impossible dates (month 13, February 30) are rejected.
 */
#include "metadata/date.h"

#include <stdio.h>
#include <stdlib.h>

#include "text/letters.h"

/* The rest of the text. */
struct reader {
    const unsigned char *p;
    const unsigned char *end;
};

enum { YEAR_MIN = 1900, YEAR_MAX = 2100, NAME_MAX = 32 };

/* ---------------------------------------------------------------- words and numbers */

struct month_name {
    const char *name;
    unsigned month;
};

/* Months in lower case: English, German, French, Spanish, Italian, Portuguese, Dutch, Danish,
 * Norwegian, Swedish, Polish, Russian. Sorted by bytes. */
static const struct month_name months[] = {
    {"abr", 4},        {"abril", 4},      {"ago", 8},       {"agosto", 8},     {"aout", 8},
    {"août", 8},       {"apr", 4},        {"april", 4},     {"aprile", 4},     {"aug", 8},
    {"august", 8},     {"augusti", 8},    {"augustus", 8},  {"avr", 4},        {"avril", 4},
    {"czerwca", 6},    {"dec", 12},       {"december", 12}, {"decembre", 12},  {"des", 12},
    {"desember", 12},  {"dez", 12},       {"dezember", 12}, {"dezembro", 12},  {"dic", 12},
    {"dicembre", 12},  {"diciembre", 12}, {"déc", 12},      {"décembre", 12},  {"ene", 1},
    {"enero", 1},      {"feb", 2},        {"febbraio", 2},  {"febrero", 2},    {"februar", 2},
    {"februari", 2},   {"february", 2},   {"fev", 2},       {"fevereiro", 2},  {"fevrier", 2},
    {"févr", 2},       {"février", 2},    {"gen", 1},       {"gennaio", 1},    {"giu", 6},
    {"giugno", 6},     {"grudnia", 12},   {"jan", 1},       {"janeiro", 1},    {"januar", 1},
    {"januari", 1},    {"january", 1},    {"janv", 1},      {"janvier", 1},    {"juil", 7},
    {"juillet", 7},    {"juin", 6},       {"jul", 7},       {"julho", 7},      {"juli", 7},
    {"julio", 7},      {"july", 7},       {"jun", 6},       {"june", 6},       {"junho", 6},
    {"juni", 6},       {"junio", 6},      {"jänner", 1},    {"kwietnia", 4},   {"lipca", 7},
    {"listopada", 11}, {"lug", 7},        {"luglio", 7},    {"lutego", 2},     {"maart", 3},
    {"maerz", 3},      {"mag", 5},        {"maggio", 5},    {"mai", 5},        {"maio", 5},
    {"maj", 5},        {"maja", 5},       {"mar", 3},       {"marca", 3},      {"march", 3},
    {"mars", 3},       {"marzo", 3},      {"março", 3},     {"may", 5},        {"mayo", 5},
    {"mei", 5},        {"mrt", 3},        {"mär", 3},       {"märz", 3},       {"nov", 11},
    {"november", 11},  {"novembre", 11},  {"novembro", 11}, {"noviembre", 11}, {"oct", 10},
    {"october", 10},   {"octobre", 10},   {"octubre", 10},  {"okt", 10},       {"oktober", 10},
    {"ott", 10},       {"ottobre", 10},   {"out", 10},      {"outubro", 10},   {"października", 10},
    {"sep", 9},        {"sept", 9},       {"september", 9}, {"septembre", 9},  {"septiembre", 9},
    {"set", 9},        {"setembro", 9},   {"setiembre", 9}, {"settembre", 9},  {"sierpnia", 8},
    {"stycznia", 1},   {"września", 9},   {"августа", 8},   {"апреля", 4},     {"декабря", 12},
    {"июля", 7},       {"июня", 6},       {"марта", 3},     {"мая", 5},        {"ноября", 11},
    {"октября", 10},   {"сентября", 9},   {"февраля", 2},   {"января", 1},
};

static bool is_digit(unsigned char c)
{
    return c >= '0' && c <= '9';
}

static bool at_digit(const struct reader *r)
{
    return r->p < r->end && is_digit(*r->p);
}

static bool skip(struct reader *r, unsigned char c)
{
    if (r->p == r->end || *r->p != c)
        return false;
    r->p++;
    return true;
}

static void skip_spaces(struct reader *r)
{
    while (r->p < r->end && pith__is_space(*r->p))
        r->p++;
}

/* Reads a number of at most MOST digits and returns its length; 0 if there is none or it has more
 * digits. */
static unsigned read_number(struct reader *r, unsigned most, unsigned *number)
{
    const unsigned char *p = r->p;
    *number = 0;
    while (p < r->end && is_digit(*p) && (size_t)(p - r->p) < most)
        *number = *number * 10 + (unsigned)(*p++ - '0');
    unsigned digits = (unsigned)(p - r->p);
    if (digits == 0 || (p < r->end && is_digit(*p)))
        return 0;
    r->p = p;
    return digits;
}

static int compare_month(const void *key, const void *element)
{
    return strcmp(key, ((const struct month_name *)element)->name);
}

/* Reads the name of a month, with the dot of an abbreviation. Returns 0 if there is none. */
static unsigned read_month(struct reader *r)
{
    char word[NAME_MAX + 4];
    struct reader s = *r;
    size_t len = 0;
    while (s.p < s.end && len < NAME_MAX) {
        uint32_t cp;
        size_t size = pith__utf8_next(s.p, &cp);
        if ((pith__unicode_class(cp) & PITH__UC_WORD) == 0 || is_digit(*s.p))
            break;
        len += pith__utf8_put(pith__letter_lower(cp), (unsigned char *)word + len);
        s.p += size;
    }
    word[len] = '\0';
    const struct month_name *found =
        bsearch(word, months, sizeof months / sizeof *months, sizeof *months, compare_month);
    if (found == NULL)
        return 0;
    skip(&s, '.');
    *r = s;
    return found->month;
}

/* ---------------------------------------------------------------- checks */

static unsigned days_in(unsigned year, unsigned month)
{
    static const unsigned char days[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
    bool leap = (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;
    return days[month - 1] + (unsigned)(month == 2 && leap);
}

static bool is_year(unsigned year)
{
    return year >= YEAR_MIN && year <= YEAR_MAX;
}

static bool set_day(struct pith__date *date, unsigned year, unsigned month, unsigned day)
{
    if (!is_year(year) || month < 1 || month > 12 || day < 1 || day > days_in(year, month))
        return false;
    memset(date, 0, sizeof *date);
    date->year = year;
    date->month = month;
    date->day = day;
    return true;
}

/* Converts seconds since 1970 to a date, by the 400-year cycle of the civil calendar. */
static bool set_seconds(struct pith__date *date, uint64_t seconds)
{
    uint64_t days = seconds / 86400 + 719468; /* since March 1 of the year 0 */
    uint64_t era = days / 146097;
    uint64_t of_era = days % 146097;
    uint64_t year = (of_era - of_era / 1460 + of_era / 36524 - of_era / 146096) / 365;
    uint64_t of_year = of_era - (365 * year + year / 4 - year / 100);
    uint64_t month = (5 * of_year + 2) / 153; /* counted from March */
    unsigned day = (unsigned)(of_year - (153 * month + 2) / 5 + 1);
    year += era * 400 + (month >= 10);
    month = month < 10 ? month + 3 : month - 9;
    if (year > YEAR_MAX || !set_day(date, (unsigned)year, (unsigned)month, day))
        return false;
    date->has_time = date->has_zone = true;
    date->hour = (unsigned)(seconds % 86400 / 3600);
    date->minute = (unsigned)(seconds % 3600 / 60);
    date->second = (unsigned)(seconds % 60);
    return true;
}

/* ---------------------------------------------------------------- the time of day */

static void read_zone(struct reader *r, struct pith__date *date)
{
    static const struct {
        const char *name;
        int hours;
    } zones[] = {{"utc", 0},  {"gmt", 0},  {"est", -5}, {"edt", -4}, {"cst", -6}, {"cdt", -5},
                 {"mst", -7}, {"mdt", -6}, {"pst", -8}, {"pdt", -7}, {"z", 0}};
    struct reader s = *r;
    unsigned hours;
    unsigned minutes = 0;
    skip_spaces(&s);
    struct pith__span rest = {s.p, (size_t)(s.end - s.p)};
    for (size_t i = 0; i < sizeof zones / sizeof *zones; i++) {
        size_t len = strlen(zones[i].name);
        if (pith__span_starts(rest, zones[i].name) &&
            (rest.len == len || !pith__is_alpha(rest.ptr[len]))) {
            date->has_zone = true;
            date->zone = zones[i].hours * 60;
            r->p = s.p + len;
            return;
        }
    }
    if (s.p == s.end || (*s.p != '+' && *s.p != '-'))
        return;
    int sign = *s.p++ == '-' ? -1 : 1;
    unsigned digits = read_number(&s, 4, &hours);
    if (digits == 4) {
        minutes = hours % 100;
        hours /= 100;
    } else if (digits != 2 || (skip(&s, ':') && read_number(&s, 2, &minutes) != 2)) {
        return;
    }
    if (hours > 14 || minutes > 59)
        return;
    date->has_zone = true;
    date->zone = sign * (int)(hours * 60 + minutes);
    r->p = s.p;
}

/* Skips what separates a date from its time: "T", blanks, "at" and its translations, marks. */
static void skip_to_time(struct reader *r)
{
    static const char *const words[] = {"at ", "um ", "à ", "às ", "a las ", "alle ", "om "};
    if (r->p + 1 < r->end && (*r->p == 'T' || *r->p == 't' || *r->p == ':') && is_digit(r->p[1])) {
        r->p++;
        return;
    }
    for (int i = 0; i < 8 && r->p < r->end; i++) {
        if (!pith__is_space(*r->p) && *r->p != ',' && *r->p != '-' && *r->p != '|')
            break;
        r->p++;
    }
    struct pith__span rest = {r->p, (size_t)(r->end - r->p)};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        if (pith__span_starts(rest, words[i])) {
            r->p += strlen(words[i]);
            return;
        }
    }
}

/* Reads the time after a date, if there is one: "10:00", "10:00:00.123", "9:30 pm", "18h30". */
static void read_time(struct reader *r, struct pith__date *date)
{
    struct reader s = *r;
    unsigned hour;
    unsigned minute;
    unsigned second = 0;
    skip_to_time(&s);
    if (read_number(&s, 2, &hour) == 0 || !(skip(&s, ':') || skip(&s, 'h')) ||
        read_number(&s, 2, &minute) != 2)
        return;
    if (skip(&s, ':') && read_number(&s, 2, &second) == 0)
        return;
    if (skip(&s, '.')) {
        while (at_digit(&s))
            s.p++;
    }
    struct reader half = s;
    skip_spaces(&half);
    if (half.end - half.p >= 2 && (half.p[0] | 0x20) != 'u') { /* not German "um" */
        bool pm = (half.p[0] | 0x20) == 'p';
        bool dots = half.end - half.p >= 4 && half.p[1] == '.' && half.p[3] == '.';
        unsigned char m = dots ? half.p[2] : half.p[1];
        if ((pm || (half.p[0] | 0x20) == 'a') && (m | 0x20) == 'm' && hour >= 1 && hour <= 12) {
            hour = hour % 12 + (pm ? 12 : 0);
            s.p = half.p + (dots ? 4 : 2);
        }
    }
    if (hour > 23 || minute > 59 || second > 60)
        return;
    date->has_time = true;
    date->hour = hour;
    date->minute = minute;
    date->second = second;
    read_zone(&s, date);
    r->p = s.p;
}

/* ---------------------------------------------------------------- dates */

/* Reads "2020-05-12", "2020/5/12", "2020.05.12", "20200512", "2020年5月12日"; in a field "2020-05"
 * too. */
static bool read_year_first(struct reader *r, unsigned how, struct pith__date *date)
{
    struct reader s = *r;
    unsigned year;
    unsigned month;
    unsigned day;
    if (s.end - s.p >= 8 && read_number(&s, 8, &year) == 8) {
        *r = s;
        return set_day(date, year / 10000, year / 100 % 100, year % 100);
    }
    s = *r;
    if (read_number(&s, 4, &year) != 4 || s.p == s.end)
        return false;
    struct pith__span rest = {s.p, (size_t)(s.end - s.p)};
    bool han = pith__span_starts(rest, "年");
    unsigned char mark = *s.p;
    if (!han && mark != '-' && mark != '/' && mark != '.')
        return false;
    s.p += han ? 3 : 1;
    skip_spaces(&s);
    if (read_number(&s, 2, &month) == 0)
        return false;
    struct reader behind = s;
    rest = (struct pith__span){s.p, (size_t)(s.end - s.p)};
    if (han ? pith__span_starts(rest, "月") : skip(&s, mark)) {
        s.p += han ? 3 : 0;
        skip_spaces(&s);
        if (read_number(&s, 2, &day) != 0) {
            *r = s;
            return set_day(date, year, month, day);
        }
    }
    if ((how & PITH__DATE_FIELD) == 0 || !set_day(date, year, month, 1))
        return false;
    date->day = 0;
    *r = behind;
    return true;
}

/* Reads the year after a day and a month; two digits usually mean this century. */
static bool read_year(struct reader *r, bool two, unsigned *year)
{
    struct reader s = *r;
    unsigned digits = read_number(&s, 4, year);
    if (digits != 4 && !(two && digits == 2))
        return false;
    if (digits == 2)
        *year += *year < 70 ? 2000 : 1900;
    if (s.p < s.end && pith__is_alpha(*s.p) && (*s.p | 0x20) != 't')
        return false;
    *r = s;
    return true;
}

/* Reads "12.05.2020", "5/12/20", "12-05-2020". */
static bool read_numbers(struct reader *r, unsigned how, struct pith__date *date)
{
    struct reader s = *r;
    unsigned first;
    unsigned second;
    unsigned year;
    if (read_number(&s, 2, &first) == 0 || s.p == s.end)
        return false;
    unsigned char mark = *s.p;
    if ((mark != '.' && mark != '/' && mark != '-') || !skip(&s, mark))
        return false;
    skip_spaces(&s);
    if (read_number(&s, 2, &second) == 0 || !skip(&s, mark))
        return false;
    skip_spaces(&s);
    if (!read_year(&s, mark != '-', &year))
        return false;
    bool month_first = mark != '.' && (how & PITH__DATE_MONTH_FIRST) != 0;
    if (month_first ? first > 12 : second > 12)
        month_first = !month_first;
    *r = s;
    return set_day(date, year, month_first ? first : second, month_first ? second : first);
}

/* Skips what can follow a day: "st", "nd", "rd", "th", ".", "er", "º", then blanks, "of", "de",
 * "-", ",". */
static void skip_between(struct reader *r)
{
    static const char *const ends[] = {"st", "nd", "rd", "th", "er", "º", "."};
    static const char *const words[] = {"of ", "de ", "del ", "do "};
    struct pith__span rest = {r->p, (size_t)(r->end - r->p)};
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) {
        size_t len = strlen(ends[i]);
        if (pith__span_starts(rest, ends[i]) &&
            (rest.len == len || !pith__is_alpha(rest.ptr[len]))) {
            r->p += len;
            break;
        }
    }
    while (r->p < r->end && (pith__is_space(*r->p) || *r->p == ',' || *r->p == '-'))
        r->p++;
    rest = (struct pith__span){r->p, (size_t)(r->end - r->p)};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        if (pith__span_starts(rest, words[i])) {
            r->p += strlen(words[i]);
            return;
        }
    }
}

/* Reads "12 May 2020", "12. Mai 2020", "1er mai 2020", "12 de mayo de 2020", "12-May-20". */
static bool read_day_first(struct reader *r, struct pith__date *date)
{
    struct reader s = *r;
    unsigned day;
    unsigned year;
    if (read_number(&s, 2, &day) == 0)
        return false;
    skip_between(&s);
    unsigned month = read_month(&s);
    if (month == 0)
        return false;
    skip_between(&s);
    if (!read_year(&s, true, &year))
        return false;
    *r = s;
    return set_day(date, year, month, day);
}

/* Reads "May 12, 2020", "May 12th 2020"; in a field also "May 2020". */
static bool read_month_first(struct reader *r, unsigned how, struct pith__date *date)
{
    struct reader s = *r;
    unsigned day;
    unsigned year;
    unsigned month = read_month(&s);
    if (month == 0)
        return false;
    while (s.p < s.end && (pith__is_space(*s.p) || *s.p == '-' || *s.p == ','))
        s.p++;
    struct reader behind = s;
    if (read_number(&s, 2, &day) != 0) {
        skip_between(&s);
        if (!read_year(&s, false, &year))
            return false;
        *r = s;
        return set_day(date, year, month, day);
    }
    if ((how & PITH__DATE_FIELD) == 0 || !read_year(&behind, false, &year) ||
        !set_day(date, year, month, 1))
        return false;
    date->day = 0;
    *r = behind;
    return true;
}

/* Reads a field that is one number: a year, or seconds or milliseconds since 1970. */
static bool read_bare(struct pith__span text, struct pith__date *date)
{
    uint64_t number = 0;
    if (text.len > 13)
        return false;
    for (size_t i = 0; i < text.len; i++) {
        if (!is_digit(text.ptr[i]))
            return false;
        number = number * 10 + (uint64_t)(text.ptr[i] - '0');
    }
    if (text.len == 10)
        return set_seconds(date, number);
    if (text.len == 13)
        return set_seconds(date, number / 1000);
    if (text.len != 4 || !is_year((unsigned)number))
        return false;
    memset(date, 0, sizeof *date);
    date->year = (unsigned)number;
    return true;
}

static bool read_date(struct reader *r, unsigned how, struct pith__date *date)
{
    if (!at_digit(r))
        return read_month_first(r, how, date);
    struct reader s = *r;
    if (read_year_first(&s, how, date) || (s = *r, read_numbers(&s, how, date)) ||
        (s = *r, read_day_first(&s, date))) {
        *r = s;
        return true;
    }
    return false;
}

/* Skips the current word or number. */
static void skip_word(struct reader *r)
{
    while (r->p < r->end && (is_digit(*r->p) || pith__is_alpha(*r->p) || *r->p >= 0x80))
        r->p++;
}

size_t pith__date_find(struct pith__span text, unsigned how, struct pith__date *date)
{
    struct reader r = {text.ptr, text.ptr + text.len};
    if ((how & PITH__DATE_FIELD) != 0 && read_bare(text, date))
        return text.len;
    while (r.p < r.end) {
        if (!is_digit(*r.p) && !pith__is_alpha(*r.p) && *r.p < 0x80) {
            r.p++;
            continue;
        }
        struct reader s = r;
        if (read_date(&s, how, date)) {
            date->begin = (size_t)(r.p - text.ptr);
            if (date->day > 0)
                read_time(&s, date);
            return (size_t)(s.p - text.ptr);
        }
        skip_word(&r);
    }
    return 0;
}

size_t pith__date_format(const struct pith__date *date, char out[PITH__DATE_ROOM])
{
    int len = snprintf(out, PITH__DATE_ROOM, "%04u", date->year % 10000);
    if (date->month > 0)
        len += snprintf(out + len, PITH__DATE_ROOM - (size_t)len, "-%02u", date->month % 100);
    if (date->day > 0)
        len += snprintf(out + len, PITH__DATE_ROOM - (size_t)len, "-%02u", date->day % 100);
    if (date->has_time) {
        len += snprintf(out + len, PITH__DATE_ROOM - (size_t)len, "T%02u:%02u:%02u",
                        date->hour % 100, date->minute % 100, date->second % 100);
        if (date->has_zone && date->zone == 0) {
            out[len++] = 'Z';
        } else if (date->has_zone) {
            unsigned zone = (unsigned)(date->zone < 0 ? -date->zone : date->zone);
            len += snprintf(out + len, PITH__DATE_ROOM - (size_t)len, "%c%02u:%02u",
                            date->zone < 0 ? '-' : '+', zone / 60 % 100, zone % 60);
        }
    }
    return (size_t)len;
}
