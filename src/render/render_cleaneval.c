/*
 * render_cleaneval.c - writes blocks as CleanEval segments: a line each, with "<h>" before
 * headings, "<l>" before list items, "<p>" before all else.
 *
 * Short blocks that are entirely bold are headings, too: many pages of CleanEval's time have such
 * headings, and its annotators saw a page, not its tags. If a list item has several blocks, the
 * first is the item and the others are paragraphs.
 */
#include "method/perplexity.h"
#include "render/inline.h"
#include "render/render.h"

/* Writes text on one line, with white space collapsed and without control characters. STARTED: the
 * line is not empty. */
static bool write_line(struct pith__writer *writer, const char *text, size_t len, bool started)
{
    bool space = started;
    const uint64_t begun = pith__writer_bytes(writer);
    for (size_t i = 0; i < len && !pith__writer_cuts_block(writer, begun);) {
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
    return started;
}

/* Writes a block in which the method perplexity dropped or marked parts. */
static void write_stretches(struct pith__writer *writer, const pith_page *page, size_t index)
{
    const pith_block *block = pith_page_block(page, index);
    struct pith__stretch stretch;
    bool started = false;
    for (size_t at = 0; !writer->stopped && pith__stretch_next(page, index, at, &stretch);
         at = stretch.end) {
        char mark[PITH__MARK_MAX];
        if (stretch.marked != NULL)
            started =
                write_line(writer, mark, (size_t)pith__mark_text(stretch.marked, mark), started);
        started =
            write_line(writer, block->text + stretch.begin, stretch.end - stretch.begin, started);
    }
}

enum { BOLD_HEADING = 100 }; /* most bytes */

/* Is a block's text entirely bold, and short? */
static bool is_bold_heading(const pith_page *page, size_t index)
{
    const struct pith__doc *doc = &page->doc;
    const uint32_t *first = page->blocks.first.data;
    uint32_t end = index + 1 < page->info.blocks ? first[index + 1] : (uint32_t)doc->nodes.len;
    uint32_t element = pith__doc_node(doc, first[index])->block;
    if (pith__page_blocks(page)[index].text_len > BOLD_HEADING)
        return false;
    for (uint32_t i = first[index]; i < end; i++) {
        const struct pith__node *node = pith__doc_node(doc, i);
        if (node->tag != PITH__TAG_TEXT || node->block != element ||
            (node->flags & PITH__NODE_UNSEEN) != 0)
            continue;
        if ((node->detail & PITH__FORMAT_STRONG) == 0)
            return false;
    }
    return true;
}

pith_status pith__render_cleaneval(const pith_page *page,
                                   const struct pith__render_options *options,
                                   struct pith__writer *writer)
{
    const pith_block *block;
    (void)options;
    for (size_t i = 0; (block = pith_page_block(page, i)) != NULL; i++) {
        if (pith__writer_ends(writer, 2))
            break;
        if (!block->keep || pith__block_is_blank(block))
            continue;
        bool item = block->kind == PITH_KIND_LIST_ITEM && (block->flags & PITH_FLAG_CONTINUED) == 0;
        bool heading = block->kind == PITH_KIND_HEADING || (!item && is_bold_heading(page, i));
        pith__write_string(writer, heading ? "<h>" : item ? "<l>" : "<p>");
        if (pith__parts_any_bad(page, i) != NULL)
            write_stretches(writer, page, i);
        else
            write_line(writer, block->text, block->text_len, false);
        pith__write(writer, "\n", 1);
    }
    return PITH_OK;
}
