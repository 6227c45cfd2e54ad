/*
 * json.h - an event-based JSON reader (RFC 8259): no tree, no allocation, no recursion.
 *
 * Written by hand because the libraries in Debian 12 do not fit: jansson is ten times slower, and
 * cJSON truncates a page at its first NUL character. docs/explanation/internals.md has the
 * measurements.
 *
 *     struct pith__json json;
 *     pith__json_init(&json, text);
 *     while ((event = pith__json_next(&json)) > PITH__JSON_END) ...
 */
#ifndef PITH_JSON_H
#define PITH_JSON_H

#include "base/base.h"

enum pith__json_event {
    PITH__JSON_ERROR, /* message in json->error, offset is json->at - json->start */
    PITH__JSON_END,   /* end of the value; only white space followed it */
    PITH__JSON_OBJECT,
    PITH__JSON_OBJECT_END,
    PITH__JSON_ARRAY,
    PITH__JSON_ARRAY_END,
    PITH__JSON_KEY, /* key of an object member; its value is the next event */
    PITH__JSON_STRING,
    PITH__JSON_NUMBER, /* json->text as written */
    PITH__JSON_TRUE,
    PITH__JSON_FALSE,
    PITH__JSON_NULL
};

enum { PITH__JSON_DEPTH = 256 }; /* deeper nesting is an error */

struct pith__json {
    const unsigned char *start;
    const unsigned char *at; /* next byte to read; after an error, the offending byte */
    const unsigned char *end;
    struct pith__span text; /* key, string or number as written, without quotes */
    bool escaped;           /* TEXT contains escapes */
    const char *error;      /* short message for people, static */
    unsigned depth;
    uint8_t expect;                          /* parser state */
    uint8_t in_object[PITH__JSON_DEPTH / 8]; /* one bit per open container */
};

void pith__json_init(struct pith__json *json, struct pith__span text);

enum pith__json_event pith__json_next(struct pith__json *json);

/* Skips the value that EVENT, just returned, begins; for a key, the member's value. False on
 * error. */
bool pith__json_skip(struct pith__json *json, enum pith__json_event event);

/* Decodes the escapes of a string or key into OUT, which has room for RAW.len bytes and may be
 * RAW.ptr itself. Returns the length. Lone surrogates become U+FFFD. Invalid UTF-8 is left as it
 * is. */
size_t pith__json_unescape(struct pith__span raw, unsigned char *out);

/* True if the current string or key, with escapes decoded, equals the ASCII word WORD. */
bool pith__json_is(const struct pith__json *json, const char *word);

/* Stores in CODE the JSON escape for C, a byte of UTF-8, and returns its length; 0 if C needs no
 * escape. Escapes ALSO and DEL as well, though JSON does not require it. */
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

/* The same for a control character U+0080 to U+009F, given its second UTF-8 byte NEXT. Used for
 * names of unknown origin. */
static inline size_t pith__json_code_c1(unsigned char next, char code[6])
{
    memcpy(code, "\\u00", 4);
    code[4] = "89"[next >> 4 & 1];
    code[5] = "0123456789abcdef"[next & 15];
    return 6;
}

/* Number of bytes at the start of TEXT that need no escape in a JSON string. */
size_t pith__json_plain(const char *text, size_t len, char also);

#endif
