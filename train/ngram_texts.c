/*
 * ngram_texts.c - see ngram_texts.h.
 *
 * Plain text has no tags to split it. If it has blank lines or tags such as <p>, <h> or <l>, these
 * separate segments and other line ends are spaces; otherwise each line is a segment.
 */
#include "train/ngram_texts.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/hash.h"
#include "eval/block_labels.h"
#include "eval/site.h"
#include "eval/stats.h"
#include "io/folder_names.h"
#include "io/line_reader.h"
#include "io/packed.h"
#include "method/ngram_rules.h"
#include "train/matrix.h"

void ngram_texts_init(struct ngram_texts *texts)
{
    *texts = (struct ngram_texts){.page_count = 0};
    pith__vec_init(&texts->text, 1);
    pith__vec_init(&texts->segments, sizeof(struct ngram_segment));
    pith__vec_init(&texts->sites, sizeof(uint64_t));
}

void ngram_texts_deinit(struct ngram_texts *texts)
{
    pith__vec_deinit(&texts->text, &pith__allocator_default);
    pith__vec_deinit(&texts->segments, &pith__allocator_default);
    pith__vec_deinit(&texts->sites, &pith__allocator_default);
}

static bool no_memory(ngram_note note, const char *file)
{
    note(file, 0, pith_status_message(PITH_ERR_NOMEM));
    return false;
}

static bool reserve(struct pith__vec *vec, size_t more)
{
    return pith__vec_reserve(vec, &pith__allocator_default, more) == PITH_OK;
}

/* ----------------------------------------------------------------- segments */

/* Adds a segment with its white space folded; an empty one is dropped. */
static bool add_segment(struct ngram_texts *texts, enum ngram_kind kind, bool ruled, size_t page,
                        const unsigned char *text, size_t len)
{
    if (len > UINT32_MAX / 2 || !reserve(&texts->text, len + 1) || !reserve(&texts->segments, 1))
        return false;
    unsigned char *out = (unsigned char *)texts->text.data + texts->text.len;
    size_t written = 0;
    uint32_t words = 0;
    for (size_t i = 0; i < len;) {
        while (i < len && pith__is_space(text[i]))
            i++;
        if (i == len)
            break;
        if (written > 0)
            out[written++] = ' ';
        words++;
        while (i < len && !pith__is_space(text[i]))
            out[written++] = text[i++];
    }
    if (written == 0)
        return true;
    struct ngram_segment *segments = texts->segments.data;
    segments[texts->segments.len++] = (struct ngram_segment){
        texts->text.len, (uint32_t)written, words, (uint32_t)page, (uint8_t)kind, ruled};
    texts->text.len += written;
    return true;
}

/* Is this a segment tag in CleanEval's format? */
static bool is_mark(const unsigned char *text, size_t len)
{
    return len >= 3 && text[0] == '<' && text[2] == '>' && strchr("phlPHL", text[1]) != NULL &&
           text[1] != '\0';
}

static bool is_blank(const unsigned char *text, size_t len)
{
    for (size_t i = 0; i < len; i++) {
        if (!pith__is_space(text[i]))
            return false;
    }
    return true;
}

static size_t line_len(const unsigned char *text, size_t len)
{
    const unsigned char *end = len > 0 ? memchr(text, '\n', len) : NULL;
    return end != NULL ? (size_t)(end - text) : len;
}

/* Does the text have tags, or blank lines between others? */
static bool is_parted(const unsigned char *text, size_t len)
{
    bool blank = false, before = false;
    for (size_t at = 0; at < len;) {
        size_t line = line_len(text + at, len - at);
        if (is_mark(text + at, line))
            return true;
        if (is_blank(text + at, line)) {
            blank = before;
        } else {
            if (blank)
                return true;
            before = true;
        }
        at += line + 1;
    }
    return false;
}

/* Passes each segment of a plain text to TAKE. */
typedef bool (*segment_taker)(void *user, const unsigned char *text, size_t len);
static bool part_text(const unsigned char *text, size_t len, segment_taker take, void *user)
{
    bool parted = is_parted(text, len), good = true;
    size_t begin = 0;
    for (size_t at = 0; at < len && good;) {
        size_t line = line_len(text + at, len - at);
        if (is_mark(text + at, line)) {
            good = take(user, text + begin, at - begin);
            begin = at + 3;
        } else if (!parted || is_blank(text + at, line)) {
            good = take(user, text + begin, at + line - begin);
            begin = at + line;
        }
        at += line + 1;
    }
    return good && (begin >= len || take(user, text + begin, len - begin));
}

/* -------------------------------------------------------------------- pages */

struct reading {
    struct ngram_texts *texts;
    pith_context *context;
    ngram_note note;
    enum ngram_kind kind; /* of the segments from part_text() */
};

static bool take_segment(void *user, const unsigned char *text, size_t len)
{
    struct reading *reading = user;
    return add_segment(reading->texts, reading->kind, false, reading->texts->page_count, text, len);
}

static bool add_truth(struct reading *reading, const struct set_page *truth)
{
    reading->kind = NGRAM_TRUTH;
    if (truth->has_segments && truth->segment_count > 0) {
        for (size_t i = 0; i < truth->segment_count; i++) {
            if (!take_segment(reading, truth->segments[i].text.ptr, truth->segments[i].text.len))
                return false;
        }
        return true;
    }
    return part_text(truth->text.ptr, truth->text.len, take_segment, reading);
}

static bool add_blocks(struct reading *reading, const pith_page *page, const uint8_t *classes)
{
    const pith_block *block;
    for (size_t i = 0; (block = pith_page_block(page, i)) != NULL; i++) {
        float chance;
        bool ruled = pith__rules_find(PITH__RULE_ALL, block, &chance) != 0;
        if (!add_segment(reading->texts,
                         matrix_target(classes[i], 2) != 0 ? NGRAM_CONTENT : NGRAM_BOILERPLATE,
                         ruled, reading->texts->page_count, (const unsigned char *)block->text,
                         block->text_len))
            return false;
    }
    return true;
}

/* A site id for the page; a page of unknown site is its own. Sites with equal hashes share a fold,
 * which does no harm. */
static uint64_t site_number(const struct ngram_texts *texts, const struct set_page *truth)
{
    for (size_t i = 0; i < truth->field_count; i++) {
        const char *url = truth->fields[i].value;
        if (strcmp(truth->fields[i].name, "url") != 0)
            continue;
        struct pith__span site =
            site_of((struct pith__span){(const unsigned char *)url, strlen(url)});
        if (site.len > 0)
            return pith__fnv64_bytes(PITH__FNV64, site.ptr, site.len);
    }
    return texts->page_count;
}

/* Adds a page. Returns NULL or an error message. */
static const char *add_page(struct reading *reading, const struct set_page *truth)
{
    if (!truth->has_html)
        return "this ground truth has no page";
    if (!truth->has_text && truth->block_count == 0)
        return "this page has no ground truth";
    struct ngram_texts *texts = reading->texts;
    pith_options *options = matrix_page_options_new(truth, "all");
    if (options == NULL)
        return pith_status_message(PITH_ERR_NOMEM);
    const pith_page *page;
    pith_status status = pith_context_parse(reading->context, (const char *)truth->html.ptr,
                                            truth->html.len, options, &page, NULL);
    pith_options_free(options);
    if (status != PITH_OK)
        return pith_status_message(status);
    uint8_t *classes = malloc(pith_page_get_info(page)->blocks + 1);
    const char *wrong = NULL;
    if (classes == NULL || !reserve(&texts->sites, 1))
        wrong = pith_status_message(PITH_ERR_NOMEM);
    else if (!block_labels(reading->context, page, truth, classes, NULL))
        wrong = "not enough memory to label its blocks";
    else if (!add_blocks(reading, page, classes) || !add_truth(reading, truth))
        wrong = pith_status_message(PITH_ERR_NOMEM);
    free(classes);
    if (wrong == NULL) {
        ((uint64_t *)texts->sites.data)[texts->sites.len++] = site_number(texts, truth);
        texts->page_count++;
    }
    return wrong;
}

static bool wanted(const struct set_page *truth, const char *const *wheres, size_t where_count)
{
    for (size_t i = 0; i < where_count; i++) {
        if (!set_page_matches(truth, wheres[i]))
            return false;
    }
    return true;
}

static void leave_out(struct reading *reading, const char *file, uint64_t line, const char *message)
{
    reading->note(file, line, message);
    reading->texts->unusable++;
}

bool ngram_texts_set(struct ngram_texts *texts, const char *path, const char *const *wheres,
                     size_t where_count, ngram_note note)
{
    char error[200];
    struct set *set = set_open(path, error, sizeof error);
    struct reading reading = {texts, pith_context_new(), note, NGRAM_TRUTH};
    struct set_raw raw = {0};
    struct set_page truth;
    size_t pages = texts->page_count;
    if (reading.context == NULL || set == NULL) {
        if (set == NULL) {
            note(path, 0, error);
            texts->bad_sets++;
        }
        set_close(set);
        pith_context_free(reading.context);
        return set == NULL || no_memory(note, path);
    }
    set_page_init(&truth);
    while (set_next(set, &raw)) {
        const char *wrong = NULL;
        if (raw.error[0] != '\0')
            leave_out(&reading, raw.file, raw.line, raw.error);
        else if (!set_page_parse(&truth, &raw, true))
            leave_out(&reading, truth.file, truth.line, truth.error);
        else if (wanted(&truth, wheres, where_count))
            wrong = add_page(&reading, &truth);
        if (wrong != NULL)
            leave_out(&reading, truth.file, truth.line, wrong);
    }
    if (texts->page_count == pages) {
        note(path, 0,
             where_count == 0 ? "no labelled pages to train on"
                              : "no pages to train on; does --where match any?");
        texts->bad_sets++;
    }
    set_page_deinit(&truth);
    set_raw_deinit(&raw);
    set_close(set);
    pith_context_free(reading.context);
    return true;
}

/* -------------------------------------------------------------------- pairs */

/* Length of a name without its extension. */
static size_t stem_len(const char *name)
{
    const char *dot = strrchr(name, '.');
    return dot != NULL && dot > name ? (size_t)(dot - name) : strlen(name);
}

/* The file in NAMES with the same base name as NAME, or NULL. */
static const char *partner_of(const char *name, const struct folder_names *names)
{
    size_t stem = stem_len(name);
    for (size_t i = 0; i < names->count; i++) {
        if (stem_len(names->names[i]) == stem && memcmp(names->names[i], name, stem) == 0)
            return names->names[i];
    }
    return NULL;
}

/* Reads a whole file, compressed or not. Returns NULL and sets *WRONG on failure. */
static unsigned char *read_whole(const char *folder, const char *name, size_t *len,
                                 const char **wrong)
{
    enum { STEP = 1 << 16 };
    const size_t most = (size_t)1 << 30;
    size_t room = strlen(folder) + strlen(name) + 2;
    char *path = malloc(room);
    unsigned char *data = NULL;
    struct packed *packed = NULL;
    ssize_t got = 0;
    *wrong = NULL;
    *len = 0;
    if (path != NULL) {
        snprintf(path, room, "%s/%s", folder, name);
        packed = packed_open(path);
    }
    if (packed == NULL)
        *wrong = path == NULL ? pith_status_message(PITH_ERR_NOMEM) : strerror(errno);
    while (*wrong == NULL) {
        unsigned char *more = *len <= most ? realloc(data, *len + STEP) : NULL;
        if (more == NULL) {
            *wrong = pith_status_message(PITH_ERR_NOMEM);
            break;
        }
        data = more;
        got = packed_read(packed, data + *len, STEP);
        if (got < 0)
            *wrong = "cannot be read to its end";
        if (got <= 0)
            break;
        *len += (size_t)got;
    }
    if (packed != NULL)
        packed_close(packed);
    free(path);
    if (*wrong != NULL) {
        free(data);
        return NULL;
    }
    return data;
}

/* Plain text as an HTML page: one paragraph per segment. */
struct as_page {
    struct pith__vec html;
};

static bool take_paragraph(void *user, const unsigned char *text, size_t len)
{
    struct as_page *page = user;
    if (!reserve(&page->html, 5 * len + 3))
        return false;
    unsigned char *out = (unsigned char *)page->html.data + page->html.len;
    memcpy(out, "<p>", 3);
    size_t written = 3;
    for (size_t i = 0; i < len; i++) {
        const char *escaped = text[i] == '<' ? "&lt;" : text[i] == '&' ? "&amp;" : NULL;
        if (escaped != NULL) {
            memcpy(out + written, escaped, strlen(escaped));
            written += strlen(escaped);
        } else {
            out[written++] = text[i];
        }
    }
    page->html.len += written;
    return true;
}

static bool ends_in(const char *name, const char *ending)
{
    size_t len = strlen(name), end = strlen(ending);
    return len >= end && strcmp(name + len - end, ending) == 0;
}

/* Reads a pair. Returns NULL or an error message. */
static const char *add_pair(struct reading *reading, const char *raw_folder, const char *raw_name,
                            const char *clean_folder, const char *clean_name)
{
    const char *wrong = NULL;
    size_t raw_len = 0, clean_len = 0;
    struct as_page text;
    pith__vec_init(&text.html, 1);
    unsigned char *clean = NULL, *raw = read_whole(raw_folder, raw_name, &raw_len, &wrong);
    if (wrong == NULL)
        clean = read_whole(clean_folder, clean_name, &clean_len, &wrong);
    struct set_page page;
    set_page_init(&page);
    page.has_html = page.has_text = true;
    page.html = (struct pith__span){raw, raw_len};
    page.text = (struct pith__span){clean, clean_len};
    if (wrong == NULL && !ends_in(raw_name, ".html") && !ends_in(raw_name, ".htm")) {
        if (!reserve(&text.html, 1) || !part_text(raw, raw_len, take_paragraph, &text))
            wrong = pith_status_message(PITH_ERR_NOMEM);
        page.html = (struct pith__span){text.html.data, text.html.len};
    }
    if (wrong == NULL)
        wrong = add_page(reading, &page);
    page.html = page.text = (struct pith__span){NULL, 0};
    set_page_deinit(&page);
    pith__vec_deinit(&text.html, &pith__allocator_default);
    free(raw);
    free(clean);
    return wrong;
}

static void read_pairs(struct reading *reading, const char *raw, const struct folder_names *raws,
                       const char *clean, const struct folder_names *cleans)
{
    for (size_t i = 0; i < raws->count; i++) {
        const char *name = raws->names[i];
        const char *partner = partner_of(name, cleans);
        const char *wrong = partner == NULL ? "no clean file has this name"
                                            : add_pair(reading, raw, name, clean, partner);
        if (wrong != NULL)
            leave_out(reading, name, 0, wrong);
    }
}

bool ngram_texts_pairs(struct ngram_texts *texts, const char *raw, const char *clean,
                       ngram_note note)
{
    struct reading reading = {texts, pith_context_new(), note, NGRAM_TRUTH};
    struct folder_names raws, cleans;
    size_t pages = texts->page_count;
    int raw_error = folder_names_read(&raws, raw, NULL, NULL);
    int clean_error = folder_names_read(&cleans, clean, NULL, NULL);
    bool good = reading.context != NULL;
    if (good && (raw_error != 0 || clean_error != 0)) {
        note(raw_error != 0 ? raw : clean, 0, strerror(raw_error != 0 ? raw_error : clean_error));
        texts->bad_sets++;
    } else if (good) {
        read_pairs(&reading, raw, &raws, clean, &cleans);
        if (texts->page_count == pages) {
            note(raw, 0, "no pairs of files to train on");
            texts->bad_sets++;
        }
    }
    folder_names_deinit(&raws);
    folder_names_deinit(&cleans);
    pith_context_free(reading.context);
    return good || no_memory(note, raw);
}

/* ------------------------------------------------------------------ clean text */

bool ngram_texts_clean(struct ngram_texts *texts, const char *file, uint64_t most, ngram_note note)
{
    struct line_reader lines;
    char *line;
    size_t len;
    enum line_got got;
    bool good = true;
    if (!line_reader_open(&lines, file, 1 << 24)) {
        note(file, 0, strerror(errno));
        texts->bad_sets++;
        return true;
    }
    uint64_t taken = 0;
    while (good && taken < most && (got = line_reader_next(&lines, &line, &len)) != LINE_END) {
        if (got == LINE_BROKEN) {
            note(file, lines.line, lines.error.message);
            texts->bad_sets++;
            break;
        }
        if (got == LINE_READ) {
            good = add_segment(texts, NGRAM_MORE, false, 0, (const unsigned char *)line, len);
            taken += len;
        }
    }
    line_reader_close(&lines);
    return good || no_memory(note, file);
}

/* --------------------------------------------------------------------- folds */

struct site {
    uint64_t number;
    uint32_t page;
};

static int by_site(const void *a, const void *b)
{
    const struct site *x = a, *y = b;
    if (x->number != y->number)
        return x->number < y->number ? -1 : 1;
    return x->page < y->page ? -1 : 1;
}

bool ngram_texts_folds(const struct ngram_texts *texts, const bool *pages, unsigned folds,
                       uint64_t seed, uint8_t *fold_of_page)
{
    struct site *sites = malloc((texts->page_count + 1) * sizeof *sites);
    uint32_t *order = malloc((texts->page_count + 1) * sizeof *order);
    size_t count = 0;
    bool good = sites != NULL && order != NULL;
    if (good) {
        struct stats_random random = {seed};
        size_t distinct = 0;
        for (size_t i = 0; i < texts->page_count; i++) {
            if (pages == NULL || pages[i])
                sites[count++] =
                    (struct site){((const uint64_t *)texts->sites.data)[i], (uint32_t)i};
        }
        qsort(sites, count, sizeof *sites, by_site);
        for (size_t i = 0; i < count; i++)
            order[i] = (uint32_t)i;
        for (size_t i = count; i > 1; i--) {
            uint32_t k = stats_random_below(&random, (uint32_t)i), swap = order[k];
            order[k] = order[i - 1];
            order[i - 1] = swap;
        }
        for (size_t i = 0; i < count; i++) {
            distinct += i > 0 && sites[i].number != sites[i - 1].number;
            fold_of_page[sites[i].page] = (uint8_t)(order[distinct] % folds);
        }
    }
    free(sites);
    free(order);
    return good;
}
