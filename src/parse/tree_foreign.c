/*
 * tree_foreign.c - rules for SVG and MathML inside a page, and for returning to HTML.
 */
#include "parse/builder.h"

/* HTML tags that close all SVG and MathML elements around them. */
static bool breaks_out(const struct pith__builder *b)
{
    switch (b->token.tag) {
    case PITH__TAG_b:
    case PITH__TAG_big:
    case PITH__TAG_blockquote:
    case PITH__TAG_body:
    case PITH__TAG_br:
    case PITH__TAG_center:
    case PITH__TAG_code:
    case PITH__TAG_dd:
    case PITH__TAG_div:
    case PITH__TAG_dl:
    case PITH__TAG_dt:
    case PITH__TAG_em:
    case PITH__TAG_embed:
    case PITH__TAG_h1:
    case PITH__TAG_h2:
    case PITH__TAG_h3:
    case PITH__TAG_h4:
    case PITH__TAG_h5:
    case PITH__TAG_h6:
    case PITH__TAG_head:
    case PITH__TAG_hr:
    case PITH__TAG_i:
    case PITH__TAG_img:
    case PITH__TAG_li:
    case PITH__TAG_listing:
    case PITH__TAG_menu:
    case PITH__TAG_meta:
    case PITH__TAG_nobr:
    case PITH__TAG_ol:
    case PITH__TAG_p:
    case PITH__TAG_pre:
    case PITH__TAG_ruby:
    case PITH__TAG_s:
    case PITH__TAG_small:
    case PITH__TAG_span:
    case PITH__TAG_strong:
    case PITH__TAG_strike:
    case PITH__TAG_sub:
    case PITH__TAG_sup:
    case PITH__TAG_table:
    case PITH__TAG_tt:
    case PITH__TAG_u:
    case PITH__TAG_ul:
    case PITH__TAG_var:
        return true;
    case PITH__TAG_font:
        return (b->list.seen & (UINT64_C(1) << PITH__ATTR_COLOR | UINT64_C(1) << PITH__ATTR_FACE |
                                UINT64_C(1) << PITH__ATTR_SIZE)) != 0;
    default:
        return false;
    }
}

/* <annotation-xml> contains HTML if its encoding says so. */
static bool annotates_html(const struct pith__builder *b)
{
    for (unsigned i = 0; i < b->list.count; i++) {
        const struct pith__attr *attr = &b->list.attrs[i];
        struct pith__span value = {b->tokenizer.begin + attr->offset, attr->len};
        if (attr->name == PITH__ATTR_ENCODING)
            return pith__span_is(value, "text/html") ||
                   pith__span_is(value, "application/xhtml+xml");
    }
    return false;
}

/* Returns the rules for the content of the token's element, as OPEN_ bits. */
static unsigned inside_of(const struct pith__builder *b, unsigned space)
{
    unsigned tag = b->token.tag;
    if (space == OPEN_SVG)
        return tag == PITH__TAG_foreignobject || tag == PITH__TAG_desc || tag == PITH__TAG_title
                   ? OPEN_HTML_INSIDE
                   : 0;
    if (tag == PITH__TAG_mi || tag == PITH__TAG_mo || tag == PITH__TAG_mn || tag == PITH__TAG_ms ||
        tag == PITH__TAG_mtext)
        return OPEN_TEXT_INSIDE;
    if (!pith__span_is(b->token.name, "annotation-xml"))
        return 0;
    return OPEN_ANNOTATION | (annotates_html(b) ? OPEN_HTML_INSIDE : 0);
}

static void insert(struct pith__builder *b, unsigned space)
{
    unsigned tag = b->token.tag;
    unsigned flags = PITH__NODE_FOREIGN | pith__attr_flags(b);
    /* Titles, descriptions and metadata of drawings are not shown; neither is the source of a
     * formula. */
    if (tag == PITH__TAG_title || tag == PITH__TAG_desc || tag == PITH__TAG_metadata ||
        tag == PITH__TAG_script || tag == PITH__TAG_style ||
        pith__span_is(b->token.name, "annotation") ||
        pith__span_is(b->token.name, "annotation-xml"))
        flags |= PITH__NODE_UNSEEN;
    bool block = (pith__tag_flags[tag] & PITH__TAGF_BLOCK) != 0;
    uint32_t node = pith__add(b, block ? PITH__TAG_OTHER : tag, flags);
    pith__adopt_attrs(b, node);
    if (b->token.self_closing)
        return;
    bool root = tag == PITH__TAG_svg || tag == PITH__TAG_math;
    unsigned inside = inside_of(b, space);
    unsigned before = b->top;
    pith__push(b, root ? tag : pith__other_tag(b), node, space | inside);
    if (inside != 0 && b->top > before) { /* these limit scopes and searches for end tags */
        uint16_t *near = b->stack[b->top].near;
        near[PITH__NEAR_SCOPE] = near[PITH__NEAR_BUTTON_SCOPE] = (uint16_t)b->top;
        near[PITH__NEAR_LIST_SCOPE] = near[PITH__NEAR_SPECIAL] = (uint16_t)b->top;
        near[PITH__NEAR_LIST_STOP] = (uint16_t)b->top;
    }
}

void pith__foreign_open(struct pith__builder *b, unsigned root)
{
    insert(b, root == PITH__TAG_svg ? OPEN_SVG : OPEN_MATH);
}

/* Closes foreign elements down to one whose content follows HTML's rules. */
static void leave(struct pith__builder *b)
{
    unsigned at = b->top;
    while (pith__is_foreign_inside(&b->stack[at]))
        at--;
    pith__pop_to(b, at + 1);
}

bool pith__foreign_start(struct pith__builder *b)
{
    unsigned space = pith__top(b)->space;
    if ((space & OPEN_FOREIGN) == 0 || (space & OPEN_HTML_INSIDE) != 0)
        return false;
    if ((space & OPEN_TEXT_INSIDE) != 0 && b->token.tag != PITH__TAG_mglyph &&
        b->token.tag != PITH__TAG_malignmark)
        return false;
    if ((space & OPEN_ANNOTATION) != 0 && b->token.tag == PITH__TAG_svg)
        return false;
    if (breaks_out(b)) {
        leave(b);
        return false;
    }
    insert(b, space & OPEN_FOREIGN);
    return true;
}

bool pith__foreign_end(struct pith__builder *b)
{
    if ((pith__top(b)->space & OPEN_FOREIGN) == 0)
        return false;
    if (b->token.tag == PITH__TAG_p || b->token.tag == PITH__TAG_br) {
        leave(b);
        return false;
    }
    /* Candidates are the foreign elements above the last HTML element; otherwise HTML's rules
     * apply. */
    bool root = b->token.tag == PITH__TAG_svg || b->token.tag == PITH__TAG_math;
    unsigned at = root ? b->last[b->token.tag] : pith__find_other(b);
    if (at > pith__top(b)->html) {
        pith__pop_to(b, at);
        return true;
    }
    return false;
}
