/*
 * bench_guess.c - guesses the encoding of each document on standard input.
 *
 * In: documents, each preceded by its length as a 32-bit little-endian number. Out: one line each
 * with the encoding and how it was found; on standard error bytes and seconds. Used by
 * bench/guess.py.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/utf8.h"
#include "encoding/charset.h"
#include "meter.h"

int main(void)
{
    unsigned char head[4], *bytes = NULL;
    double seconds = 0, total = 0;
    while (fread(head, 1, 4, stdin) == 4) {
        size_t len = head[0] | (size_t)head[1] << 8 | (size_t)head[2] << 16 | (size_t)head[3] << 24;
        pith_charset_source source;
        free(bytes);
        bytes = malloc(len + 1);
        if (bytes == NULL || fread(bytes, 1, len, stdin) != len)
            return 1;
        double start = meter_seconds();
        size_t valid = pith__utf8_valid_prefix(bytes, len);
        const struct pith__charset *charset =
            pith__charset_guess(bytes, len, valid, false, &source);
        seconds += meter_seconds() - start;
        total += (double)len;
        printf("%s %d\n", charset->name, (int)source);
    }
    free(bytes);
    fprintf(stderr, "%.0f %.6f\n", total, seconds);
    return 0;
}
