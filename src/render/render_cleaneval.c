/*
 * render_cleaneval.c - blocks as CleanEval's segments: a line each, "<h>" before headings, "<l>"
 * before list items, "<p>" before all else.
 */
#include "render/inline.h"
#include "render/render.h"

/* Writes text on one line: white space folded, control characters left out. */
static void write_line(struct pith__writer *writer, const char *text, size_t len)
{
    bool started = false;
    bool space = false;
    for (size_t i = 0; i < len;) {
        size_t from = i;
        size_t control = 0;
        while (i < len && !pith__is_space((unsigned char)text[i]) &&
               (control = pith__control_len(text + i, len - i)) == 0)
            i++;
        if (i > from) {
            pith__write(writer, " ", space && started);
            pith__write(writer, text + from, i - from);
            started = true;
            space = false;
        }
        if (i < len && control == 0)
            space = true;
        i += control > 0 ? control : i < len;
    }
    pith__write(writer, "\n", 1);
}

pith_status pith__render_cleaneval(const pith_page *page, const pith_dress *dress,
                                   struct pith__writer *writer)
{
    const pith_block *block;
    (void)dress;
    for (size_t i = 0; (block = pith_page_block(page, i)) != NULL && !writer->failed; i++) {
        if (!block->keep || pith__block_is_blank(block))
            continue;
        bool heading = block->kind == PITH_KIND_HEADING;
        bool item = block->kind == PITH_KIND_LIST_ITEM;
        pith__write_string(writer, heading ? "<h>" : item ? "<l>" : "<p>");
        write_line(writer, block->text, block->text_len);
    }
    return PITH_OK;
}
