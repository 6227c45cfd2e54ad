/*
 * decode_utf16.c - UTF-16 in both byte orders.
 *
 * In: bytes. Out: UTF-8. Follows the shared UTF-16 decoder of the WHATWG Encoding standard: an
 * unpaired surrogate is an error, and so is half a unit at the end, together with a surrogate
 * before it.
 */
#include "encoding/decoders.h"

/* Copies ASCII units, four at a time. HIGH: index of the upper byte of a unit. */
static inline void copy_units(const unsigned char **p, const unsigned char *end,
                              unsigned char **out, int high)
{
    const uint64_t beyond = high == 1 ? UINT64_C(0xFF80FF80FF80FF80) : UINT64_C(0x80FF80FF80FF80FF);
    while (end - *p >= 8) {
        uint64_t units = pith__load8(*p);
        if ((units & beyond) != 0)
            return;
        units >>= high == 1 ? 0 : 8;
        units |= units >> 8;
        (*out)[0] = (unsigned char)units;
        (*out)[1] = (unsigned char)(units >> 16);
        (*out)[2] = (unsigned char)(units >> 32);
        (*out)[3] = (unsigned char)(units >> 48);
        *p += 8;
        *out += 4;
    }
}

static inline uint32_t unit_at(const unsigned char *p, int high)
{
    return (uint32_t)p[high] << 8 | p[1 - high];
}

/* Decodes a surrogate or an incomplete unit. Returns the number of bytes taken. */
static size_t take_rare(const unsigned char *p, size_t left, int high, uint32_t *code)
{
    *code = PITH__CODE_BAD;
    if (left < 2)
        return left;
    uint32_t unit = unit_at(p, high);
    if (unit >= 0xDC00)
        return 2;
    if (left < 4)
        return left;
    uint32_t next = unit_at(p + 2, high);
    if (next < 0xDC00 || next > 0xDFFF)
        return 2;
    *code = 0x10000 + ((unit & 0x3FF) << 10) + (next & 0x3FF);
    return 4;
}

static inline void decode(struct pith__work *w, int high)
{
    const unsigned char *p = w->start, *end = w->end;
    unsigned char *out = w->out;
    while (p < end && !pith__work_ends(w, p)) {
        const unsigned char *stop = end - p < PITH__RUN ? end : p + PITH__RUN;
        pith__mark(w, p, out, 0);
        while (p < stop) {
            uint32_t code = end - p < 2 ? 0xD800 : unit_at(p, high);
            if (code < 0x80) {
                *out++ = (unsigned char)code;
                p += 2;
                copy_units(&p, stop, &out, high);
                continue;
            }
            p += (code & 0xF800) == 0xD800 ? take_rare(p, (size_t)(end - p), high, &code) : 2;
            out = pith__put_code(out, code, &w->replaced);
        }
    }
    w->len = (size_t)(out - w->out);
}

void pith__decode_utf16(struct pith__work *w)
{
    if (w->charset->family == PITH__FAMILY_UTF16BE)
        decode(w, 0);
    else
        decode(w, 1);
}
