/*
 * words.c - the words for the public enumerations.
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
    return value < count ? words[value] : "unknown";
}

#define WORD(words, value) word(words, sizeof(words) / sizeof *(words), (unsigned)(value))

const char *pith_status_message(pith_status status)
{
    static const char *const messages[] = {
        "success", "out of memory", "an argument is NULL or out of range",
        "unknown character encoding", "the output could not be written"};
    return WORD(messages, status);
}

const char *pith_outcome_name(pith_outcome outcome)
{
    static const char *const words[] = {"ok", "empty", "partial"};
    return WORD(words, outcome);
}

const char *pith_reason_name(pith_reason reason)
{
    static const char *const words[] = {"none",  "no-input", "no-text", "input",
                                        "nodes", "deadline", "depth"};
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
