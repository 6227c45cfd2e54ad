/*
 * cli_files.h - the files of io/, with words for people: where one of these fails, it has said what
 * is wrong.
 */
#ifndef PITH_CLI_FILES_H
#define PITH_CLI_FILES_H

#include "io/input.h"
#include "io/io_error.h"
#include "io/json_out.h"
#include "io/output.h"

/* Says what ERROR tells, unless that is nothing. Returns false. */
bool cli_fail(const struct io_error *error);

/* What ERROR, an errno, means for FILE, which could not be read, and which option helps. */
void cli_explain(const char *file, int error, char *words, size_t size);

/* Says that, and returns false. */
bool cli_unreadable(const char *file, int error);

/* As cli_fail(), of what could not be read. */
bool cli_fail_to_read(const struct io_error *error);

/* As input_read(), input_read_text(), output_open() and output_close(). */
bool cli_read(struct input *input, const char *file, size_t limit);
bool cli_read_text(struct input *input, const char *file, size_t limit);
bool cli_open(struct output *output, const char *path);
bool cli_close(struct output *output, bool keep);

/* Prints OUT to standard output, as cli_print() does, and deinits it. */
int cli_print_out(struct json_out *out);

#endif
