/*
 * clock.h - counts the work spent on a page, and checks its deadline.
 *
 * Every stage ticks as it works: a token, a node, a block or a byte of text or output costs one
 * unit or a few. The real clock is read once every few thousand units. Units depend only on the
 * page and the options, so tests can compare them where times would depend on the machine, and can
 * let the deadline pass at a given unit.
 */
#ifndef PITH_CLOCK_H
#define PITH_CLOCK_H

#include "base/base.h"

struct pith__clock {
    uint64_t work;      /* units so far, in all stages of the page */
    uint64_t look_at;   /* value of WORK at which to read the real clock; 0: deadline passed */
    uint64_t deadline;  /* of the current stage, in pith__clock_ms(); 0: none */
    uint64_t stop_at;   /* for tests: the deadline passes when WORK reaches this; 0: never */
    uint64_t render_ms; /* time allowed for rendering; 0: unlimited */
    uint64_t rendered;  /* value of WORK after the last rendering */
    bool stop_once;     /* for tests: STOP_AT stops only the stage that reaches it */
};

/* Maximum size of a node of shown text; longer text is split. The clock is checked between two
 * nodes, so a huge block can be cut off. */
enum { PITH__PIECE_MOST = 256 * 1024 };

/* Milliseconds of a monotonic clock. */
uint64_t pith__clock_ms(void);

/* Starts a new page: no work, no deadline. Keeps the settings made by tests. */
void pith__clock_reset(struct pith__clock *clock);

/* Starts a new stage with this deadline; 0: none. */
void pith__clock_allow(struct pith__clock *clock, uint64_t deadline);

/* Limits the stage to 1/PARTS of its remaining time. */
void pith__clock_part(struct pith__clock *clock, unsigned parts);

/* Reads the real clock. True if the deadline has passed. */
bool pith__clock_look(struct pith__clock *clock);

static inline bool pith__clock_expired(const struct pith__clock *clock)
{
    return clock->look_at == 0;
}

/* Counts UNITS of work. True once the deadline of this stage has passed. */
static inline bool pith__clock_tick(struct pith__clock *clock, uint64_t units)
{
    clock->work += units;
    return PITH__UNLIKELY(clock->work >= clock->look_at) && pith__clock_look(clock);
}

#endif
