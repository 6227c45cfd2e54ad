/*
 * fold.c - see fold.h. docs/explanation/internals.md defines words and sentence ends.
 */
#include "blocks/fold.h"

#include "base/lanes.h"
#include "base/unicode.h"
#include "parse/charref.h"

enum { STOP_NONE, STOP_SEEN, STOP_COUNTED };

/* Byte classes. */
enum { WORD, OTHER, CLOSER, STOP, SPACE, REFERENCE, NUL, HIGH /* looked up in unicode.h */ };

#define O OTHER
#define W WORD
#define S SPACE
static const uint8_t byte_class[256] = {
    NUL,    O,    O,      O,    O,    O,    O,         O,      O,    S,      S,    HIGH, S,
    S,      O,    O, /* 00 */
    O,      O,    O,      O,    O,    O,    O,         O,      O,    O,      O,    O,    O,
    O,      O,    O, /* 10 */
    S,      STOP, CLOSER, O,    O,    O,    REFERENCE, CLOSER, O,    CLOSER, O,    O,    O,
    O,      STOP, O, /* 20 */
    W,      W,    W,      W,    W,    W,    W,         W,      W,    W,      O,    O,    O,
    O,      O,    STOP, /* 30 */
    O,      W,    W,      W,    W,    W,    W,         W,      W,    W,      W,    W,    W,
    W,      W,    W, /* 40 */
    W,      W,    W,      W,    W,    W,    W,         W,      W,    W,      W,    O,    O,
    CLOSER, O,    O, /* 50 */
    O,      W,    W,      W,    W,    W,    W,         W,      W,    W,      W,    W,    W,
    W,      W,    W, /* 60 */
    W,      W,    W,      W,    W,    W,    W,         W,      W,    W,      W,    O,    O,
    O,      O,    O, /* 70 */
    HIGH,   HIGH, HIGH,   HIGH, HIGH, HIGH, HIGH,      HIGH,   HIGH, HIGH,   HIGH, HIGH, HIGH,
    HIGH,   HIGH, HIGH,   HIGH, HIGH, HIGH, HIGH,      HIGH,   HIGH, HIGH,   HIGH, HIGH, HIGH,
    HIGH,   HIGH, HIGH,   HIGH, HIGH, HIGH, HIGH,      HIGH,   HIGH, HIGH,   HIGH, HIGH, HIGH,
    HIGH,   HIGH, HIGH,   HIGH, HIGH, HIGH, HIGH,      HIGH,   HIGH, HIGH,   HIGH, HIGH, HIGH,
    HIGH,   HIGH, HIGH,   HIGH, HIGH, HIGH, HIGH,      HIGH,   HIGH, HIGH,   HIGH, HIGH, HIGH,
    HIGH,   HIGH, HIGH,   HIGH, HIGH, HIGH, HIGH,      HIGH,   HIGH, HIGH,   HIGH, HIGH, HIGH,
    HIGH,   HIGH, HIGH,   HIGH, HIGH, HIGH, HIGH,      HIGH,   HIGH, HIGH,   HIGH, HIGH, HIGH,
    HIGH,   HIGH, HIGH,   HIGH, HIGH, HIGH, HIGH,      HIGH,   HIGH, HIGH,   HIGH, HIGH, HIGH,
    HIGH,   HIGH, HIGH,   HIGH, HIGH, HIGH, HIGH,      HIGH,   HIGH, HIGH,   HIGH, HIGH, HIGH,
    HIGH,   HIGH, HIGH,   HIGH, HIGH, HIGH, HIGH,      HIGH,   HIGH, HIGH,   HIGH,
};
#undef O
#undef W
#undef S

void pith__fold_begin(struct pith__fold *fold)
{
    const unsigned char *source = fold->source;
    const unsigned char *source_end = fold->source_end;
    unsigned char *out = fold->out;
    memset(fold, 0, sizeof *fold);
    fold->source = source;
    fold->source_end = source_end;
    fold->out = fold->start = fold->shown = out;
}

static inline void count_word(struct pith__fold *fold, bool link)
{
    if (!fold->in_word) {
        fold->in_word = true;
        fold->words++;
        fold->link_words += link;
    }
}

static inline void end_word(struct pith__fold *fold)
{
    fold->in_word = false;
    if (fold->stop == STOP_SEEN)
        fold->sentences++;
    fold->stop = STOP_NONE;
}

/* Counts a non-ASCII character by its flags. */
static void count_wide(struct pith__fold *fold, unsigned flags, bool link)
{
    if ((flags & (PITH__UC_HAN | PITH__UC_KANA | PITH__UC_SEA)) != 0) {
        unsigned tenths = (flags & PITH__UC_HAN) != 0 ? 6 : (flags & PITH__UC_KANA) != 0 ? 4 : 2;
        fold->tenths += tenths;
        fold->link_tenths += link ? tenths : 0;
        fold->in_word = false; /* adjacent letters of other scripts are a separate word */
        fold->stop = STOP_NONE;
    } else if ((flags & PITH__UC_WORD) != 0) {
        count_word(fold, link);
        fold->stop = STOP_NONE;
    } else if ((flags & PITH__UC_STOP) != 0) { /* these need no space after them */
        if (fold->stop != STOP_COUNTED)
            fold->sentences++;
        fold->stop = STOP_COUNTED;
    } else if ((flags & PITH__UC_SPACE) != 0) {
        end_word(fold);
    }
}

/* Writes pending white space before the next visible character. If that one is WIDE (Chinese or
 * Japanese) and the previous one is too, a line end in the source is not a space (CSS Text, segment
 * breaks). */
static inline void write_space(struct pith__fold *fold, bool wide)
{
    if (fold->space) {
        bool joins = wide && fold->wide && fold->newline && !fold->line;
        if (fold->out > fold->start && !joins)
            *fold->out++ = fold->line ? '\n' : ' ';
        fold->space = fold->line = fold->newline = false;
    }
    fold->wide = wide;
}

static inline bool is_wide(uint32_t cp, unsigned flags)
{
    return (flags & (PITH__UC_HAN | PITH__UC_KANA)) != 0 || (cp >= 0x3000 && cp < 0x3040) ||
           (cp >= 0xFF01 && cp <= 0xFF60);
}

/* Adds one character, LEN bytes at TEXT, from source range [FROM, TO). */
static void add_character(struct pith__fold *fold, const unsigned char *text, size_t len,
                          uint32_t from, uint32_t to, bool link, bool exact)
{
    uint32_t cp;
    pith__utf8_next(text, &cp);
    unsigned flags = pith__unicode_class(cp);
    if (cp < 0x80 && byte_class[cp] == SPACE && !exact) {
        end_word(fold);
        fold->space = true;
        return;
    }
    bool blank = (flags & PITH__UC_SPACE) != 0;
    if (blank && !exact && fold->out == fold->start)
        return; /* leading blanks are trimmed like white space */
    if (cp < 0x80 && (byte_class[cp] == STOP || byte_class[cp] == CLOSER)) {
        if (byte_class[cp] == STOP)
            fold->stop = STOP_SEEN;
    } else {
        count_wide(fold, flags, link);
        if (cp < 0x80 && (flags & PITH__UC_WORD) == 0 && !blank)
            fold->stop = STOP_NONE;
    }
    if (fold->out == fold->start)
        fold->begin = from;
    write_space(fold, is_wide(cp, flags));
    memcpy(fold->out, text, len);
    fold->out += len;
    if (!blank) {
        fold->shown = fold->out;
        fold->end = to;
    } else if (exact) {
        fold->end = to;
    }
}

/* Adds the character reference or NUL at P. Returns the length of its source. */
static size_t add_reference(struct pith__fold *fold, const unsigned char *p,
                            const unsigned char *end, bool link, bool exact)
{
    unsigned char text[8];
    size_t len = 0;
    uint32_t from = (uint32_t)(p - fold->source);
    size_t used = pith__charref(p, end, false, text, &len);
    if (used == 0) {
        add_character(fold, p, 1, from, from + 1, link, exact);
        return 1;
    }
    for (size_t i = 0; i < len;) {
        uint32_t cp;
        size_t step = pith__utf8_next(text + i, &cp);
        add_character(fold, text + i, step, from, from + (uint32_t)used, link, exact);
        i += step;
    }
    return used;
}

static void fold_exact(struct pith__fold *fold, const struct pith__node *node, bool link)
{
    const unsigned char *p = fold->source + node->offset;
    const unsigned char *end = p + node->extent;
    while (p < end) {
        uint32_t from = (uint32_t)(p - fold->source);
        if (*p == '&' && (node->flags & PITH__NODE_RAW) == 0) {
            p += add_reference(fold, p, end, link, true);
        } else if (*p == '\r') {
            size_t used = end - p >= 2 && p[1] == '\n' ? 2 : 1;
            add_character(fold, (const unsigned char *)"\n", 1, from, from + (uint32_t)used, link,
                          true);
            p += used;
        } else if (*p == '\0') {
            if ((node->flags & PITH__NODE_NUL) != 0)
                add_character(fold, (const unsigned char *)"\xEF\xBF\xBD", 3, from, from + 1, link,
                              true);
            p++;
        } else {
            uint32_t cp;
            size_t step = pith__utf8_next(p, &cp);
            add_character(fold, p, step, from, from + (uint32_t)step, link, true);
            p += step;
        }
    }
}

/* Adds plain ASCII from P on, including single spaces between words, sixteen bytes at a time.
 * Counts like add_run(). Returns where it stopped: before END, at the first byte of another kind or
 * where fewer than sixteen bytes are left. */
static const unsigned char *add_plain(struct pith__fold *fold, const unsigned char *p,
                                      const unsigned char *end, bool link)
{
    unsigned char *out = fold->out;
    bool in_word = fold->in_word;
    uint32_t seen = fold->stop == STOP_SEEN; /* a stop, followed by nothing but closers */
    bool counted = fold->stop == STOP_COUNTED;
    size_t len = PITH__LANES;
    while (p < end && len + 1 >= PITH__LANES && fold->source_end - p >= PITH__LANES) {
        pith__lanes bytes = pith__lanes_load(p);
        uint32_t spaces = pith__lanes_mask(pith__lanes_equal(bytes, ' '));
        uint32_t rest = ~pith__lanes_mask(pith__lanes_within(bytes, ' ', '~'));
        rest |= pith__lanes_mask(pith__lanes_equal(bytes, '&')) | (spaces & spaces << 1);
        if (end - p < PITH__LANES)
            rest |= 1u << (end - p);
        len = (size_t)__builtin_ctz(rest);
        if (len > 0 && (spaces >> (len - 1) & 1) != 0)
            len--; /* written only if more text follows */
        if (len == 0)
            break;
        pith__lanes stops = pith__lanes_or(
            pith__lanes_or(pith__lanes_equal(bytes, '.'), pith__lanes_equal(bytes, '!')),
            pith__lanes_equal(bytes, '?'));
        pith__lanes closers = pith__lanes_or(
            pith__lanes_or(pith__lanes_equal(bytes, '"'), pith__lanes_equal(bytes, '\'')),
            pith__lanes_or(pith__lanes_equal(bytes, ')'), pith__lanes_equal(bytes, ']')));
        uint32_t closing = pith__mask_head(pith__lanes_mask(closers), len);
        uint32_t words = pith__mask_head(pith__lanes_mask(pith__lanes_word(bytes)), len);
        spaces = pith__mask_head(spaces, len);
        words = pith__mask_words(words, spaces, len, &in_word);
        /* Positions after a stop and any closers that follow it. */
        uint32_t behind = pith__mask_head(pith__lanes_mask(stops), len) << 1 | seen;
        behind |= closing + (behind & closing);
        uint32_t counts = pith__mask_count2(words | (behind & spaces) << 16);
        fold->words += counts & 0xFF;
        fold->link_words += link ? counts & 0xFF : 0;
        fold->sentences += counts >> 16;
        seen = behind >> len & 1;
        counted = counted && closing == pith__mask_head(~0u, len);
        memcpy(out, p, PITH__LANES);
        out += len;
        p += len;
    }
    fold->out = out;
    fold->in_word = in_word;
    fold->stop = seen != 0 ? STOP_SEEN : counted ? STOP_COUNTED : STOP_NONE;
    return p;
}

/* The same byte by byte, up to a space. */
static const unsigned char *add_run(struct pith__fold *fold, const unsigned char *p,
                                    const unsigned char *end, bool link)
{
    unsigned char *out = fold->out;
    unsigned kind;
    for (; p < end && (kind = byte_class[*p]) <= STOP; p++) {
        if (kind == WORD) {
            count_word(fold, link);
            fold->stop = STOP_NONE;
        } else if (kind == STOP) {
            fold->stop = STOP_SEEN;
        } else if (kind == OTHER) {
            fold->stop = STOP_NONE;
        }
        *out++ = *p;
    }
    fold->out = out;
    return p;
}

static void fold_flowing(struct pith__fold *fold, const struct pith__node *node, bool link)
{
    const unsigned char *p = fold->source + node->offset;
    const unsigned char *end = p + node->extent;
    if ((node->flags & PITH__NODE_SPACE) != 0) {
        end_word(fold);
        fold->space = true;
        fold->newline |= (node->flags & PITH__NODE_NEWLINE) != 0;
    }
    while (p < end) {
        unsigned kind = byte_class[*p];
        if (kind == SPACE) {
            do
                fold->newline |= *p++ == '\n';
            while (p < end && byte_class[*p] == SPACE);
            end_word(fold);
            fold->space = true;
            continue;
        }
        uint32_t from = (uint32_t)(p - fold->source);
        if (kind <= STOP) {
            if (fold->out == fold->start)
                fold->begin = from;
            write_space(fold, false);
            const unsigned char *run = p;
            if (p + 1 < end && byte_class[p[1]] <= STOP) /* otherwise not worth it */
                p = add_plain(fold, p, end, link);
            if (p == run)
                p = add_run(fold, p, end, link);
            fold->shown = fold->out;
            fold->end = (uint32_t)(p - fold->source);
        } else if (kind == HIGH) {
            uint32_t cp;
            size_t step = pith__utf8_next(p, &cp);
            add_character(fold, p, step, from, from + (uint32_t)step, link, false);
            p += step;
        } else if (kind == REFERENCE && (node->flags & PITH__NODE_RAW) == 0) {
            p += add_reference(fold, p, end, link, false);
        } else if (kind == REFERENCE) {
            add_character(fold, p, 1, from, from + 1, link, false);
            p++;
        } else {
            if ((node->flags & PITH__NODE_NUL) != 0)
                add_character(fold, (const unsigned char *)"\xEF\xBF\xBD", 3, from, from + 1, link,
                              false);
            p++;
        }
    }
}

void pith__fold_text(struct pith__fold *fold, const struct pith__node *node)
{
    bool link = (node->detail & PITH__FORMAT_LINK) != 0;
    /* Menus often have no space between links; each link still starts a new word. */
    if (link || fold->in_link)
        fold->in_word = false;
    fold->in_link = link;
    if ((node->flags & PITH__NODE_EXACT) != 0)
        fold_exact(fold, node, link);
    else
        fold_flowing(fold, node, link);
}

void pith__fold_line(struct pith__fold *fold, uint32_t offset, bool exact)
{
    end_word(fold);
    if (exact) {
        if (fold->out == fold->start)
            fold->begin = offset;
        *fold->out++ = '\n';
    } else {
        fold->space = fold->line = true;
    }
}

bool pith__fold_end(struct pith__fold *fold, bool exact)
{
    end_word(fold);
    if (fold->shown == fold->start) {
        fold->out = fold->start;
        return false;
    }
    if (!exact)
        fold->out = fold->shown;
    if (fold->tenths > 0) { /* a fraction of a word counts as one if there is no other */
        uint32_t whole = (fold->tenths + 5) / 10;
        fold->words += whole > 0 || fold->words > 0 ? whole : 1;
        fold->link_words += (fold->link_tenths + 5) / 10;
        if (fold->link_words > fold->words)
            fold->link_words = fold->words;
    }
    if (fold->words > 0 && fold->sentences == 0)
        fold->sentences = 1;
    return true;
}
