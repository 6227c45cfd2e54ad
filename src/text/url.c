/*
 * url.c - see url.h.
 */
#include "text/url.h"

#include "base/utf8.h"

enum { URL_MOST = 2048 };

/* Removes the part of *REST before the first of the characters STOPS, and returns it. */
static struct pith__span take_until(struct pith__span *rest, const char *stops)
{
    struct pith__span part = {rest->ptr, 0};
    while (part.len < rest->len &&
           (rest->ptr[part.len] == '\0' || strchr(stops, rest->ptr[part.len]) == NULL))
        part.len++;
    rest->ptr += part.len;
    rest->len -= part.len;
    return part;
}

static size_t scheme_length(struct pith__span text)
{
    size_t len = 0;
    while (len < text.len &&
           (pith__is_alpha(text.ptr[len]) ||
            (len > 0 && ((text.ptr[len] >= '0' && text.ptr[len] <= '9') || text.ptr[len] == '+' ||
                         text.ptr[len] == '-' || text.ptr[len] == '.'))))
        len++;
    return len < text.len && text.ptr[len] == ':' ? len : 0;
}

static void skip_bytes(struct pith__span *rest, size_t count)
{
    rest->ptr += count;
    rest->len -= count;
}

void pith__url_split(struct pith__span text, struct pith__url *url)
{
    memset(url, 0, sizeof *url);
    size_t scheme = scheme_length(text);
    if (scheme > 0) {
        url->scheme = (struct pith__span){text.ptr, scheme};
        skip_bytes(&text, scheme + 1);
    }
    if (text.len >= 2 && text.ptr[0] == '/' && text.ptr[1] == '/') {
        skip_bytes(&text, 2);
        url->authority = take_until(&text, "/?#");
    }
    url->path = take_until(&text, "?#");
    if (text.len > 0 && text.ptr[0] == '?') {
        skip_bytes(&text, 1);
        url->query = take_until(&text, "#");
    }
    if (text.len > 0) {
        skip_bytes(&text, 1);
        url->fragment = text;
    }
}

bool pith__url_absolute(struct pith__span text)
{
    struct pith__url url;
    pith__url_split(text, &url);
    return url.scheme.ptr != NULL && url.authority.len > 0;
}

bool pith__url_of_web(struct pith__span text)
{
    struct pith__url url;
    pith__url_split(text, &url);
    return url.scheme.ptr == NULL || pith__span_is(url.scheme, "http") ||
           pith__span_is(url.scheme, "https");
}

/* Removes "." and ".." segments of a path in place (RFC 3986, 5.2.4). Returns its length. */
static size_t remove_dots(unsigned char *path, size_t len)
{
    size_t out = 0;
    size_t in = 0;
    while (in < len) {
        size_t from = in;
        in += path[in] == '/';
        size_t segment = in;
        while (in < len && path[in] != '/')
            in++;
        size_t dots = in - segment;
        bool one = dots == 1 && path[segment] == '.';
        bool two = dots == 2 && path[segment] == '.' && path[segment + 1] == '.';
        if (!one && !two) {
            memmove(path + out, path + from, in - from);
            out += in - from;
            continue;
        }
        while (two && out > 0 && path[--out] != '/')
            continue;
        if (in == len && (segment > from || out > 0)) /* "a/.." ends like "a/" */
            path[out++] = '/';
    }
    return out;
}

static size_t put(unsigned char *out, size_t at, const char *mark, struct pith__span text)
{
    size_t len = strlen(mark);
    memcpy(out + at, mark, len);
    if (text.len > 0)
        memcpy(out + at + len, text.ptr, text.len);
    return at + len + text.len;
}

/* Writes the path of BASE up to its last "/", then REFERENCE (5.2.3). */
static size_t put_merged(unsigned char *out, size_t at, const struct pith__url *base,
                         struct pith__span reference)
{
    struct pith__span folder = base->path;
    while (folder.len > 0 && folder.ptr[folder.len - 1] != '/')
        folder.len--;
    if (base->path.len == 0 && base->authority.ptr != NULL)
        at = put(out, at, "/", folder);
    else
        at = put(out, at, "", folder);
    return put(out, at, "", reference);
}

size_t pith__url_resolve(struct pith__span base_text, struct pith__span reference,
                         unsigned char *out)
{
    struct pith__url base;
    struct pith__url url;
    pith__url_split(base_text, &base);
    pith__url_split(reference, &url);
    bool own_authority = url.scheme.ptr != NULL || url.authority.ptr != NULL;
    bool own_path = own_authority || url.path.len > 0;
    size_t len = 0;
    if (url.scheme.ptr == NULL)
        url.scheme = base.scheme;
    if (!own_authority)
        url.authority = base.authority;
    if (!own_path && url.query.ptr == NULL)
        url.query = base.query;

    if (url.scheme.ptr != NULL) {
        len = put(out, len, "", url.scheme);
        out[len++] = ':';
    }
    if (url.authority.ptr != NULL)
        len = put(out, len, "//", url.authority);
    size_t path = len;
    if (!own_path)
        len = put(out, len, "", base.path);
    else if (own_authority || url.path.ptr[0] == '/')
        len = put(out, len, "", url.path);
    else
        len = put_merged(out, len, &base, url.path);
    if (own_path)
        len = path + remove_dots(out + path, len - path);
    if (url.query.ptr != NULL)
        len = put(out, len, "?", url.query);
    if (url.fragment.ptr != NULL)
        len = put(out, len, "#", url.fragment);
    return len;
}

struct pith__span pith__url_from(const char *url)
{
    struct pith__span none = {(const unsigned char *)"", 0};
    if (url == NULL)
        return none;
    struct pith__span text = {(const unsigned char *)url, strlen(url)};
    if (text.len > URL_MOST || pith__utf8_valid_prefix(text.ptr, text.len) != text.len)
        return none;
    for (size_t i = 0; i < text.len; i++) {
        unsigned char c = text.ptr[i];
        if (c <= ' ' || c == 0x7F || (c == 0xC2 && text.ptr[i + 1] < 0xA0))
            return none;
    }
    return text;
}
