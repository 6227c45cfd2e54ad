/*
 * json_out.h - JSON into a growing piece of memory.
 */
#ifndef PITH_JSON_OUT_H
#define PITH_JSON_OUT_H

#include <stddef.h>
#include <stdint.h>

/* Zeroed at first, but for LIMIT. */
struct json_out {
    char *data;
    size_t len;
    size_t cap;
    size_t limit; /* LEN does not pass it */
    enum {
        JSON_OUT_GOOD,
        JSON_OUT_TOO_LONG, /* something would not fit in LIMIT, and all that came later is lost */
        JSON_OUT_NO_MEMORY
    } state;
};

/* As it is. */
void json_out_raw(struct json_out *out, const char *data, size_t len);
void json_out_word(struct json_out *out, const char *word);
void json_out_number(struct json_out *out, uint64_t number);

/* As it is, but in one line of valid UTF-8: TEXT is JSON, save that its strings may hold any bytes
 * from 0x80. */
void json_out_repaired(struct json_out *out, const char *text, size_t len);

/* The inside of a JSON string. TEXT is UTF-8, or any bytes. */
void json_out_escaped(struct json_out *out, const char *text, size_t len);
void json_out_string(struct json_out *out, const char *text, size_t len);

/* Drops all from LEN on, and forgets what went wrong there. */
void json_out_rewind(struct json_out *out, size_t len);

/* Empties it, and gives memory over KEEP bytes back. */
void json_out_reset(struct json_out *out, size_t keep);

void json_out_deinit(struct json_out *out);

#endif
