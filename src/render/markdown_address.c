/*
 * markdown_address.c - addresses in text, which many markdown parsers turn into links.
 *
 * In: the pieces of a block. Out: the stretches of its text that are written in a special way.
 * CommonMark only links addresses between "<" and ">". GitHub's dialect and markdown-it also link
 * bare addresses. They look for "http://", "www." and the like in the raw source, up to the next
 * white space or "<": an escape, a mark or a line end with a backslash would become part of the
 * address, and what it was to protect or close would be left open. Newer versions of markdown-it
 * also look for e-mail addresses and names such as example.org, in text up to the next escape.
 *
 * So an address with nothing to escape is written as it is, and any other in "<" and ">". If
 * parsers disagree even on that, enough is escaped that none takes it for an address.
 */
#include <strings.h>

#include "base/unicode.h"
#include "render/markdown_inline.h"

/* The block as it is written, with one byte for every mark: no text has such bytes. */
enum {
    MARK_FIRST = 1,
    STARS_OPEN = MARK_FIRST, /* "*", "**" */
    STARS_CLOSE,
    TILDES,    /* "~~" */
    TAG,       /* "<sup>" */
    LINK_OPEN, /* "[" */
    LINK_CLOSE,
    OTHER, /* code, an image */
    MARK_LAST = OTHER
};

struct scan {
    struct pith__md *md;
    const char *text;
    size_t len;
    char end; /* the character after the text */
    bool in_link;
};

/* -------------------------------------------------------------- the flat text */

static char mark_byte(unsigned format, bool opens)
{
    switch (format) {
    case PITH__FORMAT_STRONG:
    case PITH__FORMAT_EMPHASIS:
        return opens ? STARS_OPEN : STARS_CLOSE;
    case PITH__FORMAT_STRIKE:
        return TILDES;
    case PITH__FORMAT_SUP:
    case PITH__FORMAT_SUB:
        return TAG;
    case PITH__FORMAT_LINK:
        return opens ? LINK_OPEN : LINK_CLOSE;
    default:
        return OTHER;
    }
}

static char piece_byte(const struct pith__md *md, const struct pith__piece *piece)
{
    if (piece->kind == PITH__PIECE_SPACE)
        return ' ';
    if (piece->kind != PITH__PIECE_BREAK)
        return OTHER;
    return md->place == PITH__MD_HEADING ? ' ' : '\n';
}

static pith_status flatten(struct pith__md *md)
{
    const struct pith__allocator *allocator = md->in.page->blocks.allocator;
    const struct pith__piece *pieces = pith__inline_pieces(&md->in);
    size_t count = md->in.pieces.len;
    md->flat.len = md->starts.len = 0;
    PITH__TRY(pith__vec_reserve(&md->starts, allocator, count));
    for (size_t i = 0; i < count; i++) {
        const struct pith__piece *piece = &pieces[i];
        unsigned shared = i > 0 ? pith__piece_shared(piece - 1, piece) : 0;
        PITH__TRY(pith__vec_reserve(&md->flat, allocator, 2 * PITH__FORMATS + 1 + piece->len));
        char *text = (char *)md->flat.data;
        for (unsigned k = i > 0 ? piece[-1].depth : 0; k > shared; k--)
            text[md->flat.len++] = mark_byte(piece[-1].nest[k - 1], false);
        for (unsigned k = shared; k < piece->depth; k++)
            text[md->flat.len++] = mark_byte(piece->nest[k], true);
        ((uint32_t *)md->starts.data)[md->starts.len++] = (uint32_t)md->flat.len;
        if (piece->kind == PITH__PIECE_TEXT && (piece->format & PITH__FORMAT_CODE) == 0) {
            memcpy(text + md->flat.len, piece->text, piece->len);
            md->flat.len += piece->len;
        } else {
            text[md->flat.len++] =
                (piece->format & PITH__FORMAT_CODE) != 0 ? OTHER : piece_byte(md, piece);
        }
    }
    PITH__TRY(pith__vec_reserve(&md->flat, allocator, PITH__FORMATS));
    for (unsigned k = count > 0 ? pieces[count - 1].depth : 0; k > 0; k--)
        ((char *)md->flat.data)[md->flat.len++] = mark_byte(pieces[count - 1].nest[k - 1], false);
    return PITH_OK;
}

/* Whether a block may contain an address, judging each piece by itself. */
static bool may_have_address(const struct pith__inline *in)
{
    const struct pith__piece *pieces = pith__inline_pieces(in);
    for (size_t i = 0; i < in->pieces.len; i++) {
        const char *text = pieces[i].text;
        size_t len = pieces[i].kind == PITH__PIECE_TEXT ? pieces[i].len : 0;
        for (size_t k = 0; k < len; k++) {
            bool last = k + 1 == len;
            if (text[k] == '@' || (text[k] == ':' && (last || text[k + 1] == '/')) ||
                (text[k] == '.' && (last || text[k + 1] != ' ')))
                return true;
        }
    }
    return false;
}

/* -------------------------------------------------------------- characters */

static char char_at(const struct scan *scan, size_t at)
{
    return at < scan->len ? scan->text[at] : scan->end;
}

static bool is_gap(char c)
{
    return c == ' ' || c == '\n';
}

static bool is_mark(char c)
{
    return c >= MARK_FIRST && c <= MARK_LAST;
}

static bool is_wordy(char c)
{
    return pith__md_is_word(c) || (unsigned char)c >= 0x80;
}

static bool is_one_of(char c, const char *set)
{
    return c != '\0' && strchr(set, c) != NULL;
}

/* Whether the character at AT of an address would be escaped, or read as markup if it is not. */
static bool is_odd(const struct scan *scan, size_t at)
{
    char c = scan->text[at];
    switch (c) {
    case '*':
    case '~':
    case '`':
        return pith__md_is_special(scan->md, c);
    case '&':
        return pith__md_is_reference(scan->text + at, scan->text + scan->len, scan->end);
    case '|':
        return scan->md->place == PITH__MD_CELL;
    default:
        return is_one_of(c, "[]\\");
    }
}

/* The same for a run of "_" from BEGIN to END. */
static bool underscores_are_odd(const struct scan *scan, size_t begin, size_t end)
{
    char after = char_at(scan, end);
    if (!pith__md_is_special(scan->md, '_') || is_gap(after))
        return false;
    return begin == 0 || !pith__md_is_word(scan->text[begin - 1]) || !pith__md_is_word(after);
}

static size_t run_end(const struct scan *scan, size_t at)
{
    char c = scan->text[at];
    while (at < scan->len && scan->text[at] == c)
        at++;
    return at;
}

/* ------------------------------------------------------------- one address */

struct address {
    size_t begin;
    size_t name;  /* after "http://" or "www." */
    size_t end;   /* of the address: white space, a mark, or a character that no address has */
    bool is_http; /* http or ftp */
    bool is_www;
    bool is_odd;    /* some of it would be escaped */
    bool is_simple; /* none of it has a meaning in any dialect */
    bool is_foul;   /* cannot be between "<" and ">" either */
};

/* Whether "://" at AT belongs to a web address; *SCHEME gets the start of its scheme. */
static bool is_http(const struct scan *scan, size_t at, size_t *scheme)
{
    static const char *const names[] = {"https", "http", "ftp"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        size_t len = strlen(names[i]);
        if (at < len || strncasecmp(scan->text + at - len, names[i], len) != 0)
            continue;
        if (at > len && pith__is_alpha((unsigned char)scan->text[at - len - 1]))
            return false;
        *scheme = at - len;
        return true;
    }
    return false;
}

/* Whether an address starts at AT, or its scheme ends there. */
static bool starts_address(const struct scan *scan, size_t at, struct address *address)
{
    const char *p = scan->text + at;
    size_t left = scan->len - at;
    *address = (struct address){.begin = at, .is_simple = true};
    if (left >= 3 && memcmp(p, "://", 3) == 0) {
        address->name = at + 3;
        address->is_http = is_http(scan, at, &address->begin);
        return true;
    }
    address->name = at + 4;
    address->is_www =
        left >= 4 && strncasecmp(p, "www.", 4) == 0 && (at == 0 || !pith__md_is_word(p[-1]));
    return address->is_www;
}

/* Whether the character at AT ends an address. Otherwise *LEN is its length. */
static bool ends_address(const struct scan *scan, size_t at, size_t *len)
{
    char c = scan->text[at];
    uint32_t cp;
    *len = 1;
    if ((unsigned char)c < 0x80)
        return is_gap(c) || is_mark(c) || c == '<' || c == '>' || c == '\\';
    *len = pith__utf8_next((const unsigned char *)scan->text + at, &cp);
    return (pith__unicode_class(cp) & PITH__UC_WORD) == 0;
}

static void measure(const struct scan *scan, struct address *address)
{
    size_t at = address->name;
    size_t len = 0;
    for (; at < scan->len && !ends_address(scan, at, &len); at += len) {
        char c = scan->text[at];
        if (c == '_') {
            len = run_end(scan, at) - at;
            address->is_odd |= underscores_are_odd(scan, at, at + len);
        } else if (is_odd(scan, at)) {
            address->is_odd = true;
            address->is_foul |= is_one_of(c, "&`|");
        }
        address->is_simple &= pith__md_is_word(c) || is_one_of(c, "-./:?=%+,;@!$~#_&*");
    }
    address->end = at;
}

/* Whether nothing after an address could be taken for a part of it. A tag starts with "<", which
 * ends the address unless there is only a name so far, which could be the user's in front of an
 * "@". All parsers leave out emphasis marks if at most a full stop or a comma follows. */
static bool is_calm(const struct scan *scan, const struct address *address, size_t *gap)
{
    size_t at = address->end;
    char c = char_at(scan, at);
    *gap = at;
    if (at >= scan->len || is_gap(c))
        return true;
    if (c == TAG)
        return memchr(scan->text + address->name, '/', at - address->name) != NULL;
    if (scan->in_link)
        return c == LINK_CLOSE;
    if (c != STARS_CLOSE)
        return false;
    at = run_end(scan, at);
    at += at < scan->len && (scan->text[at] == '.' || scan->text[at] == ',');
    *gap = at;
    return at >= scan->len || is_gap(scan->text[at]);
}

/* Trims what GitHub's dialect would not include in the address. */
static size_t trimmed(const struct scan *scan, const struct address *address)
{
    size_t end = address->end;
    size_t opened = 0;
    size_t closed = 0;
    for (size_t i = address->name; i < end; i++) {
        opened += scan->text[i] == '(';
        closed += scan->text[i] == ')';
    }
    for (; end > address->name; end--) {
        char c = scan->text[end - 1];
        if (c == ')' && closed > opened)
            closed--;
        else if (!is_one_of(c, "?!.,:;*_~'\""))
            break;
    }
    return end;
}

/* Whether an emphasis mark that touches a bracket can be next to C, by the rules of CommonMark. */
static bool is_clear(char c)
{
    return is_gap(c) || (c > ' ' && c < 0x7F && !pith__md_is_word(c));
}

/* Whether brackets can be around [BEGIN, END). They are punctuation: an emphasis mark that touches
 * them must not have a letter on its other side. */
static bool takes_brackets(const struct scan *scan, size_t begin, size_t end)
{
    const char *text = scan->text;
    size_t before = begin;
    size_t after = end;
    bool flanked = false;
    for (; before > 0 && is_mark(text[before - 1]); before--)
        flanked |= text[before - 1] == STARS_OPEN || text[before - 1] == TILDES;
    if (flanked && before > 0 && !is_clear(text[before - 1]))
        return false;
    flanked = false;
    for (; after < scan->len && is_mark(text[after]); after++)
        flanked |= text[after] == STARS_CLOSE || text[after] == TILDES;
    return !flanked || after == scan->len || is_clear(text[after]);
}

static pith_status add(struct scan *scan, size_t begin, size_t end, enum pith__md_way way)
{
    struct pith__vec *spans = &scan->md->spans;
    PITH__TRY(pith__vec_reserve(spans, scan->md->in.page->blocks.allocator, 1));
    struct pith__md_span span = {(uint32_t)begin, (uint32_t)end, (uint8_t)way};
    ((struct pith__md_span *)spans->data)[spans->len++] = span;
    return PITH_OK;
}

/* Decides how to write an address; *AT becomes the position after it. */
static pith_status plan_address(struct scan *scan, struct address *address, size_t *at)
{
    size_t gap;
    measure(scan, address);
    bool calm = is_calm(scan, address, &gap);
    *at = address->end;
    if (!address->is_odd && calm && (!scan->in_link || address->is_simple)) {
        if (address->end > address->begin)
            PITH__TRY(add(scan, address->begin, address->end, PITH__MD_RAW));
        return char_at(scan, gap) == '\n' && gap < scan->len
                   ? add(scan, gap, gap + 1, PITH__MD_SPACES)
                   : PITH_OK;
    }
    size_t end = trimmed(scan, address);
    bool bracketed = !scan->in_link && end > address->name;
    if (end == address->end && bracketed)
        bracketed = takes_brackets(scan, address->begin, end);
    else if (bracketed)
        bracketed = takes_brackets(scan, address->begin, address->begin);
    enum pith__md_way way = PITH__MD_LOOSE;
    if (bracketed && address->is_http && !address->is_foul)
        way = PITH__MD_ANGLED;
    else if (bracketed && address->is_www && address->is_simple && !address->is_odd &&
             (address->begin == 0 || scan->text[address->begin - 1] != '!'))
        way = PITH__MD_LINKED;
    *at = way == PITH__MD_LOOSE ? address->end : end;
    return add(scan, address->begin, *at, way);
}

/* ------------------------------------------------------------------- words */

/* Whether the "." at AT could be part of a domain name: before the two letters of a country, or one
 * of the old top-level domains. Those are what markdown-it knows. */
static bool is_domain_dot(const struct scan *scan, size_t at)
{
    static const char *const endings[] = {"com",  "org",  "net",  "edu",   "gov",  "biz",
                                          "pro",  "web",  "xxx",  "aero",  "asia", "coop",
                                          "info", "name", "shop", "museum"};
    size_t len = 0;
    if (at == 0 || !is_wordy(scan->text[at - 1]) || !is_wordy(char_at(scan, at + 1)))
        return false;
    const char *label = scan->text + at + 1;
    size_t left = scan->len - at - 1;
    if ((unsigned char)label[0] >= 0x80 || (left >= 4 && strncasecmp(label, "xn--", 4) == 0))
        return true;
    while (len < left && len < 7 && pith__md_is_word(label[len]))
        len++;
    for (size_t i = 0; i < sizeof endings / sizeof *endings; i++) {
        if (strlen(endings[i]) == len && strncasecmp(label, endings[i], len) == 0)
            return true;
    }
    return len == 2;
}

/* What is known about a word without an address as above: e-mail addresses and bare names. */
struct word {
    bool at_sign;
    bool domain;
    bool path; /* after a bare name */
    bool is_odd;
};

static void look_at(const struct scan *scan, size_t *at, struct word *word)
{
    char c = scan->text[*at];
    size_t end = c == '_' ? run_end(scan, *at) : *at + 1;
    if (c == '@')
        word->at_sign |=
            *at > 0 && is_wordy(char_at(scan, end)) &&
            (pith__md_is_word(scan->text[*at - 1]) || is_one_of(scan->text[*at - 1], "._+-"));
    else if (c == '.')
        word->domain |= is_domain_dot(scan, *at);
    else if (is_one_of(c, "/?#:"))
        word->path |= word->domain;
    else if (c == '_')
        word->is_odd |= underscores_are_odd(scan, *at, end);
    else if (c == '&' || word->path)
        word->is_odd |= is_odd(scan, *at);
    *at = end;
}

/* Looks at text from *AT on, up to the end of the word or of the first address in it. */
static pith_status plan_word(struct scan *scan, size_t *at)
{
    size_t begin = *at;
    struct word word = {false, false, false, false};
    struct address address;
    while (*at < scan->len && !is_gap(scan->text[*at])) {
        char c = scan->text[*at];
        bool may_start = c == ':' || c == 'w' || c == 'W';
        if (is_wordy(c) && !may_start) { /* true of most characters */
            ++*at;
            continue;
        }
        if (c == LINK_OPEN || c == LINK_CLOSE)
            scan->in_link = c == LINK_OPEN;
        if (may_start && starts_address(scan, *at, &address))
            return plan_address(scan, &address, at);
        look_at(scan, at, &word);
    }
    if ((word.at_sign || word.domain) && word.is_odd && !scan->in_link)
        return add(scan, begin, *at, PITH__MD_LOOSE);
    return PITH_OK;
}

pith_status pith__md_plan(struct pith__md *md)
{
    md->spans.len = md->span = 0;
    if (!may_have_address(&md->in))
        return PITH_OK;
    PITH__TRY(flatten(md));
    struct scan scan = {md, md->flat.data, md->flat.len, '\n', false};
    if (md->place == PITH__MD_CELL)
        scan.end = '<';
    for (size_t at = 0; at < scan.len;) {
        if (is_gap(scan.text[at]))
            at++;
        else
            PITH__TRY(plan_word(&scan, &at));
    }
    return PITH_OK;
}

bool pith__md_ends_raw(const struct pith__md *md)
{
    const struct pith__md_span *spans = md->spans.data;
    return md->spans.len > 0 && spans[md->spans.len - 1].way == PITH__MD_RAW;
}

enum pith__md_way pith__md_way_at(struct pith__md *md, size_t piece, size_t at, size_t *end)
{
    const struct pith__md_span *spans = md->spans.data;
    if (md->spans.len == 0)
        return PITH__MD_USUAL;
    size_t start = ((const uint32_t *)md->starts.data)[piece];
    while (md->span < md->spans.len && spans[md->span].end <= start + at)
        md->span++;
    if (md->span == md->spans.len)
        return PITH__MD_USUAL;
    const struct pith__md_span *span = &spans[md->span];
    size_t limit = span->begin > start + at ? span->begin : span->end;
    if (limit - start < *end)
        *end = limit - start;
    return span->begin > start + at ? PITH__MD_USUAL : (enum pith__md_way)span->way;
}
