/*
 * meter.c - see meter.h.
 */
#include "meter.h"

#include <stdlib.h>
#include <time.h>

static void *resize(void *ctx, void *old, size_t old_size, size_t new_size)
{
    struct meter *meter = ctx;
    if (new_size == 0) {
        free(old);
        meter->now -= old_size;
        return NULL;
    }
    meter->calls++;
    if (meter->fail_at != 0 && meter->calls >= meter->fail_at)
        return NULL;
    void *result = realloc(old, new_size);
    if (result != NULL) {
        meter->now += new_size - (old != NULL ? old_size : 0);
        if (meter->now > meter->peak)
            meter->peak = meter->now;
    }
    return result;
}

struct pith__allocator meter_allocator(struct meter *meter)
{
    return (struct pith__allocator){resize, meter};
}

pith_context *meter_context(struct meter *meter)
{
    return pith_context_new_with(resize, meter);
}

double meter_seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}
