/*
 * fuzz_label.c - any bytes as a page and any as its true text; checks what must hold for labels.
 *
 * The byte 0x1E parts the page from the truth. Without it the page's own bytes are the truth.
 */
#include "eval/block_labels.h"
#include "eval/snippet_labels.h"
#include "fuzz.h"

/* Exactly as large as it needs to be, so that ASan sees writes beyond it. */
static uint8_t *label_new(pith_context *context, const pith_page *page, struct pith__span truth)
{
    size_t blocks = pith_page_get_info(page)->blocks;
    uint8_t *labels = malloc(blocks > 0 ? blocks : 1);
    require(labels != NULL);
    memset(labels, 9, blocks);
    require(pith_context_label(context, (const char *)truth.ptr, truth.len, labels) == PITH_OK);
    for (size_t i = 0; i < blocks; i++)
        require(labels[i] <= 1);
    return labels;
}

/* Each line of the truth is a block, of the class that its first byte picks. */
static void check_classes(pith_context *context, const pith_page *page, struct pith__span text)
{
    size_t count = pith_page_get_info(page)->blocks;
    struct set_block *blocks = malloc((text.len + 1) * sizeof *blocks);
    uint8_t *classes = malloc(count > 0 ? count : 1);
    struct set_page truth = {.blocks = blocks, .block_count = 0};
    require(blocks != NULL && classes != NULL);
    while (text.len > 0) {
        const unsigned char *end = memchr(text.ptr, '\n', text.len);
        size_t len = end != NULL ? (size_t)(end - text.ptr) : text.len - 1;
        blocks[truth.block_count++] =
            (struct set_block){(enum set_class)(text.ptr[0] % SET_CLASSES), {text.ptr, len}};
        text.ptr += len + 1;
        text.len -= len + 1;
    }
    require(block_labels(context, page, &truth, classes, NULL) == (truth.block_count > 0));
    for (size_t i = 0; i < count && truth.block_count > 0; i++)
        require(classes[i] < SET_CLASSES);
    free(classes);
    free(blocks);
}

/* Some of the page's own blocks are snippets. */
static void check_snippets(const pith_page *page)
{
    enum { MOST = 16 };
    size_t count = pith_page_get_info(page)->blocks;
    struct pith__span snippets[MOST];
    struct set_page truth = {.has_snippets = true, .without = snippets};
    uint8_t *classes = malloc(count > 0 ? count : 1);
    require(classes != NULL);
    for (size_t i = 0; i < count && i < MOST; i++) {
        const pith_block *block = pith_page_block(page, i);
        snippets[truth.without_count++] =
            (struct pith__span){(const unsigned char *)block->text, block->text_len};
    }
    require(snippet_labels(page, &truth, classes));
    for (size_t i = 0; i < count; i++)
        require(classes[i] == SET_NOT_CONTENT || classes[i] == SNIPPET_UNKNOWN);
    /* The first cannot be hidden by what stands before it. */
    require(count == 0 || pith_page_block(page, 0)->words == 0 || classes[0] == SET_NOT_CONTENT);
    free(classes);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const uint8_t *cut = size > 0 ? memchr(data, 0x1E, size) : NULL;
    size_t len = cut != NULL ? (size_t)(cut - data) : size;
    struct pith__span truth = {data, size};
    if (cut != NULL)
        truth = (struct pith__span){cut + 1, size - len - 1};
    pith_options *options = fuzz_options("deadline", "0", NULL);
    pith_context *context = fuzz_context();
    const pith_page *page = NULL;
    require(pith_context_parse(context, (const char *)data, len, options, &page, NULL) == PITH_OK);
    size_t blocks = pith_page_get_info(page)->blocks;

    uint8_t *labels = label_new(context, page, truth);
    if (fuzz_does(size, 4, 0)) {
        uint8_t *again = label_new(context, page, truth);
        require(memcmp(labels, again, blocks) == 0);
        free(again);
    }
    if (fuzz_does(size, 4, 1)) {
        uint8_t *none = label_new(context, page, (struct pith__span){data, 0});
        for (size_t i = 0; i < blocks; i++)
            require(none[i] == 0);
        free(none);
    }
    if (fuzz_does(size, 4, 2))
        check_classes(context, page, truth);
    if (fuzz_does(size, 4, 3))
        check_snippets(page);
    free(labels);
    return 0;
}
