/*
 * fuzz_plain.c - any bytes as plain text: nothing of it is lost, and nothing is taken for markup.
 *
 * The first byte picks the format, the rest is the text.
 */
#include "base/utf8.h"
#include "fuzz.h"

/* Bytes that are letters or digits, which no format and no layout changes; and a sum of them, in
 * which their order counts. */
struct letters {
    size_t count;
    uint64_t sum;
};

static void add(struct letters *letters, const char *text, size_t len)
{
    for (size_t i = 0; i < len; i++) {
        unsigned char c = (unsigned char)text[i];
        if ((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z')) {
            letters->count++;
            letters->sum = letters->sum * 31 + c;
        }
    }
}

static int take(const char *data, size_t len, void *user)
{
    add(user, data, len);
    return 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    uint8_t pick = size > 0 ? data[0] : 0;
    const char *bytes = (const char *)data + (size > 0);
    size_t len = size - (size > 0);
    pith_options *options =
        fuzz_options("deadline", "0", "input", "text", "method", "all", "charset", "utf-8", NULL);
    const pith_page *page;
    const pith_block *block;
    struct letters found = {0, 0}, written = {0, 0};
    require(pith_context_parse(fuzz_context(), bytes, len, options, &page, NULL) == PITH_OK);
    uint32_t at = 0;
    for (size_t i = 0; (block = pith_page_block(page, i)) != NULL; i++) {
        require(block->text_len > 0 && block->begin >= at && block->begin < block->end &&
                block->end <= len);
        require(pith__utf8_valid_prefix((const unsigned char *)block->text, block->text_len) ==
                block->text_len);
        at = block->end;
        add(&found, block->text, block->text_len);
    }
    require(found.count <= len);
    /* Plain text is written as it was read, but for marks of lists. */
    pith_format format = (pick & 1) != 0 ? PITH_FORMAT_MARKDOWN : PITH_FORMAT_TEXT;
    require(pith_render(page, format, NULL, take, &written) == PITH_OK);
    if (format == PITH_FORMAT_TEXT)
        require(written.count == found.count && written.sum == found.sum);
    require(written.count >= found.count);
    return 0;
}
