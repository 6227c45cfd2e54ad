/*
 * letters.c - see letters.h.
 */
#include "text/letters.h"

uint32_t pith__letter_lower(uint32_t cp)
{
    if (cp < 0x80)
        return pith__lower((unsigned char)cp);
    if ((cp >= 0xC0 && cp <= 0xDE && cp != 0xD7) || (cp >= 0x391 && cp <= 0x3A9) ||
        (cp >= 0x410 && cp <= 0x42F))
        return cp + 0x20;
    if (cp >= 0x400 && cp <= 0x40F)
        return cp + 0x50;
    /* Latin Extended-A: capitals are even; in some ranges an unpaired letter shifts them to odd. */
    if ((cp >= 0x100 && cp <= 0x137 && cp != 0x130) || (cp >= 0x14A && cp <= 0x177))
        return cp | 1;
    if ((cp >= 0x139 && cp <= 0x148) || (cp >= 0x179 && cp <= 0x17E))
        return cp + (cp & 1);
    return cp;
}

struct pith__span pith__span_cut(struct pith__span text, size_t most)
{
    if (text.len <= most)
        return text;
    while (most > 0 && (text.ptr[most] & 0xC0) == 0x80)
        most--;
    text.len = most;
    return text;
}

struct pith__span pith__span_trim(struct pith__span text)
{
    while (text.len > 0 && text.ptr[0] <= ' ') {
        text.ptr++;
        text.len--;
    }
    while (text.len > 0 && text.ptr[text.len - 1] <= ' ')
        text.len--;
    return text;
}

struct pith__span pith__letters_only(struct pith__span text, unsigned char *out)
{
    size_t len = 0;
    for (size_t i = 0; i < text.len;) {
        uint32_t cp;
        i += pith__utf8_next(text.ptr + i, &cp);
        if ((pith__unicode_class(cp) & PITH__UC_WORD) != 0)
            len += pith__utf8_put(pith__letter_lower(cp), out + len);
    }
    return (struct pith__span){out, len};
}

uint32_t pith__letter_next(struct pith__span *text, bool digits)
{
    while (text->len > 0) {
        uint32_t cp;
        size_t len = pith__utf8_next(text->ptr, &cp);
        text->ptr += len;
        text->len -= len;
        unsigned flags = pith__unicode_class(cp);
        if ((flags & PITH__UC_WORD) != 0 && (digits || (flags & PITH__UC_DIGIT) == 0))
            return cp < 0x80 ? pith__lower((unsigned char)cp) : cp;
    }
    return 0;
}

bool pith__letters_same(struct pith__span a, struct pith__span b, bool digits)
{
    uint32_t letter;
    do {
        letter = pith__letter_next(&a, digits);
        if (letter != pith__letter_next(&b, digits))
            return false;
    } while (letter != 0);
    return true;
}
