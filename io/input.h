/*
 * input.h - files and standard input, opened or whole in memory.
 */
#ifndef PITH_INPUT_H
#define PITH_INPUT_H

#include <stdbool.h>
#include <stddef.h>

#include "io/io_error.h"

/* Zeroed at first; the memory is used again for the next file. */
struct input {
    char *data;
    size_t len;
    size_t cap;
    struct io_error error; /* why the last file could not be read */
};

/* How messages call a file: its name, or "standard input" for -. */
const char *input_name(const char *file);

/* Opens FILE, or gives standard input for -. Returns -1 with errno like open(), also
 * where it is a folder. */
int input_open(const char *file);

/* What ERROR, an errno, means for FILE, in words. */
void input_explain(const char *file, int error, char *words, size_t size);

/* Fills ERROR with that: FILE cannot be read for the reason CODE, an errno. Returns false. */
bool input_fail(struct io_error *error, const char *file, int code);

/*
 * Reads FILE, or standard input for -, but at most LIMIT bytes of it. False: input->error says
 * why not.
 */
bool input_read(struct input *input, const char *file, size_t limit);

/* Likewise, without a sentence: returns 0 or an errno. */
int input_load(struct input *input, const char *file, size_t limit);

/* As input_read(), as a string that a NUL ends; one within the file ends it too. */
bool input_read_text(struct input *input, const char *file, size_t limit);

/*
 * Maps FILE into memory, if its first bytes are WANTED (NULL: any are); it stays there until the
 * process ends. NULL: they are not, or it cannot be opened, which reading it tells. A file that
 * somebody cuts short while it is used ends the process: replace such files, do not write into
 * them.
 */
const char *input_map(const char *file, bool (*wanted)(const unsigned char *head, size_t len),
                      size_t *len);

void input_deinit(struct input *input);

#endif
