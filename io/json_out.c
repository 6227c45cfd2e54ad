/*
 * json_out.c - in: text and numbers; out: JSON, in memory.
 */
#include <stdlib.h>
#include <string.h>

#include "base/json_write.h"
#include "io/json_out.h"

enum { LEAST = 4096 }; /* bytes of the first allocation */

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
    char digits[PITH__DIGITS];
    size_t at = pith__digits(number, digits);

    json_out_raw(out, digits + at, sizeof digits - at);
}

static void put(void *out, const char *data, size_t len)
{
    json_out_raw(out, data, len);
}

void json_out_escaped(struct json_out *out, const char *text, size_t len)
{
    pith__json_put(put, out, text, len, '"');
}

void json_out_string(struct json_out *out, const char *text, size_t len)
{
    pith__json_put_name(put, out, text, len);
}

void json_out_text(struct json_out *out, const char *before, const char *text)
{
    json_out_word(out, before);
    json_out_word(out, text ? "\"" : "null");
    if (text) {
        json_out_string(out, text, strlen(text));
        json_out_word(out, "\"");
    }
}

/* The length of white space or of a control character at the start of TEXT; 0: it is neither. */
static size_t blank_len(const char *text, size_t len)
{
    unsigned char first = (unsigned char)text[0];

    if (first <= ' ' || first == 0x7F)
        return 1;
    if (len >= 2 && first == 0xC2 && (unsigned char)text[1] < 0xA0)
        return 2; /* U+0080 to U+009F */
    return len >= 3 && first == 0xEF && (unsigned char)text[1] == 0xBF &&
                   (unsigned char)text[2] >= 0xBE
               ? 3 /* U+FFFE, U+FFFF */
               : 0;
}

void json_out_folded(struct json_out *out, const char *text, size_t len)
{
    bool started = false;

    for (size_t at = 0; at < len;) {
        size_t from = at, blank = blank_len(text + at, len - at);

        if (blank > 0) {
            at += blank;
            continue;
        }
        while (at < len && blank_len(text + at, len - at) == 0)
            at++;
        json_out_raw(out, " ", started);
        json_out_raw(out, text + from, at - from);
        started = true;
    }
}

void json_out_share(struct json_out *out, float share)
{
    pith__json_put_share(put, out, share);
}

void json_out_metadata(struct json_out *out, const pith_page *page)
{
    pith__json_put_metadata(put, out, page, pith_page_fact);
}

void json_out_repaired(struct json_out *out, const char *text, size_t len)
{
    size_t begin = out->len;

    pith__json_put_repaired(put, out, text, len);
    /* White space between two values: many readers would take it for the end of the line. */
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
