/*
 * render_markdown.c - writes blocks as GitHub's dialect of markdown: lists, quotes, tables, code.
 *
 * markdown_inline.c writes the text of a block.
 */
#include "method/perplexity.h"
#include "render/markdown_inline.h"
#include "render/render.h"

struct document {
    struct pith__md md;
    bool started;     /* something is written */
    bool after_table; /* the last thing was a table */
};

/* ----------------------------------------------------------------- prefixes */

static void write_holder(struct pith__writer *writer, const struct pith__holder *holder, bool opens)
{
    static const char spaces[] = "            ";
    if (holder->kind == PITH__HOLDER_QUOTE) {
        pith__write(writer, "> ", 2);
    } else if (holder->kind == PITH__HOLDER_ITEM && !opens) {
        pith__write(writer, spaces, pith__holder_width(holder));
    } else if (holder->kind == PITH__HOLDER_ITEM && pith__holder_is_numbered(holder)) {
        pith__write_number(writer, holder->ordinal);
        pith__write(writer, holder->other_mark ? ") " : ". ", 2);
    } else if (holder->kind == PITH__HOLDER_ITEM) {
        pith__write(writer, holder->other_mark ? "* " : "- ", 2);
    }
}

void pith__md_prefix(struct pith__md *md, unsigned depth)
{
    for (unsigned i = 0; i < depth; i++)
        write_holder(md->writer, &md->outline.at[i], false);
}

/* The same for an empty line, without trailing spaces. */
static void write_blank(struct pith__md *md, unsigned depth)
{
    while (depth > 0 && md->outline.at[depth - 1].kind != PITH__HOLDER_QUOTE)
        depth--;
    if (depth > 0) {
        pith__md_prefix(md, depth - 1);
        pith__write(md->writer, ">", 1);
    }
    pith__write(md->writer, "\n", 1);
}

/* Whether the next block follows on the next line: an item after another of its list, or the first
 * item of a list in an item. A list that does not start with 1 needs a blank line before it. */
static bool is_tight(const struct document *document)
{
    const struct pith__outline *outline = &document->md.outline;
    if (document->after_table || outline->added == 0 || outline->next[0].kind != PITH__HOLDER_ITEM)
        return false;
    for (unsigned i = outline->kept; i < outline->depth; i++) {
        if (outline->at[i].kind == PITH__HOLDER_QUOTE)
            return false;
    }
    if (outline->follows)
        return true;
    return outline->kept > 0 && outline->kept == outline->depth &&
           outline->at[outline->kept - 1].kind == PITH__HOLDER_ITEM &&
           (!pith__holder_is_numbered(&outline->next[0]) || outline->next[0].ordinal == 1);
}

/* Ends the previous block, moves to where the outline looks, and starts the first line there. */
static void begin_block(struct document *document)
{
    struct pith__md *md = &document->md;
    if (document->started) {
        pith__write(md->writer, "\n", 1);
        if (!is_tight(document))
            write_blank(md, md->outline.kept);
    }
    unsigned kept = md->outline.kept;
    pith__outline_step(&md->outline);
    pith__md_prefix(md, kept);
    for (unsigned i = kept; i < md->outline.depth; i++)
        write_holder(md->writer, &md->outline.at[i], true);
    document->started = true;
    document->after_table = false;
}

/* --------------------------------------------------------------------- code */

/* Parsers such as cmark count at most 255 backticks of a fence. */
enum { FENCE_LEAST = 3, FENCE_MOST = 200 };

static void write_fence(struct pith__writer *writer, size_t ticks)
{
    for (size_t i = 0; i < ticks; i++)
        pith__write(writer, "`", 1);
}

/* Length of what is dropped at the start of code: a control character, or 0. */
static size_t unwritten_len(const char *text, size_t len)
{
    return *text == '\f' || *text == '\r' ? 1 : pith__control_len(text, len);
}

/* The longest run of backticks in code as written, that is, without control characters. */
static size_t longest_run(const char *text, size_t len)
{
    size_t longest = 0;
    size_t run = 0;
    for (size_t i = 0; i < len;) {
        size_t control = unwritten_len(text + i, len - i);
        if (control == 0)
            run = text[i] == '`' ? run + 1 : 0;
        longest = run > longest ? run : longest;
        i += control > 0 ? control : 1;
    }
    return longest;
}

/* Writes a line of code without its control characters. */
static void write_code_line(struct pith__writer *writer, const char *text, size_t len)
{
    size_t done = 0;
    for (size_t i = 0; i < len; i++) {
        size_t control = unwritten_len(text + i, len - i);
        if (PITH__UNLIKELY(control > 0)) {
            pith__write(writer, text + done, i - done);
            done = i + control;
            i = done - 1;
        }
    }
    pith__write(writer, text + done, len - done);
}

static void write_code(struct document *document, size_t index)
{
    struct pith__md *md = &document->md;
    const pith_block *block = pith_page_block(md->in.page, index);
    const pith_part *bad = pith__parts_any_bad(md->in.page, index);
    char mark[PITH__MARK_MAX];
    if (bad != NULL) { /* its mark is a paragraph before it */
        pith__write(md->writer, mark, (size_t)pith__mark_text(bad, mark));
        pith__write(md->writer, "\n", 1);
        write_blank(md, md->outline.depth);
        pith__md_prefix(md, md->outline.depth);
    }
    struct pith__span language = pith__plain_language(md->in.page, block);
    size_t ticks = longest_run(block->text, block->text_len) + 1;
    ticks = ticks < FENCE_LEAST ? FENCE_LEAST : ticks;
    /* If no fence can be longer than the runs inside, a line inside could end it: the code is
     * indented instead. */
    bool indents = ticks > FENCE_MOST;
    ticks = indents ? FENCE_MOST : ticks;
    write_fence(md->writer, ticks);
    pith__write(md->writer, (const char *)language.ptr, language.len);
    pith__write(md->writer, "\n", 1);
    const uint64_t begun = pith__writer_bytes(md->writer);
    for (size_t at = 0; at < block->text_len && !pith__writer_cuts_block(md->writer, begun);) {
        const char *line = block->text + at;
        const char *end = memchr(line, '\n', block->text_len - at);
        size_t len = end != NULL ? (size_t)(end - line) : block->text_len - at;
        if (len == 0) {
            write_blank(md, md->outline.depth);
        } else {
            pith__md_prefix(md, md->outline.depth);
            pith__write(md->writer, "    ", indents ? 4 : 0);
            write_code_line(md->writer, line, len);
            pith__write(md->writer, "\n", 1);
        }
        at += len + 1;
    }
    pith__md_prefix(md, md->outline.depth);
    write_fence(md->writer, ticks);
}

/* ------------------------------------------------------------------- tables */

static void end_row(struct document *document)
{
    pith__write(document->md.writer, "\n", 1);
    pith__md_prefix(&document->md, document->md.outline.depth);
}

static void write_cells(struct pith__writer *writer, uint32_t count, const char *cell)
{
    for (uint32_t i = 0; i < count; i++)
        pith__write_string(writer, cell);
}

static void write_rule(struct document *document, const struct pith__grid *grid)
{
    end_row(document);
    pith__write(document->md.writer, "|", 1);
    write_cells(document->md.writer, grid->columns, " --- |");
}

/* Writes the blocks of a table as its rows. */
static pith_status write_table(struct document *document, const struct pith__grid *grid)
{
    struct pith__writer *writer = document->md.writer;
    const pith_block *before = NULL;
    unsigned rows = 0;
    document->md.place = PITH__MD_CELL;
    if (!grid->header) {
        pith__write(writer, "|", 1);
        write_cells(writer, grid->columns, "  |");
        write_rule(document, grid);
    }
    for (size_t i = grid->first; i < grid->end; i++) {
        const pith_block *block = pith_page_block(document->md.in.page, i);
        if (!block->keep)
            continue;
        if (pith__writer_ends(writer, 2) && rows > 1 && before->row != block->row)
            break;
        uint32_t empty = block->column;
        if (before != NULL && before->row == block->row && before->column == block->column) {
            pith__write_string(writer, pith__md_ends_raw(&document->md) ? " <br>" : "<br>");
        } else {
            if (before != NULL && before->row == block->row) {
                pith__write_string(writer, " |");
                empty = block->column - before->column - 1;
            } else {
                if (before != NULL) {
                    pith__write_string(writer, " |");
                    write_cells(writer, grid->columns - before->column - 1, "  |");
                }
                if (rows == 1 && grid->header)
                    write_rule(document, grid);
                if (before != NULL || !grid->header)
                    end_row(document);
                rows++;
                pith__write(writer, "|", 1);
            }
            write_cells(writer, empty, "  |");
            pith__write(writer, " ", 1);
        }
        PITH__TRY(pith__md_text(&document->md, i, false));
        before = block;
    }
    pith__write_string(writer, " |");
    write_cells(writer, grid->columns - before->column - 1, "  |");
    document->md.place = PITH__MD_PARAGRAPH;
    document->after_table = true;
    return PITH_OK;
}

/* -------------------------------------------------------------------- blocks */

static pith_status visit_block(void *user, size_t index)
{
    struct document *document = user;
    struct pith__md *md = &document->md;
    const pith_block *block = pith_page_block(md->in.page, index);
    begin_block(document);
    if (block->kind == PITH_KIND_PREFORMATTED) {
        write_code(document, index);
        return PITH_OK;
    }
    const struct pith__holder *holder = pith__outline_top(&md->outline);
    bool strong = holder != NULL && holder->kind == PITH__HOLDER_TERM;
    if (block->kind == PITH_KIND_HEADING) {
        pith__write(md->writer, "######", block->level);
        pith__write(md->writer, " ", 1);
        md->place = PITH__MD_HEADING;
        strong = false;
    }
    pith_status status = pith__md_text(md, index, strong);
    md->place = PITH__MD_PARAGRAPH;
    return status;
}

static pith_status visit_table(void *user, const struct pith__grid *grid)
{
    begin_block(user);
    return write_table(user, grid);
}

static pith_status visit_image(void *user, uint32_t node)
{
    struct document *document = user;
    begin_block(document);
    return pith__md_image(&document->md, node);
}

pith_status pith__render_markdown(const pith_page *page, const struct pith__render_options *options,
                                  struct pith__writer *writer)
{
    static const struct pith__visitor visitor = {visit_block, visit_table, visit_image};
    struct document document;
    memset(&document, 0, sizeof document);
    pith__md_init(&document.md, writer, page, options);
    pith__outline_init(&document.md.outline, page);
    pith_status status =
        pith__walk(&document.md.outline, &document.md.in, &visitor, &document, writer);
    if (document.started)
        pith__write(writer, "\n", 1);
    pith__md_deinit(&document.md);
    return status;
}
