/*
 * inline_nest.c - orders formats. In: pieces with their formats. Out: the same formats in an order
 * in which tags and marks can be opened and closed.
 */
#include "render/inline.h"

/* Whether FORMAT, which both pieces have, is the same link or element in both. */
static bool is_same(const struct pith__piece *a, const struct pith__piece *b, unsigned format)
{
    if (format == PITH__FORMAT_LINK)
        return a->link == b->link;
    if (format == PITH__FORMAT_SUP)
        return a->odd_sup == b->odd_sup;
    return format != PITH__FORMAT_QUOTE || a->odd_quote == b->odd_quote;
}

unsigned pith__piece_shared(const struct pith__piece *a, const struct pith__piece *b)
{
    unsigned shared = 0;
    while (shared < a->depth && shared < b->depth && a->nest[shared] == b->nest[shared] &&
           is_same(a, b, a->nest[shared]))
        shared++;
    return shared;
}

/* The end of the run of pieces from I on that all have FORMAT, in one link or element. */
static size_t run_end(const struct pith__inline *in, size_t i, unsigned format)
{
    const struct pith__piece *pieces = pith__inline_pieces(in);
    const struct pith__piece *first = &pieces[i];
    while (++i < in->pieces.len && (pieces[i].format & format) != 0 &&
           is_same(first, &pieces[i], format)) {
    }
    return i;
}

/* The formats that are open, piece by piece. */
struct nesting {
    uint8_t open[PITH__FORMATS];
    unsigned depth;
    const struct pith__piece *last;
    size_t end[PITH__FORMATS]; /* end of the run of each format, by bit number */
};

static size_t end_of(const struct nesting *nesting, unsigned format)
{
    unsigned bit = 0;
    while ((format >> bit & 1) == 0)
        bit++;
    return nesting->end[bit];
}

/* Closes the formats that do not continue in PIECE, and those that must make room for new ones. */
static void nest_close(struct nesting *nesting, const struct pith__piece *piece)
{
    unsigned kept = 0;
    unsigned bits = 0;
    unsigned count = 0;
    while (kept < nesting->depth && (piece->format & nesting->open[kept]) != 0 &&
           is_same(nesting->last, piece, nesting->open[kept]))
        bits |= nesting->open[kept++];
    /* A link that starts goes outside of what ends in it. */
    if ((piece->format & ~bits & PITH__FORMAT_LINK) != 0) {
        size_t end = end_of(nesting, PITH__FORMAT_LINK);
        for (unsigned i = 0; i < kept; i++) {
            if (end_of(nesting, nesting->open[i]) < end)
                kept = i;
        }
    }
    for (unsigned format = piece->format; format != 0; format &= format - 1)
        count++;
    if (kept > 0 && nesting->open[kept - 1] == PITH__FORMAT_CODE && count > kept)
        kept--;
    nesting->depth = kept;
}

/* Whether to open A before B: first the format that lasts longer, then superscripts and subscripts,
 * since markdown's marks work better inside. */
static bool is_outer(const struct nesting *nesting, unsigned a, unsigned b)
{
    size_t end_a = end_of(nesting, a);
    size_t end_b = end_of(nesting, b);
    return end_a > end_b || (end_a == end_b && (a & (PITH__FORMAT_SUP | PITH__FORMAT_SUB)) != 0);
}

/* Opens the formats of PIECE that are not open, outermost first. */
static void nest_open(struct nesting *nesting, const struct pith__piece *piece)
{
    unsigned rest = piece->format;
    for (unsigned i = 0; i < nesting->depth; i++)
        rest &= (unsigned)~nesting->open[i];
    while (rest != 0) {
        unsigned choice = rest == PITH__FORMAT_CODE ? rest : rest & (unsigned)~PITH__FORMAT_CODE;
        unsigned best = 0;
        for (unsigned bit = 1; bit <= choice; bit <<= 1) {
            if ((choice & bit) != 0 && (best == 0 || is_outer(nesting, bit, best)))
                best = bit;
        }
        nesting->open[nesting->depth++] = (uint8_t)best;
        rest &= ~best;
    }
}

void pith__inline_nest(struct pith__inline *in)
{
    struct pith__piece *pieces = pith__inline_pieces(in);
    struct nesting nesting;
    memset(&nesting, 0, sizeof nesting);
    for (size_t i = 0; i < in->pieces.len; i++) {
        struct pith__piece *piece = &pieces[i];
        for (unsigned bit = 0; bit < PITH__FORMATS; bit++) {
            if ((piece->format >> bit & 1) != 0 && nesting.end[bit] <= i)
                nesting.end[bit] = run_end(in, i, 1u << bit);
        }
        nest_close(&nesting, piece);
        nest_open(&nesting, piece);
        nesting.last = piece;
        piece->depth = (uint8_t)nesting.depth;
        memcpy(piece->nest, nesting.open, sizeof piece->nest);
    }
}
