/*
 * opts.h - options by table: one row per option gives parsing, help and suggestions.
 *
 * Understands -f json, -fjson, --format json, --format=json; options and operands in any order;
 * -- ends the options; a lone - is an operand. Every table has -h and --help.
 */
#ifndef PITH_OPTS_H
#define PITH_OPTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum opt_kind {
    OPT_FLAG,   /* value: bool * */
    OPT_TEXT,   /* value: const char ** */
    OPT_CHOICE, /* value: unsigned *, gets the index in CHOICES */
    OPT_COUNT,  /* value: uint64_t *; 12, 12K, 12M, 12G with K = 1000 */
    OPT_BYTES,  /* value: uint64_t *; likewise with K = 1024 */
    OPT_TIME,   /* value: uint64_t *, milliseconds; 250ms, 2s; a bare number is seconds */
    OPT_NUMBER, /* with SET: a count as above, or any number that the library reads */
    OPT_LIST    /* value: struct opt_list *; each time the option is given adds to it */
};

/* The arguments of an option that can be given several times. */
enum { OPT_LIST_MOST = 64 };
struct opt_list {
    const char *items[OPT_LIST_MOST];
    size_t count;
};

struct opt {
    char letter;      /* 0: none */
    const char *name; /* without the dashes; NULL ends the table */
    const char *arg;  /* what help calls the argument; NULL for OPT_FLAG */
    const char *help; /* NULL: only the manual has it */
    enum opt_kind kind;
    void *value;
    const char *const *choices; /* OPT_CHOICE: the words, ended by NULL */
    uint64_t min, max;          /* OPT_COUNT, OPT_BYTES, OPT_TIME */
    const char *set; /* not NULL: it sets this option of the library, which checks it; value: struct
                        settings * */
};

/* What a verb's --help says around the table. */
struct opts_usage {
    const char *verb;     /* name of the verb, for "pith help VERB" */
    const char *synopsis; /* lines before the options */
    const char *examples; /* lines after them */
};

/*
 * Parses argv[1..argc). Returns the number of operands, which then stand at argv[0] on; or -1
 * when there is nothing left to do (help was printed, or a mistake named): *EXIT_CODE is then
 * what the command returns.
 */
int opts_parse(const struct opts_usage *usage, const struct opt *table, int argc, char **argv,
               int *exit_code);

/*
 * From now on opts_parse() parses nothing: it shows TABLE to WATCHER and returns -1, so that a verb
 * can be asked for its options. NULL ends that.
 */
void opts_watch(void (*watcher)(const struct opt *table));

/* Adds operands to a list, or what an option called SHOWN was given. Says when there are too many.
 */
bool opts_list_add(struct opt_list *list, const char *shown, const char *item);

/*
 * The sets that a verb works on, and which of their pages: adds OPERANDS to SETS, and says what is
 * wrong when there is none, or when one of WHERES is no FIELD=VALUE or FIELD!=VALUE. ADVICE is how
 * the command should be called.
 */
bool opts_sets(struct opt_list *sets, const struct opt_list *wheres, int count, char **operands,
               const char *advice);

/* Says that WORD, in the argument of the option SHOWN, is no KIND; NEAREST may have been meant, or
 * NULL, and then KNOWN are those to choose from. Returns false. */
bool opts_unknown(const char *shown, const char *kind, const char *word, const char *nearest,
                  const char *known);

/* A number in decimal, such as -12.5 or 3e-7. False: TEXT is no such number. */
bool opts_decimal(const char *text, double *number);

#endif
