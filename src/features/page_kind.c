/*
 * page_kind.c - features of a page: its declared types, its URL, and means over its blocks.
 *
 * Sums use double precision in block order, so that a page gives the same bits with any compiler.
 */
#include "features/page_kind.h"

#include <stdio.h>

#include "base/hash.h"
#include "text/letters.h"
#include "text/url.h"

/* Limits: type names per page, bytes of the URL, bytes of scripts. */
enum { TYPES_MOST = 4096, ADDRESS_MOST = 1000, SCRIPT_MOST = 1 << 20 };

enum {
    TYPES = 0
#define TYPE(name, words) +1
#include "features/page_kind.def"
#undef TYPE
    ,
    OGS = 0
#define OG(name, words) +1
#include "features/page_kind.def"
#undef OG
    ,
    ADDRESSES = 0
#define ADDRESS(name, words) +1
#include "features/page_kind.def"
#undef ADDRESS
};

static const char *const type_words[TYPES] = {
#define TYPE(name, words) words,
#include "features/page_kind.def"
#undef TYPE
};
static const char *const og_words[OGS] = {
#define OG(name, words) words,
#include "features/page_kind.def"
#undef OG
};
static const char *const address_words[ADDRESSES] = {
#define ADDRESS(name, words) words,
#include "features/page_kind.def"
#undef ADDRESS
};

/* Properties of the URL; all zero if it is unknown. */
struct shape {
    float known, depth, length, slug, digits, date, file, query;
};

/* What the walk over the page's nodes has found. */
struct told {
    const struct pith__doc *doc;
    float types[TYPES];
    float ogs[OGS];
    unsigned type_count;
    size_t script_bytes;
    struct pith__span canonical, og_url;
};

/* ------------------------------------------------------------------- words */

/* Returns the index of the first of COUNT lists that contains WORD, ignoring case; or COUNT. */
static size_t find_list(const char *const *lists, size_t count, struct pith__span word)
{
    for (size_t i = 0; i < count && word.len > 0; i++) {
        for (const char *p = lists[i]; *p != '\0';) {
            size_t len = strcspn(p, " ");
            size_t same = 0;
            while (same < len && len == word.len &&
                   pith__lower(word.ptr[same]) == (unsigned char)p[same])
                same++;
            if (same == len && len == word.len)
                return i;
            p += len + (p[len] == ' ');
        }
    }
    return count;
}

/* Accepts "https://schema.org/Product", "schema:Product" and "Product". */
static void add_type(struct told *told, struct pith__span name)
{
    if (told->type_count++ >= TYPES_MOST)
        return;
    name = pith__span_trim(name);
    for (size_t i = name.len; i > 0; i--) {
        if (name.ptr[i - 1] == '/' || name.ptr[i - 1] == ':' || name.ptr[i - 1] == '#') {
            name.ptr += i;
            name.len -= i;
            break;
        }
    }
    if (name.len > 64)
        return;
    size_t type = find_list(type_words, TYPES, name);
    if (type < TYPES)
        told->types[type]++;
}

/* --------------------------------------------------------------- structured */

/* Reads the value of "@type": a string or a list of strings. Returns where to continue. */
static const unsigned char *read_types(struct told *told, const unsigned char *at,
                                       const unsigned char *end)
{
    bool list = false;
    while (at < end && (pith__is_space(*at) || *at == ':'))
        at++;
    if (at < end && *at == '[') {
        list = true;
        at++;
    }
    do {
        while (at < end && (pith__is_space(*at) || (list && *at == ',')))
            at++;
        if (at == end || *at != '"')
            return at;
        const unsigned char *begin = ++at;
        while (at < end && *at != '"')
            at++;
        add_type(told, (struct pith__span){begin, (size_t)(at - begin)});
        at += at < end;
    } while (list);
    return at;
}

/* Scripts often hold broken JSON, and only one key matters: so search them instead of parsing. */
static void read_script(struct told *told, uint32_t script)
{
    static const char key[] = "\"@type\"";
    const struct pith__doc *doc = told->doc;
    struct pith__span type;
    if (!pith__doc_attr(doc, pith__doc_node(doc, script), PITH__ATTR_TYPE, &type) ||
        !pith__span_starts(pith__span_trim(type), "application/ld+json") ||
        script + 1 >= doc->nodes.len)
        return;
    const struct pith__node *text = pith__doc_node(doc, script + 1);
    if (text->tag != PITH__TAG_TEXT || text->parent != script ||
        text->extent > SCRIPT_MOST - told->script_bytes)
        return;
    told->script_bytes += text->extent;
    const unsigned char *at = doc->source.ptr + text->offset, *end = at + text->extent;
    while ((size_t)(end - at) >= sizeof key - 1) {
        const unsigned char *quote = memchr(at, '"', (size_t)(end - at) - (sizeof key - 2));
        if (quote == NULL)
            return;
        at = quote + 1;
        if (memcmp(quote, key, sizeof key - 1) == 0)
            at = read_types(told, quote + sizeof key - 1, end);
    }
}

static void read_meta(struct told *told, const struct pith__node *node)
{
    struct pith__span name, content;
    if ((!pith__doc_attr(told->doc, node, PITH__ATTR_PROPERTY, &name) &&
         !pith__doc_attr(told->doc, node, PITH__ATTR_NAME, &name)) ||
        !pith__doc_attr(told->doc, node, PITH__ATTR_CONTENT, &content))
        return;
    if (pith__span_is(name, "og:url")) {
        told->og_url = content;
    } else if (pith__span_is(name, "og:type")) {
        size_t og = find_list(og_words, OGS, pith__span_trim(content));
        if (og < OGS)
            told->ogs[og] = 1;
    }
}

static void read_link(struct told *told, const struct pith__node *node)
{
    struct pith__span rel, href;
    if (pith__doc_attr(told->doc, node, PITH__ATTR_REL, &rel) && pith__span_is(rel, "canonical") &&
        pith__doc_attr(told->doc, node, PITH__ATTR_HREF, &href))
        told->canonical = href;
}

static void read_nodes(struct told *told)
{
    for (uint32_t i = 0; i < told->doc->nodes.len; i++) {
        const struct pith__node *node = pith__doc_node(told->doc, i);
        struct pith__span type;
        if (node->tag == PITH__TAG_TEXT || node->detail == 0)
            continue;
        if (node->tag == PITH__TAG_meta)
            read_meta(told, node);
        else if (node->tag == PITH__TAG_link)
            read_link(told, node);
        else if (node->tag == PITH__TAG_script)
            read_script(told, i);
        else if (pith__doc_attr(told->doc, node, PITH__ATTR_ITEMTYPE, &type))
            add_type(told, pith__span_cut(type, 200));
    }
}

/* ------------------------------------------------------------------ address */

static bool is_digit(unsigned char c)
{
    return c >= '0' && c <= '9';
}

/* Handles one word of the URL: word counts, and the year. */
static void add_word(struct pith__span word, float *counts, struct shape *shape)
{
    size_t list = find_list(address_words, ADDRESSES, word);
    if (list < ADDRESSES)
        counts[list]++;
    if (word.len == 4 && is_digit(word.ptr[2]) && is_digit(word.ptr[3]) &&
        (memcmp(word.ptr, "19", 2) == 0 || memcmp(word.ptr, "20", 2) == 0))
        shape->date = 1;
}

static void count_words(struct pith__span text, float *counts, struct shape *shape)
{
    size_t begin = 0;
    for (size_t i = 0; i <= text.len; i++) {
        if (i < text.len && (pith__is_alpha(text.ptr[i]) || is_digit(text.ptr[i])))
            continue;
        add_word((struct pith__span){text.ptr + begin, i - begin}, counts, shape);
        begin = i + 1;
    }
}

static void measure_path(struct pith__span path, struct shape *shape)
{
    bool in_part = false;
    shape->length = (float)path.len;
    for (size_t i = 0; i < path.len; i++) {
        unsigned char c = path.ptr[i];
        if (c == '/') {
            in_part = false;
            continue;
        }
        if (!in_part) {
            in_part = true;
            shape->depth++;
            shape->slug = shape->file = 0; /* last path segment only */
        }
        shape->slug += c == '-' || c == '_' ? 1.0f : 0.0f;
        shape->digits += is_digit(c) ? 1.0f : 0.0f;
        if (c == '.')
            shape->file = 1;
    }
}

static void read_address(struct pith__span address, float *counts, struct shape *shape)
{
    struct pith__url url;
    if (address.len == 0 || address.len > ADDRESS_MOST)
        return;
    pith__url_split(address, &url);
    if (url.authority.len == 0)
        return;
    shape->known = 1;
    shape->query = (float)url.query.len;
    measure_path(url.path, shape);
    count_words(url.authority, counts, shape);
    shape->date = 0; /* path only */
    count_words(url.path, counts, shape);
}

static void fill_told(const pith_page *page, float row[PITH__KIND_TOLD])
{
    struct told told = {.doc = &page->doc};
    struct shape shape = {0};
    float counts[ADDRESSES] = {0};
    read_nodes(&told);
    struct pith__span address = pith__url_from(page->url);
    if (address.len == 0)
        address = told.canonical.len > 0 ? told.canonical : told.og_url;
    read_address(address, counts, &shape);
    memcpy(row, told.types, sizeof told.types);
    memcpy(row += TYPES, told.ogs, sizeof told.ogs);
    memcpy(row += OGS, counts, sizeof counts);
    row += ADDRESSES;
#define SHAPE(u, name, summary, value)                                                             \
    do {                                                                                           \
        const struct shape *const u = &shape;                                                      \
        *row++ = (value);                                                                          \
    } while (0);
#include "features/page_kind.def"
#undef SHAPE
}

/* -------------------------------------------------------------------- means */

/* The block features to average, and their sums. */
struct sums {
    uint16_t features[PITH__KIND_MEANS]; /* indices into the tagger's row */
    size_t count;
    double by_block[PITH__KIND_MEANS], by_word[PITH__KIND_MEANS];
};

enum { MEANS_AT = PITH__KIND_TOLD + PITH__PAGE_FEATURES };

static void choose_sums(struct sums *sums, const uint32_t *used, size_t count)
{
    bool asked[PITH__KIND_MEANS] = {false};
    for (size_t i = 0; i < count; i++) {
        if (used[i] >= MEANS_AT)
            asked[(used[i] - MEANS_AT) % PITH__KIND_MEANS] = true;
    }
    sums->count = 0;
    for (unsigned i = 0; i < PITH__KIND_MEANS; i++) {
        if (asked[i])
            sums->features[sums->count++] = (uint16_t)(PITH__PAGE_FEATURES + i);
    }
    memset(sums->by_block, 0, sums->count * sizeof *sums->by_block);
    memset(sums->by_word, 0, sums->count * sizeof *sums->by_word);
}

static void fill_means(const pith_page *page, const struct pith__tagger *tagger, size_t count,
                       struct sums *sums, float row[PITH__KIND_FEATURES])
{
    const pith_block *blocks = pith__page_blocks(page);
    float values[PITH__TAGGER_FEATURES] = {0};
    double words = 0;
    for (size_t i = 0; i < count; i++) {
        pith__tagger_row(tagger, i, values);
        words += blocks[i].words;
        for (size_t k = 0; k < sums->count; k++) {
            double value = (double)values[sums->features[k]];
            sums->by_block[k] += value;
            sums->by_word[k] += value * blocks[i].words;
        }
    }
    memcpy(row + PITH__KIND_TOLD, values, PITH__PAGE_FEATURES * sizeof *values);
    for (size_t k = 0; k < sums->count; k++) {
        float *mean = row + MEANS_AT + sums->features[k] - PITH__PAGE_FEATURES;
        mean[0] = count > 0 ? (float)(sums->by_block[k] / (double)count) : 0;
        mean[PITH__KIND_MEANS] = words > 0 ? (float)(sums->by_word[k] / words) : 0;
    }
}

void pith__kind_row(const pith_page *page, const struct pith__tagger *tagger, size_t blocks,
                    const uint32_t *used, size_t count, float row[PITH__KIND_FEATURES])
{
    struct sums sums;
    fill_told(page, row);
    choose_sums(&sums, used, count);
    fill_means(page, tagger, blocks, &sums, row);
}

/* -------------------------------------------------------------------- table */

static const char *const told_names[PITH__KIND_TOLD] = {
#define TYPE(name, words) "type." #name,
#include "features/page_kind.def"
#undef TYPE
#define OG(name, words) "og." #name,
#include "features/page_kind.def"
#undef OG
#define ADDRESS(name, words) "address." #name,
#include "features/page_kind.def"
#undef ADDRESS
#define SHAPE(u, name, summary, value) "shape." #name,
#include "features/page_kind.def"
#undef SHAPE
};

bool pith__kind_name(size_t index, char *name, size_t size)
{
    char feature[64], summary[64];
    if (index >= PITH__KIND_FEATURES)
        return false;
    if (index < PITH__KIND_TOLD) {
        snprintf(name, size, "%s", told_names[index]);
        return true;
    }
    index -= PITH__KIND_TOLD;
    bool of_page = index < PITH__PAGE_FEATURES;
    bool by_word = index >= PITH__TAGGER_FEATURES;
    pith__tagger_name(by_word ? index - PITH__KIND_MEANS : index, feature, summary, sizeof feature);
    snprintf(name, size, "%s%s", of_page ? "" : by_word ? "words." : "blocks.", feature);
    return true;
}

uint64_t pith__kind_hash(void)
{
    char name[80];
    uint64_t hash = PITH__FNV64;
    for (size_t i = 0; pith__kind_name(i, name, sizeof name); i++)
        hash = pith__fnv64_line(hash, name);
    return hash;
}
