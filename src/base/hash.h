/*
 * hash.h - the hash table used throughout the project, and the hash functions.
 *
 * A table numbers its keys in order of first insertion: 0, 1, 2 and so on. Callers keep the values
 * in arrays of their own, indexed by that number. The keys of a table are either all 64-bit numbers
 * or all byte strings. Lookups compare the keys themselves, never just their hashes.
 *
 *     struct pith__hash hash = {0};
 *     uint32_t number;
 *     PITH__TRY(pith__hash_add(&hash, key, &number));
 *     counts[number]++;
 *     pith__hash_deinit(&hash);
 *
 * Keys come from pages, and whoever writes a page can read these functions. So no choice of keys
 * may make a table slow:
 *
 *   - A lookup probes at most PITH__HASH_PROBES slots. Half of the slots are free, so keys that
 *     were not chosen to collide need only a few probes.
 *   - A key that finds all of its slots taken goes into a crit-bit tree. On the way down each node
 *     tests a later bit than its parent: at most 64 nodes for a number, nine per byte of a string.
 *   - A table grows when the number of keys reaches its capacity, never because it is crowded.
 *
 * The worst case is constant for a number and linear in the length for a string. Nothing is random:
 * the same keys give the same table.
 */
#ifndef PITH_HASH_H
#define PITH_HASH_H

#include <stdatomic.h>

#include "base/arena.h"
#include "base/base.h"

/* -------------------------------------------------------------- functions */

/* Hash functions used by a single file format are defined with it: pith__token_hash(),
 * pith__wordgram_mix(). */

/* One step of FNV-1a, 32 and 64 bits. VALUE is a byte or a character. */
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

/* FNV-1a over NAME and a line feed. Model files use it to identify a list of features. */
uint64_t pith__fnv64_line(uint64_t hash, const char *name);

/* Fast. Features of trained models depend on it, so its values must not change. */
static inline uint64_t pith__mix(uint64_t hash, uint64_t value)
{
    hash = (hash ^ value) * UINT64_C(0x9E3779B97F4A7C15);
    return hash ^ hash >> 29;
}

/* Hash of a byte string, eight bytes at a time. */
uint64_t pith__bytes_hash(const void *data, size_t len);

/* ------------------------------------------------------------------ table */

enum { PITH__HASH_PROBES = 32 };

#define PITH__HASH_NONE UINT32_MAX          /* no such key or slot */
#define PITH__HASH_MOST (UINT32_C(1) << 30) /* maximum number of keys */

/* An inner node of the crit-bit tree: the first bit in which the keys below it differ. */
struct pith__hash_node {
    uint32_t at;  /* byte offset in a string; 0 for numbers */
    uint32_t bit; /* bit of the number or byte; 8 tells a byte from the end of the string */
    _Atomic uint32_t below[2]; /* 2 * node, or 2 * key + 1 */
};

/* An all-zero table is empty and allocates with malloc. */
struct pith__hash {
    struct pith__allocator memory;
    _Atomic uint32_t *slots;       /* (mask + 1): key number + 1; 0: free */
    uint64_t *keys;                /* (room): by number; for strings, their hashes */
    size_t *ends;                  /* (room): end of each string in BYTES; NULL: keys are numbers */
    unsigned char *bytes;          /* (bytes_cap): all strings, concatenated */
    struct pith__hash_node *nodes; /* (room), allocated once needed; the first is unused */
    size_t bytes_cap;
    uint32_t mask;
    uint32_t room; /* keys that fit before the table grows */
    uint32_t count;
    uint32_t far;          /* keys in the tree */
    _Atomic uint32_t root; /* same encoding as BELOW; 0: empty tree */
};

void pith__hash_init(struct pith__hash *hash, struct pith__allocator memory);
void pith__hash_deinit(struct pith__hash *hash);

/* Removes all keys and restarts numbering at 0. Keeps the memory. */
void pith__hash_reset(struct pith__hash *hash);

/* Makes room for ROOM keys in total. An empty table becomes one of numbers. Call this first when
 * memory comes from an arena: growing later leaves the old arrays there. */
pith_status pith__hash_reserve(struct pith__hash *hash, size_t room);

/* The first slot to probe for a number, before masking. */
static inline uint32_t pith__hash_slot(uint64_t key)
{
    key = (key ^ key >> 32) * UINT64_C(0x9E3779B97F4A7C15);
    key = (key ^ key >> 29) * UINT64_C(0xBF58476D1CE4E5B9);
    return (uint32_t)(key >> 32);
}

/* Internal. Returns the number of KEY, or PITH__HASH_NONE and in *SLOT the slot to put it in, which
 * is PITH__HASH_NONE if all are taken. STEPS, if not NULL, counts the work done. */
static inline uint32_t pith__hash_seek(const struct pith__hash *hash, uint64_t key, uint32_t *slot,
                                       size_t *steps);
uint32_t pith__hash_seek_far(const struct pith__hash *hash, uint64_t key, size_t *steps);
pith_status pith__hash_insert(struct pith__hash *hash, uint64_t key, uint32_t slot,
                              uint32_t *number);

/*
 * Returns the number of KEY, or PITH__HASH_NONE.
 *
 * Other threads may look up keys while one thread adds keys, as long as the table does not grow:
 * reserve the room first, and check COUNT before adding.
 */
static inline uint32_t pith__hash_find(const struct pith__hash *hash, uint64_t key)
{
    uint32_t slot;
    return pith__hash_seek(hash, key, &slot, NULL);
}

/* Finds the number of KEY. A new key gets the next number. */
static inline pith_status pith__hash_add(struct pith__hash *hash, uint64_t key, uint32_t *number)
{
    uint32_t slot;
    *number = pith__hash_seek(hash, key, &slot, NULL);
    return PITH__LIKELY(*number != PITH__HASH_NONE) ? PITH_OK
                                                    : pith__hash_insert(hash, key, slot, number);
}

/* The same for tables of strings. The table copies the bytes. */
uint32_t pith__hash_find_bytes(const struct pith__hash *hash, const void *data, size_t len);
pith_status pith__hash_add_bytes(struct pith__hash *hash, const void *data, size_t len,
                                 uint32_t *number);

/* Returns the string with NUMBER. Valid until the next one is added. */
static inline struct pith__span pith__hash_bytes(const struct pith__hash *hash, uint32_t number)
{
    size_t begin = number > 0 ? hash->ends[number - 1] : 0;
    return (struct pith__span){hash->bytes + begin, hash->ends[number] - begin};
}

/* For tests: slots, nodes and words of strings that a lookup of the key visits. */
size_t pith__hash_steps(const struct pith__hash *hash, uint64_t key);
size_t pith__hash_steps_bytes(const struct pith__hash *hash, const void *data, size_t len);

/* Probe distances are triangular numbers: the first slots are near each other in memory, and probe
 * sequences that start side by side soon diverge. Slots are never freed, so a free one ends the
 * search. */
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
