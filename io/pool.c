/*
 * pool.c - in: functions that read, work and write; out: all items done, in order.
 *
 * Items are numbered as they are read; item N is in slot N % count of the ring. HEAD is the next to
 * be written, NEXT the next to be read. One lock guards the numbers and the items' marks; the rest
 * of an item belongs to the thread that reads it, works on it or writes it. While HEAD is not done,
 * a thread is working on it, and nobody writes.
 */
#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <stdint.h>
#include <unistd.h>

#include "io/parallel.h"
#include "io/pool.h"

struct pool {
    const struct pool_job *job;
    pthread_mutex_t lock;
    pthread_cond_t changed;
    uint64_t head, next;
    size_t weight; /* of all items, input and output */
    bool reading;  /* a thread is reading */
    bool writing;  /* a thread is writing */
    bool ended;    /* nothing is left to read */
    bool stopped;  /* a write said stop */
    int wake[2];   /* a pipe that interrupts the reading thread; -1: none */
};

static void *item_of(struct pool *pool, uint64_t number)
{
    return (char *)pool->job->items + number % pool->job->count * pool->job->item_size;
}

static struct pool_mark *mark_of(struct pool *pool, uint64_t number)
{
    return item_of(pool, number);
}

static void stop(struct pool *pool)
{
    pool->stopped = true;
    close(pool->wake[1]); /* poll() sees the other end hang up */
    pool->wake[1] = -1;
}

/* Sets PART of an item's mark, INPUT or ANSWER, to BYTES. Called with the lock held. */
static void weigh(struct pool *pool, size_t *part, size_t bytes)
{
    pool->weight += bytes - *part;
    if (bytes < *part)
        pthread_cond_broadcast(&pool->changed);
    *part = bytes;
}

/* Is there room for BYTES in place of PART of item NUMBER? For the oldest item there always is. */
static bool has_room(const struct pool *pool, uint64_t number, const size_t *part, size_t bytes)
{
    return bytes <= *part || pool->weight - *part + bytes <= pool->job->weight ||
           pool->head == number;
}

/* Reads the next item. The lock is held on entry and on return. Returns false if there is none. */
static bool read_item(struct pool *pool, unsigned thread, uint64_t *number)
{
    bool got;

    while (!pool->stopped && !pool->ended &&
           (pool->reading || pool->next - pool->head == pool->job->count))
        pthread_cond_wait(&pool->changed, &pool->lock);
    if (pool->stopped || pool->ended)
        return false;
    *number = pool->next;
    mark_of(pool, *number)->number = *number;
    pool->reading = true;
    pthread_mutex_unlock(&pool->lock);
    got = pool->job->read(pool, item_of(pool, *number), thread, pool->job->user);
    pthread_mutex_lock(&pool->lock);
    pool->reading = false;
    if (got)
        pool->next++;
    else
        pool->ended = true;
    pthread_cond_broadcast(&pool->changed);
    return got;
}

/* Writes the items whose turn it is, unless another thread is writing. The lock is held on entry
 * and on return. */
static void write_items(struct pool *pool)
{
    if (pool->writing)
        return;
    pool->writing = true;
    while (!pool->stopped && mark_of(pool, pool->head)->done) {
        struct pool_mark *mark = mark_of(pool, pool->head);
        bool written;

        pthread_mutex_unlock(&pool->lock);
        written = pool->job->write(item_of(pool, pool->head), pool->job->user);
        pthread_mutex_lock(&pool->lock);
        pool->weight -= mark->input + mark->answer;
        *mark = (struct pool_mark){0};
        pool->head++;
        if (!written)
            stop(pool);
        pthread_cond_broadcast(&pool->changed);
    }
    pool->writing = false;
}

static void run_worker(unsigned thread, void *user)
{
    struct pool *pool = user;
    uint64_t number;

    pthread_mutex_lock(&pool->lock);
    while (read_item(pool, thread, &number)) {
        pthread_mutex_unlock(&pool->lock);
        pool->job->work(pool, item_of(pool, number), thread, pool->job->user);
        pthread_mutex_lock(&pool->lock);
        mark_of(pool, number)->done = true;
        write_items(pool);
    }
    pthread_mutex_unlock(&pool->lock);
}

bool pool_run(const struct pool_job *job, unsigned threads)
{
    struct pool pool = {.job = job, .wake = {-1, -1}};

    /* Without the pipe only one thing is lost: a failed write ends the run only when the next bytes
     * arrive. */
    if (threads > 1 && pipe(pool.wake) != 0)
        pool.wake[0] = pool.wake[1] = -1;
    pthread_mutex_init(&pool.lock, NULL);
    pthread_cond_init(&pool.changed, NULL);
    parallel_run(threads, run_worker, &pool);
    pthread_cond_destroy(&pool.changed);
    pthread_mutex_destroy(&pool.lock);
    close(pool.wake[0]);
    close(pool.wake[1]);
    return !pool.stopped;
}

bool pool_weigh(struct pool *pool, size_t bytes)
{
    struct pool_mark *mark;
    bool stopped;

    pthread_mutex_lock(&pool->lock);
    mark = mark_of(pool, pool->next);
    while (!pool->stopped && !has_room(pool, pool->next, &mark->input, bytes))
        pthread_cond_wait(&pool->changed, &pool->lock);
    weigh(pool, &mark->input, bytes);
    stopped = pool->stopped;
    pthread_mutex_unlock(&pool->lock);
    return !stopped;
}

bool pool_hold(struct pool *pool, void *item, size_t bytes)
{
    struct pool_mark *mark = item;
    bool room;

    pthread_mutex_lock(&pool->lock);
    room = has_room(pool, mark->number, &mark->answer, bytes);
    if (room)
        weigh(pool, &mark->answer, bytes);
    pthread_mutex_unlock(&pool->lock);
    return room;
}

bool pool_wait(struct pool *pool, void *item, size_t bytes)
{
    struct pool_mark *mark = item;
    bool stopped;

    pthread_mutex_lock(&pool->lock);
    while (!pool->stopped && !has_room(pool, mark->number, &mark->answer, bytes))
        pthread_cond_wait(&pool->changed, &pool->lock);
    weigh(pool, &mark->answer, bytes);
    stopped = pool->stopped;
    pthread_mutex_unlock(&pool->lock);
    return !stopped;
}

void pool_lighten(struct pool *pool, void *item)
{
    pthread_mutex_lock(&pool->lock);
    weigh(pool, &((struct pool_mark *)item)->input, 0);
    pthread_mutex_unlock(&pool->lock);
}

bool pool_is_turn(struct pool *pool, void *item)
{
    bool turn;

    pthread_mutex_lock(&pool->lock);
    turn = pool->head == ((struct pool_mark *)item)->number && !pool->stopped;
    pthread_mutex_unlock(&pool->lock);
    return turn;
}

bool pool_await(struct pool *pool, int fd)
{
    struct pollfd ends[2] = {{.fd = fd, .events = POLLIN}, {.fd = pool->wake[0]}};

    while (poll(ends, 2, -1) < 0 && (errno == EINTR || errno == EAGAIN))
        continue;
    return ends[1].revents == 0;
}
