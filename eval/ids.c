/*
 * ids.c - a table of hashes with open places, at most half full.
 */
#include <stdlib.h>
#include <string.h>

#include "eval/ids.h"

/* FNV-1a, and a last mix, since the low bits pick the place. */
static uint64_t hash_of(const char *word)
{
    uint64_t hash = UINT64_C(0xcbf29ce484222325);

    for (; *word; word++)
        hash = (hash ^ (unsigned char)*word) * UINT64_C(0x100000001b3);
    return hash ^ hash >> 32;
}

/* The place where WORD is, or would be. */
static size_t place_of(const struct ids *ids, const char *word)
{
    size_t mask = ids->slot_count - 1;
    size_t place = (size_t)hash_of(word) & mask;

    while (ids->slots[place] != 0 && strcmp(ids->words[ids->slots[place] - 1], word) != 0)
        place = (place + 1) & mask;
    return place;
}

static bool grow(struct ids *ids)
{
    struct ids wide = *ids;

    wide.cap = ids->cap > 0 ? ids->cap * 2 : 64;
    wide.slot_count = (size_t)wide.cap * 2;
    wide.slots = calloc(wide.slot_count, sizeof *wide.slots);
    wide.words = wide.slots ? realloc(ids->words, wide.cap * sizeof *wide.words) : NULL;
    if (!wide.words) {
        free(wide.slots);
        return false;
    }
    for (uint32_t i = 0; i < ids->count; i++)
        wide.slots[place_of(&wide, wide.words[i])] = i + 1;
    free(ids->slots);
    *ids = wide;
    return true;
}

uint32_t ids_find(const struct ids *ids, const char *word)
{
    return ids->slot_count > 0 ? ids->slots[place_of(ids, word)] - 1 : IDS_NONE;
}

uint32_t ids_add(struct ids *ids, const char *word, bool *added)
{
    uint32_t found = ids_find(ids, word);

    if (added)
        *added = found == IDS_NONE;
    if (found != IDS_NONE)
        return found;
    if (ids->count == ids->cap && (ids->cap > UINT32_MAX / 4 || !grow(ids)))
        return IDS_NONE;
    ids->words[ids->count] = strdup(word);
    if (!ids->words[ids->count])
        return IDS_NONE;
    ids->slots[place_of(ids, word)] = ids->count + 1;
    return ids->count++;
}

void ids_deinit(struct ids *ids)
{
    for (uint32_t i = 0; i < ids->count; i++)
        free(ids->words[i]);
    free(ids->words);
    free(ids->slots);
    *ids = (struct ids){0};
}
