/*
 * answer.c - in: JSON that grows; out: a word to the pool before it does.
 */
#include "io/answer.h"

static bool grow(struct json_out *out, size_t more)
{
    struct answer *answer = out->user;

    /* What pool_wait() got for it stays, though the answer starts small again. */
    return more <= answer->mark.answer || pool_hold(answer->pool, answer, more);
}

static bool wait_to_grow(struct json_out *out, size_t more)
{
    struct answer *answer = out->user;

    pool_hold(answer->pool, answer, out->cap); /* what was there, and is given back by now */
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
