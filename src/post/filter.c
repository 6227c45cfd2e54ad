/*
 * filter.c - the two filters of Boilerpipe's paper (section 4.3.2), applied to the decisions of a
 * method.
 *
 * Largest content: a run is a sequence of kept blocks without a dropped one between them; only the
 * run with the most words is kept. Main content: first everything above the page's title and below
 * the heading of its comments is dropped; then the largest run is kept, with the title and what was
 * kept between the two. The paper describes both in three sentences; docs/explanation/methods.md
 * compares this reading with its figures.
 */
#include "post/post.h"

#include "features/comments.h"
#include "method/method.h"
#include "text/letters.h"

static void drop(pith_block *block, pith_reason reason)
{
    if (block->keep)
        pith__judge_again(block, false, reason);
}

/* ----------------------------------------------------------------- largest */

struct run {
    size_t begin;
    size_t end;
};

static struct run largest_run(const pith_block *blocks, size_t count)
{
    struct run best = {0, 0}, run = {0, 0};
    uint64_t words = 0, most = 0;
    for (size_t i = 0; i < count; i++) {
        if (!blocks[i].keep) {
            words = 0;
            run.begin = i + 1;
            continue;
        }
        words += blocks[i].words;
        run.end = i + 1;
        if (words > most || best.begin == run.begin || best.begin == best.end) {
            most = words;
            best = run;
        }
    }
    return best;
}

static struct pith__span text_of(const pith_block *block)
{
    return (struct pith__span){(const unsigned char *)block->text, block->text_len};
}

/* ------------------------------------------------------------------- title */

/* Headlines are shorter than this; the rest of a hostile <title> is ignored. */
enum { TITLE_BYTES = 512, TITLE_WORDS = 40, TITLE_FORMS = 4 };

/* A longer block is not a title, even if it is one word or only dots. */
enum { BLOCK_BYTES = 2 * TITLE_BYTES };

static size_t count_words(struct pith__span text)
{
    size_t words = 0;
    for (size_t i = 0; i < text.len; i++)
        words += !pith__is_space(text.ptr[i]) && (i == 0 || pith__is_space(text.ptr[i - 1]));
    return words;
}

/* The part with the most words of a title such as "Headline - Section - Site". */
static struct pith__span longest_part(struct pith__span title, const char *const *separators)
{
    struct pith__span best = {title.ptr, 0};
    size_t from = 0, most = 0;
    for (size_t i = 0; i <= title.len; i++) {
        size_t cut = i == title.len ? 1 : 0;
        struct pith__span rest = {title.ptr + i, title.len - i};
        for (size_t k = 0; separators[k] != NULL && cut == 0; k++) {
            if (pith__span_starts(rest, separators[k]))
                cut = strlen(separators[k]);
        }
        if (cut == 0)
            continue;
        struct pith__span part = {title.ptr + from, i - from};
        size_t words = count_words(part);
        if (words > most) {
            most = words;
            best = part;
        }
        from = i + cut;
        i = from - 1;
    }
    return best;
}

/* The forms of the headline in <title>: all of it, or the longest part between bars, dashes or
 * colons. Returns their number; a single word does not count. */
static size_t title_forms(const pith_page *page, struct pith__span forms[TITLE_FORMS])
{
    static const char *const separators[][6] = {
        {"|", "\xC2\xBB", "\xC2\xB7", "::", NULL}, /* » and · */
        {" - ", " \xE2\x80\x93 ", " \xE2\x80\x94 ", NULL},
        {": ", NULL}};
    struct pith__span title = {(const unsigned char *)page->info.title, page->info.title_len};
    size_t count = 0;
    if (title.len > TITLE_BYTES)
        return 0;
    if (count_words(title) >= 2)
        forms[count++] = title;
    for (size_t i = 0; i < sizeof separators / sizeof *separators; i++) {
        struct pith__span part = longest_part(title, separators[i]);
        if (part.len < title.len && count_words(part) >= 2)
            forms[count++] = part;
    }
    return count;
}

/* The block that repeats the page's title: the first such heading, otherwise the first such block;
 * the number of blocks if there is none. */
static size_t find_title(const pith_page *page)
{
    const pith_block *blocks = pith__page_blocks(page);
    size_t none = page->info.blocks, found = none;
    struct pith__span forms[TITLE_FORMS];
    size_t count = title_forms(page, forms);
    for (size_t i = 0; i < none && count > 0; i++) {
        bool heading = blocks[i].kind == PITH_KIND_HEADING;
        if (blocks[i].words > TITLE_WORDS || blocks[i].text_len > BLOCK_BYTES ||
            (found != none && !heading))
            continue;
        for (size_t k = 0; k < count; k++) {
            if (!pith__letters_same(text_of(&blocks[i]), forms[k], true))
                continue;
            if (heading)
                return i;
            found = i;
            break;
        }
    }
    return found;
}

/* ----------------------------------------------------------------- filters */

static void keep_main(pith_page *page, const char *comment_words)
{
    pith_block *blocks = pith__page_blocks(page);
    size_t count = page->info.blocks;
    size_t title = find_title(page);
    bool titled = title < count;
    size_t comments = pith__comments_find(page, NULL, titled ? title : 0, count, comment_words);
    size_t begin = titled ? title : 0;
    struct run run = largest_run(blocks + begin, comments - begin);
    if (run.begin ==
        run.end) /* a title below all content is no title; comments above it are none */
        begin = 0, comments = count, titled = false, run = largest_run(blocks, count);
    for (size_t i = 0; i < count; i++) {
        if (i < begin)
            drop(&blocks[i], PITH_REASON_ABOVE_TITLE);
        else if (i >= comments)
            drop(&blocks[i], PITH_REASON_BELOW_COMMENTS);
        else if (i >= begin + run.end || (i < begin + run.begin && !titled))
            drop(&blocks[i], PITH_REASON_NOT_LARGEST);
    }
    if (titled && !blocks[title].keep)
        pith__judge_again(&blocks[title], true, PITH_REASON_TITLE);
}

void pith__filter_run(pith_page *page, pith_filter filter, const char *comment_words)
{
    pith_block *blocks = pith__page_blocks(page);
    if (page->info.blocks == 0)
        return;
    if (filter == PITH_FILTER_MAIN)
        keep_main(page, comment_words);
    if (filter != PITH_FILTER_LARGEST)
        return;
    struct run run = largest_run(blocks, page->info.blocks);
    for (size_t i = 0; i < page->info.blocks; i++) {
        if (i < run.begin || i >= run.end)
            drop(&blocks[i], PITH_REASON_NOT_LARGEST);
    }
}
