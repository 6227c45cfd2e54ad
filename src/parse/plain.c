/*
 * plain.c - parses plain text into nodes by its layout; docs/explanation/text-input.md has the
 * rules for users.
 *
 * A run is the text between blank lines. Every run is read twice, first to measure it, then to make
 * nodes. The next run is measured ahead, since a heading is recognized by what follows it. So time
 * is linear, and only the nodes take memory.
 */
#include "parse/plain.h"

#include "base/unicode.h"
#include "parse/text.h"

enum {
    HEADING_COLUMNS = 80,  /* headings are not longer */
    WRAPPED_COLUMNS = 160, /* longer lines were not wrapped: each is a paragraph of its own */
    RULE_LEAST = 3,        /* minimum length of a rule */
    DIGITS_MOST = 3,       /* maximum for an item number; "1999." starts a sentence */
    LEVELS_MOST = 16       /* maximum depth of nested lists */
};

/* A line of the source, trimmed. Offsets. */
struct line {
    uint32_t begin, end;
    uint32_t next;      /* start of the next line */
    uint32_t indent;    /* columns before the text */
    uint32_t width;     /* columns up to the end of the text */
    unsigned char rule; /* the character that it is drawn with, if it is a rule; else 0 */
};

enum marker_kind { MARKER_NONE, MARKER_BULLET, MARKER_NUMBER, MARKER_LETTER };

/* The marker of a list item. */
struct marker {
    enum marker_kind kind;
    uint32_t text;   /* start of the item's text */
    uint32_t digits; /* for a number: its offset */
    uint32_t digit_count;
    unsigned number;
};

/* The lines between two blank ones. */
struct run {
    uint32_t begin, end; /* END: after its last line */
    uint32_t after;      /* where to look for the next run */
    uint32_t lines;      /* 0: end of the text */
    uint32_t width;      /* of its widest line */
    struct line first, last;
    unsigned char underline; /* for a single line: its underline character, else 0 */
};

/* An open list. */
struct level {
    uint32_t indent;
    uint32_t list, item; /* nodes */
    bool ordered;
};

struct plain {
    struct pith__doc *doc;
    const unsigned char *source;
    uint32_t len;
    uint32_t max_nodes;
    struct pith__clock *clock;
    uint32_t body;
    struct level levels[LEVELS_MOST];
    unsigned depth, max_levels;
    /* the current paragraph, item or heading */
    uint32_t element; /* PITH_NONE: none */
    uint32_t lines;   /* number of its lines so far */
    bool is_item;
    uint32_t text_from; /* start of its text that has no node yet */
    uint32_t text_to;
    unsigned number; /* of the last item in this run; 0: none */
    uint32_t table;  /* table of the current rows; PITH_NONE: not in a table */
};

/* ------------------------------------------------------------------- lines */

/* Returns the character that a rule such as "-----" or "* * *" is drawn with; 0 if the line is
 * text. */
static unsigned char rule_of(const unsigned char *p, const unsigned char *end)
{
    unsigned char drawn = *p;
    size_t count = 0;
    if (strchr("=-_*~^#+", drawn) == NULL || drawn == '\0')
        return 0;
    for (; p < end; p++) {
        if (*p != drawn && *p != ' ')
            return 0;
        count += *p == drawn;
    }
    return count >= RULE_LEAST ? drawn : 0;
}

/* Returns the length of the white space character at AT, at the start or end of a line; 0 if there
 * is none. */
static size_t blank_at(const struct plain *plain, uint32_t at)
{
    const unsigned char *p = plain->source + at;
    if (*p < 0x80)
        return *p <= ' ' ? 1 : 0;
    uint32_t cp;
    size_t len = pith__utf8_next(p, &cp);
    return (pith__unicode_class(cp) & PITH__UC_SPACE) != 0 ? len : 0;
}

/* Reads the line that starts at AT, which is before the end of the source. */
static struct line read_line(const struct plain *plain, uint32_t at)
{
    const unsigned char *source = plain->source;
    struct line line = {.begin = at};
    uint32_t column = 0, last = 0;
    size_t blank;
    while (line.begin < plain->len && source[line.begin] != '\n' && source[line.begin] != '\r' &&
           (blank = blank_at(plain, line.begin)) > 0) {
        column += source[line.begin] == '\t' ? 8 - column % 8 : 1;
        line.begin += (uint32_t)blank;
    }
    line.indent = column;
    line.end = at = line.begin;
    while (at < plain->len && source[at] != '\n' && source[at] != '\r') {
        blank = blank_at(plain, at);
        column++;
        if (blank > 0) {
            at += (uint32_t)blank;
            continue;
        }
        at++;
        while (at < plain->len && (source[at] & 0xC0) == 0x80)
            at++;
        line.end = at;
        last = column;
    }
    line.width = last;
    if (at < plain->len)
        at += source[at] == '\r' && at + 1 < plain->len && source[at + 1] == '\n' ? 2 : 1;
    line.next = at;
    if (line.end > line.begin)
        line.rule = rule_of(source + line.begin, source + line.end);
    return line;
}

static bool is_blank(const struct line *line)
{
    return line->begin == line->end;
}

/* Width of the first word of a line. */
static uint32_t first_word(const struct plain *plain, const struct line *line)
{
    uint32_t columns = 0;
    for (uint32_t at = line->begin; at < line->end && plain->source[at] > ' '; at++)
        columns += (plain->source[at] & 0xC0) != 0x80;
    return columns;
}

/* True if a line ends like a sentence, ignoring brackets and quotes after the stop. */
static bool ends_sentence(const struct plain *plain, const struct line *line, const char *stops)
{
    uint32_t at = line->end;
    while (at > line->begin) {
        do
            at--;
        while (at > line->begin && (plain->source[at] & 0xC0) == 0x80);
        uint32_t cp;
        pith__utf8_next(plain->source + at, &cp);
        if (cp == '"' || cp == '\'' || cp == ')' || cp == ']' || cp == 0x201D || cp == 0x2019 ||
            cp == 0xBB)
            continue;
        if (cp < 0x80)
            return cp != 0 && strchr(stops, (int)cp) != NULL;
        return cp == 0x2026 || (pith__unicode_class(cp) & PITH__UC_STOP) != 0;
    }
    return false;
}

static bool has_letter(const struct plain *plain, const struct line *line)
{
    for (uint32_t at = line->begin; at < line->end; at++) {
        if (pith__is_alpha(plain->source[at]) || plain->source[at] >= 0x80)
            return true;
    }
    return false;
}

/* ----------------------------------------------------------------- markers */

static bool is_digit(unsigned char c)
{
    return c >= '0' && c <= '9';
}

/* Returns the length of the bullet at the start of a line. Text browsers use some bullets only
 * inside lists, where they are indented. */
static uint32_t bullet_len(const unsigned char *p, const struct line *line)
{
    if (*p < 0x80)
        return strchr("*-+", *p) != NULL || (line->indent > 0 && strchr("o#@=", *p) != NULL);
    uint32_t cp;
    size_t len = pith__utf8_next(p, &cp);
    bool bullet = cp == 0x2022 || cp == 0xB7 || cp == 0x2023 || cp == 0x25AA || cp == 0x25CF ||
                  cp == 0x25E6 || cp == 0x25A0 || cp == 0xF0B7;
    return bullet ? (uint32_t)len : 0;
}

/* Reads a number or letter such as "1.", "1)", "(1)", "(a)", "a)". */
static struct marker read_number(const unsigned char *source, const struct line *line)
{
    struct marker marker = {.kind = MARKER_NONE};
    uint32_t at = line->begin;
    bool open = source[at] == '(';
    at += open;
    marker.digits = at;
    while (at < line->end && is_digit(source[at]) && marker.digit_count <= DIGITS_MOST) {
        marker.number = marker.number * 10 + source[at++] - '0';
        marker.digit_count++;
    }
    bool letter =
        marker.digit_count == 0 && at < line->end && source[at] >= 'a' && source[at] <= 'z';
    at += letter;
    if (marker.digit_count > DIGITS_MOST || at == marker.digits || at >= line->end)
        return marker;
    if (source[at] != ')' && (open || letter || source[at] != '.'))
        return marker;
    if (at + 1 >= line->end || source[at + 1] > ' ')
        return marker;
    marker.kind = letter ? MARKER_LETTER : MARKER_NUMBER;
    /* A letter cannot be expressed as a number, so it stays in the text. */
    marker.text = letter ? line->begin : at + 1;
    return marker;
}

static struct marker read_marker(const struct plain *plain, const struct line *line)
{
    const unsigned char *source = plain->source;
    struct marker marker = {.kind = MARKER_NONE};
    uint32_t len = bullet_len(source + line->begin, line);
    if (len == 0) {
        marker = read_number(source, line);
    } else if (line->begin + len < line->end &&
               (len > 1 || source[line->begin + len] <= ' ')) { /* "-5" is not a bullet */
        marker.kind = MARKER_BULLET;
        marker.text = line->begin + len;
    }
    while (marker.kind != MARKER_NONE && marker.text < line->end &&
           pith__is_space(source[marker.text]))
        marker.text++;
    return marker;
}

/* -------------------------------------------------------------------- runs */

static bool bound_passed(struct plain *plain)
{
    if (plain->doc->nodes.len >= plain->max_nodes)
        plain->doc->stopped = PITH_REASON_NODES;
    else if (pith__clock_tick(plain->clock, 1))
        plain->doc->stopped = PITH_REASON_DEADLINE;
    return plain->doc->stopped != PITH_REASON_NONE;
}

/* Measures the next run from AT on. A rule ends a run, and underlines a run of a single line. */
static struct run read_run(struct plain *plain, uint32_t at)
{
    struct run run = {.begin = at};
    while (at < plain->len && !bound_passed(plain)) {
        struct line line = read_line(plain, at);
        at = run.after = line.next;
        if (run.lines == 0 && (is_blank(&line) || line.rule != 0)) {
            run.begin = at;
            continue;
        }
        if (is_blank(&line))
            break;
        if (line.rule != 0) {
            if (run.lines == 1)
                run.underline = line.rule;
            break;
        }
        if (run.lines++ == 0)
            run.first = line;
        run.last = line;
        run.end = line.next;
        if (line.width > run.width)
            run.width = line.width;
    }
    return run;
}

/* True if a line that stands alone is a heading of what follows. */
static bool is_heading(const struct plain *plain, const struct line *line,
                       const struct line *next_first, const struct line *next_last, bool next_wraps)
{
    if (line->width - line->indent > HEADING_COLUMNS || !has_letter(plain, line) ||
        ends_sentence(plain, line, ".!?:;,|"))
        return false;
    if (read_marker(plain, next_first).kind != MARKER_NONE)
        return false;
    return next_wraps || next_last->width - next_last->indent > HEADING_COLUMNS ||
           ends_sentence(plain, next_last, ".!?");
}

/* True if the first word of LINE would have fit on the line before it, had that been wrapped. */
static bool is_hard_break(const struct plain *plain, const struct run *run,
                          const struct line *before, const struct line *line)
{
    return before->width + 1 + first_word(plain, line) <= run->width;
}

/* ------------------------------------------------------------------- nodes */

/* make_room() has reserved space for it. */
static uint32_t add_node(struct plain *plain, unsigned tag, uint32_t parent, uint32_t offset)
{
    struct pith__doc *doc = plain->doc;
    uint32_t index = (uint32_t)doc->nodes.len++;
    struct pith__node *node = (struct pith__node *)doc->nodes.data + index;
    *node = (struct pith__node){.offset = offset,
                                .extent = (uint32_t)doc->attrs.len,
                                .parent = parent,
                                .block = parent != PITH_NONE ? parent : 0,
                                .tag = (uint8_t)tag,
                                .flags = PITH__NODE_IMPLIED};
    return index;
}

/* Reserves space for what one line can add: a list, an item with its number, a line end, and the
 * pieces of pending text, the shortest of which are nearly of maximum size. */
static pith_status make_room(struct plain *plain)
{
    struct pith__doc *doc = plain->doc;
    size_t pieces = (plain->text_to - plain->text_from) / (PITH__PIECE_MOST / 2);
    PITH__TRY(pith__vec_reserve(&doc->nodes, doc->allocator, 8 + pieces));
    return pith__vec_reserve(&doc->attrs, doc->allocator, 1);
}

/* Makes nodes of the pending text. */
static void flush_text(struct plain *plain)
{
    while (plain->element != PITH_NONE && plain->text_from < plain->text_to) {
        uint32_t index = add_node(plain, PITH__TAG_TEXT, plain->element, plain->text_from);
        struct pith__node *node = (struct pith__node *)plain->doc->nodes.data + index;
        node->extent = (uint32_t)pith__text_piece(plain->source + plain->text_from,
                                                  plain->text_to - plain->text_from);
        node->flags = PITH__NODE_RAW;
        plain->doc->text_room += pith__text_room(node->extent, false) + 2;
        plain->text_from += node->extent;
    }
}

/* Ends the current paragraph, item or heading and starts another with the text of LINE from
 * FROM. */
static void begin_segment(struct plain *plain, uint32_t element, const struct line *line,
                          uint32_t from)
{
    plain->element = element;
    plain->is_item = false;
    plain->lines = 1;
    plain->text_from = from;
    plain->text_to = line->end;
}

static void begin_paragraph(struct plain *plain, const struct line *line, unsigned tag)
{
    flush_text(plain);
    plain->depth = 0;
    plain->table = PITH_NONE;
    begin_segment(plain, add_node(plain, tag, plain->body, line->begin), line, line->begin);
}

static void open_list(struct plain *plain, const struct line *line, bool ordered)
{
    uint32_t parent = plain->depth > 0 ? plain->levels[plain->depth - 1].item : plain->body;
    plain->levels[plain->depth++] = (struct level){
        .indent = line->indent,
        .ordered = ordered,
        .list = add_node(plain, ordered ? PITH__TAG_ol : PITH__TAG_ul, parent, line->begin)};
}

/* Items whose indentation differs by one belong to the same list: numbers are often
 * right-aligned. */
static void begin_item(struct plain *plain, const struct line *line, const struct marker *marker)
{
    bool ordered = marker->kind == MARKER_NUMBER;
    flush_text(plain);
    plain->table = PITH_NONE;
    while (plain->depth > 0 && plain->levels[plain->depth - 1].indent > line->indent + 1)
        plain->depth--;
    struct level *top = plain->depth > 0 ? &plain->levels[plain->depth - 1] : NULL;
    bool deeper = top != NULL && line->indent > top->indent + 1;
    if (top != NULL && top->ordered != ordered && (!deeper || plain->depth == plain->max_levels)) {
        plain->depth--;
        top = NULL;
    }
    if (top == NULL || (deeper && plain->depth < plain->max_levels))
        open_list(plain, line, ordered);
    top = &plain->levels[plain->depth - 1];
    top->item = add_node(plain, PITH__TAG_li, top->list, line->begin);
    plain->number = marker->number;
    if (ordered) {
        struct pith__doc *doc = plain->doc;
        struct pith__attr *attr = (struct pith__attr *)doc->attrs.data + doc->attrs.len++;
        *attr = (struct pith__attr){marker->digits, marker->digit_count, PITH__ATTR_VALUE};
        ((struct pith__node *)doc->nodes.data)[top->item].detail = 1;
    }
    begin_segment(plain, top->item, line, marker->text);
    plain->is_item = true;
}

static void continue_segment(struct plain *plain, const struct line *line, bool hard)
{
    if (hard) {
        flush_text(plain);
        add_node(plain, PITH__TAG_br, plain->element, plain->text_to);
        plain->text_from = line->begin;
    }
    plain->text_to = line->end;
    plain->lines++;
}

/* Returns the offset of the next tab in a line from AT on; its end if there is none. */
static uint32_t find_tab(const struct plain *plain, const struct line *line, uint32_t at)
{
    const unsigned char *tab = memchr(plain->source + at, '\t', line->end - at);
    return tab != NULL ? (uint32_t)(tab - plain->source) : line->end;
}

/* A line with tabs is a row of a table. It joins the table of the line before, if there is one. */
static pith_status take_row(struct plain *plain, const struct line *line)
{
    flush_text(plain);
    if (plain->table == PITH_NONE)
        plain->table = add_node(plain, PITH__TAG_table, plain->body, line->begin);
    plain->depth = 0;
    uint32_t row = add_node(plain, PITH__TAG_tr, plain->table, line->begin);
    for (uint32_t at = line->begin; at < line->end && !bound_passed(plain);) {
        uint32_t tab = find_tab(plain, line, at);
        begin_segment(plain, PITH_NONE, line, at);
        plain->text_to = tab;
        PITH__TRY(make_room(plain));
        plain->element = add_node(plain, PITH__TAG_td, row, at);
        flush_text(plain);
        at = tab;
        while (at < line->end && plain->source[at] == '\t')
            at++;
    }
    return PITH_OK;
}

/* -------------------------------------------------------------- decisions */

/* True if a line without a marker starts a paragraph within a run. */
static bool starts_paragraph(const struct plain *plain, const struct line *before,
                             const struct line *line, bool hard)
{
    if (plain->is_item)
        return line->indent + 1 < plain->levels[plain->depth - 1].indent;
    if (line->indent >= before->indent + 2)
        return hard || ends_sentence(plain, before, ".!?");
    return line->indent + 2 <= before->indent && hard && plain->lines > 1;
}

/* In the middle of wrapped text a number must continue those before it and be aligned with them.
 * Otherwise a page or chapter number at the end of a sentence would start an item. FRESH: no text
 * wraps into this line. */
static bool starts_item(const struct plain *plain, const struct line *line,
                        const struct marker *marker, bool fresh)
{
    if (marker->kind != MARKER_NUMBER || fresh || marker->number == 1)
        return marker->kind != MARKER_NONE;
    return plain->is_item && plain->number != 0 && marker->number > plain->number &&
           line->indent <= plain->levels[plain->depth - 1].indent + 1;
}

/* Handles a line of a run in which each line is a paragraph. NEXT is the line after it, in or after
 * the run, or NULL. */
static void take_long(struct plain *plain, const struct line *line, const struct line *next)
{
    struct marker marker = read_marker(plain, line);
    if (starts_item(plain, line, &marker, true))
        begin_item(plain, line, &marker);
    else if (next != NULL && is_heading(plain, line, next, next, false))
        begin_paragraph(plain, line, PITH__TAG_h2);
    else
        begin_paragraph(plain, line, PITH__TAG_p);
}

static void take_wrapped(struct plain *plain, const struct run *run, const struct line *before,
                         const struct line *line)
{
    struct marker marker = read_marker(plain, line);
    bool first = before == NULL || plain->table != PITH_NONE;
    bool hard = !first && is_hard_break(plain, run, before, line);
    if (starts_item(plain, line, &marker, first || hard))
        begin_item(plain, line, &marker);
    else if (first || starts_paragraph(plain, before, line, hard))
        begin_paragraph(plain, line, PITH__TAG_p);
    else
        continue_segment(plain, line, hard);
}

/* Returns the tag of a run that is a heading as a whole, or PITH__TAG_TEXT if it is not one. */
static unsigned heading_tag(const struct plain *plain, const struct run *run,
                            const struct run *next)
{
    if (run->lines != 1)
        return PITH__TAG_TEXT;
    if (run->underline != 0 && run->underline != '_' &&
        run->width - run->first.indent <= WRAPPED_COLUMNS)
        return run->underline == '=' ? PITH__TAG_h1 : PITH__TAG_h2;
    if (next->lines > 0 && read_marker(plain, &run->first).kind == MARKER_NONE &&
        is_heading(plain, &run->first, &next->first, &next->last, next->lines > 1))
        return PITH__TAG_h2;
    return PITH__TAG_TEXT;
}

static pith_status take_run(struct plain *plain, const struct run *run, const struct run *next)
{
    unsigned heading = heading_tag(plain, run, next);
    bool longs = run->width > WRAPPED_COLUMNS;
    struct line line = run->first, before = line;
    plain->number = 0;
    plain->table = PITH_NONE;
    for (bool first = true; !bound_passed(plain); first = false) {
        struct line after = line;
        bool more = line.next < run->end;
        if (more)
            after = read_line(plain, line.next);
        PITH__TRY(make_room(plain));
        if (heading != PITH__TAG_TEXT)
            begin_paragraph(plain, &line, heading);
        else if (find_tab(plain, &line, line.begin) < line.end)
            PITH__TRY(take_row(plain, &line));
        else if (longs)
            take_long(plain, &line, more ? &after : NULL);
        else
            take_wrapped(plain, run, first ? NULL : &before, &line);
        if (!more)
            break;
        before = line;
        line = after;
    }
    PITH__TRY(make_room(plain));
    flush_text(plain);
    return PITH_OK;
}

pith_status pith__doc_parse_plain(struct pith__doc *doc, struct pith__span source,
                                  const struct pith__limits *limits)
{
    struct plain plain = {.doc = doc,
                          .source = source.ptr,
                          .len = (uint32_t)source.len,
                          .max_nodes = limits->max_nodes,
                          .clock = limits->clock,
                          .element = PITH_NONE,
                          .max_levels = (limits->max_depth - 2) / 2};
    doc->source = source;
    doc->nodes.len = doc->attrs.len = doc->stack.len = doc->markers.len = 0;
    doc->text_room = 0;
    doc->quirks = doc->inexact = false;
    doc->stopped = PITH_REASON_NONE;
    if (plain.max_levels > LEVELS_MOST)
        plain.max_levels = LEVELS_MOST;
    PITH__TRY(pith__vec_reserve(&doc->nodes, doc->allocator, source.len / 256));
    PITH__TRY(make_room(&plain));
    plain.body =
        add_node(&plain, PITH__TAG_body, add_node(&plain, PITH__TAG_html, PITH_NONE, 0), 0);
    struct run run = read_run(&plain, 0);
    while (run.lines > 0 && doc->stopped == PITH_REASON_NONE) {
        struct run next = read_run(&plain, run.after);
        PITH__TRY(take_run(&plain, &run, &next));
        run = next;
    }
    return PITH_OK;
}
