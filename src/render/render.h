/*
 * render.h - writes pages. In: a decided page. Out: its kept blocks as text, markdown, HTML or
 * JSON.
 *
 * A format is a file render_<name>.c with one function and a row in the table of render.c.
 */
#ifndef PITH_RENDER_H
#define PITH_RENDER_H

#include "base/writer.h"
#include "page.h"

/* The number of formats; the table of render.c has a row for each. */
enum { PITH__FORMAT_COUNT = PITH_FORMAT_EXPLAIN + 1 };

/* Writes PAGE. The caller checks whether the writer's sink failed; the result can only be PITH_OK
 * or PITH_ERR_NOMEM. */
typedef pith_status pith__renderer(const pith_page *page,
                                   const struct pith__render_options *options,
                                   struct pith__writer *writer);

/* Writes the page's metadata in FORMAT: text, markdown or HTML. */
void pith__write_facts(const pith_page *page, pith_format format, struct pith__writer *writer);

pith__renderer pith__render_text;
pith__renderer pith__render_markdown;
pith__renderer pith__render_html;
pith__renderer pith__render_json;
pith__renderer pith__render_explain;
pith__renderer pith__render_cleaneval;

#endif
