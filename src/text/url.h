/*
 * url.h - addresses: relative ones made absolute, by RFC 3986, section 5.
 */
#ifndef PITH_URL_H
#define PITH_URL_H

#include "base/base.h"

struct pith__url {
    struct pith__span scheme;    /* without ":"; ptr NULL: there is none */
    struct pith__span authority; /* without "//"; ptr NULL: there is none */
    struct pith__span path;
    struct pith__span query;    /* without "?"; ptr NULL: there is none */
    struct pith__span fragment; /* without "#"; ptr NULL: there is none */
};

/* Cuts an address into its parts, slices of TEXT. Any text is an address. */
void pith__url_split(struct pith__span text, struct pith__url *url);

/* Resolves REFERENCE against BASE, an absolute address. OUT has room for both and four bytes more.
 * Returns the length. */
size_t pith__url_resolve(struct pith__span base, struct pith__span reference, unsigned char *out);

/* An address from outside, NUL-terminated or NULL, where it is one: valid UTF-8 without blanks, of
 * a bounded length; else it is empty. */
struct pith__span pith__url_from(const char *url);

/* True for an address with a scheme and an authority, such as "https://example.org/". */
bool pith__url_absolute(struct pith__span text);

/* True for an address of the schemes http and https, and for one without a scheme. */
bool pith__url_of_web(struct pith__span text);

#endif
