/*
 * parallel.h - starts threads and waits for them; all code that needs threads uses it. Also runs
 * independent tasks on them.
 */
#ifndef PITH_PARALLEL_H
#define PITH_PARALLEL_H

#include <stdbool.h>

enum { PARALLEL_MOST = 1024 }; /* maximum number of threads */

/*
 * Calls WORK on up to THREADS threads (0: one) at the same time, each with its own number from 0;
 * the calling thread is number 0. If the system grants fewer threads, there are fewer calls.
 * Returns when all calls have returned.
 */
void parallel_run(unsigned threads, void (*work)(unsigned thread, void *user), void *user);

/*
 * Calls WORK for each number from 0 to COUNT - 1 on THREADS threads (0: one), including the calling
 * thread, or on fewer if the system grants fewer. Once a call returns false, no new number is
 * started. DONE, if not NULL, gets the number of finished calls, from one thread at a time. Returns
 * false if a call of WORK did.
 */
bool parallel_each(unsigned count, unsigned threads, bool (*work)(unsigned number, void *user),
                   void (*done)(unsigned number, unsigned count), void *user);

/* Number of processors available to this process. */
unsigned parallel_cores(void);

#endif
