/*
 * cli.h - what all verbs of the command share: the verb table, exit codes and messages.
 *
 * Data goes to standard output, messages go to standard error.
 */
#ifndef PITH_CLI_H
#define PITH_CLI_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Exit codes; pith(1) documents them. */
enum {
    CLI_OK = 0,
    CLI_FAILED = 1, /* an input could not be read, or the output could not be written */
    CLI_USAGE = 2,  /* wrong command line; nothing was done */
    CLI_STRICT = 3  /* --strict: everything was read, but a page is empty or partial */
};

/* A verb: one row of the table in main.c, one file cmd_<name>.c. */
struct verb {
    const char *name;
    const char *summary;               /* one line for pith --help; NULL: not listed */
    int (*run)(int argc, char **argv); /* argv[0] is the verb's name; returns an exit code */
    bool has_options;                  /* it passes an option table to opts_parse() */
};

/* All verbs. */
const struct verb *cli_verbs(size_t *count);

int cmd_analyze(int argc, char **argv);
int cmd_batch(int argc, char **argv);
int cmd_eval(int argc, char **argv);
int cmd_extract(int argc, char **argv);
int cmd_methods(int argc, char **argv);
int cmd_models(int argc, char **argv);
int cmd_options(int argc, char **argv);
int cmd_perplexity(int argc, char **argv);
int cmd_strip(int argc, char **argv);
int cmd_train(int argc, char **argv);
int cmd_train_auto(int argc, char **argv); /* called by cmd_train(), as are the next three */
int cmd_train_kind(int argc, char **argv);
int cmd_train_ngram(int argc, char **argv);
int cmd_train_perplexity(int argc, char **argv);
int cmd_version(int argc, char **argv);

/*
 * Prints "pith: SUBJECT: message" to standard error. SUBJECT is a file, an option or NULL. On a
 * terminal "pith:" is coloured unless NO_COLOR is set. Control characters are replaced.
 */
__attribute__((format(printf, 2, 3))) void cli_say(const char *subject, const char *format, ...);

/* As cli_say() about a line of a file, or about the whole file if LINE is 0. */
void cli_note(const char *file, uint64_t line, const char *message);

/* Reports how many pages were skipped, unless none were. */
void cli_left_out(const char *subject, uint64_t pages);

/*
 * Shows a progress line on a terminal, until the next message or call replaces it. NULL removes it.
 * Any thread may call this and cli_say().
 */
void cli_progress(const char *line);

/* Is standard error a terminal on which a line can be replaced? */
bool cli_shows_progress(void);

/* Writes TEXT to standard output and flushes it. Returns an exit code. */
int cli_print(const char *text);

#endif
