/*
 * opts.h - option tables: one row per option drives parsing, help and suggestions.
 *
 * Understands -f json, -fjson, --format json, --format=json; options and operands in any order;
 * -- ends the options; a lone - is an operand. -h and --help are always known.
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
    OPT_BYTES,  /* value: uint64_t *; the same with K = 1024 */
    OPT_TIME,   /* value: uint64_t *, milliseconds; 250ms, 2s; a bare number is seconds */
    OPT_NUMBER, /* with SET: a count as above, or any number that the library takes */
    OPT_LIST    /* value: struct opt_list *; every use of the option adds to it */
};

/* The arguments of an option that can be repeated. */
enum { OPT_LIST_MOST = 64 };
struct opt_list {
    const char *items[OPT_LIST_MOST];
    size_t count;
};

struct opt {
    char letter;      /* 0: none */
    const char *name; /* without the dashes; NULL ends the table */
    const char *arg;  /* name of the argument in help; NULL for OPT_FLAG */
    const char *help; /* NULL: described only in the manual */
    enum opt_kind kind;
    void *value;
    const char *const *choices; /* OPT_CHOICE: the words, with NULL at the end */
    uint64_t min, max;          /* OPT_COUNT, OPT_BYTES, OPT_TIME */
    const char *set; /* option of the library that it sets and that checks it, or NULL; value:
                        struct settings * */
};

/* The text of a verb's --help around the options. */
struct opts_usage {
    const char *verb;     /* its name, for "pith help VERB" */
    const char *synopsis; /* lines before the options */
    const char *examples; /* lines after them */
};

/*
 * Parses argv[1..argc). Returns the number of operands and moves them to argv[0] and up. Returns -1
 * if there is nothing left to do, since it printed help or an error: *EXIT_CODE is then what the
 * command returns.
 */
int opts_parse(const struct opts_usage *usage, const struct opt *table, int argc, char **argv,
               int *exit_code);

/*
 * Makes opts_parse() pass its table to WATCHER and return -1 instead of parsing, so that a verb can
 * be asked for its options. NULL ends that.
 */
void opts_watch(void (*watcher)(const struct opt *table));

/* Adds ITEM, an operand or the argument of SHOWN, to a list. False: the list is full, which it
 * printed. */
bool opts_list_add(struct opt_list *list, const char *shown, const char *item);

/*
 * Adds OPERANDS to SETS, the labelled pages that a verb uses. Prints an error if there are none,
 * with ADVICE on how to call the command, or if one of WHERES is not FIELD=VALUE or FIELD!=VALUE.
 */
bool opts_sets(struct opt_list *sets, const struct opt_list *wheres, int count, char **operands,
               const char *advice);

/* Prints that WORD, given to the option SHOWN, is an unknown KIND. Suggests NEAREST, or the list
 * KNOWN if NEAREST is NULL. Returns false. */
bool opts_unknown(const char *shown, const char *kind, const char *word, const char *nearest,
                  const char *known);

/* Reads a decimal number such as -12.5 or 3e-7. False: TEXT is not one. */
bool opts_decimal(const char *text, double *number);

#endif
