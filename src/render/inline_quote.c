/*
 * inline_quote.c - adds quotation marks. In: pieces, some of them in a <q>. Out: the same with
 * quotation marks around those, which browsers show but the text does not have.
 */
#include "base/unicode.h"
#include "render/inline.h"

static bool is_quotation_mark(const char *p)
{
    uint32_t cp;
    pith__utf8_next((const unsigned char *)p, &cp);
    return cp == '"' || cp == '\'' || cp == 0xAB || cp == 0xBB || (cp >= 0x2018 && cp <= 0x201F) ||
           cp == 0x2039 || cp == 0x203A || (cp >= 0x300C && cp <= 0x300F);
}

/* The character that ends before P, at or after BEGIN. Moves P to its start. */
static uint32_t before(const char *begin, const char **p)
{
    uint32_t cp;
    while (--*p > begin && ((unsigned char)**p & 0xC0) == 0x80) {
    }
    pith__utf8_next((const unsigned char *)*p, &cp);
    return cp;
}

/* Whether text piece I ends with a letter and an apostrophe, as in "l'". */
static bool ends_elided(const struct pith__piece *pieces, size_t i)
{
    const char *begin = pieces[i].text, *p = begin + pieces[i].len;
    uint32_t cp = before(begin, &p);
    if (cp != '\'' && cp != 0x2019)
        return false;
    if (p == begin) { /* the apostrophe is a piece of its own */
        if (i == 0 || pieces[i - 1].kind != PITH__PIECE_TEXT)
            return false;
        begin = pieces[i - 1].text;
        p = begin + pieces[i - 1].len;
    }
    return (pith__unicode_class(before(begin, &p)) & PITH__UC_WORD) != 0;
}

/* Whether the page has a quotation mark right before or right after the start of piece I. */
static bool is_marked(const struct pith__piece *pieces, size_t i)
{
    if (pieces[i].kind == PITH__PIECE_TEXT && is_quotation_mark(pieces[i].text))
        return true;
    if (i == 0 || pieces[i - 1].kind != PITH__PIECE_TEXT)
        return false;
    const char *begin = pieces[i - 1].text, *p = begin + pieces[i - 1].len;
    before(begin, &p);
    return is_quotation_mark(p) && !ends_elided(pieces, i - 1);
}

/* The end of the run of pieces from I on that are in one quotation. */
static size_t quote_end(const struct pith__inline *in, size_t i)
{
    const struct pith__piece *pieces = pith__inline_pieces(in);
    bool odd = pieces[i].odd_quote;
    while (i < in->pieces.len && (pieces[i].format & PITH__FORMAT_QUOTE) != 0 &&
           pieces[i].odd_quote == odd)
        i++;
    return i;
}

/* Appends MARK between pieces I - 1 and I, with the formats that both have. */
static void put_mark(struct pith__inline *in, size_t i, const char *mark)
{
    const struct pith__piece *after = i < in->pieces.len ? pith__inline_pieces(in) + i : NULL;
    const struct pith__piece *before = i > 0 ? pith__inline_pieces(in) + i - 1 : NULL;
    struct pith__piece *piece = (struct pith__piece *)in->other.data + in->other.len++;
    memset(piece, 0, sizeof *piece);
    piece->kind = PITH__PIECE_TEXT;
    piece->edge = true;
    piece->text = mark;
    piece->len = (uint32_t)strlen(mark);
    piece->link = piece->code = PITH_NONE;
    if (before == NULL || after == NULL)
        return;
    piece->odd_sup = after->odd_sup;
    unsigned format = before->format & after->format;
    if (before->link == after->link)
        piece->link = after->link;
    else
        format &= (unsigned)~PITH__FORMAT_LINK;
    piece->format = (uint8_t)(format & (unsigned)~PITH__FORMAT_QUOTE);
}

static void put_pieces(struct pith__inline *in, size_t begin, size_t end)
{
    for (size_t i = begin; i < end; i++) {
        struct pith__piece *piece = (struct pith__piece *)in->other.data + in->other.len++;
        *piece = pith__inline_pieces(in)[i];
        piece->format &= (uint8_t)~PITH__FORMAT_QUOTE;
    }
}

pith_status pith__inline_quote(struct pith__inline *in)
{
    const struct pith__piece *pieces = pith__inline_pieces(in);
    size_t count = in->pieces.len;
    size_t quotes = 0;
    for (size_t i = 0; i < count;) {
        bool quoted = (pieces[i].format & PITH__FORMAT_QUOTE) != 0;
        quotes += quoted;
        i = quoted ? quote_end(in, i) : i + 1;
    }
    if (quotes == 0)
        return PITH_OK;
    in->other.len = 0;
    PITH__TRY(pith__vec_reserve(&in->other, in->page->blocks.allocator, count + 2 * quotes));
    for (size_t i = 0; i < count;) {
        bool quoted = (pieces[i].format & PITH__FORMAT_QUOTE) != 0;
        size_t end = quoted ? quote_end(in, i) : i + 1;
        bool marked = !quoted || is_marked(pieces, i);
        if (!marked)
            put_mark(in, i, "\xE2\x80\x9C");
        put_pieces(in, i, end);
        if (!marked)
            put_mark(in, end, "\xE2\x80\x9D");
        i = end;
    }
    struct pith__vec made = in->other;
    in->other = in->pieces;
    in->pieces = made;
    return PITH_OK;
}
