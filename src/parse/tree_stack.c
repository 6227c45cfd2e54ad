/*
 * tree_stack.c - adds nodes, opens and closes elements: helpers for the rules in the other tree
 * files.
 */
#include "parse/builder.h"

/* Directly in a table, its sections and rows, only parts of tables and invisible elements are
 * allowed. The standard moves all else before the table ("foster parenting"). */
static bool fits_in_table(unsigned tag)
{
    return HAS(tag, TABLE_PART) || tag == PITH__TAG_script || tag == PITH__TAG_style ||
           tag == PITH__TAG_template || tag == PITH__TAG_form || tag == PITH__TAG_input;
}

/* Returns the position of the entry that receives fostered content: the one around the table. */
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
    if (count == node->detail) /* nothing new, so at most once per name */
        return;
    memcpy(b->list.attrs, merged, count * sizeof *merged);
    node->extent = (uint32_t)b->doc->attrs.len;
    node->detail = (uint8_t)count;
    b->doc->attrs.len += count;
}

unsigned pith__other_tag(const struct pith__builder *b)
{
    struct pith__span name = b->token.name;
    unsigned hash = (unsigned)name.len;
    for (size_t i = 0; i < name.len && i < 16; i++)
        hash = hash * 31 + pith__lower(name.ptr[i]);
    return PITH__TAG_OTHER + hash % PITH__TAG_OTHERS;
}

void pith__push(struct pith__builder *b, unsigned tag, uint32_t index, unsigned space)
{
    const struct pith__node *node = pith__doc_node(b->doc, index);
    unsigned spare = (node->flags & PITH__NODE_UNSEEN) != 0 ? 0 : STACK_UNSEEN;
    if (PITH__UNLIKELY(b->top + 1 >= STACK_MAX - spare)) {
        b->too_deep = b->doc->inexact = true;
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
    open->html = (space & OPEN_FOREIGN) != 0 ? below->html : (uint16_t)b->top;
    open->tag = (uint8_t)tag;
    open->space = (uint8_t)space;
    open->same = b->last[tag];
    b->last[tag] = (uint16_t)b->top;
    if (PITH__UNLIKELY(space != 0))
        b->foreign++;
    if (HAS(tag, MARKER)) {
        struct pith__vec *markers = &b->doc->markers; /* reserved with the stack */
        ((struct pith__active *)markers->data)[markers->len++] = b->active;
        /* Formatting open around the marker still applies inside. */
        unsigned outer = b->active.outer;
        if (b->last[PITH__TAG_a] > b->active.marker)
            outer |= b->active.format & PITH__FORMAT_LINK;
        memset(&b->active, 0, sizeof b->active);
        b->active.marker = (uint16_t)b->top;
        b->active.outer = b->active.format = (uint8_t)outer;
    }
}

/* The standard clears the active formatting of an <object> only at its end tag; we do whenever it
 * closes. */
static void note_forgotten(struct pith__builder *b, unsigned tag)
{
    bool object = tag == PITH__TAG_object || tag == PITH__TAG_applet || tag == PITH__TAG_marquee;
    if (!object || (b->token.kind == PITH__TOKEN_END && b->token.tag == tag))
        return;
    for (size_t i = 0; i < sizeof b->active.count / sizeof *b->active.count; i++)
        b->doc->inexact |= b->active.count[i] > 0;
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
            note_forgotten(b, open->tag);
            b->active = ((struct pith__active *)markers->data)[--markers->len];
        }
        b->top--;
    }
}

struct pith__span pith__token_attr(const struct pith__builder *b, unsigned name)
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

unsigned pith__attr_flags(const struct pith__builder *b)
{
    unsigned flags = 0;
    /* hidden="until-found" is content that find-in-page reveals, for example in an accordion */
    if (SEEN(b, HIDDEN) && !pith__span_is(pith__token_attr(b, PITH__ATTR_HIDDEN), "until-found"))
        flags |= PITH__NODE_HIDDEN;
    if (SEEN(b, ARIA_HIDDEN) && pith__span_is(pith__token_attr(b, PITH__ATTR_ARIA_HIDDEN), "true"))
        flags |= PITH__NODE_ARIA_HIDDEN;
    if (SEEN(b, STYLE))
        flags |= pith__style_flags(pith__token_attr(b, PITH__ATTR_STYLE));
    return flags;
}

/* Sphinx and MediaWiki add controls to headings: a permalink sign, which their style sheet hides,
 * and an edit link. No other classes are checked. */
static unsigned class_flags(const struct pith__builder *b)
{
    struct pith__span name = pith__token_attr(b, PITH__ATTR_CLASS);
    if (PITH__UNLIKELY(name.len == strlen("headerlink")) && pith__span_is(name, "headerlink"))
        return PITH__NODE_HIDDEN;
    if (PITH__UNLIKELY(name.len == strlen("mw-editsection")) &&
        pith__span_is(name, "mw-editsection"))
        return PITH__NODE_HIDDEN;
    return 0;
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
    if ((tag == PITH__TAG_a || tag == PITH__TAG_span) && SEEN(b, CLASS))
        own_flags |= class_flags(b);
    uint32_t node = pith__add(b, tag, own_flags | tag_node_flags(tag));
    ((struct pith__node *)b->doc->nodes.data)[node].detail = (uint8_t)b->list.count;
    b->doc->attrs.len += b->list.count;
    if (!HAS(tag, VOID))
        pith__push(b, tag == PITH__TAG_OTHER ? pith__other_tag(b) : tag, node, 0);
}

void pith__insert_implied(struct pith__builder *b, unsigned tag)
{
    pith__push(b, tag, pith__add(b, tag, PITH__NODE_IMPLIED), 0);
}

void pith__insert_template(struct pith__builder *b)
{
    /* Browsers show a declarative shadow root instead of its host's content. In the head there is
     * no host. */
    struct pith__span mode = pith__token_attr(b, PITH__ATTR_SHADOWROOTMODE);
    bool shadow =
        b->phase == PHASE_BODY && (pith__span_is(mode, "open") || pith__span_is(mode, "closed"));
    pith__insert(b, PITH__TAG_template, shadow ? PITH__NODE_SHADOW : PITH__NODE_UNSEEN);
    b->frameset_late = true;
}

/* True if no end tag follows. If none follows here, none follows later, so each tag is searched for
 * once. */
static bool is_endless(struct pith__builder *b, unsigned tag)
{
    b->endless[tag] = b->endless[tag] || !pith__token_raw_ends(&b->tokenizer);
    return b->endless[tag];
}

void pith__insert_raw(struct pith__builder *b, unsigned tag)
{
    pith__insert(b, tag, 0);
    b->tokenizer.raw_tag = b->token.name;
    b->tokenizer.noscript = b->last[PITH__TAG_noscript] != 0 || b->left_noscript;
    b->tokenizer.content = tag == PITH__TAG_script ? PITH__CONTENT_SCRIPT
                           : HAS(tag, RCDATA)      ? PITH__CONTENT_RCDATA
                                                   : PITH__CONTENT_RAWTEXT;
    if (PITH__UNLIKELY(b->xml) && b->token.self_closing && is_endless(b, tag)) {
        pith__pop_to(b, b->top);
        b->tokenizer.content = PITH__CONTENT_DATA;
        b->doc->inexact = true;
    }
    b->skip_newline = tag == PITH__TAG_textarea;
}
