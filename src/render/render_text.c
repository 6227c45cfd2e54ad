/*
 * render_text.c - blocks as plain text: blank lines between them, lists and tables line by line.
 */
#include "base/lanes.h"
#include "render/outline.h"
#include "render/render.h"

/* Empty cells before a cell that are shown by tabs; more would only serve a hostile page. */
enum { TABS_MAX = 16 };

static void write_tabs(struct pith__writer *writer, uint32_t count)
{
    static const char tabs[TABS_MAX + 1] = "\t\t\t\t\t\t\t\t\t\t\t\t\t\t\t\t";
    pith__write(writer, tabs, count < TABS_MAX ? count : TABS_MAX);
}

static bool is_fresh_cell(const pith_block *block)
{
    return block->kind == PITH_KIND_TABLE_CELL && (block->flags & PITH_FLAG_CONTINUED) == 0;
}

/* What stands between two blocks. STARTS: the second is the first of a list item. */
static void separate(struct pith__writer *writer, const pith_block *before, const pith_block *block,
                     bool starts)
{
    if (is_fresh_cell(block) && before->row != PITH_NONE) {
        if (block->row == before->row && block->column > before->column) {
            write_tabs(writer, block->column - before->column);
            return;
        }
        pith__write_string(writer, block->row > before->row ? "\n" : "\n\n");
        write_tabs(writer, block->column);
        return;
    }
    bool items = starts && before->list_depth > 0;
    bool lines = block->kind == before->kind &&
                 (block->kind == PITH_KIND_TERM || block->kind == PITH_KIND_CONTROL);
    bool defines = block->kind == PITH_KIND_DEFINITION &&
                   (before->kind == PITH_KIND_TERM || before->kind == PITH_KIND_DEFINITION);
    pith__write_string(writer, items || lines || defines ? "\n" : "\n\n");
}

static void write_indent(struct pith__writer *writer, unsigned levels)
{
    for (unsigned i = 0; i < levels; i++)
        pith__write(writer, "  ", 2);
}

/* The markers of the list items that BLOCK starts, mostly one: an item may start with a list. Or
 * the indent that stands for a marker. */
static void write_markers(struct pith__writer *writer, const pith_page *page,
                          const pith_block *block, const struct pith__starts *starts)
{
    const struct pith__context *records = page->blocks.contexts.data;
    unsigned markers = starts->count > 0 ? starts->count : 1;
    write_indent(writer, block->list_depth > markers ? block->list_depth - markers : 0);
    if (starts->count == 0)
        write_indent(writer, 1);
    for (unsigned i = starts->count; i > 0; i--) {
        int32_t ordinal = records[starts->items[i - 1]].ordinal;
        if (ordinal != PITH_NO_ORDINAL) {
            pith__write_number(writer, ordinal);
            pith__write(writer, ". ", 2);
        } else {
            pith__write(writer, "- ", 2);
        }
    }
}

/* The first byte of TEXT from I on that is a control character other than a tab; LEN if none. */
static size_t find_control(const char *text, size_t i, size_t len)
{
    for (; len - i >= PITH__LANES; i += PITH__LANES) {
        pith__lanes bytes = pith__lanes_load(text + i);
        uint32_t controls = pith__lanes_mask(
            pith__lanes_or(pith__lanes_within(bytes, 0, 0x1F), pith__lanes_equal(bytes, 0x7F)));
        controls &= ~pith__lanes_mask(pith__lanes_equal(bytes, '\t'));
        if (controls != 0)
            return i + (size_t)__builtin_ctz(controls);
    }
    for (; i < len; i++) {
        unsigned char c = (unsigned char)text[i];
        if ((c < ' ' && c != '\t') || c == 0x7F)
            break;
    }
    return i;
}

/* Writes a block's text. Its line ends would end the row of a cell, and in list items the next line
 * is indented; other control characters have no place in text, least of all on a terminal. */
static void write_lines(struct pith__writer *writer, const pith_block *block, size_t len)
{
    const char *text = block->text;
    bool cell = block->kind == PITH_KIND_TABLE_CELL;
    unsigned indent = block->kind == PITH_KIND_LIST_ITEM ? block->list_depth : 0;
    size_t done = 0;
    size_t i;
    while ((i = find_control(text, done, len)) < len) {
        pith__write(writer, text + done, i - done);
        done = i + 1;
        if (text[i] == '\n' && cell) {
            pith__write(writer, " ", 1);
        } else if (text[i] == '\n') {
            pith__write(writer, "\n", 1);
            write_indent(writer, indent);
        }
    }
    pith__write(writer, text + done, len - done);
}

pith_status pith__render_text(const pith_page *page, const pith_dress *dress,
                              struct pith__writer *writer)
{
    const pith_block *before = NULL;
    const pith_block *block;
    uint32_t record = 0;
    (void)dress;
    for (size_t i = 0; (block = pith_page_block(page, i)) != NULL && !writer->failed; i++) {
        if (!block->keep)
            continue;
        uint32_t next = pith__block_record(page, i);
        struct pith__starts starts = pith__items_between(page, record, next);
        record = next;
        if (before != NULL)
            separate(writer, before, block, starts.count > 0);
        if (block->kind == PITH_KIND_LIST_ITEM || starts.count > 0)
            write_markers(writer, page, block, &starts);
        size_t len = block->text_len;
        while (len > 0 && block->text[len - 1] == '\n') /* of preformatted text */
            len--;
        write_lines(writer, block, len);
        before = block;
    }
    if (before != NULL)
        pith__write(writer, "\n", 1);
    return PITH_OK;
}
