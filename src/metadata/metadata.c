/*
 * metadata.c - see metadata.h: walks the nodes, chooses the best values, and lists the facts.
 */
#include "metadata/metadata.h"

#include "metadata/date.h"
#include "metadata/finder.h"
#include "text/url.h"

enum { SCRIPTS = 64 }; /* most JSON-LD scripts that are read */

/* ---------------------------------------------------------------- the walk */

static bool is_json_ld(const struct pith__doc *doc, const struct pith__node *node)
{
    struct pith__span type;
    return pith__doc_attr(doc, node, PITH__ATTR_TYPE, &type) &&
           pith__span_starts(pith__span_trim(type), "application/ld+json");
}

/* Reads the attributes that any element may have. */
static void read_attributes(struct pith__finder *finder, uint32_t index,
                            const struct pith__node *node)
{
    const struct pith__attr *attr =
        (const struct pith__attr *)finder->doc->attrs.data + node->extent;
    for (unsigned i = 0; i < node->detail; i++, attr++) {
        struct pith__span value = {finder->doc->source.ptr + attr->offset, attr->len};
        if (attr->name == PITH__ATTR_ITEMPROP) {
            pith__find_in_microdata(finder, index, value);
        } else if (attr->name == PITH__ATTR_REL && node->tag == PITH__TAG_a) {
            if (!pith__span_is(value, "tag"))
                pith__find_in_link(finder, node);
            else if (pith__finder_wants(finder, PITH_FIELD_TAG, 60))
                pith__finder_offer(finder, PITH_FIELD_TAG, 60, "rel=tag",
                                   pith__finder_text(finder, index), PITH__RAW_TEXT);
        }
    }
}

static void read_element(struct pith__finder *finder, uint32_t index, const struct pith__node *node)
{
    switch (node->tag) {
    case PITH__TAG_meta:
        pith__find_in_meta(finder, node);
        break;
    case PITH__TAG_link:
        pith__find_in_link(finder, node);
        break;
    case PITH__TAG_base:
        if (finder->base.ptr == NULL)
            pith__doc_attr(finder->doc, node, PITH__ATTR_HREF, &finder->base);
        break;
    case PITH__TAG_h1:
        if ((node->flags & PITH__NODE_HIDDEN) == 0)
            pith__marks_add(&finder->headings, index);
        break;
    case PITH__TAG_time:
        pith__marks_add(&finder->times, index);
        break;
    default:
        break;
    }
    if (node->detail > 0)
        read_attributes(finder, index, node);
}

static pith_status walk(struct pith__finder *finder)
{
    uint32_t scripts[SCRIPTS];
    size_t count = 0;
    for (uint32_t i = 0; i < finder->doc->nodes.len; i++) {
        const struct pith__node *node = pith__doc_node(finder->doc, i);
        if (pith__clock_tick(finder->page->clock, 1 + 2 * (node->tag != PITH__TAG_TEXT)))
            break;
        if (node->tag == PITH__TAG_TEXT)
            continue;
        if ((node->flags & PITH__NODE_UNSEEN) == 0)
            read_element(finder, i, node);
        else if (node->tag == PITH__TAG_script && count < SCRIPTS && is_json_ld(finder->doc, node))
            scripts[count++] = i;
    }
    return pith__find_in_json_ld(finder, scripts, count);
}

/* ---------------------------------------------------------------- the page as a whole */

/* 05/12/2020 is May 12 in English, but not in the English of Britain, Ireland, Australia and
 * others. */
static unsigned dates_of(struct pith__span language)
{
    static const char *const day_first[] = {"en-gb", "en-ie", "en-au", "en-nz", "en-in", "en-za"};
    if (language.len > 0 && !pith__span_starts(language, "en"))
        return 0;
    for (size_t i = 0; i < sizeof day_first / sizeof *day_first; i++) {
        if (pith__span_starts(language, day_first[i]))
            return 0;
    }
    return PITH__DATE_MONTH_FIRST;
}

static void read_page(struct pith__finder *finder)
{
    const pith_page_info *info = &finder->page->info;
    struct pith__span language = {(const unsigned char *)info->lang, info->lang_len};
    struct pith__span title = {(const unsigned char *)info->title, info->title_len};
    finder->url = pith__url_from(finder->page->url);
    finder->dates = dates_of(language);
    pith__finder_offer(finder, PITH_FIELD_LANGUAGE, 10, "html lang", language, PITH__RAW_ATTRIBUTE);
    pith__finder_offer(finder, PITH_FIELD_TITLE, PITH__TITLE_ELEMENT, "title", title,
                       PITH__RAW_TEXT);
}

/* Makes VALUE absolute if it is relative and there is a base address. */
static void resolve(struct pith__finder *finder, struct pith__value *value, struct pith__span base)
{
    unsigned char out[2 * PITH__VALUE_MOST + 8];
    if (value->rank == PITH__RANK_NONE || base.len == 0 || base.len > PITH__VALUE_MOST)
        return;
    struct pith__url url;
    pith__url_split(value->text, &url);
    if (url.scheme.ptr != NULL)
        return;
    size_t len = pith__url_resolve(base, value->text, out);
    value->text = pith__finder_keep(finder, (struct pith__span){out, len});
}

/* Whether TEXT can be the base of other addresses, which get its scheme. */
static bool is_base(struct pith__span text)
{
    return pith__url_absolute(text) && pith__url_of_web(text);
}

static void resolve_all(struct pith__finder *finder)
{
    struct pith__value *best = finder->best;
    struct pith__span base = finder->url;
    if (base.len == 0)
        base = best[PITH_FIELD_URL].text;
    if (!is_base(base))
        base.len = 0;
    if (finder->base.len > 0) {
        struct pith__value own = {
            pith__finder_keep(finder,
                              pith__finder_clean(finder, finder->base, PITH__RAW_ATTRIBUTE)),
            "", 0};
        if (own.text.len <= PITH__VALUE_MOST)
            resolve(finder, &own, base);
        if (is_base(own.text))
            base = own.text;
    }
    resolve(finder, &best[PITH_FIELD_URL], base);
    resolve(finder, &best[PITH_FIELD_IMAGE], base);
    /* A licence may be a name; only an address has a slash. */
    struct pith__value *license = &best[PITH_FIELD_LICENSE];
    if (license->rank != PITH__RANK_NONE &&
        memchr(license->text.ptr, ' ', license->text.len) == NULL &&
        memchr(license->text.ptr, '/', license->text.len) != NULL)
        resolve(finder, license, base);
}

/* ---------------------------------------------------------------- facts */

static void add_fact(struct pith__metadata *metadata, pith_field field,
                     const struct pith__value *value)
{
    if (value->text.len == 0)
        return;
    metadata->list[metadata->len++] = (struct pith__fact_entry){
        {(const char *)value->text.ptr, value->text.len, value->source}, (uint8_t)field};
}

static pith_status make_facts(struct pith__finder *finder, struct pith__metadata *metadata)
{
    size_t most = PITH_FIELDS + finder->authors.len + finder->tags.len;
    metadata->list = pith__arena_alloc(finder->arena, most * sizeof *metadata->list);
    if (metadata->list == NULL)
        return PITH_ERR_NOMEM;
    for (unsigned field = 0; field < PITH_FIELDS; field++) {
        const struct pith__values *values = NULL;
        if (field == PITH_FIELD_AUTHOR)
            values = &finder->authors;
        if (field == PITH_FIELD_TAG)
            values = &finder->tags;
        for (unsigned i = 0; values != NULL && i < values->len; i++)
            add_fact(metadata, (pith_field)field, &values->list[i]);
        if (values == NULL)
            add_fact(metadata, (pith_field)field, &finder->best[field]);
    }
    return PITH_OK;
}

pith_status pith__metadata_find(pith_page *page, struct pith__arena *arena)
{
    struct pith__finder *finder = pith__arena_alloc(arena, sizeof *finder);
    if (finder == NULL)
        return PITH_ERR_NOMEM;
    memset(finder, 0, sizeof *finder);
    finder->page = page;
    finder->doc = &page->doc;
    finder->arena = arena;
    finder->heading = finder->item = PITH_NONE;
    for (unsigned i = 0; i < PITH_FIELDS; i++)
        finder->best[i] = (struct pith__value){{(const unsigned char *)"", 0}, "", PITH__RANK_NONE};
    read_page(finder);
    PITH__TRY(walk(finder));
    pith__title_choose(finder, &finder->best[PITH_FIELD_TITLE]);
    pith__find_byline(finder);
    resolve_all(finder);
    PITH__TRY(finder->status);
    return make_facts(finder, &page->metadata);
}
