/*
 * lanes.h - classifies sixteen bytes at a time: which of them are spaces, which are letters?
 *
 * A comparison sets or clears whole lanes; pith__lanes_mask() turns them into a number whose bit I
 * stands for byte I. Uses SSE2 on x86-64; elsewhere, and with PITH__LANES_PORTABLE, two 64-bit
 * numbers. Both give the same masks.
 */
#ifndef PITH_LANES_H
#define PITH_LANES_H

#include "base/base.h"

enum { PITH__LANES = 16 };

/* 32-bit SSE2 cannot move a 64-bit number out of a vector register. */
#if defined(__SSE2__) && defined(__x86_64__) && !defined(PITH__LANES_PORTABLE)

#include <emmintrin.h>

typedef __m128i pith__lanes;

static inline pith__lanes pith__lanes_load(const void *bytes)
{
    return _mm_loadu_si128(bytes);
}

static inline pith__lanes pith__lanes_fill(unsigned char byte)
{
    return _mm_set1_epi8((char)byte);
}

static inline pith__lanes pith__lanes_or(pith__lanes a, pith__lanes b)
{
    return _mm_or_si128(a, b);
}

/* Sets the lanes equal to BYTE. */
static inline pith__lanes pith__lanes_equal(pith__lanes lanes, unsigned char byte)
{
    return _mm_cmpeq_epi8(lanes, pith__lanes_fill(byte));
}

/* Sets the lanes from LOW to HIGH. 0 <= LOW <= HIGH < 0x7F. */
static inline pith__lanes pith__lanes_within(pith__lanes lanes, unsigned char low,
                                             unsigned char high)
{
    return _mm_and_si128(_mm_cmpgt_epi8(lanes, _mm_set1_epi8((char)(low - 1))),
                         _mm_cmplt_epi8(lanes, _mm_set1_epi8((char)(high + 1))));
}

static inline uint32_t pith__lanes_mask(pith__lanes set)
{
    return (uint32_t)_mm_movemask_epi8(set);
}

/* Converts ASCII capitals to lower case. */
static inline pith__lanes pith__lanes_lower(pith__lanes lanes)
{
    return _mm_or_si128(
        lanes, _mm_and_si128(pith__lanes_within(lanes, 'A', 'Z'), pith__lanes_fill('a' - 'A')));
}

/* Returns the first LEN bytes (at most 16), padded with NULs, as two little-endian numbers. */
static inline void pith__lanes_words(pith__lanes lanes, size_t len, uint64_t words[2])
{
    static const uint64_t ones[4] = {UINT64_MAX, UINT64_MAX, 0, 0};
    lanes = _mm_and_si128(lanes, pith__lanes_load((const char *)ones + PITH__LANES - len));
    words[0] = (uint64_t)_mm_cvtsi128_si64(lanes);
    words[1] = (uint64_t)_mm_cvtsi128_si64(_mm_unpackhi_epi64(lanes, lanes));
}

#else

/* A set lane has its top bit set. */
typedef struct pith__lanes {
    uint64_t half[2]; /* first byte in the lowest bits */
} pith__lanes;

#define PITH__LANES_EACH(byte) (UINT64_C(0x0101010101010101) * (byte))

static inline pith__lanes pith__lanes_load(const void *bytes)
{
    pith__lanes lanes;
    memcpy(lanes.half, bytes, sizeof lanes.half);
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    lanes.half[0] = __builtin_bswap64(lanes.half[0]);
    lanes.half[1] = __builtin_bswap64(lanes.half[1]);
#endif
    return lanes;
}

static inline pith__lanes pith__lanes_fill(unsigned char byte)
{
    return (pith__lanes){{PITH__LANES_EACH(byte), PITH__LANES_EACH(byte)}};
}

static inline pith__lanes pith__lanes_or(pith__lanes a, pith__lanes b)
{
    return (pith__lanes){{a.half[0] | b.half[0], a.half[1] | b.half[1]}};
}

/* Sets the top bit of each byte below LIMIT, which is at most 0x80. */
static inline uint64_t pith__lanes_below(uint64_t bytes, unsigned limit)
{
    uint64_t reaches = (bytes & PITH__LANES_EACH(0x7F)) + PITH__LANES_EACH(0x80 - limit);
    return ~(reaches | bytes) & PITH__LANES_EACH(0x80);
}

static inline pith__lanes pith__lanes_equal(pith__lanes lanes, unsigned char byte)
{
    return (pith__lanes){{pith__lanes_below(lanes.half[0] ^ PITH__LANES_EACH(byte), 1),
                          pith__lanes_below(lanes.half[1] ^ PITH__LANES_EACH(byte), 1)}};
}

static inline pith__lanes pith__lanes_within(pith__lanes lanes, unsigned char low,
                                             unsigned char high)
{
    pith__lanes set;
    for (int i = 0; i < 2; i++)
        set.half[i] =
            pith__lanes_below(lanes.half[i], high + 1u) & ~pith__lanes_below(lanes.half[i], low);
    return set;
}

static inline uint32_t pith__lanes_mask(pith__lanes set)
{
    const uint64_t gather = UINT64_C(0x0002040810204081); /* gathers all top bits in the top byte */
    uint64_t low = (set.half[0] & PITH__LANES_EACH(0x80)) * gather >> 56;
    uint64_t high = (set.half[1] & PITH__LANES_EACH(0x80)) * gather >> 56;
    return (uint32_t)(low | high << 8);
}

static inline pith__lanes pith__lanes_lower(pith__lanes lanes)
{
    pith__lanes upper = pith__lanes_within(lanes, 'A', 'Z');
    return (pith__lanes){{lanes.half[0] | upper.half[0] >> 2, lanes.half[1] | upper.half[1] >> 2}};
}

static inline void pith__lanes_words(pith__lanes lanes, size_t len, uint64_t words[2])
{
    for (size_t i = 0; i < 2; i++) {
        size_t head = len < 8 * i ? 0 : len - 8 * i;
        words[i] = head < 8 ? lanes.half[i] & ~(UINT64_MAX << 8 * head) : lanes.half[i];
    }
}

#endif

/* Sets the lanes that hold ASCII letters or digits. */
static inline pith__lanes pith__lanes_word(pith__lanes lanes)
{
    pith__lanes lower = pith__lanes_or(lanes, pith__lanes_fill(0x20));
    return pith__lanes_or(pith__lanes_within(lower, 'a', 'z'), pith__lanes_within(lanes, '0', '9'));
}

/* Finds the first BYTE in [P, END), or returns NULL. Meant for bytes that are usually near, such as
 * closing quotes: compares the first 64 bytes at once, since the distance is unpredictable, and
 * leaves the rest to memchr(). */
static inline const unsigned char *pith__find_near(const unsigned char *p, const unsigned char *end,
                                                   unsigned char byte)
{
    if (PITH__LIKELY(end - p >= 4 * PITH__LANES)) {
        uint64_t found = 0;
        for (int i = 3; i >= 0; i--)
            found =
                found << PITH__LANES |
                pith__lanes_mask(pith__lanes_equal(pith__lanes_load(p + i * PITH__LANES), byte));
        if (PITH__LIKELY(found != 0))
            return p + __builtin_ctzll(found);
        p += 4 * PITH__LANES;
    }
    return memchr(p, byte, (size_t)(end - p));
}

/* The lowest LEN bits of MASK. LEN is at most 16. */
static inline uint32_t pith__mask_head(uint32_t mask, size_t len)
{
    return mask & ((1u << len) - 1);
}

/* Counts the set bits of the lower half of MASK (in the lowest byte of the result) and of the upper
 * half (from bit 16 on). Baseline x86-64 has no popcount instruction. */
static inline uint32_t pith__mask_count2(uint32_t mask)
{
    mask -= mask >> 1 & 0x55555555;
    mask = (mask & 0x33333333) + (mask >> 2 & 0x33333333);
    mask = (mask + (mask >> 4)) & 0x0F0F0F0F;
    return (mask + (mask >> 8)) & 0x001F001F;
}

/* Marks the first byte of WORDS in each run between SPACES. The masks cover LEN bytes. *IN_WORD
 * says whether the current run already had one; it is updated for the bytes that follow. */
static inline uint32_t pith__mask_words(uint32_t words, uint32_t spaces, size_t len, bool *in_word)
{
    uint32_t solid = pith__mask_head(~spaces, len);
    uint32_t other = solid & ~words;
    uint32_t starts = solid & ~(solid << 1) & ~(uint32_t)*in_word;
    /* Adding a start to OTHER carries it past the non-word bytes of its run. */
    uint32_t moved = other + (starts & other);
    *in_word = words > spaces || (*in_word && spaces == 0);
    return (starts | moved) & words;
}

#endif
