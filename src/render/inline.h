/*
 * inline.h - splits a block into pieces: text with its formats, spaces, line ends, images.
 *
 * A block's text is folded from the text of many nodes. Here the nodes are folded once more, to
 * find out which part of the block's text comes from which node, and so which part is bold, code,
 * or a link and to where.
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
    PITH__PIECE_MARK,     /* a part above the threshold of the method perplexity starts */
    PITH__PIECE_MARK_END, /* and ends; both only if pith__inline.mark_tags is set */
    PITH__PIECE_CONTROL /* control characters, which no format writes; only if pith__inline.whole is
                           set */
};

/* Most elements above a piece of text to look at; only a hostile page has more. */
enum { PITH__LOOK_UP = 32 };

/* The format of a piece is PITH__FORMAT_ bits and these, for elements that never continue after
 * their block. PITH__FORMATS is the number of bits. */
enum {
    PITH__FORMAT_SUP = 1 << 5,
    PITH__FORMAT_SUB = 1 << 6,
    PITH__FORMAT_QUOTE = 1 << 7, /* <q> */
    PITH__FORMATS = 8
};

struct pith__piece {
    const char *text; /* in the block's text; no white space at its ends */
    uint32_t len;
    uint32_t link; /* node of the <a> around it, if it has PITH__FORMAT_LINK */
    union {
        uint32_t code;  /* text: the outermost <code> or the like around it; or PITH_NONE */
        uint32_t image; /* image: node of the <img> */
        float mark;     /* mark: the perplexity */
    };
    uint8_t kind;
    uint8_t format;              /* PITH__FORMAT_ bits */
    bool edge : 1;               /* text without letters and digits, at an end of a node's text */
    bool no_power : 1;           /* text: in a link, written or not, or in a <sup> inside one */
    bool odd_quote : 1;          /* differs between two adjacent <q> */
    bool odd_sup : 1;            /* differs between two adjacent <sup> */
    uint8_t depth;               /* number of formats in NEST */
    uint8_t nest[PITH__FORMATS]; /* the bits of FORMAT one by one, outermost first; filled by
                                    pith__inline_nest() */
};

/* Alternates between adjacent elements of one kind, so that a bit tells them apart. */
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
    bool whole;                 /* leave out nothing of a block's text */
    struct pith__vec pieces;    /* of struct pith__piece: the current block */
    struct pith__vec other;     /* of struct pith__piece: scratch */
    struct pith__vec mark_text; /* the texts of marks, if they are text */
    struct pith__vec folded;    /* scratch */
    struct pith__vec value;     /* scratch: the last attribute value */
    struct pith__vec base_text; /* memory for BASE */
    struct pith__span base;     /* base of relative addresses; empty: leave them relative */
    bool base_is_known;         /* BASE was looked up */
    size_t addresses;           /* bytes of addresses so far */
    uint32_t link;              /* the last <a> that was checked */
    bool link_is_good;          /* ... and whether to write its address */
    struct pith__turn quote;    /* the outermost <q> of the last piece in one */
    struct pith__turn sup;      /* the same for <sup> */
    uint32_t last_image;        /* node of the last image, or PITH_NONE */
};

/* WRITER, which may be NULL, limits the time. */
void pith__inline_init(struct pith__inline *in, const pith_page *page,
                       const struct pith__render_options *options, struct pith__writer *writer);
void pith__inline_deinit(struct pith__inline *in);

/* Fills PIECES with those of block INDEX. */
pith_status pith__inline_load(struct pith__inline *in, size_t index);

static inline struct pith__piece *pith__inline_pieces(const struct pith__inline *in)
{
    return in->pieces.data;
}

/* Removes the parts above the threshold of the method perplexity, or cuts the pieces at their ends
 * so that they can be marked. */
pith_status pith__inline_cut(struct pith__inline *in, size_t index);

/* Adds marks to those parts if wanted. */
pith_status pith__inline_mark(struct pith__inline *in, size_t index);

/* Writes the text of a mark: "[12345]". Returns its length. */
enum { PITH__MARK_MAX = 64 };
int pith__mark_text(const pith_part *part, char mark[PITH__MARK_MAX]);

/* A stretch of a block's text that is shown: below the threshold of the method perplexity, or a
 * part above it that is to be marked. */
struct pith__stretch {
    size_t begin, end;
    const pith_part *marked; /* NULL: not marked */
};

/* The next stretch at or after byte AT, without white space at its ends; false if there is none. */
bool pith__stretch_next(const pith_page *page, size_t index, size_t at,
                        struct pith__stretch *stretch);

/* Orders the formats of the current pieces so that they nest: the one that continues longer is
 * outside, code is innermost, and a link is never split. */
void pith__inline_nest(struct pith__inline *in);

/* Puts quotation marks (pieces of text) around quotations, and removes that format. If the page has
 * quotation marks already, no more are added. */
pith_status pith__inline_quote(struct pith__inline *in);

/* Whether a block may need marks in plain text that are not in its text. */
bool pith__block_wants_marks(const pith_page *page, size_t index);

/* The text of a block with those marks: quotation marks, and "^" before exponents. IN must have
 * WHOLE set. Valid until the next call. */
pith_status pith__marked_text(struct pith__inline *in, size_t index, struct pith__span *text);

/* How many of the formats that are open in A stay open in B, the next piece. */
unsigned pith__piece_shared(const struct pith__piece *a, const struct pith__piece *b);

/* The value of an attribute, decoded, without control characters and with white space collapsed;
 * empty if there is none. Valid until the next call. */
pith_status pith__inline_value(struct pith__inline *in, uint32_t node, enum pith__attr_name name,
                               struct pith__span *value);

/* The same for an address. Also empty for an address that is not to be written: too long, or with a
 * scheme other than http, https, mailto and ftp. A relative address is made absolute if the page's
 * own address is known. */
pith_status pith__inline_address(struct pith__inline *in, uint32_t node, enum pith__attr_name name,
                                 struct pith__span *address);

/* The same for the address of an image. Lazily loaded images have it in data-src, and a placeholder
 * in src. */
pith_status pith__inline_image(struct pith__inline *in, uint32_t node, struct pith__span *address);

/* The next image after node AFTER (PITH_NONE: the first) that is between block INDEX - 1 and block
 * INDEX, in neither, and is to be shown; or PITH_NONE. INDEX may be the number of blocks. */
pith_status pith__inline_next_image(struct pith__inline *in, size_t index, uint32_t after,
                                    uint32_t *image);

/* Length of the control character at P, or of a character that XML does not allow; 0 for any
 * other. */
size_t pith__control_len(const char *p, size_t len);

/* Whether a block's text is only white space and control characters. */
bool pith__block_is_blank(const pith_block *block);

/* The language of a preformatted block if it is a plain word; otherwise empty. */
struct pith__span pith__plain_language(const pith_page *page, const pith_block *block);

#endif
