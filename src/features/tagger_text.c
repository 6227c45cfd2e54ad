/*
 * tagger_text.c - describes a text. In: the text of a block. Out: counts by kind of character. Each
 * text is read once, sixteen bytes at a time where it is ASCII.
 */
#include "base/lanes.h"
#include "base/unicode.h"
#include "features/tagger_state.h"

/* ---------------------------------------------------------------- counting */

/* Character classes. */
enum {
    IS_UPPER = 1 << 0,
    IS_LETTER = 1 << 1,
    IS_DIGIT = 1 << 2,
    IS_SPACE = 1 << 3,
    IS_COMMA = 1 << 4,
    IS_STOP = 1 << 5,
    IS_BAR = 1 << 6,
    IS_MONEY = 1 << 7
};

static bool is_money(uint32_t cp)
{
    return cp == '$' || (cp >= 0xA2 && cp <= 0xA5) || (cp >= 0x20A0 && cp <= 0x20CF) ||
           cp == 0xFFE5;
}

static bool is_comma(uint32_t cp)
{
    return cp == ',' || cp == 0x60C || cp == 0x3001 || cp == 0xFF0C;
}

static bool is_bar(uint32_t cp)
{
    switch (cp) {
    case '|':
    case '>':
    case 0xAB: /* « */
    case 0xB7: /* · */
    case 0xBB: /* » */
    case 0x2022:
    case 0x2039:
    case 0x203A:
    case 0xFF5C:
        return true;
    default:
        return (cp >= 0x2190 && cp <= 0x21FF) || (cp >= 0x25A0 && cp <= 0x25FF);
    }
}

/* Returns the class of any character. */
static unsigned kind_of(uint32_t cp)
{
    unsigned flags = pith__unicode_class(cp);
    if ((flags & PITH__UC_SPACE) != 0)
        return IS_SPACE;
    if ((flags & PITH__UC_DIGIT) != 0)
        return IS_DIGIT;
    if ((flags & PITH__UC_WORD) != 0)
        return IS_LETTER | ((flags & PITH__UC_UPPER) != 0 ? IS_UPPER : 0);
    return is_comma(cp)                   ? IS_COMMA
           : (flags & PITH__UC_STOP) != 0 ? IS_STOP
           : is_money(cp)                 ? IS_MONEY
           : is_bar(cp)                   ? IS_BAR
                                          : 0;
}

/* The classes of ASCII characters: letters and spaces by abbreviation, the rest by name. */
#define L IS_LETTER
#define U (IS_LETTER | IS_UPPER)
#define D IS_DIGIT
#define S IS_SPACE
/* clang-format off */
static const uint8_t ascii_kinds[128] = {
    S, S, S, S, S, S, S, S, S, S, S, S, S, S, S, S, S, S, S, S, S, S, S, S, S, S, S, S, S, S, S, S,
    S, IS_STOP, 0, 0, IS_MONEY, 0, 0, 0, 0, 0, 0, 0, IS_COMMA, 0, IS_STOP, 0, /* space to slash */
    D, D, D, D, D, D, D, D, D, D, 0, 0, 0, 0, IS_BAR, IS_STOP,
    0, U, U, U, U, U, U, U, U, U, U, U, U, U, U, U, U, U, U, U, U, U, U, U, U, U, U, 0, 0, 0, 0, 0,
    0, L, L, L, L, L, L, L, L, L, L, L, L, L, L, L, L, L, L, L, L, L, L, L, L, L, L, 0, IS_BAR, 0, 0, S,
};
/* clang-format on */
#undef L
#undef U
#undef D
#undef S

static bool is_digit(unsigned char c)
{
    return c >= '0' && c <= '9';
}

/* True if a four-digit number from 1900 to 2099 starts at P. */
static bool is_year(const unsigned char *p, const unsigned char *end)
{
    return end - p >= 4 && ((p[0] == '1' && p[1] == '9') || (p[0] == '2' && p[1] == '0')) &&
           is_digit(p[2]) && is_digit(p[3]) && (end - p == 4 || !is_digit(p[4]));
}

static uint8_t start_of(unsigned kind)
{
    return (kind & IS_UPPER) != 0    ? 3
           : (kind & IS_DIGIT) != 0  ? 2
           : (kind & IS_LETTER) != 0 ? 1
                                     : 0;
}

/* Handles what is neither letter nor space. Most characters are one of those. */
static void see_other(struct pith__look *look, unsigned kind)
{
    look->digits += (kind & IS_DIGIT) != 0;
    look->commas += (kind & IS_COMMA) != 0;
    look->stops += (kind & IS_STOP) != 0;
    look->bars += (kind & IS_BAR) != 0;
    look->money += (kind & IS_MONEY) != 0;
    look->marks += kind == 0;
}

/* Handles one character. *KIND is the class of the previous character; it is updated. */
static const unsigned char *see_character(struct pith__look *look, const unsigned char *p,
                                          const unsigned char *end, unsigned *kind)
{
    unsigned before = *kind;
    if (*p < 0x80) {
        *kind = ascii_kinds[*p];
        p++;
    } else {
        uint32_t cp;
        p += pith__utf8_next(p, &cp);
        *kind = kind_of(cp);
        look->copyright |= cp == 0xA9;
    }
    look->letters += (*kind & IS_LETTER) != 0;
    look->upper += *kind & IS_UPPER;
    look->start_upper += *kind & IS_UPPER & (before / IS_SPACE);
    if ((*kind & (IS_LETTER | IS_SPACE)) == 0) {
        see_other(look, *kind);
        if (*kind == IS_DIGIT && before != IS_DIGIT)
            look->years += is_year(p - 1, end);
    }
    return p;
}

/* The same for up to sixteen ASCII characters at P. */
static const unsigned char *see_ascii(struct pith__look *look, const unsigned char *p,
                                      const unsigned char *end, unsigned *kind)
{
    unsigned char rest[PITH__LANES] = {0};
    size_t len = end - p < PITH__LANES ? (size_t)(end - p) : PITH__LANES;
    if (len < PITH__LANES)
        memcpy(rest, p, len);
    pith__lanes lanes = pith__lanes_load(len < PITH__LANES ? rest : p);
    uint32_t beyond = pith__lanes_mask(lanes);
    if (beyond != 0)
        len = (size_t)__builtin_ctz(beyond);
    if (len == 0)
        return p;
    pith__lanes either = pith__lanes_or(lanes, pith__lanes_fill(0x20));
    pith__lanes blank =
        pith__lanes_or(pith__lanes_within(lanes, 0, ' '), pith__lanes_equal(lanes, 0x7F));
    uint32_t letters = pith__mask_head(pith__lanes_mask(pith__lanes_within(either, 'a', 'z')), len);
    uint32_t upper = pith__mask_head(pith__lanes_mask(pith__lanes_within(lanes, 'A', 'Z')), len);
    uint32_t spaces = pith__mask_head(pith__lanes_mask(blank), len);
    uint32_t counts = pith__mask_count2(letters | upper << 16);
    look->letters += counts & 0xFF;
    look->upper += counts >> 16;
    uint32_t after_space = spaces << 1 | (*kind == IS_SPACE);
    look->start_upper += pith__mask_count2(upper & after_space) & 0xFF;
    for (uint32_t other = pith__mask_head(~(letters | spaces), len); other != 0;
         other &= other - 1) {
        size_t i = (size_t)__builtin_ctz(other);
        unsigned before = i > 0 ? ascii_kinds[p[i - 1]] : *kind;
        see_other(look, ascii_kinds[p[i]]);
        if (ascii_kinds[p[i]] == IS_DIGIT && before != IS_DIGIT)
            look->years += is_year(p + i, end);
    }
    *kind = ascii_kinds[p[len - 1]];
    return p + len;
}

struct pith__look pith__look_at(struct pith__span text)
{
    enum { STAY = 2 * PITH__LANES }; /* non-ASCII characters come in groups */
    struct pith__look look = {.letters = 0};
    const unsigned char *p = text.ptr, *single = p;
    const unsigned char *end = p + text.len;
    unsigned kind = IS_SPACE;
    while (p < end) {
        if (p < single) {
            p = see_character(&look, p, end, &kind);
            continue;
        }
        p = see_ascii(&look, p, end, &kind);
        if (p < end && *p >= 0x80)
            single = end - p > STAY ? p + STAY : end;
    }
    if (text.len > 0) {
        uint32_t cp;
        const unsigned char *line = text.ptr;
        while ((line = memchr(line, '\n', (size_t)(end - line))) != NULL) {
            look.lines++;
            line++;
        }
        pith__utf8_next(text.ptr, &cp);
        look.start = start_of(kind_of(cp));
        look.end = (kind & IS_STOP) != 0                  ? 3
                   : end[-1] == ':'                       ? 2
                   : (kind & (IS_LETTER | IS_DIGIT)) != 0 ? 1
                                                          : 0;
    }
    return look;
}

/* ------------------------------------------------------------------- title */

/* Longer texts are not titles. FAR_EAST is the lowest first byte of UTF-8 characters from U+3000
 * on. */
enum { TITLE_BYTES = 512, COMPARED_BYTES = 256, FAR_EAST = 0xE3 };

/* Finds word starts in the first LEN bytes of P, at most sixteen. Words are runs of letters and
 * digits; each character from U+3000 on (East Asia) starts a new one. *IN_WORD says whether the
 * byte before P is part of a word; it is updated. */
static uint32_t word_starts(const unsigned char *p, size_t len, bool *in_word)
{
    unsigned char rest[PITH__LANES] = {0};
    if (len < PITH__LANES)
        memcpy(rest, p, len);
    pith__lanes lanes = pith__lanes_load(len < PITH__LANES ? rest : p);
    uint32_t beyond = pith__lanes_mask(lanes);
    uint32_t words = pith__lanes_mask(pith__lanes_word(lanes)) | beyond;
    uint32_t starts = words & ~(words << 1 | (uint32_t)*in_word);
    for (; beyond != 0; beyond &= beyond - 1) {
        if (p[__builtin_ctz(beyond)] >= FAR_EAST)
            starts |= beyond & -beyond;
    }
    *in_word = (words >> (len - 1) & 1) != 0;
    return starts;
}

static const unsigned char *word_end(const unsigned char *p, const unsigned char *end)
{
    do
        p++;
    while (p < end && *p < FAR_EAST &&
           (*p >= 0x80 || pith__is_alpha(*p) || (*p >= '0' && *p <= '9')));
    return p;
}

static uint32_t hash_word(const unsigned char *p, const unsigned char *end)
{
    uint32_t hash = PITH__FNV32;
    for (; p < end; p++)
        hash = pith__fnv32(hash, pith__lower(*p));
    return hash | 1;
}

pith_status pith__title_read(struct pith__title_set *title, struct pith__span text,
                             struct pith__arena *arena)
{
    memset(title->seconds, 0, sizeof title->seconds);
    pith__hash_init(&title->words, pith__arena_allocator(arena));
    PITH__TRY(pith__hash_reserve(&title->words, PITH__TITLE_WORDS));
    bool in_word = false;
    const unsigned char *end = text.ptr + (text.len < TITLE_BYTES ? text.len : TITLE_BYTES);
    for (const unsigned char *p = text.ptr; p < end; p += PITH__LANES) {
        size_t len = end - p < PITH__LANES ? (size_t)(end - p) : PITH__LANES;
        uint32_t starts = word_starts(p, len, &in_word);
        for (; starts != 0 && title->words.count < PITH__TITLE_WORDS; starts &= starts - 1) {
            const unsigned char *word = p + __builtin_ctz(starts), *behind = word_end(word, end);
            uint32_t number;
            PITH__TRY(pith__hash_add(&title->words, hash_word(word, behind), &number));
            title->seconds[pith__lower(*word)] |=
                behind - word > 1 ? UINT32_C(1) << word[1] % 32 : UINT32_MAX;
        }
    }
    return PITH_OK;
}

uint32_t pith__title_common(const struct pith__title_set *title, struct pith__span text)
{
    uint32_t common = 0;
    bool in_word = false;
    const unsigned char *end = text.ptr + text.len;
    if (title->words.count == 0 || text.len > COMPARED_BYTES)
        return 0;
    for (const unsigned char *p = text.ptr; p < end; p += PITH__LANES) {
        size_t len = end - p < PITH__LANES ? (size_t)(end - p) : PITH__LANES;
        for (uint32_t starts = word_starts(p, len, &in_word); starts != 0; starts &= starts - 1) {
            const unsigned char *word = p + __builtin_ctz(starts);
            unsigned second = word + 1 < end ? word[1] % 32 : 0;
            if ((title->seconds[pith__lower(*word)] >> second & 1) == 0)
                continue;
            uint32_t hash = hash_word(word, word_end(word, end));
            common += pith__hash_find(&title->words, hash) != PITH__HASH_NONE;
        }
    }
    return common;
}
