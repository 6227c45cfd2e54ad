/*
 * markdown_marks.c - decides which bold, italic and struck text can be marked.
 *
 * CommonMark reads "*" as emphasis or as a star depending on the characters on both sides. Here
 * formats are removed if their marks would not be read as intended; the rest can be written without
 * further checks. A format gives up the punctuation at its ends before it is removed altogether.
 */
#include "base/unicode.h"
#include "render/markdown_inline.h"

/* Formats whose marks are runs of stars, and all formats whose marks depend on what is around
 * them. */
enum { STARS = PITH__FORMAT_STRONG | PITH__FORMAT_EMPHASIS, FLANKED = STARS | PITH__FORMAT_STRIKE };

/* Formats whose marks are punctuation anywhere: brackets and tags. */
enum { BRACKETS = PITH__FORMAT_LINK | PITH__FORMAT_SUP | PITH__FORMAT_SUB };

/* How the rules of emphasis classify a character. Versions of the standard differ on symbols, and
 * our tables do not separate them from punctuation: those are DOUBTFUL, and nothing relies on
 * them. */
enum side { SIDE_SPACE, SIDE_PUNCTUATION, SIDE_WORD, SIDE_DOUBTFUL };

/* Punctuation beyond ASCII that is often next to emphasis. */
static bool is_punctuation(uint32_t cp)
{
    static const uint16_t ranges[][2] = {
        {0x00A1, 0x00A1}, {0x00A7, 0x00A7}, {0x00AB, 0x00AB}, {0x00B6, 0x00B7}, {0x00BB, 0x00BB},
        {0x00BF, 0x00BF}, {0x060C, 0x060C}, {0x061B, 0x061B}, {0x061F, 0x061F}, {0x0964, 0x0965},
        {0x2010, 0x2027}, {0x2030, 0x2043}, {0x3001, 0x3003}, {0x3008, 0x3011}, {0x3014, 0x301F},
        {0xFF01, 0xFF03}, {0xFF05, 0xFF0A}, {0xFF0C, 0xFF0F}, {0xFF1A, 0xFF1B}, {0xFF1F, 0xFF20},
        {0xFF3B, 0xFF3D}, {0xFF3F, 0xFF3F}, {0xFF5B, 0xFF5B}, {0xFF5D, 0xFF5D}, {0xFF5F, 0xFF65},
    };
    for (size_t i = 0; i < sizeof ranges / sizeof *ranges; i++) {
        if (cp >= ranges[i][0] && cp <= ranges[i][1])
            return true;
    }
    return false;
}

static enum side side_of(uint32_t cp)
{
    unsigned flags = pith__unicode_class(cp);
    if ((flags & PITH__UC_WORD) != 0)
        return SIDE_WORD;
    if (cp < 0x80)
        return cp > ' ' ? SIDE_PUNCTUATION : SIDE_SPACE;
    if ((cp >= 0x2000 && cp <= 0x200A) || cp == 0xA0 || cp == 0x1680 || cp == 0x202F ||
        cp == 0x205F || cp == 0x3000)
        return SIDE_SPACE;
    return is_punctuation(cp) ? SIDE_PUNCTUATION : SIDE_DOUBTFUL;
}

/* The class of a piece's first character, or with END of its last one, as its neighbour sees it. */
static enum side piece_side(const struct pith__piece *piece, bool end)
{
    if (piece->kind == PITH__PIECE_SPACE || piece->kind == PITH__PIECE_BREAK)
        return SIDE_SPACE;
    if (piece->kind == PITH__PIECE_IMAGE || (piece->format & PITH__FORMAT_CODE) != 0)
        return SIDE_PUNCTUATION;
    const unsigned char *p = (const unsigned char *)piece->text;
    if (end) {
        p += piece->len - 1;
        while ((*p & 0xC0) == 0x80)
            p--;
    }
    uint32_t cp;
    pith__utf8_next(p, &cp);
    return side_of(cp);
}

/* What is on both sides of the boundary before piece I. */
static void look_around(const struct pith__inline *in, size_t i, enum side *before,
                        enum side *after)
{
    const struct pith__piece *pieces = pith__inline_pieces(in);
    *before = i > 0 ? piece_side(&pieces[i - 1], true) : SIDE_SPACE;
    *after = i < in->pieces.len ? piece_side(&pieces[i], false) : SIDE_SPACE;
}

static bool is_clear(enum side side)
{
    return side == SIDE_SPACE || side == SIDE_PUNCTUATION;
}

/* Whether a mark can open between BEFORE and AFTER; with the two swapped, close. */
static bool can_open(enum side before, enum side after)
{
    return after != SIDE_SPACE && (after == SIDE_WORD || is_clear(before));
}

/* Removes FORMAT from the ends of the run of pieces [BEGIN, END) where its marks cannot be: from
 * spaces, and from punctuation with a letter on the other side. */
static void trim_run(struct pith__inline *in, size_t begin, size_t end, unsigned format)
{
    struct pith__piece *pieces = pith__inline_pieces(in);
    enum side before, after;
    for (; begin < end; begin++) {
        look_around(in, begin, &before, &after);
        bool loose = pieces[begin].kind != PITH__PIECE_TEXT || pieces[begin].edge;
        if (can_open(before, after) || !loose)
            break;
        pieces[begin].format &= (uint8_t)~format;
    }
    for (; end > begin; end--) {
        look_around(in, end, &before, &after);
        bool loose = pieces[end - 1].kind != PITH__PIECE_TEXT || pieces[end - 1].edge;
        if (can_open(after, before) || !loose)
            break;
        pieces[end - 1].format &= (uint8_t)~format;
    }
}

/* Code is written literally: a format covers all of it or none. */
static void level_code(struct pith__inline *in)
{
    struct pith__piece *pieces = pith__inline_pieces(in);
    for (size_t i = 0; i < in->pieces.len;) {
        size_t from = i;
        unsigned common = FLANKED;
        for (; i < in->pieces.len && (pieces[i].format & PITH__FORMAT_CODE) != 0; i++)
            common &= pieces[i].format;
        for (size_t k = from; k < i; k++)
            pieces[k].format &= (uint8_t)(common | (unsigned)~FLANKED);
        i += i == from;
    }
}

static void trim_runs(struct pith__inline *in, unsigned format)
{
    struct pith__piece *pieces = pith__inline_pieces(in);
    for (size_t i = 0; i < in->pieces.len; i++) {
        size_t begin = i;
        while (i < in->pieces.len && (pieces[i].format & format) != 0)
            i++;
        if (i > begin)
            trim_run(in, begin, i, format);
    }
}

/* What changes at the boundary before piece I: formats that close, formats that open. */
static void changes(const struct pith__inline *in, size_t i, unsigned *closed, unsigned *opened)
{
    const struct pith__piece *pieces = pith__inline_pieces(in);
    size_t count = in->pieces.len;
    unsigned shared = i > 0 && i < count ? pith__piece_shared(&pieces[i - 1], &pieces[i]) : 0;
    *closed = *opened = 0;
    for (unsigned k = shared; i > 0 && k < pieces[i - 1].depth; k++)
        *closed |= pieces[i - 1].nest[k];
    for (unsigned k = shared; i < count && k < pieces[i].depth; k++)
        *opened |= pieces[i].nest[k];
}

/* Whether the mark of FORMAT can be at a boundary where all formats in TOGETHER open, or all close;
 * PIECE is the one inside. */
static bool mark_stands(const struct pith__piece *piece, unsigned format, unsigned together,
                        enum side inside, enum side outside)
{
    if (inside == SIDE_SPACE)
        return false;
    bool passed = false;
    for (unsigned k = 0; k < piece->depth; k++) {
        passed = passed || piece->nest[k] == format;
        if ((piece->nest[k] & together & BRACKETS) != 0) /* a bracket is next to the mark */
            *(passed ? &inside : &outside) = SIDE_PUNCTUATION;
    }
    if (is_clear(outside))
        return true;
    /* Inside a word there is room for one run of marks only. */
    unsigned run = (format & STARS) != 0 ? STARS : PITH__FORMAT_STRIKE;
    return inside == SIDE_WORD && (together & ~run) == 0;
}

/* Whether marks of one character can open right after marks of the same character close. They are
 * read as one run, which is safe if one has two stars and the other one, and no stars open in
 * between: see opens_run(). */
static bool run_parts(unsigned closed, unsigned opened, unsigned format)
{
    unsigned run = (format & STARS) != 0 ? STARS : PITH__FORMAT_STRIKE;
    closed &= run;
    opened &= run;
    return closed == 0 || (run == STARS && closed != STARS && opened != STARS && closed != opened);
}

static bool mark_opens(const struct pith__inline *in, size_t i, unsigned format)
{
    enum side before, after;
    unsigned closed, opened;
    look_around(in, i, &before, &after);
    changes(in, i, &closed, &opened);
    opened |= format;
    /* Marks that close do so before a space. */
    return (before == SIDE_SPACE || run_parts(closed, opened, format)) &&
           mark_stands(pith__inline_pieces(in) + i, format, opened, after, before);
}

static bool mark_closes(const struct pith__inline *in, size_t i, unsigned format)
{
    enum side before, after;
    unsigned closed, opened;
    look_around(in, i, &before, &after);
    changes(in, i, &closed, &opened);
    return mark_stands(pith__inline_pieces(in) + i - 1, format, closed | format, before, after);
}

/* Whether piece I starts with a word that is certainly no address and may follow a bracket. */
static bool is_plain_word(const struct pith__inline *in, size_t i)
{
    const struct pith__piece *piece = pith__inline_pieces(in) + i;
    size_t len = 0;
    while (len < piece->len && pith__md_is_word(piece->text[len]))
        len++;
    if (len < piece->len)
        return strchr(" ,()=;", piece->text[len]) != NULL;
    return i + 1 == in->pieces.len || piece[1].format != piece->format;
}

/* Whether the mark of FORMAT, which pieces [BEGIN, END) have, opens in a run with other stars, and
 * such stars open again inside where they could also close something. Parsers count all stars of
 * the run when they look for its end, and would take those: "***a**b**c***" is not what it seems,
 * and neither is "**a***b**c***". By themselves, one star and two stars do not interfere. */
static bool opens_run(const struct pith__inline *in, size_t begin, size_t end, unsigned format)
{
    unsigned closed, opened;
    enum side before, after;
    changes(in, begin, &closed, &opened);
    const unsigned others = STARS & ~format;
    if ((format & STARS) == 0 || ((closed | opened) & others) == 0)
        return false;
    for (size_t i = begin + 1; i < end; i++) {
        changes(in, i, &closed, &opened);
        look_around(in, i, &before, &after);
        bool only_opens = before == SIDE_SPACE || (before == SIDE_PUNCTUATION &&
                                                   after == SIDE_WORD && is_plain_word(in, i));
        if ((opened & others) != 0 && !only_opens)
            return true;
    }
    return false;
}

static bool is_gap(const struct pith__piece *piece)
{
    return piece->kind == PITH__PIECE_SPACE || piece->kind == PITH__PIECE_BREAK;
}

/* Removes FORMAT from the gaps at the ends of pieces [BEGIN, END), where it opens and closes, and
 * from all of them if its marks would not be read as such. False if nothing was removed. */
static bool check_span(struct pith__inline *in, size_t begin, size_t end, unsigned format)
{
    struct pith__piece *pieces = pith__inline_pieces(in);
    size_t from = begin, to = end;
    while (begin < end && is_gap(&pieces[begin]))
        pieces[begin++].format &= (uint8_t)~format;
    while (begin < end && is_gap(&pieces[end - 1]))
        pieces[--end].format &= (uint8_t)~format;
    if (begin == end || (mark_opens(in, begin, format) && mark_closes(in, end, format) &&
                         !opens_run(in, begin, end, format)))
        return begin > from || end < to;
    for (; begin < end; begin++)
        pieces[begin].format &= (uint8_t)~format;
    return true;
}

/* False if nothing was removed. */
static bool check_marks(struct pith__inline *in, unsigned format)
{
    bool changed = false;
    size_t begin = 0;
    for (size_t i = 0; i <= in->pieces.len; i++) {
        unsigned closed, opened;
        changes(in, i, &closed, &opened);
        if ((closed & format) != 0)
            changed |= check_span(in, begin, i, format);
        if ((opened & format) != 0)
            begin = i;
    }
    return changed;
}

/* The formats whose marks depend on what is around them, one by one. */
static const uint8_t flanked[] = {PITH__FORMAT_STRONG, PITH__FORMAT_EMPHASIS, PITH__FORMAT_STRIKE};
enum { FLANKED_COUNT = sizeof flanked / sizeof *flanked };

/* Text that has not settled after this many rounds gets no such marks. */
enum { ROUNDS = 8 };

void pith__md_settle(struct pith__inline *in)
{
    level_code(in);
    for (unsigned i = 0; i < FLANKED_COUNT; i++)
        trim_runs(in, flanked[i]);
    /* Removing a mark changes what the others are next to. */
    bool changed = true;
    for (unsigned round = 0; changed && round < ROUNDS; round++) {
        pith__inline_nest(in);
        changed = false;
        for (unsigned i = 0; i < FLANKED_COUNT; i++)
            changed |= check_marks(in, flanked[i]);
    }
    if (!changed)
        return;
    for (size_t i = 0; i < in->pieces.len; i++)
        pith__inline_pieces(in)[i].format &= (uint8_t)~FLANKED;
    pith__inline_nest(in);
}
