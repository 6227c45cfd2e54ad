/*
 * batch_tally.h - counts of processed pages, for the progress line and the summary.
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

enum { TALLY_NOTES = 5 }; /* errors of a run that are reported one by one */

void tally_count(struct tally *tally, enum jsonl_outcome outcome);
void tally_add(struct tally *all, const struct tally *some);

/* When the progress line was last shown. */
struct tally_clock {
    bool shows;
    struct timespec begun, shown;
};

void tally_begin(struct tally_clock *clock, bool shows);

/* Shows TALLY as a progress line, at most four times a second. */
void tally_show(struct tally_clock *clock, const struct tally *tally);

/* Reports the errors, and returns the exit code. WHAT was processed: "lines" or "pages". SOME: only
 * the first TALLY_NOTES errors were reported. FAILED: something else failed as well. */
int tally_sum_up(const struct tally *tally, const char *what, bool some, bool failed, bool strict);

#endif
