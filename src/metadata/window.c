/*
 * window.c - see window.h.
 */
#include "metadata/window.h"

#include "method/method.h"

/* The node of the first text of block INDEX. */
static uint32_t first_node(const struct pith__window *window, size_t index)
{
    const struct pith__blocks *blocks = &window->finder->page->blocks;
    return index < blocks->first.len ? ((const uint32_t *)blocks->first.data)[index] : PITH_NONE;
}

/* The first block whose text starts after NODE. */
static size_t block_behind(const struct pith__window *window, uint32_t node)
{
    size_t low = 0;
    size_t high = window->finder->page->blocks.first.len;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (first_node(window, middle) > node)
            high = middle;
        else
            low = middle + 1;
    }
    return low;
}

/* The first block with the letters of the title, for pages whose heading is not an <h1>. */
static size_t find_title_block(const struct pith__window *window, struct pith__span title)
{
    unsigned char letters[PITH__VALUE_MOST + 4];
    unsigned char other[PITH__VALUE_MOST + 4];
    struct pith__span wanted = pith__letters_only(pith__span_cut(title, PITH__VALUE_MOST), letters);
    const pith_block *block;
    for (size_t i = 0; wanted.len > 0 && (block = pith__window_block(window, i)) != NULL; i++) {
        struct pith__span text = {(const unsigned char *)block->text, block->text_len};
        if (text.len >= wanted.len && text.len < PITH__VALUE_MOST && text.len < 2 * wanted.len &&
            pith__span_equal(pith__letters_only(text, other), wanted))
            return i;
    }
    return SIZE_MAX;
}

/* The input of the method words; all 0 beyond the page's ends. */
static struct pith__shape shape_at(const struct pith__window *window, size_t index)
{
    const pith_block *block = pith__window_block(window, index);
    if (block == NULL)
        return (struct pith__shape){0, 0};
    return (struct pith__shape){pith__link_density(block), (float)block->words};
}

/* The first block that the method words would keep. It does not depend on the method that decides:
 * author and date are the same for all callers. */
static size_t find_text_block(const struct pith__window *window)
{
    struct pith__shape prev, curr = {0, 0}, next = shape_at(window, 0);
    for (size_t i = 0; pith__window_block(window, i) != NULL; i++) {
        prev = curr;
        curr = next;
        next = shape_at(window, i + 1);
        if (pith__words_verdict(&prev, &curr, &next).keep)
            return i;
    }
    return SIZE_MAX;
}

void pith__window_find(struct pith__window *window, struct pith__span title)
{
    enum { BLOCKS_BEFORE = 8, BLOCKS_AFTER = 20 };
    const struct pith__finder *finder = window->finder;
    size_t count = finder->page->info.blocks;
    window->heading = SIZE_MAX;
    if (finder->heading != PITH_NONE)
        window->heading = block_behind(window, finder->heading);
    if (window->heading == SIZE_MAX)
        window->heading = find_title_block(window, title);
    if (window->heading == SIZE_MAX && finder->headings.len > 0)
        window->heading = block_behind(window, finder->headings.list[0]);
    if (window->heading == SIZE_MAX)
        window->heading = find_text_block(window);
    if (window->heading > count)
        window->heading = count;
    size_t from = window->heading > BLOCKS_BEFORE ? window->heading - BLOCKS_BEFORE : 0;
    window->start =
        finder->heading != PITH_NONE ? finder->heading : first_node(window, window->heading);
    window->before = first_node(window, from);
    window->after = first_node(window, window->heading + BLOCKS_AFTER);
}

/* ---------------------------------------------------------------- places */

/* True if TEXT contains, in any case, a word for a part of the page that is about other pages. */
static bool is_elsewhere(struct pith__span text)
{
    static const char *const words[] = {"comment", "related", "sidebar", "recommend", "footer"};
    text = pith__span_cut(text, 200);
    for (size_t i = 0; i < text.len; i++) {
        struct pith__span rest = {text.ptr + i, text.len - i};
        if (i > 0 && !pith__is_space(text.ptr[i - 1])) /* not "with-sidebar" */
            continue;
        for (size_t j = 0; j < sizeof words / sizeof *words; j++) {
            if (pith__span_starts(rest, words[j]))
                return true;
        }
    }
    return false;
}

bool pith__stands_elsewhere(const struct pith__doc *doc, uint32_t index)
{
    enum { STEPS = 12 };
    bool margin = false;
    for (int step = 0; step < STEPS && index != PITH_NONE; step++) {
        const struct pith__node *node = pith__doc_node(doc, index);
        struct pith__span value;
        if (node->tag == PITH__TAG_body || node->tag == PITH__TAG_main)
            break;
        if (node->tag == PITH__TAG_article) /* the footer of an article may be its byline */
            margin = false;
        else if (node->tag == PITH__TAG_aside || node->tag == PITH__TAG_footer)
            margin = true;
        if ((pith__doc_attr(doc, node, PITH__ATTR_CLASS, &value) && is_elsewhere(value)) ||
            (pith__doc_attr(doc, node, PITH__ATTR_ID, &value) && is_elsewhere(value)))
            return true;
        index = node->parent;
    }
    return margin;
}

struct pith__span pith__window_line(const struct pith__window *window, size_t index)
{
    enum { SENTENCES = 3 };
    const pith_block *block = pith__window_block(window, index);
    if (block == NULL || block->text_len > PITH__LINE_MOST || block->sentences > SENTENCES ||
        pith__stands_elsewhere(window->finder->doc, block->element))
        return (struct pith__span){(const unsigned char *)"", 0};
    return (struct pith__span){(const unsigned char *)block->text, block->text_len};
}

void pith__find_byline(struct pith__finder *finder)
{
    struct pith__window window = {finder, SIZE_MAX, 0, 0, 0};
    pith__window_find(&window, finder->best[PITH_FIELD_TITLE].text);
    pith__byline_author(&window);
    pith__byline_date(&window);
}
