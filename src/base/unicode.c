/*
 * unicode.c - the two-stage table behind unicode.h: the upper bits of a code point select a block
 * of 128 flags; identical blocks are stored once.
 */
#include "base/unicode.h"

#include "base/unicode_table.inc"
