/*
 * nearest.c - see nearest.h.
 */
#include "io/nearest.h"

#include <stdint.h>
#include <string.h>

/* The Levenshtein distance of two words. Words of more than WIDE bytes are far from all others. */
static size_t edits(const char *a, const char *b)
{
    enum { WIDE = 32 };
    size_t row[WIDE + 1];
    size_t n = strlen(b);

    if (n > WIDE || strlen(a) > WIDE)
        return WIDE;
    for (size_t j = 0; j <= n; j++)
        row[j] = j;
    for (size_t i = 1; a[i - 1]; i++) {
        size_t diagonal = row[0];

        row[0] = i;
        for (size_t j = 1; j <= n; j++) {
            size_t best = diagonal + (a[i - 1] != b[j - 1]);

            if (best > row[j] + 1)
                best = row[j] + 1;
            if (best > row[j - 1] + 1)
                best = row[j - 1] + 1;
            diagonal = row[j];
            row[j] = best;
        }
    }
    return row[n];
}

/* At most 2 for words that may have been meant: typing errors, and abbreviations. */
static size_t distance(const char *word, const char *candidate)
{
    size_t len = strlen(word);
    size_t slips = edits(word, candidate);

    if (len >= 3 && slips > 2 && strncmp(word, candidate, len) == 0)
        return 2;
    /* If every letter has to change, it is not a typing error. */
    return slips < strlen(candidate) ? slips : SIZE_MAX;
}

const char *nearest_word(const char *word, const char *candidate, const char *best)
{
    size_t far = distance(word, candidate);

    if (far > 2)
        return best;
    return best && distance(word, best) <= far ? best : candidate;
}
