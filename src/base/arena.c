/*
 * arena.c - a bump allocator with chunks. See arena.h for the lifetimes.
 */
#include "base/arena.h"

#if defined(__SANITIZE_ADDRESS__)
#define PITH__ASAN 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define PITH__ASAN 1
#endif
#endif
#ifdef PITH__ASAN
#include <sanitizer/asan_interface.h>
#define POISON(p, n)   __asan_poison_memory_region((p), (n))
#define UNPOISON(p, n) __asan_unpoison_memory_region((p), (n))
#else
#define POISON(p, n)   ((void)(p), (void)(n))
#define UNPOISON(p, n) ((void)(p), (void)(n))
#endif

enum { ALIGN = 16, MIN_CHUNK = 64 * 1024, MAX_CHUNK = 4 * 1024 * 1024 };

struct pith__arena_chunk {
    struct pith__arena_chunk *older;
    size_t size; /* including this header */
};

static size_t round_up(size_t n)
{
    return (n + (ALIGN - 1)) & ~(size_t)(ALIGN - 1);
}

static unsigned char *chunk_data(struct pith__arena_chunk *chunk)
{
    return (unsigned char *)chunk + round_up(sizeof *chunk);
}

static void use_chunk(struct pith__arena *arena, struct pith__arena_chunk *chunk)
{
    arena->chunks = chunk;
    arena->next = chunk_data(chunk);
    arena->end = (unsigned char *)chunk + chunk->size;
    POISON(arena->next, (size_t)(arena->end - arena->next));
}

static void free_chunk(struct pith__arena *arena, struct pith__arena_chunk *chunk)
{
    UNPOISON(chunk, chunk->size);
    arena->allocator->resize(arena->allocator->ctx, chunk, chunk->size, 0);
}

void pith__arena_init(struct pith__arena *arena, const struct pith__allocator *allocator)
{
    memset(arena, 0, sizeof *arena);
    arena->allocator = allocator;
}

void pith__arena_deinit(struct pith__arena *arena)
{
    while (arena->chunks != NULL) {
        struct pith__arena_chunk *older = arena->chunks->older;
        free_chunk(arena, arena->chunks);
        arena->chunks = older;
    }
    arena->next = arena->end = NULL;
}

void pith__arena_reset(struct pith__arena *arena, size_t keep)
{
    struct pith__arena_chunk *best = NULL;
    while (arena->chunks != NULL) {
        struct pith__arena_chunk *chunk = arena->chunks;
        struct pith__arena_chunk *drop = chunk;
        arena->chunks = chunk->older;
        if (chunk->size <= keep && (best == NULL || chunk->size > best->size)) {
            drop = best;
            best = chunk;
        }
        if (drop != NULL)
            free_chunk(arena, drop);
    }
    arena->next = arena->end = NULL;
    if (best != NULL) {
        best->older = NULL;
        use_chunk(arena, best);
    }
}

void *pith__arena_alloc(struct pith__arena *arena, size_t size)
{
    size_t need = round_up(size == 0 ? 1 : size);
    if (need < size)
        return NULL;
    if (PITH__UNLIKELY(arena->chunks == NULL || (size_t)(arena->end - arena->next) < need)) {
        size_t header = round_up(sizeof(struct pith__arena_chunk));
        /* Chunks double up to 4 MiB: few chunks for a large page, little waste for a small one. */
        size_t payload = MIN_CHUNK;
        if (arena->chunks != NULL)
            payload = arena->chunks->size < MAX_CHUNK / 2 ? 2 * arena->chunks->size : MAX_CHUNK;
        if (payload < need)
            payload = need;
        if (payload > SIZE_MAX - header)
            return NULL;
        struct pith__arena_chunk *chunk =
            arena->allocator->resize(arena->allocator->ctx, NULL, 0, header + payload);
        if (chunk == NULL)
            return NULL;
        chunk->older = arena->chunks;
        chunk->size = header + payload;
        use_chunk(arena, chunk);
    }
    void *result = arena->next;
    arena->next += need;
    UNPOISON(result, size);
    return result;
}

void pith__arena_trim(struct pith__arena *arena, void *ptr, size_t size, size_t used)
{
    unsigned char *start = ptr;
    if (start + round_up(size) != arena->next)
        return;
    arena->next = start + round_up(used);
    POISON(start + used, size - used);
}

static void *arena_resize(void *ctx, void *old, size_t old_size, size_t new_size)
{
    if (new_size == 0 || (old != NULL && new_size <= old_size))
        return new_size == 0 ? NULL : old;
    void *data = pith__arena_alloc(ctx, new_size);
    if (data != NULL && old != NULL)
        memcpy(data, old, old_size);
    return data;
}

struct pith__allocator pith__arena_allocator(struct pith__arena *arena)
{
    return (struct pith__allocator){arena_resize, arena};
}
