/*
 * one_call.c - the text of a page, with one call.
 *
 *   one_call FILE
 */
#include <stdio.h>
#include <stdlib.h>

#include "pith.h"

int main(int argc, char **argv)
{
    static char html[1 << 20];
    FILE *file = argc > 1 ? fopen(argv[1], "rb") : NULL;
    size_t len, text_len;
    char *text;
    pith_error error;

    if (!file) {
        fprintf(stderr, "usage: one_call FILE\n");
        return EXIT_FAILURE;
    }
    len = fread(html, 1, sizeof html, file);
    fclose(file);

    if (pith_extract(html, len, NULL, PITH_FORMAT_TEXT, &text, &text_len, &error) != PITH_OK) {
        fprintf(stderr, "%s: %s\n", argv[1], error.message);
        return EXIT_FAILURE;
    }
    fwrite(text, 1, text_len, stdout);
    pith_free(text);
    return EXIT_SUCCESS;
}
