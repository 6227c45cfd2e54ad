/*
 * input.h - opens files and standard input, or reads them whole into memory.
 */
#ifndef PITH_INPUT_H
#define PITH_INPUT_H

#include <stdbool.h>
#include <stddef.h>

#include "io/io_error.h"

/* Zero it before first use; the memory is reused for the next file. */
struct input {
    char *data;
    size_t len;
    size_t cap;
    struct io_error error; /* why the last file could not be read */
};

/* The name of a file for messages: "standard input" for -. */
const char *input_name(const char *file);

/* Opens FILE; - is standard input. Returns -1 with errno set as open() does, also for a folder. */
int input_open(const char *file);

/* Describes ERROR, an errno, for FILE in words. */
void input_explain(const char *file, int error, char *words, size_t size);

/* Fills ERROR with that description: FILE cannot be read because of CODE, an errno. Returns false.
 */
bool input_fail(struct io_error *error, const char *file, int code);

/* Reads at most LIMIT bytes of FILE; - is standard input. On failure returns false and sets
 * input->error. */
bool input_read(struct input *input, const char *file, size_t limit);

/* The same without an error message: returns 0 or an errno. */
int input_load(struct input *input, const char *file, size_t limit);

/* Like input_read(), but yields a NUL-terminated string. A NUL in the file ends it early. */
bool input_read_text(struct input *input, const char *file, size_t limit);

/*
 * Maps FILE into memory until the process ends, if its first bytes pass WANTED (NULL: no check).
 * Returns NULL if they do not or if FILE cannot be opened; reading the file then reports why.
 * Truncating a mapped file kills the process: replace such files, do not write into them.
 */
const char *input_map(const char *file, bool (*wanted)(const unsigned char *head, size_t len),
                      size_t *len);

void input_deinit(struct input *input);

#endif
