/*
 * legacy.c - converts all encodings but UTF-8 to UTF-8.
 *
 * In: bytes and their encoding. Out: UTF-8 in the arena, and the points of the offset map. Decoders
 * and indexes are those of the WHATWG Encoding standard, not of the system, so the same bytes give
 * the same text everywhere.
 */
#include "base/unicode.h"
#include "encoding/decoders.h"

unsigned char *pith__put_rare(unsigned char *out, uint32_t code, size_t *replaced)
{
    if (code < PITH__CODE_NONE)
        return out + pith__utf8_put(code, out);
    if (code == PITH__CODE_NONE)
        return out;
    if (code == PITH__CODE_BAD) {
        ++*replaced;
        return pith__put3(out, 0xFFFD);
    }
    return pith__put2(pith__put2(out, code >> 16), code & 0xFFFF);
}

/* The standard's decoder for encodings too dangerous to decode. */
static void decode_replacement(struct pith__work *w)
{
    if (w->start == w->end)
        return;
    pith__mark(w, w->start, w->out, 0);
    w->len = (size_t)(pith__put_code(w->out, PITH__CODE_BAD, &w->replaced) - w->out);
}

static void decode(struct pith__work *w)
{
    switch (w->charset->family) {
    case PITH__FAMILY_SINGLE:
        pith__decode_single(w);
        break;
    case PITH__FAMILY_UTF16LE:
    case PITH__FAMILY_UTF16BE:
        pith__decode_utf16(w);
        break;
    case PITH__FAMILY_ISO_2022_JP:
        pith__decode_iso_2022_jp(w);
        break;
    case PITH__FAMILY_REPLACEMENT:
        decode_replacement(w);
        break;
    default:
        pith__decode_steps(w);
        break;
    }
}

static size_t count_high(const unsigned char *bytes, size_t len)
{
    size_t high = 0;
    for (; len >= PITH__LANES; bytes += PITH__LANES, len -= PITH__LANES)
        high += pith__mask_count2(pith__lanes_mask(pith__lanes_load(bytes)));
    for (; len > 0; len--)
        high += *bytes++ >> 7;
    return high;
}

/* Returns the maximum output size for LEN bytes. A byte from 0x80 up becomes at most three bytes of
 * UTF-8, any other one byte, except in ISO-2022-JP, which has no high bytes, and UTF-16. */
static size_t output_bound(enum pith__family family, const unsigned char *bytes, size_t len)
{
    if (family == PITH__FAMILY_ISO_2022_JP)
        return 3 * len;
    if (family == PITH__FAMILY_UTF16LE || family == PITH__FAMILY_UTF16BE)
        return len / 2 * 3 + 3;
    return len + 2 * count_high(bytes, len) + 3;
}

pith_status pith__legacy_decode(struct pith__arena *arena, const struct pith__charset *charset,
                                const unsigned char *bytes, size_t start, size_t *len,
                                struct pith__clock *clock, struct pith__decoded *out)
{
    struct pith__work w = {.charset = charset,
                           .in = bytes,
                           .start = bytes + start,
                           .end = bytes + *len,
                           .clock = clock};
    size_t bound = output_bound(charset->family, w.start, *len - start) + PITH__ASCII_ROOM;
    /* Allocate the output last, so that what it does not use can return to the arena. */
    w.points = pith__arena_alloc(arena, ((*len - start) / PITH__RUN + 1) * sizeof *w.points);
    w.out = w.points == NULL ? NULL : pith__arena_alloc(arena, bound);
    if (w.out == NULL)
        return PITH_ERR_NOMEM;
    decode(&w);
    *len = (size_t)(w.end - bytes);
    pith__arena_trim(arena, w.out, bound, w.len);
    out->utf8 = (struct pith__span){w.out, w.len};
    out->replaced = w.replaced;
    out->map.points = w.points;
    out->map.count = w.count;
    return PITH_OK;
}
