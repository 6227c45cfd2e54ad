/*
 * tagger_groups.c - groups of things that are alike, found by a hash.
 *
 * Two different things with the same 64-bit hash would be taken for alike; nothing worse comes of
 * it.
 */
#include "features/tagger_state.h"

pith_status pith__groups_begin(struct pith__groups *groups, size_t most, struct pith__arena *arena)
{
    size_t slots = 16;
    while (slots < 2 * most)
        slots *= 2;
    groups->list = pith__arena_alloc(arena, (most + 1) * sizeof *groups->list);
    groups->slots = pith__arena_alloc(arena, slots * sizeof *groups->slots);
    if (groups->list == NULL || groups->slots == NULL)
        return PITH_ERR_NOMEM;
    memset(groups->slots, 0xFF, slots * sizeof *groups->slots);
    groups->mask = (uint32_t)(slots - 1);
    groups->count = 0;
    return PITH_OK;
}

uint32_t pith__groups_find(struct pith__groups *groups, uint64_t key)
{
    uint32_t slot = (uint32_t)(pith__mix(key, 0) >> 32) & groups->mask;
    for (; groups->slots[slot] != PITH__NO; slot = (slot + 1) & groups->mask) {
        if (groups->list[groups->slots[slot]].key == key)
            return groups->slots[slot];
    }
    groups->slots[slot] = groups->count;
    groups->list[groups->count] = (struct pith__group){.key = key, .first = PITH__NO};
    return groups->count++;
}
