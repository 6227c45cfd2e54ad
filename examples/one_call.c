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

    if (!file) {
        fprintf(stderr, "usage: one_call FILE\n");
        return EXIT_FAILURE;
    }
    len = fread(html, 1, sizeof html, file);
    fclose(file);

    if (pith_text_new(html, len, &text, &text_len) != PITH_OK)
        return EXIT_FAILURE;
    fwrite(text, 1, text_len, stdout);
    pith_text_free(text);
    return EXIT_SUCCESS;
}
