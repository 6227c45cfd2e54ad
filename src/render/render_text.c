/*
 * render_text.c - blocks as plain text: blank lines between them, lists and tables line by line.
 */
#include "page.h"
#include "render/writer.h"

/* What stands between two blocks. */
static const char *separator(const pith_block *before, const pith_block *block)
{
    bool cells = before->kind == PITH_KIND_TABLE_CELL && block->kind == PITH_KIND_TABLE_CELL;
    if (cells && (block->flags & PITH_FLAG_CONTINUED) == 0) {
        bool same_row = block->row == before->row && block->column > before->column;
        return same_row ? "\t" : block->row > before->row ? "\n" : "\n\n";
    }
    if (before->kind != block->kind && !(before->kind == PITH_KIND_TERM &&
                                         block->kind == PITH_KIND_DEFINITION))
        return "\n\n";
    switch (block->kind) {
    case PITH_KIND_LIST_ITEM:
    case PITH_KIND_TERM:
    case PITH_KIND_DEFINITION:
    case PITH_KIND_CONTROL:
        return "\n";
    default:
        return "\n\n";
    }
}

static void write_marker(struct pith__writer *writer, const pith_block *block)
{
    for (unsigned i = 1; i < block->list_depth; i++)
        pith__write(writer, "  ", 2);
    if ((block->flags & PITH_FLAG_CONTINUED) != 0) {
        pith__write(writer, "  ", 2);
    } else if (block->ordinal != 0) {
        pith__write_number(writer, block->ordinal);
        pith__write(writer, ". ", 2);
    } else {
        pith__write(writer, "- ", 2);
    }
}

pith_status pith_render_text(const pith_page *page, pith_sink sink, void *user)
{
    struct pith__writer writer;
    pith__writer_init(&writer, sink, user);
    const pith_block *before = NULL;
    const pith_block *block;
    for (size_t i = 0; (block = pith_page_block(page, i)) != NULL && !writer.failed; i++) {
        if (before != NULL)
            pith__write_string(&writer, separator(before, block));
        if (block->kind == PITH_KIND_LIST_ITEM)
            write_marker(&writer, block);
        pith__write(&writer, block->text, block->text_len);
        before = block;
    }
    if (before != NULL)
        pith__write(&writer, "\n", 1);
    return pith__writer_finish(&writer);
}
