/*
 * json_out.h - writes JSON into a growing buffer.
 */
#ifndef PITH_JSON_OUT_H
#define PITH_JSON_OUT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "pith.h"

/* Zero everything but LIMIT before first use. */
struct json_out {
    char *data;
    size_t len;
    size_t cap;
    size_t limit; /* LEN never exceeds it */
    enum {
        JSON_OUT_GOOD,
        JSON_OUT_TOO_LONG, /* LIMIT was reached; everything after that is lost */
        JSON_OUT_NO_MEMORY,
        JSON_OUT_NOT_NOW /* GROW refused */
    } state;

    /* GROW is asked before CAP becomes MORE; NULL means always yes. After a refusal the user of
     * this struct may call WAIT, which blocks until GROW would agree; it returns false when waiting
     * is pointless. */
    bool (*grow)(struct json_out *out, size_t more);
    bool (*wait)(struct json_out *out, size_t more);
    void *user;
    size_t wanted; /* the size that GROW refused */
};

/* Written unchanged. */
void json_out_raw(struct json_out *out, const char *data, size_t len);
void json_out_word(struct json_out *out, const char *word);
void json_out_number(struct json_out *out, uint64_t number);

/* Copies TEXT as one line of valid UTF-8 that any JSON reader accepts. TEXT is JSON whose strings
 * may contain arbitrary bytes from 0x80 up. Invalid bytes and lone surrogates become U+FFFD. */
void json_out_repaired(struct json_out *out, const char *text, size_t len);

/* The inside of a JSON string. TEXT is UTF-8 or arbitrary bytes. */
void json_out_escaped(struct json_out *out, const char *text, size_t len);
void json_out_string(struct json_out *out, const char *text, size_t len);

/* BEFORE as it is, then TEXT as a JSON string with its quotes, or null if it is NULL. */
void json_out_text(struct json_out *out, const char *before, const char *text);

/* As plain text on one line: runs of white space and control characters become one space. */
void json_out_folded(struct json_out *out, const char *text, size_t len);

/* A fraction between 0 and 1, with three decimals. */
void json_out_share(struct json_out *out, float share);

/* Writes ,"metadata":{...} as in the JSON output for a page. */
void json_out_metadata(struct json_out *out, const pith_page *page);

/* Drops everything from LEN on and clears the error state. */
void json_out_rewind(struct json_out *out, size_t len);

/* Releases almost all unused capacity. */
void json_out_trim(struct json_out *out);

/* Empties the buffer and releases memory beyond KEEP bytes. */
void json_out_reset(struct json_out *out, size_t keep);

void json_out_deinit(struct json_out *out);

#endif
