/*
 * sentences.c - where a sentence ends; sentences.h has the rules.
 */
#include "eval/sentences.h"
#include "eval/wordchars.h"

static bool is_stop(uint32_t cp)
{
    return cp == '.' || cp == '!' || cp == '?';
}

static bool is_wide_stop(uint32_t cp)
{
    return cp == 0x3002 || cp == 0xFF01 || cp == 0xFF1F || cp == 0xFF61;
}

static bool is_closing(uint32_t cp)
{
    return cp == '"' || cp == '\'' || cp == ')' || cp == ']' || cp == 0xBB || cp == 0x2019 ||
           cp == 0x201D || cp == 0x300D || cp == 0x300F;
}

/* Behind a stop at P: true when a sentence ends there. *END gets where the next may begin. */
static bool ends_at(const unsigned char *p, const unsigned char *limit, const unsigned char **end)
{
    uint32_t cp = 0;
    size_t len = 0;
    for (; p < limit; p += len) {
        len = pith__utf8_next(p, &cp);
        if (!is_stop(cp) && !is_closing(cp))
            break;
    }
    *end = p;
    if (p == limit || (words_of(cp)->flags & WORDS_SPACE) == 0)
        return false;
    while (p < limit && (words_of(cp)->flags & WORDS_SPACE) != 0 && cp != '\n') {
        p += len;
        if (p < limit)
            len = pith__utf8_next(p, &cp);
    }
    return p < limit && (words_of(cp)->flags & WORDS_ALNUM) != 0 && !(cp >= 'a' && cp <= 'z');
}

struct pith__span sentence_next(struct pith__span *rest)
{
    const unsigned char *start = rest->ptr, *limit = start + rest->len, *p = start, *end = limit;
    unsigned letters = 0; /* in a row before the character at hand, up to two */
    while (p < limit) {
        uint32_t cp;
        size_t len = pith__utf8_next(p, &cp);
        p += len;
        if (cp == '\n' || is_wide_stop(cp)) {
            end = p;
            break;
        }
        if (is_stop(cp)) {
            bool initial = cp == '.' && letters == 1;
            if (ends_at(p, limit, &end) && !initial)
                break;
            p = end; /* all stops of a row are looked at once */
        }
        end = limit;
        bool letter = (words_of(cp)->flags & WORDS_ALPHA) != 0;
        letters = letter ? (letters < 2 ? letters + 1 : 2) : 0;
    }
    *rest = (struct pith__span){end, (size_t)(limit - end)};
    return (struct pith__span){start, (size_t)(end - start)};
}
