/*
 * score_hash.c - a number for all that the methods auto and ngram say of pages, and for their
 * kinds, bit by bit.
 *
 *     score_hash FILE...
 */
#include <stdio.h>
#include <string.h>

#include "pages.h"
#include "pith.h"

static uint64_t add(uint64_t hash, const void *data, size_t len)
{
    for (size_t i = 0; i < len; i++)
        hash = (hash ^ ((const unsigned char *)data)[i]) * UINT64_C(0x100000001B3);
    return hash;
}

int main(int argc, char **argv)
{
    struct page_set set = {NULL, 0, 0};
    uint64_t hash = UINT64_C(0xCBF29CE484222325);
    pith_context *context = pith_context_new(NULL);
    pith_options options;
    size_t blocks = 0;
    pith_options_init(&options);
    options.reasons = 1;
    options.page_type = 1;
    options.deadline_ms = 0;
    for (int i = 1; i < argc; i++) {
        if (page_set_add(&set, argv[i]) != 0)
            return 1;
    }
    for (size_t i = 0; i < 2 * set.count; i++) {
        const struct page *source = &set.pages[i / 2];
        const pith_page *page;
        const pith_block *block;
        options.methods = i % 2 == 0 ? PITH_METHOD_AUTO : PITH_METHOD_NGRAM;
        if (pith_context_parse(context, (const char *)source->bytes, source->len, &options,
                               &page) != PITH_OK)
            return 1;
        for (size_t k = 0; (block = pith_page_block(page, k)) != NULL; k++, blocks++) {
            hash = add(hash, &block->score, sizeof block->score);
            hash = add(hash, &block->keep, 1);
            hash = add(hash, &block->why, 1);
        }
        hash = add(hash, &pith_page_get_info(page)->confidence, sizeof(float));
        hash = add(hash, &pith_page_get_info(page)->page_type, sizeof(pith_page_type));
        hash = add(hash, &pith_page_get_info(page)->page_type_confidence, sizeof(float));
    }
    printf("%zu pages, %zu blocks: %016llx\n", set.count, blocks, (unsigned long long)hash);
    page_set_free(&set);
    pith_context_free(context);
    return 0;
}
