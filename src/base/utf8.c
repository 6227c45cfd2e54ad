/*
 * utf8.c - validates UTF-8.
 *
 * In: bytes. Out: the length of the longest valid prefix. Runs at memory speed with AVX2 and at a
 * few bytes per cycle elsewhere, with the same results.
 *
 * The vector version follows J. Keiser and D. Lemire, "Validating UTF-8 In Less Than One
 * Instruction Per Byte" (2021): every kind of error but one shows in two adjacent bytes, so three
 * ANDed table lookups (high and low nibble of a byte, high nibble of the next) leave one bit per
 * kind of error. The remaining kind, a wrong third or fourth byte of a longer sequence, is found by
 * comparing with the bytes two and three places before.
 */
#include "base/utf8.h"

#include <stdint.h>
#include <string.h>

size_t pith__utf8_sequence(const unsigned char *p, size_t left, size_t *bad)
{
    unsigned char lead = p[0], low = 0x80, high = 0xBF;
    size_t len;
    *bad = 1;
    if (lead < 0x80)
        return 1;
    if (lead < 0xC2 || lead > 0xF4)
        return 0;
    len = lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4;
    /* The range of the second byte excludes overlong forms, surrogates and values above
     * U+10FFFF. */
    if (lead == 0xE0)
        low = 0xA0;
    else if (lead == 0xED)
        high = 0x9F;
    else if (lead == 0xF0)
        low = 0x90;
    else if (lead == 0xF4)
        high = 0x8F;
    for (size_t i = 1; i < len; i++) {
        if (i == left || p[i] < low || p[i] > high) {
            *bad = i;
            return 0;
        }
        low = 0x80;
        high = 0xBF;
    }
    return len;
}

size_t pith__utf8_valid_prefix_portable(const unsigned char *bytes, size_t len)
{
    size_t i = 0, bad;
    while (i < len) {
        while (len - i >= 16) {
            uint64_t word[2];
            memcpy(word, bytes + i, 16);
            if (((word[0] | word[1]) & UINT64_C(0x8080808080808080)) != 0)
                break;
            i += 16;
        }
        /* Non-ASCII characters come in groups: stay in this loop for a few. */
        for (int n = 0; n < 8 && i < len; n++) {
            size_t good = pith__utf8_sequence(bytes + i, len - i, &bad);
            if (good == 0)
                return i;
            i += good;
            while (i < len && bytes[i] < 0x80)
                i++;
        }
    }
    return len;
}

#if defined(__x86_64__) && defined(__GNUC__) && !defined(PITH_NO_CPU_MODEL)

#include <immintrin.h>

#define AVX2 __attribute__((target("avx2")))

/* Kinds of error, one bit each. A bit that survives all three lookups is an error. */
enum {
    TOO_SHORT = 1 << 0,  /* lead byte, then no continuation */
    TOO_LONG = 1 << 1,   /* ASCII, then a continuation */
    OVERLONG_3 = 1 << 2, /* E0, then below A0 */
    SURROGATE = 1 << 3,  /* ED, then A0 or more */
    OVERLONG_2 = 1 << 4, /* C0 or C1 */
    TOO_LARGE = 1 << 5,  /* F4, then 90 or more; F5 and up, then 90 or more */
    OVERLONG_4 = 1 << 6, /* F0, then below 90; also F5 and up, then below 90 */
    TWO_CONTS = 1 << 7,  /* two continuations: valid only in a longer sequence */
    ANY_LOW = TOO_SHORT | TOO_LONG | TWO_CONTS /* independent of the low nibble of the first byte */
};

#define TABLE(...) _mm256_setr_epi8(__VA_ARGS__, __VA_ARGS__)
#define C(x)       ((char)(x))

AVX2 static inline __m256i high_half(__m256i bytes)
{
    return _mm256_and_si256(_mm256_srli_epi16(bytes, 4), _mm256_set1_epi8(0x0F));
}

/* Errors visible in two adjacent bytes; BEFORE is BYTES shifted by one. */
AVX2 static inline __m256i pair_errors(__m256i bytes, __m256i before)
{
    const __m256i first_high =
        TABLE(TOO_LONG, TOO_LONG, TOO_LONG, TOO_LONG, TOO_LONG, TOO_LONG, TOO_LONG, TOO_LONG,
              C(TWO_CONTS), C(TWO_CONTS), C(TWO_CONTS), C(TWO_CONTS), TOO_SHORT | OVERLONG_2,
              TOO_SHORT, TOO_SHORT | OVERLONG_3 | SURROGATE, TOO_SHORT | TOO_LARGE | OVERLONG_4);
    const __m256i first_low =
        TABLE(C(ANY_LOW | OVERLONG_2 | OVERLONG_3 | OVERLONG_4), C(ANY_LOW | OVERLONG_2),
              C(ANY_LOW), C(ANY_LOW), C(ANY_LOW | TOO_LARGE), C(ANY_LOW | TOO_LARGE | OVERLONG_4),
              C(ANY_LOW | TOO_LARGE | OVERLONG_4), C(ANY_LOW | TOO_LARGE | OVERLONG_4),
              C(ANY_LOW | TOO_LARGE | OVERLONG_4), C(ANY_LOW | TOO_LARGE | OVERLONG_4),
              C(ANY_LOW | TOO_LARGE | OVERLONG_4), C(ANY_LOW | TOO_LARGE | OVERLONG_4),
              C(ANY_LOW | TOO_LARGE | OVERLONG_4), C(ANY_LOW | TOO_LARGE | OVERLONG_4 | SURROGATE),
              C(ANY_LOW | TOO_LARGE | OVERLONG_4), C(ANY_LOW | TOO_LARGE | OVERLONG_4));
    const __m256i second_high =
        TABLE(TOO_SHORT, TOO_SHORT, TOO_SHORT, TOO_SHORT, TOO_SHORT, TOO_SHORT, TOO_SHORT,
              TOO_SHORT, C(TOO_LONG | OVERLONG_2 | TWO_CONTS | OVERLONG_3 | OVERLONG_4),
              C(TOO_LONG | OVERLONG_2 | TWO_CONTS | OVERLONG_3 | TOO_LARGE),
              C(TOO_LONG | OVERLONG_2 | TWO_CONTS | SURROGATE | TOO_LARGE),
              C(TOO_LONG | OVERLONG_2 | TWO_CONTS | SURROGATE | TOO_LARGE), TOO_SHORT, TOO_SHORT,
              TOO_SHORT, TOO_SHORT);
    __m256i low = _mm256_and_si256(before, _mm256_set1_epi8(0x0F));
    return _mm256_and_si256(_mm256_and_si256(_mm256_shuffle_epi8(first_high, high_half(before)),
                                             _mm256_shuffle_epi8(first_low, low)),
                            _mm256_shuffle_epi8(second_high, high_half(bytes)));
}

/* Non-zero bytes mark errors in BYTES, which follow PREVIOUS. */
AVX2 static inline __m256i block_errors(__m256i bytes, __m256i previous)
{
    /* alignr works within 128-bit lanes, so give it the 16 bytes on either side of the border. */
    __m256i middle = _mm256_permute2x128_si256(previous, bytes, 0x21);
    __m256i before1 = _mm256_alignr_epi8(bytes, middle, 15);
    __m256i before2 = _mm256_alignr_epi8(bytes, middle, 14);
    __m256i before3 = _mm256_alignr_epi8(bytes, middle, 13);
    /* The top bit is set where a third or fourth byte must be: two continuations in a row are valid
     * there and nowhere else. */
    __m256i due = _mm256_or_si256(_mm256_subs_epu8(before2, _mm256_set1_epi8(C(0xE0 - 0x80))),
                                  _mm256_subs_epu8(before3, _mm256_set1_epi8(C(0xF0 - 0x80))));
    due = _mm256_and_si256(due, _mm256_set1_epi8(C(TWO_CONTS)));
    return _mm256_xor_si256(due, pair_errors(bytes, before1));
}

/* Non-zero if the last three bytes of a block start a sequence that it does not complete. */
AVX2 static inline __m256i unfinished(__m256i bytes)
{
    const __m256i most =
        _mm256_setr_epi8(-1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1,
                         -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, C(0xEF), C(0xDF), C(0xBF));
    return _mm256_subs_epu8(bytes, most);
}

/* Like pith__utf8_valid_prefix(), but in whole blocks, and without checking a sequence that crosses
 * the end of the last one. */
AVX2 static size_t valid_blocks(const unsigned char *bytes, size_t len)
{
    __m256i previous = _mm256_setzero_si256(), open = _mm256_setzero_si256();
    size_t i = 0;
    for (; len - i >= 64; i += 64) {
        __m256i a = _mm256_loadu_si256((const __m256i *)(const void *)(bytes + i));
        __m256i b = _mm256_loadu_si256((const __m256i *)(const void *)(bytes + i + 32));
        __m256i errors;
        if (_mm256_movemask_epi8(_mm256_or_si256(a, b)) == 0) {
            errors = open;
            open = _mm256_setzero_si256();
        } else {
            errors = _mm256_or_si256(block_errors(a, previous), block_errors(b, a));
            open = unfinished(b);
        }
        if (!_mm256_testz_si256(errors, errors))
            break;
        previous = b;
    }
    return i;
}

size_t pith__utf8_valid_prefix(const unsigned char *bytes, size_t len)
{
    size_t done = 0;
    if (len >= 64 && __builtin_cpu_supports("avx2"))
        done = valid_blocks(bytes, len);
    /* One of the last three bytes may be a lead byte whose sequence has not been checked yet. */
    for (size_t back = 1; back <= 3 && back <= done; back++) {
        if (bytes[done - back] >= 0xC0) {
            done -= back;
            break;
        }
    }
    return done + pith__utf8_valid_prefix_portable(bytes + done, len - done);
}

#else

size_t pith__utf8_valid_prefix(const unsigned char *bytes, size_t len)
{
    return pith__utf8_valid_prefix_portable(bytes, len);
}

#endif
