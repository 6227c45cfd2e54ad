/*
 * sentences.c - see sentences.h. In: text. Out: slices of it.
 *
 * The scan stops at characters that may end a sentence. The decision depends on the word before it,
 * the characters right after it, and the first word after the space that follows. All three are
 * read within fixed limits, so the work stays linear.
 */
#include "text/sentences.h"

#include "base/unicode.h"

/* Maximum bytes of an abbreviation or starter; maximum number of openers before a word; maximum
 * digits of a list item number, and of an ordinal; minimum characters of a Thai sentence. */
enum { WORD_MOST = 24, OPENERS_MOST = 6, ITEM_DIGITS = 3, ORDINAL_DIGITS = 2, THAI_LEAST = 30 };

enum kind { NONE, NEVER, TITLE, NUMBER, MAYBE };

/* -------------------------------------------------------------- characters */

/* Reads the character at P, before END; an invalid byte counts as a character. */
static size_t next_char(const unsigned char *p, const unsigned char *end, uint32_t *cp)
{
    static const unsigned char lengths[16] = {1, 1, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0, 2, 2, 3, 4};
    size_t len = lengths[*p >> 4];
    bool good = len > 0 && len <= (size_t)(end - p);
    for (size_t i = 1; good && i < len; i++)
        good = (p[i] & 0xC0) == 0x80;
    if (!good) {
        *cp = 0xFFFD;
        return 1;
    }
    return pith__utf8_next(p, cp);
}

/* Returns the character that ends before P, after BEGIN; 0 if there is none. */
static uint32_t char_before(const unsigned char *begin, const unsigned char *p)
{
    const unsigned char *at = p;
    uint32_t cp;
    if (p == begin)
        return 0;
    do
        at--;
    while (at > begin && p - at < 4 && (*at & 0xC0) == 0x80);
    return at + next_char(at, p, &cp) == p ? cp : 0xFFFD;
}

static bool is_space(uint32_t cp)
{
    return (pith__unicode_class(cp) & PITH__UC_SPACE) != 0;
}

static bool is_word(uint32_t cp)
{
    return (pith__unicode_class(cp) & PITH__UC_WORD) != 0;
}

static bool is_upper(uint32_t cp)
{
    return (pith__unicode_class(cp) & PITH__UC_UPPER) != 0;
}

static bool is_digit(uint32_t cp)
{
    return (pith__unicode_class(cp) & PITH__UC_DIGIT) != 0;
}

/* True for lower case letters of scripts that start sentences with capitals. */
static bool is_lower(uint32_t cp)
{
    unsigned flags = pith__unicode_class(cp);
    if ((flags & (PITH__UC_WORD | PITH__UC_UPPER | PITH__UC_DIGIT)) != PITH__UC_WORD)
        return false;
    return cp < 0x530 || (cp >= 0x560 && cp < 0x590) || (cp >= 0x1E00 && cp < 0x2000);
}

static bool is_cjk(uint32_t cp)
{
    return (pith__unicode_class(cp) & (PITH__UC_HAN | PITH__UC_KANA)) != 0;
}

static bool is_thai(uint32_t cp)
{
    return cp >= 0xE01 && cp < 0xF00 && cp != 0xE3F;
}

/* Closing brackets and quotes, including quotes that close in some languages. */
static bool is_closer(uint32_t cp)
{
    switch (cp) {
    case '"':
    case '\'':
    case ')':
    case ']':
    case '}':
    case 0xAB: /* angle quotes: opening in one language, closing in another */
    case 0xBB:
    case 0x2018:
    case 0x2019:
    case 0x201C:
    case 0x201D:
    case 0x2039:
    case 0x203A:
    case 0x300B: /* CJK */
    case 0x3009:
    case 0x300D:
    case 0x300F:
    case 0x3011:
    case 0x3015:
    case 0xFF02:
    case 0xFF09:
    case 0xFF3D:
    case 0xFF63:
        return true;
    default:
        return false;
    }
}

static bool is_opener(uint32_t cp)
{
    switch (cp) {
    case '"':
    case '\'':
    case '(':
    case '[':
    case '{':
    case '*':
    case 0xA1:
    case 0xAB:
    case 0xBB:
    case 0xBF:
    case 0x2018:
    case 0x2019:
    case 0x201A:
    case 0x201C:
    case 0x201D:
    case 0x201E:
    case 0x2039:
    case 0x203A:
        return true;
    default:
        return false;
    }
}

static bool is_dash(uint32_t cp)
{
    return cp == '-' || (cp >= 0x2010 && cp <= 0x2015);
}

static bool is_ellipsis(uint32_t cp)
{
    return cp == 0x2026 || cp == 0x22EF;
}

/* True for stops that need a space after them to end a sentence. */
static bool needs_space(uint32_t cp)
{
    return cp == '.' || cp == '!' || cp == '?' || cp == ';' || is_ellipsis(cp) ||
           (cp >= 0x203C && cp <= 0x2049);
}

static bool is_stop(uint32_t cp)
{
    return is_ellipsis(cp) || (pith__unicode_class(cp) & PITH__UC_STOP) != 0;
}

/* ------------------------------------------------------------------ tables */

struct abbreviation {
    const char *text;
    enum kind kind;
};

static const struct abbreviation abbreviations[] = {
#define ABBREVIATION(kind, text) {text, kind},
#include "text/abbreviations.def"
#undef ABBREVIATION
};

static const char *const starters[] = {
#define STARTER(text) text,
#include "text/starters.def"
#undef STARTER
};

/* Stores WORD with ASCII letters in lower case; an empty string if it is too long for the
 * tables. */
static void fold(struct pith__span word, char out[WORD_MOST + 1])
{
    size_t len = word.len <= WORD_MOST ? word.len : 0;
    for (size_t i = 0; i < len; i++)
        out[i] = (char)pith__lower(word.ptr[i]);
    out[len] = '\0';
}

static enum kind find_abbreviation(const char *word)
{
    size_t low = 0, high = sizeof abbreviations / sizeof *abbreviations;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        int order = strcmp(word, abbreviations[middle].text);
        if (order == 0)
            return abbreviations[middle].kind;
        if (order < 0)
            high = middle;
        else
            low = middle + 1;
    }
    return NONE;
}

static bool is_starter(const char *word)
{
    size_t low = 0, high = sizeof starters / sizeof *starters;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        int order = strcmp(word, starters[middle]);
        if (order == 0)
            return true;
        if (order < 0)
            high = middle;
        else
            low = middle + 1;
    }
    return false;
}

/* --------------------------------------------------------- word before stop */

/* Returns what a full stop may belong to: the run before it, back to a space, quote, bracket, slash
 * or dash. Stops early if the run is too long. */
static struct pith__span word_before(const unsigned char *begin, const unsigned char *stop)
{
    const unsigned char *at = stop;
    while (at > begin && stop - at <= WORD_MOST) {
        uint32_t cp = char_before(begin, at);
        if (is_space(cp) || is_opener(cp) || is_closer(cp) || is_dash(cp) || cp == '/' || cp == ',')
            break;
        at--;
        while (at > begin && (*at & 0xC0) == 0x80)
            at--;
    }
    return (struct pith__span){at, (size_t)(stop - at)};
}

static bool all_digits(struct pith__span word)
{
    for (size_t i = 0; i < word.len; i++) {
        if (word.ptr[i] < '0' || word.ptr[i] > '9')
            return false;
    }
    return word.len > 0;
}

/* True for a single letter, or letters separated by full stops: "J", "U.S", "z.B" */
static bool is_initials(struct pith__span word)
{
    const unsigned char *p = word.ptr, *end = word.ptr + word.len;
    bool letter = false;
    while (p < end) {
        uint32_t cp;
        p += next_char(p, end, &cp);
        if (letter ? cp != '.' : !is_upper(cp) && !is_lower(cp))
            return false;
        letter = !letter;
    }
    return letter;
}

/* True if the text before a letter at P rules out an initial: the t of "isn't", the K of "150
 * K". */
static bool belongs_to_more(const unsigned char *begin, const unsigned char *p)
{
    uint32_t cp = char_before(begin, p);
    if (cp == '\'' || cp == 0x2019)
        return p - begin > 1 && is_word(char_before(begin, p - (cp == '\'' ? 1 : 3)));
    return cp == ' ' && is_digit(char_before(begin, p - 1));
}

/* --------------------------------------------------------------- what follows */

/* The first word after a stop. */
struct follows {
    bool nothing;           /* end of the text */
    bool dashed;            /* preceded by a dash */
    uint32_t first;         /* its first character */
    struct pith__span word; /* as much as the tables need */
};

static struct follows look_ahead(const unsigned char *p, const unsigned char *end)
{
    struct follows next = {false, false, 0, {p, 0}};
    uint32_t cp = 0;
    size_t len = 0;
    unsigned openers = 0;
    while (p < end) {
        len = next_char(p, end, &cp);
        bool dash = is_dash(cp);
        if (!is_space(cp) && !((is_opener(cp) || dash) && openers++ < OPENERS_MOST))
            break;
        next.dashed |= dash;
        p += len;
    }
    next.nothing = p == end;
    if (next.nothing)
        return next;
    next.first = cp;
    next.word.ptr = p;
    while (p < end && (size_t)(p - next.word.ptr) <= WORD_MOST) {
        len = next_char(p, end, &cp);
        if (!is_word(cp))
            break;
        p += len;
    }
    next.word.len = (size_t)(p - next.word.ptr);
    return next;
}

/* In German, where nouns are capitalized, a number with a full stop is an ordinal after an article
 * or before a month, for example. */
static bool precedes_ordinal(const unsigned char *begin, const unsigned char *number)
{
    static const char *const words[] = {"der", "die", "das", "dem", "den", "des", "im",
                                        "am",  "vom", "zum", "zur", "ein", "vor"};
    char folded[WORD_MOST + 1];
    if (number - begin < 2)
        return false;
    fold(word_before(begin, number - 1), folded);
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        if (strcmp(folded, words[i]) == 0)
            return true;
    }
    return false;
}

static bool follows_ordinal(const char *word)
{
    static const char *const words[] = {
        "januar",      "februar",      "märz",        "april",      "mai",      "juni",
        "juli",        "august",       "september",   "oktober",    "november", "dezember",
        "jahrhundert", "jahrhunderts", "jahrtausend", "weltkrieg",  "jh",       "geburtstag",
        "platz",       "klasse",       "auflage",     "lebensjahr", "minute",   "runde",
        "spieltag",    "bezirk"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        if (strcmp(word, words[i]) == 0)
            return true;
    }
    return false;
}

/* ----------------------------------------------------------------- decision */

/* True if a single full stop ends the sentence that starts at BEGIN. */
static bool full_stop_ends(const unsigned char *begin, const unsigned char *stop,
                           const struct follows *next)
{
    struct pith__span word = word_before(begin, stop);
    char folded[WORD_MOST + 1], following[WORD_MOST + 1];
    if (word.len > WORD_MOST)
        return true;
    fold(next->word, following);
    if (all_digits(word)) {
        if (word.ptr == begin && word.len <= ITEM_DIGITS)
            return false;
        return word.len > ORDINAL_DIGITS ||
               !(follows_ordinal(following) || precedes_ordinal(begin, word.ptr));
    }
    fold(word, folded);
    enum kind kind = find_abbreviation(folded);
    if (kind == TITLE)
        kind = word.ptr[0] >= 'A' && word.ptr[0] <= 'Z' ? NEVER : NONE;
    if (kind == NONE && is_initials(word) && !belongs_to_more(begin, word.ptr))
        kind = MAYBE;
    if (kind == NEVER || (is_digit(next->first) && kind != NONE))
        return false;
    return kind != MAYBE || is_starter(following);
}

/* A run of stops. */
struct stop {
    const unsigned char *end; /* after the stops and closing quotes or brackets */
    uint32_t last;            /* last of the stops */
    unsigned count; /* full stops, exclamation marks and so on; an ellipsis counts as three */
    bool asks;      /* one of them is not a full stop */
    bool quoted;    /* quotes or brackets close after them */
};

/* Skips a citation such as "[12]" at P; returns P if there is none. */
static const unsigned char *pass_reference(const unsigned char *p, const unsigned char *end)
{
    const unsigned char *at = p + 1;
    if (p == end || *p != '[')
        return p;
    while (at < end && at - p <= 4 && *at >= '0' && *at <= '9')
        at++;
    return at < end && at > p + 1 && *at == ']' ? at + 1 : p;
}

/* A quote with spaces on both sides closes as well, in French and in text rejoined from tokens.
 * Skips the space at P if such a quote follows; otherwise returns P. */
static const unsigned char *pass_space_to_quote(const unsigned char *p, const unsigned char *end)
{
    uint32_t space, quote, after = ' ';
    if (p == end)
        return p;
    const unsigned char *at = p + next_char(p, end, &space);
    if (!is_space(space) || space == '\n' || at == end)
        return p;
    const unsigned char *behind = at + next_char(at, end, &quote);
    if (behind < end)
        next_char(behind, end, &after);
    bool closes = quote == '"' || quote == '\'' || quote == 0xBB || quote == 0x201D;
    return closes && (is_space(after) || is_stop(after)) ? at : p;
}

static bool starts_word(const unsigned char *p, const unsigned char *end)
{
    uint32_t cp;
    next_char(p, end, &cp);
    return is_word(cp);
}

/* Reads the run of stops at P. The first is CP, LEN bytes long. */
static struct stop take_stops(const unsigned char *p, const unsigned char *end, uint32_t cp,
                              size_t len)
{
    struct stop stop = {p, cp, 0, false, false};
    while (stop.end < end) {
        if (!is_stop(cp) && !(cp == ';' && stop.end == p)) {
            /* ". . ." is an ellipsis, too. */
            if (cp != ' ' || stop.last != '.' || end - stop.end < 2 || stop.end[1] != '.')
                break;
        } else {
            stop.last = cp;
            stop.count += is_ellipsis(cp) ? 3 : 1;
            stop.asks |= cp != '.' && !is_ellipsis(cp);
        }
        stop.end += len;
        if (stop.end < end)
            len = next_char(stop.end, end, &cp);
    }
    const unsigned char *reference;
    while ((reference = pass_reference(stop.end, end)) > stop.end)
        stop.end = reference;
    stop.end = pass_space_to_quote(stop.end, end);
    while (stop.end < end) {
        len = next_char(stop.end, end, &cp);
        if (!is_closer(cp) || (cp == 0x201C && !needs_space(stop.last) && stop.end + len < end &&
                               starts_word(stop.end + len, end)))
            break;
        stop.quoted = true;
        stop.end += len;
    }
    while ((reference = pass_reference(stop.end, end)) > stop.end)
        stop.end = reference;
    return stop;
}

/* For a stop that needs no space, or between characters of scripts without spaces. */
static bool ends_without_space(const struct stop *stop, uint32_t before, uint32_t after)
{
    if (needs_space(stop->last))
        return is_cjk(after) && is_cjk(before) && !is_ellipsis(stop->last) && stop->count < 3;
    /* "...," he said: the sentence around the quotation continues. */
    return !(stop->quoted && (after == 0x3068 || after == 0x3063 || after == 0x3066 ||
                              after == 0x306A || after == 0x306E)) &&
           after != 0x3001 && after != 0xFF0C && after != ',' && after != 0x60C;
}

static bool is_greek(uint32_t cp)
{
    return cp >= 0x370 && cp < 0x400;
}

/* True if the sentence from BEGIN ends with the stop at P. */
static bool ends(const unsigned char *begin, const unsigned char *p, const unsigned char *end,
                 const struct stop *stop)
{
    uint32_t after, before = char_before(begin, p);
    if (stop->end == end)
        return true;
    next_char(stop->end, end, &after);
    if (!is_space(after))
        return ends_without_space(stop, before, after);
    struct follows next = look_ahead(stop->end, end);
    if (next.nothing)
        return true;
    if (stop->last == ';')
        return is_greek(before) && is_upper(next.first) && is_greek(next.first);
    if (!needs_space(stop->last))
        return ends_without_space(stop, before, next.first);
    if (is_lower(next.first) || next.first == ',' || next.first == ';' || next.first == ':')
        return false;
    if (stop->count > 1 || stop->asks || stop->quoted)
        return true;
    return full_stop_ends(begin, p, &next);
}

/* Thai has no stops; spaces separate sentences, but also clauses. True if a sentence that is long
 * enough ends at the space between the character BEFORE and P. Not if the next word continues it:
 * and, but, which, or, such as, that is, of, including, so that, more, by, said, that. */
static bool thai_ends(uint32_t before, const unsigned char *p, const unsigned char *end)
{
    static const char *const words[] = {"\u0E41\u0E25\u0E30",
                                        "\u0E41\u0E15\u0E48",
                                        "\u0E0B\u0E36\u0E48\u0E07",
                                        "\u0E2B\u0E23\u0E37\u0E2D",
                                        "\u0E40\u0E0A\u0E48\u0E19",
                                        "\u0E04\u0E37\u0E2D",
                                        "\u0E44\u0E14\u0E49",
                                        "\u0E02\u0E2D\u0E07",
                                        "\u0E23\u0E27\u0E21",
                                        "\u0E17\u0E33\u0E43\u0E2B\u0E49",
                                        "\u0E2D\u0E35\u0E01",
                                        "\u0E42\u0E14\u0E22",
                                        "\u0E01\u0E25\u0E48\u0E32\u0E27",
                                        "\u0E17\u0E35\u0E48",
                                        "\u0E27\u0E48\u0E32",
                                        "\u0E08\u0E36\u0E07",
                                        "\u0E01\u0E47",
                                        "\u0E46"};
    uint32_t cp;
    if (p == end || !is_thai(before) ||
        before == 0xE46) /* the repetition mark has spaces around it */
        return false;
    next_char(p, end, &cp);
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        size_t len = strlen(words[i]);
        if ((size_t)(end - p) >= len && memcmp(p, words[i], len) == 0)
            return false;
    }
    return is_thai(cp);
}

/* ---------------------------------------------------------------------- scan */

/* Bytes that the scan skips: all but stops, spaces and non-ASCII. */
static bool is_plain(unsigned char c)
{
    return c > ';' ? c != '?' && c < 0x80 : c > '!' && c != '.' && c != ';';
}

/* True if there is a line end at P, and another one with only white space in between. */
static bool is_blank_line(const unsigned char *p, const unsigned char *end)
{
    if (*p != '\n')
        return false;
    for (p++; p < end && pith__is_space(*p); p++) {
        if (*p == '\n')
            return true;
    }
    return false;
}

/* Skips the white space at P. */
static const unsigned char *pass_spaces(const unsigned char *p, const unsigned char *end)
{
    while (p < end) {
        uint32_t cp;
        size_t len = next_char(p, end, &cp);
        if (!is_space(cp))
            break;
        p += len;
    }
    return p;
}

/* Returns the end of the sentence that starts at BEGIN, after its last non-space character. */
static const unsigned char *find_end(const unsigned char *begin, const unsigned char *end,
                                     bool lines)
{
    const unsigned char *p = begin;
    const unsigned char *solid = begin; /* after the last non-space character */
    size_t thai = 0;
    uint32_t before = 0; /* the character before P if it is not ASCII, else 0 */
    while (p < end) {
        uint32_t cp;
        if (is_plain(*p)) {
            do
                p++;
            while (p < end && is_plain(*p));
            solid = p;
            before = 0;
            continue;
        }
        size_t len = next_char(p, end, &cp);
        if (is_space(cp)) {
            const unsigned char *next = pass_spaces(p, end);
            for (; p < next; p++) {
                if ((lines && *p == '\n') || is_blank_line(p, next))
                    return solid;
            }
            if (thai >= THAI_LEAST && thai_ends(before, next, end))
                return solid;
            before = 0;
            continue;
        }
        if (is_stop(cp) || cp == ';') {
            struct stop stop = take_stops(p, end, cp, len);
            if (ends(begin, p, end, &stop))
                return stop.end;
            p = solid = stop.end;
            before = 0;
            continue;
        }
        thai += is_thai(cp);
        before = cp;
        p += len;
        solid = p;
    }
    return solid;
}

bool pith__sentences_next(struct pith__sentences *sentences, struct pith__span *sentence)
{
    const unsigned char *end = sentences->text.ptr + sentences->text.len;
    const unsigned char *begin = pass_spaces(sentences->text.ptr, end);
    if (begin == end)
        return false;
    const unsigned char *stop = find_end(begin, end, sentences->lines);
    *sentence = (struct pith__span){begin, (size_t)(stop - begin)};
    sentences->text = (struct pith__span){stop, (size_t)(end - stop)};
    return true;
}
