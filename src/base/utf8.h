/*
 * utf8.h - validates UTF-8. unicode.h decodes it.
 */
#ifndef PITH_UTF8_H
#define PITH_UTF8_H

#include <stddef.h>

/* Length of the longest valid UTF-8 prefix; LEN if all bytes are valid. */
size_t pith__utf8_valid_prefix(const unsigned char *bytes, size_t len);

/* The same without vector instructions, for other machines and for tests. */
size_t pith__utf8_valid_prefix_portable(const unsigned char *bytes, size_t len);

/*
 * Length of the UTF-8 sequence at P, or 0 if it is invalid. Then *BAD is the number of bytes that
 * one U+FFFD replaces: the longest prefix of a valid sequence, at least one byte.
 */
size_t pith__utf8_sequence(const unsigned char *p, size_t left, size_t *bad);

#endif
