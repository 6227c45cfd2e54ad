/*
 * cli_files.h - reading and writing files with io/. A function that fails has printed why.
 */
#ifndef PITH_CLI_FILES_H
#define PITH_CLI_FILES_H

#include "io/input.h"
#include "io/io_error.h"
#include "io/json_out.h"
#include "io/output.h"

/* Prints the message of ERROR, if it has one. Returns false. */
bool cli_fail(const struct io_error *error);

/* Explains why FILE could not be read (ERROR is an errno), and which option helps. */
void cli_explain(const char *file, int error, char *words, size_t size);

/* Prints that explanation. Returns false. */
bool cli_unreadable(const char *file, int error);

/* As cli_fail() for a file that could not be read. */
bool cli_fail_to_read(const struct io_error *error);

/* As input_read(), input_read_text(), output_open() and output_close(). */
bool cli_read(struct input *input, const char *file, size_t limit);
bool cli_read_text(struct input *input, const char *file, size_t limit);
bool cli_open(struct output *output, const char *path);
bool cli_close(struct output *output, bool keep);

/* Prints OUT as cli_print() does, and frees its memory. */
int cli_print_out(struct json_out *out);

#endif
