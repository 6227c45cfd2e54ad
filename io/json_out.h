/*
 * json_out.h - JSON into a growing piece of memory.
 */
#ifndef PITH_JSON_OUT_H
#define PITH_JSON_OUT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "pith.h"

/* Zeroed at first, but for LIMIT. */
struct json_out {
    char *data;
    size_t len;
    size_t cap;
    size_t limit; /* LEN does not pass it */
    enum {
        JSON_OUT_GOOD,
        JSON_OUT_TOO_LONG, /* something would not fit in LIMIT, and all that came later is lost */
        JSON_OUT_NO_MEMORY,
        JSON_OUT_NOT_NOW /* GROW said no */
    } state;

    /* Asked before CAP becomes MORE; NULL: nobody is. WAIT is for the user, after GROW said no:
     * waits until it says yes; false: there is no more sense in that. */
    bool (*grow)(struct json_out *out, size_t more);
    bool (*wait)(struct json_out *out, size_t more);
    void *user;
    size_t wanted; /* what GROW said no to */
};

/* As it is. */
void json_out_raw(struct json_out *out, const char *data, size_t len);
void json_out_word(struct json_out *out, const char *word);
void json_out_number(struct json_out *out, uint64_t number);

/* As it is, but in one line of valid UTF-8 that any reader takes: TEXT is JSON, save that its
 * strings may hold any bytes from 0x80. Lone surrogates, too, become U+FFFD. */
void json_out_repaired(struct json_out *out, const char *text, size_t len);

/* The inside of a JSON string. TEXT is UTF-8, or any bytes. */
void json_out_escaped(struct json_out *out, const char *text, size_t len);
void json_out_string(struct json_out *out, const char *text, size_t len);

/* BEFORE as it is, then TEXT as a JSON string with its quotes, or null if it is NULL. */
void json_out_text(struct json_out *out, const char *before, const char *text);

/* As plain text on one line: runs of white space and control characters become one space. */
void json_out_folded(struct json_out *out, const char *text, size_t len);

/* A share from 0 to 1, with three decimals. */
void json_out_share(struct json_out *out, float share);

/* ,"metadata":{...}, as in the JSON of a page. */
void json_out_metadata(struct json_out *out, const pith_page *page);

/* Drops all from LEN on, and forgets what went wrong there. */
void json_out_rewind(struct json_out *out, size_t len);

/* Gives back the memory that it has over its length, all but a little. */
void json_out_trim(struct json_out *out);

/* Empties it, and gives memory over KEEP bytes back. */
void json_out_reset(struct json_out *out, size_t keep);

void json_out_deinit(struct json_out *out);

#endif
