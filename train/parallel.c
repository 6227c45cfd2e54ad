/*
 * parallel.c - in: a number of pieces; out: all done, each once.
 */
#include <pthread.h>

#include "train/parallel.h"

enum { MOST_THREADS = 256 };

struct parallel {
    unsigned count;
    bool (*work)(unsigned number, void *user);
    void (*done)(unsigned number, unsigned count);
    void *user;
    pthread_mutex_t lock; /* of what follows */
    unsigned next, finished;
    bool failed;
};

static void *run(void *argument)
{
    struct parallel *parallel = argument;
    pthread_mutex_lock(&parallel->lock);
    while (!parallel->failed && parallel->next < parallel->count) {
        unsigned number = parallel->next++;
        pthread_mutex_unlock(&parallel->lock);
        bool good = parallel->work(number, parallel->user);
        pthread_mutex_lock(&parallel->lock);
        parallel->failed |= !good;
        parallel->finished++;
        if (good && parallel->done != NULL)
            parallel->done(parallel->finished, parallel->count);
    }
    pthread_mutex_unlock(&parallel->lock);
    return NULL;
}

bool parallel_each(unsigned count, unsigned threads, bool (*work)(unsigned number, void *user),
                   void (*done)(unsigned number, unsigned count), void *user)
{
    struct parallel parallel = {.count = count, .work = work, .done = done, .user = user};
    pthread_t others[MOST_THREADS];
    unsigned started = 0;
    pthread_mutex_init(&parallel.lock, NULL);
    while (started < MOST_THREADS && started + 1 < threads && started + 1 < count &&
           pthread_create(&others[started], NULL, run, &parallel) == 0)
        started++;
    run(&parallel);
    while (started > 0)
        pthread_join(others[--started], NULL);
    pthread_mutex_destroy(&parallel.lock);
    return !parallel.failed;
}
