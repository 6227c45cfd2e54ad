/*
 * inline_nest.c - in: pieces with their formats; out: the same formats in an order in which tags
 * and marks can be opened and closed.
 */
#include "render/inline.h"

unsigned pith__piece_shared(const struct pith__piece *a, const struct pith__piece *b)
{
    unsigned shared = 0;
    while (shared < a->depth && shared < b->depth && a->nest[shared] == b->nest[shared] &&
           (a->nest[shared] != PITH__FORMAT_LINK || a->link == b->link))
        shared++;
    return shared;
}

/* Behind the last of the pieces from I on that all have FORMAT, in one link. */
static size_t run_end(const struct pith__inline *in, size_t i, unsigned format)
{
    const struct pith__piece *pieces = pith__inline_pieces(in);
    uint32_t link = pieces[i].link;
    while (++i < in->pieces.len && (pieces[i].format & format) != 0 &&
           (format != PITH__FORMAT_LINK || pieces[i].link == link)) {
    }
    return i;
}

/* The open formats of one piece after another. */
struct nesting {
    uint8_t open[PITH__FORMATS];
    unsigned depth;
    uint32_t link;
    size_t end[PITH__FORMATS]; /* where the run of a format ends, by the number of its bit */
};

static size_t end_of(const struct nesting *nesting, unsigned format)
{
    unsigned bit = 0;
    while ((format >> bit & 1) == 0)
        bit++;
    return nesting->end[bit];
}

/* Closes what does not go on in PIECE, and what has to make room for what it starts. */
static void nest_close(struct nesting *nesting, const struct pith__piece *piece)
{
    unsigned kept = 0;
    unsigned bits = 0;
    unsigned count = 0;
    bool same_link = piece->link == nesting->link;
    while (kept < nesting->depth && (piece->format & nesting->open[kept]) != 0 &&
           (nesting->open[kept] != PITH__FORMAT_LINK || same_link))
        bits |= nesting->open[kept++];
    /* A link that starts goes around what ends in it. */
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

/* Opens what PIECE has and is not open, what lasts longest first. */
static void nest_open(struct nesting *nesting, const struct pith__piece *piece)
{
    unsigned rest = piece->format;
    for (unsigned i = 0; i < nesting->depth; i++)
        rest &= (unsigned)~nesting->open[i];
    while (rest != 0) {
        unsigned choice = rest == PITH__FORMAT_CODE ? rest : rest & (unsigned)~PITH__FORMAT_CODE;
        unsigned best = 0;
        for (unsigned bit = 1; bit <= choice; bit <<= 1) {
            if ((choice & bit) != 0 && (best == 0 || end_of(nesting, bit) > end_of(nesting, best)))
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
    nesting.link = PITH_NONE;
    for (size_t i = 0; i < in->pieces.len; i++) {
        struct pith__piece *piece = &pieces[i];
        for (unsigned bit = 0; bit < PITH__FORMATS; bit++) {
            if ((piece->format >> bit & 1) != 0 && nesting.end[bit] <= i)
                nesting.end[bit] = run_end(in, i, 1u << bit);
        }
        nest_close(&nesting, piece);
        nest_open(&nesting, piece);
        nesting.link = piece->link;
        piece->depth = (uint8_t)nesting.depth;
        memcpy(piece->nest, nesting.open, sizeof piece->nest);
    }
}
