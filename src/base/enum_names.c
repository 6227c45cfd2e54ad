/*
 * enum_names.c - names of the values of the public enumerations.
 */
#include "base/base.h"

#define STRING(x)  #x
#define VERSION(x) STRING(x)

const char *pith_version(void)
{
    return VERSION(PITH_VERSION_MAJOR) "." VERSION(PITH_VERSION_MINOR) "." VERSION(
        PITH_VERSION_PATCH);
}

uint32_t pith_version_number(void)
{
    return PITH_VERSION_NUMBER;
}

const char *pith_status_message(pith_status status)
{
    static const char *const messages[] = {"success",
                                           "out of memory",
                                           "an argument is NULL or out of range",
                                           "unknown character encoding",
                                           "the output could not be written",
                                           "no such name",
                                           "the model is missing, invalid or of another version",
                                           "the deadline passed",
                                           "a value is out of range or has the wrong form"};
    return (unsigned)status < sizeof messages / sizeof *messages ? messages[status] : "unknown";
}

/* The names of an enumeration by value; NULL for gaps. */
struct words {
    const char *const *list;
    size_t count;
};

static const char *name_of(struct words words, unsigned value)
{
    return value < words.count && words.list[value] != NULL ? words.list[value] : "unknown";
}

static int find(struct words words, const char *name, unsigned *value)
{
    for (unsigned i = 0; name != NULL && i < words.count; i++) {
        if (words.list[i] != NULL && strcmp(words.list[i], name) == 0) {
            *value = i;
            return 1;
        }
    }
    return 0;
}

/* Defines pith_TYPE_name() and pith_TYPE_find() for an array of names. */
#define NAMES(type)                                                                                \
    const char *pith_##type##_name(pith_##type value)                                              \
    {                                                                                              \
        const struct words words = {type##_words, sizeof type##_words / sizeof *type##_words};     \
        return name_of(words, (unsigned)value);                                                    \
    }
#define FINDS(type)                                                                                \
    int pith_##type##_find(const char *name, pith_##type *value)                                   \
    {                                                                                              \
        const struct words words = {type##_words, sizeof type##_words / sizeof *type##_words};     \
        unsigned number;                                                                           \
        if (value == NULL || !find(words, name, &number))                                          \
            return 0;                                                                              \
        *value = (pith_##type)number;                                                              \
        return 1;                                                                                  \
    }

static const char *const outcome_words[] = {"ok", "empty", "partial"};
NAMES(outcome)
FINDS(outcome)

static const char *const reason_words[] = {
    [PITH_REASON_NONE] = "none",
    [PITH_REASON_NO_INPUT] = "no-input",
    [PITH_REASON_NO_TEXT] = "no-text",
    [PITH_REASON_INPUT] = "input",
    [PITH_REASON_NODES] = "nodes",
    [PITH_REASON_DEADLINE] = "deadline",
    [PITH_REASON_DEPTH] = "depth",
    [PITH_REASON_NO_CONTENT] = "no-content",
    [PITH_REASON_BINARY] = "binary",
    [PITH_REASON_ALL] = "all",
    [PITH_REASON_LONG] = "long",
    [PITH_REASON_DENSE] = "dense",
    [PITH_REASON_NEIGHBOURS] = "neighbours",
    [PITH_REASON_STRETCH] = "stretch",
    [PITH_REASON_TITLE] = "title",
    [PITH_REASON_LINKS] = "links",
    [PITH_REASON_AFTER_LINKS] = "after-links",
    [PITH_REASON_SHORT] = "short",
    [PITH_REASON_SPARSE] = "sparse",
    [PITH_REASON_LAST] = "last",
    [PITH_REASON_OUTSIDE] = "outside",
    [PITH_REASON_NOT_LARGEST] = "not-largest",
    [PITH_REASON_ABOVE_TITLE] = "above-title",
    [PITH_REASON_BELOW_COMMENTS] = "below-comments",
    [PITH_REASON_VOTE] = "vote",
    [PITH_REASON_MODEL] = "model",
    [PITH_REASON_COPY] = "copy",
    [PITH_REASON_CONTAINER] = "container",
    [PITH_REASON_TAGS] = "tags",
    [PITH_REASON_POSITION] = "position",
    [PITH_REASON_TEXT] = "text",
    [PITH_REASON_LINK_DENSITY] = "link-density",
    [PITH_REASON_REPEATED] = "repeated",
    [PITH_REASON_AROUND] = "around",
    [PITH_REASON_PAGE] = "page",
    [PITH_REASON_TINY] = "tiny",
    [PITH_REASON_LIKELY_TEXT] = "likely-text",
    [PITH_REASON_LIKELY_BOILERPLATE] = "likely-boilerplate",
    [PITH_REASON_RULE] = "rule",
    [PITH_REASON_TOO_SHORT] = "too-short",
    [PITH_REASON_FLUENT] = "fluent",
    [PITH_REASON_PERPLEXITY] = "perplexity",
    [PITH_REASON_TABLE] = "table",
    [PITH_REASON_CALLER] = "caller",
};
NAMES(reason)
FINDS(reason)

static const char *const charset_source_words[] = {"bom",   "http",  "meta",
                                                   "utf-8", "guess", "fallback"};
NAMES(charset_source)
FINDS(charset_source)

static const char *const kind_words[] = {"paragraph",    "heading", "list-item", "table-cell",
                                         "preformatted", "quote",   "caption",   "term",
                                         "definition",   "control"};
NAMES(kind)
FINDS(kind)

static const char *const vote_words[] = {"majority", "any", "all"};
NAMES(vote)
FINDS(vote)

static const char *const filter_words[] = {"none", "largest", "main"};
NAMES(filter)
FINDS(filter)

static const char *const label_words[] = {"boilerplate", "text", "headline", "supplemental"};
NAMES(label)
FINDS(label)

static const char *const page_type_words[] = {"unknown",    "article", "forum",         "product",
                                              "collection", "listing", "documentation", "service"};
NAMES(page_type)
FINDS(page_type)

static const char *const field_words[] = {"title", "author",      "date",     "modified",
                                          "site",  "description", "language", "url",
                                          "image", "tag",         "license"};
NAMES(field)
FINDS(field)

static const char *const type_words[] = {"flag", "count", "number", "text", "choice", "list"};
NAMES(type)
FINDS(type)

static const char *const group_words[] = {"input", "decision", "facts", "output"};
NAMES(group)
FINDS(group)
