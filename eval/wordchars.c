/*
 * wordchars.c - the table of wordchars.h.
 */
#include "eval/wordchars.h"

#include "eval/wordchars_table.inc"
