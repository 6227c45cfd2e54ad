/*
 * options_with.h - options in one line, for tests, benchmarks and fuzz targets.
 */
#ifndef PITH_TEST_OPTIONS_WITH_H
#define PITH_TEST_OPTIONS_WITH_H

#include <stdbool.h>
#include <stdint.h>

#include "pith.h"

/* New options: names and values in turn, then NULL. Aborts where a value is refused. They are freed
 * by options_drop() or at the end of the program. Safe in any thread. */
pith_options *options_with(const char *name, ...);

/* Sets more, likewise; or one option that is a number. */
void options_set(pith_options *options, const char *name, ...);
void options_set_number(pith_options *options, const char *name, double value);

/* Frees all options that options_with() made. */
void options_drop(void);

/* The status of pith_options_set(); the option is as before unless that is PITH_OK. */
pith_status options_try(pith_options *options, const char *name, const char *value);

/* "true" or "false". */
static inline const char *options_flag(bool on)
{
    return on ? "true" : "false";
}

/* The bits of the methods NAMES, which has commas between them, in votes and pith_page_info. */
uint32_t method_bits(const char *names);

#endif
