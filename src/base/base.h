/*
 * base.h - small parts that every stage uses: spans, the allocator, growing arrays. Depends on
 * nothing in the project but pith.h.
 */
#ifndef PITH_BASE_H
#define PITH_BASE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "pith.h"

#if defined(__GNUC__)
#define PITH__LIKELY(x)   __builtin_expect(!!(x), 1)
#define PITH__UNLIKELY(x) __builtin_expect(!!(x), 0)
#define PITH__NOINLINE    __attribute__((noinline))
#else
#define PITH__LIKELY(x)   (x)
#define PITH__UNLIKELY(x) (x)
#define PITH__NOINLINE
#endif

/* Returns from the calling function if CALL fails. */
#define PITH__TRY(call)                                                                            \
    do {                                                                                           \
        pith_status pith__try_status = (call);                                                     \
        if (PITH__UNLIKELY(pith__try_status != PITH_OK))                                           \
            return pith__try_status;                                                               \
    } while (0)

/* A slice of text, not owned. */
struct pith__span {
    const unsigned char *ptr;
    size_t len;
};

/* White space and letters as HTML defines them: ASCII only. */
static inline bool pith__is_space(unsigned char c)
{
    const uint64_t spaces = UINT64_C(1) << ' ' | 1u << '\n' | 1u << '\t' | 1u << '\r' | 1u << '\f';
    return c <= ' ' && (spaces >> c & 1) != 0;
}

static inline bool pith__is_alpha(unsigned char c)
{
    return (unsigned char)((c | 0x20) - 'a') < 26;
}

static inline unsigned char pith__lower(unsigned char c)
{
    return c >= 'A' && c <= 'Z' ? (unsigned char)(c | 0x20) : c;
}

/* True when TEXT starts with PREFIX, which is in lower case; ASCII letters match in any case. */
static inline bool pith__span_starts(struct pith__span text, const char *prefix)
{
    size_t i = 0;
    while (i < text.len && prefix[i] != '\0' &&
           pith__lower(text.ptr[i]) == (unsigned char)prefix[i])
        i++;
    return prefix[i] == '\0';
}

static inline bool pith__span_is(struct pith__span text, const char *lower)
{
    return text.len == strlen(lower) && pith__span_starts(text, lower);
}

/* Loads eight bytes as a little-endian number on any machine. */
static inline uint64_t pith__load8(const unsigned char *p)
{
    uint64_t x;
    memcpy(&x, p, 8);
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    x = __builtin_bswap64(x);
#endif
    return x;
}

/* Loads four bytes as a little-endian number. */
static inline uint32_t pith__load4(const unsigned char *p)
{
    uint32_t x;
    memcpy(&x, p, 4);
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    x = __builtin_bswap32(x);
#endif
    return x;
}

/* Source of memory. RESIZE gets CTX as its first argument. */
struct pith__allocator {
    pith_resize resize;
    void *ctx;
};

/* malloc, realloc, free. */
extern const struct pith__allocator pith__allocator_default;

/* Fills ERROR, which may be NULL, and returns STATUS. */
__attribute__((format(printf, 3, 4))) pith_status pith__fail(pith_error *error, pith_status status,
                                                             const char *format, ...);

/* Fills ERROR with the standard message of STATUS. Does nothing for PITH_OK. */
pith_status pith__fail_plainly(pith_error *error, pith_status status);

/* Copies our struct of SIZE bytes to a caller's struct of ROOM bytes, which may be of an older or
 * newer version. Zeroes what ours does not have. */
void pith__give(void *to, size_t room, const void *from, size_t size);

/*
 * A growing array, reused from page to page: LEN is reset to zero, the memory is kept. Growing
 * moves the elements, so keep no pointers into it across calls that grow it.
 */
struct pith__vec {
    void *data;
    size_t len;  /* elements */
    size_t cap;  /* elements */
    size_t size; /* size of one element in bytes, set by init */
};

void pith__vec_init(struct pith__vec *vec, size_t element_size);
void pith__vec_deinit(struct pith__vec *vec, const struct pith__allocator *allocator);

/* Drops the contents, and also the memory if it is more than KEEP bytes. */
void pith__vec_trim(struct pith__vec *vec, const struct pith__allocator *allocator, size_t keep);

/* Makes room for MORE elements beyond LEN. */
pith_status pith__vec_grow(struct pith__vec *vec, const struct pith__allocator *allocator,
                           size_t more);

static inline pith_status pith__vec_reserve(struct pith__vec *vec,
                                            const struct pith__allocator *allocator, size_t more)
{
    return PITH__LIKELY(vec->cap - vec->len >= more) ? PITH_OK
                                                     : pith__vec_grow(vec, allocator, more);
}

#endif
