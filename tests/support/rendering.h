/*
 * rendering.h - a page in, what a format makes of all its blocks out, for the tests of src/render.
 */
#ifndef PITH_TEST_RENDERING_H
#define PITH_TEST_RENDERING_H

#include <stddef.h>

#include "pith.h"

/* Growing, NUL-terminated output. */
struct rendering {
    char *text;
    size_t len;
    size_t cap;
};

/* A pith_sink that appends to USER, a struct rendering; fails the test where there is no memory. */
int rendering_append(const char *data, size_t len, void *user);
void rendering_free(struct rendering *rendering);

/* What FORMAT makes of LEN bytes of HTML with all blocks kept. The caller frees it. */
struct rendering render_bytes(const char *html, size_t len, pith_format format,
                              const pith_options *dress);

/* The same for a page whose address is URL, or not known where that is NULL. */
struct rendering render_at(const char *url, const char *html, size_t len, pith_format format,
                           const pith_options *dress);

/* Fails the test unless HTML becomes WANT, with neither links nor images, or with both. */
void expect_plain(pith_format format, const char *html, const char *want);
void expect_dressed(pith_format format, const char *html, const char *want);

/* With both, and an address of the page. */
void expect_dressed_at(const char *url, pith_format format, const char *html, const char *want);

/* COUNT times PIECE, NUL-terminated, for free(). */
char *repeated(const char *piece, size_t count);

#endif
