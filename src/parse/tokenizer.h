/*
 * tokenizer.h - the tokenizer of the HTML standard. In: UTF-8. Out: tags and pieces of text.
 *
 * Tokens are slices of the input: nothing is copied or decoded here. The hot paths are inline,
 * because the tree builder's loop is the only place that runs them, on every byte of a page.
 * Comments, raw text and other slow paths are in tokenizer.c.
 */
#ifndef PITH_TOKENIZER_H
#define PITH_TOKENIZER_H

#include "base/lanes.h"
#include "parse/names.h"

enum pith__token_kind {
    PITH__TOKEN_END_OF_INPUT,
    PITH__TOKEN_TEXT,
    PITH__TOKEN_START,
    PITH__TOKEN_END,
    PITH__TOKEN_COMMENT, /* also everything that the standard turns into one, such as <?...> */
    PITH__TOKEN_DOCTYPE
};

/* The kind of content at the current position; the tree builder sets it after a start tag. */
enum pith__content {
    PITH__CONTENT_DATA,
    PITH__CONTENT_RCDATA,
    PITH__CONTENT_RAWTEXT,
    PITH__CONTENT_SCRIPT,
    PITH__CONTENT_PLAINTEXT,
    PITH__CONTENT_CDATA
};

struct pith__tokenizer {
    const unsigned char *begin;
    const unsigned char *pos;
    const unsigned char *end;
    enum pith__content content;
    bool foreign;      /* inside SVG or MathML, where <![CDATA[ starts text */
    bool short_titles; /* from pith__limits */
    bool noscript;     /* </noscript> also ends raw text, as it certainly does where scripts run */
    struct pith__span raw_tag; /* the element whose end tag ends RCDATA, RAWTEXT and SCRIPT */
};

/* An attribute as written. */
struct pith__raw_attr {
    struct pith__span name;
    struct pith__span value; /* without quotes */
};

/* An attribute from names.def. Its value is input[offset, offset + len). */
struct pith__attr {
    uint32_t offset;
    uint32_t len;
    uint32_t name;
};

struct pith__token {
    enum pith__token_kind kind;
    enum pith__content content; /* TEXT: determines how to decode it */
    unsigned tag;               /* START and END: a pith__tag */
    bool self_closing;
    const unsigned char *begin; /* of the token in the input */
    const unsigned char *end;
    const unsigned char *seen; /* TEXT in DATA: first byte that is not white space, or END */
    struct pith__span name;    /* START and END: as written */
    struct pith__span attrs;   /* START and END: from after the name to before ">" */
};

/* Bytes that end the name of a tag; names of attributes also end at '='. */
static inline bool pith__ends_name(unsigned char c)
{
    return c == '>' || c == '/' || c == ' ' || c == '\n' || c == '\t' || c == '\r' || c == '\f';
}

static inline const unsigned char *pith__skip_space(const unsigned char *p,
                                                    const unsigned char *end)
{
    while (p < end && pith__is_space(*p))
        p++;
    return p;
}

/* The same, optimized for line ends followed by indentation. */
static inline const unsigned char *pith__skip_indent(const unsigned char *p,
                                                     const unsigned char *end)
{
    while (p < end && pith__is_space(*p)) {
        p++;
        while (end - p >= PITH__LANES) {
            pith__lanes x = pith__lanes_load(p);
            pith__lanes ends =
                pith__lanes_or(pith__lanes_equal(x, '\n'), pith__lanes_equal(x, '\r'));
            pith__lanes blanks =
                pith__lanes_or(pith__lanes_equal(x, ' '), pith__lanes_equal(x, '\t'));
            uint32_t other = ~pith__lanes_mask(pith__lanes_or(ends, blanks)) & 0xFFFF;
            if (other != 0) {
                p += __builtin_ctz(other);
                break;
            }
            p += PITH__LANES;
        }
    }
    return p;
}

#define PITH__ONES UINT64_C(0x0101010101010101)

/* Sets the high bit of the first byte of X that is below LIMIT (at most 0x80), or equals C. Only
 * the lowest set bit is reliable. */
static inline uint64_t pith__below8(uint64_t x, unsigned limit)
{
    return (x - limit * PITH__ONES) & ~x & (0x80 * PITH__ONES);
}
static inline uint64_t pith__equal8(uint64_t x, unsigned char c)
{
    return pith__below8(x ^ (c * PITH__ONES), 1);
}

/* A name: its length, and its first 16 bytes in lower case as words for names.h. */
struct pith__name {
    size_t len;
    uint64_t w0;
    uint64_t w1;
};

PITH__NOINLINE struct pith__name pith__name_slow(const unsigned char *p, const unsigned char *end,
                                                 bool attribute);

/* Reads the name of a tag or attribute (which "=" ends as well) at P. Names shorter than sixteen
 * bytes, nearly all of them, are measured, lower-cased and loaded without a loop. */
static inline struct pith__name pith__name_read(const unsigned char *p, const unsigned char *end,
                                                bool attribute)
{
    if (PITH__LIKELY(end - p >= PITH__LANES)) {
        pith__lanes x = pith__lanes_load(p);
        pith__lanes stops = pith__lanes_or(pith__lanes_equal(x, '>'), pith__lanes_equal(x, '/'));
        if (attribute)
            stops = pith__lanes_or(stops, pith__lanes_equal(x, '='));
        uint32_t mask = pith__lanes_mask(pith__lanes_or(stops, pith__lanes_within(x, 0, ' ')));
        if (PITH__LIKELY(mask != 0)) {
            size_t len = (size_t)__builtin_ctz(mask);
            if (PITH__LIKELY(p[len] > ' ' || pith__is_space(p[len]))) {
                uint64_t words[2];
                pith__lanes_words(pith__lanes_lower(x), len, words);
                return (struct pith__name){len, words[0], words[1]};
            }
        }
    }
    return pith__name_slow(p, end, attribute);
}

/*
 * Reads one attribute at *P, which is after the tag's name or the previous attribute. Returns false
 * at the ">" that ends the tag (*P is on it) or at the end of the input (*P == END). Sets SLASH if
 * a "/" comes right before the ">". NAME receives the words of the name.
 */
static inline bool pith__attr_next(const unsigned char **p, const unsigned char *end,
                                   struct pith__raw_attr *attr, struct pith__name *name,
                                   bool *slash)
{
    const unsigned char *s = *p;
    *slash = false;
    while (s < end && (pith__is_space(*s) || *s == '/')) {
        *slash = *s == '/';
        s++;
    }
    if (s >= end || *s == '>') {
        *p = s;
        return false;
    }
    attr->name.ptr = s;
    if (PITH__UNLIKELY(*s == '=')) { /* a name may start with "=" */
        *name = pith__name_slow(s + 1, end, true);
        name->len++;
        name->w0 = name->w1 = 0;
    } else {
        *name = pith__name_read(s, end, true);
    }
    attr->name.len = name->len;
    s += name->len;
    attr->value.ptr = s;
    attr->value.len = 0;
    const unsigned char *after = s;
    s = pith__skip_space(s, end);
    if (s >= end || *s != '=') {
        *p = after;
        return true;
    }
    s = pith__skip_space(s + 1, end);
    if (s >= end) {
        *p = end;
        return true;
    }
    if (PITH__LIKELY(*s == '"' || *s == '\'')) {
        const unsigned char *close = pith__find_near(s + 1, end, *s);
        attr->value.ptr = s + 1;
        if (PITH__UNLIKELY(close == NULL)) { /* not closed: the input ends inside the tag */
            *p = end;
            return true;
        }
        attr->value.len = (size_t)(close - s - 1);
        *p = close + 1;
        return true;
    }
    attr->value.ptr = s;
    while (s < end && *s != '>' && !pith__is_space(*s))
        s++;
    attr->value.len = (size_t)(s - attr->value.ptr);
    *p = s;
    return true;
}

/* Reads markup that starts with "<!", "<?" or "</" and is not an end tag. */
PITH__NOINLINE void pith__token_markup(struct pith__tokenizer *tokenizer,
                                       struct pith__token *token);
/* True if the end tag of the current raw text element is in the rest of the input. */
bool pith__token_raw_ends(const struct pith__tokenizer *tokenizer);

/* Reads text of any content but DATA, up to its end tag. */
PITH__NOINLINE void pith__token_raw(struct pith__tokenizer *tokenizer, struct pith__token *token);

/* Receives the kept attributes of a start tag. ATTRS has room for one of each name, from *COUNT
 * on. */
struct pith__attr_list {
    struct pith__attr *attrs;
    unsigned count;
    uint64_t seen; /* bit n: attribute number n is present */
};

/* Reads the attributes of a tag from P, after its name, to its ">". If the input ends first, there
 * is no tag. */
PITH__NOINLINE void pith__token_attrs(struct pith__tokenizer *tokenizer, struct pith__token *token,
                                      const unsigned char *p, struct pith__attr_list *list);

/* Reads the tag whose name starts at NAME. */
static inline void pith__token_tag(struct pith__tokenizer *tokenizer, struct pith__token *token,
                                   const unsigned char *name, struct pith__attr_list *list)
{
    struct pith__name read = pith__name_read(name, tokenizer->end, false);
    const unsigned char *p = name + read.len;
    token->name.ptr = name;
    token->name.len = read.len;
    token->self_closing = false;
    token->tag = pith__tag_by_words(read.w0, read.w1);
    if (token->tag == 0)
        token->tag = PITH__TAG_OTHER;
    list->count = 0;
    list->seen = 0;
    if (PITH__LIKELY(p < tokenizer->end && *p == '>'))
        tokenizer->pos = token->end = p + 1;
    else
        pith__token_attrs(tokenizer, token, p, list);
}

/*
 * Reads the next token. LIST receives the kept attributes of a tag. Text may come in several
 * tokens.
 */
static inline void pith__tokenizer_next(struct pith__tokenizer *tokenizer,
                                        struct pith__token *token, struct pith__attr_list *list)
{
    const unsigned char *p = tokenizer->pos;
    const unsigned char *end = tokenizer->end;
    token->begin = p;
    if (PITH__UNLIKELY(tokenizer->content != PITH__CONTENT_DATA)) {
        pith__token_raw(tokenizer, token);
        if (token->kind != PITH__TOKEN_END_OF_INPUT || tokenizer->pos == end)
            return;
        p = tokenizer->pos; /* the text was empty: continue with its end tag */
        token->begin = p;
    }
    if (PITH__UNLIKELY(p >= end)) {
        token->kind = PITH__TOKEN_END_OF_INPUT;
        return;
    }
    if (*p == '<' && end - p >= 2) {
        if (PITH__LIKELY(p[1] == '/' && end - p >= 3 && pith__is_alpha(p[2]))) {
            token->kind = PITH__TOKEN_END;
            pith__token_tag(tokenizer, token, p + 2, list);
            return;
        }
        if (PITH__LIKELY(pith__is_alpha(p[1]))) {
            token->kind = PITH__TOKEN_START;
            pith__token_tag(tokenizer, token, p + 1, list);
            return;
        }
        if (p[1] == '!' || p[1] == '?' || (p[1] == '/' && end - p >= 3)) {
            pith__token_markup(tokenizer, token);
            return;
        }
    }
    /* Text extends to the next "<" that starts markup. Most of it is white space between tags. */
    const unsigned char *s = pith__skip_indent(p, end);
    token->seen = s;
    s += s == p; /* a "<" here was checked already */
    while (s < end && (*s == '<' || (s = memchr(s, '<', (size_t)(end - s))) != NULL)) {
        if (end - s >= 2 &&
            (pith__is_alpha(s[1]) || s[1] == '!' || s[1] == '?' || (s[1] == '/' && end - s >= 3)))
            break;
        s++;
    }
    if (s == NULL)
        s = end;
    token->kind = PITH__TOKEN_TEXT;
    token->content = PITH__CONTENT_DATA;
    tokenizer->pos = token->end = s;
}

#endif
