/*
 * markdown_inline.c - see markdown_inline.h. In: the pieces of a block. Out: its text with marks.
 */
#include "render/markdown_inline.h"

/* ------------------------------------------------------------ links, images */

/* Writes an address after "](", and ")". */
static void put_address(struct pith__md *md, struct pith__span address)
{
    const char *p = (const char *)address.ptr;
    const char *end = p + address.len;
    bool angled = false;
    for (size_t i = 0; i < address.len; i++)
        angled = angled || memchr(" ()<>\\", p[i], 6) != NULL;
    pith__write_string(md->writer, angled ? "](<" : "](");
    for (; p < end; p++) {
        bool escaped = *p == '<' || *p == '>' || *p == '\\' || *p == '`' ||
                       (*p == '|' && md->place == PITH__MD_CELL);
        pith__write(md->writer, "\\", escaped);
        pith__write(md->writer, p, 1);
        /* Some parsers read "\&amp;" as "&" here, and browsers "&#58" as ":". */
        if (*p == '&' && (pith__md_is_reference(p, end, ')') || (end - p > 1 && p[1] == '#')))
            pith__write_string(md->writer, "amp;");
    }
    pith__md_put(md, angled ? ">)" : ")", angled ? 2 : 1);
}

void pith__md_init(struct pith__md *md, struct pith__writer *writer, const pith_page *page,
                   const struct pith__render_options *options)
{
    md->writer = writer;
    pith__inline_init(&md->in, page, options, writer);
    pith__vec_init(&md->flat, sizeof(char));
    pith__vec_init(&md->starts, sizeof(uint32_t));
    pith__vec_init(&md->spans, sizeof(struct pith__md_span));
}

void pith__md_deinit(struct pith__md *md)
{
    const struct pith__allocator *allocator = md->in.page->blocks.allocator;
    pith__vec_deinit(&md->flat, allocator);
    pith__vec_deinit(&md->starts, allocator);
    pith__vec_deinit(&md->spans, allocator);
    pith__inline_deinit(&md->in);
}

pith_status pith__md_image(struct pith__md *md, uint32_t node)
{
    struct pith__span value;
    PITH__TRY(pith__inline_value(&md->in, node, PITH__ATTR_ALT, &value));
    pith__md_put(md, "![", 2);
    for (size_t i = 0; i < value.len; i++) {
        if (memchr("\\[]*_`<&~!", value.ptr[i], 10) != NULL ||
            (value.ptr[i] == '|' && md->place == PITH__MD_CELL) ||
            (value.ptr[i] == '^' && i == 0) || /* "[^" is a footnote */
            (value.ptr[i] == ':' && i + 1 < value.len && value.ptr[i + 1] == '/'))
            pith__write(md->writer, "\\", 1);
        pith__write(md->writer, (const char *)value.ptr + i, 1);
    }
    PITH__TRY(pith__inline_image(&md->in, node, &value));
    put_address(md, value);
    return PITH_OK;
}

/* -------------------------------------------------------------------- marks */

static pith_status put_mark(struct pith__md *md, const struct pith__piece *piece, unsigned format,
                            bool opens)
{
    switch (format) {
    case PITH__FORMAT_STRONG:
        pith__md_put(md, "**", 2);
        break;
    case PITH__FORMAT_EMPHASIS:
        pith__md_put(md, "*", 1);
        break;
    case PITH__FORMAT_STRIKE:
        pith__md_put(md, "~~", 2);
        break;
    case PITH__FORMAT_SUP:
        pith__md_put(md, opens ? "<sup>" : "</sup>", opens ? 5 : 6);
        break;
    case PITH__FORMAT_SUB:
        pith__md_put(md, opens ? "<sub>" : "</sub>", opens ? 5 : 6);
        break;
    case PITH__FORMAT_LINK:
        if (opens) {
            pith__md_put(md, "[", 1);
        } else {
            struct pith__span address;
            PITH__TRY(pith__inline_address(&md->in, piece->link, PITH__ATTR_HREF, &address));
            put_address(md, address);
        }
        break;
    default: /* put_code() writes the marks of code, when its text is known */
        break;
    }
    return PITH_OK;
}

/* The end of the run of pieces from I on that are one stretch of code. */
static size_t code_end(const struct pith__inline *in, size_t i)
{
    const struct pith__piece *pieces = pith__inline_pieces(in);
    size_t end = i + 1;
    while (end < in->pieces.len && pieces[end].depth == pieces[i].depth &&
           pith__piece_shared(&pieces[i], &pieces[end]) == pieces[i].depth)
        end++;
    return end;
}

/* The longest run of backticks in pieces [I, END). */
static size_t longest_run(const struct pith__inline *in, size_t i, size_t end)
{
    const struct pith__piece *pieces = pith__inline_pieces(in);
    size_t run = 0;
    size_t longest = 0;
    for (; i < end; i++) {
        for (size_t n = 0; n < pieces[i].len; n++) {
            run = pieces[i].text[n] == '`' ? run + 1 : 0;
            longest = run > longest ? run : longest;
        }
    }
    return longest;
}

/* Writes pieces [I, END) as code, between more backticks than any run inside has. */
static void put_code(struct pith__md *md, size_t i, size_t end)
{
    const struct pith__piece *pieces = pith__inline_pieces(&md->in);
    const struct pith__piece *last = &pieces[end - 1];
    size_t longest = longest_run(&md->in, i, end);
    bool padded = pieces[i].text[0] == '`' || last->text[last->len - 1] == '`';
    for (size_t n = 0; n <= longest; n++)
        pith__write(md->writer, "`", 1);
    pith__write(md->writer, " ", padded);
    for (size_t k = i; k < end; k++) {
        if (pieces[k].kind == PITH__PIECE_SPACE) {
            pith__write(md->writer, " ", 1);
            continue;
        }
        for (size_t n = 0; n < pieces[k].len; n++) {
            if (pieces[k].text[n] == '|' && md->place == PITH__MD_CELL)
                pith__write(md->writer, "\\", 1);
            pith__write(md->writer, pieces[k].text + n, 1);
        }
    }
    pith__write(md->writer, " ", padded);
    for (size_t n = 0; n <= longest; n++)
        pith__md_put(md, "`", 1);
}

static void put_break(struct pith__md *md, size_t i)
{
    size_t end = 1;
    bool spaces = pith__md_way_at(md, i, 0, &end) == PITH__MD_SPACES;
    if (md->place == PITH__MD_CELL) {
        pith__md_put(md, spaces ? " <br>" : "<br>", spaces ? 5 : 4);
    } else if (md->place == PITH__MD_HEADING) {
        pith__md_put(md, " ", 1);
    } else {
        pith__write_string(md->writer, spaces ? "  \n" : "\\\n");
        pith__md_prefix(md, md->outline.depth);
        md->line = PITH__MD_LINE_START;
        md->digits = 0;
        md->before = ' ';
        md->first_line = false;
    }
}

static pith_status put_piece(struct pith__md *md, size_t i)
{
    const struct pith__piece *piece = pith__inline_pieces(&md->in) + i;
    switch (piece->kind) {
    case PITH__PIECE_TEXT:
        pith__md_piece(md, i);
        return PITH_OK;
    case PITH__PIECE_BREAK:
        put_break(md, i);
        return PITH_OK;
    case PITH__PIECE_IMAGE:
        return pith__md_image(md, piece->image);
    default:
        pith__md_put(md, " ", 1);
        return PITH_OK;
    }
}

static pith_status put_pieces(struct pith__md *md)
{
    const struct pith__piece *pieces = pith__inline_pieces(&md->in);
    size_t count = md->in.pieces.len;
    const uint64_t begun = pith__writer_bytes(md->writer);
    for (size_t i = 0; i < count;) {
        if (pith__writer_cuts_block(md->writer, begun)) {
            count = i;
            break;
        }
        const struct pith__piece *piece = &pieces[i];
        unsigned shared = i > 0 ? pith__piece_shared(piece - 1, piece) : 0;
        for (unsigned k = i > 0 ? piece[-1].depth : 0; k > shared; k--)
            PITH__TRY(put_mark(md, piece - 1, piece[-1].nest[k - 1], false));
        for (unsigned k = shared; k < piece->depth; k++)
            PITH__TRY(put_mark(md, piece, piece->nest[k], true));
        if ((piece->format & PITH__FORMAT_CODE) != 0) {
            size_t end = code_end(&md->in, i);
            put_code(md, i, end);
            i = end;
        } else {
            PITH__TRY(put_piece(md, i));
            i++;
        }
    }
    for (unsigned k = count > 0 ? pieces[count - 1].depth : 0; k > 0; k--)
        PITH__TRY(put_mark(md, &pieces[count - 1], pieces[count - 1].nest[k - 1], false));
    return PITH_OK;
}

/* cmark does not support code between more than 80 backticks. */
enum { TICKS_MOST = 32 };

/* Removes the code format from those stretches among the first COUNT pieces that contain PAIR or,
 * if that is NULL, very long runs of backticks. */
static void uncode(struct pith__inline *in, size_t count, const char *pair)
{
    struct pith__piece *pieces = pith__inline_pieces(in);
    for (size_t i = 0; i < count; i++) {
        size_t begin = i;
        while (i < count && (pieces[i].format & PITH__FORMAT_CODE) != 0)
            i++;
        bool found = pair != NULL ? pith__md_code_has(in, begin, i, pair)
                                  : longest_run(in, begin, i) > TICKS_MOST;
        for (; begin < i && found; begin++)
            pieces[begin].format &= (uint8_t)~PITH__FORMAT_CODE;
    }
}

/* Removes the code format where it cannot be written. Everywhere: code with a run of backticks that
 * is too long for parsers. In a cell: code with "\" before "|", which has no escape. In a link at
 * the start of a paragraph: code with "]:", which would end the label of a link definition, because
 * blocks are parsed before code. */
static void uncode_unsafe(struct pith__md *md, const pith_block *block)
{
    struct pith__inline *in = &md->in;
    const struct pith__piece *pieces = pith__inline_pieces(in);
    size_t linked = 0;
    while (linked < in->pieces.len && (pieces[linked].format & PITH__FORMAT_LINK) != 0 &&
           pieces[linked].link == pieces[0].link)
        linked++;
    if (memchr(block->text, '`', block->text_len) != NULL)
        uncode(in, in->pieces.len, NULL);
    if (md->place == PITH__MD_CELL)
        uncode(in, in->pieces.len, "\\|");
    else if (md->place == PITH__MD_PARAGRAPH)
        uncode(in, linked, "]:");
}

pith_status pith__md_text(struct pith__md *md, size_t index, bool strong)
{
    struct pith__inline *in = &md->in;
    PITH__TRY(pith__inline_load(in, index));
    PITH__TRY(pith__inline_quote(in));
    for (size_t i = 0; i < in->pieces.len && strong; i++)
        pith__inline_pieces(in)[i].format |= PITH__FORMAT_STRONG;
    const pith_block *block = pith_page_block(in->page, index);
    uncode_unsafe(md, block);
    pith__md_settle(in);
    md->special = pith__md_find_special(md, block);
    md->has_at = memchr(block->text, '@', block->text_len) != NULL;
    md->line = md->place == PITH__MD_PARAGRAPH ? PITH__MD_LINE_START : PITH__MD_LINE_INSIDE;
    md->digits = 0;
    md->before = md->place == PITH__MD_CELL ? '>' : ' ';
    md->first_line = true;
    PITH__TRY(pith__md_plan(md));
    return put_pieces(md);
}
