/*
 * tree.c - from tokens to nodes: the rules for the body, and the loop over a page.
 *
 * In: UTF-8. Out: the node array of doc.h. This is the standard's tree construction as far as it
 * decides which text there is and which block-level elements are above it. What it leaves out on
 * purpose (docs/internals.md says more): nodes stay in the order of the source, so text that the
 * standard moves before a table is only marked; formatting elements that stay active over the ends
 * of blocks are not cloned but kept as a state that dresses the text.
 */
#include "parse/builder.h"
#include "parse/charref.h"
#include "parse/text.h"

#define IN(b, name, kind) pith__in_scope(b, PITH__TAG_##name, PITH__NEAR_##kind)

/* ------------------------------------------------------------------- nodes */

/* Right in a table, its sections and rows stand only parts of tables, and what has no look. The
 * standard moves all else before the table ("foster parenting"). */
static bool fits_in_table(unsigned tag)
{
    return HAS(tag, TABLE_PART) || tag == PITH__TAG_script || tag == PITH__TAG_style ||
           tag == PITH__TAG_template || tag == PITH__TAG_form || tag == PITH__TAG_input;
}

/* Position of the entry that gets what is fostered: that around the table. */
static unsigned foster_parent(const struct pith__builder *b)
{
    unsigned table = b->last[PITH__TAG_table];
    unsigned template = b->last[PITH__TAG_template];
    return template > table ? template : table - 1;
}

uint32_t pith__add(struct pith__builder *b, unsigned tag, unsigned own_flags)
{
    struct pith__vec *nodes = &b->doc->nodes;
    unsigned at = b->top;
    if (PITH__UNLIKELY(HAS(b->stack[at].tag, FOSTERS)) && !fits_in_table(tag)) {
        own_flags |= PITH__NODE_FOSTERED;
        at = foster_parent(b);
    }
    unsigned inherited = b->stack[at].flags;
    if (PITH__UNLIKELY(at > b->max_depth)) {
        b->too_deep = true;
        at = b->max_depth;
    }
    const struct pith__open *above = &b->stack[at];
    uint32_t index = (uint32_t)nodes->len++;
    struct pith__node *node = (struct pith__node *)nodes->data + index;
    node->offset = (uint32_t)(b->token.begin - b->tokenizer.begin);
    node->extent = (uint32_t)b->doc->attrs.len;
    node->parent = above->node;
    node->block = b->stack[above->near[PITH__NEAR_BLOCK]].node;
    node->tag = (uint8_t)tag;
    node->detail = 0;
    node->flags = (uint16_t)(inherited | own_flags);
    return index;
}

void pith__adopt_attrs(struct pith__builder *b, uint32_t index)
{
    struct pith__node *node = (struct pith__node *)b->doc->nodes.data + index;
    const struct pith__attr *has = (const struct pith__attr *)b->doc->attrs.data + node->extent;
    struct pith__attr merged[PITH__ATTR_COUNT];
    unsigned count = node->detail;
    uint64_t seen = 0;
    for (unsigned i = 0; i < count; i++) {
        merged[i] = has[i];
        seen |= UINT64_C(1) << has[i].name;
    }
    for (unsigned i = 0; i < b->list.count; i++) {
        if ((seen >> b->list.attrs[i].name & 1) == 0)
            merged[count++] = b->list.attrs[i];
    }
    if (count == node->detail) /* nothing new; so at most once for each name */
        return;
    memcpy(b->list.attrs, merged, count * sizeof *merged);
    node->extent = (uint32_t)b->doc->attrs.len;
    node->detail = (uint8_t)count;
    b->doc->attrs.len += count;
}

void pith__push(struct pith__builder *b, unsigned tag, uint32_t index, unsigned space)
{
    const struct pith__node *node = pith__doc_node(b->doc, index);
    unsigned spare = (node->flags & PITH__NODE_UNSEEN) != 0 ? 0 : STACK_UNSEEN;
    if (PITH__UNLIKELY(b->top + 1 >= STACK_MAX - spare)) {
        b->too_deep = true;
        return;
    }
    const struct pith__open *below = &b->stack[b->top];
    struct pith__open *open = &b->stack[++b->top];
    const uint16_t *mask = pith__tag_near[tag];
    for (unsigned i = 0; i < PITH__NEAR_COUNT; i++)
        open->near[i] = (uint16_t)((below->near[i] & ~mask[i]) | (b->top & mask[i]));
    if (PITH__UNLIKELY((node->flags & PITH__NODE_FOSTERED) != 0) && !HAS(tag, BLOCK))
        open->near[PITH__NEAR_BLOCK] = b->stack[foster_parent(b)].near[PITH__NEAR_BLOCK];
    open->node = index;
    open->flags = node->flags & PITH__NODE_INHERITED;
    open->tag = (uint8_t)tag;
    open->space = (uint8_t)space;
    open->same = b->last[tag];
    b->last[tag] = (uint16_t)b->top;
    if (PITH__UNLIKELY(space != 0))
        b->foreign++;
    if (HAS(tag, MARKER)) {
        struct pith__vec *markers = &b->doc->markers; /* room is made with the stack's */
        ((struct pith__active *)markers->data)[markers->len++] = b->active;
        /* What is open around the marker still dresses what is inside. */
        unsigned outer = b->active.outer;
        if (b->last[PITH__TAG_a] > b->active.marker)
            outer |= b->active.format & PITH__FORMAT_LINK;
        memset(&b->active, 0, sizeof b->active);
        b->active.marker = (uint16_t)b->top;
        b->active.outer = b->active.format = (uint8_t)outer;
    }
}

void pith__pop_to(struct pith__builder *b, unsigned at)
{
    while (b->top >= at || (b->stack[b->top].space & OPEN_GONE) != 0) {
        const struct pith__open *open = &b->stack[b->top];
        if ((open->space & OPEN_GONE) == 0)
            b->last[open->tag] = open->same;
        if (PITH__UNLIKELY((open->space & OPEN_FOREIGN) != 0))
            b->foreign--;
        if (HAS(open->tag, MARKER) && b->active.marker == b->top) {
            struct pith__vec *markers = &b->doc->markers;
            b->active = ((struct pith__active *)markers->data)[--markers->len];
        }
        b->top--;
    }
}

/* The token's attribute of that name. */
static struct pith__span token_attr(const struct pith__builder *b, unsigned name)
{
    struct pith__span value = {NULL, 0};
    for (unsigned i = 0; i < b->list.count; i++) {
        if (b->list.attrs[i].name == name) {
            value.ptr = b->tokenizer.begin + b->list.attrs[i].offset;
            value.len = b->list.attrs[i].len;
        }
    }
    return value;
}

#define SEEN(b, name) (((b)->list.seen >> PITH__ATTR_##name & 1) != 0)

unsigned pith__attr_flags(const struct pith__builder *b)
{
    unsigned flags = 0;
    /* hidden="until-found" is content that find-in-page opens, such as an accordion's */
    if (SEEN(b, HIDDEN) && !pith__span_is(token_attr(b, PITH__ATTR_HIDDEN), "until-found"))
        flags |= PITH__NODE_HIDDEN;
    if (SEEN(b, ARIA_HIDDEN) && pith__span_is(token_attr(b, PITH__ATTR_ARIA_HIDDEN), "true"))
        flags |= PITH__NODE_ARIA_HIDDEN;
    if (SEEN(b, STYLE))
        flags |= pith__style_flags(token_attr(b, PITH__ATTR_STYLE));
    return flags;
}

static unsigned tag_node_flags(unsigned tag)
{
    uint32_t flags = pith__tag_flags[tag];
    unsigned result = (flags & PITH__TAGF_UNSEEN) != 0 ? PITH__NODE_UNSEEN : 0;
    if ((flags & PITH__TAGF_EXACT) != 0)
        result |= PITH__NODE_EXACT;
    if ((flags & PITH__TAGF_FALLBACK) != 0)
        result |= PITH__NODE_HIDDEN;
    return result;
}

void pith__insert(struct pith__builder *b, unsigned tag, unsigned own_flags)
{
    const uint64_t hiding = UINT64_C(1) << PITH__ATTR_HIDDEN |
                            UINT64_C(1) << PITH__ATTR_ARIA_HIDDEN | UINT64_C(1) << PITH__ATTR_STYLE;
    if (PITH__UNLIKELY((b->list.seen & hiding) != 0))
        own_flags |= pith__attr_flags(b);
    uint32_t node = pith__add(b, tag, own_flags | tag_node_flags(tag));
    ((struct pith__node *)b->doc->nodes.data)[node].detail = (uint8_t)b->list.count;
    b->doc->attrs.len += b->list.count;
    if (!HAS(tag, VOID))
        pith__push(b, tag, node, 0);
}

void pith__insert_implied(struct pith__builder *b, unsigned tag)
{
    pith__push(b, tag, pith__add(b, tag, PITH__NODE_IMPLIED), 0);
}

void pith__insert_template(struct pith__builder *b)
{
    /* Browsers show a declarative shadow root in place of its host's content. In the head there
     * is no host. */
    struct pith__span mode = token_attr(b, PITH__ATTR_SHADOWROOTMODE);
    bool shadow =
        b->phase == PHASE_BODY && (pith__span_is(mode, "open") || pith__span_is(mode, "closed"));
    pith__insert(b, PITH__TAG_template, shadow ? PITH__NODE_SHADOW : PITH__NODE_UNSEEN);
    b->frameset_late = true;
}

void pith__insert_raw(struct pith__builder *b, unsigned tag)
{
    pith__insert(b, tag, 0);
    b->tokenizer.raw_tag = b->token.name;
    b->tokenizer.content = tag == PITH__TAG_script ? PITH__CONTENT_SCRIPT
                           : HAS(tag, RCDATA)      ? PITH__CONTENT_RCDATA
                                                   : PITH__CONTENT_RAWTEXT;
    b->skip_newline = tag == PITH__TAG_textarea;
}

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

/* An <a> that a closed block has cut off goes on in the next one: the text there needs the link
 * above it. */
static void resume_link(struct pith__builder *b)
{
    if (PITH__LIKELY(ACTIVE(b, a) == 0 || b->last[PITH__TAG_a] > b->active.marker))
        return;
    uint32_t node = pith__add(b, PITH__TAG_a, PITH__NODE_IMPLIED);
    struct pith__node *nodes = b->doc->nodes.data;
    nodes[node].extent = nodes[b->active.link].extent;
    nodes[node].detail = nodes[b->active.link].detail;
    pith__push(b, PITH__TAG_a, node, 0);
}

/* The standard's adoption agency, as far as it moves text: blocks opened inside stay open. */
static void end_formatting(struct pith__builder *b, unsigned tag)
{
    unsigned at = b->last[tag];
    unsigned special = pith__top(b)->near[PITH__NEAR_SPECIAL];
    if (at < pith__top(b)->near[PITH__NEAR_SCOPE]) {
        if (at > b->active.marker || active_count(b, tag) == 0)
            return; /* a table or the like stands between, or there is nothing to end */
        /* Not open any more but active: the standard opened it again at the start of the block. */
        change_active(b, tag, -1);
        pith__pop_to(b, special + 1);
        return;
    }
    change_active(b, tag, -1);
    if (at > special) {
        pith__pop_to(b, at);
        return;
    }
    b->last[tag] = b->stack[at].same;
    b->stack[at].space |= OPEN_GONE;
    pith__pop_to(b, special + 1);
}

static void start_formatting(struct pith__builder *b, unsigned tag)
{
    if (tag == PITH__TAG_a && ACTIVE(b, a) > 0) {
        end_formatting(b, tag);
        change_active(b, tag, -(int)ACTIVE(b, a));
    } else if (tag == PITH__TAG_nobr && IN(b, nobr, SCOPE)) {
        end_formatting(b, tag);
    }
    resume_link(b);
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

/* Closes elements on top whose end may be implied, but for EXCEPT. */
static void close_implied(struct pith__builder *b, unsigned except)
{
    unsigned at = b->top;
    while (HAS(b->stack[at].tag, IMPLIED) && b->stack[at].tag != except)
        at--;
    pith__pop_to(b, at + 1);
}

/* A list item, term or definition ends the one before it. */
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

/* One form at a time, but in templates; and right in a table a form holds nothing. */
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

/* Tags of the body with rules of their own. True: done; false: insert it like any other. */
static bool start_special(struct pith__builder *b, unsigned tag)
{
    switch (tag) {
    case PITH__TAG_html:
        if (b->last[PITH__TAG_template] == 0)
            pith__adopt_attrs(b, 0);
        return true;
    case PITH__TAG_body:
        if (b->last[PITH__TAG_template] == 0 && b->body != PITH_NONE)
            pith__adopt_attrs(b, b->body);
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
    case PITH__TAG_dialog: /* shown once it is opened */
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
        if (IN(b, select, SCOPE)) {
            pith__pop_to(b, b->last[PITH__TAG_select]);
            return true;
        }
        return false;
    case PITH__TAG_input:
        if (IN(b, select, SCOPE))
            pith__pop_to(b, b->last[PITH__TAG_select]);
        return false;
    case PITH__TAG_option:
    case PITH__TAG_optgroup:
        start_option(b, tag);
        return false;
    case PITH__TAG_rb:
    case PITH__TAG_rtc:
    case PITH__TAG_rp:
    case PITH__TAG_rt:
        if (IN(b, ruby, SCOPE))
            close_implied(b, tag == PITH__TAG_rp || tag == PITH__TAG_rt ? PITH__TAG_rtc
                                                                        : PITH__TAG_TEXT);
        return false;
    case PITH__TAG_svg:
    case PITH__TAG_math:
        resume_link(b);
        pith__foreign_open(b, tag);
        return true;
    default:
        return false;
    }
}

/* Start tags that end a <p>: blocks, headings, list items. */
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

static void start_tag(struct pith__builder *b)
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
            resume_link(b);
        pith__insert(b, tag, 0);
        if (tag == PITH__TAG_br)
            b->doc->text_room += 2;
    }
}

/* ---------------------------------------------------------------- end tags */

bool pith__same_name(const struct pith__builder *b, unsigned at)
{
    const struct pith__node *node = pith__doc_node(b->doc, b->stack[at].node);
    const unsigned char *name = b->tokenizer.begin + node->offset + 1;
    struct pith__span want = b->token.name; /* stands later in the source: no end to run over */
    for (size_t i = 0; i < want.len; i++) {
        if (pith__lower(name[i]) != pith__lower(want.ptr[i]))
            return false;
    }
    return pith__ends_name(name[want.len]);
}

/* Position of the open element with the end tag's name, above position ABOVE; 0: none. Names
 * without a number share one chain of entries. Sixty-four steps are more than any real page needs,
 * and keep pages of nothing but invented tags linear. */
static unsigned find_other(const struct pith__builder *b, unsigned above)
{
    unsigned at = b->last[PITH__TAG_OTHER];
    for (unsigned steps = 0; at > above && steps < 64; at = b->stack[at].same, steps++) {
        if (pith__same_name(b, at))
            return at;
    }
    return 0;
}

/* Takes the form out of the stack while what was opened in it stays open. */
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
    /* Entries above forget that the form was special. A form is taken out only once, and the next
     * one stands above all of these entries: the sum of this work is linear. */
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

static void end_tag(struct pith__builder *b)
{
    unsigned tag = b->token.tag;
    uint32_t flags = pith__tag_flags[tag];
    b->started = true;
    if (PITH__UNLIKELY(b->foreign > 0) && pith__foreign_end(b))
        return;
    if (PITH__UNLIKELY(b->phase != PHASE_BODY) && b->last[PITH__TAG_template] == 0 &&
        pith__head_end(b))
        return;
    unsigned kind = PITH__NEAR_SPECIAL; /* "any other end tag" */
    unsigned at = b->last[tag];
    switch (tag) {
    case PITH__TAG_html:
    case PITH__TAG_body: /* what follows still belongs to the body */
        return;
    case PITH__TAG_p:
        if (!IN(b, p, BUTTON_SCOPE)) /* an empty paragraph, which cuts the text */
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
        at = find_other(b, pith__top(b)->near[PITH__NEAR_SPECIAL]);
        break;
    default:
        if ((flags & PITH__TAGF_TABLE_PART) != 0) {
            pith__table_part_end(b);
            return;
        }
        if ((flags & PITH__TAGF_FORMATTING) != 0) {
            end_formatting(b, tag);
            return;
        }
        if ((flags & PITH__TAGF_HEADING) != 0) {
            end_heading(b);
            return;
        }
        if ((flags & PITH__TAGF_ENDS_P) != 0)
            kind = PITH__NEAR_SCOPE;
        break;
    }
    if (at >= pith__top(b)->near[kind])
        pith__pop_to(b, at);
}

/* -------------------------------------------------------------------- text */

static void add_text(struct pith__builder *b, const unsigned char *begin, const unsigned char *end,
                     unsigned own_flags)
{
    uint32_t index = pith__add(b, PITH__TAG_TEXT, own_flags);
    struct pith__node *node = (struct pith__node *)b->doc->nodes.data + index;
    size_t len = (size_t)(end - begin);
    node->offset = (uint32_t)(begin - b->tokenizer.begin);
    node->extent = (uint32_t)len;
    node->detail = b->active.format;
    if ((node->flags & PITH__NODE_UNSEEN) == 0) {
        node->flags = (uint16_t)(node->flags | b->space);
        b->space = 0;
        bool may_replace = (pith__node_decoding(node) & PITH__TEXT_REPLACE_NUL) != 0;
        bool replaces = may_replace && memchr(begin, '\0', len) != NULL;
        b->doc->text_room += pith__text_room(len, replaces) + 2;
    }
}

/* Length of a character reference at P that stands for a line feed; 0: none. */
static size_t newline_reference(const unsigned char *p, const unsigned char *end)
{
    unsigned char decoded[8];
    size_t len = 0;
    size_t used = p < end && *p == '&' ? pith__charref(p, end, false, decoded, &len) : 0;
    return len == 1 && decoded[0] == '\n' ? used : 0;
}

static void text(struct pith__builder *b, bool skip_newline)
{
    const unsigned char *begin = b->token.begin;
    const unsigned char *end = b->token.end;
    if (PITH__UNLIKELY(skip_newline)) {
        if (begin < end && *begin == '\r')
            begin++;
        if (begin < end && *begin == '\n')
            begin++;
        else if (begin == b->token.begin)
            begin += newline_reference(begin, end);
        if (begin == end)
            return;
    }
    if (b->token.content != PITH__CONTENT_DATA) {
        unsigned flags = b->token.content == PITH__CONTENT_RCDATA ? 0 : PITH__NODE_RAW;
        if (b->token.content != PITH__CONTENT_CDATA || pith__is_foreign_inside(pith__top(b)))
            flags |= PITH__NODE_NUL;
        add_text(b, begin, end, flags);
        return;
    }
    unsigned around = pith__top(b)->flags;
    const unsigned char *seen = b->token.seen > begin ? b->token.seen : begin;
    if (seen == end && (around & PITH__NODE_EXACT) == 0) {
        if ((around & PITH__NODE_UNSEEN) != 0)
            return;
        b->space |= PITH__NODE_SPACE;
        if (*begin == '\n' || memchr(begin, '\n', (size_t)(end - begin)) != NULL)
            b->space |= PITH__NODE_NEWLINE;
        return;
    }
    while (PITH__UNLIKELY(seen < end && *seen == '\0') && !pith__is_foreign_inside(pith__top(b)))
        seen = pith__skip_space(seen + 1, end); /* NULs are left out */
    b->started = true;
    if (PITH__UNLIKELY(b->phase != PHASE_BODY) && b->last[PITH__TAG_template] == 0) {
        if (b->phase == PHASE_FRAMESET) /* the standard drops it */
            return;
        pith__open_body(b);
    }
    if (PITH__UNLIKELY(seen == end) && (around & PITH__NODE_EXACT) == 0)
        return;
    if (PITH__UNLIKELY(pith__top(b)->tag == PITH__TAG_colgroup))
        pith__pop_to(b, b->top);
    resume_link(b);
    add_text(b, begin, end, pith__is_foreign_inside(pith__top(b)) ? PITH__NODE_NUL : 0);
}

/* --------------------------------------------------------------- the page */

/* Room for what one token can add: a handful of implied elements, a tag's attributes. */
static inline pith_status make_room(struct pith__builder *b)
{
    struct pith__doc *doc = b->doc;
    PITH__TRY(pith__vec_reserve(&doc->nodes, doc->allocator, 8));
    PITH__TRY(pith__vec_reserve(&doc->attrs, doc->allocator, PITH__ATTR_COUNT));
    b->list.attrs = (struct pith__attr *)doc->attrs.data + doc->attrs.len;
    doc->stack.len = b->top + 1;
    if (PITH__UNLIKELY(doc->stack.cap - doc->stack.len < 8)) {
        PITH__TRY(pith__vec_grow(&doc->stack, doc->allocator, 8));
        b->stack = doc->stack.data;
    }
    return pith__vec_reserve(&doc->markers, doc->allocator, 8);
}

static pith_reason bound_passed(const struct pith__builder *b, const struct pith__limits *limits,
                                unsigned tokens)
{
    if (PITH__UNLIKELY(b->doc->nodes.len >= limits->max_nodes))
        return PITH_REASON_NODES;
    if (PITH__UNLIKELY(tokens % 4096 == 4095) && limits->deadline != 0 &&
        pith__clock_ms() >= limits->deadline)
        return PITH_REASON_DEADLINE;
    return PITH_REASON_NONE;
}

static pith_status run(struct pith__builder *b, const struct pith__limits *limits)
{
    for (unsigned tokens = 0;; tokens++) {
        PITH__TRY(make_room(b));
        b->doc->stopped = bound_passed(b, limits, tokens);
        if (PITH__UNLIKELY(b->doc->stopped != PITH_REASON_NONE))
            return PITH_OK;
        if (PITH__UNLIKELY(b->foreign > 0))
            b->tokenizer.foreign = (pith__top(b)->space & OPEN_FOREIGN) != 0;
        else
            b->tokenizer.foreign = false;
        pith__tokenizer_next(&b->tokenizer, &b->token, &b->list);
        bool skip_newline = b->skip_newline;
        b->skip_newline = false;
        switch (b->token.kind) {
        case PITH__TOKEN_TEXT:
            text(b, skip_newline);
            break;
        case PITH__TOKEN_START:
            start_tag(b);
            break;
        case PITH__TOKEN_END:
            end_tag(b);
            break;
        case PITH__TOKEN_DOCTYPE:
            if (!b->started) {
                struct pith__span doctype = {b->token.begin,
                                             (size_t)(b->token.end - b->token.begin)};
                b->doc->quirks = pith__doctype_is_quirky(doctype);
                b->started = true;
            }
            break;
        case PITH__TOKEN_COMMENT:
            break;
        case PITH__TOKEN_END_OF_INPUT:
            if (b->too_deep)
                b->doc->stopped = PITH_REASON_DEPTH;
            return PITH_OK;
        }
    }
}

pith_status pith__doc_parse(struct pith__doc *doc, struct pith__span source,
                            const struct pith__limits *limits)
{
    static const unsigned char nothing[1];
    struct pith__builder builder;
    struct pith__builder *b = &builder;
    memset(b, 0, sizeof *b);
    doc->source = source;
    doc->nodes.len = doc->attrs.len = doc->stack.len = doc->markers.len = 0;
    doc->text_room = 0;
    doc->quirks = true; /* until a doctype says otherwise */
    b->doc = doc;
    b->max_depth = limits->max_depth;
    b->body = PITH_NONE;
    b->tokenizer.begin = b->tokenizer.pos = source.len > 0 ? source.ptr : nothing;
    b->tokenizer.end = b->tokenizer.begin + source.len;
    b->token.begin = b->tokenizer.begin;
    /* Ordinary pages have a node for every hundred bytes or so: start near what is needed. */
    PITH__TRY(pith__vec_reserve(&doc->nodes, doc->allocator, source.len / 64));
    PITH__TRY(pith__vec_reserve(&doc->stack, doc->allocator, 16));
    b->stack = doc->stack.data;
    memset(&b->stack[0], 0, sizeof b->stack[0]);
    PITH__TRY(make_room(b));
    b->stack[0].node = PITH_NONE;
    pith__insert_implied(b, PITH__TAG_html);
    ((struct pith__node *)doc->nodes.data)[0].block = 0;
    return run(b, limits);
}
