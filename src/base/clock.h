/*
 * clock.h - how much work a page has cost, and whether its time is up.
 *
 * Every stage ticks with what it does: a token, a node, a block, a byte of text or output is a unit
 * or a few. The real clock is looked at once in some thousand units. Units depend on the page and
 * the options alone, so tests can compare them where seconds would tell of the machine, and can
 * have the time run out at a unit of their choice.
 */
#ifndef PITH_CLOCK_H
#define PITH_CLOCK_H

#include "base/base.h"

struct pith__clock {
    uint64_t work;      /* units so far, in all stages of the page */
    uint64_t look_at;   /* WORK at which to look at the real clock; 0: time is up */
    uint64_t deadline;  /* of the stage at hand, in pith__clock_ms(); 0: none */
    uint64_t stop_at;   /* for tests: time is up when WORK is as much; 0: never */
    uint64_t render_ms; /* that rendering has; 0: no bound */
    uint64_t rendered;  /* WORK when the page had been rendered last */
    bool stop_once;     /* for tests: in the stage that gets there, not in those behind it */
};

/* Text that is shown is split into nodes of at most so many bytes. The clock is checked between two
 * of them, so a huge block can be cut off. */
enum { PITH__PIECE_MOST = 256 * 1024 };

/* Milliseconds of a clock that never goes back. */
uint64_t pith__clock_ms(void);

/* A new page: no work is done, and there is no deadline. What tests asked for stays. */
void pith__clock_reset(struct pith__clock *clock);

/* A new stage, which may take until DEADLINE; 0: there is none. */
void pith__clock_allow(struct pith__clock *clock, uint64_t deadline);

/* The stage may take one of PARTS of what is left to it. */
void pith__clock_part(struct pith__clock *clock, unsigned parts);

/* Looks at the real clock. True when time is up. */
bool pith__clock_look(struct pith__clock *clock);

static inline bool pith__clock_expired(const struct pith__clock *clock)
{
    return clock->look_at == 0;
}

/* Counts UNITS of work. True when the time of this stage is up, then and from then on. */
static inline bool pith__clock_tick(struct pith__clock *clock, uint64_t units)
{
    clock->work += units;
    return PITH__UNLIKELY(clock->work >= clock->look_at) && pith__clock_look(clock);
}

#endif
