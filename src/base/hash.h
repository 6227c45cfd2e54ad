/*
 * hash.h - the hash table of the whole tree, and the hash functions.
 *
 * A table numbers keys in the order in which they are met: 0, 1, 2 and so on. What belongs to a key
 * stands in an array of the caller's, by its number. The keys of a table are all 64-bit numbers, or
 * all strings of bytes; numbers are compared as a whole, strings byte by byte, whatever their
 * hashes are.
 *
 *     struct pith__hash hash = {0};
 *     uint32_t number;
 *     PITH__TRY(pith__hash_add(&hash, key, &number));
 *     counts[number]++;
 *     pith__hash_deinit(&hash);
 *
 * Keys come from pages, and whoever makes a page knows these functions. So no choice of keys makes
 * a table slow:
 *
 *   - A key is looked for in at most PITH__HASH_PROBES slots. Half of the slots are free, so keys
 *     that nobody chose find a place within a few.
 *   - A key that finds all of its slots taken goes into a crit-bit tree over its own bits. On the
 *     way down each node asks for a later bit than the one before: at most 64 for a number, nine
 *     for a byte of a string.
 *   - A table grows when it has as many keys as it has room for, never because it is crowded.
 *
 * An operation costs at most a constant number of steps for a number, and as many as a constant
 * times its length for a string. Nothing is random: the same keys give the same table.
 */
#ifndef PITH_HASH_H
#define PITH_HASH_H

#include <stdatomic.h>

#include "base/arena.h"
#include "base/base.h"

/* -------------------------------------------------------------- functions */

/* Functions that only one file format has stand with it: pith__token_hash(), pith__wordgram_mix().
 */

/* FNV-1a, of 32 and 64 bits: a step from HASH over VALUE, a byte or a character. */
#define PITH__FNV32 UINT32_C(0x811C9DC5)
#define PITH__FNV64 UINT64_C(0xCBF29CE484222325)

static inline uint32_t pith__fnv32(uint32_t hash, uint32_t value)
{
    return (hash ^ value) * UINT32_C(0x01000193);
}

static inline uint64_t pith__fnv64(uint64_t hash, uint64_t value)
{
    return (hash ^ value) * UINT64_C(0x100000001B3);
}

uint64_t pith__fnv64_bytes(uint64_t hash, const void *data, size_t len);

/* The same over a name and a line feed: lists of features are told apart by this in model files. */
uint64_t pith__fnv64_line(uint64_t hash, const char *name);

/* Fast, and a part of features that models were trained with: these values must not change. */
static inline uint64_t pith__mix(uint64_t hash, uint64_t value)
{
    hash = (hash ^ value) * UINT64_C(0x9E3779B97F4A7C15);
    return hash ^ hash >> 29;
}

/* Of a string, eight bytes at a time. */
uint64_t pith__bytes_hash(const void *data, size_t len);

/* ------------------------------------------------------------------ table */

enum { PITH__HASH_PROBES = 32 };

#define PITH__HASH_NONE UINT32_MAX          /* no number, no slot */
#define PITH__HASH_MOST (UINT32_C(1) << 30) /* keys of a table */

/* A node of the tree: the first bit in which the keys below it differ. */
struct pith__hash_node {
    uint32_t at;               /* byte of a string; 0 for a number */
    uint32_t bit;              /* of the number; of a string's byte, and 8 where there is one */
    _Atomic uint32_t below[2]; /* twice the node, or twice the key and one */
};

/* All zero: empty, its memory from malloc. */
struct pith__hash {
    struct pith__allocator memory;
    _Atomic uint32_t *slots;       /* (mask + 1): the key's number and one; 0: free */
    uint64_t *keys;                /* (room): by number; of strings their hash */
    size_t *ends;                  /* (room): of strings in BYTES, by number; NULL: numbers */
    unsigned char *bytes;          /* (bytes_cap): all strings, one behind the other */
    struct pith__hash_node *nodes; /* (room), once a key needs them; the first is not used */
    size_t bytes_cap;
    uint32_t mask;
    uint32_t room;         /* for so many keys, before the table grows */
    uint32_t count;        /* keys */
    uint32_t far;          /* keys in the tree */
    _Atomic uint32_t root; /* as a node's BELOW; 0: the tree is empty */
};

void pith__hash_init(struct pith__hash *hash, struct pith__allocator memory);
void pith__hash_deinit(struct pith__hash *hash);

/* Forgets all keys; numbers start at 0 again. Keeps the memory. */
void pith__hash_reset(struct pith__hash *hash);

/* Makes room for ROOM keys in all, of numbers where the table is still empty. In an arena do this
 * at first: what grows leaves its old memory there. */
pith_status pith__hash_reserve(struct pith__hash *hash, size_t room);

/* The slot where a number is looked for first, before the table's mask. */
static inline uint32_t pith__hash_slot(uint64_t key)
{
    key = (key ^ key >> 32) * UINT64_C(0x9E3779B97F4A7C15);
    key = (key ^ key >> 29) * UINT64_C(0xBF58476D1CE4E5B9);
    return (uint32_t)(key >> 32);
}

/* For the functions below: the number of KEY, or PITH__HASH_NONE. Then *SLOT is the slot for it, or
 * PITH__HASH_NONE where there is none. STEPS, if not NULL, counts what is looked at. */
static inline uint32_t pith__hash_seek(const struct pith__hash *hash, uint64_t key, uint32_t *slot,
                                       size_t *steps);
uint32_t pith__hash_seek_far(const struct pith__hash *hash, uint64_t key, size_t *steps);
pith_status pith__hash_insert(struct pith__hash *hash, uint64_t key, uint32_t slot,
                              uint32_t *number);

/*
 * The number of KEY; PITH__HASH_NONE: it has none.
 *
 * While one thread adds keys, others may look for keys, as long as the table does not grow: keep
 * the room and ask for COUNT before you add.
 */
static inline uint32_t pith__hash_find(const struct pith__hash *hash, uint64_t key)
{
    uint32_t slot;
    return pith__hash_seek(hash, key, &slot, NULL);
}

/* The number of KEY, which gets the next one if it has none. */
static inline pith_status pith__hash_add(struct pith__hash *hash, uint64_t key, uint32_t *number)
{
    uint32_t slot;
    *number = pith__hash_seek(hash, key, &slot, NULL);
    return PITH__LIKELY(*number != PITH__HASH_NONE) ? PITH_OK
                                                    : pith__hash_insert(hash, key, slot, number);
}

/* The same for tables of strings, which they copy. */
uint32_t pith__hash_find_bytes(const struct pith__hash *hash, const void *data, size_t len);
pith_status pith__hash_add_bytes(struct pith__hash *hash, const void *data, size_t len,
                                 uint32_t *number);

/* The string with a number, until the next one is added. */
static inline struct pith__span pith__hash_bytes(const struct pith__hash *hash, uint32_t number)
{
    size_t begin = number > 0 ? hash->ends[number - 1] : 0;
    return (struct pith__span){hash->bytes + begin, hash->ends[number] - begin};
}

/* For tests: slots, nodes and words of strings that looking for a key looks at. */
size_t pith__hash_steps(const struct pith__hash *hash, uint64_t key);
size_t pith__hash_steps_bytes(const struct pith__hash *hash, const void *data, size_t len);

/* Triangular numbers as distances: the first slots are near each other in memory, and keys that
 * begin side by side part soon. Slots are never freed, so a free one ends the search. */
static inline uint32_t pith__hash_seek(const struct pith__hash *hash, uint64_t key, uint32_t *slot,
                                       size_t *steps)
{
    uint32_t at = pith__hash_slot(key);
    *slot = PITH__HASH_NONE;
    if (PITH__UNLIKELY(hash->room == 0))
        return PITH__HASH_NONE;
    for (uint32_t step = 1; step <= PITH__HASH_PROBES; at += step++) {
        uint32_t there = atomic_load_explicit(&hash->slots[at & hash->mask], memory_order_acquire);
        if (steps != NULL)
            ++*steps;
        if (there == 0) {
            *slot = at & hash->mask;
            return PITH__HASH_NONE;
        }
        if (hash->keys[there - 1] == key)
            return there - 1;
    }
    return pith__hash_seek_far(hash, key, steps);
}

#endif
