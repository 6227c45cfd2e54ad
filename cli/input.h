/*
 * input.h - files and standard input, opened or whole in memory.
 */
#ifndef PITH_INPUT_H
#define PITH_INPUT_H

#include <stdbool.h>
#include <stddef.h>

/* Zeroed at first; the memory is used again for the next file. */
struct input {
    char *data;
    size_t len;
    size_t cap;
};

/* How messages call a file: its name, or "standard input" for -. */
const char *input_name(const char *file);

/* Opens FILE, or gives standard input for -. When that fails it says why and returns -1. */
int input_open(const char *file);

/* What ERROR, an errno, means for FILE and what to do about it, in words. */
void input_explain(const char *file, int error, char *words, size_t size);

/* Says what ERROR, an errno, means for FILE and what to do about it. Returns false. */
bool input_complain(const char *file, int error);

/*
 * Reads FILE, or standard input for -, but at most LIMIT bytes of it. When that fails it says
 * why and returns false.
 */
bool input_read(struct input *input, const char *file, size_t limit);

/* Likewise without a word: returns 0 or an errno. */
int input_load(struct input *input, const char *file, size_t limit);

/* As input_read(), as a string that a NUL ends; one within the file ends it too. */
bool input_read_text(struct input *input, const char *file, size_t limit);

/*
 * Maps FILE into memory, where it is a model of n-grams or of words; it stays there until the
 * command ends. NULL: it is something else, or cannot be opened, which reading it tells. A model
 * that somebody cuts short while it is used ends the command: replace such files, do not write into
 * them.
 */
const char *input_map(const char *file, size_t *len);

void input_deinit(struct input *input);

#endif
