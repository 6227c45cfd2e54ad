/*
 * url.h - resolves relative URLs as in RFC 3986, section 5.
 */
#ifndef PITH_URL_H
#define PITH_URL_H

#include "base/base.h"

struct pith__url {
    struct pith__span scheme;    /* without ":"; ptr is NULL if absent */
    struct pith__span authority; /* without "//"; ptr is NULL if absent */
    struct pith__span path;
    struct pith__span query;    /* without "?"; ptr is NULL if absent */
    struct pith__span fragment; /* without "#"; ptr is NULL if absent */
};

/* Splits a URL into its parts, slices of TEXT. Any text is accepted. */
void pith__url_split(struct pith__span text, struct pith__url *url);

/* Resolves REFERENCE against BASE, an absolute URL. OUT has room for both and four bytes more.
 * Returns the length. */
size_t pith__url_resolve(struct pith__span base, struct pith__span reference, unsigned char *out);

/* Checks a caller's URL, NUL-terminated or NULL. Returns it if it is valid UTF-8 without blanks and
 * not too long, else an empty span. */
struct pith__span pith__url_from(const char *url);

/* True for a URL with a scheme and an authority, such as "https://example.org/". */
bool pith__url_absolute(struct pith__span text);

/* True for http and https URLs, and for those without a scheme. */
bool pith__url_of_web(struct pith__span text);

#endif
