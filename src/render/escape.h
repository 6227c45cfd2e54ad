/*
 * escape.h - escapes text for YAML and HTML.
 */
#ifndef PITH_ESCAPE_H
#define PITH_ESCAPE_H

#include "base/json_write.h"
#include "parse/text.h"

/* Writes UTF-8 in one notation. JSON is in base/json_write.h. */
typedef void pith__escape(struct pith__writer *writer, const char *text, size_t len);

/* The inside of a YAML string. A markdown reader that takes the front matter for text finds no tag
 * and no link in it. */
pith__escape pith__write_yaml;

/* HTML and XML, between tags or in double quotes. Control characters are dropped. */
pith__escape pith__write_html;

/* How many of the LEN bytes left of a block's text to write next. 0 if none are left or time is
 * up. */
static inline size_t pith__writer_take(struct pith__writer *writer, const char *text, size_t len)
{
    if (PITH__LIKELY(len <= PITH__PIECE_MOST))
        return len;
    return pith__writer_cuts(writer) ? 0 : pith__text_piece((const unsigned char *)text, len);
}

/* Writes the text of a block of any length, as far as there is time. */
void pith__write_text(struct pith__writer *writer, const char *text, size_t len,
                      pith__escape *escape);

/* Writes a name from outside, such as a file name, which may be invalid UTF-8. */
void pith__write_name(struct pith__writer *writer, const char *name, pith__escape *escape);

#endif
