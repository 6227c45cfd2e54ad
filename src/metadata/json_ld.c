/*
 * json_ld.c - reads <script type="application/ld+json"> with the vocabulary of schema.org.
 *
 * Reads event by event, without building a tree. Open objects are on a stack of fixed depth. What
 * an object is becomes clear only at its end, because "@type" may come last. Then an article or a
 * page is kept, a person's name goes to the object whose author it is, and anything with an "@id"
 * can be looked up once all scripts are read. Members that say nothing about the page (comments,
 * reviews, lists of other pages) are skipped.
 */
#include "base/json.h"
#include "metadata/finder.h"

/* The strings of an object that are kept. */
enum {
    TEXT_NAME,
    TEXT_HEADLINE,
    TEXT_PUBLISHED,
    TEXT_CREATED,
    TEXT_MODIFIED,
    TEXT_DESCRIPTION,
    TEXT_LANGUAGE,
    TEXT_LICENSE,
    TEXT_IMAGE,
    TEXT_URL,
    TEXT_ID,
    TEXT_PUBLISHER,
    TEXT_SITE,
    TEXTS
};

/* What a member's value is used for: one of the TEXT_ numbers, or one of these. */
enum {
    ROLE_NONE = TEXTS, /* nothing */
    ROLE_MAIN,         /* what the page is about */
    ROLE_TYPE,
    ROLE_AUTHOR,
    ROLE_KEYWORD
};

/* What an object is, best first. */
enum { KIND_ARTICLE, KIND_WORK, KIND_PAGE, KINDS, KIND_SITE = KINDS, KIND_OTHER };

enum { DEPTH = 32, ITEMS = PITH__LIST_MOST, ENTITIES = 64, SCRIPT_MOST = 1 << 20 };

/* A name, or the "@id" of an object that has a name. */
struct reference {
    struct pith__span name;
    struct pith__span id;
};

struct object {
    struct pith__span texts[TEXTS];
    unsigned kind;
    unsigned role;
    bool main;         /* the page itself, or what it is about */
    unsigned authors;  /* index of its first author in the list of all authors */
    unsigned keywords; /* the same for keywords */
};

/* An open object or array. An array has the role of the member whose value it is. */
struct level {
    unsigned role;
    bool array;
};

/* The first object of a kind. */
struct found {
    bool there;
    struct object object;
    struct reference authors[ITEMS];
    unsigned author_count;
    struct pith__span keywords[ITEMS];
    unsigned keyword_count;
};

struct graph {
    struct pith__json json;
    struct object objects[DEPTH];
    unsigned open; /* number of objects */
    struct level levels[DEPTH];
    unsigned depth; /* number of objects and arrays */
    struct reference authors[ITEMS];
    unsigned author_count;
    struct pith__span keywords[ITEMS];
    unsigned keyword_count;
    struct found best[KINDS];
    struct pith__span site;
    struct object entities[ENTITIES];
    unsigned entity_count;
};

/* ---------------------------------------------------------------- words of schema.org */

static unsigned role_of(const struct pith__json *json)
{
    static const struct {
        const char *key;
        unsigned role;
    } roles[] = {
        {"@type", ROLE_TYPE},
        {"@id", TEXT_ID},
        {"@graph", ROLE_MAIN},
        {"mainEntity", ROLE_MAIN},
        {"mainEntityOfPage", ROLE_MAIN},
        {"author", ROLE_AUTHOR},
        {"creator", ROLE_AUTHOR},
        {"keywords", ROLE_KEYWORD},
        {"name", TEXT_NAME},
        {"headline", TEXT_HEADLINE},
        {"datePublished", TEXT_PUBLISHED},
        {"dateCreated", TEXT_CREATED},
        {"uploadDate", TEXT_CREATED},
        {"dateModified", TEXT_MODIFIED},
        {"description", TEXT_DESCRIPTION},
        {"inLanguage", TEXT_LANGUAGE},
        {"license", TEXT_LICENSE},
        {"image", TEXT_IMAGE},
        {"thumbnailUrl", TEXT_IMAGE},
        {"url", TEXT_URL},
        {"contentUrl", TEXT_URL},
        {"publisher", TEXT_PUBLISHER},
        {"isPartOf", TEXT_SITE},
    };
    for (size_t i = 0; i < sizeof roles / sizeof *roles; i++) {
        if (pith__json_is(json, roles[i].key))
            return roles[i].role;
    }
    return ROLE_NONE;
}

static bool ends_with(struct pith__span text, const char *end)
{
    size_t len = strlen(end);
    return text.len >= len && memcmp(text.ptr + text.len - len, end, len) == 0;
}

static unsigned kind_of(struct pith__span type)
{
    static const char *const works[] = {
        "Recipe", "Review", "Course", "VideoObject", "Product",        "Book",   "JobPosting",
        "Event",  "HowTo",  "Report", "Movie",       "PodcastEpisode", "Dataset"};
    static const char *const articles[] = {"Article", "Posting", "Question", "Report"};
    static const char *const pages[] = {"WebPage", "Page"};
    if (ends_with(type, "JobPosting"))
        return KIND_WORK;
    for (size_t i = 0; i < sizeof articles / sizeof *articles; i++) {
        if (ends_with(type, articles[i]))
            return KIND_ARTICLE;
    }
    for (size_t i = 0; i < sizeof works / sizeof *works; i++) {
        if (ends_with(type, works[i]))
            return KIND_WORK;
    }
    for (size_t i = 0; i < sizeof pages / sizeof *pages; i++) {
        if (ends_with(type, pages[i]))
            return KIND_PAGE;
    }
    return ends_with(type, "WebSite") || ends_with(type, "Blog") ? KIND_SITE : KIND_OTHER;
}

/* ---------------------------------------------------------------- reading */

static void add_author(struct graph *graph, struct pith__span name, struct pith__span id)
{
    if (graph->author_count < ITEMS)
        graph->authors[graph->author_count++] = (struct reference){name, id};
}

/* Reads a string that is the value of a member of OBJECT. */
static void read_string(struct graph *graph, struct object *object, unsigned role,
                        struct pith__span text)
{
    if (role == ROLE_TYPE) {
        unsigned kind = kind_of(text);
        if (kind < object->kind)
            object->kind = kind;
    } else if (role == ROLE_AUTHOR) {
        add_author(graph, text, (struct pith__span){NULL, 0});
    } else if (role == ROLE_KEYWORD) {
        if (graph->keyword_count < ITEMS)
            graph->keywords[graph->keyword_count++] = text;
    } else if (role < TEXTS && object->texts[role].len == 0) {
        object->texts[role] = text;
    }
}

/* Keeps the first object of its kind. A question without date and author is part of an FAQ on the
 * page, not the question of a Q&A page. */
static void keep_first(struct graph *graph, const struct object *object)
{
    struct found *found = &graph->best[object->kind];
    const struct pith__span *texts = object->texts;
    if (found->there || (object->kind == KIND_ARTICLE && texts[TEXT_HEADLINE].len == 0 &&
                         texts[TEXT_PUBLISHED].len == 0 && texts[TEXT_CREATED].len == 0 &&
                         graph->author_count == object->authors))
        return;
    found->there = true;
    found->object = *object;
    found->author_count = graph->author_count - object->authors;
    memcpy(found->authors, graph->authors + object->authors,
           found->author_count * sizeof *found->authors);
    found->keyword_count = graph->keyword_count - object->keywords;
    memcpy(found->keywords, graph->keywords + object->keywords,
           found->keyword_count * sizeof *found->keywords);
}

/* Closes the innermost object and passes on what it says. */
static void close_object(struct graph *graph)
{
    struct object *object = &graph->objects[--graph->open];
    struct object *outer = graph->open > 0 ? object - 1 : NULL;
    struct pith__span name = object->texts[TEXT_NAME];
    struct pith__span id = object->texts[TEXT_ID];
    if (object->main && object->kind < KINDS)
        keep_first(graph, object);
    if (object->kind == KIND_SITE && graph->site.len == 0)
        graph->site = name;
    graph->author_count = object->authors;
    graph->keyword_count = object->keywords;
    if (id.len > 0 && (name.len > 0 || object->texts[TEXT_URL].len > 0) &&
        graph->entity_count < ENTITIES)
        graph->entities[graph->entity_count++] = *object;
    if (outer == NULL)
        return;
    if (object->role == ROLE_AUTHOR) {
        add_author(graph, name, id);
    } else if (object->role == ROLE_KEYWORD) {
        read_string(graph, outer, ROLE_KEYWORD, name);
    } else if (object->role < TEXTS) {
        struct pith__span value = name;
        if (object->role == TEXT_IMAGE)
            value = object->texts[TEXT_URL].len > 0 ? object->texts[TEXT_URL] : id;
        else if (object->role == TEXT_LICENSE)
            value = object->texts[TEXT_URL].len > 0 ? object->texts[TEXT_URL] : name;
        if (value.len == 0 && (object->role == TEXT_PUBLISHER || object->role == TEXT_SITE))
            value = id; /* looked up at the end */
        read_string(graph, outer, object->role, value);
    }
}

static void open_object(struct graph *graph, unsigned role)
{
    const struct object *outer = graph->open > 0 ? &graph->objects[graph->open - 1] : NULL;
    struct object *object = &graph->objects[graph->open++];
    memset(object, 0, sizeof *object);
    object->kind = KIND_OTHER;
    object->role = role;
    /* If an article is about something, the article counts; if a page is, its subject does. */
    object->main = role == ROLE_MAIN && (outer == NULL || outer->main);
    object->authors = graph->author_count;
    object->keywords = graph->keyword_count;
}

/* Reads EVENT, a value in the role ROLE. False at the end of the readable part. */
static bool read_value(struct graph *graph, enum pith__json_event event, unsigned role)
{
    bool container = event == PITH__JSON_OBJECT || event == PITH__JSON_ARRAY;
    if (role == ROLE_NONE || (container && graph->depth == DEPTH))
        return pith__json_skip(&graph->json, event);
    if (event == PITH__JSON_STRING && graph->open > 0)
        read_string(graph, &graph->objects[graph->open - 1], role, graph->json.text);
    if (event == PITH__JSON_OBJECT)
        open_object(graph, role);
    if (container)
        graph->levels[graph->depth++] = (struct level){role, event == PITH__JSON_ARRAY};
    return true;
}

static void read_script(struct graph *graph, struct pith__span text)
{
    enum pith__json_event event;
    unsigned role = ROLE_MAIN;
    graph->open = graph->depth = graph->author_count = graph->keyword_count = 0;
    pith__json_init(&graph->json, text);
    while ((event = pith__json_next(&graph->json)) > PITH__JSON_END) {
        if (event == PITH__JSON_KEY) {
            role = role_of(&graph->json);
            continue;
        }
        if (event == PITH__JSON_OBJECT_END || event == PITH__JSON_ARRAY_END) {
            graph->depth--;
            if (event == PITH__JSON_OBJECT_END)
                close_object(graph);
            continue;
        }
        if (graph->depth > 0 && graph->levels[graph->depth - 1].array)
            role = graph->levels[graph->depth - 1].role;
        if (!read_value(graph, event, role))
            break;
    }
    while (graph->open > 0) /* broken JSON: what was read so far counts */
        close_object(graph);
}

/* ---------------------------------------------------------------- offering */

static const struct object *look_up(const struct graph *graph, struct pith__span id)
{
    for (unsigned i = 0; i < graph->entity_count && id.len > 0; i++) {
        if (pith__span_equal(graph->entities[i].texts[TEXT_ID], id))
            return &graph->entities[i];
    }
    return NULL;
}

static void offer(struct pith__finder *finder, pith_field field, unsigned rank,
                  struct pith__span text)
{
    if (text.len > 0)
        pith__finder_offer(finder, field, rank, "json-ld", text, PITH__RAW_JSON);
}

/* The name that TEXT stands for if it is an "@id", otherwise TEXT. */
static struct pith__span name_of(const struct graph *graph, struct pith__span text)
{
    const struct object *entity = look_up(graph, text);
    return entity != NULL ? entity->texts[TEXT_NAME] : text;
}

static void offer_authors(struct pith__finder *finder, const struct graph *graph,
                          const struct found *found, unsigned rank)
{
    for (unsigned i = 0; i < found->author_count; i++) {
        struct pith__span name = found->authors[i].name;
        const struct object *entity = look_up(graph, found->authors[i].id);
        if (name.len == 0 && entity != NULL)
            name = entity->texts[TEXT_NAME];
        offer(finder, PITH_FIELD_AUTHOR, rank, name);
    }
}

static void offer_found(struct pith__finder *finder, const struct graph *graph,
                        const struct found *found, unsigned kind)
{
    const struct pith__span *texts = found->object.texts;
    unsigned later =
        kind == KIND_PAGE ? 40 : 0; /* what a page says about itself has a lower rank than most */
    if (kind == KIND_ARTICLE)
        finder->article = true;
    if (kind != KIND_PAGE) {
        offer(finder, PITH_FIELD_TITLE, PITH__TITLE_JSON_LD, texts[TEXT_HEADLINE]);
        offer(finder, PITH_FIELD_TITLE, PITH__TITLE_JSON_LD, texts[TEXT_NAME]);
    }
    offer_authors(finder, graph, found, kind == KIND_PAGE ? 35 : 18);
    offer(finder, PITH_FIELD_DATE, 20 + later, texts[TEXT_PUBLISHED]);
    offer(finder, PITH_FIELD_DATE, 21 + later, texts[TEXT_CREATED]);
    offer(finder, PITH_FIELD_MODIFIED, 20 + later, texts[TEXT_MODIFIED]);
    offer(finder, PITH_FIELD_DESCRIPTION, 25 + later, texts[TEXT_DESCRIPTION]);
    offer(finder, PITH_FIELD_LANGUAGE, 45, texts[TEXT_LANGUAGE]);
    offer(finder, PITH_FIELD_LICENSE, 25, texts[TEXT_LICENSE]);
    const struct object *image = look_up(graph, texts[TEXT_IMAGE]);
    offer(finder, PITH_FIELD_IMAGE, 30, image != NULL ? image->texts[TEXT_URL] : texts[TEXT_IMAGE]);
    offer(finder, PITH_FIELD_URL, 30, texts[TEXT_URL]);
    offer(finder, PITH_FIELD_SITE, 25, name_of(graph, texts[TEXT_SITE]));
    offer(finder, PITH_FIELD_SITE, 28, name_of(graph, texts[TEXT_PUBLISHER]));
    for (unsigned i = 0; i < found->keyword_count; i++)
        offer(finder, PITH_FIELD_TAG, 28 + (kind == KIND_PAGE ? 10 : 0), found->keywords[i]);
}

/* Copies the script's text from its first bracket on, with blanks for control characters: many
 * pages have raw line ends in strings. */
static pith_status copy_script(struct pith__finder *finder, uint32_t script,
                               struct pith__span *text)
{
    const struct pith__doc *doc = finder->doc;
    *text = (struct pith__span){NULL, 0};
    if (script + 1 >= doc->nodes.len)
        return PITH_OK;
    const struct pith__node *node = pith__doc_node(doc, script + 1);
    if (node->tag != PITH__TAG_TEXT || node->parent != script)
        return PITH_OK;
    const unsigned char *source = doc->source.ptr + node->offset;
    size_t len = node->extent;
    while (len > 0 && *source != '{' && *source != '[') {
        bool cdata = len >= 9 && memcmp(source, "<![CDATA[", 9) == 0;
        source += cdata ? 9 : 1;
        len -= cdata ? 9 : 1;
    }
    if (len == 0 || len > SCRIPT_MOST)
        return PITH_OK;
    unsigned char *copy = pith__arena_alloc(finder->arena, len);
    if (copy == NULL)
        return PITH_ERR_NOMEM;
    for (size_t i = 0; i < len; i++)
        copy[i] = source[i] < ' ' ? ' ' : source[i];
    *text = (struct pith__span){copy, len};
    return PITH_OK;
}

pith_status pith__find_in_json_ld(struct pith__finder *finder, const uint32_t *scripts,
                                  size_t count)
{
    if (count == 0)
        return PITH_OK;
    struct graph *graph = pith__arena_alloc(finder->arena, sizeof *graph);
    if (graph == NULL)
        return PITH_ERR_NOMEM;
    memset(graph, 0, sizeof *graph);
    for (size_t i = 0; i < count; i++) {
        struct pith__span text;
        PITH__TRY(copy_script(finder, scripts[i], &text));
        if (pith__clock_tick(finder->page->clock, text.len / 4))
            break;
        if (text.len > 0)
            read_script(graph, text);
    }
    for (unsigned kind = 0; kind < KINDS; kind++) {
        if (graph->best[kind].there)
            offer_found(finder, graph, &graph->best[kind], kind);
    }
    offer(finder, PITH_FIELD_SITE, 26, graph->site);
    return finder->status;
}
