/*
 * builder.h - the tree builder's state, shared by tree*.c only.
 *
 * The standard's rules keep asking whether some element is open, and whether another one is in
 * between. Searching the stack would make hostile pages quadratic. So every entry knows the nearest
 * entry of each relevant kind at or below it (near[]), and every tag its topmost open entry
 * (last[]). Each question is then one comparison, and all work is linear.
 */
#ifndef PITH_BUILDER_H
#define PITH_BUILDER_H

#include "parse/doc.h"

/* An open element. */
struct pith__open {
    uint16_t near[PITH__NEAR_COUNT]; /* stack positions */
    uint32_t node;
    uint16_t same;  /* position of the next entry below with the same tag; 0: none */
    uint16_t flags; /* inherited flags of the node */
    uint16_t html;  /* position of the nearest entry at or below that is an HTML element */
    uint8_t tag;    /* PITH__TAG_OTHER and up: a name without a number, or SVG or MathML */
    uint8_t space;  /* OPEN_ bits */
};

enum {
    OPEN_SVG = 1,
    OPEN_MATH = 2,
    OPEN_FOREIGN = OPEN_SVG | OPEN_MATH,
    OPEN_HTML_INSIDE = 4, /* HTML integration point: its content follows HTML's rules */
    OPEN_TEXT_INSIDE = 8, /* MathML text integration point: nearly so */
    OPEN_ANNOTATION = 16, /* MathML's annotation-xml, where <svg> is SVG */
    OPEN_GONE = 32        /* its end tag was seen while blocks above it stay open */
};

/* The formatting elements are contiguous in names.def, from <a> to <u>. */
enum { ACTIVE_COUNT = PITH__TAG_u - PITH__TAG_a + 1 };

/* The active formatting elements within one marker (a table cell or similar). */
struct pith__active {
    uint8_t count[ACTIVE_COUNT]; /* number of active elements of each kind */
    uint32_t link;               /* node of the active <a> */
    uint16_t marker;             /* stack position of the marker */
    uint8_t format;              /* PITH__FORMAT_ bits derived from count[] */
    uint8_t link_format;         /* PITH__FORMAT_LINK if the active <a> has an href */
    uint8_t outer;               /* PITH__FORMAT_ bits of elements around the marker */
};

enum pith__phase { PHASE_BEFORE_HEAD, PHASE_IN_HEAD, PHASE_AFTER_HEAD, PHASE_BODY, PHASE_FRAMESET };

/* Positions fit in 16 bits; deeper elements are not pushed. The last few entries are reserved for
 * invisible elements, so that their text stays hidden. */
enum { STACK_MAX = 65000, STACK_UNSEEN = 16 };

struct pith__builder {
    struct pith__doc *doc;
    struct pith__open *stack; /* stack[1] is <html>; position 0 means none */
    unsigned top;
    uint32_t max_depth;
    uint16_t last[PITH__TAG_COUNT];
    struct pith__tokenizer tokenizer;
    struct pith__token token;
    struct pith__attr_list list;
    struct pith__active active;
    enum pith__phase phase;
    uint32_t body;     /* node, or PITH_NONE */
    unsigned foreign;  /* number of open SVG and MathML elements */
    bool form;         /* a form is open: the standard's form element pointer */
    unsigned space;    /* PITH__NODE_SPACE and PITH__NODE_NEWLINE since the last piece of text */
    bool skip_newline; /* just after <pre>, <listing>, <textarea> */
    bool started;      /* something other than comments and white space was seen */
    bool xml;          /* the page declares itself XHTML, where <script/> is a complete element */
    bool endless[PITH__TAG_COUNT]; /* raw text elements without a later end tag, as far as known */
    bool left_noscript; /* left the head's <noscript> because of an element not allowed there */
    bool frameset_late; /* <frameset> can no longer replace the body */
    bool too_deep;
};

#define HAS(tag, flag) ((pith__tag_flags[tag] & PITH__TAGF_##flag) != 0)

static inline bool pith__in_scope(const struct pith__builder *b, unsigned tag, unsigned kind)
{
    return b->last[tag] >= b->stack[b->top].near[kind];
}

static inline const struct pith__open *pith__top(const struct pith__builder *b)
{
    return &b->stack[b->top];
}

/* True if the content of the element follows the rules for SVG and MathML. */
static inline bool pith__is_foreign_inside(const struct pith__open *open)
{
    return (open->space & OPEN_FOREIGN) != 0 &&
           (open->space & (OPEN_HTML_INSIDE | OPEN_TEXT_INSIDE)) == 0;
}

/* tree_stack.c */

/* Adds a node under the current one. make_room() has reserved space for it. */
uint32_t pith__add(struct pith__builder *b, unsigned tag, unsigned own_flags);
/* Adds an element for the token and opens it, unless its tag is void. */
void pith__insert(struct pith__builder *b, unsigned tag, unsigned own_flags);
/* The same for an element without a tag in the source. */
void pith__insert_implied(struct pith__builder *b, unsigned tag);
/* The stack tag for a token whose name has no number. */
unsigned pith__other_tag(const struct pith__builder *b);
/* Opens the node as an element. SPACE: OPEN_ bits. */
void pith__push(struct pith__builder *b, unsigned tag, uint32_t node, unsigned space);
/* Closes all elements from stack position AT up. */
void pith__pop_to(struct pith__builder *b, unsigned at);
/* Adds those of the token's attributes that the node does not have yet. */
void pith__adopt_attrs(struct pith__builder *b, uint32_t node);
/* Opens a <template>, which may be a declarative shadow root. */
void pith__insert_template(struct pith__builder *b);
/* Returns the flags that the token's attributes imply (hidden and so on). */
unsigned pith__attr_flags(const struct pith__builder *b);
/* style.c: returns PITH__NODE_HIDDEN if a style attribute hides its element, else 0. */
unsigned pith__style_flags(struct pith__span style);
/* Adds an element whose content is raw text, and switches the tokenizer. */
void pith__insert_raw(struct pith__builder *b, unsigned tag);

/* Returns the value of the token's attribute of that name; empty if it has none. */
struct pith__span pith__token_attr(const struct pith__builder *b, unsigned name);

/* True if the token has that attribute. */
#define SEEN(b, name) (((b)->list.seen >> PITH__ATTR_##name & 1) != 0)

/* tree_body.c */
void pith__start_tag(struct pith__builder *b);
void pith__end_tag(struct pith__builder *b);
void pith__reopen_link(struct pith__builder *b);
/* Returns the position of the topmost open element with the token's name, which has no number or
 * may be SVG or MathML; 0: none. */
unsigned pith__find_other(const struct pith__builder *b);

/* Reopens an <a> that was cut off by the end of a block and continues in the next one. */
static inline void pith__resume_link(struct pith__builder *b)
{
    if (PITH__UNLIKELY(b->active.count[0] > 0 && b->last[PITH__TAG_a] <= b->active.marker))
        pith__reopen_link(b);
}

/* tree_head.c: tags before the body and in framesets. True: token handled; false: apply the rules
 * of the body. */
bool pith__head_start(struct pith__builder *b);
bool pith__head_end(struct pith__builder *b);
void pith__open_body(struct pith__builder *b);
void pith__try_frameset(struct pith__builder *b);
bool pith__doctype_is_quirky(struct pith__span doctype);

/* tree_table.c */
void pith__table_start(struct pith__builder *b);
void pith__table_end(struct pith__builder *b);
void pith__table_part_start(struct pith__builder *b);
void pith__table_part_end(struct pith__builder *b);

/* tree_foreign.c. True: token handled; false: apply HTML's rules. */
bool pith__foreign_start(struct pith__builder *b);
bool pith__foreign_end(struct pith__builder *b);
void pith__foreign_open(struct pith__builder *b, unsigned root);

#endif
