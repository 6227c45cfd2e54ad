/*
 * parallel.h - pieces of work that do not depend on each other, on some threads.
 */
#ifndef PITH_PARALLEL_H
#define PITH_PARALLEL_H

#include <stdbool.h>

/*
 * Calls WORK for each number from 0 to COUNT - 1, on THREADS threads (0: one), of which the
 * caller's is one; where the system gives fewer, fewer do it. After WORK has returned false no new
 * number is begun. DONE, where it is not NULL, is told how many are done, by one thread at a time.
 * False: WORK has failed.
 */
bool parallel_each(unsigned count, unsigned threads, bool (*work)(unsigned number, void *user),
                   void (*done)(unsigned number, unsigned count), void *user);

#endif
