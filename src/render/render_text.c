/*
 * render_text.c - writes blocks as plain text: blank lines between them, lists and tables line by
 * line.
 */
#include "base/lanes.h"
#include "method/perplexity.h"
#include "render/escape.h"
#include "render/inline.h"
#include "render/outline.h"
#include "render/render.h"

/* Most empty cells before a cell that get a tab; only a hostile page has more. */
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

/* Writes what is between two blocks. STARTS: the second is the first of a list item. */
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

/* Lists nested deeper than markdown shows are ignored here, too. */
static void write_indent(struct pith__writer *writer, unsigned levels)
{
    for (unsigned i = 0; i < levels && i < PITH__HOLDERS_MAX; i++)
        pith__write(writer, "  ", 2);
}

/* Writes the markers of the list items that BLOCK starts, usually one (an item may start with a
 * list), or an indent instead of a marker. */
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

/* Length of a line end or control character at P; 0 for any other. */
static size_t control_len(const char *p, size_t len)
{
    unsigned char c = (unsigned char)p[0];
    if (c < ' ')
        return c == '\t' ? 0 : 1;
    return pith__control_len(p, len);
}

/* The position of the first of these in TEXT from I on; LEN if there is none. */
static size_t find_control(const char *text, size_t i, size_t len)
{
    for (; len - i >= PITH__LANES; i += PITH__LANES) {
        pith__lanes bytes = pith__lanes_load(text + i);
        uint32_t maybe = pith__lanes_mask(
            pith__lanes_or(pith__lanes_within(bytes, 0, 0x1F), pith__lanes_equal(bytes, 0x7F)));
        maybe |= pith__lanes_mask(
            pith__lanes_or(pith__lanes_equal(bytes, 0xC2), pith__lanes_equal(bytes, 0xEF)));
        for (; maybe != 0; maybe &= maybe - 1) {
            size_t at = i + (size_t)__builtin_ctz(maybe);
            if (control_len(text + at, len - at) > 0)
                return at;
        }
    }
    while (i < len && control_len(text + i, len - i) == 0)
        i++;
    return i;
}

/* Writes a piece of a block's text. A line end would end the row of a cell; in a list item the next
 * line is indented. Other control characters have no place in text, least of all on a terminal. */
static void write_piece(struct pith__writer *writer, const pith_block *block, const char *text,
                        size_t len)
{
    bool cell = block->kind == PITH_KIND_TABLE_CELL;
    unsigned indent = block->kind == PITH_KIND_LIST_ITEM ? block->list_depth : 0;
    size_t done = 0;
    size_t i;
    while ((i = find_control(text, done, len)) < len) {
        pith__write(writer, text + done, i - done);
        done = i + control_len(text + i, len - i);
        if (text[i] == '\n' && cell) {
            pith__write(writer, " ", 1);
        } else if (text[i] == '\n') {
            pith__write(writer, "\n", 1);
            write_indent(writer, indent);
        }
    }
    pith__write(writer, text + done, len - done);
}

static void write_lines(struct pith__writer *writer, const pith_block *block, const char *text,
                        size_t len)
{
    for (size_t n; (n = pith__writer_take(writer, text, len)) > 0; text += n, len -= n)
        write_piece(writer, block, text, n);
}

/* Writes a block in which the method perplexity dropped or marked parts. */
static void write_stretches(struct pith__writer *writer, const pith_page *page, size_t index)
{
    const pith_block *block = pith_page_block(page, index);
    struct pith__stretch stretch;
    for (size_t at = 0; !writer->stopped && pith__stretch_next(page, index, at, &stretch);
         at = stretch.end) {
        const char *text = block->text + stretch.begin;
        if (at > 0 && stretch.begin > 0 && pith__is_space((unsigned char)text[-1]))
            write_lines(writer, block, text - 1, 1);
        if (stretch.marked != NULL) {
            char mark[PITH__MARK_MAX];
            pith__write(writer, mark, (size_t)pith__mark_text(stretch.marked, mark));
            pith__write(writer, " ", 1);
        }
        write_lines(writer, block, text, stretch.end - stretch.begin);
    }
}

/* Writes the text of block INDEX. */
static pith_status write_block(struct pith__writer *writer, struct pith__inline *in, size_t index)
{
    const pith_page *page = in->page;
    const pith_block *block = pith_page_block(page, index);
    size_t len = block->text_len;
    while (len > 0 && block->text[len - 1] == '\n') /* of preformatted text */
        len--;
    if (pith__parts_any_bad(page, index) != NULL) {
        write_stretches(writer, page, index);
    } else if (PITH__UNLIKELY(page->blocks.marked) && pith__block_wants_marks(page, index)) {
        struct pith__span text;
        PITH__TRY(pith__marked_text(in, index, &text));
        write_lines(writer, block, (const char *)text.ptr, text.len);
    } else {
        write_lines(writer, block, block->text, len);
    }
    return PITH_OK;
}

pith_status pith__render_text(const pith_page *page, const struct pith__render_options *options,
                              struct pith__writer *writer)
{
    static const struct pith__render_options plain = {0, 0, 0};
    const pith_block *before = NULL;
    const pith_block *block;
    uint32_t record = 0;
    pith_status status = PITH_OK;
    struct pith__inline in;
    (void)options;
    pith__inline_init(&in, page, &plain, writer);
    in.whole = true;
    for (size_t i = 0; (block = pith_page_block(page, i)) != NULL && status == PITH_OK; i++) {
        if (pith__writer_ends(writer, 2))
            break;
        if (!block->keep)
            continue;
        uint32_t next = pith__block_record(page, i);
        struct pith__starts starts = pith__items_between(page, record, next);
        record = next;
        if (before != NULL)
            separate(writer, before, block, starts.count > 0);
        if (block->kind == PITH_KIND_LIST_ITEM || starts.count > 0)
            write_markers(writer, page, block, &starts);
        status = write_block(writer, &in, i);
        before = block;
    }
    if (before != NULL)
        pith__write(writer, "\n", 1);
    pith__inline_deinit(&in);
    return status;
}
