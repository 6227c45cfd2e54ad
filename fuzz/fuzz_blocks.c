/*
 * fuzz_blocks.c - any bytes to blocks, text and JSON; checks what must hold for every page.
 *
 * The first byte of the input picks options, the rest is the page.
 */
#include "base/utf8.h"
#include "fuzz.h"

static int check_piece(const char *data, size_t len, void *user)
{
    size_t *total = user;
    require(data != NULL);
    *total += len;
    return 0;
}

static void check_block(const pith_page *page, const pith_block *block, size_t len, uint32_t *at)
{
    require(block->text_len > 0);
    require(pith__utf8_valid_prefix((const unsigned char *)block->text, block->text_len) ==
            block->text_len);
    require(block->begin < block->end && block->end <= len && block->begin >= *at);
    *at = block->end;
    require(block->link_words <= block->words);
    require(block->words == 0 || block->sentences > 0);
    require(block->column == PITH_NONE || block->row != PITH_NONE); /* columns are those of a row */
    pith_element element;
    uint32_t index = block->element;
    for (unsigned depth = 0; index != PITH_NONE; depth++) {
        require(depth <= 65536 && pith_page_element(page, index, &element, sizeof element));
        require(element.parent == PITH_NONE || element.parent < index);
        require(element.offset <= len);
        index = element.parent;
    }
}

/* Every fact is a line of valid text of bounded length. */
static void check_facts(const pith_page *page)
{
    for (unsigned field = 0; field < PITH_FIELDS; field++) {
        const pith_fact *fact;
        bool several = field == PITH_FIELD_AUTHOR || field == PITH_FIELD_TAG;
        for (size_t i = 0; (fact = pith_page_fact(page, (pith_field)field, i)) != NULL; i++) {
            const unsigned char *value = (const unsigned char *)fact->value;
            require(i < (several ? 32 : 1) && fact->len > 0 && fact->len <= 2100);
            require(pith__utf8_valid_prefix(value, fact->len) == fact->len);
            for (size_t j = 0; j < fact->len; j++)
                require(value[j] >= ' ' && value[j] != 0x7F);
            require(fact->source != NULL && fact->source[0] != '\0');
        }
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const char *const charsets[] = {NULL,      NULL,          NULL,     "utf-8",
                                           "gb18030", "iso-2022-jp", "utf-16", "shift_jis"};
    pith_options *options = fuzz_options("deadline", "0", "metadata", "true", "url",
                                         "https://example.org/2020/05/12/page", NULL);
    uint8_t pick = size > 0 ? data[0] : 0;
    options_set(options, "charset", charsets[pick & 7], NULL);
    if ((pick & 8) != 0)
        options_set_number(options, "max-depth", (double)(8 + (pick >> 6)));
    if ((pick & 16) != 0)
        options_set_number(options, "max-nodes", (double)(16 + pick));
    if ((pick & 32) != 0)
        options_set_number(options, "max-input", (double)(size / 2));
    if ((pick & 192) == 192)
        options_set(options, "input", "text", NULL);
    const char *bytes = (const char *)data + (size > 0);
    size_t len = size - (size > 0);
    pith_context *context = fuzz_context();
    const pith_page *page = NULL;
    /* Some of them twice, for the reused context must give the same. */
    size_t totals[2] = {0, 0};
    int rounds = fuzz_does(len, 8, 0) ? 2 : 1;
    for (int round = 0; round < rounds; round++) {
        require(pith_context_parse(context, bytes, len, options, &page, NULL) == PITH_OK);
        const pith_block *block;
        uint32_t at = 0;
        for (size_t i = 0; (block = pith_page_block(page, i)) != NULL; i++)
            check_block(page, block, len, &at);
        check_facts(page);
        if (fuzz_does(len, 2, 0))
            require(pith_render(page, PITH_FORMAT_TEXT, NULL, check_piece, &totals[round]) ==
                    PITH_OK);
        if (fuzz_does(len, 2, 1))
            require(pith_render(page, PITH_FORMAT_JSON, NULL, check_piece, &totals[round]) ==
                    PITH_OK);
    }
    require(rounds == 1 || totals[0] == totals[1]);
    return 0;
}
