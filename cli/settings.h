/*
 * settings.h - options of the library that the command line sets, by the library's own tables.
 */
#ifndef PITH_SETTINGS_H
#define PITH_SETTINGS_H

#include <stdbool.h>
#include <stddef.h>

#include "opts.h"
#include "pith.h"

/* Options of methods that there may be, and settings that may be given. */
enum { SETTINGS_METHOD_ROWS = 24, SETTINGS_GIVEN = 64 };

struct settings {
    pith_options *options;
    const char *method, *charset; /* what -m and --charset were given; NULL: nothing */
    const pith_option_info *given[SETTINGS_GIVEN]; /* that belong to a method */
    size_t given_count;
};

/* False: there is no memory, which it said. */
bool settings_init(struct settings *settings);
void settings_deinit(struct settings *settings);

/* Sets an option of the library to what the user wrote as the argument of SHOWN. False: it cannot
 * be, and why was said. */
bool settings_put(struct settings *settings, const char *name, const char *shown,
                  const char *value);

/* Adds the options of all methods to a table, as in --limit N for "perplexity.limit". Behind its
 * last row it has room for SETTINGS_METHOD_ROWS. */
void settings_add_rows(struct settings *settings, struct opt *table);

/* Does a list of methods such as "density,words" have this one in it? */
bool settings_asks(const char *methods, const char *method);

/* Says which of the options that were given is for a method that is not among METHODS. */
bool settings_fit(const struct settings *settings, const char *methods);

/* Says that VALUE has a word at OFFSET that is no choice of an option, and what was meant. Returns
 * false. */
bool settings_no_choice(const pith_option_info *option, const char *shown, const char *value,
                        size_t offset);

#endif
