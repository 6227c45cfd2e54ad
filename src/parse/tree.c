/*
 * tree.c - tree construction: the main loop over the tokens, and text.
 *
 * In: UTF-8. Out: the node array of doc.h. The tree*.c files implement the standard's tree
 * construction as far as it affects which text there is and which block-level elements enclose it.
 * Nodes stay in source order: text that the standard moves before a table is only flagged.
 */
#include "parse/builder.h"
#include "parse/charref.h"
#include "parse/text.h"

/* Space is reserved for several tokens at once. */
enum { TOKENS = 16 };

/* Reserves space for what tokens can add: a few implied elements each, and a tag's attributes. */
static pith_status make_room(struct pith__builder *b)
{
    struct pith__doc *doc = b->doc;
    PITH__TRY(pith__vec_reserve(&doc->nodes, doc->allocator, TOKENS * 8));
    PITH__TRY(pith__vec_reserve(&doc->attrs, doc->allocator, TOKENS * PITH__ATTR_COUNT));
    doc->stack.len = b->top + 1;
    PITH__TRY(pith__vec_reserve(&doc->stack, doc->allocator, TOKENS * 8));
    b->stack = doc->stack.data;
    return pith__vec_reserve(&doc->markers, doc->allocator, TOKENS * 8);
}

/* Adds a text node. Returns the number of bytes it took: all of invisible text, otherwise the next
 * piece. */
static size_t add_piece(struct pith__builder *b, const unsigned char *begin,
                        const unsigned char *end, unsigned own_flags)
{
    uint32_t index = pith__add(b, PITH__TAG_TEXT, own_flags);
    struct pith__node *node = (struct pith__node *)b->doc->nodes.data + index;
    size_t len = (size_t)(end - begin);
    node->offset = (uint32_t)(begin - b->tokenizer.begin);
    node->detail = b->active.format;
    if ((node->flags & PITH__NODE_UNSEEN) == 0) {
        len = pith__text_piece(begin, len);
        node->flags = (uint16_t)(node->flags | b->space);
        b->space = 0;
        bool may_replace = (pith__node_decoding(node) & PITH__TEXT_REPLACE_NUL) != 0;
        bool replaces = may_replace && memchr(begin, '\0', len) != NULL;
        b->doc->text_room += pith__text_room(len, replaces) + 2;
    }
    node->extent = (uint32_t)len;
    return len;
}

static pith_status add_text(struct pith__builder *b, const unsigned char *begin,
                            const unsigned char *end, unsigned own_flags)
{
    begin += add_piece(b, begin, end, own_flags);
    while (PITH__UNLIKELY(begin < end)) {
        PITH__TRY(make_room(b));
        begin += add_piece(b, begin, end, own_flags);
    }
    return PITH_OK;
}

/* Returns the length of the character reference at P if it stands for a line feed; 0 if not. */
static size_t newline_reference(const unsigned char *p, const unsigned char *end)
{
    unsigned char decoded[8];
    size_t len = 0;
    size_t used = p < end && *p == '&' ? pith__charref(p, end, false, decoded, &len) : 0;
    return len == 1 && decoded[0] == '\n' ? used : 0;
}

static pith_status text(struct pith__builder *b, bool skip_newline)
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
            return PITH_OK;
    }
    if (b->token.content != PITH__CONTENT_DATA) {
        bool cdata = b->token.content == PITH__CONTENT_CDATA;
        bool foreign = pith__is_foreign_inside(pith__top(b));
        unsigned flags = b->token.content == PITH__CONTENT_RCDATA ? 0 : PITH__NODE_RAW;
        if (!cdata || foreign)
            flags |= PITH__NODE_NUL;
        /* If the standard reopens formatting elements here, it takes this for a comment. */
        if (cdata && !foreign)
            b->doc->inexact = true;
        return add_text(b, begin, end, flags);
    }
    unsigned around = pith__top(b)->flags;
    const unsigned char *seen = b->token.seen > begin ? b->token.seen : begin;
    if (seen == end && (around & PITH__NODE_EXACT) == 0) {
        if ((around & PITH__NODE_UNSEEN) != 0)
            return PITH_OK;
        b->space |= PITH__NODE_SPACE;
        if (*begin == '\n' || memchr(begin, '\n', (size_t)(end - begin)) != NULL)
            b->space |= PITH__NODE_NEWLINE;
        return PITH_OK;
    }
    while (PITH__UNLIKELY(seen < end && *seen == '\0') && !pith__is_foreign_inside(pith__top(b)))
        seen = pith__skip_space(seen + 1, end); /* skip dropped NULs */
    b->started = true;
    if (PITH__UNLIKELY(b->phase != PHASE_BODY) && b->last[PITH__TAG_template] == 0) {
        if (b->phase == PHASE_FRAMESET) /* the standard drops it */
            return PITH_OK;
        pith__open_body(b);
    }
    if (PITH__UNLIKELY(seen == end) && (around & PITH__NODE_EXACT) == 0)
        return PITH_OK;
    if (PITH__UNLIKELY(pith__top(b)->tag == PITH__TAG_colgroup))
        pith__pop_to(b, b->top);
    bool foreign = pith__is_foreign_inside(pith__top(b));
    if (!foreign)
        pith__resume_link(b);
    return add_text(b, begin, end, foreign ? PITH__NODE_NUL : 0);
}

/* --------------------------------------------------------------- the page */

static pith_reason bound_passed(const struct pith__builder *b, const struct pith__limits *limits)
{
    if (PITH__UNLIKELY(b->doc->nodes.len >= limits->max_nodes))
        return PITH_REASON_NODES;
    if (pith__clock_tick(limits->clock, 1))
        return PITH_REASON_DEADLINE;
    return PITH_REASON_NONE;
}

static pith_status run(struct pith__builder *b, const struct pith__limits *limits)
{
    for (unsigned tokens = 0;; tokens++) {
        if (tokens % TOKENS == 0)
            PITH__TRY(make_room(b));
        b->list.attrs = (struct pith__attr *)b->doc->attrs.data + b->doc->attrs.len;
        b->doc->stopped = bound_passed(b, limits);
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
            PITH__TRY(text(b, skip_newline));
            break;
        case PITH__TOKEN_START:
            pith__start_tag(b);
            break;
        case PITH__TOKEN_END:
            pith__end_tag(b);
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
    doc->quirks = true; /* until a doctype is seen */
    doc->inexact = false;
    b->doc = doc;
    b->max_depth = limits->max_depth;
    b->body = PITH_NONE;
    b->tokenizer.begin = b->tokenizer.pos = source.len > 0 ? source.ptr : nothing;
    b->tokenizer.end = b->tokenizer.begin + source.len;
    b->tokenizer.short_titles = limits->short_titles;
    b->token.begin = b->tokenizer.begin;
    /* Ordinary pages have about one node per hundred bytes: start near what is needed. */
    PITH__TRY(pith__vec_reserve(&doc->nodes, doc->allocator, source.len / 64));
    PITH__TRY(pith__vec_reserve(&doc->stack, doc->allocator, 16));
    b->stack = doc->stack.data;
    memset(&b->stack[0], 0, sizeof b->stack[0]);
    PITH__TRY(make_room(b));
    b->stack[0].node = PITH_NONE;
    b->xml = pith__span_starts(source, "<?xml ");
    pith__insert_implied(b, PITH__TAG_html);
    ((struct pith__node *)doc->nodes.data)[0].block = 0;
    return run(b, limits);
}

bool pith__doc_is_all_title(const struct pith__doc *doc)
{
    const struct pith__node *last = pith__doc_node(doc, doc->nodes.len - 1);
    return doc->text_room == 0 && last->tag == PITH__TAG_TEXT &&
           pith__doc_node(doc, last->parent)->tag == PITH__TAG_title &&
           last->offset + last->extent == doc->source.len;
}
