/*
 * decimal.h - reads decimal numbers.
 */
#ifndef PITH_DECIMAL_H
#define PITH_DECIMAL_H

#include "base/base.h"

/* Parses a decimal number such as -12.5 or 3e-7, independent of the locale. Accepts at most 15
 * digits, the last of them at most 22 places from the point: in that range double arithmetic is
 * exact. False if TEXT is not such a number. */
bool pith__decimal_read(struct pith__span text, double *number);

/* Any decimal number that people and programs write, such as +1E-3 or 0.30000000000000004. Digits
 * beyond the fifteenth do not count, and a number beyond 1e300 is only known to be that large. */
bool pith__number_read(struct pith__span text, double *number);

#endif
