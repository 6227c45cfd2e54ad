/*
 * answer.h - a pool item whose answer is JSON in memory. The answer counts towards the pool's
 * memory limit.
 */
#ifndef PITH_ANSWER_H
#define PITH_ANSWER_H

#include "io/json_out.h"
#include "io/pool.h"

enum {
    ANSWERS_PER_THREAD = 16, /* so that one slow page does not stall the others too soon */
    ANSWER_KEEP = 256 << 10, /* bytes an answer keeps for reuse */
    ANSWER_WAITING = 256     /* default limit for all answers together, in megabytes */
};

/* First member of an item. Zero it before first use. */
struct answer {
    struct pool_mark mark; /* used by the pool */
    struct pool *pool;
    struct json_out out;
};

/* Call from work() before adding anything. */
void answer_begin(struct answer *answer, struct pool *pool);

/* Call when all of the answer has been written: from work() if it is the item's turn, and from
 * write(). */
void answer_written(struct answer *answer);

void answer_deinit(struct answer *answer);

#endif
