/*
 * render_html.c - writes blocks as a clean fragment of HTML that is also well-formed XML.
 *
 * The only tags are h1 to h6, p, ul, ol, li, dl, dt, dd, blockquote, table, tr, th, td, pre, code,
 * strong, em, del, sup, sub, q, br, a, img and mark; the only attributes start, class (of code),
 * href, src, alt and data-perplexity (of mark and pre).
 */
#include "method/perplexity.h"
#include "render/escape.h"
#include "render/render.h"
#include "render/walk.h"

struct fragment {
    struct pith__writer *writer;
    struct pith__inline in;
    struct pith__outline outline;
    bool inside; /* text was written directly into the innermost <li>, <dt> or <dd> */
};

/* ------------------------------------------------------------------- inline */

static const char *format_tag(unsigned format)
{
    switch (format) {
    case PITH__FORMAT_STRONG:
        return "strong";
    case PITH__FORMAT_EMPHASIS:
        return "em";
    case PITH__FORMAT_CODE:
        return "code";
    case PITH__FORMAT_STRIKE:
        return "del";
    case PITH__FORMAT_SUP:
        return "sup";
    case PITH__FORMAT_SUB:
        return "sub";
    case PITH__FORMAT_QUOTE:
        return "q";
    default:
        return "a";
    }
}

static void write_tag(struct pith__writer *writer, const char *open, const char *name)
{
    pith__write_string(writer, open);
    pith__write_string(writer, name);
    pith__write(writer, ">", 1);
}

static void attribute(struct pith__writer *writer, const char *name, struct pith__span value)
{
    pith__write_string(writer, name);
    pith__write(writer, "\"", 1);
    pith__write_html(writer, (const char *)value.ptr, value.len);
    pith__write(writer, "\"", 1);
}

static pith_status write_image(struct fragment *fragment, uint32_t node)
{
    struct pith__span value;
    PITH__TRY(pith__inline_image(&fragment->in, node, &value));
    attribute(fragment->writer, "<img src=", value);
    PITH__TRY(pith__inline_value(&fragment->in, node, PITH__ATTR_ALT, &value));
    attribute(fragment->writer, " alt=", value);
    pith__write_string(fragment->writer, "/>");
    return PITH_OK;
}

static pith_status open_format(struct fragment *fragment, const struct pith__piece *piece,
                               unsigned format)
{
    if (format != PITH__FORMAT_LINK) {
        write_tag(fragment->writer, "<", format_tag(format));
        return PITH_OK;
    }
    struct pith__span address;
    PITH__TRY(pith__inline_address(&fragment->in, piece->link, PITH__ATTR_HREF, &address));
    attribute(fragment->writer, "<a href=", address);
    pith__write(fragment->writer, ">", 1);
    return PITH_OK;
}

/* Writes TAG with the perplexity of its text. */
static void write_mark(struct pith__writer *writer, const char *tag, float perplexity)
{
    pith__write_string(writer, tag);
    pith__write_string(writer, " data-perplexity=\"");
    pith__write_number(writer, (int64_t)((double)perplexity + 0.5));
    pith__write_string(writer, "\">");
}

static pith_status write_piece(struct fragment *fragment, const struct pith__piece *piece)
{
    switch (piece->kind) {
    case PITH__PIECE_TEXT:
        pith__write_html(fragment->writer, piece->text, piece->len);
        return PITH_OK;
    case PITH__PIECE_BREAK:
        pith__write_string(fragment->writer, "<br/>");
        return PITH_OK;
    case PITH__PIECE_IMAGE:
        return write_image(fragment, piece->image);
    case PITH__PIECE_MARK:
        write_mark(fragment->writer, "<mark", piece->mark);
        return PITH_OK;
    case PITH__PIECE_MARK_END:
        pith__write_string(fragment->writer, "</mark>");
        return PITH_OK;
    default:
        pith__write(fragment->writer, " ", 1);
        return PITH_OK;
    }
}

static pith_status write_text(struct fragment *fragment, size_t index)
{
    PITH__TRY(pith__inline_load(&fragment->in, index));
    pith__inline_nest(&fragment->in);
    const struct pith__piece *piece = pith__inline_pieces(&fragment->in);
    const struct pith__piece *end = piece + fragment->in.pieces.len;
    unsigned depth = 0;
    const uint64_t begun = pith__writer_bytes(fragment->writer);
    for (; piece < end && !pith__writer_cuts_block(fragment->writer, begun); piece++) {
        unsigned shared = depth > 0 ? pith__piece_shared(piece - 1, piece) : 0;
        for (; depth > shared; depth--)
            write_tag(fragment->writer, "</", format_tag(piece[-1].nest[depth - 1]));
        for (; depth < piece->depth; depth++)
            PITH__TRY(open_format(fragment, piece, piece->nest[depth]));
        PITH__TRY(write_piece(fragment, piece));
    }
    for (; depth > 0; depth--)
        write_tag(fragment->writer, "</", format_tag(piece[-1].nest[depth - 1]));
    return PITH_OK;
}

/* ------------------------------------------------------------------ holders */

static const char *holder_tag(const struct pith__holder *holder)
{
    switch (holder->kind) {
    case PITH__HOLDER_ITEM:
        return "li";
    case PITH__HOLDER_TERM:
        return "dt";
    case PITH__HOLDER_DEFINITION:
        return "dd";
    default:
        return "blockquote";
    }
}

/* The element around a row of such holders, or NULL if they have none. */
static const char *group_tag(const struct pith__holder *holder)
{
    switch (holder->kind) {
    case PITH__HOLDER_ITEM:
        return holder->ordinal != PITH_NO_ORDINAL ? "ol" : "ul";
    case PITH__HOLDER_QUOTE:
        return NULL;
    default:
        return "dl";
    }
}

static void close_holder(struct fragment *fragment, const struct pith__holder *holder, bool group)
{
    write_tag(fragment->writer, "</", holder_tag(holder));
    pith__write(fragment->writer, "\n", 1);
    if (group && group_tag(holder) != NULL) {
        write_tag(fragment->writer, "</", group_tag(holder));
        pith__write(fragment->writer, "\n", 1);
    }
}

static void open_holder(struct fragment *fragment, const struct pith__holder *holder, bool group)
{
    struct pith__writer *writer = fragment->writer;
    const char *around = group ? group_tag(holder) : NULL;
    if (around != NULL && holder->kind == PITH__HOLDER_ITEM && holder->ordinal != PITH_NO_ORDINAL &&
        holder->ordinal != 1) {
        pith__write_string(writer, "<ol start=\"");
        pith__write_number(writer, holder->ordinal);
        pith__write_string(writer, "\">\n");
    } else if (around != NULL) {
        write_tag(writer, "<", around);
        pith__write(writer, "\n", 1);
    }
    write_tag(writer, "<", holder_tag(holder));
}

/* Moves to where the outline looks. */
static void enter(struct fragment *fragment)
{
    struct pith__outline *outline = &fragment->outline;
    bool follows = outline->follows;
    unsigned kept = outline->kept;
    for (unsigned i = outline->depth; i > kept; i--) {
        close_holder(fragment, &outline->at[i - 1], !(follows && i - 1 == kept));
        fragment->inside = false;
    }
    pith__outline_step(outline);
    for (unsigned i = kept; i < outline->depth; i++) {
        /* A block inside text starts a new line. */
        if (fragment->inside || i > kept)
            pith__write(fragment->writer, "\n", 1);
        open_holder(fragment, &outline->at[i], !(follows && i == kept));
        fragment->inside = false;
    }
    if (fragment->inside)
        pith__write(fragment->writer, "\n", 1);
    fragment->inside = false;
}

/* ------------------------------------------------------------------- blocks */

static void write_code(struct fragment *fragment, size_t index)
{
    const pith_block *block = pith_page_block(fragment->in.page, index);
    struct pith__span language = pith__plain_language(fragment->in.page, block);
    const pith_part *bad = pith__parts_any_bad(fragment->in.page, index);
    if (bad != NULL)
        write_mark(fragment->writer, "<pre", bad->perplexity);
    else
        pith__write_string(fragment->writer, "<pre>");
    pith__write_string(fragment->writer, "<code");
    if (language.len > 0) {
        pith__write_string(fragment->writer, " class=\"language-");
        pith__write_html(fragment->writer, (const char *)language.ptr, language.len);
        pith__write(fragment->writer, "\"", 1);
    }
    pith__write(fragment->writer, ">", 1);
    pith__write_text(fragment->writer, block->text, block->text_len, pith__write_html);
    pith__write_string(fragment->writer, "</code></pre>\n");
}

static pith_status visit_block(void *user, size_t index)
{
    struct fragment *fragment = user;
    const pith_block *block = pith_page_block(fragment->in.page, index);
    bool opens = fragment->outline.added > 0;
    enter(fragment);
    if (block->kind == PITH_KIND_PREFORMATTED) {
        write_code(fragment, index);
        return PITH_OK;
    }
    /* The first text of an item needs no <p>. */
    const struct pith__holder *holder = pith__outline_top(&fragment->outline);
    char tag[] = "p\0";
    if (block->kind == PITH_KIND_HEADING) {
        tag[0] = 'h';
        tag[1] = (char)('0' + block->level);
    } else if (opens && holder->kind != PITH__HOLDER_QUOTE) {
        fragment->inside = true;
        return write_text(fragment, index);
    }
    write_tag(fragment->writer, "<", tag);
    PITH__TRY(write_text(fragment, index));
    write_tag(fragment->writer, "</", tag);
    pith__write(fragment->writer, "\n", 1);
    return PITH_OK;
}

static const char *cell_tag(const pith_block *block)
{
    return (block->flags & PITH_FLAG_HEADER) != 0 ? "th" : "td";
}

static void write_empty_cells(struct fragment *fragment, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        pith__write_string(fragment->writer, "<td></td>");
}

static pith_status visit_table(void *user, const struct pith__grid *grid)
{
    struct fragment *fragment = user;
    struct pith__writer *writer = fragment->writer;
    const pith_block *before = NULL;
    enter(fragment);
    pith__write_string(writer, "<table>\n<tr>");
    for (size_t i = grid->first; i < grid->end; i++) {
        const pith_block *block = pith_page_block(fragment->in.page, i);
        if (!block->keep)
            continue;
        if (pith__writer_ends(writer, 2) && before != NULL)
            break;
        bool row = before != NULL && before->row == block->row;
        if (row && before->column == block->column) {
            pith__write_string(writer, "<br/>");
        } else {
            if (before != NULL)
                write_tag(writer, "</", cell_tag(before));
            if (before != NULL && !row)
                pith__write_string(writer, "</tr>\n<tr>");
            write_empty_cells(fragment, row ? block->column - before->column - 1 : block->column);
            write_tag(writer, "<", cell_tag(block));
        }
        PITH__TRY(write_text(fragment, i));
        before = block;
    }
    write_tag(writer, "</", cell_tag(before));
    pith__write_string(writer, "</tr>\n</table>\n");
    return PITH_OK;
}

static pith_status visit_image(void *user, uint32_t node)
{
    struct fragment *fragment = user;
    enter(fragment);
    pith__write_string(fragment->writer, "<p>");
    PITH__TRY(write_image(fragment, node));
    pith__write_string(fragment->writer, "</p>\n");
    return PITH_OK;
}

pith_status pith__render_html(const pith_page *page, const struct pith__render_options *options,
                              struct pith__writer *writer)
{
    static const struct pith__visitor visitor = {visit_block, visit_table, visit_image};
    struct fragment fragment;
    memset(&fragment, 0, sizeof fragment);
    fragment.writer = writer;
    pith__inline_init(&fragment.in, page, options, writer);
    fragment.in.mark_tags = true;
    pith__outline_init(&fragment.outline, page);
    pith_status status = pith__walk(&fragment.outline, &fragment.in, &visitor, &fragment, writer);
    for (unsigned i = fragment.outline.depth; i > 0; i--)
        close_holder(&fragment, &fragment.outline.at[i - 1], true);
    pith__inline_deinit(&fragment.in);
    return status;
}
