/*
 * render.c - the table of formats.
 */
#include "render/render.h"

#include <stdlib.h>

static const struct {
    const char *name;
    pith__renderer *render;
    bool front_matter; /* pith__write_facts() knows the format */
} formats[] = {
    [PITH_FORMAT_TEXT] = {"text", pith__render_text, true},
    [PITH_FORMAT_MARKDOWN] = {"markdown", pith__render_markdown, true},
    [PITH_FORMAT_HTML] = {"html", pith__render_html, true},
    [PITH_FORMAT_JSON] = {"json", pith__render_json, false},
    [PITH_FORMAT_EXPLAIN] = {"explain", pith__render_explain, false},
    [PITH_FORMAT_CLEANEVAL] = {"cleaneval", pith__render_cleaneval, false},
};
_Static_assert(sizeof formats / sizeof *formats == PITH__FORMAT_COUNT, "a row for each format");

const char *pith_format_name(pith_format format)
{
    return (unsigned)format < PITH__FORMAT_COUNT ? formats[format].name : "unknown";
}

int pith_format_find(const char *name, pith_format *format)
{
    for (unsigned i = 0; name != NULL && format != NULL && i < PITH__FORMAT_COUNT; i++) {
        if (strcmp(formats[i].name, name) == 0) {
            *format = (pith_format)i;
            return 1;
        }
    }
    return 0;
}

pith_status pith_render(const pith_page *page, pith_format format, const pith_options *options,
                        pith_sink sink, void *user)
{
    static const struct pith__render_options plain;
    const struct pith__render_options *wanted = options != NULL ? &options->render : &plain;
    struct pith__writer writer;
    if (page == NULL || sink == NULL || (unsigned)format >= PITH__FORMAT_COUNT)
        return PITH_ERR_ARGUMENT;
    pith__writer_init(&writer, sink, user);
    writer.clock = *page->clock;
    pith__clock_allow(&writer.clock,
                      writer.clock.render_ms > 0 ? pith__clock_ms() + writer.clock.render_ms : 0);
    if (wanted->front_matter && formats[format].front_matter)
        pith__write_facts(page, format, &writer);
    pith_status status = formats[format].render(page, wanted, &writer);
    pith_status written = pith__writer_finish(&writer);
    page->clock->rendered = writer.clock.work;
    if (status == PITH_OK)
        status = written;
    return status == PITH_OK && writer.stopped ? PITH_ERR_DEADLINE : status;
}

/* ---------------------------------------------------------------- into memory */

struct growing_text {
    char *data;
    size_t len;
    size_t cap;
};

static int collect(const char *data, size_t len, void *user)
{
    struct growing_text *text = user;
    if (text->cap - text->len <= len) {
        size_t cap = 2 * text->cap + len + 1;
        char *larger = realloc(text->data, cap);
        if (larger == NULL)
            return 1;
        text->data = larger;
        text->cap = cap;
    }
    memcpy(text->data + text->len, data, len);
    text->len += len;
    return 0;
}

pith_status pith_render_new(const pith_page *page, pith_format format, const pith_options *options,
                            char **out, size_t *out_len)
{
    struct growing_text text = {NULL, 0, 0};
    if (out == NULL)
        return PITH_ERR_ARGUMENT;
    *out = NULL;
    /* Adds an empty piece first, so that a page without text has a string, too. */
    if (collect("", 0, &text) != 0)
        return PITH_ERR_NOMEM;
    pith_status status = pith_render(page, format, options, collect, &text);
    if (status == PITH_ERR_SINK)
        status = PITH_ERR_NOMEM;
    if (status != PITH_OK && status != PITH_ERR_DEADLINE) {
        free(text.data);
        return status;
    }
    text.data[text.len] = '\0';
    *out = text.data;
    if (out_len != NULL)
        *out_len = text.len;
    return status;
}

void pith_free(char *text)
{
    free(text);
}
