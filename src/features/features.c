/*
 * features.c - see features.h.
 */
#include "features/features.h"

#include "base/unicode.h"

/* ------------------------------------------------------------ text density */

/* The paper's line; a character of Chinese or Japanese takes two columns of it. */
enum { COLUMNS = 80 };

/* Words are counted in tenths, as the blocks do for scripts without spaces. */
struct wrap {
    uint32_t lines;   /* full ones */
    uint32_t column;  /* of the line at hand */
    uint64_t tenths;  /* in full lines */
    uint64_t pending; /* in the line at hand */
};

static void wrap_word(struct wrap *wrap, uint32_t width, unsigned tenths, bool space)
{
    if (wrap->column > 0 && wrap->column + space + width > COLUMNS) {
        wrap->lines++;
        wrap->tenths += wrap->pending;
        wrap->column = 0;
        wrap->pending = 0;
    }
    wrap->column += width + (wrap->column > 0 && space);
    wrap->pending += tenths;
}

static unsigned tenths_of(unsigned flags)
{
    return (flags & PITH__UC_HAN) != 0 ? 6 : (flags & PITH__UC_KANA) != 0 ? 4 : 2;
}

float pith__text_density(const pith_block *block)
{
    const unsigned alone = PITH__UC_HAN | PITH__UC_KANA | PITH__UC_SEA;
    const unsigned char *p = (const unsigned char *)block->text;
    const unsigned char *end = p + block->text_len;
    struct wrap wrap = {0, 0, 0, 0};
    uint32_t width = 0;
    bool word = false, space = false;
    if (block->text_len <= COLUMNS / 2) /* one line, whatever the script */
        return (float)block->words;
    while (p < end) {
        uint32_t cp;
        p += pith__utf8_next(p, &cp);
        unsigned flags = pith__unicode_class(cp);
        bool blank = (flags & PITH__UC_SPACE) != 0;
        if ((blank || (flags & alone) != 0) && width > 0) {
            wrap_word(&wrap, width, word ? 10 : 0, space);
            width = 0;
            word = space = false;
        }
        if (blank) {
            space = true;
        } else if ((flags & alone) != 0) {
            wrap_word(&wrap, (flags & PITH__UC_SEA) != 0 ? 1 : 2, tenths_of(flags), space);
            space = false;
        } else {
            width++;
            word |= (flags & PITH__UC_WORD) != 0;
        }
    }
    if (width > 0)
        wrap_word(&wrap, width, word ? 10 : 0, space);
    if (wrap.lines == 0)
        return (float)block->words;
    return (float)wrap.tenths / (float)(10 * wrap.lines);
}
