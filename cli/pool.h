/*
 * pool.h - many items, some threads: items are read one after the other, worked on at the same
 * time, and written in the order in which they were read.
 *
 * There is no thread that only reads or only writes. Whoever has nothing to do reads the next
 * item, works on it, and writes what is ready to be written; so N threads are N times the work,
 * and one thread is a plain loop. A ring of items bounds the memory: one is read again only after
 * it was written.
 */
#ifndef PITH_POOL_H
#define PITH_POOL_H

#include <stdbool.h>
#include <stddef.h>

struct pool;

/* What the pool notes of an item; zeroed at first. */
struct pool_mark {
    size_t weight; /* bytes, for pool_weigh() */
    bool done;     /* worked on, not written yet */
};

struct pool_job {
    void *user; /* passed to the functions */

    /* Fills ITEM, one call at a time, on thread number THREAD from 0. False: nothing is left. */
    bool (*read)(struct pool *pool, void *item, unsigned thread, void *user);

    /* Works on ITEM, on the thread that read it, at the same time as other threads on others. */
    void (*work)(void *item, unsigned thread, void *user);

    /* Writes ITEM, one call at a time, in the order of reading. False: stop everything. */
    bool (*write)(void *item, void *user);

    void *items; /* COUNT of them, ITEM_SIZE bytes each; an item begins with a struct pool_mark */
    size_t count;
    size_t item_size;
    size_t weight; /* bytes that all items together may weigh; see pool_weigh() */
};

/*
 * Runs JOB on THREADS threads, of which the caller's is one. Where the system gives fewer, fewer
 * do the work. Returns false when a write said stop.
 */
bool pool_run(const struct pool_job *job, unsigned threads);

/*
 * For read(): the item being read takes BYTES of memory. Waits until all items that are not
 * written yet weigh no more than the job allows, or there is no other. False: stop.
 */
bool pool_weigh(struct pool *pool, size_t bytes);

/*
 * For read(): waits until FD has something to read, or is at its end. False: stop.
 */
bool pool_await(struct pool *pool, int fd);

/* Processors that this process may use. */
unsigned pool_cores(void);

#endif
