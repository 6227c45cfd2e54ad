/*
 * style.c - does a style attribute hide its element?
 *
 * In: the attribute's value. Out: node flags. Parses declarations like CSS as far as needed: skips
 * comments, quotes and brackets; the last declaration of a property wins. Ignores style sheets:
 * they would need a CSS engine.
 */
#include "parse/builder.h"
#include "parse/text.h"

/* Only this much of a style is read. */
enum { STYLE_SEEN = 4096 };

static void skip_blank(const unsigned char **p, const unsigned char *end)
{
    const unsigned char *s = *p;
    for (;;) {
        s = pith__skip_space(s, end);
        if (end - s < 2 || s[0] != '/' || s[1] != '*')
            break;
        s += 2;
        while (end - s >= 2 && !(s[0] == '*' && s[1] == '/'))
            s++;
        s = end - s >= 2 ? s + 2 : end;
    }
    *p = s;
}

/* Skips to the ";" that ends a declaration. */
static const unsigned char *skip_declaration(const unsigned char *p, const unsigned char *end)
{
    unsigned depth = 0;
    while (p < end && (*p != ';' || depth > 0)) {
        if (*p == '"' || *p == '\'') {
            const unsigned char *close = memchr(p + 1, *p, (size_t)(end - p - 1));
            p = close != NULL ? close : end - 1;
        } else if (*p == '(') {
            depth++;
        } else if (*p == ')' && depth > 0) {
            depth--;
        } else if (*p == '/' && end - p >= 2 && p[1] == '*') {
            skip_blank(&p, end);
            continue;
        }
        p++;
    }
    return p;
}

/* Takes a word of letters and dashes off the front. True if it is WORD, ignoring case. */
static bool take_word(const unsigned char **p, const unsigned char *end, const char *word)
{
    const unsigned char *from = *p;
    const unsigned char *s = from;
    while (s < end && (pith__is_alpha(*s) || *s == '-'))
        s++;
    if (!pith__span_is((struct pith__span){from, (size_t)(s - from)}, word))
        return false;
    *p = s;
    return true;
}

/* True if the declaration at P sets PROPERTY; then *HIDES says whether its value is VALUE. */
static bool declares(const unsigned char *p, const unsigned char *end, const char *property,
                     const char *value, bool *hides)
{
    if (!take_word(&p, end, property))
        return false;
    skip_blank(&p, end);
    if (p >= end || *p != ':')
        return false;
    p++;
    skip_blank(&p, end);
    bool matches = take_word(&p, end, value);
    if (matches) {
        skip_blank(&p, end);
        matches = p >= end || *p == ';' || *p == '!';
    }
    *hides = matches;
    return true;
}

unsigned pith__style_flags(struct pith__span style)
{
    unsigned char decoded[PITH__TEXT_ROOM(STYLE_SEEN)];
    if (style.len < strlen("display:none"))
        return 0;
    if (style.len > STYLE_SEEN)
        style.len = STYLE_SEEN;
    /* Most styles set sizes and colours. Both properties have a "y" in their name, which those
     * lack. */
    if (memchr(style.ptr, 'y', style.len) == NULL && memchr(style.ptr, 'Y', style.len) == NULL &&
        memchr(style.ptr, '&', style.len) == NULL)
        return 0;
    if (memchr(style.ptr, '&', style.len) != NULL) {
        style.len = pith__text_decode(decoded, style.ptr, style.len,
                                      PITH__TEXT_REFS | PITH__TEXT_ATTRIBUTE);
        style.ptr = decoded;
    }
    const unsigned char *p = style.ptr;
    const unsigned char *end = p + style.len;
    bool no_display = false;
    bool invisible = false;
    for (;;) {
        skip_blank(&p, end);
        if (p >= end)
            break;
        if (!declares(p, end, "display", "none", &no_display))
            declares(p, end, "visibility", "hidden", &invisible);
        p = skip_declaration(p, end);
        p += p < end;
    }
    return no_display || invisible ? PITH__NODE_HIDDEN : 0;
}
