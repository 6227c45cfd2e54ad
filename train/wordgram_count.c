/*
 * wordgram_count.c - see wordgram_count.h.
 */
#include "train/wordgram_count.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
    RECORD = 12, /* bytes of a key and its count in a file; counts saturate */
    PIECE = RECORD * 4096,
    DIGIT = 11, /* bits per radix sort pass */
    DIGITS = 1 << DIGIT
};

/* Opens an unnamed file that is deleted when closed. Returns -1 with errno set on failure. */
static int temporary(void)
{
    const char *folder = getenv("TMPDIR");
    char path[4096];
    if (!folder || !*folder)
        folder = "/tmp";
    if ((size_t)snprintf(path, sizeof path, "%s/pith-XXXXXX", folder) >= sizeof path) {
        errno = ENAMETOOLONG;
        return -1;
    }
    int fd = mkstemp(path);
    if (fd >= 0)
        unlink(path);
    return fd;
}

static void put_record(unsigned char *out, uint64_t key, uint32_t count)
{
    memcpy(out, &key, sizeof key);
    memcpy(out + sizeof key, &count, sizeof count);
}

static void get_record(const unsigned char *in, uint64_t *key, uint32_t *count)
{
    memcpy(key, in, sizeof *key);
    memcpy(count, in + sizeof *key, sizeof *count);
}

bool counts_init(struct counts *counts, unsigned bits)
{
    *counts = (struct counts){.bits = bits, .fd = temporary()};
    pthread_mutex_init(&counts->lock, NULL);
    return counts->fd >= 0;
}

void counts_deinit(struct counts *counts)
{
    if (counts->fd >= 0)
        close(counts->fd);
    counts->fd = -1;
    free(counts->runs);
    counts->runs = NULL;
    pthread_mutex_destroy(&counts->lock);
}

bool counts_buffer_init(struct counts_buffer *buffer, struct counts *counts, size_t cap)
{
    *buffer = (struct counts_buffer){.counts = counts, .cap = cap};
    buffer->keys = malloc(cap * sizeof *buffer->keys);
    buffer->scratch = malloc(cap * sizeof *buffer->scratch);
    return buffer->keys && buffer->scratch;
}

void counts_buffer_deinit(struct counts_buffer *buffer)
{
    free(buffer->keys);
    free(buffer->scratch);
    buffer->keys = buffer->scratch = NULL;
}

/* Stable sort by the DIGIT bits from SHIFT on. */
static void sort_digit(const uint64_t *from, uint64_t *to, size_t len, unsigned shift)
{
    size_t at[DIGITS] = {0}, sum = 0;
    for (size_t i = 0; i < len; i++)
        at[from[i] >> shift & (DIGITS - 1)]++;
    for (size_t i = 0; i < DIGITS; i++) {
        size_t count = at[i];
        at[i] = sum;
        sum += count;
    }
    for (size_t i = 0; i < len; i++)
        to[at[from[i] >> shift & (DIGITS - 1)]++] = from[i];
}

void counts_sort(uint64_t *keys, uint64_t *scratch, size_t len, unsigned bits)
{
    uint64_t *from = keys, *to = scratch;
    for (unsigned shift = 0; shift < bits; shift += DIGIT) {
        sort_digit(from, to, len, shift);
        uint64_t *swap = from;
        from = to;
        to = swap;
    }
    if (from != keys)
        memcpy(keys, from, len * sizeof *keys);
}

static bool write_all(int fd, const unsigned char *data, size_t len, uint64_t at)
{
    while (len > 0) {
        ssize_t done = pwrite(fd, data, len, (off_t)at);
        if (done < 0 && errno == EINTR)
            continue;
        if (done <= 0)
            return false;
        data += done;
        len -= (size_t)done;
        at += (uint64_t)done;
    }
    return true;
}

/* Reserves file space for a run. Returns false when out of memory. */
static bool reserve(struct counts *counts, uint64_t len, uint64_t *at)
{
    bool good = true;
    pthread_mutex_lock(&counts->lock);
    if (counts->run_count == counts->run_cap) {
        size_t cap = counts->run_cap ? 2 * counts->run_cap : 64;
        struct counts_run *runs = realloc(counts->runs, cap * sizeof *runs);
        good = runs != NULL;
        if (good) {
            counts->runs = runs;
            counts->run_cap = cap;
        }
    }
    if (good) {
        *at = counts->size;
        counts->runs[counts->run_count++] = (struct counts_run){counts->size, len};
        counts->size += len;
    }
    pthread_mutex_unlock(&counts->lock);
    return good;
}

static void fail(struct counts *counts, int error)
{
    pthread_mutex_lock(&counts->lock);
    if (counts->error == 0)
        counts->error = error;
    pthread_mutex_unlock(&counts->lock);
}

/* Writes the sorted keys as records. */
static bool write_run(struct counts *counts, const uint64_t *keys, size_t len, uint64_t at)
{
    unsigned char piece[PIECE];
    size_t used = 0;
    for (size_t i = 0; i < len;) {
        size_t begin = i;
        while (i < len && keys[i] == keys[begin])
            i++;
        put_record(piece + used, keys[begin], (uint32_t)(i - begin));
        used += RECORD;
        if (used == PIECE || i == len) {
            if (!write_all(counts->fd, piece, used, at))
                return false;
            at += used;
            used = 0;
        }
    }
    return true;
}

void counts_flush(struct counts_buffer *buffer)
{
    struct counts *counts = buffer->counts;
    uint64_t different = 0, at;
    counts_sort(buffer->keys, buffer->scratch, buffer->len, counts->bits);
    for (size_t i = 0; i < buffer->len; i++)
        different += i == 0 || buffer->keys[i] != buffer->keys[i - 1];
    if (different > 0) {
        if (!reserve(counts, different * RECORD, &at))
            fail(counts, ENOMEM);
        else if (!write_run(counts, buffer->keys, buffer->len, at))
            fail(counts, errno ? errno : EIO);
    }
    buffer->len = 0;
}

/* ------------------------------------------------------------------ merging */

/* A run being merged. */
struct source {
    unsigned char *data;
    size_t used, len, cap;
    uint64_t at, left; /* of the file */
    uint64_t key;
    uint32_t count;
};

/* Reads the next record of a run. Returns false at its end, or sets *ERROR if it cannot be read. */
static bool advance(struct source *source, int fd, int *error)
{
    if (source->used == source->len) {
        size_t want = source->left < source->cap ? (size_t)source->left : source->cap;
        source->used = source->len = 0;
        while (source->len < want) {
            ssize_t got = pread(fd, source->data + source->len, want - source->len,
                                (off_t)(source->at + source->len));
            if (got < 0 && errno == EINTR)
                continue;
            if (got <= 0) {
                *error = got < 0 ? errno : EIO;
                return false;
            }
            source->len += (size_t)got;
        }
        source->at += want;
        source->left -= want;
        if (want == 0)
            return false;
    }
    get_record(source->data + source->used, &source->key, &source->count);
    source->used += RECORD;
    return true;
}

/* Sifts down the source at I in a heap with the smallest key on top. */
static void sink(struct source **heap, size_t len, size_t i)
{
    for (;;) {
        size_t child = 2 * i + 1;
        if (child >= len)
            return;
        if (child + 1 < len && heap[child + 1]->key < heap[child]->key)
            child++;
        if (heap[i]->key <= heap[child]->key)
            return;
        struct source *swap = heap[i];
        heap[i] = heap[child];
        heap[child] = swap;
        i = child;
    }
}

static bool put_list(struct counts_list *list, uint64_t key, uint32_t count)
{
    unsigned char record[RECORD];
    put_record(record, key, count);
    list->len++;
    return fwrite(record, RECORD, 1, list->file) == 1;
}

static bool merge_heap(struct source **heap, size_t len, int fd, struct counts_list *list)
{
    int error = 0;
    for (size_t i = len; i-- > 0;)
        sink(heap, len, i);
    while (len > 0 && error == 0) {
        uint64_t key = heap[0]->key, sum = 0;
        while (len > 0 && heap[0]->key == key && error == 0) {
            sum += heap[0]->count;
            if (!advance(heap[0], fd, &error))
                heap[0] = heap[--len];
            sink(heap, len, 0);
        }
        if (!put_list(list, key, sum > UINT32_MAX ? UINT32_MAX : (uint32_t)sum))
            error = errno ? errno : EIO;
    }
    errno = error;
    return error == 0;
}

bool counts_merge(struct counts *counts, size_t memory, struct counts_list *list)
{
    size_t count = counts->run_count, cap = memory / (count + 1) / RECORD * RECORD, used = 0;
    struct source *sources = calloc(count + 1, sizeof *sources);
    struct source **heap = calloc(count + 1, sizeof(struct source *));
    int fd = temporary(), error = counts->error;
    if (cap < RECORD * 64)
        cap = RECORD * 64;
    if (cap > RECORD << 16)
        cap = RECORD << 16;
    *list = (struct counts_list){fd >= 0 ? fdopen(fd, "w+") : NULL, 0};
    if (error == 0 && !list->file)
        error = errno;
    if (error == 0 && (!sources || !heap))
        error = ENOMEM;
    for (size_t i = 0; error == 0 && i < count; i++) {
        struct source *source = &sources[i];
        *source = (struct source){
            .data = malloc(cap), .cap = cap, .at = counts->runs[i].at, .left = counts->runs[i].len};
        if (!source->data)
            error = ENOMEM;
        else if (advance(source, counts->fd, &error))
            heap[used++] = source;
    }
    if (error == 0 && (!merge_heap(heap, used, counts->fd, list) || fflush(list->file) != 0))
        error = errno ? errno : EIO;
    for (size_t i = 0; sources && i < count; i++)
        free(sources[i].data);
    free(sources);
    free(heap);
    if (fd >= 0 && !list->file)
        close(fd);
    errno = error;
    return error == 0;
}

void counts_list_rewind(struct counts_list *list)
{
    rewind(list->file);
}

bool counts_list_next(struct counts_list *list, uint64_t *key, uint32_t *count)
{
    unsigned char record[RECORD];
    if (fread(record, RECORD, 1, list->file) != 1)
        return false;
    get_record(record, key, count);
    return true;
}

void counts_list_deinit(struct counts_list *list)
{
    if (list->file)
        fclose(list->file);
    list->file = NULL;
}
