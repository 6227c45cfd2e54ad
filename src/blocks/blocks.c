/*
 * blocks.c - cuts the nodes into blocks; see blocks.h.
 */
#include "blocks/blocks.h"

#include "blocks/context.h"
#include "blocks/fold.h"
#include "parse/text.h"

/* Maximum length of a title in bytes. */
enum { TITLE_MOST = 64 * 1024 };

/* State of the walk over the nodes. */
struct walk {
    struct pith__blocks *blocks;
    const struct pith__doc *doc;
    const struct pith__offmap *map;
    struct pith__contexts contexts;
    struct pith__fold fold;
    size_t cursor;    /* in the offset map */
    uint32_t element; /* block-level element of the current block; PITH_NONE: no open block */
    uint32_t first;   /* node of its first text */
    uint32_t holder;  /* innermost element that holds all of its text */
    unsigned common;  /* node flags shared by all its text */
    unsigned breaks;  /* <br>s since its last text */
    uint32_t title;   /* node of the page's <title>, or PITH_NONE */
};

void pith__blocks_init(struct pith__blocks *blocks, const struct pith__allocator *allocator)
{
    memset(blocks, 0, sizeof *blocks);
    blocks->allocator = allocator;
    pith__vec_init(&blocks->list, sizeof(pith_block));
    pith__vec_init(&blocks->first, sizeof(uint32_t));
    pith__vec_init(&blocks->contexts, sizeof(struct pith__context));
}

void pith__blocks_deinit(struct pith__blocks *blocks)
{
    pith__vec_deinit(&blocks->list, blocks->allocator);
    pith__vec_deinit(&blocks->first, blocks->allocator);
    pith__vec_deinit(&blocks->contexts, blocks->allocator);
}

void pith__blocks_trim(struct pith__blocks *blocks, size_t keep)
{
    pith__vec_trim(&blocks->list, blocks->allocator, keep);
    pith__vec_trim(&blocks->first, blocks->allocator, keep);
    pith__vec_trim(&blocks->contexts, blocks->allocator, keep);
}

static uint32_t block_flags(unsigned node_flags)
{
    uint32_t flags = 0;
    if ((node_flags & PITH__NODE_HIDDEN) != 0)
        flags |= PITH_FLAG_HIDDEN;
    if ((node_flags & PITH__NODE_ARIA_HIDDEN) != 0)
        flags |= PITH_FLAG_ARIA_HIDDEN;
    if ((node_flags & PITH__NODE_NOSCRIPT) != 0)
        flags |= PITH_FLAG_NOSCRIPT;
    if ((node_flags & PITH__NODE_SHADOW) != 0)
        flags |= PITH_FLAG_SHADOW;
    return flags;
}

static pith_status end_block(struct walk *walk)
{
    struct pith__fold *fold = &walk->fold;
    struct pith__vec *list = &walk->blocks->list;
    if (walk->element == PITH_NONE)
        return PITH_OK;
    uint32_t element = walk->element;
    walk->element = PITH_NONE;
    if (!pith__fold_end(fold, (walk->common & PITH__NODE_EXACT) != 0))
        return PITH_OK;
    PITH__TRY(pith__vec_reserve(list, walk->blocks->allocator, 1));
    PITH__TRY(pith__vec_reserve(&walk->blocks->first, walk->blocks->allocator, 1));
    ((uint32_t *)walk->blocks->first.data)[walk->blocks->first.len++] = walk->first;
    const struct pith__context *context = pith__contexts_at(&walk->contexts, element);
    pith_block *block = (pith_block *)list->data + list->len++;
    block->text = (const char *)fold->start;
    block->text_len = (uint32_t)(fold->out - fold->start);
    block->begin = (uint32_t)pith__offmap_input(walk->map, &walk->cursor, fold->begin);
    block->end = (uint32_t)pith__offmap_input(walk->map, &walk->cursor, fold->end);
    block->element = walk->holder;
    block->words = fold->words;
    block->link_words = fold->link_words;
    block->sentences = fold->sentences;
    block->ordinal = pith__contexts_ordinal(&walk->contexts, context);
    block->row = context->row;
    block->column = context->column;
    block->kind = context->kind;
    block->level = context->level;
    block->list_depth = context->list_depth;
    block->quote_depth = context->quote_depth;
    uint32_t flags = block_flags(walk->common);
    if (context->column != PITH_NONE)
        flags |= context->flags;
    block->flags = (uint16_t)(flags | pith__contexts_start(&walk->contexts, element));
    block->label = PITH_LABEL_BOILERPLATE;
    block->reserved = 0;
    block->score = 0;
    block->keep = block->reason = 0;
    block->votes = 0;
    walk->blocks->words += fold->words;
    walk->blocks->link_words += fold->link_words;
    return PITH_OK;
}

/* Returns the innermost element above both A and B, which are below ELEMENT. Parents come before
 * their children, so the later of the two is never above the other. */
static uint32_t common_holder(const struct pith__doc *doc, uint32_t a, uint32_t b, uint32_t element)
{
    for (unsigned steps = 0; a != b; steps++) {
        if (steps == 32) /* more inline elements than any honest page has */
            return element;
        if (a > b)
            a = pith__doc_node(doc, a)->parent;
        else
            b = pith__doc_node(doc, b)->parent;
    }
    return a;
}

static void begin_block(struct walk *walk, const struct pith__node *node)
{
    pith__fold_begin(&walk->fold);
    walk->element = node->block;
    walk->first = (uint32_t)(node - pith__doc_node(walk->doc, 0));
    walk->holder = node->parent;
    walk->common = node->flags;
}

/* True if NODE is hidden in the middle of visible text. Readers do not miss it there, but a block
 * of its own would split a sentence or a word. */
static bool is_left_out(const struct walk *walk, const struct pith__node *node)
{
    return walk->element == node->block && (node->flags & ~walk->common & PITH__NODE_HIDDEN) != 0;
}

static pith_status add_text(struct walk *walk, const struct pith__node *node)
{
    if (PITH__UNLIKELY((node->flags & PITH__NODE_HIDDEN) != 0) && is_left_out(walk, node))
        return PITH_OK;
    /* Text that is shown under other conditions (hidden, <noscript>, shadow root) is a block of its
     * own, even inside a paragraph. */
    const unsigned standing = PITH__NODE_HIDDEN | PITH__NODE_NOSCRIPT | PITH__NODE_SHADOW;
    if (walk->element != node->block || ((walk->common ^ node->flags) & standing) != 0) {
        PITH__TRY(end_block(walk));
        begin_block(walk, node);
    } else if (walk->holder != node->parent) {
        walk->holder = common_holder(walk->doc, walk->holder, node->parent, node->block);
    }
    walk->common &= node->flags;
    const unsigned char *shown = walk->fold.shown;
    pith__fold_text(&walk->fold, node);
    if (walk->fold.shown != shown) /* <br>&nbsp;<br> counts as a double <br> */
        walk->breaks = 0;
    return PITH_OK;
}

static pith_status add_break(struct walk *walk, const struct pith__node *node)
{
    bool exact = (node->flags & PITH__NODE_EXACT) != 0;
    if (walk->element == PITH_NONE) {
        if (!exact)
            return PITH_OK;
        begin_block(walk, node);
    } else if (is_left_out(walk, node)) {
        return PITH_OK;
    }
    if (++walk->breaks >= 2 && !exact)
        return end_block(walk);
    pith__fold_line(&walk->fold, node->offset, exact);
    return PITH_OK;
}

static pith_status visit(struct walk *walk, uint32_t index)
{
    const struct pith__node *node = pith__doc_node(walk->doc, index);
    if ((node->flags & PITH__NODE_UNSEEN) != 0) { /* invisible content neither splits nor counts */
        if (node->tag == PITH__TAG_title && walk->title == PITH_NONE &&
            (node->flags & PITH__NODE_FOREIGN) == 0)
            walk->title = index;
        return PITH_OK;
    }
    if (node->tag == PITH__TAG_TEXT)
        return add_text(walk, node);
    if (node->tag == PITH__TAG_br)
        return add_break(walk, node);
    if ((pith__tag_flags[node->tag] & PITH__TAGF_BLOCK) == 0) {
        if (PITH__UNLIKELY(node->tag == PITH__TAG_sup || node->tag == PITH__TAG_q))
            walk->blocks->marked = true;
        return PITH_OK;
    }
    PITH__TRY(end_block(walk));
    return index == 0 ? PITH_OK : pith__contexts_enter(&walk->contexts, index);
}

/* Stores the text of <title>, folded like a block. */
static pith_status make_title(struct walk *walk, struct pith__arena *arena)
{
    struct pith__fold *fold = &walk->fold;
    walk->blocks->title = (struct pith__span){(const unsigned char *)"", 0};
    if (walk->title == PITH_NONE || walk->title + 1 >= walk->doc->nodes.len)
        return PITH_OK;
    struct pith__node text = *pith__doc_node(walk->doc, walk->title + 1);
    if (text.tag != PITH__TAG_TEXT || text.parent != walk->title)
        return PITH_OK;
    if (text.extent > TITLE_MOST)
        text.extent = (uint32_t)pith__text_cut(walk->fold.source + text.offset, TITLE_MOST);
    fold->out = pith__arena_alloc(arena, pith__text_room(text.extent, true) + PITH__FOLD_SLACK);
    if (fold->out == NULL)
        return PITH_ERR_NOMEM;
    pith__fold_begin(fold);
    pith__fold_text(fold, &text);
    if (pith__fold_end(fold, false))
        walk->blocks->title = (struct pith__span){fold->start, (size_t)(fold->out - fold->start)};
    return PITH_OK;
}

pith_status pith__blocks_make(struct pith__blocks *blocks, const struct pith__doc *doc,
                              const struct pith__offmap *map, const struct pith__limits *limits,
                              struct pith__arena *arena)
{
    struct walk walk;
    memset(&walk, 0, sizeof walk);
    walk.blocks = blocks;
    walk.doc = doc;
    walk.map = map;
    walk.element = walk.title = PITH_NONE;
    blocks->list.len = blocks->first.len = 0;
    blocks->words = blocks->link_words = 0;
    blocks->stopped = blocks->marked = false;
    PITH__TRY(
        pith__contexts_begin(&walk.contexts, doc, &blocks->contexts, blocks->allocator, arena));
    blocks->of_node = walk.contexts.of_node;
    walk.fold.source = doc->source.ptr;
    walk.fold.source_end = doc->source.ptr + doc->source.len;
    walk.fold.out = pith__arena_alloc(arena, doc->text_room + PITH__FOLD_SLACK);
    if (walk.fold.out == NULL)
        return PITH_ERR_NOMEM;
    for (uint32_t i = 0; i < doc->nodes.len; i++) {
        const struct pith__node *node = pith__doc_node(doc, i);
        PITH__TRY(visit(&walk, i));
        if (pith__clock_tick(limits->clock,
                             1 + (node->tag == PITH__TAG_TEXT ? node->extent / 32 : 0))) {
            blocks->stopped = true;
            break;
        }
    }
    PITH__TRY(end_block(&walk));
    return make_title(&walk, arena);
}

/* --------------------------------------------------------------- languages */

/* Only this much of a class attribute is read, and longer names are not languages. */
enum { CLASSES_SEEN = 512, LANGUAGE_MAX = 40 };

static bool is_class_space(unsigned char c)
{
    return pith__is_space(c) || c == ';';
}

/* Takes the next word off the front of CLASSES; returns an empty one at the end. */
static struct pith__span next_class(struct pith__span *classes)
{
    const unsigned char *p = classes->ptr;
    const unsigned char *end = p + classes->len;
    while (p < end && is_class_space(*p))
        p++;
    struct pith__span word = {p, 0};
    while (p < end && !is_class_space(*p))
        p++;
    word.len = (size_t)(p - word.ptr);
    *classes = (struct pith__span){p, (size_t)(end - p)};
    return word;
}

/* Finds the language name in classes such as "language-python" or after "brush:". */
static struct pith__span class_language(const struct pith__doc *doc, const struct pith__node *node)
{
    static const char *const prefixes[] = {"language-", "lang-", "highlight-source-", "highlight-",
                                           "brush:"};
    struct pith__span none = {NULL, 0};
    struct pith__span classes;
    if (node->tag == PITH__TAG_TEXT || !pith__doc_attr(doc, node, PITH__ATTR_CLASS, &classes))
        return none;
    if (classes.len > CLASSES_SEEN)
        classes.len = CLASSES_SEEN;
    for (;;) {
        struct pith__span word = next_class(&classes);
        if (word.len == 0)
            return none;
        for (size_t i = 0; i < sizeof prefixes / sizeof *prefixes; i++) {
            size_t len = strlen(prefixes[i]);
            if (word.len < len || memcmp(word.ptr, prefixes[i], len) != 0)
                continue;
            struct pith__span name = {word.ptr + len, word.len - len};
            if (name.len == 0 && prefixes[i][len - 1] == ':')
                name = next_class(&classes);
            if (name.len > 0 && name.len <= LANGUAGE_MAX)
                return name;
        }
    }
}

struct pith__span pith__pre_language(const struct pith__doc *doc, uint32_t index)
{
    const struct pith__node *pre = pith__doc_node(doc, index);
    struct pith__span found = class_language(doc, pre);
    /* A <code> at the start of the content, possibly after an empty <span>. */
    for (uint32_t i = index + 1; found.len == 0 && i < doc->nodes.len && i <= index + 3; i++) {
        const struct pith__node *code = pith__doc_node(doc, i);
        if (code->tag == PITH__TAG_code && code->parent == index)
            found = class_language(doc, code);
    }
    /* The <div>s that a syntax highlighter puts around it. */
    for (unsigned level = 0; found.len == 0 && level < 2 && pre->parent != PITH_NONE; level++) {
        pre = pith__doc_node(doc, pre->parent);
        if (pre->tag == PITH__TAG_div || pre->tag == PITH__TAG_figure)
            found = class_language(doc, pre);
    }
    return found;
}
