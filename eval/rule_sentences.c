/*
 * rule_sentences.c - finds the ends of sentences; rule_sentences.h has the rules.
 */
#include "eval/rule_sentences.h"
#include "eval/wordchars.h"

static const char *const abbreviations[] = {
    "mr",  "mrs",  "ms",  "dr",  "prof", "sr",   "jr",  "st",  "rev",  "gen",    "col",
    "maj", "capt", "lt",  "sgt", "hon",  "gov",  "sen", "rep", "pres", "inc",    "ltd",
    "co",  "corp", "vs",  "etc", "eg",   "ie",   "e.g", "i.e", "u.s",  "u.k",    "a.m",
    "p.m", "no",   "nos", "vol", "fig",  "figs", "ed",  "eds", "al",   "approx", "dept",
    "est", "jan",  "feb", "mar", "apr",  "jun",  "jul", "aug", "sep",  "sept",   "oct",
    "nov", "dec",  "mt",  "ft",  "ave",  "blvd", "rd",  "z.b", "bzw",  "usw",    "ca"};

/* More than the length of any of them, in characters. */
enum { ABBREVIATION = 8 };

static bool is_wide_stop(uint32_t cp)
{
    return cp == 0x3002 || cp == 0xFF01 || cp == 0xFF1F;
}

static bool is_stop(uint32_t cp)
{
    return cp == '.' || cp == '!' || cp == '?' || is_wide_stop(cp);
}

static bool is_closing(uint32_t cp)
{
    return cp == '"' || cp == '\'' || cp == 0x201D || cp == 0x2019 || cp == ')' || cp == ']' ||
           cp == 0xBB;
}

static bool is_opening(uint32_t cp)
{
    return cp == '"' || cp == '\'' || cp == 0x201C || cp == 0x2018 || cp == '(' || cp == '[' ||
           cp == 0xAB;
}

static bool is_space(uint32_t cp)
{
    return (words_of(cp)->flags & WORDS_SPACE) != 0;
}

/* Skips all characters from P on for which IS is true. */
static const unsigned char *skip(const unsigned char *p, const unsigned char *end,
                                 bool (*is)(uint32_t))
{
    while (p < end) {
        uint32_t cp;
        size_t len = pith__utf8_next(p, &cp);
        if (!is(cp))
            break;
        p += len;
    }
    return p;
}

/* Does a new sentence begin after the white space at P? */
static bool is_followed(const unsigned char *p, const unsigned char *end)
{
    uint32_t cp;
    const unsigned char *next = skip(p, end, is_space);
    if (next == p)
        return false;
    next = skip(next, end, is_opening);
    if (next == end)
        return false;
    pith__utf8_next(next, &cp);
    return (words_of(cp)->flags & WORDS_ALNUM) != 0 && !(cp >= 'a' && cp <= 'z');
}

/* Start of the word before P, after any opening quotes and brackets. */
static const unsigned char *word_before(const unsigned char *start, const unsigned char *p)
{
    const unsigned char *word = p;
    while (word > start) {
        uint32_t cp;
        const unsigned char *back = word - 1;
        while (back > start && (*back & 0xC0) == 0x80)
            back--;
        pith__utf8_next(back, &cp);
        if (is_space(cp))
            break;
        word = back;
    }
    while (word < p) {
        uint32_t cp;
        size_t len = pith__utf8_next(word, &cp);
        if (!is_opening(cp) || cp == 0xAB)
            break;
        word += len;
    }
    return word;
}

/* Is the word from P to END an initial, such as J, or a common abbreviation? Compares in lower
 * case; the one character whose lower case has two characters is in neither. */
static bool is_shortened(const unsigned char *p, const unsigned char *end)
{
    char word[ABBREVIATION + 1];
    size_t count = 0;
    bool ascii = true, letter = false;
    for (; p < end && count < ABBREVIATION; count++) {
        uint32_t cp;
        p += pith__utf8_next(p, &cp);
        if (cp == 0x130)
            return false;
        cp = (uint32_t)((int32_t)cp + words_of(cp)->lower);
        letter = (words_of(cp)->flags & WORDS_ALPHA) != 0;
        ascii = ascii && cp < 0x80;
        word[count] = (char)(cp & 0x7F);
    }
    if (p < end || count == 0)
        return false;
    word[count] = '\0';
    if (count == 1 && letter)
        return true;
    for (size_t i = 0; ascii && i < sizeof abbreviations / sizeof *abbreviations; i++) {
        if (strcmp(abbreviations[i], word) == 0)
            return true;
    }
    return false;
}

void sentences_init(struct sentences *sentences, struct pith__span text)
{
    const unsigned char *start = text.len > 0 ? text.ptr : (const unsigned char *)"";
    *sentences = (struct sentences){start, start, start, start + text.len};
}

static struct pith__span cut(struct sentences *sentences, const unsigned char *end)
{
    struct pith__span sentence = {sentences->start, (size_t)(end - sentences->start)};
    sentences->start = sentences->at = end;
    return sentence;
}

struct pith__span sentences_next(struct sentences *sentences)
{
    const unsigned char *end = sentences->end;
    while (sentences->at < end) {
        uint32_t cp;
        const unsigned char *stop = sentences->at;
        sentences->at += pith__utf8_next(stop, &cp);
        if (!is_stop(cp))
            continue;
        if (stop >= sentences->run) { /* else the whole run was examined before */
            sentences->run = skip(stop, end, is_stop);
            const unsigned char *behind = skip(sentences->run, end, is_closing);
            if (is_followed(behind, end)) {
                bool single = cp == '.' && stop[1] != '.';
                if (!single || !is_shortened(word_before(sentences->start, stop), stop))
                    return cut(sentences, behind);
                sentences->at = behind;
                continue;
            }
        }
        if (is_wide_stop(cp))
            return cut(sentences, sentences->at);
    }
    return cut(sentences, end);
}
