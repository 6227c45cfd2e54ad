/*
 * batch_tally.h - what there is to say of many pages: how far the work is, and how it went.
 */
#ifndef PITH_BATCH_TALLY_H
#define PITH_BATCH_TALLY_H

#include <time.h>

#include "io/jsonl.h"

struct tally {
    uint64_t pages;
    uint64_t bytes;
    uint64_t errors, empty, partial;
};

enum { TALLY_NOTES = 5 }; /* so many errors of a run are named one by one */

void tally_count(struct tally *tally, enum jsonl_outcome outcome);
void tally_add(struct tally *all, const struct tally *some);

/* The line of progress. */
struct tally_clock {
    bool shows;
    struct timespec begun, shown;
};

void tally_begin(struct tally_clock *clock, bool shows);

/* Shows TALLY, about four times a second. */
void tally_show(struct tally_clock *clock, const struct tally *tally);

/* Says how it went, and how the command ends. WHAT was worked on: "lines", "pages". SOME: only the
 * first TALLY_NOTES errors were named. FAILED: something else went wrong, too. */
int tally_sum_up(const struct tally *tally, const char *what, bool some, bool failed, bool strict);

#endif
