/*
 * tokenizer.c - the slow paths of tokenizer.h: long names, comments, doctypes, raw text.
 */
#include "parse/tokenizer.h"

struct pith__name pith__name_slow(const unsigned char *p, const unsigned char *end, bool attribute)
{
    struct pith__name name = {0, 0, 0};
    const unsigned char *s = p;
    while (s < end) {
        if (end - s >= 8) { /* skip eight bytes without anything special */
            uint64_t x = pith__load8(s);
            uint64_t stops = pith__below8(x, '!') | pith__equal8(x, '>') | pith__equal8(x, '/') |
                             pith__equal8(x, '=');
            if (stops == 0) {
                s += 8;
                continue;
            }
            s += ((unsigned)__builtin_ctzll(stops) & 56u) / 8;
        }
        if (pith__ends_name(*s) || (attribute && *s == '='))
            break;
        s++;
    }
    name.len = (size_t)(s - p);
    if (name.len <= 16 && memchr(p, '\0', name.len) == NULL) { /* names are padded with NULs */
        unsigned char words[16] = {0};
        memcpy(words, p, name.len);
        name.w0 = pith__lower8(pith__load8(words));
        name.w1 = pith__lower8(pith__load8(words + 8));
    }
    return name;
}

void pith__token_attrs(struct pith__tokenizer *tokenizer, struct pith__token *token,
                       const unsigned char *p, struct pith__attr_list *list)
{
    const unsigned char *end = tokenizer->end;
    struct pith__raw_attr attr;
    struct pith__name name;
    struct pith__attr *kept = list->attrs;
    uint64_t seen = 0;
    while (pith__attr_next(&p, end, &attr, &name, &token->self_closing)) {
        unsigned number = pith__attr_by_words(name.w0, name.w1);
        uint64_t bit = UINT64_C(1) << number;
        /* The first of several attributes with the same name wins. Number 0 stands for all unknown
         * names. */
        if (number != 0 && (seen & bit) == 0) {
            seen |= bit;
            kept->offset = (uint32_t)(attr.value.ptr - tokenizer->begin);
            kept->len = (uint32_t)attr.value.len;
            kept->name = number;
            kept++;
        }
    }
    list->seen = seen;
    list->count = (unsigned)(kept - list->attrs);
    if (PITH__UNLIKELY(p >= end)) {
        token->kind = PITH__TOKEN_END_OF_INPUT;
        tokenizer->pos = end;
        return;
    }
    tokenizer->pos = token->end = p + 1;
}

static bool starts_with(const unsigned char *p, const unsigned char *end, const char *lower)
{
    return pith__span_starts((struct pith__span){p, (size_t)(end - p)}, lower);
}

/* P is after "<!--". Returns the position after the comment. */
static const unsigned char *skip_comment(const unsigned char *p, const unsigned char *end)
{
    if (p < end && *p == '>')
        return p + 1;
    if (end - p >= 2 && p[0] == '-' && p[1] == '>')
        return p + 2;
    for (const unsigned char *s = p; (s = memchr(s, '>', (size_t)(end - s))) != NULL; s++) {
        if (s - p >= 2 && s[-1] == '-' && s[-2] == '-')
            return s + 1;
        if (s - p >= 3 && s[-1] == '!' && s[-2] == '-' && s[-3] == '-')
            return s + 1;
    }
    return end;
}

void pith__token_markup(struct pith__tokenizer *tokenizer, struct pith__token *token)
{
    const unsigned char *p = tokenizer->pos;
    const unsigned char *end = tokenizer->end;
    token->kind = PITH__TOKEN_COMMENT;
    if (starts_with(p, end, "<!--")) {
        token->end = skip_comment(p + 4, end);
    } else if (tokenizer->foreign && (size_t)(end - p) >= 9 && memcmp(p, "<![CDATA[", 9) == 0) {
        tokenizer->pos = p + 9;
        tokenizer->content = PITH__CONTENT_CDATA;
        pith__token_raw(tokenizer, token);
        if (token->kind != PITH__TOKEN_TEXT) /* <![CDATA[]]> */
            token->kind = PITH__TOKEN_COMMENT;
        return;
    } else {
        if (starts_with(p, end, "<!doctype"))
            token->kind = PITH__TOKEN_DOCTYPE;
        const unsigned char *close = memchr(p, '>', (size_t)(end - p));
        token->end = close != NULL ? close + 1 : end;
    }
    tokenizer->pos = token->end;
}

/* True if P, at "<", starts an end tag with that name. */
static bool is_end_tag(const unsigned char *p, const unsigned char *end, struct pith__span name)
{
    if ((size_t)(end - p) < name.len + 3 || p[1] != '/' || !pith__ends_name(p[2 + name.len]))
        return false;
    for (size_t i = 0; i < name.len; i++) {
        if ((p[2 + i] | 0x20) != (name.ptr[i] | 0x20))
            return false;
    }
    return true;
}

/* True if P, at "<", starts the tag that ends the raw element. */
static bool is_raw_end(const struct pith__tokenizer *tokenizer, const unsigned char *p)
{
    static const struct pith__span noscript = {(const unsigned char *)"noscript", 8};
    return is_end_tag(p, tokenizer->end, tokenizer->raw_tag) ||
           (PITH__UNLIKELY(tokenizer->noscript) && is_end_tag(p, tokenizer->end, noscript));
}

static const unsigned char *find_raw_end(const struct pith__tokenizer *tokenizer,
                                         const unsigned char *p)
{
    if (PITH__UNLIKELY(tokenizer->short_titles) && tokenizer->raw_tag.len == strlen("title") &&
        tokenizer->content == PITH__CONTENT_RCDATA) {
        p = memchr(p, '<', (size_t)(tokenizer->end - p));
        return p != NULL ? p : tokenizer->end;
    }
    while ((p = memchr(p, '<', (size_t)(tokenizer->end - p))) != NULL) {
        if (is_raw_end(tokenizer, p))
            return p;
        p++;
    }
    return tokenizer->end;
}

/* P is at "<" after "<!--" in a script. True if "<script" or "</script" starts there. */
static bool is_script_tag(const unsigned char *p, const unsigned char *end, const char *tag)
{
    size_t len = strlen(tag);
    return starts_with(p, end, tag) && p + len < end && pith__ends_name(p[len]);
}

/*
 * The standard's escaped script data. P is after "<!--". A "-->" (which may share its dashes with
 * the "<!--") returns to plain script data. A nested <script> switches to double-escaped data,
 * where </script> only switches back. Returns the position to continue from; sets *FOUND if that is
 * the end tag.
 */
static const unsigned char *skip_escaped_script(const struct pith__tokenizer *tokenizer,
                                                const unsigned char *p, bool *found)
{
    const unsigned char *end = tokenizer->end;
    unsigned dashes = 2;
    bool twice = false;
    for (; p < end; p++) {
        if (*p == '-') {
            dashes++;
            continue;
        }
        if (*p == '>' && dashes >= 2)
            return p + 1;
        dashes = 0;
        if (*p != '<')
            continue;
        if (twice) {
            twice = !is_script_tag(p, end, "</script");
        } else if (is_raw_end(tokenizer, p)) {
            *found = true;
            return p;
        } else {
            twice = is_script_tag(p, end, "<script");
        }
    }
    return end;
}

static const unsigned char *find_script_end(const struct pith__tokenizer *tokenizer,
                                            const unsigned char *p)
{
    const unsigned char *end = tokenizer->end;
    while ((p = memchr(p, '<', (size_t)(end - p))) != NULL) {
        if (is_raw_end(tokenizer, p))
            return p;
        if (end - p >= 4 && memcmp(p, "<!--", 4) == 0) {
            bool found = false;
            p = skip_escaped_script(tokenizer, p + 4, &found);
            if (found)
                return p;
        } else {
            p++;
        }
    }
    return end;
}

static const unsigned char *find_cdata_end(const unsigned char *p, const unsigned char *end)
{
    for (const unsigned char *s = p; (s = memchr(s, '>', (size_t)(end - s))) != NULL; s++) {
        if (s - p >= 2 && s[-1] == ']' && s[-2] == ']')
            return s - 2;
    }
    return end;
}

bool pith__token_raw_ends(const struct pith__tokenizer *tokenizer)
{
    return find_raw_end(tokenizer, tokenizer->pos) < tokenizer->end;
}

void pith__token_raw(struct pith__tokenizer *tokenizer, struct pith__token *token)
{
    const unsigned char *p = tokenizer->pos;
    const unsigned char *end = tokenizer->end;
    const unsigned char *stop = end;
    const unsigned char *next;
    token->content = tokenizer->content;
    switch (tokenizer->content) {
    case PITH__CONTENT_SCRIPT:
        stop = find_script_end(tokenizer, p);
        break;
    case PITH__CONTENT_RCDATA:
    case PITH__CONTENT_RAWTEXT:
        stop = find_raw_end(tokenizer, p);
        break;
    case PITH__CONTENT_CDATA:
        stop = find_cdata_end(p, end);
        break;
    default:
        break;
    }
    next = stop;
    if (tokenizer->content == PITH__CONTENT_CDATA && stop < end)
        next = stop + 3;
    tokenizer->content = PITH__CONTENT_DATA;
    tokenizer->pos = next;
    token->begin = p;
    token->end = stop;
    token->kind = p < stop ? PITH__TOKEN_TEXT : PITH__TOKEN_END_OF_INPUT;
}
