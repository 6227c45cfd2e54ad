/*
 * decode_single.c - single-byte encodings.
 *
 * In: bytes. Out: UTF-8. Follows the single-byte decoder and the x-user-defined decoder of the
 * WHATWG Encoding standard.
 *
 * Letters and spaces alternate unpredictably, so sixteen bytes that are not all ASCII are written
 * without branches: a table has the UTF-8 of every byte. Each entry is copied as four bytes, of
 * which one to three count.
 */
#include "base/unicode.h"
#include "encoding/decoders.h"
#include "encoding/index.h"

/* UTF-8 of a byte, at most three bytes. The last byte holds their number, with a bit above it for
 * U+FFFD. */
struct entry {
    unsigned char utf8[4];
};

enum { LEN = 3, LEN_MASK = 3, BAD_SHIFT = 2 };

static uint32_t code_of(const struct pith__charset *charset, unsigned byte)
{
    if (byte < 0x80)
        return byte;
    if (charset == &pith__charsets[PITH__CS_X_USER_DEFINED])
        return 0xF780 + (byte - 0x80); /* lets scripts recover the original bytes */
    return pith__index_single[charset - &pith__charsets[PITH__CS_IBM866]][byte - 0x80];
}

static void fill(const struct pith__charset *charset, struct entry table[256])
{
    for (unsigned byte = 0; byte < 256; byte++) {
        uint32_t code = code_of(charset, byte);
        table[byte] = (struct entry){{0}};
        size_t len = pith__utf8_put(code, table[byte].utf8);
        table[byte].utf8[LEN] = (unsigned char)(len | (size_t)(code == 0xFFFD) << BAD_SHIFT);
    }
}

/* Decodes COUNT bytes at P. May write up to three bytes past the result. */
static inline unsigned char *put_block(unsigned char *out, const unsigned char *p, size_t count,
                                       const struct entry *table, size_t *bad)
{
    for (size_t i = 0; i < count; i++) {
        const struct entry *entry = &table[p[i]];
        memcpy(out, entry->utf8, sizeof entry->utf8);
        out += entry->utf8[LEN] & LEN_MASK;
        *bad += entry->utf8[LEN] >> BAD_SHIFT;
    }
    return out;
}

void pith__decode_single(struct pith__work *w)
{
    struct entry table[256];
    const unsigned char *p = w->start, *end = w->end;
    unsigned char *out = w->out;
    size_t bad = 0;
    fill(w->charset, table);
    while (p < end && !pith__work_ends(w, p)) {
        const unsigned char *stop = end - p < PITH__RUN ? end : p + PITH__RUN;
        pith__mark(w, p, out, 0);
        for (; stop - p >= PITH__LANES; p += PITH__LANES) {
            if (pith__lanes_mask(pith__lanes_load(p)) != 0) {
                out = put_block(out, p, PITH__LANES, table, &bad);
            } else {
                memcpy(out, p, PITH__LANES);
                out += PITH__LANES;
            }
        }
        out = put_block(out, p, (size_t)(stop - p), table, &bad);
        p = stop;
    }
    w->len = (size_t)(out - w->out);
    w->replaced = bad;
}
