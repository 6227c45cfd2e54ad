/*
 * flat.c - see flat.h. Ours and lexbor's trees are walked without recursion.
 */
#include "flat.h"

#include <lexbor/dom/interfaces/character_data.h>
#include <lexbor/html/html.h>
#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "parse/doc.h"
#include "parse/text.h"

static int is_block_name(const unsigned char *name, size_t len)
{
    unsigned char words[16] = {0};
    if (len > sizeof words)
        return 0;
    memcpy(words, name, len);
    unsigned tag = pith__tag_by_words(pith__load8(words), pith__load8(words + 8));
    return (pith__tag_flags[tag] & PITH__TAGF_BLOCK) != 0;
}

static uint64_t extend_path(uint64_t path, const unsigned char *name, size_t len)
{
    return pith__fnv64(pith__fnv64_bytes(path, name, len), '/');
}

static int add_text(struct flat *flat, const unsigned char *text, size_t len, uint64_t path,
                    int link)
{
    if (flat->cap - flat->len < len) {
        size_t cap = flat->cap * 2 + len;
        unsigned char *larger = realloc(flat->text, cap);
        if (larger == NULL)
            return -1;
        flat->text = larger;
        flat->cap = cap;
    }
    size_t before = flat->len;
    for (size_t i = 0; i < len; i++) {
        if (!pith__is_space(text[i]))
            flat->text[flat->len++] = text[i];
    }
    if (flat->len == before)
        return 0;
    if (flat->run_count == flat->run_cap) {
        size_t cap = flat->run_cap * 2 + 64;
        struct flat_run *larger = realloc(flat->runs, cap * sizeof *larger);
        if (larger == NULL)
            return -1;
        flat->runs = larger;
        flat->run_cap = cap;
    }
    flat->runs[flat->run_count++] = (struct flat_run){path, flat->len - before, link};
    return 0;
}

void flat_free(struct flat *flat)
{
    free(flat->text);
    free(flat->runs);
    memset(flat, 0, sizeof *flat);
}

/* -------------------------------------------------------------------- ours */

/* Our nodes stand in the source's order; the standard moves fostered ones before their table.
 * These links put them there, so that the two trees can be compared. */
struct links {
    uint32_t first;
    uint32_t last;
    uint32_t next;
    uint32_t before_table; /* of a table: the fostered nodes in front of it */
    uint32_t last_before;
    uint32_t last_table; /* of any element: its last table so far */
};

static struct links *link_nodes(const struct pith__doc *doc)
{
    size_t count = doc->nodes.len;
    struct links *links = malloc(count * sizeof *links);
    if (links == NULL)
        return NULL;
    memset(links, 0xFF, count * sizeof *links);
    for (uint32_t i = 1; i < count; i++) {
        const struct pith__node *node = pith__doc_node(doc, i);
        struct links *parent = &links[node->parent];
        if ((node->flags & PITH__NODE_FOSTERED) != 0 && parent->last_table != PITH_NONE) {
            struct links *table = &links[parent->last_table];
            if (table->last_before == PITH_NONE)
                table->before_table = i;
            else
                links[table->last_before].next = i;
            table->last_before = i;
            continue;
        }
        if (parent->last == PITH_NONE)
            parent->first = i;
        else
            links[parent->last].next = i;
        parent->last = i;
        if (node->tag == PITH__TAG_table)
            parent->last_table = i;
    }
    return links;
}

static int skips(const struct pith__node *node)
{
    return node->tag == PITH__TAG_script || node->tag == PITH__TAG_style ||
           node->tag == PITH__TAG_template;
}

static int flat_node(struct flat *flat, const struct pith__doc *doc, const struct pith__node *node,
                     uint64_t path)
{
    int replaces = (pith__node_decoding(node) & PITH__TEXT_REPLACE_NUL) != 0;
    unsigned char *out = malloc(pith__text_room(node->extent, replaces) + 1);
    if (out == NULL)
        return -1;
    size_t len = pith__text_decode(out, doc->source.ptr + node->offset, node->extent,
                                   pith__node_decoding(node));
    int result = add_text(flat, out, len, path, (node->detail & PITH__FORMAT_LINK) != 0);
    free(out);
    return result;
}

static int walk_ours(struct flat *flat, const struct pith__doc *doc)
{
    size_t count = doc->nodes.len;
    struct links *links = link_nodes(doc);
    uint64_t *paths = malloc(count * sizeof *paths);
    uint32_t *todo = malloc((2 * count + 2) * sizeof *todo);
    int result = links == NULL || paths == NULL || todo == NULL ? -1 : 0;
    size_t top = 0;
    if (result == 0)
        todo[top++] = 0;
    while (top > 0 && result == 0) {
        uint32_t i = todo[--top];
        const struct pith__node *node = pith__doc_node(doc, i);
        if (links[i].next != PITH_NONE)
            todo[top++] = links[i].next;
        if (links[i].before_table != PITH_NONE) { /* those first, then the table itself */
            uint32_t first = links[i].before_table;
            links[i].before_table = links[i].next = PITH_NONE;
            todo[top++] = i;
            todo[top++] = first;
            continue;
        }
        uint64_t above = node->parent == PITH_NONE ? PITH__FNV64 : paths[node->parent];
        if (node->tag == PITH__TAG_TEXT) {
            result = flat_node(flat, doc, node, above);
            continue;
        }
        paths[i] = above;
        if ((pith__tag_flags[node->tag] & PITH__TAGF_BLOCK) != 0) {
            const char *name = pith__tag_names[node->tag];
            paths[i] = extend_path(above, (const unsigned char *)name, strlen(name));
        }
        if (links[i].first != PITH_NONE && !skips(node))
            todo[top++] = links[i].first;
    }
    free(links);
    free(paths);
    free(todo);
    return result;
}

int flat_ours(struct flat *flat, const unsigned char *bytes, size_t len)
{
    struct pith__doc doc;
    struct pith__clock clock = {.look_at = UINT64_MAX};
    const struct pith__limits limits = {65000, UINT32_MAX / 2, &clock, false};
    memset(flat, 0, sizeof *flat);
    pith__doc_init(&doc, &pith__allocator_default);
    int result = -1;
    if (pith__doc_parse(&doc, (struct pith__span){bytes, len}, &limits) == PITH_OK)
        result = walk_ours(flat, &doc);
    flat->inexact = doc.inexact;
    pith__doc_deinit(&doc);
    return result;
}

/* ------------------------------------------------------------------ lexbor */

static int lexbor_link(const lxb_dom_node_t *node)
{
    for (; node != NULL; node = node->parent) {
        if (node->local_name == LXB_TAG_A && node->ns == LXB_NS_HTML)
            return lxb_dom_element_has_attribute(lxb_dom_interface_element((lxb_dom_node_t *)node),
                                                 (const lxb_char_t *)"href", 4);
    }
    return 0;
}

/* The path of the nearest element at NODE or above it; computed once for each parent of text. */
static uint64_t lexbor_path(lxb_dom_node_t *node)
{
    lxb_dom_node_t *chain[4096];
    size_t depth = 0;
    uint64_t path = PITH__FNV64;
    for (; node != NULL && depth < 4096; node = node->parent) {
        if (node->type == LXB_DOM_NODE_TYPE_ELEMENT && node->ns == LXB_NS_HTML)
            chain[depth++] = node;
    }
    while (depth > 0) {
        size_t len;
        const lxb_char_t *name =
            lxb_dom_element_local_name(lxb_dom_interface_element(chain[--depth]), &len);
        if (is_block_name(name, len))
            path = extend_path(path, name, len);
    }
    return path;
}

static int lexbor_skips(const lxb_dom_node_t *node)
{
    return node->local_name == LXB_TAG_SCRIPT || node->local_name == LXB_TAG_STYLE ||
           node->local_name == LXB_TAG_TEMPLATE;
}

static int walk_lexbor(struct flat *flat, lxb_dom_node_t *root)
{
    lxb_dom_node_t *node = root;
    lxb_dom_node_t *last_parent = NULL;
    uint64_t path = 0;
    int link = 0;
    while (node != NULL) {
        if (node->type == LXB_DOM_NODE_TYPE_TEXT) {
            if (node->parent != last_parent) {
                last_parent = node->parent;
                path = lexbor_path(last_parent);
                link = lexbor_link(last_parent);
            }
            const lexbor_str_t *data = &lxb_dom_interface_character_data(node)->data;
            if (add_text(flat, data->data, data->length, path, link) != 0)
                return -1;
        }
        if (node->first_child != NULL &&
            !(node->type == LXB_DOM_NODE_TYPE_ELEMENT && lexbor_skips(node))) {
            node = node->first_child;
            continue;
        }
        while (node != root && node->next == NULL)
            node = node->parent;
        node = node == root ? NULL : node->next;
    }
    return 0;
}

int flat_lexbor(struct flat *flat, const unsigned char *bytes, size_t len)
{
    memset(flat, 0, sizeof *flat);
    lxb_html_document_t *document = lxb_html_document_create();
    int result = -1;
    if (document != NULL) {
        /* Version 3.0.1 crashes in an event on <select size><option>. */
        lxb_dom_interface_document(document)->options = LXB_DOM_DOCUMENT_OPT_WO_EVENTS;
        if (lxb_html_document_parse(document, bytes, len) == LXB_STATUS_OK)
            result = walk_lexbor(flat, lxb_dom_interface_node(document));
    }
    lxb_html_document_destroy(document);
    return result;
}

/* -------------------------------------------------------------- comparison */

struct flat_diff flat_compare(const struct flat *a, const struct flat *b)
{
    struct flat_diff diff = {0, b->len, 0, 0, 0, b->len};
    size_t shorter = a->len < b->len ? a->len : b->len;
    while (diff.first < shorter && a->text[diff.first] == b->text[diff.first])
        diff.first++;
    diff.same_text = diff.first == a->len && a->len == b->len;
    size_t i = 0, k = 0, i_used = 0, k_used = 0, at = 0;
    while (i < a->run_count && k < b->run_count && at < diff.first) {
        size_t step = a->runs[i].len - i_used;
        if (b->runs[k].len - k_used < step)
            step = b->runs[k].len - k_used;
        if (diff.first - at < step)
            step = diff.first - at;
        if (a->runs[i].path == b->runs[k].path)
            diff.same_path += step;
        else if (diff.path_at == diff.text_bytes)
            diff.path_at = at;
        if (a->runs[i].link == b->runs[k].link)
            diff.same_link += step;
        at += step;
        i_used += step;
        k_used += step;
        if (i_used == a->runs[i].len)
            i++, i_used = 0;
        if (k_used == b->runs[k].len)
            k++, k_used = 0;
    }
    return diff;
}
