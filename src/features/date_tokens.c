/*
 * date_tokens.c - is this token part of a date or a time?
 *
 * The paper counts "date/time related tokens" without defining them. We count, in any language:
 *
 *     12:30  9:05:59  12:30h                hours and minutes
 *     2008-05-12  2008/5/12  2008-05-12T..  year, month, day
 *     12.05.2008  5/12/08                   day, month, year
 *     1900 to 2099                          a year alone
 *
 * and in English the names of months and weekdays, full or abbreviated, if capitalized ("may" is
 * usually the verb); and am, pm, a.m., p.m. at the end of a number or after one.
 */
#include "features/text_counts.h"

static bool is_digit(unsigned char c)
{
    return c >= '0' && c <= '9';
}

static bool is_bare(unsigned char c)
{
    return is_digit(c) || pith__is_alpha(c) || c >= 0x80;
}

/* Strips ASCII punctuation from both ends. */
static struct pith__span bare(struct pith__span token)
{
    while (token.len > 0 && !is_bare(token.ptr[0])) {
        token.ptr++;
        token.len--;
    }
    while (token.len > 0 && !is_bare(token.ptr[token.len - 1]))
        token.len--;
    return token;
}

static bool is_half_day(struct pith__span word)
{
    return pith__span_is(word, "am") || pith__span_is(word, "pm") || pith__span_is(word, "a.m") ||
           pith__span_is(word, "p.m");
}

/* True for names such as January or Jan. */
static bool is_name(struct pith__span word)
{
    static const char *const names[] = {
        "january",   "february", "march",   "april",    "may",      "june",     "july",    "august",
        "september", "sept",     "october", "november", "december", "monday",   "tuesday", "tues",
        "wednesday", "thursday", "thur",    "thurs",    "friday",   "saturday", "sunday"};
    if (word.len < 3 || word.ptr[0] < 'A' || word.ptr[0] > 'Z')
        return false;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        size_t same = 0;
        while (same < word.len && pith__lower(word.ptr[same]) == (unsigned char)names[i][same])
            same++;
        if (same == word.len && (same == 3 || names[i][same] == '\0'))
            return true;
    }
    return false;
}

/* True if SHAPE is in LIST, which ends with NULL. */
static bool is_shape(const char *shape, const char *const *list)
{
    while (*list != NULL && strcmp(shape, *list) != 0)
        list++;
    return *list != NULL;
}

/* Checks the shape of a token that starts with a digit: 9 stands for a digit, - for any of - / and
 * . */
static bool is_number_date(struct pith__span word)
{
    static const char *const hours[] = {"9", "99", "9:99", "99:99", "9-99", "99-99", NULL};
    static const char *const times[] = {"9:99", "99:99", "9:99:99", "99:99:99", NULL};
    static const char *const days[] = {
        "9999-9-9",   "9999-9-99", "9999-99-9", "9999-99-99", "9-9-9999", "9-99-9999", "99-9-9999",
        "99-99-9999", "9-9-99",    "9-99-99",   "99-9-99",    "99-99-99", NULL};
    char shape[12]; /* fits the longest one */
    size_t len = 0;
    while (len < word.len && len + 1 < sizeof shape) {
        unsigned char c = word.ptr[len];
        if (!is_digit(c) && memchr(":-/.", c, 4) == NULL)
            break;
        shape[len++] = is_digit(c) ? '9' : c == ':' ? ':' : '-';
    }
    shape[len] = '\0';
    struct pith__span rest = {word.ptr + len, word.len - len};
    if (rest.len == 0 && strcmp(shape, "9999") == 0)
        return memcmp(word.ptr, "19", 2) == 0 || memcmp(word.ptr, "20", 2) == 0;
    if (is_half_day(rest))
        return is_shape(shape, hours);
    if (rest.len == 0 || rest.ptr[0] == 'T')
        return is_shape(shape, days) || is_shape(shape, times);
    return is_shape(shape, times);
}

bool pith__is_date(struct pith__span token, struct pith__span previous)
{
    struct pith__span word = bare(token);
    if (word.len == 0)
        return false;
    if (is_digit(word.ptr[0]))
        return is_number_date(word);
    if (!is_half_day(word))
        return is_name(word);
    previous = bare(previous);
    return previous.len > 0 && is_digit(previous.ptr[0]);
}
