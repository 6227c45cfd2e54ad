/*
 * decode_iso_2022_jp.c - ISO-2022-JP, where escape sequences select the meaning of the bytes.
 *
 * In: bytes. Out: UTF-8. Follows the ISO-2022-JP decoder of the WHATWG Encoding standard.
 */
#include "encoding/decoders.h"
#include "encoding/index.h"

/* Sets *STATE to what the escape sequence at P selects. False if it is not one. */
static bool read_escape(const unsigned char *p, size_t left, enum pith__jis_state *state)
{
    if (left < 3)
        return false;
    if (p[1] == '(' && p[2] == 'B')
        *state = PITH__JIS_ASCII;
    else if (p[1] == '(' && p[2] == 'J')
        *state = PITH__JIS_ROMAN;
    else if (p[1] == '(' && p[2] == 'I')
        *state = PITH__JIS_KATAKANA;
    else if (p[1] == '$' && (p[2] == '@' || p[2] == 'B'))
        *state = PITH__JIS_PAIRS;
    else
        return false;
    return true;
}

static uint32_t byte_code(enum pith__jis_state state, unsigned char byte)
{
    if (state == PITH__JIS_KATAKANA)
        return byte >= 0x21 && byte <= 0x5F ? 0xFF61 - 0x21u + byte : PITH__CODE_BAD;
    if (byte >= 0x80 || byte == 0x0E || byte == 0x0F)
        return PITH__CODE_BAD;
    if (state == PITH__JIS_ROMAN && byte == 0x5C)
        return 0xA5;
    return state == PITH__JIS_ROMAN && byte == 0x7E ? 0x203E : byte;
}

static size_t step_pair(const unsigned char *p, size_t left, uint32_t *code)
{
    *code = PITH__CODE_BAD;
    if (p[0] < 0x21 || p[0] > 0x7E || left < 2 || p[1] == 0x1B)
        return 1;
    if (p[1] < 0x21 || p[1] > 0x7E)
        return 2;
    uint32_t found = pith__index_jis0208[(p[0] - 0x21u) * 94 + (p[1] - 0x21u)];
    if (found != 0)
        *code = found;
    return 2;
}

bool pith__jis_escaped(const unsigned char *start, const unsigned char *p)
{
    enum pith__jis_state state;
    return p - start >= 3 && p[-3] == 0x1B && read_escape(p - 3, 3, &state);
}

size_t pith__step_jis(const unsigned char *p, size_t left, enum pith__jis_state *state,
                      bool *escaped, uint32_t *code)
{
    bool again = *escaped;
    *escaped = false;
    if (p[0] == 0x1B) {
        *escaped = read_escape(p, left, state);
        /* Two in a row could hide text from a filter, so the standard makes the second one
         * visible. */
        *code = *escaped && !again ? PITH__CODE_NONE : PITH__CODE_BAD;
        return *escaped ? 3 : 1;
    }
    if (*state == PITH__JIS_PAIRS)
        return step_pair(p, left, code);
    *code = byte_code(*state, p[0]);
    return 1;
}

/* Copies ASCII that stands for itself, sixteen bytes at a time, up to STOP. */
static const unsigned char *copy_ascii(const unsigned char *p, const unsigned char *stop,
                                       unsigned char **out)
{
    for (; stop - p >= PITH__LANES; p += PITH__LANES, *out += PITH__LANES) {
        pith__lanes bytes = pith__lanes_load(p);
        pith__lanes special = pith__lanes_or(
            pith__lanes_equal(bytes, 0x1B),
            pith__lanes_or(pith__lanes_equal(bytes, 0x0E), pith__lanes_equal(bytes, 0x0F)));
        if (pith__lanes_mask(pith__lanes_or(bytes, special)) != 0)
            break;
        memcpy(*out, p, PITH__LANES);
    }
    return p;
}

/* Decodes pairs up to STOP or the first bad one. */
static const unsigned char *copy_pairs(const unsigned char *p, const unsigned char *stop,
                                       unsigned char **out)
{
    size_t none = 0;
    for (uint32_t code; stop - p >= 2; p += 2) {
        step_pair(p, 2, &code);
        if (code >= PITH__CODE_NONE)
            break;
        *out = pith__put_code(*out, code, &none);
    }
    return p;
}

void pith__decode_iso_2022_jp(struct pith__work *w)
{
    enum pith__jis_state state = PITH__JIS_ASCII;
    bool escaped = false;
    const unsigned char *p = w->start, *end = w->end, *marked = p;
    unsigned char *out = w->out;
    while (p < end) {
        uint32_t code;
        if (p >= marked) {
            if (pith__work_ends(w, p))
                break;
            pith__mark(w, p, out, state);
            marked = p + PITH__RUN;
        }
        p += pith__step_jis(p, (size_t)(end - p), &state, &escaped, &code);
        out = pith__put_code(out, code, &w->replaced);
        const unsigned char *stop = marked < end ? marked : end;
        if (escaped)
            continue;
        if (state == PITH__JIS_ASCII)
            p = copy_ascii(p, stop, &out);
        else if (state == PITH__JIS_PAIRS)
            p = copy_pairs(p, stop, &out);
    }
    w->len = (size_t)(out - w->out);
}
