/*
 * scarce.h - memory that runs out: the linker leads malloc() and its kin here (--wrap).
 */
#ifndef PITH_TEST_SCARCE_H
#define PITH_TEST_SCARCE_H

#include <stdbool.h>
#include <stddef.h>

/* The call for memory number CALL from now on fails, from 1; all that follow are served again.
 * 0: none fails. */
void scarce_fail(size_t call);

/* Whether a call has failed since. */
bool scarce_failed(void);

#endif
