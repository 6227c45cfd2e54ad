/*
 * wordgram_count.h - counts very many keys in bounded memory, by external sorting.
 *
 * Each thread collects keys in a buffer. A full buffer is sorted, equal keys are merged into one
 * with a count, and the result is written to a temporary file as a run. At the end all runs are
 * merged.
 */
#ifndef PITH_WORDGRAM_COUNT_H
#define PITH_WORDGRAM_COUNT_H

#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

struct counts_run {
    uint64_t at, len; /* byte range in the temporary file */
};

struct counts {
    unsigned bits; /* bits per key */
    int fd;
    uint64_t size; /* of the file */
    struct counts_run *runs;
    size_t run_count, run_cap;
    int error; /* errno of the first failure; 0: none */
    pthread_mutex_t lock;
};

/* The keys of one thread. */
struct counts_buffer {
    struct counts *counts;
    uint64_t *keys, *scratch; /* (cap) each */
    size_t len, cap;
};

/* Returns false with errno set if no temporary file can be created. */
bool counts_init(struct counts *counts, unsigned bits);
void counts_deinit(struct counts *counts);

/* CAP keys take 16 bytes each. */
bool counts_buffer_init(struct counts_buffer *buffer, struct counts *counts, size_t cap);
void counts_buffer_deinit(struct counts_buffer *buffer);

/* Writes the buffer as a run. Errors are recorded in the counts. */
void counts_flush(struct counts_buffer *buffer);

static inline void counts_add(struct counts_buffer *buffer, uint64_t key)
{
    if (buffer->len == buffer->cap)
        counts_flush(buffer);
    buffer->keys[buffer->len++] = key;
}

/* Sorts keys of BITS bits. SCRATCH has room for as many. */
void counts_sort(uint64_t *keys, uint64_t *scratch, size_t len, unsigned bits);

/* A temporary file of ascending keys with counts: the result of merging, which can be read several
 * times. */
struct counts_list {
    FILE *file;
    uint64_t len; /* number of keys */
};

/* Merges all runs, with MEMORY bytes for all read buffers. Returns false with errno set on failure.
 */
bool counts_merge(struct counts *counts, size_t memory, struct counts_list *list);

void counts_list_rewind(struct counts_list *list);

/* Gets the next key. Returns false at the end, or if the file cannot be read (see ferror()). */
bool counts_list_next(struct counts_list *list, uint64_t *key, uint32_t *count);
void counts_list_deinit(struct counts_list *list);

#endif
