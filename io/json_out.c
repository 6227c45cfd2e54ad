/*
 * json_out.c - in: text and numbers; out: JSON, in memory.
 */
#include <stdlib.h>
#include <string.h>

#include "base/json.h"
#include "base/utf8.h"
#include "io/json_out.h"

enum { LEAST = 4096 }; /* bytes that are had at once */

static int make_room(struct json_out *out, size_t more)
{
    size_t cap = out->cap < LEAST ? LEAST : out->cap;
    char *data;

    if (out->state != JSON_OUT_GOOD)
        return 0;
    if (more > out->limit - out->len) {
        out->state = JSON_OUT_TOO_LONG;
        return 0;
    }
    if (more <= out->cap - out->len)
        return 1;
    while (cap - out->len < more)
        cap = cap > SIZE_MAX / 2 ? SIZE_MAX : cap * 2;
    if (out->grow && !out->grow(out, cap)) {
        out->state = JSON_OUT_NOT_NOW;
        out->wanted = cap;
        return 0;
    }
    data = realloc(out->data, cap);
    if (!data) {
        out->state = JSON_OUT_NO_MEMORY;
        return 0;
    }
    out->data = data;
    out->cap = cap;
    return 1;
}

void json_out_raw(struct json_out *out, const char *data, size_t len)
{
    if (len == 0 || !make_room(out, len))
        return;
    memcpy(out->data + out->len, data, len);
    out->len += len;
}

void json_out_word(struct json_out *out, const char *word)
{
    json_out_raw(out, word, strlen(word));
}

void json_out_number(struct json_out *out, uint64_t number)
{
    char digits[20];
    size_t at = sizeof digits;

    do {
        digits[--at] = (char)('0' + number % 10);
        number /= 10;
    } while (number > 0);
    json_out_raw(out, digits + at, sizeof digits - at);
}

void json_out_escaped(struct json_out *out, const char *text, size_t len)
{
    for (size_t i = 0; i < len; i++) {
        char code[6];
        size_t plain = pith__json_plain(text + i, len - i, '"');

        json_out_raw(out, text + i, plain);
        i += plain;
        if (i < len)
            json_out_raw(out, code, pith__json_code((unsigned char)text[i], '"', code));
    }
}

/* Writes TEXT, which is UTF-8, by WRITE. The controls U+0080 to U+009F, which JSON lets through and
 * terminals obey, are escaped. */
static void write_tame(struct json_out *out, const char *text, size_t len,
                       void (*write)(struct json_out *out, const char *text, size_t len))
{
    const char *begin = text, *end = text + len;
    const char *at = text;

    while (at < end && (at = memchr(at, 0xC2, (size_t)(end - at)))) {
        unsigned char next = (unsigned char)at[1]; /* there is one, in UTF-8 */
        char code[6];

        if (next < 0xA0) {
            write(out, begin, (size_t)(at - begin));
            json_out_raw(out, code, pith__json_code_c1(next, code));
            begin = at + 2;
        }
        at += 2;
    }
    write(out, begin, (size_t)(end - begin));
}

/* Likewise any bytes, with U+FFFD for what is no UTF-8. */
static void repair(struct json_out *out, const char *text, size_t len,
                   void (*write)(struct json_out *out, const char *text, size_t len))
{
    for (size_t at = 0; at < len; at++) {
        size_t valid = pith__utf8_valid_prefix((const unsigned char *)text + at, len - at);

        write_tame(out, text + at, valid, write);
        at += valid;
        if (at < len)
            json_out_word(out, "\xEF\xBF\xBD");
    }
}

void json_out_string(struct json_out *out, const char *text, size_t len)
{
    repair(out, text, len, json_out_escaped);
}

/* The code unit of an escape \uXXXX at AT; 0: there is none. */
static unsigned unit_at(const char *at, const char *end)
{
    static const char digits[16] = "0123456789abcdef";
    unsigned unit = 0;

    if (end - at < 6 || at[0] != '\\' || at[1] != 'u')
        return 0;
    for (int i = 2; i < 6; i++) {
        const char *digit = memchr(digits, at[i] | ' ', sizeof digits);

        if (!digit)
            return 0;
        unit = unit << 4 | (unsigned)(digit - digits);
    }
    return unit;
}

static bool is_high(unsigned unit)
{
    return unit >= 0xD800 && unit < 0xDC00;
}

static bool is_low(unsigned unit)
{
    return unit >= 0xDC00 && unit < 0xE000;
}

/* TEXT is JSON: a backslash stands in a string and begins an escape. */
static void write_pairs(struct json_out *out, const char *text, size_t len)
{
    const char *begin = text, *end = text + len;
    const char *at = text;

    while (at < end && (at = memchr(at, '\\', (size_t)(end - at)))) {
        unsigned unit = unit_at(at, end);

        if (is_high(unit) && is_low(unit_at(at + 6, end))) {
            at += 12;
        } else if (is_high(unit) || is_low(unit)) {
            json_out_raw(out, begin, (size_t)(at - begin));
            json_out_word(out, "\\ufffd");
            begin = at += 6;
        } else {
            at += 2;
        }
    }
    json_out_raw(out, begin, (size_t)(end - begin));
}

void json_out_repaired(struct json_out *out, const char *text, size_t len)
{
    size_t begin = out->len;

    repair(out, text, len, write_pairs);
    /* White space between two values; many a reader would take it for the end of the line. */
    for (size_t at = begin; at < out->len; at++) {
        if (out->data[at] == '\r')
            out->data[at] = ' ';
    }
}

void json_out_rewind(struct json_out *out, size_t len)
{
    out->len = len;
    out->state = JSON_OUT_GOOD;
}

void json_out_trim(struct json_out *out)
{
    size_t cap = out->len < LEAST ? LEAST : out->len;
    char *data = cap < out->cap ? realloc(out->data, cap) : NULL;

    if (data) {
        out->data = data;
        out->cap = cap;
    }
}

void json_out_reset(struct json_out *out, size_t keep)
{
    json_out_rewind(out, 0);
    if (out->cap > keep) {
        free(out->data);
        out->data = NULL;
        out->cap = 0;
    }
}

void json_out_deinit(struct json_out *out)
{
    free(out->data);
}
