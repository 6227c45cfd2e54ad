/*
 * json_write.h - JSON, written: strings, shares and metadata, in the one way that all of Pith's
 * JSON has them. json.h reads it.
 *
 * What is written goes to a pith__put, so that it can be a writer, or memory that grows
 * (io/json_out.h).
 */
#ifndef PITH_JSON_WRITE_H
#define PITH_JSON_WRITE_H

#include "base/writer.h"

/* Takes some bytes. */
typedef void pith__put(void *to, const char *data, size_t len);

/* The inside of a string. TEXT is UTF-8. ALSO is one character more that is escaped, such as '<';
 * else '"'. */
void pith__json_put(pith__put *put, void *to, const char *text, size_t len, char also);

/* Likewise a name from outside, any bytes: U+FFFD for what is no UTF-8, and the controls U+0080 to
 * U+009F, which JSON lets through and terminals obey, are escaped. */
void pith__json_put_name(pith__put *put, void *to, const char *name, size_t len);

/* TEXT is JSON, save that its strings may hold any bytes from 0x80: puts it as it is, but repaired
 * as a name is. Lone surrogates, too, become U+FFFD. */
void pith__json_put_repaired(pith__put *put, void *to, const char *text, size_t len);

/* A share from 0 to 1, with three decimals. */
void pith__json_put_share(pith__put *put, void *to, float share);

/* ,"metadata":{"title":{"value":...,"source":...},"tag":[{...},{...}]}; FACT is pith_page_fact(),
 * which is above this folder. */
typedef const pith_fact *pith__facts(const pith_page *page, pith_field field, size_t index);
void pith__json_put_metadata(pith__put *put, void *to, const pith_page *page, pith__facts *fact);

/*
 * Any bytes in two parts: TEXT gets runs of UTF-8, with U+FFFD for what is none, and CONTROL the
 * two bytes of each control character U+0080 to U+009F.
 */
void pith__utf8_repair(const char *bytes, size_t len, pith__put *text, pith__put *control,
                       void *to);

/* ---------------------------------------------------------------- to a writer */

/* A struct pith__writer as what is put to. */
pith__put pith__put_writer;

/* The inside of a JSON string; and of one that stands in a <script>, where nothing may end that. */
void pith__write_json(struct pith__writer *writer, const char *text, size_t len);
void pith__write_json_in_script(struct pith__writer *writer, const char *text, size_t len);

/* The inside of a JSON string: a name from outside, such as a file's, which may be no UTF-8. */
void pith__write_json_name(struct pith__writer *writer, const char *name);

#endif
