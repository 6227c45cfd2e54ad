/*
 * context.c - tracks lists, tables and quotes while walking the nodes; see context.h.
 */
#include "blocks/context.h"

/* Maximum number of cells that span into later rows at one time. */
enum { SPANS_FIRST = 8, SPANS_MAX = 64 };

/* Limits from the HTML standard. */
enum { COLUMNS_MAX = 1000, ROWS_MAX = 65534 };

/* Columns from this one on all get its number. */
enum { COLUMNS_COUNTED = 1 << 20 };

struct span {
    uint32_t column;
    uint32_t columns;
    uint32_t until; /* first row after the span */
};

struct pith__spans {
    uint32_t count;
    uint32_t cap;
    struct span at[]; /* by column */
};

pith_status pith__contexts_begin(struct pith__contexts *contexts, const struct pith__doc *doc,
                                 struct pith__vec *list, const struct pith__allocator *allocator,
                                 struct pith__arena *arena)
{
    memset(contexts, 0, sizeof *contexts);
    contexts->doc = doc;
    contexts->allocator = allocator;
    contexts->arena = arena;
    contexts->list = list;
    contexts->of_node = pith__arena_alloc(arena, doc->nodes.len * sizeof *contexts->of_node);
    if (contexts->of_node == NULL)
        return PITH_ERR_NOMEM;
    list->len = 0;
    PITH__TRY(pith__vec_reserve(list, allocator, 1));
    struct pith__context *page = list->data;
    memset(page, 0, sizeof *page);
    page->row = page->column = PITH_NONE;
    list->len = 1;
    contexts->of_node[0] = 0;
    return PITH_OK;
}

/* Follows HTML's rules for parsing integers. False if there is none. */
static bool parse_integer(struct pith__span text, int32_t *value)
{
    size_t i = 0;
    while (i < text.len && pith__is_space(text.ptr[i]))
        i++;
    bool negative = i < text.len && text.ptr[i] == '-';
    if (i < text.len && (text.ptr[i] == '-' || text.ptr[i] == '+'))
        i++;
    if (i >= text.len || text.ptr[i] < '0' || text.ptr[i] > '9')
        return false;
    int64_t number = 0;
    for (; i < text.len && text.ptr[i] >= '0' && text.ptr[i] <= '9'; i++) {
        number = number * 10 + (text.ptr[i] - '0');
        if (number > INT32_MAX)
            number = INT32_MAX;
    }
    *value = (int32_t)(negative ? -number : number); /* never PITH_NO_ORDINAL */
    return true;
}

static bool integer_attr(const struct pith__contexts *contexts, const struct pith__node *node,
                         enum pith__attr_name name, int32_t *value)
{
    struct pith__span text;
    return pith__doc_attr(contexts->doc, node, name, &text) && parse_integer(text, value);
}

static uint32_t span_attr(const struct pith__contexts *contexts, const struct pith__node *node,
                          enum pith__attr_name name, uint32_t zero, uint32_t most)
{
    int32_t value = 1;
    if (!integer_attr(contexts, node, name, &value) || value < 0)
        return 1;
    if (value == 0)
        return zero;
    return (uint32_t)value < most ? (uint32_t)value : most;
}

static bool is_list(unsigned tag)
{
    return tag == PITH__TAG_ul || tag == PITH__TAG_ol || tag == PITH__TAG_menu ||
           tag == PITH__TAG_dir;
}

/* ------------------------------------------------------------------- lists */

/* A reversed list needs its number of items in advance. Counts the items of all lists when the
 * first such list is met. Parents come before children, so one pass finds every item's list. */
static pith_status count_items(struct pith__contexts *contexts)
{
    size_t count = contexts->doc->nodes.len;
    /* For a list: its number of items. For other block-level elements: the enclosing list. */
    uint32_t *items = pith__arena_alloc(contexts->arena, count * sizeof *items);
    if (items == NULL)
        return PITH_ERR_NOMEM;
    items[0] = 0;
    for (uint32_t i = 1; i < count; i++) {
        const struct pith__node *node = pith__doc_node(contexts->doc, i);
        if ((pith__tag_flags[node->tag] & PITH__TAGF_BLOCK) == 0)
            continue;
        bool in_list = is_list(pith__doc_node(contexts->doc, node->block)->tag);
        uint32_t list = in_list ? node->block : items[node->block];
        items[i] = is_list(node->tag) ? 0 : list;
        if (node->tag == PITH__TAG_li && list != 0 && (node->flags & PITH__NODE_UNSEEN) == 0)
            items[list]++;
    }
    contexts->items = items;
    return PITH_OK;
}

static pith_status enter_list(struct pith__contexts *contexts, struct pith__context *context,
                              uint32_t index)
{
    const struct pith__node *node = pith__doc_node(contexts->doc, index);
    context->list = (uint32_t)contexts->list->len;
    if (context->list_depth < UINT8_MAX)
        context->list_depth++;
    context->kind = PITH_KIND_PARAGRAPH; /* for text that is in no item */
    context->ordinal = 0;
    context->step = 0;
    if (node->tag != PITH__TAG_ol)
        return PITH_OK;
    struct pith__span unused;
    bool reversed = pith__doc_attr(contexts->doc, node, PITH__ATTR_REVERSED, &unused);
    context->step = reversed ? -1 : 1;
    context->ordinal = 1;
    if (integer_attr(contexts, node, PITH__ATTR_START, &context->ordinal) || !reversed)
        return PITH_OK;
    if (contexts->items == NULL)
        PITH__TRY(count_items(contexts));
    context->ordinal = (int32_t)contexts->items[index];
    return PITH_OK;
}

static void enter_item(struct pith__contexts *contexts, struct pith__context *context,
                       const struct pith__node *node)
{
    context->kind = PITH_KIND_LIST_ITEM;
    context->item = (uint32_t)contexts->list->len;
    context->ordinal = PITH_NO_ORDINAL;
    struct pith__context *list = (struct pith__context *)contexts->list->data + context->list;
    if (context->list == 0 || list->step == 0)
        return;
    integer_attr(contexts, node, PITH__ATTR_VALUE, &list->ordinal);
    context->ordinal = list->ordinal;
    bool at_end = list->ordinal == (list->step > 0 ? INT32_MAX : -INT32_MAX);
    if (!at_end)
        list->ordinal += list->step;
}

/* ------------------------------------------------------------------ tables */

static void enter_table(const struct pith__contexts *contexts, struct pith__context *context)
{
    context->table = (uint32_t)contexts->list->len;
    context->table_row = 0;
    context->row = context->column = PITH_NONE;
    context->next = 0;
    context->spans = NULL;
    context->flags = 0;
    context->kind = PITH_KIND_PARAGRAPH;
}

static void enter_row(const struct pith__contexts *contexts, struct pith__context *context)
{
    struct pith__context *records = contexts->list->data;
    if (context->table == 0)
        return;
    context->table_row = (uint32_t)contexts->list->len;
    context->row = records[context->table].next++;
    context->next = 0;
}

/* Returns the first column from COLUMN on that no cell of an earlier row spans into. Drops expired
 * spans on the way. */
static uint32_t free_column(struct pith__spans *spans, uint32_t row, uint32_t column)
{
    uint32_t kept = 0;
    for (uint32_t i = 0; spans != NULL && i < spans->count; i++) {
        const struct span span = spans->at[i];
        if (span.until <= row)
            continue;
        if (column >= span.column && column < span.column + span.columns)
            column = span.column + span.columns;
        spans->at[kept++] = span;
    }
    if (spans != NULL)
        spans->count = kept;
    return column;
}

static pith_status add_span(const struct pith__contexts *contexts, struct pith__context *table,
                            struct span span)
{
    struct pith__spans *spans = table->spans;
    if (spans == NULL || spans->count == spans->cap) {
        uint32_t cap = spans == NULL ? SPANS_FIRST : 2 * spans->cap;
        if (cap > SPANS_MAX)
            return PITH_OK;
        struct pith__spans *larger =
            pith__arena_alloc(contexts->arena, sizeof *larger + cap * sizeof *larger->at);
        if (larger == NULL)
            return PITH_ERR_NOMEM;
        larger->count = 0;
        if (spans != NULL)
            memcpy(larger, spans, sizeof *spans + spans->count * sizeof *spans->at);
        larger->cap = cap;
        table->spans = spans = larger;
    }
    uint32_t at = spans->count++;
    for (; at > 0 && spans->at[at - 1].column > span.column; at--)
        spans->at[at] = spans->at[at - 1];
    spans->at[at] = span;
    return PITH_OK;
}

/* Enters a section of a table: cells of the previous section do not span into it. */
static void enter_section(const struct pith__contexts *contexts, struct pith__context *context,
                          bool header)
{
    struct pith__context *records = contexts->list->data;
    if (context->table != 0 && records[context->table].spans != NULL)
        records[context->table].spans->count = 0;
    context->flags = header ? PITH_FLAG_HEADER : 0;
}

static pith_status enter_cell(const struct pith__contexts *contexts, struct pith__context *context,
                              const struct pith__node *node)
{
    struct pith__context *records = contexts->list->data;
    context->kind = PITH_KIND_TABLE_CELL;
    if (node->tag == PITH__TAG_th)
        context->flags |= PITH_FLAG_HEADER;
    if (context->table == 0 || context->table_row == 0)
        return PITH_OK;
    struct pith__context *table = &records[context->table];
    struct pith__context *row = &records[context->table_row];
    uint32_t columns = span_attr(contexts, node, PITH__ATTR_COLSPAN, 1, COLUMNS_MAX);
    uint32_t rows = span_attr(contexts, node, PITH__ATTR_ROWSPAN, ROWS_MAX, ROWS_MAX);
    context->row = row->row;
    context->column = free_column(table->spans, row->row, row->next);
    row->next = context->column + columns;
    if (row->next > COLUMNS_COUNTED)
        row->next = COLUMNS_COUNTED;
    if (rows <= 1)
        return PITH_OK;
    struct span span = {context->column, columns, row->row + rows};
    return add_span(contexts, table, span);
}

/* ---------------------------------------------------------------- elements */

static uint8_t plain_kind(unsigned tag)
{
    switch (tag) {
    case PITH__TAG_blockquote:
        return PITH_KIND_QUOTE;
    case PITH__TAG_caption:
    case PITH__TAG_figcaption:
    case PITH__TAG_legend:
    case PITH__TAG_summary:
        return PITH_KIND_CAPTION;
    case PITH__TAG_dt:
        return PITH_KIND_TERM;
    case PITH__TAG_dd:
        return PITH_KIND_DEFINITION;
    case PITH__TAG_option:
    case PITH__TAG_optgroup:
    case PITH__TAG_textarea:
        return PITH_KIND_CONTROL;
    case PITH__TAG_pre:
    case PITH__TAG_listing:
    case PITH__TAG_xmp:
    case PITH__TAG_plaintext:
        return PITH_KIND_PREFORMATTED;
    default:
        return PITH_KIND_PARAGRAPH;
    }
}

/* Fills the record of an element. *NEEDED is false if the element needs none of its own. */
static pith_status fill(struct pith__contexts *contexts, struct pith__context *context,
                        uint32_t index, bool *needed)
{
    const struct pith__node *node = pith__doc_node(contexts->doc, index);
    *needed = true;
    switch (node->tag) {
    case PITH__TAG_h1:
    case PITH__TAG_h2:
    case PITH__TAG_h3:
    case PITH__TAG_h4:
    case PITH__TAG_h5:
    case PITH__TAG_h6:
        context->kind = PITH_KIND_HEADING;
        context->level = (uint8_t)(node->tag - PITH__TAG_h1 + 1);
        return PITH_OK;
    case PITH__TAG_ul:
    case PITH__TAG_ol:
    case PITH__TAG_menu:
    case PITH__TAG_dir:
        return enter_list(contexts, context, index);
    case PITH__TAG_li:
        enter_item(contexts, context, node);
        return PITH_OK;
    case PITH__TAG_table:
        enter_table(contexts, context);
        return PITH_OK;
    case PITH__TAG_thead:
    case PITH__TAG_tbody:
    case PITH__TAG_tfoot:
        enter_section(contexts, context, node->tag == PITH__TAG_thead);
        return PITH_OK;
    case PITH__TAG_tr:
        enter_row(contexts, context);
        return PITH_OK;
    case PITH__TAG_td:
    case PITH__TAG_th:
        return enter_cell(contexts, context, node);
    case PITH__TAG_blockquote:
        if (context->quote_depth < UINT8_MAX)
            context->quote_depth++;
        break;
    default:
        break;
    }
    uint8_t kind = plain_kind(node->tag);
    *needed = kind != PITH_KIND_PARAGRAPH;
    context->kind = kind;
    return PITH_OK;
}

pith_status pith__contexts_enter(struct pith__contexts *contexts, uint32_t index)
{
    const struct pith__node *node = pith__doc_node(contexts->doc, index);
    struct pith__vec *list = contexts->list;
    uint32_t around = contexts->of_node[node->block];
    contexts->of_node[index] = around;
    PITH__TRY(pith__vec_reserve(list, contexts->allocator, 1));
    struct pith__context *context = (struct pith__context *)list->data + list->len;
    *context = ((struct pith__context *)list->data)[around];
    context->parent = around;
    context->started = 0;
    context->level = 0;
    bool needed;
    PITH__TRY(fill(contexts, context, index, &needed));
    if (needed)
        contexts->of_node[index] = (uint32_t)list->len++;
    return PITH_OK;
}

uint32_t pith__contexts_start(const struct pith__contexts *contexts, uint32_t node)
{
    struct pith__context *records = contexts->list->data;
    uint32_t at = contexts->of_node[node];
    uint32_t item = records[at].item;
    uint32_t flags = item != 0 && records[item].started == 0 ? PITH_FLAG_ITEM : 0;
    /* Only elements that give a block its kind can continue, not the page or a whole list. */
    if (records[at].started != 0 && records[at].kind != PITH_KIND_PARAGRAPH)
        flags |= PITH_FLAG_CONTINUED;
    while (records[at].started == 0) {
        records[at].started = 1;
        at = records[at].parent;
    }
    return flags;
}
