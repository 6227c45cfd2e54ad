/*
 * inline.h - a block in, its pieces out: text with its looks, spaces, line ends, images.
 *
 * A block's text is folded from the text of many nodes. Here the nodes are folded once more, to see
 * which part of the block's text is whose, and so which part is bold, code, or a link to where.
 */
#ifndef PITH_INLINE_H
#define PITH_INLINE_H

#include "base/writer.h"
#include "page.h"

enum pith__piece_kind {
    PITH__PIECE_TEXT,
    PITH__PIECE_SPACE,
    PITH__PIECE_BREAK,
    PITH__PIECE_IMAGE,
    PITH__PIECE_MARK,     /* what follows is over the limit of the method perplexity, up to */
    PITH__PIECE_MARK_END, /* here; only where pith__inline.mark_tags asks for them */
    PITH__PIECE_CONTROL   /* control characters, which no format writes; only for
                             pith__inline.whole */
};

/* Elements above a piece of text that are looked at; more would only serve a hostile page. */
enum { PITH__LOOK_UP = 32 };

/* The looks of a piece are PITH__FORMAT_ bits, and these of elements that never go on behind the
 * block they are in; so many there are. */
enum {
    PITH__FORMAT_SUP = 1 << 5,
    PITH__FORMAT_SUB = 1 << 6,
    PITH__FORMAT_QUOTE = 1 << 7, /* <q> */
    PITH__FORMATS = 8
};

struct pith__piece {
    const char *text; /* in the block's text; no white space at its ends */
    uint32_t len;
    uint32_t link; /* the <a> that it is in, a node, if it has PITH__FORMAT_LINK */
    union {
        uint32_t code;  /* text: the outermost <code> or the like that it is in; or PITH_NONE */
        uint32_t image; /* image: the <img>, a node */
        float mark;     /* mark: the perplexity */
    };
    uint8_t kind;
    uint8_t format;     /* PITH__FORMAT_ bits */
    bool edge : 1;      /* text without letters and digits at an end of a node's text */
    bool no_power : 1;  /* text: it is in a link, be that written or not, or a <sup> in one */
    bool odd_quote : 1; /* tells the <q> that it is in from the one before */
    bool odd_sup : 1;   /* ... the <sup> */
    uint8_t depth;      /* formats in NEST */
    uint8_t nest[PITH__FORMATS]; /* the same bits one by one, outermost first; filled by
                                    pith__inline_nest() */
};

/* Elements of one kind by turns, so that a bit tells neighbours apart. */
struct pith__turn {
    uint32_t node;
    bool odd;
};

struct pith__inline {
    const pith_page *page;
    struct pith__writer *writer;
    bool links;
    bool images;
    bool mark_tags;             /* marks are pieces of their own, not text */
    bool whole;                 /* leave nothing of a block's text out */
    struct pith__vec pieces;    /* of struct pith__piece: those of the block at hand */
    struct pith__vec other;     /* of the same: scratch */
    struct pith__vec mark_text; /* what marks say, where they are text */
    struct pith__vec folded;    /* scratch */
    struct pith__vec value;     /* scratch: the last attribute that was asked for */
    struct pith__vec base_text; /* memory for the next */
    struct pith__span base;     /* what relative addresses are relative to; empty: they stay so */
    bool base_is_known;         /* ... it was looked for */
    size_t addresses;           /* bytes that addresses took so far */
    uint32_t link;              /* the last <a> that was looked at, and whether */
    bool link_is_good;          /* ... its address is to be written */
    struct pith__turn quote;    /* the outermost <q> of the last piece in one */
    struct pith__turn sup;      /* ... the <sup> */
    uint32_t last_image;        /* node of the last image, or PITH_NONE */
};

/* WRITER, which may be NULL, says how much time there is. */
void pith__inline_init(struct pith__inline *in, const pith_page *page,
                       const struct pith__render_options *options, struct pith__writer *writer);
void pith__inline_deinit(struct pith__inline *in);

/* Fills PIECES with those of block number INDEX. */
pith_status pith__inline_load(struct pith__inline *in, size_t index);

static inline struct pith__piece *pith__inline_pieces(const struct pith__inline *in)
{
    return in->pieces.data;
}

/* Leaves out what is over the limit of the method perplexity, or cuts the pieces so that it can be
 * marked. */
pith_status pith__inline_cut(struct pith__inline *in, size_t index);

/* Puts marks to it where they are wanted. */
pith_status pith__inline_mark(struct pith__inline *in, size_t index);

/* What a mark says where it is text: "[12345]". Returns its length. */
enum { PITH__MARK_MAX = 64 };
int pith__mark_text(const pith_part *part, char mark[PITH__MARK_MAX]);

/* A stretch of a block's text that is shown: within the limit of the method perplexity, or a part
 * over it that is to be marked. */
struct pith__stretch {
    size_t begin, end;
    const pith_part *marked; /* NULL: it is not */
};

/* The next one at or behind byte AT, without white space at its ends; false: there is none. */
bool pith__stretch_next(const pith_page *page, size_t index, size_t at,
                        struct pith__stretch *stretch);

/* Orders the formats of the pieces at hand so that they nest: one that goes on longer is further
 * out, code is innermost, and a link is never cut. */
void pith__inline_nest(struct pith__inline *in);

/* Puts quotation marks, pieces of text, around what has the look of a quotation, and takes that
 * look off. Where the page has written such marks there are no more of them. */
pith_status pith__inline_quote(struct pith__inline *in);

/* Whether a block may have marks in plain text that are not in its text. */
bool pith__block_wants_marks(const pith_page *page, size_t index);

/* The text of a block with these: quotation marks, and "^" before exponents. IN is whole. It is
 * valid until the next call. */
pith_status pith__marked_text(struct pith__inline *in, size_t index, struct pith__span *text);

/* How many of the formats that are open in A stay open in B, the piece after it. */
unsigned pith__piece_shared(const struct pith__piece *a, const struct pith__piece *b);

/* The value of an attribute, decoded, with control characters left out and white space folded;
 * empty where there is none. It is valid until the next call. */
pith_status pith__inline_value(struct pith__inline *in, uint32_t node, enum pith__attr_name name,
                               struct pith__span *value);

/* Likewise for an address; empty too where it is one that is not written: one that is too long, or
 * of a scheme other than http, https, mailto and ftp. A relative one is made absolute where the
 * page's own address is known. */
pith_status pith__inline_address(struct pith__inline *in, uint32_t node, enum pith__attr_name name,
                                 struct pith__span *address);

/* The address of an image, likewise. One that a script shows later has it in data-src, and a
 * picture for the meantime in src. */
pith_status pith__inline_image(struct pith__inline *in, uint32_t node, struct pith__span *address);

/* The next image behind node AFTER (PITH_NONE: the first) that stands between block INDEX - 1 and
 * block INDEX, in neither, and is to be shown; or PITH_NONE. INDEX may be the number of blocks. */
pith_status pith__inline_next_image(struct pith__inline *in, size_t index, uint32_t after,
                                    uint32_t *image);

/* Length of the control character at P, or of one that XML does not allow; 0: it is another. */
size_t pith__control_len(const char *p, size_t len);

/* Whether a block's text is nothing but white space and control characters. */
bool pith__block_is_blank(const pith_block *block);

/* The language of a preformatted block where it is a plain word; else empty. */
struct pith__span pith__plain_language(const pith_page *page, const pith_block *block);

#endif
