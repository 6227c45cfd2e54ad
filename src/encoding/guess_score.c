/*
 * guess_score.c - finds the encoding of a page by language statistics.
 *
 * In: bytes that are not UTF-8. Out: an encoding, or NULL if they are not text in any.
 *
 * A reading is an encoding together with a language (windows-1251 with Bulgarian). Each one
 * assigns the sample a cost in bits: the bits that a model of the language, trained on plain text,
 * needs to predict each non-ASCII byte and each byte after one. Single-byte encodings: the cost of
 * a character given the one before it, and of its case given the case before it. Chinese, Japanese,
 * Korean: the cost of each character by itself. The prior cost of the encoding is added. The
 * cheapest reading is the most likely. ASCII after ASCII costs nothing, so markup and scripts do
 * not count. tools/train_guess.py builds the tables.
 */
#include "base/utf8.h"
#include "encoding/charset.h"

enum {
    /* Maximum size of the sample, non-ASCII bytes and their neighbours, and the part of the page it
     * comes from. Far more than a decision needs. */
    SAMPLE = 8 * 1024,
    WINDOW = 256 * 1024,
    REPEATS = 3, /* uses of the same run of bytes */
    /* After the first round, readings that are this much worse than the best are dropped. */
    FIRST_ROUND = 256,
    HOPELESS = 2000,

    /* In tenths of a bit. The first three costs are not in any table. */
    RARE = 185,      /* a character missing from its language's table */
    HALF_KANA = 115, /* half-width katakana */
    BROKEN = 200,    /* a sequence that is invalid in the encoding */
    CUT_OFF = 90,    /* one that may be cut off by the end of the page */
    LEAVE = 20,      /* ASCII after a double-byte character */
    /* Not text: every reading needs more than this per non-ASCII byte. */
    NO_TEXT = 120
};

struct model {
    uint16_t costs; /* index of its costs in pair_costs */
    uint8_t ascii;  /* ASCII classes: 26 letters or one for all, plus one for all the rest */
    uint8_t classes;
    uint8_t cases[3][2]; /* cost of lower, upper case after: no letter, lower, upper */
};

struct reading {
    uint8_t charset;
    uint8_t model;
    uint8_t prior;
    uint8_t map; /* maps bytes from 0x80 to classes, bit 7 for capitals */
};

#include "encoding/guess_table.inc"

struct sample {
    unsigned char bytes[SAMPLE + 2];
    size_t len;
    size_t high;    /* number of non-ASCII bytes */
    bool has_words; /* some of them seem to be in words */
};

struct candidate {
    uint32_t cost;
    uint16_t at; /* where the next round continues in the sample */
    bool out;
};

/* ------------------------------------------------------------------------- sample */

/* Returns the next non-ASCII byte from AT, or LEN. */
static size_t skip_ascii(const unsigned char *bytes, size_t at, size_t len)
{
    uint64_t eight;
    for (; len - at >= 8; at += 8) {
        memcpy(&eight, bytes + at, 8);
        if (eight & UINT64_C(0x8080808080808080))
            break;
    }
    while (at < len && bytes[at] < 0x80)
        at++;
    return at;
}

/* True if a run of bytes with this hash was seen REPEATS times already. */
static bool is_repeated(uint8_t *met, const unsigned char *run, size_t len)
{
    uint32_t hash = 0;
    for (size_t i = 0; i < len; i++)
        hash = (hash + run[i]) * UINT32_C(0x9E3779B1);
    uint8_t *count = &met[hash >> 22];
    return *count == REPEATS || ++*count == 0;
}

/* True for a non-ASCII byte next to a letter or to a different non-ASCII byte. A byte that stands
 * alone, or only next to equal ones, is a symbol or damage, and says nothing about language or
 * encoding. */
static bool is_word(const unsigned char *run, size_t len)
{
    for (size_t i = 1; i < len; i++)
        if (run[i - 1] != run[i] && (run[i - 1] >= 0x80 || pith__is_alpha(run[i - 1])) &&
            (run[i] >= 0x80 || pith__is_alpha(run[i])))
            return true;
    return false;
}

/*
 * Samples runs of non-ASCII bytes, each with its neighbours. What is left out was between two ASCII
 * bytes or is a whole run, so no double-byte character is split. Pages repeat some runs (the site's
 * name, a symbol in each line of a list), and a repetition is no new evidence.
 */
static void take_sample(const unsigned char *bytes, size_t len, struct sample *sample)
{
    uint8_t met[1024] = {0};
    size_t at = skip_ascii(bytes, 0, len), taken = 0; /* everything before TAKEN was seen */
    sample->len = sample->high = 0;
    sample->has_words = false;
    if (len - at > WINDOW)
        len = at + WINDOW;
    while (at < len && sample->len + 3 <= SAMPLE) {
        unsigned char *run = sample->bytes + sample->len;
        size_t n = 0, high = 0, room = SAMPLE - sample->len - 1;
        if (at > taken || at == 0)
            run[n++] = at == 0 ? ' ' : bytes[at - 1];
        for (; at < len && bytes[at] >= 0x80 && n < room; high++)
            run[n++] = bytes[at++];
        if (at < len && bytes[at] < 0x80)
            run[n++] = bytes[at++];
        if (!is_repeated(met, run, n)) {
            sample->has_words = sample->has_words || is_word(run, n);
            sample->len += n;
            sample->high += high;
        }
        taken = at;
        at = skip_ascii(bytes, at, len);
    }
}

/* ------------------------------------------------------------- single-byte readings */

/* Returns the class of an ASCII byte. *LETTER is 0: no letter, 1: lower, 2: upper case. */
static unsigned ascii_class(const struct model *model, unsigned char c, unsigned *letter)
{
    unsigned lower = c | 0x20U;
    if (lower < 'a' || lower > 'z') {
        *letter = 0;
        return model->ascii - 1U;
    }
    *letter = c == lower ? 1 : 2;
    return model->ascii > 2 ? lower - 'a' : 0;
}

struct byte_class {
    uint8_t class;
    uint8_t letter;
};

static struct byte_class class_of(const struct model *model, const uint8_t *map, unsigned char c)
{
    unsigned letter, class;
    if (c < 0x80) {
        class = ascii_class(model, c, &letter);
        return (struct byte_class){(uint8_t) class, (uint8_t)letter};
    }
    class = map[c - 0x80] & 0x7FU;
    /* The last ten classes are symbols and undefined bytes; letters come first. */
    letter = map[c - 0x80] & 0x80U ? 2 : class + 10U < model->classes;
    return (struct byte_class){(uint8_t) class, (uint8_t)letter};
}

static void score_single(const struct reading *reading, const struct sample *sample, size_t end,
                         struct candidate *candidate)
{
    const struct model *model = &models[reading->model];
    const uint8_t *map = maps[reading->map], *costs = pair_costs + model->costs;
    const unsigned ascii = model->ascii, classes = model->classes, high = classes - ascii;
    size_t at = candidate->at;
    uint32_t cost = 0;
    struct byte_class a = class_of(model, map, at == 0 ? ' ' : sample->bytes[at - 1]), b;
    for (; at < end; at++, a = b) {
        b = class_of(model, map, sample->bytes[at]);
        if (a.class >= ascii)
            cost += costs[ascii * high + (a.class - ascii) * classes + b.class];
        else if (b.class >= ascii)
            cost += costs[a.class * high + b.class - ascii];
        else
            continue;
        if (b.letter != 0)
            cost += model->cases[a.letter][b.letter - 1];
    }
    candidate->at = (uint16_t)at;
    candidate->cost += cost;
}

/* ------------------------------------------------------------- double-byte readings */

static unsigned cell_cost(const uint8_t *levels, const uint8_t *cells, size_t cell)
{
    return levels[cells[cell / 2] >> (cell % 2 * 4) & 0xF];
}

/* Rows 0xA1 to LAST1 and 0xB0 to LAST2 of a table with 94 columns. */
static unsigned plane_cost(const uint8_t *levels, const uint8_t *cells, unsigned lead,
                           unsigned trail, unsigned last1, unsigned last2)
{
    size_t row;
    if (trail < 0xA1 || trail > 0xFE)
        return RARE;
    if (lead >= 0xA1 && lead <= last1)
        row = lead - 0xA1;
    else if (lead >= 0xB0 && lead <= last2)
        row = lead - 0xB0 + (last1 - 0xA1 + 1);
    else
        return RARE;
    return cell_cost(levels, cells, row * 94 + (trail - 0xA1));
}

static bool is_digit(unsigned char c)
{
    return c >= '0' && c <= '9';
}

/* These functions return the cost of the non-ASCII character at P, with LEFT bytes from there, and
 * store its length in *LEN. */
static unsigned gb_cost(const unsigned char *p, size_t left, size_t *len)
{
    *len = 1;
    if (p[0] == 0x80 || p[0] == 0xFF)
        return BROKEN;
    if (left < 2)
        return CUT_OFF;
    if (left > 3 && is_digit(p[1]) && p[2] > 0x80 && p[2] < 0xFF && is_digit(p[3])) {
        *len = 4;
        return RARE + 20;
    }
    if (p[1] < 0x40 || p[1] == 0x7F || p[1] == 0xFF)
        return BROKEN;
    *len = 2;
    return plane_cost(gb_levels, gb_cells, p[0], p[1], 0xA9, 0xD7);
}

static unsigned ks_cost(const unsigned char *p, size_t left, size_t *len)
{
    *len = 1;
    if (p[0] == 0x80 || p[0] == 0xFF)
        return BROKEN;
    if (left < 2)
        return CUT_OFF;
    if (p[1] < 0x41 || p[1] == 0xFF || (p[1] < 0x81 && !pith__is_alpha(p[1])))
        return BROKEN;
    *len = 2;
    return plane_cost(ks_levels, ks_cells, p[0], p[1], 0xAC, 0xC8);
}

static unsigned big5_cost(const unsigned char *p, size_t left, size_t *len)
{
    *len = 1;
    if (p[0] == 0x80 || p[0] == 0xFF)
        return BROKEN;
    if (left < 2)
        return CUT_OFF;
    if (p[1] < 0x40 || (p[1] > 0x7E && p[1] < 0xA1) || p[1] == 0xFF)
        return BROKEN;
    *len = 2;
    if (p[0] < 0xA1 || p[0] > 0xC6)
        return RARE;
    size_t column = p[1] < 0x7F ? p[1] - 0x40U : p[1] - 0xA1U + 63;
    return cell_cost(big5_levels, big5_cells, (p[0] - 0xA1U) * 157U + column);
}

static unsigned euc_jp_cost(const unsigned char *p, size_t left, size_t *len)
{
    *len = 1;
    if (p[0] == 0xFF || (p[0] < 0xA1 && p[0] != 0x8E && p[0] != 0x8F))
        return BROKEN;
    if (left < 2)
        return CUT_OFF;
    if (p[1] < 0xA1 || p[1] == 0xFF)
        return BROKEN;
    if (p[0] == 0x8E && p[1] <= 0xDF) {
        *len = 2;
        return HALF_KANA;
    }
    if (p[0] == 0x8F && left > 2 && p[2] >= 0xA1 && p[2] != 0xFF) {
        *len = 3;
        return RARE;
    }
    if (p[0] < 0xA1)
        return BROKEN;
    *len = 2;
    return plane_cost(jis_levels, jis_cells, p[0], p[1], 0xA8, 0xCF);
}

/* Uses the same table: each lead byte of Shift_JIS covers two of its rows. */
static unsigned shift_jis_cost(const unsigned char *p, size_t left, size_t *len)
{
    *len = 1;
    if (p[0] >= 0xA1 && p[0] <= 0xDF)
        return HALF_KANA;
    if (p[0] == 0x80 || p[0] == 0xA0 || p[0] > 0xFC)
        return BROKEN;
    if (left < 2)
        return CUT_OFF;
    if (p[1] < 0x40 || p[1] == 0x7F || p[1] > 0xFC)
        return BROKEN;
    *len = 2;
    unsigned row = (p[0] - (p[0] < 0xA0 ? 0x81U : 0xC1U)) * 2, column = p[1] - 0x40U;
    column -= p[1] > 0x7F;
    if (column >= 94) {
        row++;
        column -= 94;
    }
    return row > 93 ? RARE
                    : plane_cost(jis_levels, jis_cells, row + 0xA1, column + 0xA1, 0xA8, 0xCF);
}

/* All characters of the same length are equally likely: the evidence is that the bytes fit
 * together. */
static unsigned utf8_cost(const unsigned char *p, size_t left, size_t *len)
{
    static const uint8_t costs[5] = {0, 0, 75, 120, 150};
    size_t bad;
    *len = pith__utf8_sequence(p, left, &bad);
    if (*len > 1)
        return costs[*len];
    *len = bad;
    return bad == left && p[0] > 0xC1 && p[0] < 0xF5 ? CUT_OFF : BROKEN;
}

static const struct wide_reading {
    unsigned (*cost)(const unsigned char *p, size_t left, size_t *len);
    uint8_t charset;
    uint8_t prior;
} wide_readings[] = {
    {gb_cost, PITH__CS_GB18030, 20},    {shift_jis_cost, PITH__CS_SHIFT_JIS, 20},
    {big5_cost, PITH__CS_BIG5, 30},     {ks_cost, PITH__CS_EUC_KR, 30},
    {euc_jp_cost, PITH__CS_EUC_JP, 30}, {utf8_cost, PITH__CS_UTF_8, 0},
};

enum { WIDE = sizeof wide_readings / sizeof *wide_readings, CANDIDATES = READINGS + WIDE };

static void score_wide(const struct wide_reading *reading, const struct sample *sample, size_t end,
                       struct candidate *candidate)
{
    size_t at = candidate->at, len;
    bool inside = false;
    while (at < end) {
        const unsigned char *p = sample->bytes + at;
        if (*p < 0x80) {
            candidate->cost += inside ? LEAVE : 0;
            inside = false;
            at++;
        } else {
            candidate->cost += reading->cost(p, sample->len - at, &len);
            inside = true;
            at += len;
        }
    }
    candidate->at = (uint16_t)at;
}

/* ------------------------------------------------------------------------ decision */

static void score_all(const struct sample *sample, size_t end, struct candidate *candidates)
{
    uint32_t best = UINT32_MAX;
    for (size_t i = 0; i < CANDIDATES; i++) {
        struct candidate *c = &candidates[i];
        if (c->out)
            continue;
        if (i < READINGS)
            score_single(&readings[i], sample, end, c);
        else
            score_wide(&wide_readings[i - READINGS], sample, end, c);
        if (c->cost < best)
            best = c->cost;
    }
    for (size_t i = 0; i < CANDIDATES; i++)
        candidates[i].out = candidates[i].out || candidates[i].cost > best + HOPELESS;
}

const struct pith__charset *pith__charset_by_text(const unsigned char *bytes, size_t len)
{
    struct sample sample;
    struct candidate candidates[CANDIDATES];
    size_t best = CANDIDATES;
    take_sample(bytes, len, &sample);
    if (!sample.has_words)
        return NULL;
    for (size_t i = 0; i < CANDIDATES; i++) {
        uint32_t prior = i < READINGS ? readings[i].prior : wide_readings[i - READINGS].prior;
        candidates[i] = (struct candidate){prior, 0, false};
    }
    if (sample.len > FIRST_ROUND)
        score_all(&sample, FIRST_ROUND, candidates);
    score_all(&sample, sample.len, candidates);
    for (size_t i = 0; i < CANDIDATES; i++)
        if (!candidates[i].out &&
            (best == CANDIDATES || candidates[i].cost < candidates[best].cost))
            best = i;
    if (candidates[best].cost > NO_TEXT * sample.high)
        return NULL;
    return &pith__charsets[best < READINGS ? readings[best].charset
                                           : wide_readings[best - READINGS].charset];
}
