/*
 * packed.c - see packed.h.
 */
#include "io/packed.h"
