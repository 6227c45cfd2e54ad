/*
 * charref.h - character references: "&amp;", "&eacute", "&#8217;", "&#x1F600;".
 */
#ifndef PITH_CHARREF_H
#define PITH_CHARREF_H

#include "base/base.h"

/*
 * Reads the character reference that starts with the '&' at P. Never reads at or beyond END.
 *
 * ATTRIBUTE selects the rules for attribute values, where "&copy=1" in a URL is not a reference.
 * Returns the length of the reference, and stores its one or two characters as UTF-8 in OUT, their
 * length in *OUT_LEN and nothing beyond that. Returns 0 and stores nothing if the '&' is literal.
 *
 * *OUT_LEN is at most 6 and at most 6/5 of the length of the reference ("&nGt;" is the worst case),
 * so OUT may be the end of a larger buffer with just that much room.
 */
size_t pith__charref(const unsigned char *p, const unsigned char *end, bool attribute,
                     unsigned char out[8], size_t *out_len);

#endif
