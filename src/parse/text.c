/*
 * text.c - decodes a slice of source; see text.h.
 */
#include "parse/text.h"

#include "parse/charref.h"

size_t pith__text_decode(unsigned char *out, const unsigned char *in, size_t len, unsigned how)
{
    const unsigned char *end = in + len;
    unsigned char *o = out;
    while (in < end) {
        unsigned char c = *in;
        if (c == '&' && (how & PITH__TEXT_REFS) != 0) {
            size_t written = 0;
            size_t used = pith__charref(in, end, (how & PITH__TEXT_ATTRIBUTE) != 0, o, &written);
            if (used > 0) {
                in += used;
                o += written;
                continue;
            }
        } else if (c == '\r') {
            c = '\n';
            if (in + 1 < end && in[1] == '\n')
                in++;
        } else if (c == '\0' && (how & (PITH__TEXT_DROP_NUL | PITH__TEXT_REPLACE_NUL)) != 0) {
            if ((how & PITH__TEXT_REPLACE_NUL) != 0) {
                memcpy(o, "\xEF\xBF\xBD", 3);
                o += 3;
            }
            in++;
            continue;
        }
        *o++ = c;
        in++;
    }
    return (size_t)(o - out);
}

/* True if C can occur in a character reference, after its "&". */
static bool is_reference(unsigned char c)
{
    return c == '#' || c == ';' || (c >= '0' && c <= '9') || pith__is_alpha(c);
}

size_t pith__text_cut(const unsigned char *text, size_t most)
{
    size_t cut = most;
    while (cut > 0 && is_reference(text[cut]))
        cut--;
    if (cut > 0 && text[cut] == '&')
        return cut;
    cut = most; /* not in a reference, or in an unreasonably long one */
    while (cut > 1 && (text[cut] & 0xC0) == 0x80)
        cut--;
    return cut - (text[cut] == '\n' && text[cut - 1] == '\r');
}
