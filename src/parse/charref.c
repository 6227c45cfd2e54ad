/*
 * charref.c - character references to UTF-8.
 *
 * In: the bytes from a '&' on. Out: the characters that they stand for. Follows the tokenizer of
 * the WHATWG's HTML standard from "character reference state" on: the longest name wins, some old
 * names need no semicolon, and numbers that Unicode has no character for are mended.
 *
 * Names are found in a trie that tools/gen_entities.py writes. Every name has a spelling with a
 * semicolon, so the trie holds names without it and a flag for the old ones.
 */
#include "parse/charref.h"
#include "base/unicode.h"

enum { LAST_SIBLING = 1, NO_SEMICOLON_NEEDED = 2 };

struct node {
    unsigned char letter;
    unsigned char flags;
    uint16_t child; /* the first; its siblings follow it; 0: none */
    uint16_t text;  /* of the name that ends here; 0: none does */
};

struct text {
    unsigned char len;
    unsigned char utf8[6];
};

#include "parse/entity_table.inc"

/* What numbers from 0x80 on mean, where pages were written as windows-1252. */
static const uint16_t windows_1252[32] = {
    0x20AC, 0x0081, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160,
    0x2039, 0x0152, 0x008D, 0x017D, 0x008F, 0x0090, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022,
    0x2013, 0x2014, 0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0x009D, 0x017E, 0x0178,
};

static bool is_digit(unsigned char c)
{
    return c >= '0' && c <= '9';
}

static bool is_letter(unsigned char c)
{
    return (c | 0x20) >= 'a' && (c | 0x20) <= 'z';
}

/* Value of a digit, or BASE where it is none. */
static uint32_t digit_value(unsigned char c, uint32_t base)
{
    if (is_digit(c))
        return c - '0';
    if (base == 16 && (c | 0x20) >= 'a' && (c | 0x20) <= 'f')
        return (c | 0x20) - 'a' + 10u;
    return base;
}

static uint32_t mend_number(uint32_t cp)
{
    if (cp == 0 || cp > 0x10FFFF || (cp >= 0xD800 && cp <= 0xDFFF))
        return 0xFFFD;
    return cp >= 0x80 && cp <= 0x9F ? windows_1252[cp - 0x80] : cp;
}

/* "&#...": P is behind the '#'. */
static size_t number_ref(const unsigned char *p, const unsigned char *end, unsigned char *out,
                         size_t *out_len)
{
    const unsigned char *start = p - 2;
    uint32_t base = 10;
    if (p < end && (*p | 0x20) == 'x') {
        base = 16;
        p++;
    }
    const unsigned char *digits = p;
    uint32_t cp = 0;
    for (uint32_t value; p < end && (value = digit_value(*p, base)) < base; p++) {
        if (cp <= 0x10FFFF) /* beyond, more digits change nothing */
            cp = cp * base + value;
    }
    if (p == digits)
        return 0;
    *out_len = pith__utf8_put(mend_number(cp), out);
    return (size_t)(p - start) + (p < end && *p == ';');
}

static const struct node *find_child(const struct node *node, unsigned char letter)
{
    if (node->child == 0)
        return NULL;
    for (node = &nodes[node->child]; node->letter != letter; node++) {
        if (node->flags & LAST_SIBLING)
            return NULL;
    }
    return node;
}

/* P is at the first letter of the name. */
static size_t name_ref(const unsigned char *p, const unsigned char *end, bool attribute,
                       unsigned char *out, size_t *out_len)
{
    const unsigned char *start = p - 1;
    const struct node *node = &nodes[*p <= 'Z' ? *p - 'A' : *p - 'a' + 26];
    const struct text *found = NULL;
    const unsigned char *found_end = NULL;
    do {
        p++;
        if (node->text == 0)
            continue;
        if (p < end && *p == ';') { /* no name goes on behind a semicolon: this is the longest */
            found = &texts[node->text];
            found_end = p + 1;
            attribute = false;
            break;
        }
        if (node->flags & NO_SEMICOLON_NEEDED) {
            found = &texts[node->text];
            found_end = p;
        }
    } while (p < end && (node = find_child(node, *p)) != NULL);

    if (found == NULL)
        return 0;
    if (attribute && found_end < end &&
        (*found_end == '=' || is_digit(*found_end) || is_letter(*found_end)))
        return 0;
    for (size_t i = 0; i < found->len; i++)
        out[i] = found->utf8[i];
    *out_len = found->len;
    return (size_t)(found_end - start);
}

size_t pith__charref(const unsigned char *p, const unsigned char *end, bool attribute,
                     unsigned char out[8], size_t *out_len)
{
    if (end - p < 3) /* the shortest is "&lt" or "&#1" */
        return 0;
    if (p[1] == '#')
        return number_ref(p + 2, end, out, out_len);
    return is_letter(p[1]) ? name_ref(p + 1, end, attribute, out, out_len) : 0;
}
