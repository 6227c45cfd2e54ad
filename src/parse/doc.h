/*
 * doc.h - the parser's result for later stages: a flat array of nodes in source order.
 *
 * A node is an element or a piece of text; its parent comes before it. There are no end positions
 * and no sibling links: to sum over subtrees, go from the last node to the first and add each to
 * its parent. End tags and comments produce no node. Neither does white space between tags (outside
 * <pre>), only PITH__NODE_SPACE on the next piece of text.
 */
#ifndef PITH_DOC_H
#define PITH_DOC_H

#include "base/clock.h"
#include "parse/tokenizer.h"

/* Node flags. Those of the first group are inherited by everything below the element. */
enum {
    PITH__NODE_UNSEEN = 1 << 0,      /* script, style, template, title, ...: never shown */
    PITH__NODE_HIDDEN = 1 << 1,      /* hidden, display:none, visibility:hidden */
    PITH__NODE_ARIA_HIDDEN = 1 << 2, /* aria-hidden="true" */
    PITH__NODE_NOSCRIPT = 1 << 3,    /* <noscript> */
    PITH__NODE_SHADOW = 1 << 4,      /* a declarative shadow root */
    PITH__NODE_EXACT = 1 << 5,       /* white space is significant: <pre> and similar */
    PITH__NODE_INHERITED = (1 << 6) - 1,

    PITH__NODE_FOREIGN = 1 << 6,  /* SVG or MathML element */
    PITH__NODE_FOSTERED = 1 << 7, /* the standard moves it before the enclosing table */
    PITH__NODE_SPACE = 1 << 8,    /* text: preceded by white space */
    PITH__NODE_RAW = 1 << 9,      /* text: no character references */
    PITH__NODE_NUL = 1 << 10,     /* text: a NUL becomes U+FFFD; elsewhere it is dropped */
    PITH__NODE_IMPLIED = 1 << 11, /* element: no tag in the source */
    PITH__NODE_NEWLINE = 1 << 12  /* text: the white space before it contains a line end */
};

/* Formatting of a piece of text, from the active formatting elements. */
enum {
    PITH__FORMAT_LINK = 1 << 0, /* <a href> */
    PITH__FORMAT_STRONG = 1 << 1,
    PITH__FORMAT_EMPHASIS = 1 << 2,
    PITH__FORMAT_CODE = 1 << 3,
    PITH__FORMAT_STRIKE = 1 << 4
};

struct pith__node {
    uint32_t offset; /* in the UTF-8 source: of the text, or of the start tag's "<" */
    uint32_t extent; /* text: length in bytes; element: index of its first attribute */
    uint32_t parent; /* index; PITH_NONE for the root */
    uint32_t block;  /* nearest block-level ancestor */
    uint8_t tag;     /* a pith__tag; PITH__TAG_TEXT for text */
    uint8_t detail;  /* text: PITH__FORMAT_ bits; element: number of attributes */
    uint16_t flags;  /* PITH__NODE_ */
};

/* Limits for one page, validated by the caller. */
struct pith__limits {
    uint32_t max_depth;
    uint32_t max_nodes;
    struct pith__clock *clock;
    bool short_titles; /* end <title> at the next "<", tag or not */
};

struct pith__doc {
    const struct pith__allocator *allocator;
    struct pith__span source;
    struct pith__vec nodes; /* of struct pith__node; index 0 is <html> */
    struct pith__vec attrs; /* of struct pith__attr */
    struct pith__vec stack; /* scratch space of the tree builder */
    struct pith__vec markers;
    size_t text_room; /* upper bound in bytes of all visible text, decoded, with separators */
    bool quirks;
    bool inexact; /* hit one of our limits, or took a shortcut, that the standard does not have */
    pith_reason stopped; /* PITH_REASON_NONE, NODES, DEADLINE or DEPTH */
};

void pith__doc_init(struct pith__doc *doc, const struct pith__allocator *allocator);
void pith__doc_deinit(struct pith__doc *doc);
/* Drops the contents, and the memory of each array beyond KEEP bytes. */
void pith__doc_trim(struct pith__doc *doc, size_t keep);

/* Parses SOURCE, valid UTF-8 of less than 2^32 - 1 bytes. Fails only with PITH_ERR_NOMEM. */
pith_status pith__doc_parse(struct pith__doc *doc, struct pith__span source,
                            const struct pith__limits *limits);

/* True if nothing is visible because a <title> without an end tag swallowed the page. Browsers show
 * nothing then; parsing again with short_titles recovers the text. */
bool pith__doc_is_all_title(const struct pith__doc *doc);

static inline const struct pith__node *pith__doc_node(const struct pith__doc *doc, size_t index)
{
    return (const struct pith__node *)doc->nodes.data + index;
}

/* Returns the element itself if it is block-level, else its nearest block-level ancestor. */
static inline uint32_t pith__block_element(const struct pith__doc *doc, uint32_t index)
{
    const struct pith__node *node = pith__doc_node(doc, index);
    return (pith__tag_flags[node->tag] & PITH__TAGF_BLOCK) != 0 ? index : node->block;
}

/* Finds the value of an element's attribute, as written. False if it has none. */
bool pith__doc_attr(const struct pith__doc *doc, const struct pith__node *node,
                    enum pith__attr_name name, struct pith__span *value);

/* Returns the name of an element as written, for tags without a number; truncated if long. */
enum { PITH__NAME_SEEN = 256 };
struct pith__span pith__node_name(const struct pith__doc *doc, const struct pith__node *node);

/* The pith__text_decode() flags for this piece of text. */
unsigned pith__node_decoding(const struct pith__node *text);

#endif
