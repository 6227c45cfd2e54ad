/*
 * density.c - text density: equation 1 of the paper. In: the text of a block. Out: words per line.
 */
#include "base/lanes.h"
#include "features/features.h"
#include "features/text_counts.h"
#include "text/letters.h"

/* Line width of the paper. A Chinese or Japanese character takes two columns. */
enum { COLUMNS = 80, CHUNKS = COLUMNS / PITH__LANES };

static bool is_letter_or_digit(unsigned char c)
{
    return pith__is_alpha(c) || (c >= '0' && c <= '9');
}

/* Wraps the line that starts at P: adds its words to *TENTHS and returns the start of the next
 * line, or NULL if this is the last one. */
static const unsigned char *wrap_line(const unsigned char *p, const unsigned char *end,
                                      uint64_t *tenths)
{
    const unsigned char *start = p; /* of the current word */
    uint32_t column = 0, width = 0; /* width of the line so far, and of the word */
    unsigned words = 0;
    bool word = false, space = false;
    while (p < end) {
        const unsigned char *here = p;
        uint32_t cp;
        p += pith__utf8_next(p, &cp);
        unsigned flags = pith__unicode_class(cp);
        bool blank = (flags & PITH__UC_SPACE) != 0, lone = (flags & PITH__ALONE) != 0;
        if ((blank || lone) && width > 0) {
            column += width + (column > 0 && space);
            words += word ? 10 : 0;
            width = 0;
            word = space = false;
        }
        if (blank) {
            space = true;
            continue;
        }
        if (width == 0)
            start = here;
        width += lone && (flags & PITH__UC_SEA) == 0 ? 2 : !pith__is_accent(cp);
        word |= !lone && (flags & PITH__UC_WORD) != 0;
        for (; !lone && p < end && is_letter_or_digit(*p); p++) { /* the bulk of most words */
            width++;
            word = true;
        }
        if (column > 0 && column + space + width > COLUMNS) {
            *tenths += words;
            return start;
        }
        if (lone) {
            column += width + (column > 0 && space);
            words += pith__tenths_of(flags);
            width = 0;
            space = false;
        }
    }
    return NULL;
}

/* The same for a line of printable ASCII with single spaces, where each byte is one column. Returns
 * NULL if it is not one. P has more than COLUMNS bytes. */
static const unsigned char *wrap_plain(const unsigned char *p, const unsigned char *end,
                                       uint64_t *tenths)
{
    uint32_t blanks[CHUNKS + 1], words[CHUNKS];
    uint32_t before = 1; /* no space allowed here */
    for (size_t i = 0; i < CHUNKS; i++) {
        pith__lanes bytes = pith__lanes_load(p + i * PITH__LANES);
        pith__lanes newlines = pith__lanes_equal(bytes, '\n');
        pith__lanes plain = pith__lanes_or(pith__lanes_within(bytes, ' ', '~'), newlines);
        blanks[i] = pith__lanes_mask(pith__lanes_or(pith__lanes_equal(bytes, ' '), newlines));
        words[i] = pith__lanes_mask(pith__lanes_word(bytes));
        uint32_t odd = ~pith__lanes_mask(plain) | (blanks[i] & (blanks[i] << 1 | before));
        if (pith__mask_head(odd, PITH__LANES) != 0)
            return NULL;
        before = blanks[i] >> (PITH__LANES - 1);
    }
    /* A space just past the last column ends the line if a word follows it. */
    blanks[CHUNKS] = p[COLUMNS] == ' ' || p[COLUMNS] == '\n';
    const unsigned char *follows = p + COLUMNS + blanks[CHUNKS];
    if (follows == end || *follows <= ' ' || *follows > '~')
        return NULL;
    size_t last = CHUNKS;
    while (blanks[last] == 0) {
        if (last-- == 0)
            return NULL; /* a word longer than a line */
    }
    size_t cut = 31 - (size_t)__builtin_clz(blanks[last]);
    uint32_t count = 0;
    bool in_word = false;
    for (size_t i = 0; i < CHUNKS && i <= last; i++) {
        size_t len = i < last ? PITH__LANES : cut;
        uint32_t first = pith__mask_words(pith__mask_head(words[i], len),
                                          pith__mask_head(blanks[i], len), len, &in_word);
        count += pith__mask_count2(first);
    }
    *tenths += 10 * count;
    return p + last * PITH__LANES + cut + 1;
}

float pith__text_density(const pith_block *block)
{
    const unsigned char *p = (const unsigned char *)block->text;
    const unsigned char *end = p + block->text_len;
    uint32_t lines = 0; /* full lines */
    uint64_t tenths = 0;
    /* No character takes more columns than bytes, so up to COLUMNS bytes always fit on one line. A
     * line and the word that no longer fits on it are together longer than a line, so no byte is
     * read more than a few times. */
    while (end - p > COLUMNS) {
        const unsigned char *next = wrap_plain(p, end, &tenths);
        if (next == NULL)
            next = wrap_line(p, end, &tenths);
        if (next == NULL)
            break;
        lines++;
        p = next;
    }
    if (lines == 0)
        return (float)block->words;
    return (float)tenths / (float)(10 * lines);
}
