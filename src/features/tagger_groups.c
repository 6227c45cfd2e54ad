/*
 * tagger_groups.c - groups of similar things, found by a hash.
 */
#include "features/tagger_state.h"

pith_status pith__groups_begin(struct pith__groups *groups, size_t most, struct pith__arena *arena)
{
    pith__hash_init(&groups->numbers, pith__arena_allocator(arena));
    groups->list = pith__arena_alloc(arena, (most + 1) * sizeof *groups->list);
    return groups->list == NULL ? PITH_ERR_NOMEM : pith__hash_reserve(&groups->numbers, most);
}
