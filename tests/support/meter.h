/*
 * meter.h - an allocator that counts, and can be told to fail; and a clock.
 */
#ifndef PITH_TEST_METER_H
#define PITH_TEST_METER_H

#include <stddef.h>

#include "base/base.h"

struct meter {
    size_t now;     /* bytes held */
    size_t peak;    /* most bytes held at once */
    size_t calls;   /* calls that asked for memory */
    size_t fail_at; /* number of the call that fails, and all after it; 0: none */
};

struct pith__allocator meter_allocator(struct meter *meter);

/* A new context with that allocator; NULL where it fails. */
pith_context *meter_context(struct meter *meter);

/* Processor time of the calling thread, in seconds. */
double meter_seconds(void);

#endif
