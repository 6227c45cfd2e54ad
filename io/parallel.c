/*
 * parallel.c - in: a number of threads or tasks; out: all done, each exactly once.
 */
#define _GNU_SOURCE /* sched_getaffinity() */

#include "io/parallel.h"

#include <pthread.h>
#include <sched.h>
#include <stddef.h>
#include <unistd.h>

struct runner {
    void (*work)(unsigned thread, void *user);
    void *user;
    unsigned number;
    pthread_t thread;
};

static void *run(void *argument)
{
    struct runner *runner = argument;

    runner->work(runner->number, runner->user);
    return NULL;
}

void parallel_run(unsigned threads, void (*work)(unsigned thread, void *user), void *user)
{
    struct runner runners[PARALLEL_MOST];
    unsigned started = 1;

    for (; started < threads && started < PARALLEL_MOST; started++) {
        runners[started] = (struct runner){.work = work, .user = user, .number = started};
        if (pthread_create(&runners[started].thread, NULL, run, &runners[started]) != 0)
            break;
    }
    work(0, user);
    while (--started > 0)
        pthread_join(runners[started].thread, NULL);
}

struct parallel {
    unsigned count;
    bool (*work)(unsigned number, void *user);
    void (*done)(unsigned number, unsigned count);
    void *user;
    pthread_mutex_t lock; /* guards what follows */
    unsigned next, finished;
    bool failed;
};

static void take_numbers(unsigned thread, void *user)
{
    struct parallel *parallel = user;

    (void)thread;
    pthread_mutex_lock(&parallel->lock);
    while (!parallel->failed && parallel->next < parallel->count) {
        unsigned number = parallel->next++;
        bool good;

        pthread_mutex_unlock(&parallel->lock);
        good = parallel->work(number, parallel->user);
        pthread_mutex_lock(&parallel->lock);
        parallel->failed |= !good;
        parallel->finished++;
        if (good && parallel->done)
            parallel->done(parallel->finished, parallel->count);
    }
    pthread_mutex_unlock(&parallel->lock);
}

bool parallel_each(unsigned count, unsigned threads, bool (*work)(unsigned number, void *user),
                   void (*done)(unsigned number, unsigned count), void *user)
{
    struct parallel parallel = {.count = count, .work = work, .done = done, .user = user};

    pthread_mutex_init(&parallel.lock, NULL);
    parallel_run(threads < count ? threads : count, take_numbers, &parallel);
    pthread_mutex_destroy(&parallel.lock);
    return !parallel.failed;
}

unsigned parallel_cores(void)
{
    long cores = sysconf(_SC_NPROCESSORS_ONLN);
#ifdef CPU_COUNT
    cpu_set_t allowed;

    if (sched_getaffinity(0, sizeof allowed, &allowed) == 0)
        cores = CPU_COUNT(&allowed);
#endif
    return cores < 1 ? 1 : cores > PARALLEL_MOST ? PARALLEL_MOST : (unsigned)cores;
}
