/*
 * ngram_rules.c - the tests and names of the rules in ngram_rules.def.
 *
 * Each test reads a block once.
 */
#include "method/ngram_rules.h"

#include "base/unicode.h"

enum {
    JUNK_PART = 5,        /* one in so many characters */
    BARS_LEAST = 2,       /* a title and its site are not a menu */
    FIELD_CHARS = 30,     /* on average */
    COPYRIGHT_MOST = 300, /* bytes */
    LINKS_PART = 4,       /* share of words in links that is a menu: LINKS_PART of LINKS_WHOLE */
    LINKS_WHOLE = 5
};

/* ------------------------------------------------------------------- chars */

size_t pith__junk_len(const unsigned char *p)
{
    uint32_t cp;
    if (p[0] < 0x80)
        return (p[0] < ' ' && !pith__is_space(p[0])) || p[0] == 0x7F ? 1 : 0;
    size_t len = pith__utf8_next(p, &cp);
    bool junk = cp < 0xA0 || cp == 0xFFFD || (cp >= 0xE000 && cp < 0xF900) ||
                (cp & 0xFFFE) == 0xFFFE || (cp >= 0xFDD0 && cp < 0xFDF0) || cp >= 0xF0000;
    return junk ? len : 0;
}

size_t pith__junk_count(const unsigned char *text, size_t len, size_t *chars)
{
    size_t count = 0, seen = 0;
    for (size_t i = 0; i < len; i++) {
        unsigned char c = text[i];
        seen += (c & 0xC0) != 0x80;
        /* Only these bytes can begin a junk character. */
        if (c < ' ' || c == 0x7F || c == 0xC2 || c >= 0xEE)
            count += pith__junk_len(text + i) > 0;
    }
    *chars = seen;
    return count;
}

static bool is_junk(const pith_block *block)
{
    size_t chars;
    size_t junk = pith__junk_count((const unsigned char *)block->text, block->text_len, &chars);
    return junk > 0 && junk * JUNK_PART >= chars;
}

/* ------------------------------------------------------------------- forms */

static bool is_form(const pith_block *block)
{
    return block->kind == PITH_KIND_CONTROL;
}

/* -------------------------------------------------------------------- bars */

/* Length of a bar at P, of LEN bytes: "|", the broken bar, the full-width one, and the box-drawing
 * one. */
static size_t bar_len(const char *p, size_t len)
{
    if (*p == '|')
        return 1;
    if (len >= 2 && memcmp(p, "\xC2\xA6", 2) == 0)
        return 2;
    return len >= 3 && (memcmp(p, "\xEF\xBD\x9C", 3) == 0 || memcmp(p, "\xE2\x94\x82", 3) == 0) ? 3
                                                                                                : 0;
}

static bool has_bars(const pith_block *block)
{
    size_t bars = 0, chars = 0;
    if (block->kind == PITH_KIND_PREFORMATTED) /* code, and tables drawn with bars */
        return false;
    for (size_t i = 0; i < block->text_len; i++) {
        bars += bar_len(block->text + i, block->text_len - i) > 0;
        chars += (block->text[i] & 0xC0) != 0x80;
    }
    /* Fields are usually separated by a blank, a bar and a blank. */
    return bars >= BARS_LEAST && chars <= (bars + 1) * FIELD_CHARS + 3 * bars;
}

/* --------------------------------------------------------------- copyright */

/* Length of the copyright sign or word at the start of TEXT; 0 if there is none. */
static size_t sign_len(struct pith__span text)
{
    static const char *const signs[] = {"\xC2\xA9", "(c)", "copyright", "&copy;"};
    for (size_t i = 0; i < sizeof signs / sizeof *signs; i++) {
        if (pith__span_starts(text, signs[i]))
            return strlen(signs[i]);
    }
    return 0;
}

/* Does a year follow, after a few signs at most? */
static bool year_follows(struct pith__span text)
{
    size_t i = 0;
    while (i < text.len && i < 6 && (text.ptr[i] < '0' || text.ptr[i] > '9') &&
           !pith__is_alpha(text.ptr[i]))
        i++;
    if (text.len - i < 4 ||
        (memcmp(text.ptr + i, "19", 2) != 0 && memcmp(text.ptr + i, "20", 2) != 0))
        return false;
    return text.ptr[i + 2] >= '0' && text.ptr[i + 2] <= '9' && text.ptr[i + 3] >= '0' &&
           text.ptr[i + 3] <= '9';
}

static bool is_copyright(const pith_block *block)
{
    struct pith__span text = {(const unsigned char *)block->text, block->text_len};
    bool begins = true; /* only signs so far */
    if (text.len > COPYRIGHT_MOST)
        return false;
    while (text.len > 0) {
        size_t len = sign_len(text);
        struct pith__span rest = {text.ptr + len, text.len - len};
        if (len > 0 && (begins || year_follows(rest)))
            return true;
        begins = begins && !pith__is_alpha(*text.ptr) && (*text.ptr < '0' || *text.ptr > '9') &&
                 *text.ptr < 0x80;
        text.ptr++;
        text.len--;
    }
    return false;
}

/* ------------------------------------------------------------------- links */

/* Headings often link to what is below them, or to the page itself. */
static bool is_links(const pith_block *block)
{
    if (block->link_words == 0 || block->kind == PITH_KIND_HEADING ||
        block->kind == PITH_KIND_PREFORMATTED || block->kind == PITH_KIND_QUOTE)
        return false;
    return (uint64_t)block->link_words * LINKS_WHOLE >= (uint64_t)block->words * LINKS_PART;
}

/* ------------------------------------------------------------------- table */

struct rule {
    uint32_t bit;
    float chance;
    bool (*test)(const pith_block *block);
};

static const struct rule rules[] = {
#define RULE(bit, name, chance, test, summary) {bit, chance, test},
#include "method/ngram_rules.def"
#undef RULE
};
enum { RULES = sizeof rules / sizeof *rules };

const struct pith__choice pith__rule_choices[] = {
#define RULE(bit, name, chance, test, summary) {name, bit, summary},
#include "method/ngram_rules.def"
#undef RULE
    {"all", PITH__RULE_ALL, "all of these"},
    {"none", 0, "none of these"},
    {NULL, 0, NULL},
};

uint32_t pith__rules_find(uint32_t wanted, const pith_block *block, float *score)
{
    for (size_t i = 0; i < RULES; i++) {
        if ((wanted & rules[i].bit) != 0 && rules[i].test(block)) {
            *score = rules[i].chance;
            return rules[i].bit;
        }
    }
    return 0;
}
