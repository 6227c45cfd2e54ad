/*
 * parallel.h - some threads, started and waited for: the one place that does. And pieces of work
 * that do not depend on each other, on these.
 */
#ifndef PITH_PARALLEL_H
#define PITH_PARALLEL_H

#include <stdbool.h>

enum { PARALLEL_MOST = 1024 }; /* threads */

/*
 * Calls WORK on up to THREADS threads (0: one) at the same time, each with a number of its own from
 * 0; the caller's thread is number 0. Where the system gives fewer threads, fewer calls are made.
 * Returns when all have returned.
 */
void parallel_run(unsigned threads, void (*work)(unsigned thread, void *user), void *user);

/*
 * Calls WORK for each number from 0 to COUNT - 1, on THREADS threads (0: one), of which the
 * caller's is one; where the system gives fewer, fewer do it. After WORK has returned false no new
 * number is begun. DONE, where it is not NULL, is told how many are done, by one thread at a time.
 * False: WORK has failed.
 */
bool parallel_each(unsigned count, unsigned threads, bool (*work)(unsigned number, void *user),
                   void (*done)(unsigned number, unsigned count), void *user);

/* Processors that this process may use. */
unsigned parallel_cores(void);

#endif
