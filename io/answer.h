/*
 * answer.h - an item of the pool whose answer is JSON in memory, which counts in what all items
 * together may weigh.
 */
#ifndef PITH_ANSWER_H
#define PITH_ANSWER_H

#include "io/json_out.h"
#include "io/pool.h"

enum {
    ANSWERS_PER_THREAD = 16, /* so that one slow page does not soon stop the others */
    ANSWER_KEEP = 256 << 10, /* bytes that an answer keeps when it is used again */
    ANSWER_WAITING = 256     /* megabytes that all may weigh unless the user says otherwise */
};

/* The beginning of an item; zeroed at first. */
struct answer {
    struct pool_mark mark; /* the pool's */
    struct pool *pool;
    struct json_out out;
};

/* For work(): before anything is added. */
void answer_begin(struct answer *answer, struct pool *pool);

/* For work(), in the item's turn, and for write(): all of it is written. */
void answer_written(struct answer *answer);

void answer_deinit(struct answer *answer);

#endif
