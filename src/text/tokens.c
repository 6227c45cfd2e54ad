/*
 * tokens.c - see tokens.h. In: text. Out: its tokens in lower case. docs/explanation/perplexity.md
 * has the rules.
 *
 * Most text is plain ASCII words, which have a fast loop of their own; everything else is read
 * character by character.
 */
#include "text/tokens.h"

#include "base/unicode.h"
#include "text/case_table.inc"

enum { RUN = 3 }; /* longer runs of a mark are cut to this length */

/* Role of a character in a token. */
enum kind {
    BLANK,
    UNSEEN,   /* invisible, does not split: soft hyphen, direction marks, variation selectors */
    LETTER,   /* part of a word: letter, mark or digit of a script with spaces */
    SINGLE,   /* a token of its own: ideographs and hiragana */
    KATAKANA, /* runs of it are words */
    SYLLABIC, /* Thai, Lao, Khmer, Burmese */
    MARK
};

/* For ASCII letters and digits the lower case character, else 0. */
static const unsigned char plain[128] = {
    ['0'] = '0', ['1'] = '1', ['2'] = '2', ['3'] = '3', ['4'] = '4', ['5'] = '5', ['6'] = '6',
    ['7'] = '7', ['8'] = '8', ['9'] = '9', ['a'] = 'a', ['b'] = 'b', ['c'] = 'c', ['d'] = 'd',
    ['e'] = 'e', ['f'] = 'f', ['g'] = 'g', ['h'] = 'h', ['i'] = 'i', ['j'] = 'j', ['k'] = 'k',
    ['l'] = 'l', ['m'] = 'm', ['n'] = 'n', ['o'] = 'o', ['p'] = 'p', ['q'] = 'q', ['r'] = 'r',
    ['s'] = 's', ['t'] = 't', ['u'] = 'u', ['v'] = 'v', ['w'] = 'w', ['x'] = 'x', ['y'] = 'y',
    ['z'] = 'z', ['A'] = 'a', ['B'] = 'b', ['C'] = 'c', ['D'] = 'd', ['E'] = 'e', ['F'] = 'f',
    ['G'] = 'g', ['H'] = 'h', ['I'] = 'i', ['J'] = 'j', ['K'] = 'k', ['L'] = 'l', ['M'] = 'm',
    ['N'] = 'n', ['O'] = 'o', ['P'] = 'p', ['Q'] = 'q', ['R'] = 'r', ['S'] = 's', ['T'] = 't',
    ['U'] = 'u', ['V'] = 'v', ['W'] = 'w', ['X'] = 'x', ['Y'] = 'y', ['Z'] = 'z'};

uint32_t pith__char_lower(uint32_t cp)
{
    uint32_t block = cp >> 7;
    return block < CASE_BLOCKS ? cp + (uint32_t)case_moves[case_index[block]][cp & 0x7F] : cp;
}

uint64_t pith__token_hash(const unsigned char *text, size_t len)
{
    uint64_t hash = len * UINT64_C(0x9E3779B97F4A7C15);
    for (size_t i = 0; i < len; i += 8) {
        hash = (hash ^ pith__load8(text + i)) * UINT64_C(0xD6E8FEB86659FD93);
        hash ^= hash >> 32;
    }
    hash *= UINT64_C(0xD6E8FEB86659FD93);
    return hash ^ hash >> 32;
}

/* Reads the character at P, before END; an invalid byte is U+FFFD. Returns its length. */
static size_t read_char(const unsigned char *p, const unsigned char *end, uint32_t *cp)
{
    static const uint32_t least[5] = {0, 0, 0x80, 0x800, 0x10000};
    size_t len = p[0] < 0x80 ? 1 : p[0] < 0xC2 ? 0 : p[0] < 0xE0 ? 2 : p[0] < 0xF0 ? 3 : 4;
    bool good = len > 0 && p[0] < 0xF5 && (size_t)(end - p) >= len;
    for (size_t i = 1; good && i < len; i++)
        good = (p[i] & 0xC0) == 0x80;
    if (good) {
        pith__utf8_next(p, cp);
        if (*cp >= least[len] && *cp < 0x110000 && (*cp < 0xD800 || *cp > 0xDFFF))
            return len;
    }
    *cp = 0xFFFD;
    return 1;
}

static bool within(uint32_t cp, uint32_t low, uint32_t high)
{
    return cp - low <= high - low;
}

static bool is_unseen(uint32_t cp)
{
    return cp == 0xAD || cp == 0x34F || cp == 0x61C || within(cp, 0x180B, 0x180F) ||
           within(cp, 0x200C, 0x200F) || within(cp, 0x202A, 0x202E) || within(cp, 0x2060, 0x206F) ||
           within(cp, 0xFE00, 0xFE0F) || within(cp, 0xE0000, 0xE0FFF);
}

static enum kind kind_of(uint32_t cp)
{
    unsigned flags = pith__unicode_class(cp);
    if ((flags & PITH__UC_WORD) != 0) {
        if ((flags & (PITH__UC_HAN | PITH__UC_KANA | PITH__UC_SEA)) == 0)
            return LETTER;
        if ((flags & PITH__UC_HAN) != 0 || within(cp, 0x3041, 0x309F))
            return SINGLE;
        return (flags & PITH__UC_KANA) != 0 ? KATAKANA : SYLLABIC;
    }
    if ((flags & PITH__UC_SPACE) != 0 || cp < 0x20 || within(cp, 0x7F, 0x9F))
        return BLANK;
    if (is_unseen(cp))
        return UNSEEN;
    return MARK;
}

/* Maps variants of a mark to a single token. */
static uint32_t fold_mark(uint32_t cp)
{
    switch (cp) {
    case 0x2018:
    case 0x2019:
    case 0x201A:
    case 0x201B:
    case 0xB4: /* quotes */
        return '\'';
    case 0x201C:
    case 0x201D:
    case 0x201E:
    case 0x201F:
        return '"';
    case 0x2010:
    case 0x2011:
    case 0x2012:
    case 0x2013:
    case 0x2014:
    case 0x2015:
    case 0x2212:
        return '-';
    default:
        return cp;
    }
}

void pith__tokens_init(struct pith__tokens *tokens, struct pith__span text)
{
    tokens->start = tokens->at = text.ptr;
    tokens->end = text.ptr + text.len;
}

/* True if the character at P, before END, is part of a word. */
static bool goes_on(const unsigned char *p, const unsigned char *end)
{
    uint32_t cp;
    if (p >= end)
        return false;
    if (p[0] < 0x80)
        return plain[p[0]] != 0;
    read_char(p, end, &cp);
    return kind_of(cp) == LETTER;
}

static bool is_digit(unsigned char c)
{
    return (unsigned char)(c - '0') < 10;
}

/* True for a mark inside a word: a full stop before more of it, a comma or colon between digits. */
static bool mark_goes_on(const struct pith__tokens *tokens, const unsigned char *p, size_t len)
{
    if (*p == '.')
        return goes_on(p + 1, tokens->end);
    return (*p == ',' || *p == ':') && tokens->end - p > 1 && is_digit(p[1]) &&
           is_digit(tokens->text[len - 1]);
}

/* Reads the rest of a word whose first LEN bytes are read. Keeps zero-width joiners inside it. */
static size_t read_word(struct pith__tokens *tokens, size_t len)
{
    const unsigned char *p = tokens->at;
    unsigned char *out = tokens->text;
    while (p < tokens->end && len + 4 <= PITH__TOKEN_MOST) {
        uint32_t cp;
        if (*p < 0x80) {
            if (plain[*p] != 0)
                out[len++] = plain[*p++];
            else if (len > 0 && mark_goes_on(tokens, p, len))
                out[len++] = *p++;
            else
                break;
            continue;
        }
        size_t size = read_char(p, tokens->end, &cp);
        enum kind kind = kind_of(cp);
        if (kind == LETTER)
            len += pith__utf8_put(pith__char_lower(cp), out + len);
        else if ((cp == 0x200C || cp == 0x200D) && goes_on(p + size, tokens->end))
            len += pith__utf8_put(cp, out + len);
        else if (kind != UNSEEN)
            break;
        p += size;
    }
    tokens->at = p;
    return len;
}

static size_t read_katakana(struct pith__tokens *tokens)
{
    size_t len = 0;
    while (tokens->at < tokens->end && len + 4 <= PITH__TOKEN_MOST) {
        uint32_t cp;
        size_t size = read_char(tokens->at, tokens->end, &cp);
        if (kind_of(cp) != KATAKANA)
            break;
        len += pith__utf8_put(cp, tokens->text + len);
        tokens->at += size;
    }
    return len;
}

/* Thai and Lao vowels written before their consonant. */
static bool is_leading(uint32_t cp)
{
    return within(cp, 0x0E40, 0x0E44) || within(cp, 0x0EC0, 0x0EC4);
}

/* Signs written after, above or below a consonant in these scripts. */
static bool is_attached(uint32_t cp)
{
    return within(cp, 0x0E30, 0x0E3A) || cp == 0x0E45 || within(cp, 0x0E47, 0x0E4E) ||
           within(cp, 0x0EB0, 0x0EBC) || within(cp, 0x0EC8, 0x0ECE) || within(cp, 0x17B4, 0x17D3) ||
           cp == 0x17DD || within(cp, 0x102B, 0x103E) || within(cp, 0x1056, 0x1059) ||
           within(cp, 0x105E, 0x1060) || within(cp, 0x1062, 0x1064) || within(cp, 0x1067, 0x106D) ||
           within(cp, 0x1071, 0x1074) || within(cp, 0x1082, 0x108D) || cp == 0x108F ||
           within(cp, 0x109A, 0x109D) || cp == 0xA9E5 || within(cp, 0xAA7B, 0xAA7D);
}

/* Signs that put the next letter below this one. */
static bool is_stacker(uint32_t cp)
{
    return cp == 0x17D2 || cp == 0x1039;
}

/* Reads a consonant with all signs around it. */
static size_t read_syllabic(struct pith__tokens *tokens)
{
    size_t len = 0;
    uint32_t before = 0;
    while (tokens->at < tokens->end && len + 4 <= PITH__TOKEN_MOST) {
        uint32_t cp;
        size_t size = read_char(tokens->at, tokens->end, &cp);
        if (len > 0 && (kind_of(cp) != SYLLABIC ||
                        (!is_attached(cp) && !is_leading(before) && !is_stacker(before))))
            break;
        len += pith__utf8_put(cp, tokens->text + len);
        tokens->at += size;
        before = cp;
    }
    return len;
}

/* Reads a mark, or a run of the same mark. */
static size_t read_mark(struct pith__tokens *tokens)
{
    size_t len = 0, run = 0;
    uint32_t first = 0, cp;
    while (tokens->at < tokens->end) {
        size_t size = read_char(tokens->at, tokens->end, &cp);
        cp = fold_mark(cp);
        if (run > 0 && cp != first)
            break;
        first = cp;
        if (cp == 0x2026) {
            memcpy(tokens->text, "...", 3);
            len = 3;
        } else if (run < RUN) {
            len += pith__utf8_put(cp, tokens->text + len);
        }
        run++;
        tokens->at += size;
    }
    return len;
}

/* Reads a token whose first character is not an ASCII letter or digit. Returns 0 if there is
 * none. */
static size_t read_other(struct pith__tokens *tokens)
{
    uint32_t cp;
    size_t size = read_char(tokens->at, tokens->end, &cp);
    switch (kind_of(cp)) {
    case LETTER:
        return read_word(tokens, 0);
    case SINGLE:
        tokens->at += size;
        return pith__utf8_put(cp, tokens->text);
    case KATAKANA:
        return read_katakana(tokens);
    case SYLLABIC:
        return read_syllabic(tokens);
    case MARK:
        return read_mark(tokens);
    case BLANK:
    case UNSEEN:
        break;
    }
    tokens->at += size;
    return 0;
}

bool pith__tokens_next(struct pith__tokens *tokens, struct pith__text_token *token)
{
    const unsigned char *begin, *end = tokens->end;
    size_t len = 0;
    do {
        const unsigned char *p = tokens->at;
        while (p < end && *p <= ' ')
            p++;
        begin = tokens->at = p;
        if (p == end)
            return false;
        while (p < end && *p < 0x80 && plain[*p] != 0 && len + 4 <= PITH__TOKEN_MOST)
            tokens->text[len++] = plain[*p++];
        tokens->at = p;
        if (len == 0)
            len = read_other(tokens);
        else if (p < end && (*p >= 0x80 || *p == '.' || *p == ',' || *p == ':'))
            len = read_word(tokens, len);
    } while (len == 0);
    memset(tokens->text + len, 0, 8);
    *token = (struct pith__text_token){.hash = pith__token_hash(tokens->text, len),
                                       .text = tokens->text,
                                       .len = len,
                                       .begin = (size_t)(begin - tokens->start),
                                       .end = (size_t)(tokens->at - tokens->start)};
    return true;
}
