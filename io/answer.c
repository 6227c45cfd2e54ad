/*
 * answer.c - in: growing JSON; out: the pool is asked before each growth.
 */
#include "io/answer.h"

static bool grow(struct json_out *out, size_t more)
{
    struct answer *answer = out->user;

    /* What pool_wait() granted stays granted, even though the answer starts small again. */
    return more <= answer->mark.answer || pool_hold(answer->pool, answer, more);
}

static bool wait_to_grow(struct json_out *out, size_t more)
{
    struct answer *answer = out->user;

    pool_hold(answer->pool, answer, out->cap); /* the rest has been freed by now */
    return pool_wait(answer->pool, answer, more);
}

void answer_begin(struct answer *answer, struct pool *pool)
{
    answer->pool = pool;
    answer->out.grow = grow;
    answer->out.wait = wait_to_grow;
    answer->out.user = answer;
}

void answer_written(struct answer *answer)
{
    json_out_reset(&answer->out, ANSWER_KEEP);
    pool_hold(answer->pool, answer, answer->out.cap);
}

void answer_deinit(struct answer *answer)
{
    json_out_deinit(&answer->out);
}
