/*
 * wordgram_count.h - how often each of very many keys occurs, in bounded memory.
 *
 * Keys are collected in buffers, one a thread; a full buffer is sorted, equal keys become one with
 * a count, and the lot goes to a temporary file as a run. At the end all runs are merged.
 */
#ifndef PITH_WORDGRAM_COUNT_H
#define PITH_WORDGRAM_COUNT_H

#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

struct counts_run {
    uint64_t at, len; /* bytes of the temporary file */
};

struct counts {
    unsigned bits; /* of a key */
    int fd;
    uint64_t size; /* of the file */
    struct counts_run *runs;
    size_t run_count, run_cap;
    int error; /* errno of what failed; 0: nothing did */
    pthread_mutex_t lock;
};

/* Keys of one thread. */
struct counts_buffer {
    struct counts *counts;
    uint64_t *keys, *scratch; /* (cap) each */
    size_t len, cap;
};

/* False: no temporary file can be made; errno says why. */
bool counts_init(struct counts *counts, unsigned bits);
void counts_deinit(struct counts *counts);

/* Room for CAP keys: 16 bytes each. */
bool counts_buffer_init(struct counts_buffer *buffer, struct counts *counts, size_t cap);
void counts_buffer_deinit(struct counts_buffer *buffer);

/* Writes what is in the buffer as a run. What fails is noted in the counts. */
void counts_flush(struct counts_buffer *buffer);

static inline void counts_add(struct counts_buffer *buffer, uint64_t key)
{
    if (buffer->len == buffer->cap)
        counts_flush(buffer);
    buffer->keys[buffer->len++] = key;
}

/* Sorts keys of BITS bits. SCRATCH has room for as many. */
void counts_sort(uint64_t *keys, uint64_t *scratch, size_t len, unsigned bits);

/*
 * A temporary file of keys in rising order, each with a count: what merging gives, to be read
 * several times.
 */
struct counts_list {
    FILE *file;
    uint64_t len; /* keys */
};

/* Merges all runs, with read buffers of MEMORY bytes together. False: errno says why. */
bool counts_merge(struct counts *counts, size_t memory, struct counts_list *list);

void counts_list_rewind(struct counts_list *list);

/* The next key; false at the end, or where the file cannot be read (ferror() tells). */
bool counts_list_next(struct counts_list *list, uint64_t *key, uint32_t *count);
void counts_list_deinit(struct counts_list *list);

#endif
