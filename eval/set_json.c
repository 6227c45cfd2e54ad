/*
 * set_json.c - in: JSON lines; out: labelled pages.
 *
 * Segments and blocks may be written as pairs, ["h", "A title"], [2, "Some text"], or as objects,
 * {"kind": "h", "text": "A title"}, {"class": 2, "text": "Some text"}.
 */
#include "eval/set_form.h"

#include <errno.h>
#include <stdio.h>

/* ---------------------------------------------------------------- lines */

static struct pith__span without_mark(struct pith__span line, uint64_t number)
{
    /* Some programs begin a file with a byte order mark. */
    if (number == 1 && line.len >= 3 && memcmp(line.ptr, "\xEF\xBB\xBF", 3) == 0)
        return (struct pith__span){line.ptr + 3, line.len - 3};
    return line;
}

/* Position of the first byte that is not white space; the length if there is none. */
static size_t skip_blanks(struct pith__span line)
{
    size_t i = 0;
    while (i < line.len && pith__is_space(line.ptr[i]))
        i++;
    return i;
}

bool set_line_is_blank(struct pith__span line, uint64_t number)
{
    line = without_mark(line, number);
    return skip_blanks(line) == line.len;
}

/* Reads the next line that is not blank. */
static enum line_got next_line(struct set *set, char **line, size_t *len)
{
    enum line_got what;
    do
        what = line_reader_next(&set->lines, line, len);
    while (what == LINE_READ &&
           set_line_is_blank((struct pith__span){(const unsigned char *)*line, *len},
                             set->lines.line));
    return what;
}

bool set_json_open(struct set *set, char *error, size_t error_size)
{
    if (!line_reader_open(&set->lines, set->path, SET_MAX_PAGE)) {
        snprintf(error, error_size, "%s", strerror(errno));
        return false;
    }
    set->form = &set_form_json;
    set->ahead = next_line(set, &set->ahead_line, &set->ahead_len);
    set->has_ahead = true;
    if (set->ahead == LINE_END) {
        snprintf(error, error_size, "the file is empty");
        return false;
    }
    struct pith__span text = {(const unsigned char *)set->ahead_line, set->ahead_len};
    text = without_mark(text, set->lines.line);
    if (set->ahead == LINE_READ && text.ptr[skip_blanks(text)] != '{') {
        snprintf(error, error_size,
                 "not a labelled set: line %llu is not a JSON object with \"id\", \"html\" and "
                 "\"text\"",
                 (unsigned long long)set->lines.line);
        return false;
    }
    return true;
}

static bool json_next(struct set *set, struct set_raw *raw)
{
    char *line = set->ahead_line;
    size_t len = set->ahead_len;
    enum line_got what = set->has_ahead ? set->ahead : next_line(set, &line, &len);
    set->has_ahead = false;
    raw->file = set->path;
    raw->line = set->lines.line;
    switch (what) {
    case LINE_END:
        return false;
    case LINE_READ:
        if (set_raw_reserve(&raw->data, &raw->cap, 0, len)) {
            memcpy(raw->data, line, len);
            raw->len = len;
        } else {
            snprintf(raw->error, sizeof raw->error, "not enough memory for this line");
        }
        return true;
    case LINE_TOO_LONG:
        snprintf(raw->error, sizeof raw->error, "the line has more than %d MiB; it was skipped",
                 SET_MAX_PAGE >> 20);
        return true;
    default:
        snprintf(raw->error, sizeof raw->error, "%.120s; the rest of the file cannot be read",
                 set->lines.error.message);
        return true;
    }
}

static double json_progress(const struct set *set)
{
    return line_reader_progress(&set->lines);
}

static void json_close(struct set *set)
{
    line_reader_close(&set->lines);
}

/* ---------------------------------------------------------------- values */

struct pith__span set_json_text(struct pith__arena *arena, const struct pith__json *json)
{
    struct pith__span text = json->text;
    if (json->escaped) {
        unsigned char *out = pith__arena_alloc(arena, text.len);
        if (out == NULL)
            return (struct pith__span){NULL, 0};
        size_t len = pith__json_unescape(text, out);
        pith__arena_trim(arena, out, text.len, len);
        text = (struct pith__span){out, len};
    }
    return set_valid(arena, text, false);
}

static char *json_word(struct pith__arena *arena, const struct pith__json *json)
{
    struct pith__span text = set_json_text(arena, json);
    return text.ptr != NULL ? set_word(arena, text) : NULL;
}

size_t set_json_place(const struct pith__json *json, struct pith__span line)
{
    size_t mark = line.len - (size_t)(json->end - json->start);
    return (size_t)(json->at - json->start) + mark;
}

bool set_json_begin(struct pith__json *json, struct pith__span line, uint64_t number, char *error,
                    size_t error_size)
{
    pith__json_init(json, without_mark(line, number));
    enum pith__json_event event = pith__json_next(json);
    if (event == PITH__JSON_OBJECT)
        return true;
    if (event == PITH__JSON_ERROR)
        snprintf(error, error_size, "invalid JSON: %s at byte %zu", json->error,
                 set_json_place(json, line));
    else
        snprintf(error, error_size, "not a JSON object");
    return false;
}

static enum set_read read_over(struct pith__json *json, enum pith__json_event event)
{
    return pith__json_skip(json, event) ? SET_READ : SET_READ_NO_JSON;
}

enum set_read set_json_id(struct pith__json *json, struct pith__arena *arena, const char **id)
{
    enum pith__json_event event = pith__json_next(json);
    if (event == PITH__JSON_ERROR)
        return SET_READ_NO_JSON;
    if (event != PITH__JSON_STRING && event != PITH__JSON_NUMBER)
        return SET_READ_WRONG;
    *id = json_word(arena, json);
    return *id != NULL ? SET_READ : SET_READ_NO_MEMORY;
}

enum set_read set_json_string(struct pith__json *json, struct pith__arena *arena, bool wanted,
                              struct pith__span *text, bool *there)
{
    enum pith__json_event event = pith__json_next(json);
    *there = event == PITH__JSON_STRING;
    *text = (struct pith__span){(const unsigned char *)"", 0};
    if (event == PITH__JSON_ERROR)
        return SET_READ_NO_JSON;
    if (event != PITH__JSON_STRING)
        return event == PITH__JSON_NULL ? SET_READ : SET_READ_WRONG;
    if (wanted)
        *text = set_json_text(arena, json);
    return text->ptr != NULL ? SET_READ : SET_READ_NO_MEMORY;
}

/* ---------------------------------------------------------------- pairs */

/* The parts of a segment or block: its text, and a word or number for its kind. */
struct pair {
    struct pith__span kind, text;
    bool has_kind, has_text;
};

/* Keeps the current value. In an array a number is the kind; of strings, the first. */
static enum set_read keep_part(struct pith__json *json, enum pith__json_event event,
                               struct pith__arena *arena, bool is_text, struct pair *pair)
{
    if (event != PITH__JSON_STRING && event != PITH__JSON_NUMBER)
        return event == PITH__JSON_NULL ? SET_READ : SET_READ_WRONG;
    struct pith__span part = set_json_text(arena, json);
    if (part.ptr == NULL)
        return SET_READ_NO_MEMORY;
    if (is_text) {
        pair->text = part;
        pair->has_text = true;
    } else {
        pair->kind = part;
        pair->has_kind = true;
    }
    return SET_READ;
}

static enum set_read read_pair_array(struct pith__json *json, struct pith__arena *arena,
                                     struct pair *pair)
{
    enum pith__json_event event;
    enum set_read result = SET_READ;
    while (result == SET_READ && (event = pith__json_next(json)) != PITH__JSON_ARRAY_END) {
        bool is_text = event == PITH__JSON_STRING && pair->has_kind;
        result = event == PITH__JSON_ERROR ? SET_READ_NO_JSON
                                           : keep_part(json, event, arena, is_text, pair);
    }
    return result;
}

static enum set_read read_pair_object(struct pith__json *json, struct pith__arena *arena,
                                      struct pair *pair)
{
    static const char *const names[] = {"class", "kind", "tag", "label", "type"};
    enum pith__json_event event;
    enum set_read result = SET_READ;
    while (result == SET_READ && (event = pith__json_next(json)) == PITH__JSON_KEY) {
        bool is_text = pith__json_is(json, "text");
        bool is_kind = false;
        for (size_t i = 0; i < sizeof names / sizeof *names; i++)
            is_kind = is_kind || pith__json_is(json, names[i]);
        event = pith__json_next(json);
        if (event == PITH__JSON_ERROR)
            return SET_READ_NO_JSON;
        result = is_text || is_kind ? keep_part(json, event, arena, is_text, pair)
                                    : read_over(json, event);
    }
    return result == SET_READ && event == PITH__JSON_ERROR ? SET_READ_NO_JSON : result;
}

/* Reads the pair that EVENT begins. A bare string is a text without a kind. */
static enum set_read read_pair(struct pith__json *json, enum pith__json_event event,
                               struct pith__arena *arena, struct pair *pair)
{
    *pair = (struct pair){0};
    enum set_read result = event == PITH__JSON_ERROR    ? SET_READ_NO_JSON
                           : event == PITH__JSON_ARRAY  ? read_pair_array(json, arena, pair)
                           : event == PITH__JSON_OBJECT ? read_pair_object(json, arena, pair)
                           : event == PITH__JSON_STRING ? keep_part(json, event, arena, true, pair)
                                                        : SET_READ_WRONG;
    return result == SET_READ && !pair->has_text ? SET_READ_WRONG : result;
}

/* Starts reading a list. For null returns SET_READ and sets *THERE to false. */
static enum set_read begin_list(struct pith__json *json, bool *there)
{
    enum pith__json_event event = pith__json_next(json);
    *there = event == PITH__JSON_ARRAY;
    if (event == PITH__JSON_ERROR)
        return SET_READ_NO_JSON;
    return *there || event == PITH__JSON_NULL ? SET_READ : SET_READ_WRONG;
}

/* 'p', 'h' or 'l' for "p", "<P>", "h1", "li" ...; else 0. */
static char segment_kind(struct pith__span kind)
{
    size_t at = kind.len > 0 && kind.ptr[0] == '<';
    unsigned char letter = kind.len > at ? pith__lower(kind.ptr[at]) : 0;
    return letter == 'p' || letter == 'h' || letter == 'l' ? (char)letter : 0;
}

enum set_read set_json_segments(struct pith__json *json, struct pith__arena *arena,
                                struct set_segment **segments, size_t *count, bool *there)
{
    enum set_read result = begin_list(json, there);
    enum pith__json_event event;
    *segments = NULL;
    *count = 0;
    while (*there && result == SET_READ &&
           (event = pith__json_next(json)) != PITH__JSON_ARRAY_END) {
        struct pair pair;
        result = read_pair(json, event, arena, &pair);
        if (result != SET_READ)
            break;
        struct set_segment *items = set_room(arena, *segments, *count, sizeof *items);
        if (items == NULL)
            return SET_READ_NO_MEMORY;
        *segments = items;
        items[(*count)++] = (struct set_segment){segment_kind(pair.kind), pair.text};
    }
    return result;
}

/* Parses "2" or "x-nc-sel2": the last character is the class. */
static bool block_class(struct pith__span kind, enum set_class *class)
{
    if (kind.len == 0 || (kind.len > 1 && !pith__is_alpha(kind.ptr[0])))
        return false;
    unsigned digit = kind.ptr[kind.len - 1] - (unsigned)'0';
    *class = (enum set_class)digit;
    return digit < SET_CLASSES;
}

static enum set_read read_blocks(struct pith__json *json, struct set_page *page)
{
    bool there;
    enum set_read result = begin_list(json, &there);
    enum pith__json_event event;
    page->block_count = 0;
    while (there && result == SET_READ && (event = pith__json_next(json)) != PITH__JSON_ARRAY_END) {
        struct pair pair;
        enum set_class class;
        result = read_pair(json, event, &page->arena, &pair);
        if (result == SET_READ && !block_class(pair.kind, &class))
            result = SET_READ_WRONG;
        if (result != SET_READ)
            break;
        struct set_block *items =
            set_room(&page->arena, page->blocks, page->block_count, sizeof *items);
        if (items == NULL)
            return SET_READ_NO_MEMORY;
        page->blocks = items;
        items[page->block_count++] = (struct set_block){class, pair.text};
    }
    return result;
}

static enum set_read read_snippets(struct pith__json *json, struct set_page *page,
                                   struct pith__span **snippets, size_t *count)
{
    bool there;
    enum set_read result = begin_list(json, &there);
    enum pith__json_event event;
    *count = 0;
    page->has_snippets = page->has_snippets || there;
    while (there && result == SET_READ && (event = pith__json_next(json)) != PITH__JSON_ARRAY_END) {
        if (event != PITH__JSON_STRING)
            return event == PITH__JSON_ERROR ? SET_READ_NO_JSON : SET_READ_WRONG;
        struct pith__span text = set_json_text(&page->arena, json);
        struct pith__span *items = set_room(&page->arena, *snippets, *count, sizeof *items);
        if (items == NULL || text.ptr == NULL)
            return SET_READ_NO_MEMORY;
        *snippets = items;
        items[(*count)++] = text;
    }
    return result;
}

/* ---------------------------------------------------------------- fields */

/* Adds the value that EVENT begins, if it is of a type that can be compared. */
static enum set_read add_value(struct pith__json *json, enum pith__json_event event,
                               struct set_page *page, const char *name)
{
    const char *value;
    switch (event) {
    case PITH__JSON_STRING:
    case PITH__JSON_NUMBER:
        value = json_word(&page->arena, json);
        break;
    case PITH__JSON_TRUE:
        value = "true";
        break;
    case PITH__JSON_FALSE:
        value = "false";
        break;
    case PITH__JSON_NULL:
        value = "None";
        break;
    default:
        return read_over(json, event);
    }
    return value != NULL && set_page_add_field(page, name, value) ? SET_READ : SET_READ_NO_MEMORY;
}

static enum set_read read_field(struct pith__json *json, struct set_page *page)
{
    const char *name = json_word(&page->arena, json);
    if (name == NULL)
        return SET_READ_NO_MEMORY;
    enum pith__json_event event = pith__json_next(json);
    if (event != PITH__JSON_ARRAY)
        return add_value(json, event, page, name);
    enum set_read result = SET_READ;
    while (result == SET_READ && (event = pith__json_next(json)) != PITH__JSON_ARRAY_END)
        result = add_value(json, event, page, name);
    return result;
}

/* ---------------------------------------------------------------- pages */

/* The known members, and the error messages for values of the wrong type. */
enum member { ID, HTML, TEXT, SEGMENTS, BLOCKS, WITH, WITHOUT, OTHER };

static const struct {
    const char *name;
    const char *wrong;
} members[] = {
    [ID] = {"id", "not a string or a number"},
    [HTML] = {"html", "not a string"},
    [TEXT] = {"text", "not a string"},
    [SEGMENTS] = {"segments", "not a list of pairs such as [\"p\", \"A paragraph\"]"},
    [BLOCKS] = {"blocks", "not a list of pairs such as [2, \"A block of class 0 to 5\"]"},
    [WITH] = {"with", "not a list of strings"},
    [WITHOUT] = {"without", "not a list of strings"},
    [OTHER] = {"", ""},
};

static enum member find_member(const struct pith__json *json)
{
    enum member member = ID;
    while (member < OTHER && !pith__json_is(json, members[member].name))
        member++;
    return member;
}

static enum set_read read_id(struct pith__json *json, struct set_page *page)
{
    enum set_read result = set_json_id(json, &page->arena, &page->id);
    if (result == SET_READ && !set_page_add_field(page, "id", page->id))
        result = SET_READ_NO_MEMORY;
    return result;
}

static enum set_read read_member(struct pith__json *json, struct set_page *page, bool html,
                                 enum member member)
{
    struct pith__arena *arena = &page->arena;
    switch (member) {
    case ID:
        return read_id(json, page);
    case HTML:
        return set_json_string(json, arena, html, &page->html, &page->has_html);
    case TEXT:
        return set_json_string(json, arena, true, &page->text, &page->has_text);
    case SEGMENTS:
        return set_json_segments(json, arena, &page->segments, &page->segment_count,
                                 &page->has_segments);
    case BLOCKS:
        return read_blocks(json, page);
    case WITH:
        return read_snippets(json, page, &page->with, &page->with_count);
    case WITHOUT:
        return read_snippets(json, page, &page->without, &page->without_count);
    default:
        return read_field(json, page);
    }
}

/* Checks that there is an id and a ground truth. */
static bool complete(struct set_page *page, bool has_id)
{
    if (!has_id)
        return set_page_wrong(page, "there is no \"id\"");
    if (!page->has_text && page->has_segments && !set_text_from_segments(page))
        return false;
    if (!page->has_text && page->block_count > 0 && !set_text_from_blocks(page))
        return false;
    if (!page->has_text && !page->has_snippets)
        return set_page_wrong(page, "a page without ground truth: there is no \"text\"");
    return true;
}

static bool json_parse(struct set_page *page, const struct set_raw *raw, bool html)
{
    struct pith__span line = {(const unsigned char *)raw->data, raw->len};
    struct pith__json json;
    enum member member = OTHER;
    enum pith__json_event event;
    enum set_read result = SET_READ;
    bool has_id = false;
    page->html_is_utf8 = true;
    if (!set_json_begin(&json, line, raw->line, page->error, sizeof page->error))
        return false;
    while (result == SET_READ && (event = pith__json_next(&json)) == PITH__JSON_KEY) {
        member = find_member(&json);
        has_id = has_id || member == ID;
        result = read_member(&json, page, html, member);
    }
    if (result == SET_READ &&
        (event == PITH__JSON_ERROR || pith__json_next(&json) != PITH__JSON_END))
        result = SET_READ_NO_JSON;
    if (result == SET_READ_NO_MEMORY)
        return set_page_no_memory(page);
    if (result == SET_READ_NO_JSON)
        return set_page_wrong(page, "invalid JSON: %s at byte %zu", json.error,
                              set_json_place(&json, line));
    if (result == SET_READ_WRONG)
        return set_page_wrong(page, "\"%s\" is %s", members[member].name, members[member].wrong);
    return complete(page, has_id);
}

const struct set_form set_form_json = {json_next, json_progress, json_close, json_parse};
