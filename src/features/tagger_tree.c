/*
 * tagger_tree.c - the elements above a page's blocks: what they contain, and how they compare with
 * their siblings.
 *
 * An element with a block below it is a box. Boxes are in source order, so parents come before
 * their children: sums run from last to first, inherited values from first to last. Nothing needs a
 * search.
 */
#include "features/tagger_state.h"

/* ------------------------------------------------------------------- roles */

static int role_of_tag(uint8_t tag)
{
    switch (tag) {
    case PITH__TAG_article:
        return PITH__ROLE_ARTICLE;
    case PITH__TAG_main:
        return PITH__ROLE_MAIN;
    case PITH__TAG_section:
        return PITH__ROLE_SECTION;
    case PITH__TAG_ul:
    case PITH__TAG_ol:
    case PITH__TAG_dl:
    case PITH__TAG_menu:
        return PITH__ROLE_LIST;
    case PITH__TAG_table:
        return PITH__ROLE_TABLE;
    case PITH__TAG_form:
    case PITH__TAG_search:
        return PITH__ROLE_FORM;
    case PITH__TAG_nav:
        return PITH__ROLE_NAV;
    case PITH__TAG_aside:
        return PITH__ROLE_ASIDE;
    case PITH__TAG_header:
        return PITH__ROLE_HEADER;
    case PITH__TAG_footer:
        return PITH__ROLE_FOOTER;
    default:
        return -1;
    }
}

static int role_of_name(struct pith__span name)
{
    static const struct {
        const char *name;
        int role;
    } roles[] = {
        {"article", PITH__ROLE_ARTICLE},     {"main", PITH__ROLE_MAIN},
        {"region", PITH__ROLE_SECTION},      {"list", PITH__ROLE_LIST},
        {"menu", PITH__ROLE_LIST},           {"table", PITH__ROLE_TABLE},
        {"grid", PITH__ROLE_TABLE},          {"form", PITH__ROLE_FORM},
        {"search", PITH__ROLE_FORM},         {"navigation", PITH__ROLE_NAV},
        {"complementary", PITH__ROLE_ASIDE}, {"banner", PITH__ROLE_HEADER},
        {"contentinfo", PITH__ROLE_FOOTER},
    };
    for (size_t i = 0; i < sizeof roles / sizeof *roles; i++) {
        if (pith__span_is(name, roles[i].name))
            return roles[i].role;
    }
    return -1;
}

/* Returns the index of the UNDER feature that counts a tag, or -1. */
static int under_of_tag(uint8_t tag)
{
    switch (tag) {
#define UNDER(name)                                                                                \
    case PITH__TAG_##name:                                                                         \
        return PITH__UNDER_##name;
#include "features/tagger.def"
#undef UNDER
    case PITH__TAG_th:
        return PITH__UNDER_td;
    default:
        return -1;
    }
}

/* ------------------------------------------------------------------- boxes */

/* Marks the nodes that become boxes, each once, and returns their number. Blocks that would need
 * more than MOST boxes, not counting those of the first block, are left to the next part. If the
 * first block's boxes counted, every block of a page deeper than MOST would be a part of its own
 * and scan the whole page. */
static size_t mark(struct pith__tagger *tagger, size_t most)
{
    const struct pith__doc *doc = &tagger->page->doc;
    size_t marked = 1, above = 0;
    memset(tagger->box_of_node, 0xFF, doc->nodes.len * sizeof *tagger->box_of_node);
    tagger->box_of_node[0] = 0;
    for (size_t i = 0; i < tagger->count; i++) {
        uint32_t node = tagger->list[i].element;
        if (i == 1)
            above = marked;
        if (i > 0 && marked - above > most) {
            tagger->count = i;
            break;
        }
        while (tagger->box_of_node[node] == PITH__NO) {
            tagger->box_of_node[node] = 0;
            marked++;
            node = pith__doc_node(doc, node)->parent;
        }
    }
    return marked;
}

/* Evaluates the attributes of an element. */
static void read_names(const struct pith__doc *doc, const struct pith__node *node,
                       struct pith__sign_table *signs, struct pith__box *box, int *role)
{
    const struct pith__attr *attr = (const struct pith__attr *)doc->attrs.data + node->extent;
    for (int i = 0; i < node->detail; i++, attr++) {
        struct pith__span value = {doc->source.ptr + attr->offset, attr->len};
        bool class = attr->name == PITH__ATTR_CLASS;
        if (attr->name == PITH__ATTR_ROLE)
            *role = role_of_name(value);
        else if (!class && attr->name != PITH__ATTR_ID && attr->name != PITH__ATTR_ITEMPROP &&
                 attr->name != PITH__ATTR_ITEMTYPE)
            continue;
        const struct pith__name_seen *seen = pith__name_look(signs, value);
        box->signs |= seen->signs;
        if (class)
            box->look = seen->first;
    }
}

/* Inherits from the parent box, then adds what the element itself contributes. */
static void make_box(struct pith__tagger *tagger, struct pith__sign_table *signs, uint32_t index,
                     uint32_t number)
{
    const struct pith__doc *doc = &tagger->page->doc;
    const struct pith__node *node = pith__doc_node(doc, number);
    struct pith__box *box = &tagger->boxes[index];
    box->node = number;
    box->tag = node->tag;
    box->first = PITH__NO;
    if (index == 0) {
        memset(box->near, 0xFF, sizeof box->near);
        return;
    }
    box->parent = tagger->box_of_node[node->parent];
    const struct pith__box *above = &tagger->boxes[box->parent];
    int role = role_of_tag(node->tag), under = under_of_tag(node->tag);
    read_names(doc, node, signs, box, &role);
    if (node->tag != PITH__TAG_body)
        box->signs_above = above->signs_above | box->signs;
    box->depth = (uint16_t)(above->depth + 1);
    box->look = (uint32_t)pith__mix(node->tag, box->look);
    box->path = (uint32_t)pith__mix(above->path, box->look);
    box->bare_path = (uint32_t)pith__mix(above->bare_path, node->tag);
    memcpy(box->near, above->near, sizeof box->near);
    memcpy(box->counts, above->counts, sizeof box->counts);
    if (role >= 0)
        box->near[role] = index;
    if (under >= 0 && box->counts[under] < UINT8_MAX)
        box->counts[under]++;
    tagger->articles += role == PITH__ROLE_ARTICLE;
}

/* Counts an element without text in the box around it. */
static void see_element(struct pith__box *box, uint8_t tag)
{
    switch (tag) {
    case PITH__TAG_img:
    case PITH__TAG_picture:
    case PITH__TAG_video:
        box->images++;
        break;
    case PITH__TAG_input:
    case PITH__TAG_button:
    case PITH__TAG_select:
    case PITH__TAG_textarea:
        box->controls++;
        break;
    case PITH__TAG_time:
        box->times++;
        break;
    default:
        break;
    }
}

pith_status pith__boxes_make(struct pith__tagger *tagger, size_t most, struct pith__arena *arena)
{
    const struct pith__doc *doc = &tagger->page->doc;
    struct pith__sign_table *signs = pith__arena_alloc(arena, sizeof *signs);
    tagger->box_of_node = pith__arena_alloc(arena, doc->nodes.len * sizeof *tagger->box_of_node);
    if (signs == NULL || tagger->box_of_node == NULL)
        return PITH_ERR_NOMEM;
    size_t size = mark(tagger, most) * sizeof *tagger->boxes;
    tagger->boxes = pith__arena_alloc(arena, size);
    if (tagger->boxes == NULL)
        return PITH_ERR_NOMEM;
    memset(tagger->boxes, 0, size); /* compilers would clear the fields one by one, slowly */
    PITH__TRY(pith__sign_table_make(signs, arena));
    for (uint32_t i = 0; i < doc->nodes.len; i++) {
        const struct pith__node *node = pith__doc_node(doc, i);
        if (pith__clock_tick(tagger->page->clock, 1))
            return PITH_ERR_DEADLINE;
        if (node->tag == PITH__TAG_TEXT)
            continue;
        if (tagger->box_of_node[i] == PITH__NO) {
            tagger->box_of_node[i] = i > 0 ? tagger->box_of_node[node->parent] : 0;
        } else {
            uint32_t box = (uint32_t)tagger->box_count++;
            make_box(tagger, signs, box, i);
            tagger->box_of_node[i] = box;
        }
        see_element(&tagger->boxes[tagger->box_of_node[i]], node->tag);
    }
    return PITH_OK;
}

/* -------------------------------------------------------------------- sums */

static void add_block(struct pith__tagger *tagger, uint32_t index)
{
    const pith_block *block = &tagger->list[index];
    const struct pith__tagged *tagged = &tagger->blocks[index];
    struct pith__box *box = &tagger->boxes[tagged->box];
    if (box->first == PITH__NO)
        box->first = index;
    box->last = index;
    box->blocks++;
    box->words += block->words;
    box->link_words += block->link_words;
    box->sentences += block->sentences;
    box->headings += block->kind == PITH_KIND_HEADING;
    if (tagger->boxes[tagged->block_box].tag == PITH__TAG_p)
        box->p_words += block->words;
}

static void add_box(struct pith__box *above, const struct pith__box *box)
{
    if (box->first < above->first)
        above->first = box->first;
    if (box->last > above->last)
        above->last = box->last;
    above->blocks += box->blocks;
    above->words += box->words;
    above->link_words += box->link_words;
    above->sentences += box->sentences;
    above->p_words += box->p_words;
    above->headings += box->headings;
    above->images += box->images;
    above->controls += box->controls;
    above->times += box->times;
    above->holds |= box->holds;
    if (box->words > above->largest_child)
        above->largest_child = box->words;
}

/* Groups sibling boxes that look the same. */
static pith_status group_siblings(struct pith__tagger *tagger, struct pith__arena *arena)
{
    struct pith__groups groups;
    PITH__TRY(pith__groups_begin(&groups, tagger->box_count, arena));
    for (uint32_t i = 0; i < tagger->box_count; i++) {
        struct pith__box *box = &tagger->boxes[i];
        uint64_t parent = i == 0 ? PITH__NO : box->parent;
        PITH__TRY(pith__groups_find(&groups, parent << 32 | box->look, &box->siblings));
        struct pith__group *group = &groups.list[box->siblings];
        box->order = group->boxes++;
        group->blocks += box->blocks;
        group->words += box->words;
        group->link_words += box->link_words;
        if (box->words > group->most)
            group->most = box->words;
    }
    tagger->siblings = groups.list;
    return PITH_OK;
}

/* Propagates values from parents to children, first to last. */
static void inherit(struct pith__tagger *tagger)
{
    enum { ALIKE = 3 };
    uint32_t plain = tagger->words - tagger->link_words;
    for (uint32_t i = 0; i < tagger->box_count; i++) {
        struct pith__box *box = &tagger->boxes[i];
        const struct pith__box *above = &tagger->boxes[box->parent];
        bool repeats = tagger->siblings[box->siblings].boxes >= ALIKE;
        box->bigger = i == 0 ? PITH__NO : above->words > box->words ? box->parent : above->bigger;
        box->repeat = repeats ? i : i == 0 ? PITH__NO : above->repeat;
        box->repeats = (uint8_t)(above->repeats + (repeats && above->repeats < UINT8_MAX));
        for (int k = 0; k < PITH__ANCHORS; k++) {
            bool holds = (box->holds >> k & 1) != 0;
            box->anchors[k] = i == 0 || holds ? i : above->anchors[k];
        }
        /* Boxes with more than half of the words are nested in each other; the deepest comes
         * last. */
        if (2 * (uint64_t)(box->words - box->link_words) > plain)
            tagger->heavy = i;
    }
}

pith_status pith__boxes_sum(struct pith__tagger *tagger, struct pith__arena *arena)
{
    if (pith__clock_tick(tagger->page->clock, tagger->count + 8 * tagger->box_count))
        return PITH_ERR_DEADLINE;
    for (uint32_t i = 0; i < tagger->count; i++)
        add_block(tagger, i);
    for (int k = 0; k < PITH__ANCHORS; k++) {
        if (tagger->anchors[k] != PITH__NO)
            tagger->boxes[tagger->blocks[tagger->anchors[k]].box].holds |= (uint8_t)(1 << k);
    }
    for (size_t i = tagger->box_count; i-- > 1;)
        add_box(&tagger->boxes[tagger->boxes[i].parent], &tagger->boxes[i]);
    PITH__TRY(group_siblings(tagger, arena));
    inherit(tagger);
    return PITH_OK;
}
