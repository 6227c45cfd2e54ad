/*
 * json.h - reads JSON (RFC 8259) event by event: no tree, no memory of its own, no recursion.
 *
 * By hand, and not by a library: of those that Debian 12 has, jansson is ten times slower, and
 * cJSON cuts a page at its first NUL character. docs/explanation/internals.md has the figures.
 *
 *     struct pith__json json;
 *     pith__json_init(&json, text);
 *     while ((event = pith__json_next(&json)) > PITH__JSON_END) ...
 */
#ifndef PITH_JSON_H
#define PITH_JSON_H

#include "base/base.h"

enum pith__json_event {
    PITH__JSON_ERROR, /* json->error says what, json->at - json->start where */
    PITH__JSON_END,   /* the value is over; only white space followed it */
    PITH__JSON_OBJECT,
    PITH__JSON_OBJECT_END,
    PITH__JSON_ARRAY,
    PITH__JSON_ARRAY_END,
    PITH__JSON_KEY, /* of an object's member; its value is the next event */
    PITH__JSON_STRING,
    PITH__JSON_NUMBER, /* json->text as written */
    PITH__JSON_TRUE,
    PITH__JSON_FALSE,
    PITH__JSON_NULL
};

enum { PITH__JSON_DEPTH = 256 }; /* deeper nesting is an error */

struct pith__json {
    const unsigned char *start;
    const unsigned char *at; /* next byte to read; at an error, the byte that is wrong */
    const unsigned char *end;
    struct pith__span text; /* of a key, string or number: as written, without the quotes */
    bool escaped;           /* ... and there are escapes in it */
    const char *error;      /* a few words for people, static */
    unsigned depth;
    uint8_t expect;                          /* state of the reader */
    uint8_t in_object[PITH__JSON_DEPTH / 8]; /* a bit for each open container */
};

void pith__json_init(struct pith__json *json, struct pith__span text);

enum pith__json_event pith__json_next(struct pith__json *json);

/* Reads over the value that EVENT, just returned, begins; for a key, over its value. False at an
 * error. */
bool pith__json_skip(struct pith__json *json, enum pith__json_event event);

/* Decodes the escapes of a string or key into OUT, which has room for RAW.len bytes, and returns
 * the length. Lone surrogates become U+FFFD. Bytes that are no UTF-8 are left as they are. OUT may
 * be RAW.ptr itself. */
size_t pith__json_unescape(struct pith__span raw, unsigned char *out);

/* True when the string or key at hand, its escapes decoded, is the ASCII word WORD. */
bool pith__json_is(const struct pith__json *json, const char *word);

/* How C, a byte of UTF-8, is written in a JSON string: stores the escape in CODE and returns its
 * length; 0 where it stands for itself. ALSO is escaped too, and the one control character that
 * JSON would let through. */
static inline size_t pith__json_code(unsigned char c, char also, char code[6])
{
    static const char hex[] = "0123456789abcdef";
    static const char plain[] = "\"\\\n\r\t";
    static const char letters[] = "\"\\nrt";
    if (PITH__LIKELY(c >= ' ' && c != '"' && c != '\\' && c != 0x7F && c != (unsigned char)also))
        return 0;
    const char *found = memchr(plain, c, sizeof plain - 1);
    memcpy(code, "\\u00", 4);
    code[4] = hex[c >> 4];
    code[5] = hex[c & 15];
    if (found != NULL)
        code[1] = letters[found - plain];
    return found != NULL ? 2 : 6;
}

/* Likewise the control character U+0080 to U+009F whose second byte in UTF-8 is NEXT, for names
 * that come from anywhere. */
static inline size_t pith__json_code_c1(unsigned char next, char code[6])
{
    memcpy(code, "\\u00", 4);
    code[4] = "89"[next >> 4 & 1];
    code[5] = "0123456789abcdef"[next & 15];
    return 6;
}

/* How many bytes at the start of TEXT stand for themselves in a JSON string. */
size_t pith__json_plain(const char *text, size_t len, char also);

#endif
