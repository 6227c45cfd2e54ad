/*
 * rendering.c - see rendering.h.
 */
#include "rendering.h"
#include "options_with.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

int rendering_append(const char *data, size_t len, void *user)
{
    struct rendering *rendering = user;
    if (rendering->cap - rendering->len <= len) {
        rendering->cap = 2 * rendering->cap + len + 1;
        rendering->text = realloc(rendering->text, rendering->cap);
        assert_non_null(rendering->text);
    }
    memcpy(rendering->text + rendering->len, data, len);
    rendering->len += len;
    rendering->text[rendering->len] = '\0';
    return 0;
}

void rendering_free(struct rendering *rendering)
{
    free(rendering->text);
    memset(rendering, 0, sizeof *rendering);
}

struct rendering render_at(const char *url, const char *html, size_t len, pith_format format,
                           const pith_options *dress)
{
    struct rendering rendering = {NULL, 0, 0};
    pith_context *context = pith_context_new();
    const pith_page *page;
    pith_options *options = options_with("method", "all", "deadline", "0", "url", url, NULL);
    assert_non_null(context);
    rendering_append("", 0, &rendering);
    assert_int_equal(pith_context_parse(context, html, len, options, &page, NULL), PITH_OK);
    assert_int_equal(pith_render(page, format, dress, rendering_append, &rendering), PITH_OK);
    pith_context_free(context);
    return rendering;
}

struct rendering render_bytes(const char *html, size_t len, pith_format format,
                              const pith_options *dress)
{
    return render_at(NULL, html, len, format, dress);
}

static void expect(const char *url, pith_format format, const pith_options *dress, const char *html,
                   const char *want)
{
    struct rendering rendering = render_at(url, html, strlen(html), format, dress);
    assert_string_equal(rendering.text, want);
    rendering_free(&rendering);
}

void expect_plain(pith_format format, const char *html, const char *want)
{
    expect(NULL, format, NULL, html, want);
}

void expect_dressed(pith_format format, const char *html, const char *want)
{
    expect(NULL, format, options_with("links", "true", "images", "true", NULL), html, want);
}

void expect_dressed_at(const char *url, pith_format format, const char *html, const char *want)
{
    expect(url, format, options_with("links", "true", "images", "true", NULL), html, want);
}

char *repeated(const char *piece, size_t count)
{
    size_t len = strlen(piece);
    char *text = malloc(len * count + 1);
    assert_non_null(text);
    for (size_t i = 0; i < count; i++)
        memcpy(text + i * len, piece, len);
    text[len * count] = '\0';
    return text;
}
