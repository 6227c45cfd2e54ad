/*
 * microdata.c - reads itemprop attributes with the vocabulary of schema.org.
 *
 * A property belongs to the nearest element above it that has an itemscope. Those of the page's
 * first article count, and those of a page, of a product or of no scope. A name in a scope that is
 * the author of the article is the author's.
 */
#include "metadata/finder.h"

/* Most elements above a property, and most properties of a page, that are looked at. */
enum { STEPS = 64, PROPERTIES = 4096 };

enum scope { SCOPE_NONE, SCOPE_ARTICLE, SCOPE_WORK, SCOPE_PAGE, SCOPE_PERSON, SCOPE_OTHER };

struct property {
    const char *name;
    uint8_t field;
    uint8_t rank;
};

/* Ranks as in meta_tags.c. */
static const struct property properties[] = {
    {"headline", PITH_FIELD_TITLE, PITH__TITLE_MICRODATA},
    {"name", PITH_FIELD_TITLE, PITH__TITLE_MICRODATA},
    {"author", PITH_FIELD_AUTHOR, 32},
    {"creator", PITH_FIELD_AUTHOR, 33},
    {"datepublished", PITH_FIELD_DATE, 30},
    {"datecreated", PITH_FIELD_DATE, 31},
    {"datemodified", PITH_FIELD_MODIFIED, 30},
    {"description", PITH_FIELD_DESCRIPTION, 50},
    {"inlanguage", PITH_FIELD_LANGUAGE, 55},
    {"license", PITH_FIELD_LICENSE, 28},
    {"image", PITH_FIELD_IMAGE, 40},
    {"thumbnailurl", PITH_FIELD_IMAGE, 41},
    {"keywords", PITH_FIELD_TAG, 45},
    {"publisher", PITH_FIELD_SITE, 35},
};

/* True if TEXT ends with END, ignoring case. END is in lower case. */
static bool ends_with(struct pith__span text, const char *end)
{
    size_t len = strlen(end);
    return text.len >= len &&
           pith__span_is((struct pith__span){text.ptr + text.len - len, len}, end);
}

static enum scope scope_of(struct pith__span type)
{
    static const struct {
        const char *end;
        enum scope scope;
    } ends[] = {
        {"article", SCOPE_ARTICLE},      {"blogposting", SCOPE_ARTICLE},
        {"forumposting", SCOPE_ARTICLE}, {"question", SCOPE_ARTICLE},
        {"report", SCOPE_ARTICLE},       {"recipe", SCOPE_WORK},
        {"creativework", SCOPE_ARTICLE}, {"product", SCOPE_WORK},
        {"webpage", SCOPE_PAGE},         {"itempage", SCOPE_PAGE},
        {"person", SCOPE_PERSON},        {"organization", SCOPE_PERSON},
    };
    type = pith__span_trim(type);
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) {
        if (ends_with(type, ends[i].end))
            return ends[i].scope;
    }
    return SCOPE_OTHER;
}

/* The nearest element above INDEX with an itemscope, or PITH_NONE. */
static uint32_t scope_above(const struct pith__doc *doc, uint32_t index)
{
    struct pith__span ignored;
    index = pith__doc_node(doc, index)->parent;
    for (int step = 0; step < STEPS && index != PITH_NONE; step++) {
        const struct pith__node *node = pith__doc_node(doc, index);
        if (node->detail > 0 && pith__doc_attr(doc, node, PITH__ATTR_ITEMSCOPE, &ignored))
            return index;
        index = node->parent;
    }
    return PITH_NONE;
}

/* What kind of scope SCOPE is. SCOPE_OTHER for a second article and for anything that is of no
 * use. */
static enum scope judge(struct pith__finder *finder, uint32_t scope)
{
    struct pith__span type = {NULL, 0};
    if (scope == PITH_NONE)
        return SCOPE_NONE;
    if (!pith__doc_attr(finder->doc, pith__doc_node(finder->doc, scope), PITH__ATTR_ITEMTYPE,
                        &type))
        return SCOPE_OTHER;
    enum scope kind = scope_of(type);
    if (kind == SCOPE_ARTICLE) {
        if (finder->item == PITH_NONE)
            finder->item = scope;
        if (finder->item != scope)
            return SCOPE_OTHER;
        finder->article = true;
    }
    return kind;
}

/* Offers the value of the property at INDEX. */
static void offer_value(struct pith__finder *finder, uint32_t index, pith_field field,
                        unsigned rank)
{
    static const enum pith__attr_name addresses[] = {PITH__ATTR_CONTENT, PITH__ATTR_SRC,
                                                     PITH__ATTR_HREF};
    const struct pith__node *node = pith__doc_node(finder->doc, index);
    struct pith__span value;
    if (!pith__finder_wants(finder, field, rank))
        return;
    bool address = field == PITH_FIELD_IMAGE || field == PITH_FIELD_LICENSE;
    for (size_t i = 0; i < (address ? 3u : 1u); i++) {
        if (pith__doc_attr(finder->doc, node, addresses[i], &value)) {
            pith__finder_offer(finder, field, rank, "microdata", value, PITH__RAW_ATTRIBUTE);
            return;
        }
    }
    bool date = field == PITH_FIELD_DATE || field == PITH_FIELD_MODIFIED;
    if (date && pith__doc_attr(finder->doc, node, PITH__ATTR_DATETIME, &value))
        pith__finder_offer(finder, field, rank, "microdata", value, PITH__RAW_ATTRIBUTE);
    if (!address && pith__finder_wants(finder, field, rank))
        pith__finder_offer(finder, field, rank, "microdata", pith__finder_text(finder, index),
                           PITH__RAW_TEXT);
}

/* A name in the scope of a person or an organisation: finds out whose it is and offers it. */
static void offer_name(struct pith__finder *finder, uint32_t index, uint32_t scope)
{
    struct pith__span property;
    const struct pith__node *node = pith__doc_node(finder->doc, scope);
    if (!pith__doc_attr(finder->doc, node, PITH__ATTR_ITEMPROP, &property))
        return;
    enum scope outer = judge(finder, scope_above(finder->doc, scope));
    if (outer == SCOPE_OTHER || outer == SCOPE_PERSON || outer == SCOPE_WORK ||
        pith__stands_elsewhere(finder->doc, index))
        return;
    if (pith__span_starts(property, "author") || pith__span_starts(property, "creator"))
        offer_value(finder, index, PITH_FIELD_AUTHOR, 32);
    else if (pith__span_is(property, "publisher"))
        offer_value(finder, index, PITH_FIELD_SITE, 35);
}

static void offer_property(struct pith__finder *finder, uint32_t index,
                           const struct property *property)
{
    struct pith__span ignored;
    uint32_t above = scope_above(finder->doc, index);
    enum scope scope = judge(finder, above);
    bool title = property->field == PITH_FIELD_TITLE;
    bool author = property->field == PITH_FIELD_AUTHOR;
    if (scope == SCOPE_PERSON && strcmp(property->name, "name") == 0) {
        offer_name(finder, index, above);
        return;
    }
    if (scope == SCOPE_OTHER || scope == SCOPE_PERSON ||
        (author && pith__stands_elsewhere(finder->doc, index)))
        return;
    if (title && scope != SCOPE_ARTICLE && scope != SCOPE_WORK)
        return;
    /* A property that is a scope itself has its name inside. */
    const struct pith__node *node = pith__doc_node(finder->doc, index);
    if ((author || property->field == PITH_FIELD_SITE) &&
        pith__doc_attr(finder->doc, node, PITH__ATTR_ITEMSCOPE, &ignored))
        return;
    offer_value(finder, index, (pith_field)property->field, property->rank);
}

void pith__find_in_microdata(struct pith__finder *finder, uint32_t index, struct pith__span names)
{
    names = pith__span_cut(names, 200);
    for (size_t i = 0; i < names.len; i++) {
        size_t from = i;
        while (i < names.len && !pith__is_space(names.ptr[i]))
            i++;
        struct pith__span name = {names.ptr + from, i - from};
        for (size_t j = 0; j < sizeof properties / sizeof *properties; j++) {
            if (pith__span_is(name, properties[j].name) && finder->properties++ < PROPERTIES)
                offer_property(finder, index, &properties[j]);
        }
    }
}
