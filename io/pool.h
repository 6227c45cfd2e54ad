/*
 * pool.h - a pipeline over many items: they are read one after the other, processed in parallel,
 * and written in the order in which they were read.
 *
 * No thread only reads or only writes. A thread that has nothing to do reads the next item,
 * processes it, and writes whatever is ready to be written. So N threads do N times the work, and
 * with one thread this is a plain loop.
 *
 * Two things bound the memory. The items form a ring: a slot is reused only after its item was
 * written. And items have a weight, the bytes read and the bytes to be written. A thread whose item
 * would push the total over the limit waits, unless it is that item's turn to be written. That item
 * may always continue, even write what it has before it is done, so every item's turn comes.
 */
#ifndef PITH_POOL_H
#define PITH_POOL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct pool;

/* The pool's record of an item. Zero it before first use. */
struct pool_mark {
    uint64_t number; /* from 0, in reading order */
    size_t input;    /* bytes read; see pool_weigh() and pool_lighten() */
    size_t answer;   /* bytes to be written; see pool_hold() */
    bool done;       /* processed but not yet written */
};

struct pool_job {
    void *user; /* passed to the functions */

    /* Fills ITEM. One call at a time, on thread number THREAD from 0. Returns false at the end. */
    bool (*read)(struct pool *pool, void *item, unsigned thread, void *user);

    /* Processes ITEM on the thread that read it, in parallel with other threads. */
    void (*work)(struct pool *pool, void *item, unsigned thread, void *user);

    /* Writes ITEM. One call at a time, in reading order. Returns false to stop everything. */
    bool (*write)(void *item, void *user);

    void *items; /* COUNT items of ITEM_SIZE bytes each; an item begins with a struct pool_mark */
    size_t count;
    size_t item_size;
    size_t weight; /* limit for the weight of all items together, in bytes */
};

/* Runs JOB on THREADS threads including the calling one, or on fewer if the system grants fewer.
 * Returns false if a write said stop. */
bool pool_run(const struct pool_job *job, unsigned threads);

/* For read(): the item being read takes BYTES of memory. Waits until all unwritten items are within
 * the job's weight limit or there is no other item. Returns false to stop. */
bool pool_weigh(struct pool *pool, size_t bytes);

/* For work(): the input of ITEM has been released. */
void pool_lighten(struct pool *pool, void *item);

/* For work(): the output of ITEM now takes BYTES of memory. Returns false, and changes nothing, if
 * that would exceed the job's weight limit and it is not this item's turn. */
bool pool_hold(struct pool *pool, void *item, size_t bytes);

/* For work(), after pool_hold() refused: waits until it agrees. Returns false to stop; nothing will
 * be written. */
bool pool_wait(struct pool *pool, void *item, size_t bytes);

/* For work(): have all items before ITEM been written? Then no other item is written until this one
 * is done, and work() may write by itself. */
bool pool_is_turn(struct pool *pool, void *item);

/* For read(): waits until FD is readable or at its end. Returns false to stop. */
bool pool_await(struct pool *pool, int fd);

#endif
