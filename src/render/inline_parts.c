/*
 * inline_parts.c - handles parts above the threshold of the method perplexity. In: the pieces of a
 * block. Out: the same pieces without these parts, or with marks around them.
 */
#include <stdio.h>

#include "method/perplexity.h"
#include "render/inline.h"

static pith_status put(struct pith__inline *in, const struct pith__piece *like, unsigned kind,
                       const char *text, size_t len)
{
    PITH__TRY(pith__vec_reserve(&in->other, in->page->blocks.allocator, 1));
    struct pith__piece *piece = (struct pith__piece *)in->other.data + in->other.len++;
    *piece = *like;
    piece->kind = (uint8_t)kind;
    piece->text = text;
    piece->len = (uint32_t)len;
    return PITH_OK;
}

/* Adds a run of text without white space at its ends; the white space becomes pieces of its own. */
static pith_status put_trimmed(struct pith__inline *in, const struct pith__piece *like,
                               const char *text, size_t len)
{
    size_t begin = 0, end = len;
    while (begin < len && pith__is_space((unsigned char)text[begin]))
        begin++;
    while (end > begin && pith__is_space((unsigned char)text[end - 1]))
        end--;
    if (begin > 0)
        PITH__TRY(put(in, like, PITH__PIECE_SPACE, text, begin));
    if (end > begin)
        PITH__TRY(put(in, like, PITH__PIECE_TEXT, text + begin, end - begin));
    if (len > end)
        PITH__TRY(put(in, like, PITH__PIECE_SPACE, text + end, len - end));
    return PITH_OK;
}

/* The piece's offset in the block's text; SIZE_MAX if it is not from there. */
static size_t offset_of(const pith_block *block, const struct pith__piece *piece)
{
    if (piece->kind == PITH__PIECE_IMAGE || (uintptr_t)piece->text < (uintptr_t)block->text ||
        (uintptr_t)piece->text >= (uintptr_t)block->text + block->text_len)
        return SIZE_MAX;
    return (size_t)(piece->text - block->text);
}

/* Cuts a piece of text where parts begin and end. */
static pith_status cut_text(struct pith__inline *in, size_t index, const struct pith__piece *piece,
                            size_t at)
{
    size_t end = at + piece->len;
    const char *text = piece->text - at;
    while (at < end) {
        const pith_part *bad = pith__parts_bad(in->page, index, at, end);
        bool inside = bad != NULL && bad->begin <= at;
        size_t to = bad == NULL ? end : inside ? bad->end : bad->begin;
        if (to > end)
            to = end;
        if (!inside || pith__parts_marked(in->page))
            PITH__TRY(put_trimmed(in, piece, text + at, to - at));
        at = to;
    }
    return PITH_OK;
}

static void swap(struct pith__inline *in)
{
    struct pith__vec pieces = in->pieces;
    in->pieces = in->other;
    in->other = pieces;
}

pith_status pith__inline_cut(struct pith__inline *in, size_t index)
{
    const pith_block *block = pith_page_block(in->page, index);
    if (pith__parts_any_bad(in->page, index) == NULL)
        return PITH_OK;
    in->other.len = 0;
    for (size_t i = 0; i < in->pieces.len; i++) {
        const struct pith__piece *piece = pith__inline_pieces(in) + i;
        size_t at = offset_of(block, piece);
        if (at != SIZE_MAX && piece->kind == PITH__PIECE_TEXT) {
            PITH__TRY(cut_text(in, index, piece, at));
            continue;
        }
        if (at == SIZE_MAX || pith__parts_marked(in->page) ||
            pith__parts_bad(in->page, index, at, at + 1) == NULL)
            PITH__TRY(put(in, piece, piece->kind, piece->text, piece->len));
    }
    swap(in);
    return PITH_OK;
}

int pith__mark_text(const pith_part *part, char mark[PITH__MARK_MAX])
{
    return snprintf(mark, PITH__MARK_MAX, "[%.0f]", (double)part->perplexity);
}

bool pith__stretch_next(const pith_page *page, size_t index, size_t at,
                        struct pith__stretch *stretch)
{
    const pith_block *block = pith_page_block(page, index);
    while (at < block->text_len) {
        if (pith__is_space((unsigned char)block->text[at])) {
            at++;
            continue;
        }
        const pith_part *bad = pith__parts_bad(page, index, at, block->text_len);
        if (bad == NULL || bad->begin > at) {
            size_t end = bad != NULL ? bad->begin : block->text_len;
            while (pith__is_space((unsigned char)block->text[end - 1]))
                end--;
            *stretch = (struct pith__stretch){at, end, NULL};
            return true;
        } else if (pith__parts_marked(page)) {
            *stretch = (struct pith__stretch){at, bad->end, bad};
            return true;
        } else {
            at = bad->end;
        }
    }
    return false;
}

/* Begins a mark, as a tag or as text. */
static pith_status put_begin(struct pith__inline *in, const pith_part *part)
{
    static const struct pith__piece plain = {.link = PITH_NONE, .code = PITH_NONE};
    struct pith__piece *made;
    if (in->mark_tags) {
        PITH__TRY(put(in, &plain, PITH__PIECE_MARK, "", 0));
        made = (struct pith__piece *)in->other.data + in->other.len - 1;
        made->mark = part->perplexity;
        return PITH_OK;
    }
    char *text = (char *)in->mark_text.data + in->mark_text.len;
    int len = pith__mark_text(part, text);
    in->mark_text.len += PITH__MARK_MAX;
    PITH__TRY(put(in, &plain, PITH__PIECE_TEXT, text, (size_t)len));
    return put(in, &plain, PITH__PIECE_SPACE, " ", 1);
}

/* Ends a mark after the last text. GAPS is the index of the first piece since then: these are moved
 * after the mark. */
static pith_status put_end(struct pith__inline *in, size_t gaps)
{
    static const struct pith__piece plain = {.link = PITH_NONE, .code = PITH_NONE};
    if (!in->mark_tags)
        return PITH_OK;
    PITH__TRY(put(in, &plain, PITH__PIECE_MARK_END, "", 0));
    struct pith__piece *end = (struct pith__piece *)in->other.data + in->other.len - 1;
    struct pith__piece made = *end;
    memmove(end - gaps + 1, end - gaps, gaps * sizeof *end);
    end[-(ptrdiff_t)gaps] = made;
    return PITH_OK;
}

pith_status pith__inline_mark(struct pith__inline *in, size_t index)
{
    const pith_block *block = pith_page_block(in->page, index);
    const pith_part *open = NULL;
    size_t count, gaps = 0;
    if (!pith__parts_marked(in->page) || pith__parts_any_bad(in->page, index) == NULL)
        return PITH_OK;
    /* The texts of marks must not move while pieces point to them. */
    pith__parts_of(in->page, index, &count);
    in->mark_text.len = in->other.len = 0;
    PITH__TRY(
        pith__vec_reserve(&in->mark_text, in->page->blocks.allocator, count * PITH__MARK_MAX));
    for (size_t i = 0; i < in->pieces.len; i++) {
        const struct pith__piece *piece = pith__inline_pieces(in) + i;
        size_t at = piece->kind == PITH__PIECE_TEXT ? offset_of(block, piece) : SIZE_MAX;
        if (at != SIZE_MAX) {
            const pith_part *part = pith__parts_bad(in->page, index, at, at + 1);
            if (open != NULL && part != open)
                PITH__TRY(put_end(in, gaps));
            if (part != NULL && part != open)
                PITH__TRY(put_begin(in, part));
            open = part;
        }
        gaps = at != SIZE_MAX ? 0 : gaps + 1;
        PITH__TRY(put(in, piece, piece->kind, piece->text, piece->len));
    }
    if (open != NULL)
        PITH__TRY(put_end(in, gaps));
    swap(in);
    return PITH_OK;
}
