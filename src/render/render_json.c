/*
 * render_json.c - writes a page and its blocks as one line of JSON; docs/reference/json.md lists
 * the fields.
 */
#include "method/method.h"
#include "method/perplexity.h"
#include "render/escape.h"
#include "render/render.h"

/* Limits of a block's path: the nearest elements, all bytes, and bytes of each name. Hardly any
 * page has more, and a hostile one must not make the output quadratic in the input. */
enum { PATH_SHOWN = 64, PATH_BYTES = 2048, NAME_SHOWN = 256 };

/* All paths of a page together may take this many bytes, plus this many for each byte of input;
 * real pages need less than five. After that, paths show only the innermost tag, cut to LATE_TAG
 * bytes. */
enum { PATHS_LEAST = 1 << 18, PATHS_PER_BYTE = 16, LATE_TAG = 16 };

static void string_field(struct pith__writer *writer, const char *name, const char *text,
                         size_t len)
{
    pith__write_string(writer, name);
    pith__write(writer, "\"", 1);
    pith__write_json(writer, text, len);
    pith__write(writer, "\"", 1);
}

static void word_field(struct pith__writer *writer, const char *name, const char *word)
{
    string_field(writer, name, word, strlen(word));
}

static void number_field(struct pith__writer *writer, const char *name, int64_t number)
{
    pith__write_string(writer, name);
    pith__write_number(writer, number);
}

/* The smaller of LEN and MOST, but not inside a character. */
static size_t clip_to(size_t most, const char *text, size_t len)
{
    if (len <= most)
        return len;
    len = most;
    while (len > 0 && ((unsigned char)text[len] & 0xC0) == 0x80)
        len--;
    return len;
}

static size_t clip(const char *text, size_t len)
{
    return clip_to(NAME_SHOWN, text, len);
}

/* Writes "div#main.content.wide". */
static void write_element(struct pith__writer *writer, const pith_element *element)
{
    pith__write(writer, "\"", 1);
    pith__write_json(writer, element->tag, clip(element->tag, element->tag_len));
    if (element->id_len > 0) {
        pith__write(writer, "#", 1);
        pith__write_json(writer, element->id, clip(element->id, element->id_len));
    }
    size_t end = clip(element->classes, element->classes_len);
    for (size_t i = 0; i < end;) {
        size_t from = i;
        while (i < end && !pith__is_space((unsigned char)element->classes[i]))
            i++;
        if (i > from) {
            pith__write(writer, ".", 1);
            pith__write_json(writer, element->classes + from, i - from);
        }
        i += i < end;
    }
    pith__write(writer, "\"", 1);
}

static void write_whole_path(struct pith__writer *writer, const pith_page *page, uint32_t index)
{
    uint32_t path[PATH_SHOWN];
    size_t depth = 0;
    size_t bytes = 0;
    pith_element element;
    while (depth < PATH_SHOWN && bytes < PATH_BYTES &&
           pith_page_element(page, index, &element, sizeof element)) {
        path[depth++] = index;
        index = element.parent;
        bytes += clip(element.tag, element.tag_len) + clip(element.id, element.id_len) +
                 clip(element.classes, element.classes_len);
    }
    pith__write_string(writer, ",\"path\":[");
    if (index != PITH_NONE)
        pith__write_string(writer, "\"...\",");
    for (size_t i = depth; i > 0; i--) {
        pith_page_element(page, path[i - 1], &element, sizeof element);
        write_element(writer, &element);
        if (i > 1)
            pith__write(writer, ",", 1);
    }
    pith__write(writer, "]", 1);
}

/* Writes the innermost tag of a path that there is no room for. */
static void write_late_path(struct pith__writer *writer, const pith_page *page, uint32_t index)
{
    pith_element element;
    pith_page_element(page, index, &element, sizeof element);
    pith__write_string(writer, ",\"path\":[");
    if (element.parent != PITH_NONE)
        pith__write_string(writer, "\"...\",");
    pith__write(writer, "\"", 1);
    pith__write_json(writer, element.tag, clip_to(LATE_TAG, element.tag, element.tag_len));
    pith__write_string(writer, "\"]");
}

/* *LEFT: the bytes that paths may still take. */
static void write_path(struct pith__writer *writer, const pith_page *page, uint32_t index,
                       uint64_t *left)
{
    if (*left == 0) {
        write_late_path(writer, page, index);
        return;
    }
    uint64_t before = pith__writer_bytes(writer);
    write_whole_path(writer, page, index);
    uint64_t bytes = pith__writer_bytes(writer) - before;
    *left -= bytes < *left ? bytes : *left;
}

static void write_flags(struct pith__writer *writer, uint32_t flags)
{
    static const char *const names[] = {"header",   "continued", "hidden", "aria-hidden",
                                        "noscript", "shadow",    "item"};
    const char *mark = ",\"flags\":[";
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        if ((flags >> i & 1) != 0) {
            word_field(writer, mark, names[i]);
            mark = ",";
        }
    }
    if (flags != 0)
        pith__write(writer, "]", 1);
}

/* Writes a share from 0 to 1, with three decimals. */
static void share_field(struct pith__writer *writer, const char *name, float share)
{
    pith__write_string(writer, name);
    pith__json_put_share(pith__put_writer, writer, share);
}

/* Writes the names of the methods in BITS, as an array. */
static void methods_field(struct pith__writer *writer, const pith_page *page, const char *name,
                          uint32_t bits)
{
    const pith_method_info *method;
    const char *mark = "";
    pith__write_string(writer, name);
    pith__write(writer, "[", 1);
    for (size_t i = 0; i < PITH__METHODS_MOST; i++) {
        if ((bits >> i & 1) != 0 && (method = pith__decided_by(page, i)) != NULL) {
            word_field(writer, mark, method->name);
            mark = ",";
        }
    }
    pith__write(writer, "]", 1);
}

/* Writes a perplexity with one decimal. */
static void perplexity_field(struct pith__writer *writer, const char *name, float perplexity)
{
    int64_t tenths = (int64_t)((double)perplexity * 10 + 0.5);
    number_field(writer, name, tenths / 10);
    pith__write(writer, ".", 1);
    pith__write_number(writer, tenths % 10);
}

/* Writes the results of the method perplexity: a single number if it judged the block as a
 * whole. */
static void write_parts(struct pith__writer *writer, const pith_page *page, const pith_block *block)
{
    size_t count;
    const uint64_t begun = pith__writer_bytes(writer);
    const pith_part *part = pith__parts_of(page, (size_t)(block - pith__page_blocks(page)), &count);
    if (count == 1 && part->begin == 0 && part->end == block->text_len) {
        perplexity_field(writer, ",\"perplexity\":", part->perplexity);
        return;
    }
    for (size_t i = 0; i < count && !pith__writer_cuts_block(writer, begun); i++, part++) {
        number_field(writer, i == 0 ? ",\"parts\":[{\"begin\":" : ",{\"begin\":", part->begin);
        number_field(writer, ",\"end\":", part->end);
        perplexity_field(writer, ",\"perplexity\":", part->perplexity);
        pith__write_string(writer, part->keep ? ",\"keep\":true}" : ",\"keep\":false}");
    }
    if (count > 0)
        pith__write(writer, "]", 1);
}

static void write_block(struct pith__writer *writer, const pith_page *page, const pith_block *block,
                        uint64_t *paths_left)
{
    pith__write_string(writer, block->keep ? "{\"keep\":true" : "{\"keep\":false");
    word_field(writer, ",\"why\":", pith_reason_name(block->reason));
    share_field(writer, ",\"score\":", block->score);
    if (page->decision.labelled)
        word_field(writer, ",\"label\":", pith_label_name(block->label));
    if ((page->info.methods & (page->info.methods - 1)) != 0)
        methods_field(writer, page, ",\"votes\":", block->votes);
    word_field(writer, ",\"kind\":", pith_kind_name(block->kind));
    pith__write_string(writer, ",\"text\":\"");
    pith__write_text(writer, block->text, block->text_len, pith__write_json);
    pith__write(writer, "\"", 1);
    number_field(writer, ",\"begin\":", block->begin);
    number_field(writer, ",\"end\":", block->end);
    number_field(writer, ",\"words\":", block->words);
    number_field(writer, ",\"link_words\":", block->link_words);
    number_field(writer, ",\"sentences\":", block->sentences);
    write_parts(writer, page, block);
    if (block->level > 0)
        number_field(writer, ",\"level\":", block->level);
    if (block->list_depth > 0)
        number_field(writer, ",\"list_depth\":", block->list_depth);
    if (block->ordinal != PITH_NO_ORDINAL)
        number_field(writer, ",\"ordinal\":", block->ordinal);
    if (block->quote_depth > 0)
        number_field(writer, ",\"quote_depth\":", block->quote_depth);
    if (block->row != PITH_NONE)
        number_field(writer, ",\"row\":", block->row);
    if (block->column != PITH_NONE)
        number_field(writer, ",\"column\":", block->column);
    size_t len;
    const char *language = pith_block_language(page, block, &len);
    if (len > 0)
        string_field(writer, ",\"language\":", language, len);
    write_flags(writer, block->flags);
    write_path(writer, page, block->element, paths_left);
    pith__write(writer, "}", 1);
}

static void write_page(struct pith__writer *writer, const pith_page *page)
{
    const pith_page_info *info = &page->info;
    if (info->id != NULL) {
        pith__write_string(writer, "\"id\":\"");
        pith__write_name(writer, info->id, pith__write_json);
        pith__write_string(writer, "\",");
    }
    word_field(writer, "\"status\":", pith_outcome_name(info->outcome));
    if (info->reason != PITH_REASON_NONE)
        word_field(writer, ",\"reason\":", pith_reason_name(info->reason));
    share_field(writer, ",\"confidence\":", info->confidence);
    if (info->page_type != PITH_PAGE_UNKNOWN) {
        word_field(writer, ",\"page_type\":", pith_page_type_name(info->page_type));
        share_field(writer, ",\"page_type_confidence\":", info->page_type_confidence);
    }
    methods_field(writer, page, ",\"methods\":", info->methods);
    if ((info->methods & (info->methods - 1)) != 0)
        word_field(writer, ",\"vote\":", pith_vote_name(info->vote));
    if (info->filter != PITH_FILTER_NONE)
        word_field(writer, ",\"filter\":", pith_filter_name(info->filter));
    word_field(writer, ",\"charset\":", info->charset);
    word_field(writer, ",\"charset_source\":", pith_charset_source_name(info->charset_source));
    number_field(writer, ",\"replaced\":", (int64_t)info->replaced);
    number_field(writer, ",\"bytes\":", (int64_t)info->bytes_read);
    number_field(writer, ",\"nodes\":", (int64_t)info->nodes);
    number_field(writer, ",\"words\":", (int64_t)info->words);
    number_field(writer, ",\"link_words\":", (int64_t)info->link_words);
    number_field(writer, ",\"kept_words\":", (int64_t)info->kept_words);
    string_field(writer, ",\"title\":", info->title, info->title_len);
    string_field(writer, ",\"lang\":", info->lang, info->lang_len);
}

pith_status pith__render_json(const pith_page *page, const struct pith__render_options *options,
                              struct pith__writer *writer)
{
    (void)options;
    pith__write(writer, "{", 1);
    write_page(writer, page);
    if (page->metadata.list != NULL)
        pith__json_put_metadata(pith__put_writer, writer, page, pith_page_fact);
    pith__write_string(writer, ",\"blocks\":[");
    const pith_block *block;
    uint64_t paths_left = PATHS_LEAST + (uint64_t)PATHS_PER_BYTE * page->info.bytes_read;
    for (size_t i = 0; (block = pith_page_block(page, i)) != NULL; i++) {
        if (pith__writer_ends(writer, 8))
            break;
        if (i > 0)
            pith__write(writer, ",", 1);
        write_block(writer, page, block, &paths_left);
    }
    pith__write_string(writer, writer->stopped ? "],\"stopped\":\"deadline\"}\n" : "]}\n");
    return PITH_OK;
}
