/*
 * cut_source.c - where a block comes from: its tag path, and its bytes in the page as written.
 *
 *   cut_source FILE
 *
 * Offsets are into the input as it was given, whatever its encoding, so that a program can
 * highlight a block in the original or cite it.
 */
#include <stdio.h>
#include <stdlib.h>

#include "pith.h"

/* Prints "html > body (article) > div#main > p", classes in brackets. Elements know their parents,
 * so the path is gathered from the inside and printed from the outside. */
static void print_path(const pith_page *page, const pith_block *block)
{
    enum { DEEP = 32 };
    pith_element path[DEEP];
    int depth = 0;

    for (uint32_t i = block->element;
         depth < DEEP && pith_page_element(page, i, &path[depth], sizeof path[depth]);)
        i = path[depth++].parent;
    while (depth-- > 0) {
        const pith_element *e = &path[depth];

        printf("%.*s", (int)e->tag_len, e->tag);
        if (e->id_len)
            printf("#%.*s", (int)e->id_len, e->id);
        if (e->classes_len)
            printf(" (%.*s)", (int)e->classes_len, e->classes);
        fputs(depth > 0 ? " > " : "\n", stdout);
    }
}

int main(int argc, char **argv)
{
    static char html[1 << 20];
    FILE *file = argc > 1 ? fopen(argv[1], "rb") : NULL;
    pith_context *context = pith_context_new();
    const pith_page *page;
    const pith_block *block;
    size_t len;

    if (!file || !context) {
        fprintf(stderr, "usage: cut_source FILE\n");
        return EXIT_FAILURE;
    }
    len = fread(html, 1, sizeof html, file);
    fclose(file);

    /* The bytes must stay as they are while the page is used: blocks are slices of them. */
    if (pith_context_parse(context, html, len, NULL, &page, NULL) != PITH_OK)
        return EXIT_FAILURE;
    for (size_t i = 0; (block = pith_page_block(page, i)) != NULL; i++) {
        print_path(page, block);
        printf("    bytes %u to %u: %.*s\n", block->begin, block->end,
               (int)(block->end - block->begin), html + block->begin);
    }
    pith_context_free(context);
    return EXIT_SUCCESS;
}
