/*
 * sort.c - see sort.h.
 */
#include "train/sort.h"

/* Bits that compare like the number. Minus zero is zero. */
static uint32_t sort_bits(float value)
{
    uint32_t bits;
    value += 0.0f;
    memcpy(&bits, &value, sizeof bits);
    return bits >> 31 != 0 ? ~bits : bits | UINT32_C(0x80000000);
}

/* Stable radix sort of COUNT numbers by their high halves, eleven bits at a time. SPARE has room
 * for as many. Returns the array that holds the result. */
static uint64_t *sort_high(uint64_t *numbers, uint64_t *spare, size_t count)
{
    enum { BITS = 11, WAYS = 1 << BITS };
    for (unsigned shift = 32; shift < 64; shift += BITS) {
        size_t starts[WAYS + 1] = {0};
        for (size_t i = 0; i < count; i++)
            starts[(numbers[i] >> shift & (WAYS - 1)) + 1]++;
        for (unsigned i = 0; i < WAYS; i++)
            starts[i + 1] += starts[i];
        for (size_t i = 0; i < count; i++)
            spare[starts[numbers[i] >> shift & (WAYS - 1)]++] = numbers[i];
        uint64_t *sorted = spare;
        spare = numbers;
        numbers = sorted;
    }
    return numbers;
}

uint64_t *sort_rows(const struct matrix *matrix, size_t feature, uint64_t *numbers, uint64_t *spare)
{
    for (size_t i = 0; i < matrix->rows; i++)
        numbers[i] = (uint64_t)sort_bits(matrix->values[i * PITH__FEATURES + feature]) << 32 | i;
    return sort_high(numbers, spare, matrix->rows);
}
