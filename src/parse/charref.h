/*
 * charref.h - character references: "&amp;", "&eacute", "&#8217;", "&#x1F600;".
 */
#ifndef PITH_CHARREF_H
#define PITH_CHARREF_H

#include "base/base.h"

/*
 * Reads the character reference that starts with the '&' at P, never at or beyond END.
 *
 * ATTRIBUTE says that this is the value of an attribute: there "&copy=1" in a URL is no reference.
 * Returns the number of bytes that the reference takes, and stores its one or two characters as
 * UTF-8 in OUT, nothing beyond *OUT_LEN; returns 0 and stores nothing when the '&' stands for
 * itself.
 *
 * *OUT_LEN is at most 6 and at most 6/5 of the bytes taken ("&nGt;" is the worst), so that OUT may
 * be a larger buffer's end that has just that room.
 */
size_t pith__charref(const unsigned char *p, const unsigned char *end, bool attribute,
                     unsigned char out[8], size_t *out_len);

#endif
