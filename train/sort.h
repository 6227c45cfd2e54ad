/*
 * sort.h - the rows of a matrix in the order of a feature.
 */
#ifndef PITH_SORT_H
#define PITH_SORT_H

#include "train/matrix.h"

/* A row with its value: the value in the high half, as bits that compare as the number does (minus
 * zero is zero), the row's number in the low half. Those of the same value are in the order of
 * rows. NUMBERS and SPARE have room for all rows; the result is the one that is returned. */
uint64_t *sort_rows(const struct matrix *matrix, size_t feature, uint64_t *numbers,
                    uint64_t *spare);

#endif
