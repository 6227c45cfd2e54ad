/*
 * decimal.h - numbers as people and files write them.
 */
#ifndef PITH_DECIMAL_H
#define PITH_DECIMAL_H

#include "base/base.h"

/* A number in decimal, such as -12.5 or 3e-7, whatever the locale. At most 15 digits, and 22 places
 * between the last of them and the point: so far double arithmetic is exact. False: TEXT is no such
 * number. */
bool pith__decimal_read(struct pith__span text, double *number);

#endif
