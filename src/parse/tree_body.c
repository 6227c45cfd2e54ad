/*
 * tree_body.c - the standard's rules for tags in the body.
 *
 * Deliberate deviations from the standard are listed in docs/explanation/internals.md. In
 * particular, formatting elements that stay active across block ends are not cloned but kept as a
 * state that applies to the text.
 */
#include "parse/builder.h"

#define IN(b, name, kind) pith__in_scope(b, PITH__TAG_##name, PITH__NEAR_##kind)

/* -------------------------------------------------------------- formatting */

static unsigned active_count(const struct pith__builder *b, unsigned tag)
{
    return b->active.count[tag - PITH__TAG_a];
}

#define ACTIVE(b, name) active_count(b, PITH__TAG_##name)

static void change_active(struct pith__builder *b, unsigned tag, int by)
{
    uint8_t *count = &b->active.count[tag - PITH__TAG_a];
    if ((by > 0 && *count == UINT8_MAX) || (by < 0 && *count == 0))
        return;
    *count = (uint8_t)(*count + by);
    unsigned format = ACTIVE(b, a) > 0 ? b->active.link_format : b->active.outer;
    if ((ACTIVE(b, b) | ACTIVE(b, strong)) != 0)
        format |= PITH__FORMAT_STRONG;
    if ((ACTIVE(b, i) | ACTIVE(b, em)) != 0)
        format |= PITH__FORMAT_EMPHASIS;
    if ((ACTIVE(b, code) | ACTIVE(b, tt)) != 0)
        format |= PITH__FORMAT_CODE;
    if ((ACTIVE(b, s) | ACTIVE(b, strike)) != 0)
        format |= PITH__FORMAT_STRIKE;
    b->active.format = (uint8_t)format;
}

void pith__reopen_link(struct pith__builder *b)
{
    uint32_t node = pith__add(b, PITH__TAG_a, PITH__NODE_IMPLIED);
    struct pith__node *nodes = b->doc->nodes.data;
    nodes[node].extent = nodes[b->active.link].extent;
    nodes[node].detail = nodes[b->active.link].detail;
    pith__push(b, PITH__TAG_a, node, 0);
}

/* The standard's adoption agency algorithm, as far as it moves text: blocks opened inside stay
 * open. */
static void end_formatting(struct pith__builder *b, unsigned tag)
{
    unsigned at = b->last[tag];
    unsigned special = pith__top(b)->near[PITH__NEAR_SPECIAL];
    if (at < pith__top(b)->near[PITH__NEAR_SCOPE]) {
        if (at > b->active.marker || active_count(b, tag) == 0)
            return; /* a table or similar is in between, or there is nothing to end */
        /* Active but no longer open: the standard has reopened it at the start of the block, unless
         * it began and ended inside the current drawing or formula. */
        b->doc->inexact |= (pith__top(b)->space & OPEN_FOREIGN) != 0;
        change_active(b, tag, -1);
        pith__pop_to(b, special + 1);
        return;
    }
    change_active(b, tag, -1);
    if (at > special) {
        pith__pop_to(b, at);
        return;
    }
    /* The standard gives up after eight blocks and leaves the element open in the eighth. */
    unsigned blocks = 1;
    for (unsigned i = special; blocks < 8 && b->stack[i - 1].near[PITH__NEAR_SPECIAL] > at;
         blocks++)
        i = b->stack[i - 1].near[PITH__NEAR_SPECIAL];
    if (blocks == 8)
        b->doc->inexact = true;
    b->last[tag] = b->stack[at].same;
    b->stack[at].space |= OPEN_GONE;
    pith__pop_to(b, special + 1);
}

static void start_formatting(struct pith__builder *b, unsigned tag)
{
    if (tag == PITH__TAG_a && ACTIVE(b, a) > 0) {
        end_formatting(b, tag);
        change_active(b, tag, -(int)ACTIVE(b, a));
        unsigned at = b->last[tag];
        if (at > b->active.marker && at < pith__top(b)->near[PITH__NEAR_SCOPE]) {
            /* A table is in between, so the element stays on the stack; but it no longer counts. */
            b->last[tag] = b->stack[at].same;
            b->stack[at].space |= OPEN_GONE;
        }
    } else if (tag == PITH__TAG_nobr && IN(b, nobr, SCOPE)) {
        end_formatting(b, tag);
    }
    pith__resume_link(b);
    pith__insert(b, tag, 0);
    if (tag == PITH__TAG_a) {
        b->active.link = (uint32_t)(b->doc->nodes.len - 1);
        b->active.link_format = SEEN(b, HREF) ? PITH__FORMAT_LINK : 0;
    }
    change_active(b, tag, 1);
}

/* -------------------------------------------------------------- start tags */

static void close_p(struct pith__builder *b)
{
    if (IN(b, p, BUTTON_SCOPE))
        pith__pop_to(b, b->last[PITH__TAG_p]);
}

/* Pops elements whose end can be implied, except EXCEPT. */
static void close_implied(struct pith__builder *b, unsigned except)
{
    unsigned at = b->top;
    while (HAS(b->stack[at].tag, IMPLIED) && b->stack[at].tag != except)
        at--;
    pith__pop_to(b, at + 1);
}

/* A list item, term or definition ends the previous one. */
static void close_item(struct pith__builder *b, unsigned tag, unsigned or_tag)
{
    unsigned stop = pith__top(b)->near[PITH__NEAR_LIST_STOP];
    if (b->stack[stop].tag == tag || b->stack[stop].tag == or_tag)
        pith__pop_to(b, stop);
}

static void start_option(struct pith__builder *b, unsigned tag)
{
    if (IN(b, select, SCOPE))
        close_implied(b, tag == PITH__TAG_option ? PITH__TAG_optgroup : PITH__TAG_TEXT);
    else if (pith__top(b)->tag == PITH__TAG_option)
        pith__pop_to(b, b->top);
}

/* Only one form can be open, except in templates. A form directly in a table has no content. */
static bool start_form(struct pith__builder *b)
{
    bool in_template = b->last[PITH__TAG_template] != 0;
    bool in_table = HAS(b->stack[pith__top(b)->near[PITH__NEAR_TABLE_CONTEXT]].tag, FOSTERS);
    if (in_template ? in_table : b->form)
        return true;
    b->form = b->form || !in_template;
    if (in_table)
        pith__adopt_attrs(b, pith__add(b, PITH__TAG_form, 0));
    return in_table;
}

/* A second <html> or <body> only adds its attributes to the first. */
static inline void start_again(struct pith__builder *b, unsigned tag)
{
    if (b->last[PITH__TAG_template] != 0)
        return;
    if (tag == PITH__TAG_html) {
        pith__adopt_attrs(b, 0);
    } else if (b->body != PITH_NONE) {
        pith__adopt_attrs(b, b->body);
        b->frameset_late = true;
    }
}

/* A select ends where another, or an input, begins. False: there is none to end. */
static inline bool end_select(struct pith__builder *b)
{
    bool open = IN(b, select, SCOPE);
    if (open)
        pith__pop_to(b, b->last[PITH__TAG_select]);
    return open;
}

/* A part of a ruby ends the one before it; EXCEPT may stay open around it. */
static inline void start_ruby_part(struct pith__builder *b, unsigned except)
{
    if (IN(b, ruby, SCOPE))
        close_implied(b, except);
}

/* Tags of the body with rules of their own. True: done; false: insert it like any other. */
static bool start_special(struct pith__builder *b, unsigned tag)
{
    switch (tag) {
    case PITH__TAG_html:
    case PITH__TAG_body:
        start_again(b, tag);
        return true;
    case PITH__TAG_head:
    case PITH__TAG_frame:
        return true;
    case PITH__TAG_frameset:
        pith__try_frameset(b);
        return true;
    case PITH__TAG_table:
        pith__table_start(b);
        return true;
    case PITH__TAG_template:
        pith__insert_template(b);
        return true;
    case PITH__TAG_noscript:
        pith__insert(b, tag, PITH__NODE_NOSCRIPT);
        return true;
    case PITH__TAG_dialog: /* visible once opened */
        close_p(b);
        pith__insert(b, tag, SEEN(b, OPEN) ? 0 : PITH__NODE_HIDDEN);
        return true;
    case PITH__TAG_form:
        return start_form(b);
    case PITH__TAG_button:
        if (IN(b, button, SCOPE))
            pith__pop_to(b, b->last[PITH__TAG_button]);
        return false;
    case PITH__TAG_select:
        return end_select(b);
    case PITH__TAG_input:
        end_select(b);
        return false;
    case PITH__TAG_option:
    case PITH__TAG_optgroup:
        start_option(b, tag);
        return false;
    case PITH__TAG_rb:
    case PITH__TAG_rtc:
        start_ruby_part(b, PITH__TAG_TEXT);
        return false;
    case PITH__TAG_rp:
    case PITH__TAG_rt:
        start_ruby_part(b, PITH__TAG_rtc);
        return false;
    case PITH__TAG_svg:
    case PITH__TAG_math:
        pith__resume_link(b);
        pith__foreign_open(b, tag);
        return true;
    default:
        return false;
    }
}

/* Handles start tags that end a <p>: blocks, headings, list items. */
static void start_block(struct pith__builder *b, unsigned tag)
{
    if (tag == PITH__TAG_li)
        close_item(b, PITH__TAG_li, PITH__TAG_li);
    else if (tag == PITH__TAG_dd || tag == PITH__TAG_dt)
        close_item(b, PITH__TAG_dd, PITH__TAG_dt);
    close_p(b);
    if (tag == PITH__TAG_hr && IN(b, select, SCOPE))
        close_implied(b, PITH__TAG_TEXT);
    else if (HAS(tag, HEADING) && HAS(pith__top(b)->tag, HEADING))
        pith__pop_to(b, b->top);
    if (HAS(tag, RAWTEXT)) {
        pith__insert_raw(b, tag);
        return;
    }
    pith__insert(b, tag, 0);
    if (tag == PITH__TAG_pre || tag == PITH__TAG_listing)
        b->skip_newline = true;
    else if (tag == PITH__TAG_plaintext)
        b->tokenizer.content = PITH__CONTENT_PLAINTEXT;
}

void pith__start_tag(struct pith__builder *b)
{
    unsigned tag = b->token.tag;
    b->started = true;
    if (PITH__UNLIKELY(b->foreign > 0) && pith__foreign_start(b))
        return;
    if (PITH__UNLIKELY(b->phase != PHASE_BODY) && b->last[PITH__TAG_template] == 0 &&
        pith__head_start(b))
        return;
    if (PITH__UNLIKELY(tag == PITH__TAG_image))
        tag = PITH__TAG_img;
    uint32_t flags = pith__tag_flags[tag];
    if ((flags & PITH__TAGF_TABLE_PART) != 0) {
        pith__table_part_start(b);
        return;
    }
    if (PITH__UNLIKELY(pith__top(b)->tag == PITH__TAG_colgroup) && tag != PITH__TAG_template)
        pith__pop_to(b, b->top);
    if (start_special(b, tag))
        return;
    if ((flags & PITH__TAGF_ENDS_P) != 0) {
        start_block(b, tag);
    } else if ((flags & PITH__TAGF_FORMATTING) != 0) {
        start_formatting(b, tag);
    } else if ((flags & (PITH__TAGF_RAWTEXT | PITH__TAGF_RCDATA)) != 0) {
        pith__insert_raw(b, tag);
    } else {
        if ((flags & PITH__TAGF_HEAD) == 0)
            pith__resume_link(b);
        pith__insert(b, tag, 0);
        if (tag == PITH__TAG_br)
            b->doc->text_room += 2;
    }
}

/* ---------------------------------------------------------------- end tags */

/* True if the current end tag has the name of the element at position AT. */
static bool same_name(const struct pith__builder *b, unsigned at)
{
    const struct pith__node *node = pith__doc_node(b->doc, b->stack[at].node);
    const unsigned char *name = b->tokenizer.begin + node->offset + 1;
    struct pith__span want = b->token.name; /* comes later in the source: no overrun */
    for (size_t i = 0; i < want.len; i++) {
        if (pith__lower(name[i]) != pith__lower(want.ptr[i]))
            return false;
    }
    return pith__ends_name(name[want.len]);
}

unsigned pith__find_other(const struct pith__builder *b)
{
    /* No real page has 64 open elements whose names share a hash. The limit keeps pages made of
     * such names linear. */
    unsigned at = b->last[pith__other_tag(b)];
    for (unsigned steps = 0; at != 0 && steps < 64; at = b->stack[at].same, steps++) {
        if (same_name(b, at))
            return at;
    }
    if (at != 0)
        b->doc->inexact = true;
    return 0;
}

/* Removes the form from the stack; elements opened in it stay open. */
static void end_form(struct pith__builder *b)
{
    unsigned at = b->last[PITH__TAG_form];
    if (b->last[PITH__TAG_template] == 0) {
        bool open = b->form;
        b->form = false;
        if (!open)
            return;
    }
    if (!IN(b, form, SCOPE))
        return;
    close_implied(b, PITH__TAG_TEXT);
    if (b->top == at || b->last[PITH__TAG_template] != 0) {
        pith__pop_to(b, at);
        return;
    }
    /* Entries above forget that the form was special. A form is removed only once, and the next one
     * is above all of these entries, so the total work is linear. */
    b->last[PITH__TAG_form] = b->stack[at].same;
    b->stack[at].space |= OPEN_GONE;
    const struct pith__open *below = &b->stack[at - 1];
    for (unsigned i = at; i <= b->top; i++) {
        uint16_t *near = b->stack[i].near;
        for (unsigned k = PITH__NEAR_SPECIAL; k <= PITH__NEAR_LIST_STOP; k++) {
            if (near[k] == at)
                near[k] = below->near[k];
        }
    }
}

static void end_heading(struct pith__builder *b)
{
    unsigned at = 0;
    for (unsigned tag = PITH__TAG_h1; tag <= PITH__TAG_h6; tag++) {
        if (b->last[tag] > at)
            at = b->last[tag];
    }
    if (at >= pith__top(b)->near[PITH__NEAR_SCOPE])
        pith__pop_to(b, at);
}

/* An <iframe> or similar still open at </noscript> has no end tag and would swallow everything that
 * follows. Where scripts run, none of it exists. */
static void end_noscript(struct pith__builder *b)
{
    const struct pith__open *top = pith__top(b);
    b->left_noscript = false;
    if ((top->space & OPEN_FOREIGN) == 0 && (HAS(top->tag, RAWTEXT) || HAS(top->tag, RCDATA))) {
        pith__pop_to(b, b->top);
        b->doc->inexact = true;
    }
}

/* End tags in foreign content and before the body. True: done. */
static inline bool end_outside_body(struct pith__builder *b)
{
    if (PITH__UNLIKELY(b->foreign > 0) && pith__foreign_end(b))
        return true;
    return PITH__UNLIKELY(b->phase != PHASE_BODY) && b->last[PITH__TAG_template] == 0 &&
           pith__head_end(b);
}

/* Ends an element of a group with rules of its own. False: it is of no such group. */
static inline bool end_by_group(struct pith__builder *b, unsigned tag, uint32_t flags)
{
    if ((flags & PITH__TAGF_TABLE_PART) != 0)
        pith__table_part_end(b);
    else if ((flags & PITH__TAGF_FORMATTING) != 0)
        end_formatting(b, tag);
    else if ((flags & PITH__TAGF_HEADING) != 0)
        end_heading(b);
    else
        return false;
    return true;
}

void pith__end_tag(struct pith__builder *b)
{
    unsigned tag = b->token.tag;
    uint32_t flags = pith__tag_flags[tag];
    b->started = true;
    if (PITH__UNLIKELY(tag == PITH__TAG_noscript))
        end_noscript(b);
    if (end_outside_body(b))
        return;
    unsigned kind = PITH__NEAR_SPECIAL; /* "any other end tag" */
    unsigned at = b->last[tag];
    switch (tag) {
    case PITH__TAG_html:
    case PITH__TAG_body: /* what follows still belongs to the body */
        return;
    case PITH__TAG_p:
        if (!IN(b, p, BUTTON_SCOPE)) /* an empty paragraph, which splits the text */
            pith__add(b, tag, PITH__NODE_IMPLIED);
        kind = PITH__NEAR_BUTTON_SCOPE;
        break;
    case PITH__TAG_br:
        pith__add(b, tag, PITH__NODE_IMPLIED);
        b->doc->text_room += 2;
        return;
    case PITH__TAG_form:
        end_form(b);
        return;
    case PITH__TAG_table:
        pith__table_end(b);
        return;
    case PITH__TAG_template:
        if (at != 0)
            pith__pop_to(b, at);
        return;
    case PITH__TAG_li:
        kind = PITH__NEAR_LIST_SCOPE;
        break;
    case PITH__TAG_button:
    case PITH__TAG_select:
    case PITH__TAG_applet:
    case PITH__TAG_marquee:
    case PITH__TAG_object:
        kind = PITH__NEAR_SCOPE;
        break;
    case PITH__TAG_OTHER:
        at = pith__find_other(b);
        if ((b->stack[at].space & OPEN_FOREIGN) != 0) /* only an HTML element can end here */
            at = 0;
        break;
    default:
        if (end_by_group(b, tag, flags))
            return;
        if ((flags & PITH__TAGF_ENDS_P) != 0)
            kind = PITH__NEAR_SCOPE;
        break;
    }
    if (at >= pith__top(b)->near[kind])
        pith__pop_to(b, at);
}
