/*
 * decoders.h - shared by the decoders of legacy encodings: the state of a conversion, and the loop
 * over its sequences.
 *
 * A decoder is a function that decodes one sequence, a step. The loop copies ASCII sixteen bytes at
 * a time, calls the step for everything else, writes UTF-8, and adds a point to the offset map
 * every RUN bytes. The map repeats the same steps to find the offsets between two points.
 */
#ifndef PITH_DECODERS_H
#define PITH_DECODERS_H

#include "base/clock.h"
#include "base/lanes.h"
#include "encoding/charset.h"

/* Results of a step other than code points. */
enum {
    PITH__CODE_NONE = 0x110000, /* an escape sequence: nothing to write */
    PITH__CODE_BAD = 0x110001,  /* U+FFFD, counted as replaced */
    /* From here on two code points, the first in the upper 16 bits. Big5 has four such pairs. */
    PITH__CODE_PAIR = 0x800000
};

enum {
    PITH__RUN = 128,      /* bytes between two points of the map */
    PITH__ASCII_ROOM = 16 /* ASCII is copied in units of this size, possibly past the end */
};

/* The state of a conversion: input and output. */
struct pith__work {
    const struct pith__charset *charset;
    const unsigned char *in;
    const unsigned char *start; /* after a byte order mark */
    const unsigned char *end;
    unsigned char *out; /* has room for the largest possible output, plus PITH__ASCII_ROOM */
    size_t len;
    struct pith__offpoint *points; /* has room for one every PITH__RUN bytes */
    size_t count;
    size_t replaced;
    struct pith__clock *clock; /* NULL: no deadline */
};

/* Counts the work for the run before P. True if the deadline has passed: the rest is dropped and
 * the conversion ends here. */
static inline bool pith__work_ends(struct pith__work *w, const unsigned char *p)
{
    if (w->clock == NULL || p == w->start || !pith__clock_tick(w->clock, PITH__RUN / 16))
        return false;
    w->end = p;
    return true;
}

/*
 * Decodes one sequence at P, which has LEFT bytes (at least one, and the first is not ASCII).
 * Returns the number of bytes that *CODE stands for, without those that the standard makes its
 * decoders read again after an error.
 */
typedef size_t pith__step(const unsigned char *p, size_t left, uint32_t *code);

/* Returns the step of a stateless family. NULL for the others, and for those that the map can
 * handle without steps. */
pith__step *pith__step_of(enum pith__family family);

/* ISO-2022-JP: the selected character set. */
enum pith__jis_state { PITH__JIS_ASCII, PITH__JIS_ROMAN, PITH__JIS_KATAKANA, PITH__JIS_PAIRS };

/* Like pith__step, for any byte. *ESCAPED says whether an escape sequence came just before. */
size_t pith__step_jis(const unsigned char *p, size_t left, enum pith__jis_state *state,
                      bool *escaped, uint32_t *code);

/* True if an escape sequence ends at P. ESC has no other meaning in any state, so the bytes before
 * P suffice; START is where they begin. */
bool pith__jis_escaped(const unsigned char *start, const unsigned char *p);

/* In points of ISO-2022-JP, the two bits above the offset hold the state. */
enum { PITH__POINT_STATE_SHIFT = 30 };

void pith__decode_single(struct pith__work *w);
void pith__decode_utf16(struct pith__work *w);
void pith__decode_iso_2022_jp(struct pith__work *w);
void pith__decode_steps(struct pith__work *w);

/* Length of CODE in UTF-8. */
static inline size_t pith__code_len(uint32_t code)
{
    if (code >= PITH__CODE_NONE)
        return code == PITH__CODE_NONE ? 0 : code == PITH__CODE_BAD ? 3 : 4;
    return code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
}

static inline unsigned char *pith__put2(unsigned char *out, uint32_t code)
{
    out[0] = (unsigned char)(0xC0 | code >> 6);
    out[1] = (unsigned char)(0x80 | (code & 0x3F));
    return out + 2;
}

static inline unsigned char *pith__put3(unsigned char *out, uint32_t code)
{
    out[0] = (unsigned char)(0xE0 | code >> 12);
    out[1] = (unsigned char)(0x80 | (code >> 6 & 0x3F));
    out[2] = (unsigned char)(0x80 | (code & 0x3F));
    return out + 3;
}

/* Writes codes that are not two or three bytes of UTF-8, or not code points. */
unsigned char *pith__put_rare(unsigned char *out, uint32_t code, size_t *replaced);

static inline unsigned char *pith__put_code(unsigned char *out, uint32_t code, size_t *replaced)
{
    if (PITH__LIKELY(code - 0x800 < 0x10000 - 0x800))
        return pith__put3(out, code);
    if (PITH__LIKELY(code - 0x80 < 0x800 - 0x80))
        return pith__put2(out, code);
    return pith__put_rare(out, code, replaced);
}

/* Adds a point: the next output character, at OUT, comes from P. */
static inline void pith__mark(struct pith__work *w, const unsigned char *p,
                              const unsigned char *out, uint32_t state)
{
    w->points[w->count++] = (struct pith__offpoint){
        (uint32_t)(out - w->out), (uint32_t)(p - w->in) | state << PITH__POINT_STATE_SHIFT};
}

/* Copies ASCII from *P on, at least up to STOP and not beyond END, and advances both. */
static inline void pith__copy_ascii(const unsigned char **p, const unsigned char *stop,
                                    const unsigned char *end, unsigned char **out)
{
    const unsigned char *from = *p;
    unsigned char *to = *out;
    while (from < stop) {
        if (PITH__UNLIKELY(end - from < PITH__LANES)) {
            while (from < end && *from < 0x80)
                *to++ = *from++;
            break;
        }
        uint32_t high = pith__lanes_mask(pith__lanes_load(from));
        memcpy(to, from, PITH__LANES);
        if (high != 0) {
            from += __builtin_ctz(high);
            to += __builtin_ctz(high);
            break;
        }
        from += PITH__LANES;
        to += PITH__LANES;
    }
    *p = from;
    *out = to;
}

#endif
