/*
 * doc.h - what the scanner gives to later stages: a flat array of nodes in the source's order.
 *
 * A node is an element or a piece of text; its parent stands before it. There are no end
 * positions and no sibling links: whoever needs the sum over a subtree adds from the last node to
 * the first into the parent. End tags and comments leave no node. White space between tags leaves
 * none either (outside <pre>), only PITH__NODE_SPACE on the next piece of text.
 */
#ifndef PITH_DOC_H
#define PITH_DOC_H

#include "base/clock.h"
#include "parse/tokenizer.h"

/* Flags of nodes. The first group holds for everything below the element too. */
enum {
    PITH__NODE_UNSEEN = 1 << 0,      /* script, style, template, title, ...: never shown */
    PITH__NODE_HIDDEN = 1 << 1,      /* hidden, display:none, visibility:hidden */
    PITH__NODE_ARIA_HIDDEN = 1 << 2, /* aria-hidden="true" */
    PITH__NODE_NOSCRIPT = 1 << 3,    /* <noscript> */
    PITH__NODE_SHADOW = 1 << 4,      /* a declarative shadow root */
    PITH__NODE_EXACT = 1 << 5,       /* white space counts: <pre> and its kin */
    PITH__NODE_INHERITED = (1 << 6) - 1,

    PITH__NODE_FOREIGN = 1 << 6,  /* an element of SVG or MathML */
    PITH__NODE_FOSTERED = 1 << 7, /* the standard moves it before the table it stands in */
    PITH__NODE_SPACE = 1 << 8,    /* text: white space stands before it */
    PITH__NODE_RAW = 1 << 9,      /* text: no character references */
    PITH__NODE_NUL = 1 << 10,     /* text: a NUL becomes U+FFFD; elsewhere it is left out */
    PITH__NODE_IMPLIED = 1 << 11, /* element: no tag of its own in the source */
    PITH__NODE_NEWLINE = 1 << 12  /* text: the white space before it holds a line end */
};

/* How a piece of text is dressed, from the formatting elements that are active there. */
enum {
    PITH__FORMAT_LINK = 1 << 0, /* <a href> */
    PITH__FORMAT_STRONG = 1 << 1,
    PITH__FORMAT_EMPHASIS = 1 << 2,
    PITH__FORMAT_CODE = 1 << 3,
    PITH__FORMAT_STRIKE = 1 << 4
};

struct pith__node {
    uint32_t offset; /* in the UTF-8: of the text, or of the start tag's "<" */
    uint32_t extent; /* text: its bytes; element: index of its first attribute */
    uint32_t parent; /* index; the root's is PITH_NONE */
    uint32_t block;  /* nearest block-level element above it */
    uint8_t tag;     /* a pith__tag; PITH__TAG_TEXT for text */
    uint8_t detail;  /* text: PITH__FORMAT_ bits; element: number of attributes */
    uint16_t flags;  /* PITH__NODE_ */
};

/* Bounds for one page, checked by the caller. */
struct pith__limits {
    uint32_t max_depth;
    uint32_t max_nodes;
    struct pith__clock *clock;
    bool short_titles; /* a <title> ends at the next "<", be it a tag or not */
};

struct pith__doc {
    const struct pith__allocator *allocator;
    struct pith__span source;
    struct pith__vec nodes; /* of struct pith__node; number 0 is <html> */
    struct pith__vec attrs; /* of struct pith__attr */
    struct pith__vec stack; /* scratch of the tree builder */
    struct pith__vec markers;
    size_t text_room; /* bytes that all text to be seen can take, decoded, with separators */
    bool quirks;
    bool inexact; /* a bound of ours was met that the standard does not have, or another way */
    pith_reason stopped; /* PITH_REASON_NONE, NODES, DEADLINE or DEPTH */
};

void pith__doc_init(struct pith__doc *doc, const struct pith__allocator *allocator);
void pith__doc_deinit(struct pith__doc *doc);
/* Drops the contents, and memory beyond KEEP bytes an array. */
void pith__doc_trim(struct pith__doc *doc, size_t keep);

/* Parses SOURCE, valid UTF-8 of less than 2^32 - 1 bytes. Only PITH_ERR_NOMEM can go wrong. */
pith_status pith__doc_parse(struct pith__doc *doc, struct pith__span source,
                            const struct pith__limits *limits);

/* True when nothing is to be seen because a <title> that has no end tag took it all. A browser
 * shows nothing then; with short_titles there is something to read. */
bool pith__doc_is_all_title(const struct pith__doc *doc);

static inline const struct pith__node *pith__doc_node(const struct pith__doc *doc, size_t index)
{
    return (const struct pith__node *)doc->nodes.data + index;
}

/* The element itself where it is block-level, else the nearest such one above it. */
static inline uint32_t pith__block_element(const struct pith__doc *doc, uint32_t index)
{
    const struct pith__node *node = pith__doc_node(doc, index);
    return (pith__tag_flags[node->tag] & PITH__TAGF_BLOCK) != 0 ? index : node->block;
}

/* The value of an element's attribute as written, or false where it has none. */
bool pith__doc_attr(const struct pith__doc *doc, const struct pith__node *node,
                    enum pith__attr_name name, struct pith__span *value);

/* The name of an element as written, for tags without a number; of longer ones the start. */
enum { PITH__NAME_SEEN = 256 };
struct pith__span pith__node_name(const struct pith__doc *doc, const struct pith__node *node);

/* How pith__text_decode() is to decode this piece of text. */
unsigned pith__node_decoding(const struct pith__node *text);

#endif
