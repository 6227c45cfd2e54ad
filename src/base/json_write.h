/*
 * json_write.h - writes strings, fractions and metadata as JSON, the same way everywhere in Pith.
 * json.h is the reader.
 *
 * Output goes through a pith__put callback: to a writer or to a growing buffer (io/json_out.h).
 */
#ifndef PITH_JSON_WRITE_H
#define PITH_JSON_WRITE_H

#include "base/writer.h"

/* Receives the next LEN bytes of output. */
typedef void pith__put(void *to, const char *data, size_t len);

/* Writes the contents of a string. TEXT is UTF-8. ALSO is an additional character to escape, such
 * as '<'; pass '"' for none. */
void pith__json_put(pith__put *put, void *to, const char *text, size_t len, char also);

/* The same for a name of unknown origin, any bytes. Invalid UTF-8 becomes U+FFFD. Control
 * characters U+0080 to U+009F are escaped: JSON allows them, but terminals obey them. */
void pith__json_put_name(pith__put *put, void *to, const char *name, size_t len);

/* TEXT is JSON whose strings may hold any bytes from 0x80 up. Copies it with the same repairs as
 * for a name; lone surrogates become U+FFFD, too. */
void pith__json_put_repaired(pith__put *put, void *to, const char *text, size_t len);

/* Writes a fraction from 0 to 1 with three decimals. */
void pith__json_put_share(pith__put *put, void *to, float share);

/* Writes ,"metadata":{"title":{"value":...,"source":...},"tag":[{...},{...}]}. FACT is
 * pith_page_fact(), passed in because this folder must not depend on it. */
typedef const pith_fact *pith__facts(const pith_page *page, pith_field field, size_t index);
void pith__json_put_metadata(pith__put *put, void *to, const pith_page *page, pith__facts *fact);

/*
 * Splits any bytes: TEXT receives runs of UTF-8, with U+FFFD for invalid sequences, and CONTROL the
 * two bytes of each control character U+0080 to U+009F.
 */
void pith__utf8_repair(const char *bytes, size_t len, pith__put *text, pith__put *control,
                       void *to);

/* ---------------------------------------------------------------- to a writer */

/* Puts to a struct pith__writer. */
pith__put pith__put_writer;

/* Writes the contents of a JSON string; the second one for JSON inside a <script>, which the string
 * must not end. */
void pith__write_json(struct pith__writer *writer, const char *text, size_t len);
void pith__write_json_in_script(struct pith__writer *writer, const char *text, size_t len);

/* Writes the contents of a JSON string: a name of unknown origin, such as a file name, that may not
 * be UTF-8. */
void pith__write_json_name(struct pith__writer *writer, const char *name);

#endif
