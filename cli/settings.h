/*
 * settings.h - options of the library as options of the command, from the library's descriptors.
 */
#ifndef PITH_SETTINGS_H
#define PITH_SETTINGS_H

#include <stdbool.h>
#include <stddef.h>

#include "opts.h"
#include "pith.h"

/* Room for the options of all methods. */
enum { SETTINGS_METHOD_ROWS = 24 };

struct settings {
    pith_options *options;
    const char *method, *charset; /* arguments of -m and --charset, or NULL */
    uint64_t given;               /* bit N: option number N was given; only those of methods */
};

/* False: out of memory, which it printed. */
bool settings_init(struct settings *settings);
void settings_deinit(struct settings *settings);

/* Sets an option of the library to VALUE, which the user gave to the option SHOWN. False: VALUE is
 * wrong, which it printed. */
bool settings_put(struct settings *settings, const char *name, const char *shown,
                  const char *value);

/* Appends the options of all methods to a table, such as --limit N for "perplexity.limit". TABLE
 * has room for SETTINGS_METHOD_ROWS more rows. */
void settings_add_rows(struct settings *settings, struct opt *table);

/* Is METHOD in a list of methods such as "density,words"? */
bool settings_asks(const char *methods, const char *method);

/* Prints an error and returns false if the user gave an option of a method not in METHODS. */
bool settings_fit(const struct settings *settings, const char *methods);

/* Prints that the word at OFFSET of VALUE is not a choice of the option, with a suggestion. Returns
 * false. */
bool settings_no_choice(const pith_option_info *option, const char *shown, const char *value,
                        size_t offset);

#endif
