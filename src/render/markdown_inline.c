/*
 * markdown_inline.c - see markdown_inline.h. In: the pieces of a block; out: its text with marks
 * and escapes. Only what would be read as markup where it stands is escaped.
 */
#include "render/markdown_inline.h"

enum { LINE_START, LINE_DIGITS, LINE_INSIDE };

/* ----------------------------------------------------------------- escaping */

/* Formats whose marks hold none of these characters. */
enum { TAGS = PITH__FORMAT_SUP | PITH__FORMAT_SUB };

static const char counted[] = "*_~`";

/* Which characters have to be escaped because there is another of them, or may be: in marks,
 * addresses, or other blocks of a cell. */
static unsigned find_special(const struct pith__md *md, const pith_block *block)
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

static bool is_special(const struct pith__md *md, char c)
{
    const char *found = memchr(counted, c, sizeof counted - 1);
    return found != NULL && (md->special >> (found - counted) & 1) != 0;
}

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static bool is_ascii_word(char c)
{
    return is_digit(c) || pith__is_alpha((unsigned char)c);
}

static bool is_ascii_punctuation(char c)
{
    return c > ' ' && c < 0x7F && !is_ascii_word(c);
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

/* The first character of what is written behind piece I: of a mark, or of text; '\n' at the end. */
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

/* Whether "&" and what follows it could be a character reference. NEXT is behind END. */
static bool is_reference(const char *p, const char *end, char next)
{
    const char *start = ++p;
    while (p < end && (is_ascii_word(*p) || (p == start && *p == '#')))
        p++;
    if (p == end) /* to be safe where it goes on in the next piece */
        return is_ascii_word(next) || next == '#' || next == ';';
    return *p == ';' && p > start;
}

/* Whether there is code among pieces [BEGIN, END) that has PAIR, two characters, in it. */
static bool code_has(const struct pith__inline *in, size_t begin, size_t end, const char *pair)
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

/* Whether C starts something at the start of a line. */
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
        return !md->first_line; /* a heading's or table's line under the one before */
    case '[':                   /* a definition of an address, or a box of a task list */
        return (md->first_line && code_has(&md->in, 0, md->in.pieces.len, "]:")) ||
               (holder != NULL && holder->kind == PITH__HOLDER_ITEM &&
                (next == ' ' || next == 'x' || next == 'X'));
    default:
        return false;
    }
}

/* Whether C has to be escaped, wherever in a line it stands. NEXT follows it. */
static bool has_meaning(const struct pith__md *md, char c, char next, bool in_link)
{
    switch (c) {
    case '\\':
        return next == '\n' || is_ascii_punctuation(next);
    case '*':
        return is_special(md, c) && !(ends_word(md->before) && ends_word(next));
    case '~':
    case '`':
        return is_special(md, c);
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

static void put(struct pith__md *md, const char *text, size_t len)
{
    pith__write(md->writer, text, len);
    md->before = text[len - 1];
    md->line = LINE_INSIDE;
}

/* Writes a run of "_", of the LEN bytes of TEXT before AFTER. Inside a word of ASCII letters it
 * means nothing, nor at the end of a word, as all runs that could start emphasis are escaped; alone
 * on a line it would be a rule. */
static size_t put_underscores(struct pith__md *md, const char *text, size_t len, char after)
{
    size_t run = 0;
    while (run < len && text[run] == '_')
        run++;
    char next = run < len ? text[run] : after;
    bool plain = !is_special(md, '_') || ends_word(next) ||
                 (is_ascii_word(md->before) && is_ascii_word(next));
    if (plain && is_special(md, '_') && md->line == LINE_START)
        pith__write(md->writer, "\\", 1);
    for (size_t i = 0; i < run; i++)
        put(md, plain ? "_" : "\\_", plain ? 1 : 2);
    return run;
}

/* The characters that has_meaning() or is_reference() may want to see. */
static bool is_plain(char c)
{
    return is_ascii_word(c) || c == ' ' || (unsigned char)c >= 0x80 || c == '.' || c == ',' ||
           c == '"' || c == '\'' || c == '(' || c == ')' || c == '/';
}

static void put_text(struct pith__md *md, size_t index)
{
    const struct pith__piece *piece = pith__inline_pieces(&md->in) + index;
    const char *text = piece->text;
    bool in_link = (piece->format & PITH__FORMAT_LINK) != 0;
    char after = following(md, index);
    for (size_t i = 0; i < piece->len;) {
        char c = text[i];
        char next = i + 1 < piece->len ? text[i + 1] : after;
        if (md->line != LINE_INSIDE && is_digit(c) && md->digits < 9) {
            put(md, &c, 1);
            md->line = LINE_DIGITS;
            md->digits++;
            i++;
        } else if (md->line == LINE_DIGITS && (c == '.' || c == ')') && ends_word(next)) {
            put(md, "\\", 1);
            put(md, &c, 1);
            i++;
        } else if (is_plain(c)) {
            size_t from = i;
            while (i < piece->len && is_plain(text[i]))
                i++;
            put(md, text + from, i - from);
        } else if (c == '_') {
            i += put_underscores(md, text + i, piece->len - i, after);
        } else {
            if ((md->line == LINE_START && starts_block(md, c, next)) ||
                has_meaning(md, c, next, in_link) ||
                (c == '&' && is_reference(text + i, text + piece->len, after)))
                pith__write(md->writer, "\\", 1);
            put(md, &c, 1);
            i++;
        }
    }
}

/* ------------------------------------------------------------ links, images */

/* Writes an address behind "](", and ")". */
static void put_address(struct pith__md *md, struct pith__span address)
{
    const char *p = (const char *)address.ptr;
    const char *end = p + address.len;
    bool angled = false;
    for (size_t i = 0; i < address.len; i++)
        angled = angled || memchr(" ()<>\\", p[i], 6) != NULL;
    pith__write_string(md->writer, angled ? "](<" : "](");
    for (; p < end; p++) {
        bool escaped = *p == '<' || *p == '>' || *p == '\\' || *p == '`' ||
                       (*p == '|' && md->place == PITH__MD_CELL);
        pith__write(md->writer, "\\", escaped);
        pith__write(md->writer, p, 1);
        /* Some parsers take "\&amp;" for "&" here, and browsers "&#58" for ":". */
        if (*p == '&' && (is_reference(p, end, ')') || (end - p > 1 && p[1] == '#')))
            pith__write_string(md->writer, "amp;");
    }
    put(md, angled ? ">)" : ")", angled ? 2 : 1);
}

pith_status pith__md_image(struct pith__md *md, uint32_t node)
{
    struct pith__span value;
    PITH__TRY(pith__inline_value(&md->in, node, PITH__ATTR_ALT, &value));
    put(md, "![", 2);
    for (size_t i = 0; i < value.len; i++) {
        if (memchr("\\[]*_`<&~!", value.ptr[i], 10) != NULL ||
            (value.ptr[i] == '|' && md->place == PITH__MD_CELL))
            pith__write(md->writer, "\\", 1);
        pith__write(md->writer, (const char *)value.ptr + i, 1);
    }
    PITH__TRY(pith__inline_image(&md->in, node, &value));
    put_address(md, value);
    return PITH_OK;
}

/* -------------------------------------------------------------------- marks */

static pith_status put_mark(struct pith__md *md, const struct pith__piece *piece, unsigned format,
                            bool opens)
{
    switch (format) {
    case PITH__FORMAT_STRONG:
        put(md, "**", 2);
        break;
    case PITH__FORMAT_EMPHASIS:
        put(md, "*", 1);
        break;
    case PITH__FORMAT_STRIKE:
        put(md, "~~", 2);
        break;
    case PITH__FORMAT_SUP:
        put(md, opens ? "<sup>" : "</sup>", opens ? 5 : 6);
        break;
    case PITH__FORMAT_SUB:
        put(md, opens ? "<sub>" : "</sub>", opens ? 5 : 6);
        break;
    case PITH__FORMAT_LINK:
        if (opens) {
            put(md, "[", 1);
        } else {
            struct pith__span address;
            PITH__TRY(pith__inline_address(&md->in, piece->link, PITH__ATTR_HREF, &address));
            put_address(md, address);
        }
        break;
    default: /* code has its marks where its text is known */
        break;
    }
    return PITH_OK;
}

/* Behind the last of the pieces from I on that are one stretch of code. */
static size_t code_end(const struct pith__inline *in, size_t i)
{
    const struct pith__piece *pieces = pith__inline_pieces(in);
    size_t end = i + 1;
    while (end < in->pieces.len && pieces[end].depth == pieces[i].depth &&
           pith__piece_shared(&pieces[i], &pieces[end]) == pieces[i].depth)
        end++;
    return end;
}

/* Writes pieces [I, END) as code: between more backticks than any run of them inside has. */
static void put_code(struct pith__md *md, size_t i, size_t end)
{
    const struct pith__piece *pieces = pith__inline_pieces(&md->in);
    const struct pith__piece *last = &pieces[end - 1];
    size_t run = 0;
    size_t longest = 0;
    for (size_t k = i; k < end; k++) {
        for (size_t n = 0; n < pieces[k].len; n++) {
            run = pieces[k].text[n] == '`' ? run + 1 : 0;
            longest = run > longest ? run : longest;
        }
    }
    bool padded = pieces[i].text[0] == '`' || last->text[last->len - 1] == '`';
    for (size_t n = 0; n <= longest; n++)
        pith__write(md->writer, "`", 1);
    pith__write(md->writer, " ", padded);
    for (size_t k = i; k < end; k++) {
        if (pieces[k].kind == PITH__PIECE_SPACE) {
            pith__write(md->writer, " ", 1);
            continue;
        }
        for (size_t n = 0; n < pieces[k].len; n++) {
            if (pieces[k].text[n] == '|' && md->place == PITH__MD_CELL)
                pith__write(md->writer, "\\", 1);
            pith__write(md->writer, pieces[k].text + n, 1);
        }
    }
    pith__write(md->writer, " ", padded);
    for (size_t n = 0; n <= longest; n++)
        put(md, "`", 1);
}

static void put_break(struct pith__md *md)
{
    if (md->place == PITH__MD_CELL) {
        put(md, "<br>", 4);
    } else if (md->place == PITH__MD_HEADING) {
        put(md, " ", 1);
    } else {
        pith__write(md->writer, "\\\n", 2);
        pith__md_prefix(md, md->outline.depth);
        md->line = LINE_START;
        md->digits = 0;
        md->before = ' ';
        md->first_line = false;
    }
}

static pith_status put_piece(struct pith__md *md, size_t i)
{
    const struct pith__piece *piece = pith__inline_pieces(&md->in) + i;
    switch (piece->kind) {
    case PITH__PIECE_TEXT:
        put_text(md, i);
        return PITH_OK;
    case PITH__PIECE_BREAK:
        put_break(md);
        return PITH_OK;
    case PITH__PIECE_IMAGE:
        return pith__md_image(md, piece->image);
    default:
        put(md, " ", 1);
        return PITH_OK;
    }
}

static pith_status put_pieces(struct pith__md *md)
{
    const struct pith__piece *pieces = pith__inline_pieces(&md->in);
    size_t count = md->in.pieces.len;
    for (size_t i = 0; i < count;) {
        const struct pith__piece *piece = &pieces[i];
        unsigned shared = i > 0 ? pith__piece_shared(piece - 1, piece) : 0;
        for (unsigned k = i > 0 ? piece[-1].depth : 0; k > shared; k--)
            PITH__TRY(put_mark(md, piece - 1, piece[-1].nest[k - 1], false));
        for (unsigned k = shared; k < piece->depth; k++)
            PITH__TRY(put_mark(md, piece, piece->nest[k], true));
        if ((piece->format & PITH__FORMAT_CODE) != 0) {
            size_t end = code_end(&md->in, i);
            put_code(md, i, end);
            i = end;
        } else {
            PITH__TRY(put_piece(md, i));
            i++;
        }
    }
    for (unsigned k = count > 0 ? pieces[count - 1].depth : 0; k > 0; k--)
        PITH__TRY(put_mark(md, &pieces[count - 1], pieces[count - 1].nest[k - 1], false));
    return PITH_OK;
}

/* Takes the look of code off the stretches among the first COUNT pieces that have PAIR in them. */
static void uncode(struct pith__inline *in, size_t count, const char *pair)
{
    struct pith__piece *pieces = pith__inline_pieces(in);
    for (size_t i = 0; i < count; i++) {
        size_t begin = i;
        while (i < count && (pieces[i].format & PITH__FORMAT_CODE) != 0)
            i++;
        bool found = code_has(in, begin, i, pair);
        for (; begin < i && found; begin++)
            pieces[begin].format &= (uint8_t)~PITH__FORMAT_CODE;
    }
}

/* Takes the look of code off what cannot be written so where it stands. In a cell that is code with
 * "\" before "|": there is no escape for it. In a link that starts a paragraph it is code with
 * "]:", which would end the label of a definition: blocks are found before code is. */
static void uncode_unsafe(struct pith__md *md)
{
    struct pith__inline *in = &md->in;
    const struct pith__piece *pieces = pith__inline_pieces(in);
    size_t linked = 0;
    while (linked < in->pieces.len && (pieces[linked].format & PITH__FORMAT_LINK) != 0 &&
           pieces[linked].link == pieces[0].link)
        linked++;
    if (md->place == PITH__MD_CELL)
        uncode(in, in->pieces.len, "\\|");
    else if (md->place == PITH__MD_PARAGRAPH)
        uncode(in, linked, "]:");
}

pith_status pith__md_text(struct pith__md *md, size_t index, bool strong)
{
    struct pith__inline *in = &md->in;
    PITH__TRY(pith__inline_load(in, index));
    PITH__TRY(pith__inline_quote(in));
    for (size_t i = 0; i < in->pieces.len && strong; i++)
        pith__inline_pieces(in)[i].format |= PITH__FORMAT_STRONG;
    uncode_unsafe(md);
    pith__md_settle(in);
    const pith_block *block = pith_page_block(in->page, index);
    md->special = find_special(md, block);
    md->has_at = memchr(block->text, '@', block->text_len) != NULL;
    md->line = md->place == PITH__MD_PARAGRAPH ? LINE_START : LINE_INSIDE;
    md->digits = 0;
    md->before = md->place == PITH__MD_CELL ? '>' : ' ';
    md->first_line = true;
    return put_pieces(md);
}
