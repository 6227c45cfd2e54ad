/*
 * meta_tags.c - reads <meta> (Open Graph, Dublin Core, Twitter, Highwire's citation_ and others)
 * and <link>.
 */
#include <stdlib.h>

#include "metadata/finder.h"

struct known_meta {
    const char *name;
    uint8_t field;
    uint8_t rank;
};

/* Names in lower case, sorted. A field's ranks cover all sources: the others are in json_ld.c,
 * microdata.c and byline.c. */
static const struct known_meta known[] = {
    {"application-name", PITH_FIELD_SITE, 30},
    {"article.created", PITH_FIELD_DATE, 45},
    {"article.published", PITH_FIELD_DATE, 40},
    {"article.updated", PITH_FIELD_MODIFIED, 40},
    {"article:author", PITH_FIELD_AUTHOR, 30},
    {"article:author_name", PITH_FIELD_AUTHOR, 28},
    {"article:modified_time", PITH_FIELD_MODIFIED, 10},
    {"article:published", PITH_FIELD_DATE, 12},
    {"article:published_time", PITH_FIELD_DATE, 10},
    {"article:tag", PITH_FIELD_TAG, 10},
    {"article_date_original", PITH_FIELD_DATE, 40},
    {"author", PITH_FIELD_AUTHOR, 20},
    {"byl", PITH_FIELD_AUTHOR, 24},
    {"byline", PITH_FIELD_AUTHOR, 25},
    {"citation_abstract", PITH_FIELD_DESCRIPTION, 40},
    {"citation_author", PITH_FIELD_AUTHOR, 10},
    {"citation_authors", PITH_FIELD_AUTHOR, 11},
    {"citation_date", PITH_FIELD_DATE, 16},
    {"citation_journal_title", PITH_FIELD_SITE, 20},
    {"citation_keywords", PITH_FIELD_TAG, 25},
    {"citation_language", PITH_FIELD_LANGUAGE, 50},
    {"citation_online_date", PITH_FIELD_DATE, 15},
    {"citation_publication_date", PITH_FIELD_DATE, 14},
    {"citation_title", PITH_FIELD_TITLE, PITH__TITLE_META},
    {"content-language", PITH_FIELD_LANGUAGE, 30},
    {"created", PITH_FIELD_DATE, 46},
    {"creation_date", PITH_FIELD_DATE, 46},
    {"creator", PITH_FIELD_AUTHOR, 28},
    {"cxenseparse:author", PITH_FIELD_AUTHOR, 26},
    {"cxenseparse:recs:publishtime", PITH_FIELD_DATE, 40},
    {"date", PITH_FIELD_DATE, 44},
    {"date_published", PITH_FIELD_DATE, 40},
    {"datecreated", PITH_FIELD_DATE, 45},
    {"datemodified", PITH_FIELD_MODIFIED, 40},
    {"datepublished", PITH_FIELD_DATE, 40},
    {"dc.creator", PITH_FIELD_AUTHOR, 14},
    {"dc.date", PITH_FIELD_DATE, 42},
    {"dc.date.created", PITH_FIELD_DATE, 41},
    {"dc.date.issued", PITH_FIELD_DATE, 40},
    {"dc.date.modified", PITH_FIELD_MODIFIED, 40},
    {"dc.description", PITH_FIELD_DESCRIPTION, 40},
    {"dc.identifier.uri", PITH_FIELD_URL, 50},
    {"dc.language", PITH_FIELD_LANGUAGE, 50},
    {"dc.publisher", PITH_FIELD_SITE, 40},
    {"dc.rights", PITH_FIELD_LICENSE, 40},
    {"dc.rights.license", PITH_FIELD_LICENSE, 35},
    {"dc.subject", PITH_FIELD_TAG, 40},
    {"dc.title", PITH_FIELD_TITLE, PITH__TITLE_META},
    {"dcterms.abstract", PITH_FIELD_DESCRIPTION, 42},
    {"dcterms.available", PITH_FIELD_DATE, 43},
    {"dcterms.created", PITH_FIELD_DATE, 42},
    {"dcterms.creator", PITH_FIELD_AUTHOR, 15},
    {"dcterms.date", PITH_FIELD_DATE, 42},
    {"dcterms.description", PITH_FIELD_DESCRIPTION, 41},
    {"dcterms.issued", PITH_FIELD_DATE, 40},
    {"dcterms.language", PITH_FIELD_LANGUAGE, 50},
    {"dcterms.license", PITH_FIELD_LICENSE, 34},
    {"dcterms.modified", PITH_FIELD_MODIFIED, 40},
    {"dcterms.publisher", PITH_FIELD_SITE, 40},
    {"dcterms.rights", PITH_FIELD_LICENSE, 40},
    {"dcterms.subject", PITH_FIELD_TAG, 41},
    {"dcterms.title", PITH_FIELD_TITLE, PITH__TITLE_META},
    {"description", PITH_FIELD_DESCRIPTION, 20},
    {"keywords", PITH_FIELD_TAG, 30},
    {"language", PITH_FIELD_LANGUAGE, 40},
    {"last-modified", PITH_FIELD_MODIFIED, 50},
    {"lastmod", PITH_FIELD_MODIFIED, 50},
    {"license", PITH_FIELD_LICENSE, 30},
    {"modified", PITH_FIELD_MODIFIED, 50},
    {"news_keywords", PITH_FIELD_TAG, 20},
    {"og:article:author", PITH_FIELD_AUTHOR, 31},
    {"og:article:modified_time", PITH_FIELD_MODIFIED, 12},
    {"og:article:published_time", PITH_FIELD_DATE, 11},
    {"og:article:tag", PITH_FIELD_TAG, 12},
    {"og:description", PITH_FIELD_DESCRIPTION, 10},
    {"og:image", PITH_FIELD_IMAGE, 10},
    {"og:image:secure_url", PITH_FIELD_IMAGE, 11},
    {"og:image:url", PITH_FIELD_IMAGE, 11},
    {"og:locale", PITH_FIELD_LANGUAGE, 60},
    {"og:published_time", PITH_FIELD_DATE, 11},
    {"og:site_name", PITH_FIELD_SITE, 10},
    {"og:title", PITH_FIELD_TITLE, PITH__TITLE_OG},
    {"og:updated_time", PITH_FIELD_MODIFIED, 15},
    {"og:url", PITH_FIELD_URL, 20},
    {"originalpublicationdate", PITH_FIELD_DATE, 40},
    {"parsely-author", PITH_FIELD_AUTHOR, 22},
    {"parsely-pub-date", PITH_FIELD_DATE, 38},
    {"parsely-tags", PITH_FIELD_TAG, 35},
    {"pub_date", PITH_FIELD_DATE, 40},
    {"pubdate", PITH_FIELD_DATE, 40},
    {"publication_date", PITH_FIELD_DATE, 40},
    {"publish-date", PITH_FIELD_DATE, 40},
    {"publish_date", PITH_FIELD_DATE, 40},
    {"publishdate", PITH_FIELD_DATE, 40},
    {"published_date", PITH_FIELD_DATE, 40},
    {"published_time", PITH_FIELD_DATE, 40},
    {"publisher", PITH_FIELD_SITE, 45},
    {"release_date", PITH_FIELD_DATE, 43},
    {"revised", PITH_FIELD_MODIFIED, 50},
    {"rights", PITH_FIELD_LICENSE, 45},
    {"sailthru.author", PITH_FIELD_AUTHOR, 22},
    {"sailthru.date", PITH_FIELD_DATE, 38},
    {"sailthru.description", PITH_FIELD_DESCRIPTION, 45},
    {"sailthru.image.full", PITH_FIELD_IMAGE, 40},
    {"sailthru.tags", PITH_FIELD_TAG, 35},
    {"sailthru.title", PITH_FIELD_TITLE, PITH__TITLE_META},
    {"title", PITH_FIELD_TITLE, PITH__TITLE_META},
    {"twitter:description", PITH_FIELD_DESCRIPTION, 30},
    {"twitter:image", PITH_FIELD_IMAGE, 20},
    {"twitter:image:src", PITH_FIELD_IMAGE, 20},
    {"twitter:title", PITH_FIELD_TITLE, PITH__TITLE_TWITTER},
    {"twitter:url", PITH_FIELD_URL, 40},
};

static int compare_name(const void *key, const void *element)
{
    return strcmp(key, ((const struct known_meta *)element)->name);
}

/* Dublin Core separates prefix and name by ":" or ".". */
static const struct known_meta *look_up(struct pith__span name)
{
    char key[48];
    name = pith__span_trim(name);
    if (name.len >= sizeof key)
        return NULL;
    for (size_t i = 0; i < name.len; i++)
        key[i] = (char)pith__lower(name.ptr[i]);
    key[name.len] = '\0';
    if (strncmp(key, "dc:", 3) == 0)
        key[2] = '.';
    if (strncmp(key, "dcterms:", 8) == 0)
        key[7] = '.';
    return bsearch(key, known, sizeof known / sizeof *known, sizeof *known, compare_name);
}

/* Turns "Last, First", the form of citation_author, into "First Last". */
static void offer_citation_author(struct pith__finder *finder, const struct known_meta *meta,
                                  struct pith__span content)
{
    struct pith__span text = pith__finder_clean(finder, content, PITH__RAW_ATTRIBUTE);
    const unsigned char *comma = memchr(text.ptr, ',', text.len);
    unsigned char turned[PITH__VALUE_MOST];
    if (comma != NULL && text.len + 1 < sizeof turned &&
        memchr(comma + 1, ',', (size_t)(text.ptr + text.len - comma - 1)) == NULL) {
        size_t last = (size_t)(comma - text.ptr);
        struct pith__span first =
            pith__span_trim((struct pith__span){comma + 1, text.len - last - 1});
        memcpy(turned, first.ptr, first.len);
        turned[first.len] = ' ';
        memcpy(turned + first.len + 1, text.ptr, last);
        text = (struct pith__span){turned, first.len + 1 + last};
    }
    pith__finder_offer(finder, PITH_FIELD_AUTHOR, meta->rank, meta->name, text, PITH__RAW_TEXT);
}

/* Twitter cards have pairs of label and text; "Written by" is the label of the author. */
static void read_card(struct pith__finder *finder, struct pith__span name,
                      struct pith__span content)
{
    static const char *const labels[] = {"written by",   "author",         "posted by", "by",
                                         "verfasst von", "escrito por",    "écrit par", "autor",
                                         "scritto da",   "geschreven door"};
    for (unsigned card = 0; card < 2; card++) {
        const char *data = card == 0 ? "twitter:data1" : "twitter:data2";
        if (pith__span_is(name, card == 0 ? "twitter:label1" : "twitter:label2")) {
            for (size_t i = 0; i < sizeof labels / sizeof *labels; i++)
                finder->written_by[card] |= pith__span_is(content, labels[i]);
        }
        if (finder->written_by[card] && pith__span_is(name, data))
            pith__finder_offer(finder, PITH_FIELD_AUTHOR, 34, data, content, PITH__RAW_ATTRIBUTE);
    }
}

static void offer_meta(struct pith__finder *finder, struct pith__span name,
                       struct pith__span content)
{
    const struct known_meta *meta = look_up(name);
    if (meta == NULL) {
        if (pith__span_is(name, "og:type") && pith__span_starts(content, "article"))
            finder->article = true;
        if (pith__span_starts(name, "twitter:"))
            read_card(finder, name, content);
        return;
    }
    if (!pith__finder_wants(finder, (pith_field)meta->field, meta->rank))
        return;
    if (strncmp(meta->name, "article:", 8) == 0)
        finder->article = true;
    if (meta->field == PITH_FIELD_AUTHOR && strcmp(meta->name, "citation_author") == 0)
        offer_citation_author(finder, meta, content);
    else
        pith__finder_offer(finder, (pith_field)meta->field, meta->rank, meta->name, content,
                           PITH__RAW_ATTRIBUTE);
}

void pith__find_in_meta(struct pith__finder *finder, const struct pith__node *node)
{
    static const enum pith__attr_name names[] = {PITH__ATTR_PROPERTY, PITH__ATTR_NAME,
                                                 PITH__ATTR_HTTP_EQUIV};
    struct pith__span content;
    struct pith__span name;
    if (!pith__doc_attr(finder->doc, node, PITH__ATTR_CONTENT, &content) || content.len == 0)
        return;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        if (pith__doc_attr(finder->doc, node, names[i], &name))
            offer_meta(finder, name, content);
    }
}

/* ---------------------------------------------------------------- <link> */

/* True if LIST, words separated by white space, contains WORD. */
static bool has_word(struct pith__span list, const char *word)
{
    size_t len = strlen(word);
    for (size_t i = 0; i < list.len;) {
        size_t from = i;
        while (i < list.len && !pith__is_space(list.ptr[i]))
            i++;
        if (i - from == len && pith__span_is((struct pith__span){list.ptr + from, len}, word))
            return true;
        i++;
    }
    return false;
}

void pith__find_in_link(struct pith__finder *finder, const struct pith__node *node)
{
    struct pith__span rel;
    struct pith__span href;
    if (!pith__doc_attr(finder->doc, node, PITH__ATTR_REL, &rel) ||
        !pith__doc_attr(finder->doc, node, PITH__ATTR_HREF, &href))
        return;
    rel = pith__span_cut(rel, 100);
    if (has_word(rel, "canonical"))
        pith__finder_offer(finder, PITH_FIELD_URL, 10, "link", href, PITH__RAW_ATTRIBUTE);
    if (has_word(rel, "image_src"))
        pith__finder_offer(finder, PITH_FIELD_IMAGE, 50, "link", href, PITH__RAW_ATTRIBUTE);
    if (has_word(rel, "license"))
        pith__finder_offer(finder, PITH_FIELD_LICENSE, node->tag == PITH__TAG_link ? 10 : 20,
                           "link", href, PITH__RAW_ATTRIBUTE);
}
