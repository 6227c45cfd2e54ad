/*
 * walk_blocks.c - many pages with one context and an allocator of one's own.
 *
 *   walk_blocks FILE...
 *
 * Lists the kind and size of every block. The context keeps its memory from page to page: the
 * counting allocator shows how seldom it asks for more.
 */
#include <stdio.h>
#include <stdlib.h>

#include "pith.h"

/* Counts the calls; USER is the counter. */
static void *counting_resize(void *user, void *old, size_t old_size, size_t new_size)
{
    (void)old_size;
    if (new_size == 0) {
        free(old);
        return NULL;
    }
    ++*(size_t *)user;
    return realloc(old, new_size);
}

static int list_blocks(pith_context *context, const char *name)
{
    static char html[1 << 20];
    FILE *file = fopen(name, "rb");
    const pith_page *page;
    const pith_page_info *info;
    pith_error error;
    size_t len;

    if (!file) {
        perror(name);
        return -1;
    }
    len = fread(html, 1, sizeof html, file);
    fclose(file);

    if (pith_context_parse(context, html, len, NULL, &page, &error) != PITH_OK) {
        fprintf(stderr, "%s: %s\n", name, error.message);
        return -1;
    }
    info = pith_page_get_info(page);
    for (size_t i = 0; i < info->blocks; i++) {
        const pith_block *block = pith_page_block(page, i);

        printf("%4zu  %-12s %4u words, %u in links\n", i, pith_kind_name((pith_kind)block->kind),
               block->words, block->link_words);
    }
    printf("%s: %s, %zu blocks, %zu words\n", name, info->charset, info->blocks, info->words);
    return 0;
}

int main(int argc, char **argv)
{
    size_t allocations = 0;
    pith_context *context = pith_context_new_with(counting_resize, &allocations);
    int failed = !context;

    for (int i = 1; i < argc && !failed; i++)
        failed = list_blocks(context, argv[i]) != 0;
    pith_context_free(context);
    printf("%zu allocations\n", allocations);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
