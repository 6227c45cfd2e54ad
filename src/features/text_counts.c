/*
 * text_counts.c - computes the counts of text_counts.h. In: the text of a block.
 *
 * As in the paper, words are runs between white space that hold a letter or digit. In scripts
 * without spaces each character counts alone. Each function here reads the text once.
 */
#include "features/text_counts.h"

#include "text/letters.h"

/* ------------------------------------------------------------------ tokens */

struct reader {
    const unsigned char *at;
    const unsigned char *end;
};

/* A run without white space, or a single character of a script without spaces. */
struct token {
    struct pith__span text;
    uint32_t characters; /* without combining accents */
    bool word;           /* contains a letter or digit */
    bool space;          /* white space before it */
};

static bool next_token(struct reader *reader, struct token *token)
{
    const unsigned char *p = reader->at;
    const unsigned char *start = NULL;
    *token = (struct token){.space = false};
    while (p < reader->end) {
        uint32_t cp;
        size_t len = pith__utf8_next(p, &cp);
        unsigned flags = pith__unicode_class(cp);
        if ((flags & (PITH__UC_SPACE | PITH__ALONE)) != 0 && start != NULL)
            break;
        if ((flags & PITH__UC_SPACE) != 0) {
            token->space = true;
        } else {
            if (start == NULL)
                start = p;
            token->characters += !pith__is_accent(cp);
            if ((flags & PITH__UC_WORD) != 0)
                token->word = true;
        }
        p += len;
        if ((flags & PITH__ALONE) != 0)
            break;
    }
    reader->at = p;
    if (start == NULL)
        return false;
    token->text = (struct pith__span){start, (size_t)(p - start)};
    return true;
}

static struct reader read_block(const pith_block *block)
{
    const unsigned char *text = (const unsigned char *)block->text;
    return (struct reader){text, text + block->text_len};
}

/* ------------------------------------------------------------------ counts */

static bool is_semicolon(uint32_t cp)
{
    return cp == ';' || cp == 0x61B || cp == 0xFF1B;
}

/* PITH__UC_STOP characters that are question or exclamation marks. */
static bool is_question(uint32_t cp)
{
    switch (cp) {
    case '!':
    case '?':
    case 0x37E:
    case 0x61F:
    case 0x1367:
    case 0x1944:
    case 0x1945:
    case 0x203C:
    case 0x203D:
    case 0x2047:
    case 0x2048:
    case 0x2049:
    case 0xFE15:
    case 0xFE16:
    case 0xFE56:
    case 0xFE57:
    case 0xFF01:
    case 0xFF1F:
        return true;
    default:
        return false;
    }
}

static bool is_bar(uint32_t cp)
{
    return cp == '|' || cp == 0x2502 || cp == 0xFF5C;
}

static bool is_closer(uint32_t cp)
{
    return cp == '"' || cp == '\'' || cp == ')' || cp == ']';
}

/* Counts a character the way blocks/fold.c does. *STOPPED: the last character was a full stop,
 * which counts if only white space follows. */
static void see_character(struct pith__text_counts *counts, bool *stopped, uint32_t cp,
                          unsigned flags)
{
    counts->bars += is_bar(cp);
    if ((flags & PITH__UC_STOP) != 0 || is_semicolon(cp)) {
        bool full = !is_question(cp) && !is_semicolon(cp);
        counts->full_stops += full && cp >= 0x80; /* these need no space after them */
        *stopped = full && cp < 0x80;
    } else if ((flags & PITH__UC_WORD) != 0 || (cp < 0x80 && !is_closer(cp))) {
        *stopped = false;
    }
}

/* Counts the characters of a token and checks its case. */
static void see_token(struct pith__text_counts *counts, bool *stopped, const struct token *token)
{
    const unsigned char *p = token->text.ptr;
    const unsigned char *end = p + token->text.len;
    bool first = true, start_upper = false, upper = false, other = false;
    while (p < end) {
        uint32_t cp;
        p += pith__utf8_next(p, &cp);
        unsigned flags = pith__unicode_class(cp);
        see_character(counts, stopped, cp, flags);
        if ((flags & PITH__UC_WORD) == 0)
            continue;
        if (first)
            start_upper = (flags & PITH__UC_UPPER) != 0;
        first = false;
        if ((flags & PITH__UC_UPPER) != 0)
            upper = true;
        else if ((flags & PITH__UC_DIGIT) == 0 && !pith__is_accent(cp))
            other = true;
    }
    counts->start_upper += start_upper;
    counts->all_upper += upper && !other;
    counts->characters += token->word ? token->characters : 0;
}

/* True if the last character of PREVIOUS ends a sentence, given that TOKEN follows. */
static bool breaks(struct pith__span previous, const struct token *token)
{
    uint32_t cp;
    if (previous.len == 0) /* no previous token */
        return false;
    const unsigned char *p = previous.ptr + previous.len;
    do
        p--;
    while (p > previous.ptr && (*p & 0xC0) == 0x80);
    pith__utf8_next(p, &cp);
    return (token->space || cp >= 0x80) &&
           ((pith__unicode_class(cp) & PITH__UC_STOP) != 0 || is_semicolon(cp));
}

struct pith__text_counts pith__text_count(const pith_block *block)
{
    struct pith__text_counts counts = {0, 0, 0, 0, 0, 0, 0};
    struct reader reader = read_block(block);
    bool stopped = false;
    struct token token;
    struct pith__span previous = {NULL, 0};
    while (next_token(&reader, &token)) {
        if (token.space) {
            counts.full_stops += stopped;
            stopped = false;
        }
        counts.breaks += breaks(previous, &token);
        see_token(&counts, &stopped, &token);
        counts.dates += pith__is_date(token.text, previous);
        previous = token.text;
    }
    counts.full_stops += stopped;
    return counts;
}
