/*
 * enum_names.c - the words for the public enumerations.
 */
#include "base/base.h"

#define STRING(x)  #x
#define VERSION(x) STRING(x)

const char *pith_version(void)
{
    return VERSION(PITH_VERSION_MAJOR) "." VERSION(PITH_VERSION_MINOR) "." VERSION(
        PITH_VERSION_PATCH);
}

static const char *word(const char *const *words, size_t count, unsigned value)
{
    return value < count && words[value] != NULL ? words[value] : "unknown";
}

#define WORD(words, value) word(words, sizeof(words) / sizeof *(words), (unsigned)(value))

const char *pith_status_message(pith_status status)
{
    static const char *const messages[] = {"success",
                                           "out of memory",
                                           "an argument is NULL or out of range",
                                           "unknown character encoding",
                                           "the output could not be written",
                                           "no such method",
                                           "no model that fits this version",
                                           "the deadline passed"};
    return WORD(messages, status);
}

const char *pith_outcome_name(pith_outcome outcome)
{
    static const char *const words[] = {"ok", "empty", "partial"};
    return WORD(words, outcome);
}

const char *pith_reason_name(pith_reason reason)
{
    static const char *const words[] = {"none",     "no-input", "no-text",    "input", "nodes",
                                        "deadline", "depth",    "no-content", "binary"};
    return WORD(words, reason);
}

const char *pith_charset_source_name(pith_charset_source source)
{
    static const char *const words[] = {"bom", "http", "meta", "utf-8", "guess", "fallback"};
    return WORD(words, source);
}

const char *pith_kind_name(pith_kind kind)
{
    static const char *const words[] = {"paragraph",    "heading", "list-item", "table-cell",
                                        "preformatted", "quote",   "caption",   "term",
                                        "definition",   "control"};
    return WORD(words, kind);
}

const char *pith_vote_name(pith_vote vote)
{
    static const char *const words[] = {"majority", "any", "all"};
    return WORD(words, vote);
}

const char *pith_filter_name(pith_filter filter)
{
    static const char *const words[] = {"none", "largest", "main"};
    return WORD(words, filter);
}

const char *pith_reason_name(pith_reason reason)
{
    static const char *const words[] = {
        "all",     "long",      "dense",       "neighbours",   "stretch",
        "title",   "links",     "after-links", "short",        "sparse",
        "last",    "outside",   "not-largest", "above-title",  "below-comments",
        "vote",    "model",     "copy",        "no-content",   "container",
        "tags",    "position",  "text",        "link-density", "repeated",
        "around",  "page",      "tiny",        "likely-text",  "likely-boilerplate",
        "rule",    "too-short", "fluent",      "perplexity",   "table",
        "deadline"};
    return WORD(words, reason);
}

const char *pith_label_name(pith_label label)
{
    static const char *const words[] = {"boilerplate", "text", "headline", "supplemental"};
    return WORD(words, label);
}

const char *pith_page_type_name(pith_page_type type)
{
    static const char *const words[] = {"unknown",    "article", "forum",         "product",
                                        "collection", "listing", "documentation", "service"};
    return WORD(words, type);
}

const char *pith_field_name(pith_field field)
{
    static const char *const words[] = {"title", "author",      "date",     "modified",
                                        "site",  "description", "language", "url",
                                        "image", "tag",         "license"};
    return WORD(words, field);
}
