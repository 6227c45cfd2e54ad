/*
 * batch_tally.c - in: outcomes of pages; out: a progress line, a summary and an exit code.
 */
#include <inttypes.h>
#include <stdio.h>

#include "batch_tally.h"
#include "cli.h"

void tally_count(struct tally *tally, enum jsonl_outcome outcome)
{
    tally->pages++;
    tally->errors += outcome == JSONL_ERROR;
    tally->empty += outcome == JSONL_EMPTY;
    tally->partial += outcome == JSONL_PARTIAL;
}

void tally_add(struct tally *all, const struct tally *some)
{
    all->pages += some->pages;
    all->bytes += some->bytes;
    all->errors += some->errors;
    all->empty += some->empty;
    all->partial += some->partial;
}

static double seconds_since(const struct timespec *then, struct timespec *now)
{
    clock_gettime(CLOCK_MONOTONIC, now);
    return (double)(now->tv_sec - then->tv_sec) + (double)(now->tv_nsec - then->tv_nsec) * 1e-9;
}

void tally_begin(struct tally_clock *clock, bool shows)
{
    clock->shows = shows;
    clock_gettime(CLOCK_MONOTONIC, &clock->begun);
    clock->shown = clock->begun;
}

void tally_show(struct tally_clock *clock, const struct tally *tally)
{
    struct timespec now;
    double seconds;
    char line[80];

    if (!clock->shows || seconds_since(&clock->shown, &now) < 0.25)
        return;
    clock->shown = now;
    seconds = seconds_since(&clock->begun, &now);
    snprintf(line, sizeof line, "%" PRIu64 " pages, %.0f pages/s, %.1f MB/s", tally->pages,
             (double)tally->pages / seconds, (double)tally->bytes / seconds * 1e-6);
    cli_progress(line);
}

int tally_sum_up(const struct tally *tally, const char *what, bool some, bool failed, bool strict)
{
    some = some && tally->errors > TALLY_NOTES;
    if (tally->errors > 0)
        cli_say(NULL, "%" PRIu64 " of %" PRIu64 " %s failed%s", tally->errors, tally->pages, what,
                some ? "; the first ones are listed above" : "");
    if (tally->empty + tally->partial > 0)
        cli_say(NULL, "of %" PRIu64 " %s, %" PRIu64 " are empty and %" PRIu64 " are partial",
                tally->pages, what, tally->empty, tally->partial);
    if (failed || tally->errors > 0)
        return CLI_FAILED;
    return strict && tally->empty + tally->partial > 0 ? CLI_STRICT : CLI_OK;
}
