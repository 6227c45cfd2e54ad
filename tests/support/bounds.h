/*
 * bounds.h - what docs/explanation/internals.md promises of memory and output, for the tests and
 * fuzz targets.
 */
#ifndef PITH_TEST_BOUNDS_H
#define PITH_TEST_BOUNDS_H

#include <stdbool.h>
#include <stddef.h>

#include "pith.h"

/* Work may grow so many times where the page is ten times as long. */
#define WORK_RATIO 13.0

/* Bytes that a context may hold for a page of LEN bytes, or PLAIN text, parsed and rendered. */
double memory_bound(size_t len, bool plain);

/* Bytes that FORMAT may have for it, beside the id that the caller gives. */
double output_bound(size_t len, pith_format format);

#endif
