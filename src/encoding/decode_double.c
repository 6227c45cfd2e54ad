/*
 * decode_double.c - Shift_JIS, EUC-JP, EUC-KR, gb18030 (which includes GBK) and Big5.
 *
 * In: bytes. Out: UTF-8. Each step decodes one character like the decoders of the WHATWG Encoding
 * standard: a lead byte and what follows form a pointer, and an index maps it to a code point. An
 * ASCII byte that is invalid after a lead byte is read again, so that a stray lead byte cannot
 * swallow the "<" of a tag.
 */
#include "encoding/decoders.h"
#include "encoding/index.h"

static inline bool in(unsigned char byte, unsigned char low, unsigned char high)
{
    return (unsigned char)(byte - low) <= high - low;
}

/* Maps BYTE to a number: 0 for FIRST, counting up and skipping the GAP bytes after LAST. Which side
 * of the gap a byte is on is unpredictable, so there is no branch. */
static inline unsigned closed_up(unsigned byte, unsigned first, unsigned last, unsigned gap)
{
    return byte - first - (gap & (0u - (unsigned)(byte > last)));
}

/* Ends every step that takes two bytes. FOUND is the code point; 0: no character. */
static inline size_t pair(const unsigned char *p, uint32_t found, uint32_t *code)
{
    if (PITH__LIKELY(found != 0)) {
        *code = found;
        return 2;
    }
    *code = PITH__CODE_BAD;
    return p[1] < 0x80 ? 1 : 2;
}

static inline size_t bad(size_t len, uint32_t *code)
{
    *code = PITH__CODE_BAD;
    return len;
}

/* ------------------------------------------------------------------ Japanese */

static inline uint32_t shift_jis_code(unsigned lead, unsigned trail)
{
    if (trail < 0x40 || trail == 0x7F || trail > 0xFC)
        return 0;
    unsigned pointer = closed_up(lead, 0x81, 0x9F, 0x40) * 188 + closed_up(trail, 0x40, 0x7E, 1);
    if (pointer < PITH__JIS0208_GAP)
        return pith__index_jis0208[pointer];
    if (pointer < PITH__JIS0208_GAP_END)
        return 0xE000 + pointer - PITH__JIS0208_GAP;
    pointer -= PITH__JIS0208_GAP_END - PITH__JIS0208_GAP;
    return pointer < PITH__INDEX_SIZE(pith__index_jis0208) ? pith__index_jis0208[pointer] : 0;
}

static inline size_t step_shift_jis(const unsigned char *p, size_t left, uint32_t *code)
{
    if (in(p[0], 0xA1, 0xDF)) {
        *code = 0xFF61 - 0xA1 + p[0];
        return 1;
    }
    if (p[0] == 0x80) {
        *code = 0x80;
        return 1;
    }
    if (left < 2 || p[0] == 0xA0 || p[0] > 0xFC)
        return bad(1, code);
    return pair(p, shift_jis_code(p[0], p[1]), code);
}

/* JIS X 0212: three bytes, the first is 0x8F. */
static size_t step_jis0212(const unsigned char *p, size_t left, uint32_t *code)
{
    if (!in(p[1], 0xA1, 0xFE))
        return pair(p, 0, code);
    if (left < 3 || p[2] < 0x80)
        return bad(2, code);
    if (!in(p[2], 0xA1, 0xFE))
        return bad(3, code);
    unsigned at = (p[1] - 0xA1u) * 94 + (p[2] - 0xA1u) - PITH__JIS0212_FIRST;
    uint32_t found = at < PITH__INDEX_SIZE(pith__index_jis0212) ? pith__index_jis0212[at] : 0;
    *code = found != 0 ? found : PITH__CODE_BAD;
    return 3;
}

static inline size_t step_euc_jp(const unsigned char *p, size_t left, uint32_t *code)
{
    if (left < 2 || (!in(p[0], 0xA1, 0xFE) && p[0] != 0x8E && p[0] != 0x8F))
        return bad(1, code);
    if (PITH__UNLIKELY(p[0] < 0xA1)) {
        if (p[0] == 0x8F)
            return step_jis0212(p, left, code);
        return pair(p, in(p[1], 0xA1, 0xDF) ? 0xFF61 - 0xA1u + p[1] : 0, code);
    }
    if (!in(p[1], 0xA1, 0xFE))
        return pair(p, 0, code);
    return pair(p, pith__index_jis0208[(p[0] - 0xA1u) * 94 + (p[1] - 0xA1u)], code);
}

/* -------------------------------------------------------------------- Korean */

static inline size_t step_euc_kr(const unsigned char *p, size_t left, uint32_t *code)
{
    if (left < 2 || p[0] == 0x80 || p[0] == 0xFF)
        return bad(1, code);
    if (!in(p[1], 0x41, 0xFE))
        return pair(p, 0, code);
    unsigned pointer = (p[0] - 0x81u) * 190 + (p[1] - 0x41u);
    return pair(p, pointer < PITH__INDEX_SIZE(pith__index_euc_kr) ? pith__index_euc_kr[pointer] : 0,
                code);
}

/* ------------------------------------------------------------------- Chinese */

/* The standard's "index gb18030 ranges code point"; 0: none. */
static uint32_t range_code(uint32_t pointer)
{
    enum { BMP_END = 39420, SUPPLEMENTARY = 189000, END = 1237576 };
    if (pointer >= SUPPLEMENTARY)
        return pointer < END ? 0x10000 + (pointer - SUPPLEMENTARY) : 0;
    if (pointer >= BMP_END)
        return 0;
    if (pointer == 7457)
        return 0xE7C7;
    size_t range = pith__index_gb18030_range_of[pointer / 256];
    while (range + 1 < PITH__GB18030_RANGES && pith__index_gb18030_ranges[range + 1][0] <= pointer)
        range++;
    return pith__index_gb18030_ranges[range][1] + (pointer - pith__index_gb18030_ranges[range][0]);
}

/* A lead byte and a digit; another such pair completes the character. */
static size_t step_four(const unsigned char *p, size_t left, uint32_t *code)
{
    if ((left > 2 && !in(p[2], 0x81, 0xFE)) || (left > 3 && !in(p[3], '0', '9')))
        return bad(1, code);
    if (left < 4)
        return bad(left, code);
    uint32_t found = range_code((p[0] - 0x81u) * 12600 + (p[1] - 0x30u) * 1260 +
                                (p[2] - 0x81u) * 10 + (p[3] - 0x30u));
    *code = found != 0 ? found : PITH__CODE_BAD;
    return 4;
}

static inline size_t step_gb18030(const unsigned char *p, size_t left, uint32_t *code)
{
    if (p[0] == 0x80) {
        *code = 0x20AC;
        return 1;
    }
    if (left < 2 || p[0] == 0xFF)
        return bad(1, code);
    if (PITH__UNLIKELY(p[1] < 0x40 || p[1] == 0x7F || p[1] == 0xFF))
        return in(p[1], '0', '9') ? step_four(p, left, code) : pair(p, 0, code);
    unsigned pointer = (p[0] - 0x81u) * 190 + closed_up(p[1], 0x40, 0x7E, 1);
    return pair(p, pith__index_gb18030[pointer], code);
}

/* Pairs for accented letters without a single Unicode code point. */
static uint32_t big5_letter(unsigned pointer)
{
    switch (pointer) {
    case 1133:
        return 0xCA0304;
    case 1135:
        return 0xCA030C;
    case 1164:
        return 0xEA0304;
    case 1166:
        return 0xEA030C;
    default:
        return 0;
    }
}

static inline size_t step_big5(const unsigned char *p, size_t left, uint32_t *code)
{
    if (left < 2 || p[0] == 0x80 || p[0] == 0xFF)
        return bad(1, code);
    if (PITH__UNLIKELY(p[1] < 0x40 || in(p[1], 0x7F, 0xA0) || p[1] == 0xFF))
        return pair(p, 0, code);
    unsigned pointer = (p[0] - 0x81u) * 157 + closed_up(p[1], 0x40, 0x7E, 0x22);
    unsigned at = pointer - PITH__BIG5_FIRST;
    if (at >= PITH__INDEX_SIZE(pith__index_big5))
        return pair(p, 0, code);
    uint32_t found = pith__index_big5[at];
    if (pith__index_big5_wide[at / 8] >> at % 8 & 1)
        found |= 0x20000;
    return pair(p, found != 0 ? found : big5_letter(pointer), code);
}

/* ------------------------------------------------------------------ all of them */

pith__step *pith__step_of(enum pith__family family)
{
    switch (family) {
    case PITH__FAMILY_SHIFT_JIS:
        return step_shift_jis;
    case PITH__FAMILY_EUC_JP:
        return step_euc_jp;
    case PITH__FAMILY_EUC_KR:
        return step_euc_kr;
    case PITH__FAMILY_GB18030:
        return step_gb18030;
    case PITH__FAMILY_BIG5:
        return step_big5;
    default:
        return NULL;
    }
}

/* Inlined once per step function, which then becomes part of the loop. */
static inline void run(struct pith__work *w, pith__step *step)
{
    const unsigned char *p = w->start, *end = w->end;
    unsigned char *out = w->out;
    size_t replaced = 0;
    while (p < end && !pith__work_ends(w, p)) {
        const unsigned char *stop = end - p < PITH__RUN ? end : p + PITH__RUN;
        pith__mark(w, p, out, 0);
        while (p < stop) {
            pith__copy_ascii(&p, stop, end, &out);
            while (p < stop && *p >= 0x80) {
                uint32_t code;
                p += step(p, (size_t)(end - p), &code);
                out = pith__put_code(out, code, &replaced);
            }
        }
    }
    w->len = (size_t)(out - w->out);
    w->replaced = replaced;
}

void pith__decode_steps(struct pith__work *w)
{
    switch (w->charset->family) {
    case PITH__FAMILY_SHIFT_JIS:
        run(w, step_shift_jis);
        break;
    case PITH__FAMILY_EUC_JP:
        run(w, step_euc_jp);
        break;
    case PITH__FAMILY_EUC_KR:
        run(w, step_euc_kr);
        break;
    case PITH__FAMILY_GB18030:
        run(w, step_gb18030);
        break;
    default:
        run(w, step_big5);
        break;
    }
}
