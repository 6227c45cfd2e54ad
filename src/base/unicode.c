/*
 * unicode.c - the table behind unicode.h, in two stages: the upper bits of a code point choose a
 * block of 128 flags, blocks that are alike are stored once.
 */
#include "base/unicode.h"

#include "base/unicode_table.inc"
