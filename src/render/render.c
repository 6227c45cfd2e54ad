/*
 * render.c - the table of formats.
 */
#include "render/render.h"

static const struct {
    const char *name;
    pith__renderer *render;
} formats[] = {
    [PITH_FORMAT_TEXT] = {"text", pith__render_text},
    [PITH_FORMAT_MARKDOWN] = {"markdown", pith__render_markdown},
    [PITH_FORMAT_HTML] = {"html", pith__render_html},
    [PITH_FORMAT_JSON] = {"json", pith__render_json},
    [PITH_FORMAT_EXPLAIN] = {"explain", pith__render_explain},
    [PITH_FORMAT_CLEANEVAL] = {"cleaneval", pith__render_cleaneval},
};
enum { FORMATS = sizeof formats / sizeof *formats };

const char *pith_format_name(pith_format format)
{
    return (unsigned)format < FORMATS ? formats[format].name : "unknown";
}

pith_status pith_render(const pith_page *page, pith_format format, const pith_dress *dress,
                        pith_sink sink, void *user)
{
    static const pith_dress plain;
    const bool takes_facts =
        format == PITH_FORMAT_TEXT || format == PITH_FORMAT_MARKDOWN || format == PITH_FORMAT_HTML;
    struct pith__writer writer;
    if (page == NULL || sink == NULL || (unsigned)format >= FORMATS)
        return PITH_ERR_ARGUMENT;
    pith__writer_init(&writer, sink, user);
    writer.clock = *page->clock;
    pith__clock_allow(&writer.clock,
                      writer.clock.render_ms > 0 ? pith__clock_ms() + writer.clock.render_ms : 0);
    if (dress == NULL)
        dress = &plain;
    if (dress->metadata && takes_facts)
        pith__write_facts(page, format, &writer);
    pith_status status = formats[format].render(page, dress, &writer);
    pith_status written = pith__writer_finish(&writer);
    page->clock->rendered = writer.clock.work;
    if (status == PITH_OK)
        status = written;
    return status == PITH_OK && writer.stopped ? PITH_ERR_DEADLINE : status;
}
