/*
 * doc.c - creating, freeing and querying a document; tree.c fills it.
 */
#include "parse/doc.h"

#include "parse/builder.h"
#include "parse/text.h"

void pith__doc_init(struct pith__doc *doc, const struct pith__allocator *allocator)
{
    memset(doc, 0, sizeof *doc);
    doc->allocator = allocator;
    pith__vec_init(&doc->nodes, sizeof(struct pith__node));
    pith__vec_init(&doc->attrs, sizeof(struct pith__attr));
    pith__vec_init(&doc->stack, sizeof(struct pith__open));
    pith__vec_init(&doc->markers, sizeof(struct pith__active));
}

void pith__doc_deinit(struct pith__doc *doc)
{
    pith__vec_deinit(&doc->nodes, doc->allocator);
    pith__vec_deinit(&doc->attrs, doc->allocator);
    pith__vec_deinit(&doc->stack, doc->allocator);
    pith__vec_deinit(&doc->markers, doc->allocator);
}

void pith__doc_trim(struct pith__doc *doc, size_t keep)
{
    pith__vec_trim(&doc->nodes, doc->allocator, keep);
    pith__vec_trim(&doc->attrs, doc->allocator, keep);
    pith__vec_trim(&doc->stack, doc->allocator, keep);
    pith__vec_trim(&doc->markers, doc->allocator, keep);
}

bool pith__doc_attr(const struct pith__doc *doc, const struct pith__node *node,
                    enum pith__attr_name name, struct pith__span *value)
{
    const struct pith__attr *attr = (const struct pith__attr *)doc->attrs.data + node->extent;
    for (unsigned i = 0; i < node->detail; i++, attr++) {
        if (attr->name == name) {
            value->ptr = doc->source.ptr + attr->offset;
            value->len = attr->len;
            return true;
        }
    }
    return false;
}

struct pith__span pith__node_name(const struct pith__doc *doc, const struct pith__node *node)
{
    struct pith__span name = {doc->source.ptr + node->offset + 1, 0};
    const unsigned char *end = doc->source.ptr + doc->source.len;
    if ((size_t)(end - name.ptr) > PITH__NAME_SEEN)
        end = name.ptr + PITH__NAME_SEEN;
    while (name.ptr + name.len < end && !pith__ends_name(name.ptr[name.len]))
        name.len++;
    if (name.len == PITH__NAME_SEEN) {
        while (name.len > 0 && (name.ptr[name.len - 1] & 0x80) != 0)
            name.len--; /* not inside a UTF-8 sequence */
    }
    return name;
}

unsigned pith__node_decoding(const struct pith__node *text)
{
    unsigned how = (text->flags & PITH__NODE_RAW) != 0 ? 0 : PITH__TEXT_REFS;
    return how |
           ((text->flags & PITH__NODE_NUL) != 0 ? PITH__TEXT_REPLACE_NUL : PITH__TEXT_DROP_NUL);
}
