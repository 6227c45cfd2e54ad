/*
 * ids.h - words and their numbers: each new word gets the next number, from 0.
 */
#ifndef PITH_IDS_H
#define PITH_IDS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Zeroed at first. */
struct ids {
    char **words; /* (count) by number */
    uint32_t count;
    uint32_t cap;
    uint32_t *slots; /* (slot_count, a power of two): number + 1; 0: free */
    size_t slot_count;
};

#define IDS_NONE UINT32_MAX

/* The number of WORD, which is added if it is new (*ADDED says so; ADDED may be NULL). IDS_NONE:
 * there is no memory. */
uint32_t ids_add(struct ids *ids, const char *word, bool *added);

/* The number of WORD, or IDS_NONE. */
uint32_t ids_find(const struct ids *ids, const char *word);

void ids_deinit(struct ids *ids);

#endif
