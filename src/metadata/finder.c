/*
 * finder.c - see finder.h: decodes, cleans and checks the values of each field, and keeps the best.
 */
#include "metadata/finder.h"

#include "base/json.h"
#include "metadata/date.h"
#include "parse/text.h"
#include "text/url.h"

bool pith__finder_wants(const struct pith__finder *finder, pith_field field, unsigned rank)
{
    if (finder->status != PITH_OK)
        return false;
    if (field == PITH_FIELD_TITLE)
        return finder->titles[rank].text.len == 0;
    const struct pith__values *list = field == PITH_FIELD_TAG ? &finder->tags : &finder->authors;
    if ((field == PITH_FIELD_AUTHOR || field == PITH_FIELD_TAG) && rank == finder->best[field].rank)
        return list->len < PITH__LIST_MOST;
    return rank < finder->best[field].rank;
}

struct pith__span pith__finder_keep(struct pith__finder *finder, struct pith__span text)
{
    unsigned char *copy = pith__arena_alloc(finder->arena, text.len + 1);
    if (copy == NULL) {
        finder->status = PITH_ERR_NOMEM;
        return (struct pith__span){(const unsigned char *)"", 0};
    }
    memcpy(copy, text.ptr, text.len);
    copy[text.len] = '\0';
    return (struct pith__span){copy, text.len};
}

void pith__marks_add(struct pith__marks *marks, uint32_t node)
{
    if (marks->len < PITH__MARKS_MOST)
        marks->list[marks->len++] = node;
}

/* ---------------------------------------------------------------- cleaning */

/* Characters that are invisible and mean nothing here: controls, soft hyphens, zero width
 * characters, writing direction. */
static bool is_void(uint32_t cp)
{
    return cp < ' ' || (cp >= 0x7F && cp < 0xA0) || cp == 0xAD || cp == 0x200B || cp == 0x200E ||
           cp == 0x200F || (cp >= 0x202A && cp <= 0x202E) || (cp >= 0x2060 && cp <= 0x2069) ||
           cp == 0xFEFF || cp == 0xFFFD;
}

/* Collapses white space in TEXT, which may be OUT itself, and trims it. */
static struct pith__span fold(struct pith__span text, unsigned char *out)
{
    size_t len = 0;
    bool space = false;
    for (size_t i = 0; i < text.len;) {
        uint32_t cp;
        size_t size = pith__utf8_next(text.ptr + i, &cp);
        if (pith__is_space(text.ptr[i]) ||
            (!is_void(cp) && (pith__unicode_class(cp) & PITH__UC_SPACE) != 0)) {
            space = true;
        } else if (!is_void(cp)) {
            if (space && len > 0)
                out[len++] = ' ';
            space = false;
            memmove(out + len, text.ptr + i, size);
            len += size;
        }
        i += size;
    }
    return (struct pith__span){out, len};
}

struct pith__span pith__finder_clean(struct pith__finder *finder, struct pith__span raw,
                                     enum pith__raw how)
{
    size_t len;
    raw = pith__span_cut(pith__span_trim(raw), PITH__RAW_MOST);
    if (how == PITH__RAW_TEXT)
        return fold(raw, finder->folded);
    if (how == PITH__RAW_JSON) {
        len = pith__json_unescape(raw, finder->folded);
        raw = (struct pith__span){finder->folded, len};
    }
    len = pith__text_decode(finder->decoded, raw.ptr, raw.len,
                            PITH__TEXT_REFS | PITH__TEXT_ATTRIBUTE | PITH__TEXT_DROP_NUL);
    return fold((struct pith__span){finder->decoded, len}, finder->folded);
}

struct pith__span pith__finder_text(struct pith__finder *finder, uint32_t node)
{
    enum { ROOM = PITH__VALUE_MOST, NODES = 256 };
    const struct pith__doc *doc = finder->doc;
    unsigned char *out = finder->decoded;
    size_t len = 0;
    /* The descendants of NODE follow it, up to the first node whose parent comes before NODE. */
    for (uint32_t i = node + 1; i < doc->nodes.len && i - node < NODES && len < ROOM; i++) {
        const struct pith__node *text = pith__doc_node(doc, i);
        if (text->parent < node)
            break;
        bool block = (pith__tag_flags[text->tag] & PITH__TAGF_BLOCK) != 0;
        if (block || text->tag == PITH__TAG_br || (text->flags & PITH__NODE_SPACE) != 0)
            out[len++] = ' ';
        if (text->tag != PITH__TAG_TEXT || (text->flags & PITH__NODE_UNSEEN) != 0)
            continue;
        struct pith__span source = {doc->source.ptr + text->offset, text->extent};
        source = pith__span_cut(source, ROOM);
        len += pith__text_decode(out + len, source.ptr, source.len,
                                 PITH__TEXT_REFS | PITH__TEXT_DROP_NUL);
    }
    struct pith__span folded = fold((struct pith__span){out, len}, finder->folded);
    return pith__span_cut(folded, PITH__VALUE_MOST);
}

/* ---------------------------------------------------------------- fields */

/* Words that programs write if there is no value, and templates that were not filled in. */
static bool is_placeholder(struct pith__span text)
{
    static const char *const words[] = {"null",     "none",  "undefined", "n/a",
                                        "nan",      "nil",   "[object",   "unknown",
                                        "untitled", "false", "true",      "no title"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        if (pith__span_is(text, words[i]))
            return true;
    }
    for (size_t i = 0; i + 1 < text.len; i++) {
        if ((text.ptr[i] == '{' || text.ptr[i] == '$' || text.ptr[i] == '<') &&
            (text.ptr[i + 1] == '{' || text.ptr[i + 1] == '%'))
            return true;
    }
    return pith__span_starts(text, "[object");
}

static bool has_letter(struct pith__span text)
{
    for (size_t i = 0; i < text.len;) {
        uint32_t cp;
        i += pith__utf8_next(text.ptr + i, &cp);
        if ((pith__unicode_class(cp) & PITH__UC_WORD) != 0)
            return true;
    }
    return false;
}

static void take(struct pith__finder *finder, struct pith__value *value, unsigned rank,
                 const char *source, struct pith__span text)
{
    text = pith__finder_keep(finder, pith__span_trim(pith__span_cut(text, PITH__VALUE_MOST)));
    if (text.len > 0)
        *value = (struct pith__value){text, source, rank};
}

/* Adds an item to a list unless it is there; a better rank starts the list anew. */
static void take_item(struct pith__finder *finder, pith_field field, unsigned rank,
                      const char *source, struct pith__span text)
{
    struct pith__values *values = field == PITH_FIELD_TAG ? &finder->tags : &finder->authors;
    if (!has_letter(text) || is_placeholder(text))
        return;
    if (rank < finder->best[field].rank)
        values->len = 0;
    for (unsigned i = 0; i < values->len; i++) {
        struct pith__span old = values->list[i].text;
        size_t same = 0;
        while (same < old.len && same < text.len &&
               pith__lower(old.ptr[same]) == pith__lower(text.ptr[same]))
            same++;
        if (same == old.len && same == text.len)
            return;
    }
    if (values->len == PITH__LIST_MOST)
        return;
    struct pith__value value = {{NULL, 0}, NULL, rank};
    take(finder, &value, rank, source, text);
    if (value.text.len == 0)
        return;
    values->list[values->len++] = value;
    finder->best[field].rank = rank;
}

static void take_authors(struct pith__finder *finder, unsigned rank, const char *source,
                         struct pith__span text)
{
    struct pith__span names[PITH__LIST_MOST];
    if (finder->splits++ >= PITH__SPLIT_MOST)
        return;
    size_t count = pith__names_split(text, false, names, PITH__LIST_MOST);
    for (size_t i = 0; i < count; i++)
        take_item(finder, PITH_FIELD_AUTHOR, rank, source, names[i]);
}

static void take_tags(struct pith__finder *finder, unsigned rank, const char *source,
                      struct pith__span text)
{
    enum { TAG_MOST = 100 }; /* longer ones are sentences */
    size_t from = 0;
    for (size_t i = 0; i <= text.len; i++) {
        if (i < text.len && text.ptr[i] != ',' && text.ptr[i] != ';')
            continue;
        struct pith__span tag = pith__span_trim((struct pith__span){text.ptr + from, i - from});
        if (tag.len <= TAG_MOST)
            take_item(finder, PITH_FIELD_TAG, rank, source, tag);
        from = i + 1;
    }
}

static void take_date(struct pith__finder *finder, pith_field field, unsigned rank,
                      const char *source, struct pith__span text)
{
    struct pith__date date;
    char written[PITH__DATE_ROOM];
    if (pith__date_find(text, finder->dates | PITH__DATE_FIELD, &date) == 0)
        return;
    size_t len = pith__date_format(&date, written);
    take(finder, &finder->best[field], rank, source,
         (struct pith__span){(const unsigned char *)written, len});
}

/* Takes a language tag: "en", "en-US", "zh-Hant-TW"; "en_US" becomes "en-US". */
static void take_language(struct pith__finder *finder, unsigned rank, const char *source,
                          struct pith__span text)
{
    unsigned char tag[36];
    size_t part = 0;
    size_t len = 0;
    while (len < text.len && len < sizeof tag && text.ptr[len] != ',' && text.ptr[len] != ';' &&
           text.ptr[len] != ' ') {
        unsigned char c = text.ptr[len] == '_' ? '-' : text.ptr[len];
        bool digit = c >= '0' && c <= '9';
        if (c != '-' && !pith__is_alpha(c) && !(digit && part < len))
            return;
        if (c == '-' && (len == part || (part == 0 && (len < 2 || len > 3))))
            return;
        tag[len++] = c;
        if (c == '-')
            part = len;
    }
    if (len == sizeof tag || len == part || len - part > 8 || (part == 0 && len > 3) || len < 2)
        return;
    take(finder, &finder->best[PITH_FIELD_LANGUAGE], rank, source, (struct pith__span){tag, len});
}

/* Whether TEXT is an address that holds its own data, or runs a script. */
static bool is_inward(struct pith__span text)
{
    return pith__span_starts(text, "data:") || pith__span_starts(text, "javascript:") ||
           pith__span_starts(text, "vbscript:") || pith__span_starts(text, "blob:");
}

/* Takes an address unchanged; it is made absolute once all addresses are known. A licence may also
 * be a name, and "Rights: all" has no scheme. */
static void take_address(struct pith__finder *finder, pith_field field, unsigned rank,
                         const char *source, struct pith__span text)
{
    bool words = memchr(text.ptr, ' ', text.len) != NULL;
    if (text.len > PITH__VALUE_MOST || text.ptr[0] == '#' || is_inward(text))
        return;
    if (words ? field != PITH_FIELD_LICENSE : !pith__url_of_web(text))
        return;
    take(finder, &finder->best[field], rank, source, text);
}

void pith__finder_offer(struct pith__finder *finder, pith_field field, unsigned rank,
                        const char *source, struct pith__span raw, enum pith__raw how)
{
    if (!pith__finder_wants(finder, field, rank))
        return;
    struct pith__span text = pith__finder_clean(finder, raw, how);
    if (text.len == 0 || !has_letter(text) || is_placeholder(text))
        return;
    switch (field) {
    case PITH_FIELD_TITLE:
        take(finder, &finder->titles[rank], rank, source, text);
        break;
    case PITH_FIELD_AUTHOR:
        take_authors(finder, rank, source, text);
        break;
    case PITH_FIELD_DATE:
    case PITH_FIELD_MODIFIED:
        take_date(finder, field, rank, source, text);
        break;
    case PITH_FIELD_LANGUAGE:
        take_language(finder, rank, source, text);
        break;
    case PITH_FIELD_URL:
    case PITH_FIELD_IMAGE:
    case PITH_FIELD_LICENSE:
        take_address(finder, field, rank, source, text);
        break;
    case PITH_FIELD_TAG:
        take_tags(finder, rank, source, text);
        break;
    default:
        take(finder, &finder->best[field], rank, source, text);
    }
}
