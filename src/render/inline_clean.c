/*
 * inline_clean.c - decides what may be written: control characters, addresses, names of languages.
 */
#include "parse/text.h"
#include "render/inline.h"
#include "text/url.h"

/* Longer addresses are not written. */
enum { ADDRESS_MAX = 2048 };

size_t pith__control_len(const char *p, size_t len)
{
    unsigned char c = (unsigned char)p[0];
    if (c < ' ' || c == 0x7F)
        return pith__is_space(c) ? 0 : 1;
    if (c == 0xC2 && len >= 2 && (unsigned char)p[1] < 0xA0)
        return 2;
    if (c == 0xEF && len >= 3 && (unsigned char)p[1] == 0xBF && (unsigned char)p[2] >= 0xBE)
        return 3; /* U+FFFE, U+FFFF */
    return 0;
}

bool pith__block_is_blank(const pith_block *block)
{
    for (size_t i = 0; i < block->text_len;) {
        size_t step = pith__control_len(block->text + i, block->text_len - i);
        if (step == 0 && pith__is_space((unsigned char)block->text[i]))
            step = 1;
        if (step == 0)
            return false;
        i += step;
    }
    return true;
}

struct pith__span pith__plain_language(const pith_page *page, const pith_block *block)
{
    struct pith__span name;
    name.ptr = (const unsigned char *)pith_block_language(page, block, &name.len);
    for (size_t i = 0; i < name.len; i++) {
        unsigned char c = name.ptr[i];
        bool plain = pith__is_alpha(c) || (c >= '0' && c <= '9') || c == '+' || c == '-' ||
                     c == '#' || c == '.' || c == '_';
        if (!plain)
            name.len = 0;
    }
    return name;
}

/* -------------------------------------------------------------- attributes */

/* Drops control characters and collapses white space, in place. */
static size_t clean(unsigned char *text, size_t len)
{
    size_t out = 0;
    bool space = false;
    for (size_t i = 0; i < len;) {
        size_t control = pith__control_len((const char *)text + i, len - i);
        if (control > 0) {
            i += control;
        } else if (pith__is_space(text[i])) {
            space = out > 0;
            i++;
        } else {
            if (space)
                text[out++] = ' ';
            space = false;
            text[out++] = text[i++];
        }
    }
    return out;
}

pith_status pith__inline_value(struct pith__inline *in, uint32_t node, enum pith__attr_name name,
                               struct pith__span *value)
{
    const struct pith__doc *doc = &in->page->doc;
    struct pith__span raw;
    *value = (struct pith__span){(const unsigned char *)"", 0};
    if (!pith__doc_attr(doc, pith__doc_node(doc, node), name, &raw) || raw.len == 0)
        return PITH_OK;
    in->value.len = 0;
    PITH__TRY(pith__vec_reserve(&in->value, in->page->blocks.allocator,
                                pith__text_room(raw.len, true) + 1));
    unsigned char *text = in->value.data;
    size_t len = pith__text_decode(text, raw.ptr, raw.len,
                                   PITH__TEXT_REFS | PITH__TEXT_ATTRIBUTE | PITH__TEXT_DROP_NUL);
    *value = (struct pith__span){text, clean(text, len)};
    return PITH_OK;
}

/* Whether an address is relative, or has a scheme that only links somewhere. */
static bool scheme_is_good(struct pith__span address)
{
    static const char *const good[] = {"http:", "https:", "mailto:", "ftp:"};
    for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
        if (pith__span_starts(address, good[i]))
            return true;
    }
    for (size_t i = 0; i < address.len; i++) {
        unsigned char c = address.ptr[i];
        if (c == '/' || c == '?' || c == '#')
            break;
        if (c == ':')
            return false;
    }
    return true;
}

/* Finds the base of the page's relative addresses, if its own address is known: that address, or
 * the first <base>, which is often relative to it. */
static pith_status find_base(struct pith__inline *in)
{
    const struct pith__doc *doc = &in->page->doc;
    struct pith__span url = pith__url_from(in->page->url);
    struct pith__span href = {(const unsigned char *)"", 0};
    in->base_is_known = true;
    if (!pith__url_absolute(url))
        return PITH_OK;
    in->base = url;
    for (uint32_t i = 0; i < doc->nodes.len; i++) {
        const struct pith__node *node = pith__doc_node(doc, i);
        if (node->tag == PITH__TAG_base && pith__doc_attr(doc, node, PITH__ATTR_HREF, &href)) {
            PITH__TRY(pith__inline_value(in, i, PITH__ATTR_HREF, &href));
            break;
        }
    }
    if (href.len == 0 || href.len > ADDRESS_MAX || memchr(href.ptr, ' ', href.len) != NULL)
        return PITH_OK;
    PITH__TRY(
        pith__vec_reserve(&in->base_text, in->page->blocks.allocator, url.len + href.len + 4));
    struct pith__span whole = {in->base_text.data,
                               pith__url_resolve(url, href, in->base_text.data)};
    if (whole.len <= ADDRESS_MAX && pith__url_absolute(whole))
        in->base = whole;
    return PITH_OK;
}

/* The first address in a list such as "a.jpg 1x, b.jpg 2x" that can be written; empty if there is
 * none. */
static struct pith__span first_of_list(struct pith__span list)
{
    const unsigned char *p = list.ptr, *end = p + list.len;
    while (p < end) {
        struct pith__span address = {p, 0};
        while (address.ptr < end && (pith__is_space(*address.ptr) || *address.ptr == ','))
            address.ptr++;
        for (p = address.ptr; p < end && !pith__is_space(*p); p++)
            continue;
        address.len = (size_t)(p - address.ptr);
        bool alone = address.len > 0 && p[-1] == ','; /* no descriptor follows it */
        while (address.len > 0 && address.ptr[address.len - 1] == ',')
            address.len--;
        if (address.len > 0 && scheme_is_good(address))
            return address;
        while (!alone && p < end && *p != ',')
            p++;
    }
    return (struct pith__span){list.ptr, 0};
}

pith_status pith__inline_image(struct pith__inline *in, uint32_t node, struct pith__span *address)
{
    static const enum pith__attr_name names[] = {PITH__ATTR_DATA_SRC, PITH__ATTR_SRC,
                                                 PITH__ATTR_SRCSET};
    address->len = 0;
    for (size_t i = 0; i < sizeof names / sizeof *names && address->len == 0; i++)
        PITH__TRY(pith__inline_address(in, node, names[i], address));
    return PITH_OK;
}

pith_status pith__inline_address(struct pith__inline *in, uint32_t node, enum pith__attr_name name,
                                 struct pith__span *address)
{
    if (!in->base_is_known)
        PITH__TRY(find_base(in));
    PITH__TRY(pith__inline_value(in, node, name, address));
    if (name == PITH__ATTR_SRCSET)
        *address = first_of_list(*address);
    if (address->len > ADDRESS_MAX || !scheme_is_good(*address))
        address->len = 0;
    struct pith__url parts;
    pith__url_split(*address, &parts);
    if (address->len == 0 || in->base.len == 0 || parts.scheme.ptr != NULL)
        return PITH_OK;
    /* Moves the address to the start of the buffer, which may be reallocated. In a list it may be
     * further back. */
    memmove(in->value.data, address->ptr, address->len);
    in->value.len = address->len;
    PITH__TRY(
        pith__vec_reserve(&in->value, in->page->blocks.allocator, in->base.len + address->len + 4));
    struct pith__span relative = {in->value.data, address->len};
    unsigned char *whole = (unsigned char *)in->value.data + address->len;
    *address = (struct pith__span){whole, pith__url_resolve(in->base, relative, whole)};
    if (!scheme_is_good(*address)) /* a <base> may be anything */
        address->len = 0;
    return PITH_OK;
}
