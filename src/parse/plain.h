/*
 * plain.h - parses plain text. In: text. Out: the nodes of an HTML page with the same layout.
 */
#ifndef PITH_PLAIN_H
#define PITH_PLAIN_H

#include "parse/doc.h"

/*
 * Fills DOC from plain text, valid UTF-8 of less than 2^32 - 1 bytes: <p>, <h1>, <h2>, lists,
 * tables and <br>, none of which has a tag in the source. Fails only with PITH_ERR_NOMEM.
 * docs/explanation/text-input.md has the rules.
 */
pith_status pith__doc_parse_plain(struct pith__doc *doc, struct pith__span source,
                                  const struct pith__limits *limits);

#endif
