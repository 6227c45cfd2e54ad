/*
 * sort.h - sorts the rows of a matrix by a feature.
 */
#ifndef PITH_SORT_H
#define PITH_SORT_H

#include "train/matrix.h"

/* Returns keys for the sorted rows: the value in the high half, as bits that compare like the
 * number (minus zero is zero), and the row number in the low half. Equal values keep row order.
 * NUMBERS and SPARE have room for all rows; the result is one of the two. */
uint64_t *sort_rows(const struct matrix *matrix, size_t feature, uint64_t *numbers,
                    uint64_t *spare);

#endif
