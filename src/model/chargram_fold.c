/*
 * chargram_fold.c - folding. In: text. Out: symbols of a small alphabet, for the n-gram models.
 *
 * The alphabet of the paper is the printable characters of ASCII. The Unicode alphabet has fifteen
 * more symbols, each for a class: ©; trade marks; bullets and arrows; angle quotes; currency signs;
 * numbers other than digits; upper-case and lower-case letters of other scripts; letters without
 * case; Han; kana; Hangul; the scripts of South-East Asia that have no spaces; other punctuation;
 * other symbols. Everything else is ~. In the non-lexical alphabet the classes of letters are the
 * letter a. tools/gen_fold.py writes the tables.
 *
 * A non-lexical model recognizes content by words and commas. The scripts of South-East Asia have
 * neither: a paragraph would be one endless word, which such a model has hardly ever seen. So they
 * get a space after every fifth letter, the word length that pith_block.words assumes. Han and kana
 * need none: they have commas and full stops.
 */
#include "base/unicode.h"
#include "model/chargram.h"

#include "model/fold_table.inc"

enum { SPACE = 1, TILDE = 95, FOLD_LIMIT = 0x40000, WORD_LETTERS = 5 };

unsigned pith__fold_symbols(unsigned folding)
{
    static const unsigned char symbols[PITH__FOLDINGS] = {
        SYMBOLS_ASCII, SYMBOLS_UNICODE, SYMBOLS_ASCII_WITHOUT_WORDS, SYMBOLS_UNICODE_WITHOUT_WORDS};
    return symbols[folding % PITH__FOLDINGS];
}

const char *pith__fold_name(unsigned folding, unsigned symbol)
{
    if (symbol >= pith__fold_symbols(folding))
        return "";
    return (folding & PITH__FOLD_NONLEXICAL) != 0 ? fold_names_without_words[symbol]
                                                  : fold_names[symbol];
}

/* Decodes the character at TEXT, of which LEN bytes are left. Each invalid byte is a U+FFFD. */
static size_t next_character(const unsigned char *text, size_t len, uint32_t *cp)
{
    unsigned char lead = text[0];
    size_t need = lead < 0xC2 || lead > 0xF4 ? 1 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4;
    bool good = need > 1 && need <= len;
    for (size_t i = 1; good && i < need; i++)
        good = (text[i] & 0xC0) == 0x80;
    if (!good) {
        *cp = 0xFFFD;
        return 1;
    }
    return pith__utf8_next(text, cp);
}

/* The lexical symbol of a character outside ASCII. */
static unsigned symbol_of(unsigned folding, uint32_t cp)
{
    unsigned symbol = TILDE;
    if ((folding & PITH__FOLD_UNICODE) == 0)
        symbol = pith__unicode_class(cp) == PITH__UC_SPACE ? SPACE : TILDE;
    else if (cp < FOLD_LIMIT)
        symbol = fold_blocks[(size_t)fold_index[cp >> 7] << 7 | (cp & 0x7F)];
    return symbol;
}

/* Is a space due before a character with this SYMBOL? *RUN counts the letters of the word. */
static bool word_ends(unsigned symbol, unsigned *run)
{
    bool ends = symbol == SYMBOL_UNSPACED && *run == WORD_LETTERS;
    *run = symbol != SYMBOL_UNSPACED ? 0 : ends ? 1 : *run + 1;
    return ends;
}

size_t pith__fold(unsigned folding, const unsigned char *text, size_t len, unsigned char *out,
                  uint32_t *starts)
{
    unsigned run = 0;
    return pith__fold_piece(folding, text, len, out, starts, &run);
}

size_t pith__fold_piece(unsigned folding, const unsigned char *text, size_t len, unsigned char *out,
                        uint32_t *starts, unsigned *run)
{
    bool alike = (folding & PITH__FOLD_NONLEXICAL) != 0;
    const unsigned char *ascii = alike ? fold_ascii_without_words : fold_ascii;
    size_t count = 0, at = 0;
    while (at < len) {
        size_t first = at;
        /* Eight bytes at a time while all of them are ASCII. */
        while (at + 8 <= len && (pith__load8(text + at) & UINT64_C(0x8080808080808080)) == 0) {
            for (size_t k = 0; k < 8; k++)
                out[count + k] = ascii[text[at + k]];
            at += 8;
            count += 8;
        }
        while (at < len && text[at] < 0x80)
            out[count++] = ascii[text[at++]];
        if (starts != NULL) {
            for (size_t k = first; k < at; k++)
                starts[count - (at - k)] = (uint32_t)k;
        }
        if (at > first)
            *run = 0;
        while (at < len && text[at] >= 0x80) {
            uint32_t cp;
            size_t begin = at;
            at += next_character(text + at, len - at, &cp);
            unsigned symbol = symbol_of(folding, cp);
            /* Such a letter has three bytes, so there is room for a space. */
            if (alike && word_ends(symbol, run)) {
                if (starts != NULL)
                    starts[count] = (uint32_t)begin;
                out[count++] = fold_without_words[SPACE];
            }
            if (starts != NULL)
                starts[count] = (uint32_t)begin;
            out[count++] = alike ? fold_without_words[symbol] : (unsigned char)symbol;
        }
    }
    return count;
}
