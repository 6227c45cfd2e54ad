/*
 * hash.c - see hash.h.
 *
 * The tree is D. J. Bernstein's crit-bit tree. A string is a sequence of 9-bit symbols, each a one
 * and a byte, followed by zeros: so no string is a prefix of another, and bytes may be zero. A
 * number is a single symbol of 64 bits.
 *
 * A lookup that runs while a key is added sees the table with or without that key: a key is written
 * before its slot, a node before the link to it.
 */
#include "base/hash.h"

enum { LEAST_ROOM = 16, LEAST_BYTES = 256 };

/* -------------------------------------------------------------- functions */

uint64_t pith__fnv64_bytes(uint64_t hash, const void *data, size_t len)
{
    const unsigned char *bytes = data;
    for (size_t i = 0; i < len; i++)
        hash = pith__fnv64(hash, bytes[i]);
    return hash;
}

uint64_t pith__fnv64_line(uint64_t hash, const char *name)
{
    return pith__fnv64(pith__fnv64_bytes(hash, name, strlen(name)), '\n');
}

uint64_t pith__bytes_hash(const void *data, size_t len)
{
    const unsigned char *p = data;
    const unsigned char *end = len > 0 ? p + len : p; /* no arithmetic on NULL */
    uint64_t hash = pith__mix(0, len), rest = 0;      /* without LEN, "a" and "aaa" would collide */
    for (; end - p > 8; p += 8)
        hash = pith__mix(hash, pith__load8(p));
    /* Mix the rest in one step, even if it takes two overlapping loads to read. */
    if (len >= 8)
        rest = pith__load8(end - 8);
    else if (len >= 4)
        rest = (uint64_t)pith__load4(p) << 32 | pith__load4(end - 4);
    else if (len > 0)
        rest = (uint64_t)p[0] << 16 | (uint64_t)p[len / 2] << 8 | end[-1];
    return pith__mix(hash, rest);
}

/* ------------------------------------------------------------------- keys */

/* A key to look up, or one in the table. */
struct key {
    uint64_t hash;              /* or the number */
    const unsigned char *bytes; /* NULL: key is a number */
    size_t len;
};

static struct key key_of(const struct pith__hash *hash, uint32_t number)
{
    struct pith__span text = {NULL, 0};
    if (hash->ends != NULL)
        text = pith__hash_bytes(hash, number);
    return (struct key){hash->keys[number], text.ptr, text.len};
}

static bool is_key(const struct pith__hash *hash, uint32_t number, const struct key *key,
                   size_t *steps)
{
    if (hash->keys[number] != key->hash)
        return false;
    if (key->bytes == NULL)
        return true;
    struct pith__span text = pith__hash_bytes(hash, number);
    if (steps != NULL)
        *steps += key->len / 8 + 1;
    return text.len == key->len && (text.len == 0 || memcmp(text.ptr, key->bytes, text.len) == 0);
}

static uint64_t symbol(const struct key *key, uint32_t at)
{
    if (key->bytes == NULL)
        return key->hash;
    return at < key->len ? UINT64_C(0x100) | key->bytes[at] : 0;
}

/* ------------------------------------------------------------------- tree */

static uint32_t load(const _Atomic uint32_t *link)
{
    return atomic_load_explicit(link, memory_order_acquire);
}

static unsigned side(const struct pith__hash_node *node, const struct key *key)
{
    return symbol(key, node->at) >> node->bit & 1;
}

/* Returns the key in the tree that equals KEY in all bits tested on the way down. */
static uint32_t nearest(const struct pith__hash *hash, const struct key *key, size_t *steps)
{
    uint32_t link = load(&hash->root);
    while ((link & 1) == 0) {
        const struct pith__hash_node *node = &hash->nodes[link >> 1];
        link = load(&node->below[side(node, key)]);
        if (steps != NULL)
            ++*steps;
    }
    return link >> 1;
}

static uint32_t seek_tree(const struct pith__hash *hash, const struct key *key, size_t *steps)
{
    if (load(&hash->root) == 0)
        return PITH__HASH_NONE;
    uint32_t number = nearest(hash, key, steps);
    return is_key(hash, number, key, steps) ? number : PITH__HASH_NONE;
}

uint32_t pith__hash_seek_far(const struct pith__hash *hash, uint64_t key, size_t *steps)
{
    return seek_tree(hash, &(struct key){key, NULL, 0}, steps);
}

/* Finds the first symbol in which two keys differ, and its highest differing bit. */
static void find_bit(const struct key *a, const struct key *b, struct pith__hash_node *node)
{
    uint64_t differ;
    node->at = 0;
    while ((differ = symbol(a, node->at) ^ symbol(b, node->at)) == 0)
        node->at++;
    for (node->bit = 0; differ > 1; differ >>= 1)
        node->bit++;
}

/* Inserts key NUMBER, which is not yet there, into the tree. */
static pith_status put_tree(struct pith__hash *hash, uint32_t number)
{
    struct key key = key_of(hash, number);
    if (hash->far == 0) {
        atomic_store_explicit(&hash->root, 2 * number + 1, memory_order_release);
        hash->far = 1;
        return PITH_OK;
    }
    if (hash->nodes == NULL) /* full size at once: nodes must not move */
        hash->nodes = hash->memory.resize(hash->memory.ctx, NULL, 0,
                                          (size_t)hash->room * sizeof *hash->nodes);
    if (hash->nodes == NULL)
        return PITH_ERR_NOMEM;
    struct key near = key_of(hash, nearest(hash, &key, NULL));
    struct pith__hash_node *new = &hash->nodes[hash->far];
    find_bit(&key, &near, new);
    _Atomic uint32_t *link = &hash->root;
    for (uint32_t to; ((to = load(link)) & 1) == 0;) {
        struct pith__hash_node *node = &hash->nodes[to >> 1];
        if (node->at > new->at || (node->at == new->at && node->bit < new->bit))
            break;
        link = &node->below[side(node, &key)];
    }
    unsigned own = side(new, &key);
    atomic_init(&new->below[own], 2 * number + 1);
    atomic_init(&new->below[1 - own], load(link));
    atomic_store_explicit(link, 2 * hash->far, memory_order_release);
    hash->far++;
    return PITH_OK;
}

/* ------------------------------------------------------------------ table */

void pith__hash_init(struct pith__hash *hash, struct pith__allocator memory)
{
    memset(hash, 0, sizeof *hash);
    hash->memory = memory;
}

static void give_back(const struct pith__hash *hash, void *data, size_t size)
{
    if (data != NULL)
        hash->memory.resize(hash->memory.ctx, data, size, 0);
}

/* Frees all arrays but the bytes of strings: those that are rebuilt when a table grows. */
static void give_back_arrays(const struct pith__hash *hash)
{
    give_back(hash, (void *)hash->slots, ((size_t)hash->mask + 1) * sizeof *hash->slots);
    give_back(hash, hash->nodes, hash->room * sizeof *hash->nodes);
    give_back(hash, hash->keys, hash->room * sizeof *hash->keys);
    give_back(hash, hash->ends, hash->room * sizeof *hash->ends);
}

void pith__hash_deinit(struct pith__hash *hash)
{
    give_back_arrays(hash);
    give_back(hash, hash->bytes, hash->bytes_cap);
    pith__hash_init(hash, hash->memory);
}

void pith__hash_reset(struct pith__hash *hash)
{
    if (hash->count > 0)
        memset((void *)hash->slots, 0, ((size_t)hash->mask + 1) * sizeof *hash->slots);
    hash->count = hash->far = 0;
    atomic_init(&hash->root, 0);
}

/* Returns the first free slot for KEY, a hash or number that is not in the table. */
static uint32_t free_slot(const struct pith__hash *hash, uint64_t key)
{
    uint32_t at = pith__hash_slot(key);
    for (uint32_t step = 1; step <= PITH__HASH_PROBES; at += step++) {
        if (load(&hash->slots[at & hash->mask]) == 0)
            return at & hash->mask;
    }
    return PITH__HASH_NONE;
}

static pith_status put(struct pith__hash *hash, uint32_t number, uint32_t slot)
{
    if (PITH__UNLIKELY(slot == PITH__HASH_NONE))
        return put_tree(hash, number);
    atomic_store_explicit(&hash->slots[slot], number + 1, memory_order_release);
    return PITH_OK;
}

/* Allocates slots for ROOM keys in HASH, which has none, and inserts all of its keys. */
static pith_status make_index(struct pith__hash *hash, size_t room)
{
    size_t slots = 16;
    while (slots < 2 * room)
        slots *= 2;
    hash->slots = hash->memory.resize(hash->memory.ctx, NULL, 0, slots * sizeof *hash->slots);
    if (hash->slots == NULL)
        return PITH_ERR_NOMEM;
    memset((void *)hash->slots, 0, slots * sizeof *hash->slots);
    hash->mask = (uint32_t)(slots - 1);
    for (uint32_t i = 0; i < hash->count; i++)
        PITH__TRY(put(hash, i, free_slot(hash, hash->keys[i])));
    return PITH_OK;
}

static void *new_array(const struct pith__hash *hash, size_t count, size_t size)
{
    return hash->memory.resize(hash->memory.ctx, NULL, 0, count * size);
}

/* MORE is a copy of HASH without an index. Gives it larger arrays and an index for them. */
static pith_status make_more(struct pith__hash *more, const struct pith__hash *hash, size_t room,
                             bool strings)
{
    more->keys = new_array(hash, room, sizeof *more->keys);
    more->ends = strings ? new_array(hash, room, sizeof *more->ends) : NULL;
    if (more->keys == NULL || (strings && more->ends == NULL))
        return PITH_ERR_NOMEM;
    if (hash->count > 0) {
        memcpy(more->keys, hash->keys, hash->count * sizeof *more->keys);
        if (strings)
            memcpy(more->ends, hash->ends, hash->count * sizeof *more->ends);
    }
    return make_index(more, room);
}

/* All or nothing: if memory runs out, the table is unchanged. */
static pith_status grow(struct pith__hash *hash, size_t room, bool strings)
{
    if (room > PITH__HASH_MOST || room > SIZE_MAX / (4 * sizeof *hash->nodes))
        return PITH_ERR_NOMEM;
    if (hash->memory.resize == NULL)
        hash->memory = pith__allocator_default;
    struct pith__hash more = *hash;
    more.slots = NULL;
    more.nodes = NULL;
    more.mask = more.far = 0;
    more.room = (uint32_t)room;
    atomic_init(&more.root, 0);
    pith_status status = make_more(&more, hash, room, strings);
    struct pith__hash *old = status == PITH_OK ? hash : &more;
    give_back_arrays(old);
    if (status == PITH_OK)
        *hash = more;
    return status;
}

pith_status pith__hash_reserve(struct pith__hash *hash, size_t room)
{
    return room <= hash->room ? PITH_OK : grow(hash, room, hash->ends != NULL);
}

static size_t more_room(const struct pith__hash *hash)
{
    return hash->room < LEAST_ROOM ? LEAST_ROOM : 2 * (size_t)hash->room;
}

pith_status pith__hash_insert(struct pith__hash *hash, uint64_t key, uint32_t slot,
                              uint32_t *number)
{
    if (hash->count == hash->room) {
        PITH__TRY(grow(hash, more_room(hash), false));
        slot = free_slot(hash, key);
    }
    hash->keys[hash->count] = key;
    PITH__TRY(put(hash, hash->count, slot));
    *number = hash->count++;
    return PITH_OK;
}

size_t pith__hash_steps(const struct pith__hash *hash, uint64_t key)
{
    size_t steps = 0;
    uint32_t slot;
    pith__hash_seek(hash, key, &slot, &steps);
    return steps;
}

/* ---------------------------------------------------------------- strings */

/* The equivalent of pith__hash_seek() for strings. */
static uint32_t seek_bytes(const struct pith__hash *hash, const struct key *key, uint32_t *slot,
                           size_t *steps)
{
    uint32_t at = pith__hash_slot(key->hash);
    *slot = PITH__HASH_NONE;
    if (hash->ends == NULL)
        return PITH__HASH_NONE;
    for (uint32_t step = 1; step <= PITH__HASH_PROBES; at += step++) {
        uint32_t there = load(&hash->slots[at & hash->mask]);
        if (steps != NULL)
            ++*steps;
        if (there == 0) {
            *slot = at & hash->mask;
            return PITH__HASH_NONE;
        }
        if (is_key(hash, there - 1, key, steps))
            return there - 1;
    }
    return seek_tree(hash, key, steps);
}

static struct key bytes_key(const void *data, size_t len)
{
    static const unsigned char none[1] = {0};
    return (struct key){pith__bytes_hash(data, len), len > 0 ? data : none, len};
}

uint32_t pith__hash_find_bytes(const struct pith__hash *hash, const void *data, size_t len)
{
    struct key key = bytes_key(data, len);
    uint32_t slot;
    return seek_bytes(hash, &key, &slot, NULL);
}

size_t pith__hash_steps_bytes(const struct pith__hash *hash, const void *data, size_t len)
{
    struct key key = bytes_key(data, len);
    size_t steps = 0;
    uint32_t slot;
    seek_bytes(hash, &key, &slot, &steps);
    return steps;
}

/* Makes room for LEN bytes after END. */
static pith_status reserve_bytes(struct pith__hash *hash, size_t end, size_t len)
{
    if (hash->bytes != NULL && hash->bytes_cap - end >= len)
        return PITH_OK;
    size_t cap = end + len < LEAST_BYTES ? LEAST_BYTES : 2 * (end + len);
    if (len > UINT32_MAX - 1 || end > SIZE_MAX / 4 || len > SIZE_MAX / 4)
        return PITH_ERR_NOMEM;
    void *bytes = hash->memory.resize(hash->memory.ctx, hash->bytes, hash->bytes_cap, cap);
    if (bytes == NULL)
        return PITH_ERR_NOMEM;
    hash->bytes = bytes;
    hash->bytes_cap = cap;
    return PITH_OK;
}

pith_status pith__hash_add_bytes(struct pith__hash *hash, const void *data, size_t len,
                                 uint32_t *number)
{
    struct key key = bytes_key(data, len);
    uint32_t slot;
    *number = seek_bytes(hash, &key, &slot, NULL);
    if (PITH__LIKELY(*number != PITH__HASH_NONE))
        return PITH_OK;
    if (hash->count == hash->room || hash->ends == NULL) {
        PITH__TRY(grow(hash, more_room(hash), true));
        slot = free_slot(hash, key.hash);
    }
    size_t end = hash->count > 0 ? hash->ends[hash->count - 1] : 0;
    PITH__TRY(reserve_bytes(hash, end, len));
    if (len > 0)
        memcpy(hash->bytes + end, data, len);
    hash->keys[hash->count] = key.hash;
    hash->ends[hash->count] = end + len;
    PITH__TRY(put(hash, hash->count, slot));
    *number = hash->count++;
    return PITH_OK;
}
