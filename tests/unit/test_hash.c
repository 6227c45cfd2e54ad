/*
 * test_hash.c - the hash table: against a plain list, with keys that are made to collide, without
 * memory, and while another thread adds keys. Work is counted in steps, never in seconds.
 */
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>

#include "base/hash.h"
#include "meter.h"

#include <cmocka.h>

static uint64_t random_next(uint64_t *state)
{
    return *state = pith__mix(*state, UINT64_C(0xD1B54A32D192ED03)) + 1;
}

/* -------------------------------------------------- keys that are made to collide */

/* The inverse of an odd number modulo 2^64, by Newton's method. */
static uint64_t inverse(uint64_t odd)
{
    uint64_t x = odd;
    for (int i = 0; i < 6; i++)
        x *= 2 - odd * x;
    return x;
}

static uint64_t undo_shift(uint64_t x, unsigned shift)
{
    uint64_t y = x;
    for (unsigned done = shift; done < 64; done += shift)
        y = x ^ y >> shift;
    return y;
}

/* Number I of the numbers with the same first slot, in tables of any size. */
static uint64_t same_slot(uint32_t i)
{
    uint64_t x = UINT64_C(0x5EED) << 48 | i;
    x = undo_shift(x * inverse(UINT64_C(0xBF58476D1CE4E5B9)), 29);
    return undo_shift(x * inverse(UINT64_C(0x9E3779B97F4A7C15)), 32);
}

enum { LONGEST = 64 };

/* String I of those of LEN bytes, a multiple of eight and two of them at least, with the same hash
 * of 64 bits as all others, whatever their length. */
static void same_hash(uint32_t i, size_t len, unsigned char text[LONGEST])
{
    uint64_t hash = pith__mix(0, len), last;
    memset(text, 0, LONGEST);
    memcpy(text, &i, sizeof i);
    for (size_t at = 0; at + 8 < len; at += 8)
        hash = pith__mix(hash, pith__load8(text + at));
    last = hash ^ UINT64_C(0xC0111DE);
    for (size_t k = 0; k < 8; k++)
        text[len - 8 + k] = (unsigned char)(last >> 8 * k);
}

static void keys_collide(void **state)
{
    (void)state;
    unsigned char text[LONGEST], other[LONGEST];
    for (uint32_t i = 1; i < 1000; i++) {
        assert_int_equal(pith__hash_slot(same_slot(i)), pith__hash_slot(same_slot(0)));
        assert_true(same_slot(i) != same_slot(i - 1));
        same_hash(i, 16, text);
        same_hash(i - 1, 16 + i % 7 * 8, other);
        assert_true(pith__bytes_hash(text, 16) == pith__bytes_hash(other, 16 + i % 7 * 8));
    }
}

/* ------------------------------------------------------------------ functions */

/* Models and files were made with these values. */
static void functions(void **state)
{
    (void)state;
    assert_true(pith__fnv64_bytes(PITH__FNV64, "", 0) == UINT64_C(0xCBF29CE484222325));
    assert_true(pith__fnv64_bytes(PITH__FNV64, "a", 1) == UINT64_C(0xAF63DC4C8601EC8C));
    assert_true(pith__fnv64_bytes(PITH__FNV64, "foobar", 6) == UINT64_C(0x85944171F73967E8));
    assert_true(pith__fnv64_line(PITH__FNV64, "foobar") ==
                pith__fnv64_bytes(PITH__FNV64, "foobar\n", 7));
    uint32_t hash = PITH__FNV32;
    for (const char *p = "foobar"; *p != '\0'; p++)
        hash = pith__fnv32(hash, (unsigned char)*p);
    assert_int_equal(hash, 0xBF9CF968);
    assert_true(pith__mix(1, 2) == UINT64_C(0xDAA66D2AA8EC1D5C));
    static const struct {
        const char *text;
        uint64_t hash;
    } known[] = {
        {"", UINT64_C(0x0000000000000000)},
        {"a", UINT64_C(0x4863FC0EAC2C43CC)},
        {"abc", UINT64_C(0x2C6944B30539D1B8)},
        {"class", UINT64_C(0x899930F407965E54)},
        {"main-content", UINT64_C(0x53637E97816BBCE6)},
        {"A text of some more words.", UINT64_C(0x35A52F447F843851)},
    };
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        assert_true(pith__bytes_hash(known[i].text, strlen(known[i].text)) == known[i].hash);
    /* Length by length up to a few words, each byte in turn changed. */
    unsigned char text[40] = {0};
    for (size_t len = 0; len < sizeof text; len++) {
        uint64_t plain = pith__bytes_hash(text, len);
        assert_true(len == 0 || plain != pith__bytes_hash(text, len - 1));
        for (size_t i = 0; i < len; i++) {
            text[i] = 1;
            assert_true(pith__bytes_hash(text, len) != plain);
            text[i] = 0;
        }
    }
}

/* --------------------------------------------------------- against a plain list */

enum { MODEL_KEYS = 600 };

/* Key I of a few hundred: ordinary ones, small ones, ones that collide. */
static uint64_t number_key(uint32_t i)
{
    return i % 3 == 0 ? same_slot(i) : i % 3 == 1 ? i : UINT64_C(1) << i % 64 | i;
}

static size_t string_key(uint32_t i, unsigned char text[LONGEST])
{
    static const char prefix[LONGEST] = "aaaaaaa";
    switch (i % 4) {
    case 0:
        same_hash(i, 16 + i % 7 * 8, text);
        return 16 + i % 7 * 8;
    case 1: /* beginnings of each other, with bytes that are zero */
        memcpy(text, prefix, LONGEST);
        return i % LONGEST;
    case 2:
        memset(text, (int)i, LONGEST);
        return i % 5;
    default:
        memset(text, 'x', LONGEST);
        memcpy(text + i % 50, &i, sizeof i);
        return LONGEST;
    }
}

struct list {
    uint32_t keys[MODEL_KEYS];
    uint32_t count;
};

static bool same_string(uint32_t i, uint32_t k)
{
    unsigned char a[LONGEST], b[LONGEST];
    size_t len = string_key(i, a);
    return len == string_key(k, b) && memcmp(a, b, len) == 0;
}

static uint32_t list_find(const struct list *list, uint32_t key, bool strings)
{
    for (uint32_t n = 0; n < list->count; n++) {
        if (strings ? same_string(list->keys[n], key)
                    : number_key(list->keys[n]) == number_key(key))
            return n;
    }
    return PITH__HASH_NONE;
}

static uint32_t table_find(const struct pith__hash *hash, uint32_t key, bool strings)
{
    unsigned char text[LONGEST];
    if (!strings)
        return pith__hash_find(hash, number_key(key));
    size_t len = string_key(key, text);
    return pith__hash_find_bytes(hash, text, len);
}

static pith_status table_add(struct pith__hash *hash, uint32_t key, bool strings, uint32_t *number)
{
    unsigned char text[LONGEST];
    if (!strings)
        return pith__hash_add(hash, number_key(key), number);
    size_t len = string_key(key, text);
    return pith__hash_add_bytes(hash, text, len, number);
}

static void check_all(const struct pith__hash *hash, const struct list *list, bool strings)
{
    assert_int_equal(hash->count, list->count);
    for (uint32_t i = 0; i < MODEL_KEYS; i++)
        assert_int_equal(table_find(hash, i, strings), list_find(list, i, strings));
    for (uint32_t n = 0; strings && n < list->count; n++) {
        unsigned char text[LONGEST];
        size_t len = string_key(list->keys[n], text);
        struct pith__span stored = pith__hash_bytes(hash, n);
        assert_int_equal(stored.len, len);
        assert_memory_equal(stored.ptr, text, len);
    }
}

static void model(struct pith__hash *hash, bool strings, uint64_t seed)
{
    struct list *list = calloc(1, sizeof *list);
    assert_non_null(list);
    for (int step = 0; step < 4000; step++) {
        uint32_t key = (uint32_t)(random_next(&seed) >> 40) % MODEL_KEYS, number;
        uint32_t want = list_find(list, key, strings);
        if (random_next(&seed) >> 62 == 0) {
            assert_int_equal(table_find(hash, key, strings), want);
        } else {
            assert_int_equal(table_add(hash, key, strings, &number), PITH_OK);
            if (want == PITH__HASH_NONE)
                list->keys[want = list->count++] = key;
            assert_int_equal(number, want);
        }
        if (step == 2000)
            check_all(hash, list, strings);
        if (step == 2500) {
            pith__hash_reset(hash);
            list->count = 0;
            check_all(hash, list, strings);
        }
        if (step == 3000)
            assert_int_equal(pith__hash_reserve(hash, 2000), PITH_OK);
    }
    check_all(hash, list, strings);
    assert_true(hash->far > 10); /* or the tree was not tried */
    free(list);
}

static void models(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 4; seed++) {
        for (int strings = 0; strings < 2; strings++) {
            struct pith__hash hash = {0};
            model(&hash, strings, seed);
            pith__hash_deinit(&hash);
            model(&hash, strings, seed + 4); /* usable again */
            pith__hash_deinit(&hash);

            struct pith__arena arena;
            pith__arena_init(&arena, &pith__allocator_default);
            pith__hash_init(&hash, pith__arena_allocator(&arena));
            model(&hash, strings, seed);
            pith__arena_deinit(&arena);
        }
    }
}

static void empty(void **state)
{
    (void)state;
    struct pith__hash hash = {0};
    uint32_t number;
    assert_int_equal(pith__hash_find(&hash, 0), PITH__HASH_NONE);
    assert_int_equal(pith__hash_find_bytes(&hash, "", 0), PITH__HASH_NONE);
    pith__hash_reset(&hash);
    assert_int_equal(pith__hash_reserve(&hash, 0), PITH_OK);
    assert_int_equal(pith__hash_reserve(&hash, (size_t)PITH__HASH_MOST + 1), PITH_ERR_NOMEM);
    assert_int_equal(pith__hash_reserve(&hash, SIZE_MAX), PITH_ERR_NOMEM);
    assert_int_equal(pith__hash_add(&hash, 0, &number), PITH_OK);
    assert_int_equal(number, 0);
    assert_int_equal(pith__hash_find(&hash, 1), PITH__HASH_NONE);
    pith__hash_deinit(&hash);
    /* Room that was made before the first string. */
    assert_int_equal(pith__hash_reserve(&hash, 100), PITH_OK);
    assert_int_equal(pith__hash_find_bytes(&hash, NULL, 0), PITH__HASH_NONE);
    assert_int_equal(pith__hash_add_bytes(&hash, NULL, 0, &number), PITH_OK);
    assert_int_equal(pith__hash_find_bytes(&hash, "", 0), 0);
    pith__hash_deinit(&hash);
    pith__hash_deinit(&hash);
}

/* --------------------------------------------------------------------- floods */

enum { FLOOD = 50000, NUMBER_STEPS = PITH__HASH_PROBES + 64 };

/* What a string may cost: its slots, each with a comparison, and nine nodes for each byte. */
static size_t string_steps(size_t len)
{
    return PITH__HASH_PROBES * (len / 8 + 2) + 9 * (len + 1) + len / 8 + 1;
}

static void number_flood(void **state)
{
    (void)state;
    struct pith__hash hash = {0};
    size_t most = 0;
    for (uint32_t i = 0; i < FLOOD; i++) {
        uint32_t number;
        size_t before = pith__hash_steps(&hash, same_slot(i));
        most = before > most ? before : most;
        assert_int_equal(pith__hash_add(&hash, same_slot(i), &number), PITH_OK);
        assert_int_equal(number, i);
    }
    for (uint32_t i = 0; i < 2 * FLOOD; i++) {
        size_t steps = pith__hash_steps(&hash, same_slot(i));
        most = steps > most ? steps : most;
        assert_int_equal(pith__hash_find(&hash, same_slot(i)), i < FLOOD ? i : PITH__HASH_NONE);
    }
    assert_int_equal(hash.far, FLOOD - PITH__HASH_PROBES); /* it is a flood */
    assert_in_range(most, PITH__HASH_PROBES + 1, NUMBER_STEPS);
    assert_in_range(hash.room, FLOOD, 2 * FLOOD); /* the table did not grow for it */
    pith__hash_deinit(&hash);
}

/* Keys of one slot whose tree is as deep as it can be made: each differs from the next in a bit
 * further down. */
static void deep_tree(void **state)
{
    (void)state;
    struct pith__hash hash = {0};
    uint64_t keys[4096], like = same_slot(0), seed = 7;
    uint32_t count = 0, number;
    for (unsigned bit = 0; bit < 44; bit++) {
        for (int tries = 0; tries < 1 << 22 && count < 4096; tries++) {
            /* As LIKE down to BIT, which differs, and anything behind it, in the first slots. */
            uint64_t below = bit == 0 ? UINT64_MAX : UINT64_MAX >> bit;
            uint64_t key = ((like & ~below) | (random_next(&seed) & below));
            if (((key ^ like) >> (63 - bit)) != 1 || (pith__hash_slot(key) & 1023) > 3)
                continue;
            keys[count++] = key;
            if (count % 90 == 0)
                break;
        }
    }
    assert_int_equal(pith__hash_reserve(&hash, 512), PITH_OK);
    for (uint32_t i = 0; i < count && i < 512; i++)
        assert_int_equal(pith__hash_add(&hash, keys[i], &number), PITH_OK);
    size_t most = 0;
    for (uint32_t i = 0; i < count; i++) {
        size_t steps = pith__hash_steps(&hash, keys[i]);
        most = steps > most ? steps : most;
    }
    assert_true(hash.far > 100);
    assert_in_range(most, 1, NUMBER_STEPS);
    pith__hash_deinit(&hash);
}

static void string_flood(void **state)
{
    (void)state;
    for (size_t len = 16; len <= LONGEST; len += 24) {
        struct pith__hash hash = {0};
        unsigned char text[LONGEST];
        size_t most = 0;
        for (uint32_t i = 0; i < FLOOD; i++) {
            uint32_t number;
            same_hash(i, len, text);
            assert_int_equal(pith__hash_add_bytes(&hash, text, len, &number), PITH_OK);
            assert_int_equal(number, i);
            size_t steps = pith__hash_steps_bytes(&hash, text, len);
            most = steps > most ? steps : most;
        }
        for (uint32_t i = 0; i < 2 * FLOOD; i++) {
            same_hash(i, len, text);
            assert_int_equal(pith__hash_find_bytes(&hash, text, len),
                             i < FLOOD ? i : PITH__HASH_NONE);
            size_t steps = pith__hash_steps_bytes(&hash, text, len);
            most = steps > most ? steps : most;
        }
        assert_int_equal(hash.far, FLOOD - PITH__HASH_PROBES);
        assert_in_range(most, PITH__HASH_PROBES + 1, string_steps(len));
        assert_in_range(hash.room, FLOOD, 2 * FLOOD);
        pith__hash_deinit(&hash);
    }
}

/* Keys that nobody chose are found at once: in order, at random, and with their bits at the top. */
static void ordinary(void **state)
{
    (void)state;
    for (int kind = 0; kind < 4; kind++) {
        struct pith__hash hash = {0};
        uint64_t seed = 3, sum = 0;
        for (uint32_t i = 0; i < FLOOD; i++) {
            uint64_t key = kind == 0   ? i
                           : kind == 1 ? random_next(&seed)
                           : kind == 2 ? (uint64_t)i << 40
                                       : (uint64_t)(i / 200) << 32 | i % 200;
            uint32_t number;
            assert_int_equal(pith__hash_add(&hash, key, &number), PITH_OK);
            sum += pith__hash_steps(&hash, key);
        }
        assert_int_equal(hash.far, 0);
        assert_true(sum < 2 * FLOOD);
        pith__hash_deinit(&hash);
    }
}

/* ------------------------------------------------------------- without memory */

/* Fails the allocation FAIL_AT and all after it, then has memory again. False: none failed. */
static bool survive(bool strings, size_t fail_at)
{
    struct meter meter = {0, 0, 0, fail_at};
    struct pith__hash hash;
    struct list *list = calloc(1, sizeof *list);
    bool failed = false;
    assert_non_null(list);
    pith__hash_init(&hash, meter_allocator(&meter));
    for (uint32_t i = 0; i < MODEL_KEYS; i++) {
        uint32_t number, want = list_find(list, i, strings);
        if (table_add(&hash, i, strings, &number) != PITH_OK) {
            failed = true;
            check_all(&hash, list, strings); /* as it was */
            meter.fail_at = 0;
            assert_int_equal(table_add(&hash, i, strings, &number), PITH_OK);
        }
        if (want == PITH__HASH_NONE)
            list->keys[want = list->count++] = i;
        assert_int_equal(number, want);
    }
    check_all(&hash, list, strings);
    pith__hash_deinit(&hash);
    assert_int_equal(meter.now, 0);
    free(list);
    return failed;
}

static void no_memory(void **state)
{
    (void)state;
    for (int strings = 0; strings < 2; strings++) {
        size_t fail_at = 1;
        while (survive(strings, fail_at))
            fail_at++;
        assert_true(fail_at > 12);
    }
}

/* ------------------------------------------------------------------- threads */

struct shared {
    struct pith__hash hash;
    atomic_bool done;
};

static uint64_t shared_key(uint32_t i)
{
    return i % 2 == 0 ? same_slot(i) : i;
}

static void *look(void *user)
{
    struct shared *shared = user;
    size_t wrong = 0, found = 0;
    bool last;
    do {
        last = atomic_load(&shared->done);
        found = 0;
        for (uint32_t i = 0; i < FLOOD; i += 17) {
            uint32_t number = pith__hash_find(&shared->hash, shared_key(i));
            wrong += number != PITH__HASH_NONE && number != i;
            found += number == i;
        }
    } while (!last);
    wrong += found != (FLOOD + 16) / 17;
    return (void *)wrong;
}

static void threads(void **state)
{
    (void)state;
    static struct shared shared;
    pthread_t readers[2];
    assert_int_equal(pith__hash_reserve(&shared.hash, FLOOD), PITH_OK);
    for (int i = 0; i < 2; i++)
        assert_int_equal(pthread_create(&readers[i], NULL, look, &shared), 0);
    for (uint32_t i = 0; i < FLOOD; i++) {
        uint32_t number;
        assert_int_equal(pith__hash_add(&shared.hash, shared_key(i), &number), PITH_OK);
        assert_int_equal(number, i);
    }
    atomic_store(&shared.done, true);
    for (int i = 0; i < 2; i++) {
        void *wrong;
        assert_int_equal(pthread_join(readers[i], &wrong), 0);
        assert_null(wrong);
    }
    assert_true(shared.hash.far > FLOOD / 3);
    pith__hash_deinit(&shared.hash);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(functions),    cmocka_unit_test(keys_collide), cmocka_unit_test(models),
        cmocka_unit_test(empty),        cmocka_unit_test(number_flood), cmocka_unit_test(deep_tree),
        cmocka_unit_test(string_flood), cmocka_unit_test(ordinary),     cmocka_unit_test(no_memory),
        cmocka_unit_test(threads),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
