/*
 * cli.h - what the verbs of the command share: the shape of a verb, exit codes, words for people.
 *
 * Data goes to standard output, words for people to standard error.
 */
#ifndef PITH_CLI_H
#define PITH_CLI_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Exit codes; pith(1) documents them. */
enum {
    CLI_OK = 0,
    CLI_FAILED = 1, /* some input could not be read, or the output not written */
    CLI_USAGE = 2,  /* the command line was not understood; nothing was done */
    CLI_STRICT = 3  /* --strict: all was read, but some page is empty or partial */
};

/* A verb: one row of the table in main.c, one file cmd_<name>.c. */
struct verb {
    const char *name;
    const char *summary;               /* one line for pith --help; NULL: it is not listed there */
    int (*run)(int argc, char **argv); /* argv[0] is the verb's name; returns an exit code */
    bool has_options;                  /* its options are in a table, which opts_parse() gets */
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
int cmd_train_auto(int argc, char **argv);       /* of cmd_train() */
int cmd_train_kind(int argc, char **argv);       /* likewise */
int cmd_train_ngram(int argc, char **argv);      /* likewise */
int cmd_train_perplexity(int argc, char **argv); /* likewise */
int cmd_version(int argc, char **argv);

/*
 * Says "pith: SUBJECT: message" on standard error. SUBJECT is a file or an option, or NULL. The
 * word "pith:" is coloured on a terminal, unless NO_COLOR is set. What is said is tame.
 */
__attribute__((format(printf, 2, 3))) void cli_say(const char *subject, const char *format, ...);

/* As cli_say(), of a line of a file; LINE 0: of the file as a whole. */
void cli_note(const char *file, uint64_t line, const char *message);

/* The same of what had to be left out, unless it is nothing. */
void cli_left_out(const char *subject, uint64_t pages);

/*
 * Shows how far a long run is: a line on standard error that the next message or call replaces.
 * NULL takes it away. Any thread may call this and cli_say().
 */
void cli_progress(const char *line);

/* Is standard error a terminal on which a line can be replaced? */
bool cli_shows_progress(void);

/*
 * Writes TEXT to standard output and makes sure that it got there. Returns an exit code.
 */
int cli_print(const char *text);

#endif
