/*
 * escape.h - text as JSON, YAML and HTML have it.
 */
#ifndef PITH_ESCAPE_H
#define PITH_ESCAPE_H

#include "render/writer.h"

/* Writes UTF-8 in one notation. */
typedef void pith__escape(struct pith__writer *writer, const char *text, size_t len);

/* The inside of a JSON string; and of one that stands in a <script>, where nothing may end that. */
pith__escape pith__write_json;
pith__escape pith__write_json_in_script;

/* The inside of a string of YAML, in which a reader of markdown that takes the front matter for
 * text finds no tag and no link. */
pith__escape pith__write_yaml;

/* HTML and XML, between tags or between double quotes. Control characters are left out. */
pith__escape pith__write_html;

/* Writes the text of a block, of any length: what there is time for. */
void pith__write_text(struct pith__writer *writer, const char *text, size_t len,
                      pith__escape *escape);

/* Writes a name from outside, such as a file's, which may be no UTF-8. */
void pith__write_name(struct pith__writer *writer, const char *name, pith__escape *escape);

#endif
