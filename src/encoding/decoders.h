/*
 * decoders.h - what the decoders of legacy encodings share: a page on its way, and the loop over
 * its sequences.
 *
 * A decoder is a function that takes one sequence, a step. The loop copies ASCII sixteen bytes at a
 * time, calls the step for all else, writes UTF-8, and leaves a point of the offset map every RUN
 * bytes. The map takes the same steps again to find the offsets between two points.
 */
#ifndef PITH_DECODERS_H
#define PITH_DECODERS_H

#include "base/clock.h"
#include "base/lanes.h"
#include "encoding/charset.h"

/* What a step gives beside code points. */
enum {
    PITH__CODE_NONE = 0x110000, /* nothing is written: an escape sequence */
    PITH__CODE_BAD = 0x110001,  /* U+FFFD, and counted as replaced */
    /* From here on two code points, the first in the upper 16 bits: Big5 has four such. */
    PITH__CODE_PAIR = 0x800000
};

enum {
    PITH__RUN = 128,      /* bytes between two points of the map */
    PITH__ASCII_ROOM = 16 /* ASCII is copied so many bytes at a time, into what follows, too */
};

/* A page on its way: what is read, what is written. */
struct pith__work {
    const struct pith__charset *charset;
    const unsigned char *in;
    const unsigned char *start; /* after a byte order mark */
    const unsigned char *end;
    unsigned char *out; /* large enough for whatever the input may become, and PITH__ASCII_ROOM */
    size_t len;
    struct pith__offpoint *points; /* enough for one every PITH__RUN bytes */
    size_t count;
    size_t replaced;
    struct pith__clock *clock; /* NULL: there is no deadline */
};

/* Counts the run before P. True when time is up: the rest is left out, and the work ends here. */
static inline bool pith__work_ends(struct pith__work *w, const unsigned char *p)
{
    if (w->clock == NULL || p == w->start || !pith__clock_tick(w->clock, PITH__RUN / 16))
        return false;
    w->end = p;
    return true;
}

/*
 * Takes one sequence at P, which has LEFT bytes (at least one, and the first is not ASCII), and
 * returns its length: the bytes that *CODE stands for. Bytes that the standard has its decoders
 * read again after an error are not among them.
 */
typedef size_t pith__step(const unsigned char *p, size_t left, uint32_t *code);

/* The step of a family whose steps do not depend on what came before; NULL for the others, and for
 * those of which the map knows without steps. */
pith__step *pith__step_of(enum pith__family family);

/* ISO-2022-JP: which characters bytes stand for. */
enum pith__jis_state { PITH__JIS_ASCII, PITH__JIS_ROMAN, PITH__JIS_KATAKANA, PITH__JIS_PAIRS };

/* As pith__step, for any byte. *ESCAPED says that an escape sequence was the last thing. */
size_t pith__step_jis(const unsigned char *p, size_t left, enum pith__jis_state *state,
                      bool *escaped, uint32_t *code);

/* Whether an escape sequence ends at P. That byte is nothing else in any state, so the bytes before
 * P tell; START is where they begin. */
bool pith__jis_escaped(const unsigned char *start, const unsigned char *p);

/* In points of ISO-2022-JP the state is in the two bits above the offset. */
enum { PITH__POINT_STATE_SHIFT = 30 };

void pith__decode_single(struct pith__work *w);
void pith__decode_utf16(struct pith__work *w);
void pith__decode_iso_2022_jp(struct pith__work *w);
void pith__decode_steps(struct pith__work *w);

/* Bytes of UTF-8 that CODE is written in. */
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

/* Codes that are not two or three bytes of UTF-8, or stand for something else. */
unsigned char *pith__put_rare(unsigned char *out, uint32_t code, size_t *replaced);

static inline unsigned char *pith__put_code(unsigned char *out, uint32_t code, size_t *replaced)
{
    if (PITH__LIKELY(code - 0x800 < 0x10000 - 0x800))
        return pith__put3(out, code);
    if (PITH__LIKELY(code - 0x80 < 0x800 - 0x80))
        return pith__put2(out, code);
    return pith__put_rare(out, code, replaced);
}

/* Marks that the next character of the output, at OUT, starts at P. */
static inline void pith__mark(struct pith__work *w, const unsigned char *p,
                              const unsigned char *out, uint32_t state)
{
    w->points[w->count++] = (struct pith__offpoint){
        (uint32_t)(out - w->out), (uint32_t)(p - w->in) | state << PITH__POINT_STATE_SHIFT};
}

/* Copies ASCII from *P on, at least up to STOP and not beyond END, and moves both over it. */
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
