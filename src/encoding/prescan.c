/*
 * prescan.c - finds the encoding that a page declares at its start.
 *
 * In: the page's bytes. Out: an encoding or NULL. Follows HTML's "prescan a byte stream to
 * determine its encoding", its "get an attribute", "extracting a character encoding from a meta
 * element" and "get an XML encoding". The standard lower-cases names and values while reading; here
 * they stay slices and are compared ignoring case.
 */
#include "encoding/charset.h"

struct cursor {
    const unsigned char *at;
    const unsigned char *end;
};

struct attribute {
    struct pith__span name;
    struct pith__span value;
};

static bool starts(const struct cursor *c, const char *lower)
{
    return pith__span_starts((struct pith__span){c->at, (size_t)(c->end - c->at)}, lower);
}

static void skip_spaces(struct cursor *c)
{
    while (c->at < c->end && pith__is_space(*c->at))
        c->at++;
}

static struct pith__span span_to(const unsigned char *start, const unsigned char *end)
{
    return (struct pith__span){start, (size_t)(end - start)};
}

static const struct pith__charset *find(struct pith__span label)
{
    return pith__charset_find((const char *)label.ptr, label.len);
}

/* A declaration that was read as ASCII cannot be right about UTF-16. */
static const struct pith__charset *not_utf16(const struct pith__charset *charset)
{
    if (charset == &pith__charsets[PITH__CS_UTF_16LE] ||
        charset == &pith__charsets[PITH__CS_UTF_16BE])
        return &pith__charsets[PITH__CS_UTF_8];
    return charset;
}

/* Reads an attribute's value. False at the end of the input. */
static bool get_value(struct cursor *c, struct pith__span *value)
{
    skip_spaces(c);
    if (c->at == c->end)
        return false;
    unsigned char quote = *c->at;
    if (quote == '"' || quote == '\'') {
        const unsigned char *start = ++c->at;
        while (c->at < c->end && *c->at != quote)
            c->at++;
        if (c->at == c->end)
            return false;
        *value = span_to(start, c->at++);
        return true;
    }
    const unsigned char *start = c->at;
    while (c->at < c->end && !pith__is_space(*c->at) && *c->at != '>')
        c->at++;
    *value = span_to(start, c->at);
    return c->at < c->end;
}

/* The standard's "get an attribute". False if there is none, or at the end of the input (the cursor
 * is there then). */
static bool get_attribute(struct cursor *c, struct attribute *attribute)
{
    while (c->at < c->end && (pith__is_space(*c->at) || *c->at == '/'))
        c->at++;
    if (c->at == c->end || *c->at == '>')
        return false;
    const unsigned char *start = c->at;
    while (c->at < c->end && !pith__is_space(*c->at) && *c->at != '/' && *c->at != '>' &&
           (*c->at != '=' || c->at == start))
        c->at++;
    attribute->name = span_to(start, c->at);
    attribute->value = span_to(c->at, c->at);
    skip_spaces(c);
    if (c->at == c->end)
        return false;
    if (*c->at != '=')
        return true;
    c->at++;
    return get_value(c, &attribute->value);
}

/* Finds the encoding in a content attribute such as "text/html; charset=utf-8". */
static const struct pith__charset *extract(struct pith__span content)
{
    struct cursor c = {content.ptr, content.ptr + content.len};
    for (;;) {
        while (c.at < c.end && !starts(&c, "charset"))
            c.at++;
        if (c.at == c.end)
            return NULL;
        c.at += strlen("charset");
        skip_spaces(&c);
        if (c.at < c.end && *c.at == '=')
            break;
    }
    c.at++;
    skip_spaces(&c);
    const unsigned char *start = c.at;
    if (c.at < c.end && (*c.at == '"' || *c.at == '\'')) {
        const unsigned char *close = memchr(c.at + 1, *c.at, (size_t)(c.end - c.at) - 1);
        return close == NULL ? NULL : find(span_to(start + 1, close));
    }
    while (c.at < c.end && !pith__is_space(*c.at) && *c.at != ';')
        c.at++;
    return find(span_to(start, c.at));
}

/* Reads the attributes of a <meta>. NULL if it does not declare an encoding. */
static const struct pith__charset *read_meta(struct cursor *c)
{
    bool seen_equiv = false, seen_content = false, seen_charset = false;
    bool got_pragma = false, need_pragma = false;
    const struct pith__charset *charset = NULL;
    struct attribute attribute;
    while (get_attribute(c, &attribute)) {
        if (pith__span_is(attribute.name, "http-equiv") && !seen_equiv) {
            seen_equiv = true;
            got_pragma = pith__span_is(attribute.value, "content-type");
        } else if (pith__span_is(attribute.name, "content") && !seen_content) {
            seen_content = true;
            /* A charset attribute before it wins, even with an unknown label. */
            if (!seen_charset) {
                charset = extract(attribute.value);
                need_pragma = charset != NULL;
            }
        } else if (pith__span_is(attribute.name, "charset") && !seen_charset) {
            seen_charset = true;
            charset = find(attribute.value);
            need_pragma = false;
        }
    }
    if (c->at == c->end || (need_pragma && !got_pragma))
        return NULL;
    if (charset == &pith__charsets[PITH__CS_X_USER_DEFINED])
        return &pith__charsets[PITH__CS_WINDOWS_1252];
    return not_utf16(charset);
}

/* Skips from "<!--" to the ">" of the first "-->", which may share its dashes with the "<!--". */
static void skip_comment(struct cursor *c)
{
    for (c->at += 4; c->at < c->end; c->at++)
        if (*c->at == '>' && c->at[-1] == '-' && c->at[-2] == '-')
            return;
}

static void skip_to_gt(struct cursor *c)
{
    while (c->at < c->end && *c->at != '>')
        c->at++;
}

static void skip_tag(struct cursor *c)
{
    struct attribute attribute;
    while (c->at < c->end && !pith__is_space(*c->at) && *c->at != '>')
        c->at++;
    while (get_attribute(c, &attribute))
        continue;
}

static bool is_tag(const struct cursor *c)
{
    const unsigned char *p = c->at + 1;
    if (p < c->end && *p == '/')
        p++;
    return p < c->end && pith__is_alpha(*p);
}

/* Reads encoding="..." of an XML declaration at the very start. */
static const struct pith__charset *xml_encoding(const unsigned char *bytes, size_t len)
{
    const unsigned char *end = memchr(bytes, '>', len);
    if (len < 5 || memcmp(bytes, "<?xml", 5) != 0 || end == NULL)
        return NULL;
    struct cursor c = {bytes + 5, end};
    while (c.at < c.end && (c.end - c.at < 8 || memcmp(c.at, "encoding", 8) != 0))
        c.at++;
    if (c.at == c.end)
        return NULL;
    c.at += 8;
    while (c.at < c.end && *c.at <= 0x20)
        c.at++;
    if (c.at == c.end || *c.at++ != '=')
        return NULL;
    while (c.at < c.end && *c.at <= 0x20)
        c.at++;
    if (c.at == c.end || (*c.at != '"' && *c.at != '\''))
        return NULL;
    const unsigned char *start = c.at + 1;
    const unsigned char *close = memchr(start, *c.at, (size_t)(c.end - start));
    if (close == NULL)
        return NULL;
    for (const unsigned char *p = start; p < close; p++)
        if (*p <= 0x20)
            return NULL;
    return not_utf16(find(span_to(start, close)));
}

const struct pith__charset *pith__charset_prescan(const unsigned char *bytes, size_t len,
                                                  size_t window)
{
    if (len > window)
        len = window;
    if (len == 0)
        return NULL;
    if (len >= 6 && memcmp(bytes, "<\0?\0x", 6) == 0)
        return &pith__charsets[PITH__CS_UTF_16LE];
    if (len >= 6 && memcmp(bytes, "\0<\0?\0x", 6) == 0)
        return &pith__charsets[PITH__CS_UTF_16BE];
    for (struct cursor c = {bytes, bytes + len}; c.at < c.end; c.at++) {
        if (*c.at != '<')
            continue;
        if (starts(&c, "<!--")) {
            skip_comment(&c);
        } else if (starts(&c, "<meta") && c.end - c.at > 5 &&
                   (pith__is_space(c.at[5]) || c.at[5] == '/')) {
            c.at += 5;
            const struct pith__charset *charset = read_meta(&c);
            if (charset != NULL)
                return charset;
        } else if (is_tag(&c)) {
            skip_tag(&c);
        } else if (c.end - c.at > 1 && (c.at[1] == '!' || c.at[1] == '/' || c.at[1] == '?')) {
            skip_to_gt(&c);
        }
        if (c.at == c.end)
            break;
    }
    return xml_encoding(bytes, len);
}
