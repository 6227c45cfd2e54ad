/*
 * set_cleaneval.c - in: a CleanEval page and its gold file; out: segments.
 *
 * A gold file begins with a line "URL: ADDRESS". A line that begins with <p>, <h> or <l> starts a
 * segment, and the lines that follow continue it. A page is wrapped in <text id="ADDRESS"
 * title="..." encoding="..."> and </text>, which are not part of it and are removed.
 */
#include "eval/set_form.h"

enum { TAG_MAX = 16 << 10 }; /* a longer <text ...> is not taken for the wrapper */

static struct pith__span trim(struct pith__span text)
{
    while (text.len > 0 && pith__is_space(text.ptr[text.len - 1]))
        text.len--;
    while (text.len > 0 && pith__is_space(text.ptr[0])) {
        text.ptr++;
        text.len--;
    }
    return text;
}

static struct pith__span from(struct pith__span text, size_t at)
{
    return (struct pith__span){text.ptr + at, text.len - at};
}

/* ---------------------------------------------------------------- gold files */

/* The kind of segment that the line starts; 0: none. */
static char mark_of(struct pith__span line)
{
    char kind = line.len >= 3 && line.ptr[0] == '<' && line.ptr[2] == '>'
                    ? (char)pith__lower(line.ptr[1])
                    : 0;
    return kind == 'p' || kind == 'h' || kind == 'l' ? kind : 0;
}

/* Segments under construction. */
struct building {
    struct set_page *page;
    unsigned char *out;   /* has room for everything still to come */
    unsigned char *start; /* of the current segment */
    char kind;
};

/* Ends the current segment; an empty one is dropped. */
static bool end_segment(struct building *building)
{
    struct set_page *page = building->page;
    if (building->out == building->start)
        return true;
    struct set_segment *segments =
        set_room(&page->arena, page->segments, page->segment_count, sizeof *segments);
    if (segments == NULL)
        return set_page_no_memory(page);
    page->segments = segments;
    segments[page->segment_count++] = (struct set_segment){
        building->kind, {building->start, (size_t)(building->out - building->start)}};
    building->start = building->out;
    return true;
}

static bool add_line(struct building *building, struct pith__span line)
{
    char kind;
    while ((kind = mark_of(line)) != 0) {
        if (!end_segment(building))
            return false;
        building->kind = kind;
        line = trim(from(line, 3));
    }
    if (line.len == 0)
        return true;
    if (building->out > building->start)
        *building->out++ = ' ';
    memcpy(building->out, line.ptr, line.len);
    building->out += line.len;
    return true;
}

/* Removes the first line from TEXT; lines end with LF, CR or both. */
static struct pith__span next_line(struct pith__span *text)
{
    size_t len = 0;
    while (len < text->len && text->ptr[len] != '\n' && text->ptr[len] != '\r')
        len++;
    struct pith__span line = {text->ptr, len};
    *text = from(*text, len + (len < text->len));
    return trim(line);
}

static bool read_gold(struct set_page *page, struct pith__span text, struct pith__span *url)
{
    /* A line takes no more room than it had with its line end, which becomes a space. */
    struct building building = {.page = page, .out = pith__arena_alloc(&page->arena, text.len + 1)};
    bool first = true;
    if (building.out == NULL)
        return set_page_no_memory(page);
    building.start = building.out;
    while (text.len > 0) {
        struct pith__span line = next_line(&text);
        if (line.len == 0)
            continue;
        if (first && pith__span_starts(line, "url:"))
            *url = trim(from(line, 4));
        else if (!add_line(&building, line))
            return false;
        first = false;
    }
    page->has_segments = true;
    return end_segment(&building) && set_text_from_segments(page);
}

/* ---------------------------------------------------------------- pages */

/* Removes the next attribute from TAG. Returns false if there is none. */
static bool next_attribute(struct pith__span *tag, struct pith__span *name,
                           struct pith__span *value)
{
    size_t i = 0;
    *tag = trim(*tag);
    while (i < tag->len && tag->ptr[i] != '=')
        i++;
    *name = trim((struct pith__span){tag->ptr, i});
    if (i + 1 >= tag->len || (tag->ptr[i + 1] != '"' && tag->ptr[i + 1] != '\''))
        return false;
    const unsigned char *begin = tag->ptr + i + 2;
    const unsigned char *end = memchr(begin, tag->ptr[i + 1], tag->len - i - 2);
    if (end == NULL)
        return false;
    *value = (struct pith__span){begin, (size_t)(end - begin)};
    *tag = from(*tag, i + 3 + value->len);
    return true;
}

/* Length of the <text ...> at the start of TEXT, or 0. */
static size_t wrapper_len(struct pith__span text)
{
    unsigned char quote = 0;
    if (!pith__span_starts(text, "<text") || text.len < 6 || !pith__is_space(text.ptr[5]))
        return 0;
    for (size_t i = 6; i < text.len && i < TAG_MAX; i++) {
        unsigned char c = text.ptr[i];
        if (quote == 0 && c == '>')
            return i + 1;
        if (quote == 0 && (c == '"' || c == '\''))
            quote = c;
        else if (c == quote)
            quote = 0;
    }
    return 0;
}

/* Removes the wrapper and keeps its information. */
static bool unwrap(struct set_page *page, struct pith__span html, struct pith__span *url)
{
    static const char end_tag[] = "</text>";
    struct pith__span name, value;
    struct pith__span inside = trim(html);
    size_t len = wrapper_len(inside);
    if (len == 0)
        return true;
    struct pith__span tag = {inside.ptr + 6, len - 7};
    while (next_attribute(&tag, &name, &value)) {
        if (pith__span_is(name, "id"))
            *url = value;
        if (pith__span_is(name, "encoding")) {
            const char *word = set_word(&page->arena, value);
            if (word == NULL || !set_page_add_field(page, "encoding", word))
                return set_page_no_memory(page);
        }
    }
    inside = from(inside, len);
    size_t tail = sizeof end_tag - 1;
    if (inside.len >= tail && pith__span_is(from(inside, inside.len - tail), end_tag))
        inside.len -= tail;
    if (page->html.len > 0)
        page->html = inside;
    return true;
}

static bool cleaneval_parse(struct set_page *page, const struct set_raw *raw, bool html)
{
    struct pith__span bytes = {(const unsigned char *)raw->data, raw->len};
    struct pith__span url = {NULL, 0};
    struct pith__span gold;
    if (!set_folder_begin(page, raw, html) ||
        !set_decode(page, raw->truth, raw->truth_len, &gold) || !read_gold(page, gold, &url))
        return false;
    if (bytes.len > 0 && !unwrap(page, bytes, &url))
        return false;
    if (url.len == 0)
        return true;
    const char *word = set_word(&page->arena, url);
    return (word != NULL && set_page_add_field(page, "url", word)) || set_page_no_memory(page);
}

const struct set_form set_form_cleaneval = {set_folder_next, set_folder_progress, set_folder_close,
                                            cleaneval_parse};
