/*
 * markdown_text.c - see markdown_inline.h. In: a piece of text. Out: the same with escapes. Only
 * what would be read as markup in its place is escaped.
 */
#include "render/markdown_inline.h"

/* Formats whose marks contain none of these characters. */
enum { TAGS = PITH__FORMAT_SUP | PITH__FORMAT_SUB };

static const char counted[] = "*_~`";

unsigned pith__md_find_special(const struct pith__md *md, const pith_block *block)
{
    const struct pith__piece *pieces = pith__inline_pieces(&md->in);
    unsigned special = md->place == PITH__MD_CELL ? ~0u : 0;
    for (size_t i = 0; i < md->in.pieces.len && special == 0; i++) {
        if ((pieces[i].format & ~TAGS) != 0 || pieces[i].kind == PITH__PIECE_IMAGE)
            special = ~0u;
    }
    for (unsigned i = 0; counted[i] != '\0'; i++) {
        const char *end = block->text + block->text_len;
        const char *one = memchr(block->text, counted[i], block->text_len);
        if (one != NULL && memchr(one + 1, counted[i], (size_t)(end - one - 1)) != NULL)
            special |= 1u << i;
    }
    return special;
}

bool pith__md_is_special(const struct pith__md *md, char c)
{
    const char *found = memchr(counted, c, sizeof counted - 1);
    return found != NULL && (md->special >> (found - counted) & 1) != 0;
}

static bool is_ascii_punctuation(char c)
{
    return c > ' ' && c < 0x7F && !pith__md_is_word(c);
}

static bool ends_word(char c)
{
    return c == ' ' || c == '\n';
}

/* The first character of the mark that opens FORMAT, or of the one that closes it. */
static char mark_start(unsigned format, bool opens)
{
    switch (format) {
    case PITH__FORMAT_LINK:
        return opens ? '[' : ']';
    case PITH__FORMAT_SUP:
    case PITH__FORMAT_SUB:
        return '<';
    default:
        return '*';
    }
}

/* The first character written after piece I: of a mark or of text; '\n' at the end. */
static char following(const struct pith__md *md, size_t i)
{
    const struct pith__inline *in = &md->in;
    char end = md->place == PITH__MD_CELL ? '<' : '\n'; /* of <br>, if there is another block */
    const struct pith__piece *pieces = pith__inline_pieces(in);
    const struct pith__piece *next = i + 1 < in->pieces.len ? &pieces[i + 1] : NULL;
    unsigned shared = next != NULL ? pith__piece_shared(&pieces[i], next) : 0;
    if (pieces[i].depth > shared)
        return mark_start(pieces[i].nest[pieces[i].depth - 1], false);
    if (next == NULL)
        return end;
    if (next->depth > shared)
        return mark_start(next->nest[shared], true);
    switch (next->kind) {
    case PITH__PIECE_SPACE:
        return ' ';
    case PITH__PIECE_BREAK: /* "\\", a space, or <br>: see put_break() */
        return md->place == PITH__MD_PARAGRAPH ? '\\' : md->place == PITH__MD_CELL ? '<' : ' ';
    case PITH__PIECE_IMAGE:
        return '!';
    default:
        return next->text[0];
    }
}

bool pith__md_is_reference(const char *p, const char *end, char next)
{
    const char *start = ++p;
    while (p < end && (pith__md_is_word(*p) || (p == start && *p == '#')))
        p++;
    if (p == end) /* to be safe if it continues in the next piece */
        return pith__md_is_word(next) || next == '#' || next == ';';
    return *p == ';' && p > start;
}

bool pith__md_code_has(const struct pith__inline *in, size_t begin, size_t end, const char *pair)
{
    const struct pith__piece *pieces = pith__inline_pieces(in);
    char before = '\0';
    for (size_t i = begin; i < end; i++) {
        bool code = (pieces[i].format & PITH__FORMAT_CODE) != 0;
        for (size_t k = 0; k < pieces[i].len && code; k++) {
            if (before == pair[0] && pieces[i].text[k] == pair[1])
                return true;
            before = pieces[i].text[k];
        }
        before = code ? before : '\0';
    }
    return false;
}

/* Whether C starts a block at the start of a line. */
static bool starts_block(const struct pith__md *md, char c, char next)
{
    const struct pith__holder *holder = pith__outline_top(&md->outline);
    switch (c) {
    case '>':
        return true;
    case '#':
        return next == '#' || ends_word(next);
    case '+':
    case '*':
        return ends_word(next);
    case '-':
        return next == '-' || ends_word(next) || !md->first_line;
    case '=':
    case '|':
    case ':':
        return !md->first_line; /* underlines a heading or a table's header, if there is a line
                                   before */
    case '[':                   /* a link definition, or the box of a task list */
        return (md->first_line && pith__md_code_has(&md->in, 0, md->in.pieces.len, "]:")) ||
               (holder != NULL && holder->kind == PITH__HOLDER_ITEM &&
                (next == ' ' || next == 'x' || next == 'X'));
    default:
        return false;
    }
}

/* Whether C has to be escaped anywhere in a line. NEXT follows it. */
static bool has_meaning(const struct pith__md *md, char c, char next, bool in_link)
{
    switch (c) {
    case '\\':
        return next == '\n' || is_ascii_punctuation(next) || md->spans.len > 0;
    case '*':
        return pith__md_is_special(md, c) && !(ends_word(md->before) && ends_word(next));
    case '~':
    case '`':
        return pith__md_is_special(md, c);
    case '[': /* "[^" is a footnote, which ends with the next "]", escaped or not */
        return in_link || next == '^';
    case ']':
        return in_link || next == '(' || next == ':';
    case '^':
        return in_link && md->before == '[';
    case '!':
        return next == '[';
    case '<':
        return pith__is_alpha((unsigned char)next) || next == '/' || next == '!' || next == '?' ||
               md->has_at;
    case '#':
        return md->place == PITH__MD_HEADING && md->before == ' ' && (next == '#' || next == '\n');
    case '|':
        return md->place == PITH__MD_CELL;
    default:
        return false;
    }
}

/* Writes a run of "_" at the start of the LEN bytes of TEXT, which AFTER follows. Inside a word of
 * ASCII letters it means nothing, nor at the end of a word, since all runs that could open emphasis
 * are escaped; alone on a line it would be a rule. */
static size_t put_underscores(struct pith__md *md, const char *text, size_t len, char after)
{
    size_t run = 0;
    while (run < len && text[run] == '_')
        run++;
    char next = run < len ? text[run] : after;
    bool plain = !pith__md_is_special(md, '_') || ends_word(next) ||
                 (pith__md_is_word(md->before) && pith__md_is_word(next));
    if (plain && pith__md_is_special(md, '_') && md->line == PITH__MD_LINE_START)
        pith__write(md->writer, "\\", 1);
    for (size_t i = 0; i < run; i++)
        pith__md_put(md, plain ? "_" : "\\_", plain ? 1 : 2);
    return run;
}

/* False for the characters that has_meaning() or pith__md_is_reference() have to look at. */
static bool is_plain(char c)
{
    return pith__md_is_word(c) || c == ' ' || (unsigned char)c >= 0x80 || c == '.' || c == ',' ||
           c == '"' || c == '\'' || c == '(' || c == ')' || c == '/';
}

/* Whether to escape C so that no parser takes its surroundings for an address. */
static bool makes_address(char c, char next)
{
    return c == ':' || c == '@' || (c == '/' && next == '/') || (c == '.' && !ends_word(next));
}

/* A stretch of a piece that is written in one way. */
struct stretch {
    const struct pith__piece *piece;
    size_t begin, end;
    char after; /* the character written after the piece */
    bool loose; /* no address may be recognized in it */
};

static void put_stretch(struct pith__md *md, const struct stretch *stretch)
{
    const char *text = stretch->piece->text;
    size_t len = stretch->piece->len;
    bool in_link = (stretch->piece->format & PITH__FORMAT_LINK) != 0;
    for (size_t i = stretch->begin; i < stretch->end;) {
        char c = text[i];
        char next = i + 1 < len ? text[i + 1] : stretch->after;
        if (md->line != PITH__MD_LINE_INSIDE && pith__md_is_digit(c) && md->digits < 9) {
            pith__md_put(md, &c, 1);
            md->line = PITH__MD_LINE_DIGITS;
            md->digits++;
            i++;
        } else if ((md->line == PITH__MD_LINE_DIGITS && (c == '.' || c == ')') &&
                    ends_word(next)) ||
                   (stretch->loose && makes_address(c, next))) {
            pith__md_put(md, "\\", 1);
            pith__md_put(md, &c, 1);
            i++;
        } else if (is_plain(c)) {
            size_t from = i++;
            while (i < stretch->end && is_plain(text[i]) &&
                   !(stretch->loose && (text[i] == '.' || text[i] == '/')))
                i++;
            pith__md_put(md, text + from, i - from);
        } else if (c == '_') {
            i += put_underscores(md, text + i, len - i, stretch->after);
        } else {
            if ((md->line == PITH__MD_LINE_START && starts_block(md, c, next)) ||
                has_meaning(md, c, next, in_link) ||
                (c == '&' && pith__md_is_reference(text + i, text + len, stretch->after)))
                pith__write(md->writer, "\\", 1);
            pith__md_put(md, &c, 1);
            i++;
        }
    }
}

/* Writes a stretch as it is, with brackets at the ends of its address. */
static void put_address(struct pith__md *md, const struct stretch *stretch, enum pith__md_way way,
                        size_t start)
{
    const struct pith__md_span *span = (const struct pith__md_span *)md->spans.data + md->span;
    const char *text = (const char *)md->flat.data + span->begin;
    if (way != PITH__MD_RAW && span->begin == start + stretch->begin)
        pith__md_put(md, way == PITH__MD_ANGLED ? "<" : "[", 1);
    pith__md_put(md, stretch->piece->text + stretch->begin, stretch->end - stretch->begin);
    if (way == PITH__MD_RAW || span->end != start + stretch->end)
        return;
    if (way == PITH__MD_LINKED) {
        pith__write_string(md->writer, "](http://");
        pith__write(md->writer, text, span->end - span->begin);
    }
    pith__md_put(md, way == PITH__MD_ANGLED ? ">" : ")", 1);
}

void pith__md_piece(struct pith__md *md, size_t index)
{
    static const char bom[] = "\xEF\xBB\xBF";
    struct stretch stretch = {.piece = pith__inline_pieces(&md->in) + index,
                              .after = following(md, index)};
    if (pith__writer_bytes(md->writer) == 0 && stretch.piece->len >= 3 &&
        memcmp(stretch.piece->text, bom, 3) ==
            0) { /* parsers would take it for their own byte order mark */
        pith__md_put(md, "&#xFEFF;", 8);
        stretch.begin = 3;
    }
    for (; stretch.begin < stretch.piece->len; stretch.begin = stretch.end) {
        stretch.end = stretch.piece->len;
        enum pith__md_way way = pith__md_way_at(md, index, stretch.begin, &stretch.end);
        stretch.loose = way == PITH__MD_LOOSE;
        if (way == PITH__MD_USUAL || way == PITH__MD_LOOSE)
            put_stretch(md, &stretch);
        else
            put_address(md, &stretch, way, ((const uint32_t *)md->starts.data)[index]);
    }
}
