/*
 * clock.c - see clock.h.
 */
#include "base/clock.h"

#if defined(_WIN32)
#include <windows.h>
#else
#include <time.h>
#endif

/* Units between two reads of the clock: ten microseconds to a millisecond of work. */
enum { LOOK_EVERY = 8192 };

uint64_t pith__clock_ms(void)
{
#if defined(_WIN32)
    return GetTickCount64();
#else
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000 + (uint64_t)now.tv_nsec / 1000000;
#endif
}

static void look_later(struct pith__clock *clock)
{
    clock->look_at = clock->deadline != 0 ? clock->work + LOOK_EVERY : UINT64_MAX;
    if (clock->stop_at != 0 && clock->stop_at < clock->look_at)
        clock->look_at = clock->stop_at;
}

void pith__clock_reset(struct pith__clock *clock)
{
    clock->work = clock->rendered = 0;
    clock->render_ms = 0;
    pith__clock_allow(clock, 0);
}

void pith__clock_allow(struct pith__clock *clock, uint64_t deadline)
{
    if (clock->stop_once && clock->stop_at != 0 && clock->work >= clock->stop_at)
        clock->stop_at = 0;
    clock->deadline = deadline;
    look_later(clock);
}

void pith__clock_part(struct pith__clock *clock, unsigned parts)
{
    uint64_t now = clock->deadline != 0 ? pith__clock_ms() : 0;
    if (now < clock->deadline)
        clock->deadline = now + (clock->deadline - now) / parts;
}

bool pith__clock_look(struct pith__clock *clock)
{
    bool stop = clock->look_at == 0 || (clock->stop_at != 0 && clock->work >= clock->stop_at) ||
                (clock->deadline != 0 && pith__clock_ms() >= clock->deadline);
    if (stop)
        clock->look_at = 0;
    else
        look_later(clock);
    return stop;
}
