/*
 * comments.c - finds the heading, such as "12 Comments", where the reader comments begin.
 *
 * comment_words.def lists headings by language; callers may add their own.
 */
#include "features/comments.h"

#include "base/utf8.h"
#include "text/letters.h"

static struct pith__span text_of(const pith_block *block)
{
    return (struct pith__span){(const unsigned char *)block->text, block->text_len};
}

/* Longer blocks are not headings. With little kept text before it, a heading is a link to the
 * comments. */
enum { HEADING_WORDS = 6, HEADING_BYTES = 1024 };

static bool language_fits(const pith_page *page, const char *language)
{
    struct pith__span lang = {(const unsigned char *)page->info.lang, page->info.lang_len};
    return lang.len == 0 || strcmp(language, "en") == 0 || pith__span_starts(lang, language);
}

static bool is_comment_word(const pith_page *page, struct pith__span text)
{
    static const struct {
        const char *language;
        const char *text;
    } known[] = {
#define COMMENTS(language, text) {language, text},
#include "features/comment_words.def"
#undef COMMENTS
    };
    /* Most candidates already differ in the first byte. */
    struct pith__span rest = text;
    unsigned char first[4] = {0};
    pith__utf8_put(pith__letter_next(&rest, false), first);
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        if ((unsigned char)known[i].text[0] != first[0])
            continue;
        struct pith__span word = {(const unsigned char *)known[i].text, strlen(known[i].text)};
        if (language_fits(page, known[i].language) && pith__letters_same(text, word, false))
            return true;
    }
    return false;
}

/* LINES are the caller's headings. They may not be valid UTF-8. */
static bool is_listed(const char *lines, struct pith__span text)
{
    while (lines != NULL && *lines != '\0') {
        size_t len = strcspn(lines, "\r\n");
        struct pith__span line = {(const unsigned char *)lines, len};
        struct pith__span letters = line;
        if (pith__utf8_valid_prefix(line.ptr, len) == len &&
            pith__letter_next(&letters, false) != 0 && pith__letters_same(text, line, false))
            return true;
        lines += len + strspn(lines + len, "\r\n");
    }
    return false;
}

size_t pith__comments_find(const pith_page *page, const uint8_t *keep, size_t from, size_t to,
                           const char *more)
{
    const pith_block *blocks = pith__page_blocks(page);
    uint64_t words = 0;
    for (size_t i = from; i < to; i++) {
        if (words >= PITH__WORDS_BEFORE_COMMENTS && blocks[i].words <= HEADING_WORDS &&
            blocks[i].text_len <= HEADING_BYTES &&
            (is_comment_word(page, text_of(&blocks[i])) || is_listed(more, text_of(&blocks[i]))))
            return i;
        words += (keep != NULL ? keep[i] : blocks[i].keep) ? blocks[i].words : 0;
    }
    return to;
}
