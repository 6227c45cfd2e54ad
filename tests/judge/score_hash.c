/*
 * score_hash.c - a number for all that the methods auto and ngram say of pages, and for their
 * kinds, bit by bit.
 *
 *     score_hash FILE...
 */
#include <stdio.h>
#include <string.h>

#include "base/hash.h"
#include "options_with.h"
#include "pages.h"
#include "pith.h"

/* The lowest byte first, so that the order of bytes in memory does not count. */
static uint64_t add(uint64_t hash, uint32_t number)
{
    unsigned char bytes[4];
    for (int i = 0; i < 4; i++)
        bytes[i] = (unsigned char)(number >> 8 * i);
    return pith__fnv64_bytes(hash, bytes, sizeof bytes);
}

static uint64_t add_float(uint64_t hash, float number)
{
    uint32_t bits;
    memcpy(&bits, &number, sizeof bits);
    return add(hash, bits);
}

int main(int argc, char **argv)
{
    struct page_set set = {NULL, 0, 0};
    uint64_t hash = PITH__FNV64;
    pith_context *context = pith_context_new();
    size_t blocks = 0;
    pith_options *options =
        options_with("reasons", "true", "page-type", "true", "deadline", "0", NULL);
    for (int i = 1; i < argc; i++) {
        if (page_set_add(&set, argv[i]) != 0)
            return 1;
    }
    for (size_t i = 0; i < 2 * set.count; i++) {
        const struct page *source = &set.pages[i / 2];
        const pith_page *page;
        const pith_block *block;
        options_set(options, "method", i % 2 == 0 ? "auto" : "ngram", NULL);
        if (pith_context_parse(context, (const char *)source->bytes, source->len, options, &page,
                               NULL) != PITH_OK)
            return 1;
        for (size_t k = 0; (block = pith_page_block(page, k)) != NULL; k++, blocks++) {
            hash = add_float(hash, block->score);
            hash = add(hash, (uint32_t)block->keep);
            hash = add(hash, (uint32_t)block->reason);
        }
        hash = add_float(hash, pith_page_get_info(page)->confidence);
        hash = add(hash, (uint32_t)pith_page_get_info(page)->page_type);
        hash = add_float(hash, pith_page_get_info(page)->page_type_confidence);
    }
    printf("%zu pages, %zu blocks: %016llx\n", set.count, blocks, (unsigned long long)hash);
    page_set_free(&set);
    pith_context_free(context);
    return 0;
}
