/*
 * test_pool.c - threads: all pieces done once; items written in the order of reading, within their
 * weight; and an end when something says stop.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "io/answer.h"
#include "io/parallel.h"

#include <cmocka.h>

enum { THREADS = 8, PIECES = 1000 };

static void count_thread(unsigned thread, void *user)
{
    atomic_uint *calls = user;
    assert_true(thread < THREADS);
    atomic_fetch_add(&calls[thread], 1);
}

static void test_each_thread_has_a_number(void **state)
{
    (void)state;
    atomic_uint calls[THREADS] = {0};
    parallel_run(0, count_thread, calls);
    assert_int_equal(calls[0], 1);
    parallel_run(THREADS, count_thread, calls);
    assert_int_equal(calls[0], 2);
    for (unsigned i = 1; i < THREADS; i++)
        assert_true(calls[i] <= 1);
    assert_true(parallel_cores() >= 1);
}

static atomic_uint done[PIECES];
static unsigned last; /* that was told */

static bool count_piece(unsigned number, void *user)
{
    atomic_fetch_add(&done[number], 1);
    return user == NULL || number != *(unsigned *)user;
}

static void tell(unsigned number, unsigned count)
{
    assert_int_equal(count, PIECES);
    assert_int_equal(number, ++last);
}

static void test_each_piece_once(void **state)
{
    (void)state;
    unsigned bad = 3, begun = 0;
    for (unsigned threads = 0; threads <= THREADS; threads += 4) {
        memset(done, 0, sizeof done);
        last = 0;
        assert_true(parallel_each(PIECES, threads, count_piece, tell, NULL));
        assert_int_equal(last, PIECES);
        for (unsigned i = 0; i < PIECES; i++)
            assert_int_equal(done[i], 1);
    }
    memset(done, 0, sizeof done);
    assert_false(parallel_each(PIECES, 1, count_piece, NULL, &bad));
    for (unsigned i = 0; i < PIECES; i++)
        begun += done[i];
    assert_int_equal(begun, bad + 1);
    assert_true(parallel_each(0, THREADS, count_piece, NULL, NULL));
}

/* ---------------------------------------------------------------- items in order */

struct item {
    struct answer answer;
    unsigned number;
};

struct run {
    unsigned read, written, stop_at;
    bool in_order;
};

static bool read_item(struct pool *pool, void *item, unsigned thread, void *user)
{
    struct run *run = user;
    (void)thread;
    if (run->read == PIECES)
        return false;
    ((struct item *)item)->number = run->read++;
    return pool_weigh(pool, 1000);
}

static void work_on_item(struct pool *pool, void *user_item, unsigned thread, void *user)
{
    struct item *item = user_item;
    (void)thread;
    (void)user;
    answer_begin(&item->answer, pool);
    item->answer.out.limit = SIZE_MAX;
    for (unsigned i = 0; i < item->number % 7; i++) {
        json_out_number(&item->answer.out, item->number);
        while (item->answer.out.state == JSON_OUT_NOT_NOW) {
            json_out_rewind(&item->answer.out, 0);
            if (!item->answer.out.wait(&item->answer.out, item->answer.out.wanted))
                return;
        }
    }
    pool_lighten(pool, item);
}

static bool write_item(void *user_item, void *user)
{
    struct item *item = user_item;
    struct run *run = user;
    run->in_order = run->in_order && item->number == run->written;
    answer_written(&item->answer);
    return run->written++ != run->stop_at;
}

/* WEIGHT is so little that nearly every answer has to wait for its turn. */
static bool run_pool(struct run *run, unsigned threads, size_t weight)
{
    struct item items[2 * THREADS] = {0};
    const struct pool_job job = {.user = run,
                                 .read = read_item,
                                 .work = work_on_item,
                                 .write = write_item,
                                 .items = items,
                                 .count = threads > 1 ? 2 * threads : 1,
                                 .item_size = sizeof *items,
                                 .weight = weight};
    bool written = pool_run(&job, threads);
    for (size_t i = 0; i < 2 * THREADS; i++)
        answer_deinit(&items[i].answer);
    return written;
}

static void test_items_in_order(void **state)
{
    (void)state;
    for (unsigned threads = 1; threads <= THREADS; threads *= 2) {
        for (size_t weight = 1; weight < 1 << 20; weight <<= 10) {
            struct run run = {.stop_at = PIECES, .in_order = true};
            assert_true(run_pool(&run, threads, weight));
            assert_int_equal(run.written, PIECES);
            assert_true(run.in_order);
        }
    }
}

static void test_a_write_that_says_stop(void **state)
{
    (void)state;
    for (unsigned threads = 1; threads <= THREADS; threads *= 2) {
        struct run run = {.stop_at = 10, .in_order = true};
        assert_false(run_pool(&run, threads, 5000));
        assert_int_equal(run.written, 11);
        assert_true(run.in_order);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_each_thread_has_a_number),
        cmocka_unit_test(test_each_piece_once),
        cmocka_unit_test(test_items_in_order),
        cmocka_unit_test(test_a_write_that_says_stop),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
