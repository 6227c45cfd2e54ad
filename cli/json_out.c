/*
 * json_out.c - in: text and numbers; out: JSON, in memory.
 */
#include <stdlib.h>
#include <string.h>

#include "base/json.h"
#include "encoding/encoding.h"
#include "json_out.h"

static int make_room(struct json_out *out, size_t more)
{
    size_t cap = out->cap < 4096 ? 4096 : out->cap;
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

/* Writes TEXT by WRITE, with U+FFFD for what is no UTF-8. */
static void repair(struct json_out *out, const char *text, size_t len,
                   void (*write)(struct json_out *out, const char *text, size_t len))
{
    for (size_t at = 0; at < len; at++) {
        size_t valid = pith__utf8_valid_prefix((const unsigned char *)text + at, len - at);

        write(out, text + at, valid);
        at += valid;
        if (at < len)
            json_out_word(out, "\xEF\xBF\xBD");
    }
}

void json_out_string(struct json_out *out, const char *text, size_t len)
{
    repair(out, text, len, json_out_escaped);
}

void json_out_repaired(struct json_out *out, const char *text, size_t len)
{
    size_t begin = out->len;

    repair(out, text, len, json_out_raw);
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
