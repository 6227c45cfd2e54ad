/*
 * set_l3s.c - in: an annotated page of L3S-GN1; out: its blocks with their classes.
 *
 * The collection has two folders of pages, original/ and annotated/, and url-mapping.txt. In an
 * annotated page text is wrapped in <span class="x-nc-selN">, N from 0 to 5 as in set_class; of
 * nested spans the innermost counts, and text in none is not content. These spans are inline and do
 * not split blocks, so an annotated page has the same blocks as the original and replaces it if
 * that is missing. If the words of a block have several classes, each run of one class becomes a
 * set_block.
 */
#include "eval/set_form.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/unicode.h"
#include "blocks/fold.h"
#include "page.h"

enum { MAX_ADDRESS_LINE = 1 << 20 };

/* ---------------------------------------------------------------- addresses */

/* Parses a line such as "<urn:uuid:NAME> ADDRESS"; other lines are ignored. */
static bool read_address(struct set *set, char *line, size_t len)
{
    char *close = memchr(line, '>', len);
    if (line[0] != '<' || close == NULL)
        return true;
    *close = '\0';
    const char *colon = strrchr(line, ':');
    struct set_file *file = set_folder_find(set, colon != NULL ? colon + 1 : line + 1);
    char *begin = close + 1;
    char *end = line + len;
    while (begin < end && pith__is_space((unsigned char)*begin))
        begin++;
    while (end > begin && pith__is_space((unsigned char)end[-1]))
        end--;
    if (file == NULL || file->url != NULL || begin == end)
        return true;
    file->url = strndup(begin, (size_t)(end - begin));
    return file->url != NULL;
}

bool set_l3s_addresses(struct set *set, char *error, size_t error_size)
{
    struct line_reader lines;
    char *line;
    size_t len;
    char *path = set_folder_path(set, "url-mapping.txt");
    bool good = path != NULL;
    bool opened = good && line_reader_open(&lines, path, MAX_ADDRESS_LINE);
    enum line_got what = LINE_END;
    good = good && (opened || errno == ENOENT); /* the file is optional */
    while (opened && good && (what = line_reader_next(&lines, &line, &len)) != LINE_END)
        good = what == LINE_TOO_LONG ||
               (what == LINE_READ && (len == 0 || read_address(set, line, len)));
    if (!good)
        snprintf(error, error_size, "url-mapping.txt: %s",
                 what == LINE_BROKEN ? lines.error.message
                 : opened            ? "not enough memory"
                                     : strerror(path != NULL ? errno : ENOMEM));
    if (opened)
        line_reader_close(&lines);
    free(path);
    return good;
}

/* ---------------------------------------------------------------- classes of nodes */

/* The class in an annotation: the N of a word x-nc-selN; SET_CLASSES: none. */
static uint8_t annotated_class(struct pith__span value)
{
    static const char prefix[] = "x-nc-sel";
    size_t len = sizeof prefix - 1;
    for (size_t i = 0; i + len < value.len; i++) {
        bool begins = i == 0 || pith__is_space(value.ptr[i - 1]);
        if (begins && memcmp(value.ptr + i, prefix, len) == 0) {
            unsigned digit = value.ptr[i + len] - (unsigned)'0';
            return (uint8_t)(digit < SET_CLASSES ? digit : SET_CLASSES);
        }
    }
    return SET_CLASSES;
}

/* (nodes): the class of each, from its nearest annotated ancestor. Returns NULL when out of memory.
 */
static uint8_t *classify(const struct pith__doc *doc, struct pith__arena *arena)
{
    uint8_t *classes = pith__arena_alloc(arena, doc->nodes.len);
    for (size_t i = 0; classes != NULL && i < doc->nodes.len; i++) {
        const struct pith__node *node = pith__doc_node(doc, i);
        struct pith__span value;
        classes[i] = node->parent != PITH_NONE ? classes[node->parent] : SET_NOT_CONTENT;
        if (node->tag == PITH__TAG_span && pith__doc_attr(doc, node, PITH__ATTR_CLASS, &value)) {
            uint8_t own = annotated_class(value);
            classes[i] = own < SET_CLASSES ? own : classes[i];
        }
    }
    return classes;
}

/* ---------------------------------------------------------------- blocks */

/* State of the walk over the nodes of a page. */
struct walk {
    struct set_page *page;
    const struct pith__doc *doc;
    const uint8_t *classes;
    struct pith__fold fold;
    uint8_t class;  /* of the current run of text */
    bool has_words; /* ... is true if it has any */
};

static bool end_run(struct walk *walk)
{
    struct set_page *page = walk->page;
    if (!pith__fold_end(&walk->fold, false))
        return true;
    struct set_block *blocks =
        set_room(&page->arena, page->blocks, page->block_count, sizeof *blocks);
    if (blocks == NULL)
        return set_page_no_memory(page);
    page->blocks = blocks;
    blocks[page->block_count++] = (struct set_block){
        walk->class, {walk->fold.start, (size_t)(walk->fold.out - walk->fold.start)}};
    return true;
}

static void begin_run(struct walk *walk, uint8_t class)
{
    pith__fold_begin(&walk->fold);
    walk->class = class;
    walk->has_words = false;
}

/* Does a piece of the source have letters or digits outside character references? */
static bool has_words(struct pith__span text)
{
    for (size_t i = 0; i < text.len;) {
        uint32_t cp;
        size_t len = pith__utf8_next(text.ptr + i, &cp);
        if ((pith__unicode_class(cp) & PITH__UC_WORD) != 0)
            return true;
        i += len;
        if (cp == '&') {
            while (i < text.len && text.ptr[i] > ' ' && text.ptr[i] < 0x7F &&
                   text.ptr[i - 1] != ';')
                i++;
        }
    }
    return false;
}

/* Adds a piece of text. White space and dashes between words of a class belong to that class. */
static bool add_text(struct walk *walk, const struct pith__node *node, uint8_t class)
{
    struct pith__span source = {walk->doc->source.ptr + node->offset, node->extent};
    bool words = has_words(source);
    if (words && class != walk->class && walk->has_words) {
        if (!end_run(walk))
            return false;
        begin_run(walk, class);
    }
    if (words && !walk->has_words) {
        walk->class = class;
        walk->has_words = true;
    }
    pith__fold_text(&walk->fold, node);
    return true;
}

/* Adds the runs of the block whose nodes are from FIRST to END. */
static bool add_block(struct walk *walk, uint32_t first, uint32_t end)
{
    begin_run(walk, walk->classes[first]);
    for (uint32_t i = first; i < end; i++) {
        const struct pith__node *node = pith__doc_node(walk->doc, i);
        if ((node->flags & PITH__NODE_UNSEEN) != 0)
            continue;
        if (node->tag == PITH__TAG_br)
            pith__fold_line(&walk->fold, node->offset, false);
        else if (node->tag == PITH__TAG_TEXT && !add_text(walk, node, walk->classes[i]))
            return false;
    }
    return end_run(walk);
}

static bool add_blocks(struct set_page *page, const pith_page *parsed)
{
    const struct pith__doc *doc = &parsed->doc;
    const uint32_t *first = parsed->blocks.first.data;
    size_t count = parsed->blocks.first.len;
    struct walk walk = {.page = page, .doc = doc, .classes = classify(doc, &page->arena)};
    walk.fold.source = doc->source.ptr;
    walk.fold.source_end = doc->source.ptr + doc->source.len;
    walk.fold.out = pith__arena_alloc(&page->arena, doc->text_room + PITH__FOLD_SLACK);
    if (walk.classes == NULL || walk.fold.out == NULL)
        return set_page_no_memory(page);
    for (size_t i = 0; i < count; i++) {
        uint32_t end = i + 1 < count ? first[i + 1] : (uint32_t)doc->nodes.len;
        if (!add_block(&walk, first[i], end))
            return false;
    }
    return true;
}

static bool add_address(struct set_page *page, const char *url)
{
    struct pith__span bytes = {(const unsigned char *)url, strlen(url)};
    const char *word = set_word(&page->arena, bytes);
    return (word != NULL && set_page_add_field(page, "url", word)) || set_page_no_memory(page);
}

static bool l3s_parse(struct set_page *page, const struct set_raw *raw, bool html)
{
    if (!set_folder_begin(page, raw, html))
        return false;
    if (html && raw->len == 0 && raw->truth_len > 0)
        page->html = (struct pith__span){(const unsigned char *)raw->truth, raw->truth_len};
    if (raw->url != NULL && !add_address(page, raw->url))
        return false;
    const pith_page *parsed;
    const struct pith__allocator *allocator = page->arena.allocator;
    pith_context *context = pith_context_new_with(allocator->resize, allocator->ctx);
    pith_options *options = pith_options_new();
    bool good = pith_options_set(options, "method", "all", NULL) == PITH_OK &&
                        pith_options_set(options, "deadline", "0", NULL) == PITH_OK &&
                        pith_context_parse(context, raw->truth, raw->truth_len, options, &parsed,
                                           NULL) == PITH_OK
                    ? add_blocks(page, parsed) && set_text_from_blocks(page)
                    : set_page_no_memory(page);
    pith_options_free(options);
    pith_context_free(context);
    return good;
}

const struct set_form set_form_l3s = {set_folder_next, set_folder_progress, set_folder_close,
                                      l3s_parse};
