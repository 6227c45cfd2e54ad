/*
 * tame.c - see tame.h.
 */
#include "io/tame.h"

#include <string.h>

/* Characters such as U+061C that reorder a line or end it. */
static bool turns(unsigned code)
{
    return code == 0x61C || code == 0x200E || code == 0x200F ||
           (code >= 0x2028 && code <= 0x202E) || (code >= 0x2066 && code <= 0x2069) ||
           code == 0xFEFF;
}

size_t tame_character(const char *text, bool *tame)
{
    const unsigned char *in = (const unsigned char *)text;
    size_t more = *in < 0xC2 ? 0 : *in < 0xE0 ? 1 : *in < 0xF0 ? 2 : *in < 0xF5 ? 3 : 0;
    unsigned code = *in & (0x3Fu >> more);

    for (size_t i = 1; i <= more; i++) {
        if ((in[i] & 0xC0) != 0x80)
            more = 0; /* not UTF-8, but perhaps a Latin-1 letter */
        code = code << 6 | (in[i] & 0x3F);
    }
    if (more == 0)
        code = *in;
    /* Terminals also obey the controls U+0080 to U+009F, in UTF-8 or as single bytes. */
    *tame = code >= ' ' && (code < 0x7F || code >= 0xA0) && !turns(code);
    return more + 1;
}

void tame_text(char *text)
{
    char *out = text;

    while (*text) {
        bool tame;
        size_t len = tame_character(text, &tame);

        if (tame)
            memmove(out, text, len);
        else
            *out = '?';
        out += tame ? len : 1;
        text += len;
    }
    *out = '\0';
}
