/*
 * decode_dump.c - decodes records, for a judge to compare.
 *
 * usage: decode_dump LABEL. In: records of a length, two bytes with the higher first, and so many
 * bytes. Out: for each the length of its UTF-8 and the number of sequences that were replaced, two
 * bytes each, and the UTF-8.
 */
#include <stdio.h>
#include <stdlib.h>

#include "encoding/charset.h"

static void put_number(size_t number)
{
    putchar((int)(number >> 8 & 0xFF));
    putchar((int)(number & 0xFF));
}

static int fail(const char *what)
{
    fprintf(stderr, "decode_dump: %s\n", what);
    return 1;
}

int main(int argc, char **argv)
{
    struct pith__arena arena;
    int high, low;
    const struct pith__charset *charset =
        argc == 2 ? pith__charset_find(argv[1], strlen(argv[1])) : NULL;
    if (charset == NULL || charset->family == PITH__FAMILY_UTF8)
        return fail("give the label of a legacy encoding");
    pith__arena_init(&arena, &pith__allocator_default);
    while ((high = getchar()) != EOF && (low = getchar()) != EOF) {
        struct pith__decoded decoded;
        size_t len = (size_t)high << 8 | (size_t)low;
        unsigned char *bytes = malloc(len + 1); /* of its own size, for ASan */
        if (bytes == NULL || fread(bytes, 1, len, stdin) != len)
            return fail("a record is cut off");
        memset(&decoded, 0, sizeof decoded);
        pith__arena_reset(&arena, SIZE_MAX);
        if (pith__legacy_decode(&arena, charset, bytes, 0, &len, NULL, &decoded) != PITH_OK)
            return fail("out of memory");
        put_number(decoded.utf8.len);
        put_number(decoded.replaced);
        fwrite(decoded.utf8.ptr, 1, decoded.utf8.len, stdout);
        free(bytes);
    }
    pith__arena_deinit(&arena);
    return fflush(stdout) == 0 ? 0 : fail("cannot write");
}
