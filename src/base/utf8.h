/*
 * utf8.h - is it UTF-8, and how far? unicode.h reads what is.
 */
#ifndef PITH_UTF8_H
#define PITH_UTF8_H

#include <stddef.h>

/* Length of the longest valid UTF-8 prefix of the bytes: LEN when all of it is valid. */
size_t pith__utf8_valid_prefix(const unsigned char *bytes, size_t len);

/* pith__utf8_valid_prefix() without vector instructions, for other machines and for the tests. */
size_t pith__utf8_valid_prefix_portable(const unsigned char *bytes, size_t len);

/*
 * Length of the sequence at P if it is a valid one of UTF-8; else 0 and in *BAD the bytes that one
 * U+FFFD stands for: the longest start of a valid sequence, at least one byte.
 */
size_t pith__utf8_sequence(const unsigned char *p, size_t left, size_t *bad);

#endif
