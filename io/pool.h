/*
 * pool.h - many items, some threads: items are read one after the other, worked on at the same
 * time, and written in the order in which they were read.
 *
 * There is no thread that only reads or only writes. Whoever has nothing to do reads the next
 * item, works on it, and writes what is ready to be written; so N threads are N times the work,
 * and one thread is a plain loop.
 *
 * Two things bound the memory. The items are a ring: one is read again only after it was written.
 * And items weigh something, what was read and what will be written: a thread whose item would make
 * all of them too heavy waits, unless it is that item's turn to be written. Such an item always
 * goes on, and so the others' turn comes; and it may write what it has before it is done.
 */
#ifndef PITH_POOL_H
#define PITH_POOL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct pool;

/* What the pool notes of an item; zeroed at first. */
struct pool_mark {
    uint64_t number; /* from 0, in the order of reading */
    size_t input;    /* bytes of what was read: pool_weigh(), pool_lighten() */
    size_t answer;   /* bytes of what will be written: pool_hold() */
    bool done;       /* worked on, not written yet */
};

struct pool_job {
    void *user; /* passed to the functions */

    /* Fills ITEM, one call at a time, on thread number THREAD from 0. False: nothing is left. */
    bool (*read)(struct pool *pool, void *item, unsigned thread, void *user);

    /* Works on ITEM, on the thread that read it, at the same time as other threads on others. */
    void (*work)(struct pool *pool, void *item, unsigned thread, void *user);

    /* Writes ITEM, one call at a time, in the order of reading. False: stop everything. */
    bool (*write)(void *item, void *user);

    void *items; /* COUNT of them, ITEM_SIZE bytes each; an item begins with a struct pool_mark */
    size_t count;
    size_t item_size;
    size_t weight; /* bytes that all items together may weigh */
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

/* For work(): what was read of ITEM is given back already. */
void pool_lighten(struct pool *pool, void *item);

/*
 * For work(): what ITEM will write takes BYTES of memory by now. False: with them all items would
 * weigh more than the job allows, and it is not this item's turn; nothing has changed.
 */
bool pool_hold(struct pool *pool, void *item, size_t bytes);

/* For work(), after pool_hold() said no: waits until it says yes. False: stop; nothing will be
 * written. */
bool pool_wait(struct pool *pool, void *item, size_t bytes);

/*
 * For work(): are all items before ITEM written? Then no other is until this one is done, and
 * work() may write for itself.
 */
bool pool_is_turn(struct pool *pool, void *item);

/*
 * For read(): waits until FD has something to read, or is at its end. False: stop.
 */
bool pool_await(struct pool *pool, int fd);

#endif
