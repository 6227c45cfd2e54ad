/*
 * pith.c - the public functions. pith_context_parse() calls all stages in order.
 */
#include "pith.h"

#include "label/label.h"
#include "metadata/metadata.h"
#include "method/method.h"
#include "method/page_type.h"
#include "parse/plain.h"
#include "post/post.h"

/* A context keeps this much memory after pith_context_reset(). */
enum { KEEP_BYTES = 4 << 20 };

/* Ground truth may be as long as a page. */
enum { TRUTH_MAX = 1 << 30 };

struct pith_context {
    struct pith__allocator allocator;
    struct pith__arena arena;
    struct pith__arena scratch; /* of the current decision */
    struct pith__arena spare;   /* of the next decision, which may fail */
    struct pith__arena part;    /* of a part of the page while it is judged */
    struct pith__kept kept;     /* what methods keep from page to page */
    struct pith__clock clock;
    pith_options defaults;
    pith_page page;
    bool parsed; /* the page can be used */
};

/* ----------------------------------------------------------------- parsing */

static bool is_blank(struct pith__span text)
{
    size_t i = 0;
    while (i < text.len && pith__is_space(text.ptr[i]))
        i++;
    return i == text.len;
}

/* Fills in what is known about the page as a whole before a decision. */
static void describe(pith_page *page, const pith_options *options, size_t bytes_read, bool cut)
{
    pith_page_info *info = &page->info;
    struct pith__span lang = {(const unsigned char *)"", 0};
    memset(info, 0, sizeof *info);
    info->charset = page->decoded.charset;
    info->charset_source = page->decoded.source;
    info->bytes_read = bytes_read;
    info->replaced = page->decoded.replaced;
    info->nodes = page->doc.nodes.len;
    info->blocks = page->blocks.list.len;
    info->words = page->blocks.words;
    info->link_words = page->blocks.link_words;
    info->title = (const char *)page->blocks.title.ptr;
    info->title_len = page->blocks.title.len;
    pith__doc_attr(&page->doc, pith__doc_node(&page->doc, 0), PITH__ATTR_LANG, &lang);
    info->lang = (const char *)lang.ptr;
    info->lang_len = lang.len;

    page->bound = page->doc.stopped;
    if (page->blocks.stopped || page->decoded.stopped)
        page->bound = PITH_REASON_DEADLINE;
    else if (cut && page->bound == PITH_REASON_NONE)
        page->bound = PITH_REASON_INPUT;
    page->late = false;
    page->frequency = options->frequency;
    page->frequency_user = options->frequency_user;
}

/* Sets the page's outcome from its bounds and the decision. */
static void set_outcome(pith_page *page)
{
    pith_page_info *info = &page->info;
    info->reason = page->bound;
    if (page->bound == PITH_REASON_NONE && (page->late || page->decision.late))
        info->reason = PITH_REASON_DEADLINE;
    info->outcome = info->reason != PITH_REASON_NONE ? PITH_OUTCOME_PARTIAL
                    : info->kept_blocks > 0          ? PITH_OUTCOME_OK
                                                     : PITH_OUTCOME_EMPTY;
    if (info->outcome != PITH_OUTCOME_EMPTY)
        return;
    if (page->binary)
        info->reason = PITH_REASON_BINARY;
    else if (info->blocks > 0)
        info->reason = PITH_REASON_NO_CONTENT;
    else
        info->reason = is_blank(page->decoded.utf8) ? PITH_REASON_NO_INPUT : PITH_REASON_NO_TEXT;
}

/* Fills in what the decision says about the page as a whole. */
static void sum_up(pith_page *page)
{
    pith_page_info *info = &page->info;
    const pith_block *blocks = pith__page_blocks(page);
    double sure = 0;
    info->kept_blocks = info->kept_words = 0;
    for (size_t i = 0; i < info->blocks; i++) {
        info->kept_blocks += blocks[i].keep;
        info->kept_words += blocks[i].keep ? blocks[i].words : 0;
        sure += blocks[i].words * (double)(blocks[i].keep ? blocks[i].score : 1 - blocks[i].score);
    }
    info->kept_words -=
        page->decision.cut_words < info->kept_words ? page->decision.cut_words : info->kept_words;
    info->confidence = info->words > 0 ? (float)(sure / (double)info->words) : 1;
    if (info->words > 0)
        pith__methods_confidence(page, &info->confidence);
    set_outcome(page);
}

/* ---------------------------------------------------------------- deadlines */

/* When each stage has to end, in percent of the deadline. A slow stage thus leaves time to use its
 * results. At least a quarter is left for rendering. */
enum {
    DECODING_UNTIL = 15,
    SCAN_UNTIL = 40,
    BLOCKS_UNTIL = 50,
    DECISION_UNTIL = 70,
    FACTS_UNTIL = 75
};

/* Begins a stage of the page whose parsing began at START. */
static void begin_stage(pith_context *context, const pith_options *options, uint64_t start,
                        unsigned until)
{
    uint64_t share = options->deadline_ms * until / 100;
    pith__clock_allow(&context->clock, options->deadline_ms > 0 ? start + share : 0);
}

/* Leaves the rest of the time to rendering, whenever that happens. */
static void end_stages(pith_context *context, const pith_options *options, uint64_t start)
{
    uint64_t all = options->deadline_ms;
    uint64_t spent = all > 0 ? pith__clock_ms() - start : 0;
    uint64_t least = all - all * FACTS_UNTIL / 100;
    context->clock.render_ms = spent < all - least ? all - spent : least;
}

void pith__context_stop_at(pith_context *context, uint64_t work, bool once)
{
    context->clock.stop_at = work;
    context->clock.stop_once = once;
}

const struct pith__clock *pith__context_clock(const pith_context *context)
{
    return &context->clock;
}

/* ---------------------------------------------------------------- decisions */

static void swap_arenas(pith_context *context)
{
    struct pith__arena old = context->scratch;
    context->scratch = context->spare;
    context->spare = old;
}

/* On failure the page keeps its old decision: everything that can fail comes first and does not
 * touch the old results. */
static pith_status decide(pith_context *context, const pith_options *options, pith_error *error)
{
    pith_page *page = &context->page;
    pith_block *blocks = pith__page_blocks(page);
    struct pith__decided decision = {.judged = page->info.blocks};
    struct pith__judging judging = {.page = page,
                                    .options = options,
                                    .decision = &decision,
                                    .arena = &context->spare,
                                    .part = &context->part,
                                    .error = error};
    pith__arena_reset(&context->spare, SIZE_MAX);
    PITH__TRY(pith__methods_prepare(&judging, &context->kept));
    swap_arenas(context);
    pith__arena_reset(&context->spare, KEEP_BYTES);
    page->decision = decision;
    judging.decision = &page->decision;
    for (size_t i = 0; i < page->info.blocks; i++)
        blocks[i].votes = 0;
    page->info.methods = options->methods;
    page->info.vote = (pith_vote)options->vote;
    page->info.filter = (pith_filter)options->filter;
    pith__methods_judge(&judging, &context->kept);
    pith__filter_run(page, page->info.filter, options->comment_words);
    pith__methods_finish(&judging, &context->kept);
    page->decision.late = pith__clock_expired(&context->clock);
    sum_up(page);
    return PITH_OK;
}

/* Copies into the page's arena what callers may free or change. */
static pith_status copy_text(struct pith__arena *arena, const char *text, const char **copy)
{
    *copy = NULL;
    if (text == NULL)
        return PITH_OK;
    size_t size = strlen(text) + 1;
    char *made = pith__arena_alloc(arena, size);
    if (made == NULL)
        return PITH_ERR_NOMEM;
    *copy = memcpy(made, text, size);
    return PITH_OK;
}

/* Bytes to blocks. */
static pith_status read_page(pith_context *context, const char *bytes, size_t len,
                             const pith_options *options, uint64_t start)
{
    pith_page *made = &context->page;
    bool plain = options->input == PITH__INPUT_TEXT, cut = len > options->max_input;
    struct pith__limits limits = {(uint32_t)options->max_depth, (uint32_t)options->max_nodes,
                                  &context->clock, false};
    if (cut)
        len = (size_t)options->max_input;
    begin_stage(context, options, start, DECODING_UNTIL);
    pith__arena_reset(&context->arena, SIZE_MAX);
    /* Binary data is not parsed: it is treated as a page without bytes. */
    made->binary = pith__is_binary((const unsigned char *)bytes, len, options->charset);
    PITH__TRY(pith__decode(&context->arena, (const unsigned char *)bytes, made->binary ? 0 : len,
                           options->charset, plain, &context->clock, &made->decoded));
    begin_stage(context, options, start, SCAN_UNTIL);
    PITH__TRY(
        (plain ? pith__doc_parse_plain : pith__doc_parse)(&made->doc, made->decoded.utf8, &limits));
    if (!plain && pith__doc_is_all_title(&made->doc)) {
        limits.short_titles = true;
        PITH__TRY(pith__doc_parse(&made->doc, made->decoded.utf8, &limits));
    }
    begin_stage(context, options, start, BLOCKS_UNTIL);
    PITH__TRY(
        pith__blocks_make(&made->blocks, &made->doc, &made->decoded.map, &limits, &context->arena));
    describe(made, options, made->decoded.stopped ? made->decoded.map.input_len : len,
             cut && !made->binary);
    PITH__TRY(copy_text(&context->arena, options->id, &made->info.id));
    PITH__TRY(copy_text(&context->arena, options->url, &made->url));
    made->info.url = made->url;
    made->metadata = (struct pith__metadata){NULL, 0};
    made->plain = plain;
    return PITH_OK;
}

/* Finds the metadata and the page type. They come after the decision because content matters more
 * when time is short. */
static pith_status find_facts(pith_context *context, const pith_options *options)
{
    pith_page *made = &context->page;
    if (options->page_type && !made->plain)
        PITH__TRY(pith__page_type_find(made, options->type_model, &context->part));
    if (options->metadata && !made->plain)
        PITH__TRY(pith__metadata_find(made, &context->arena));
    made->late = pith__clock_expired(&context->clock);
    set_outcome(made);
    return PITH_OK;
}

static pith_status parse(pith_context *context, const char *bytes, size_t len,
                         const pith_options *options, pith_error *error)
{
    uint64_t start = options->deadline_ms > 0 ? pith__clock_ms() : 0;
    pith__clock_reset(&context->clock);
    PITH__TRY(read_page(context, bytes, len, options, start));
    begin_stage(context, options, start, DECISION_UNTIL);
    context->page.decision = (struct pith__decided){0};
    swap_arenas(context); /* frees the decision about the last page */
    PITH__TRY(decide(context, options, error));
    begin_stage(context, options, start, FACTS_UNTIL);
    PITH__TRY(find_facts(context, options));
    end_stages(context, options, start);
    return PITH_OK;
}

/* Gives a failure a message unless there already is a better one. */
static pith_status explain(pith_status status, pith_error *error)
{
    if (status == PITH_OK || error == NULL || error->status == status)
        return status;
    return pith__fail_plainly(error, status);
}

/* Creates the defaults when they are first needed. */
static pith_status default_options(pith_context *context, const pith_options **options)
{
    if (context->defaults.count == 0)
        PITH__TRY(pith__options_init(&context->defaults, &context->allocator));
    *options = &context->defaults;
    return PITH_OK;
}

pith_status pith_context_parse(pith_context *context, const char *bytes, size_t len,
                               const pith_options *options, const pith_page **page,
                               pith_error *error)
{
    pith_status status = PITH_OK;
    if (error != NULL)
        memset(error, 0, sizeof *error);
    if (page != NULL)
        *page = NULL;
    if (context != NULL)
        context->parsed = false; /* the caller may have freed the page's bytes */
    if (context == NULL || page == NULL || (bytes == NULL && len > 0))
        return explain(PITH_ERR_ARGUMENT, error);
    if (options == NULL)
        status = default_options(context, &options);
    if (status == PITH_OK)
        status = parse(context, bytes != NULL ? bytes : "", len, options, error);
    context->parsed = status == PITH_OK;
    if (context->parsed)
        *page = &context->page;
    return explain(status, error);
}

pith_status pith_context_decide(pith_context *context, const pith_options *options,
                                pith_error *error)
{
    pith_status status = PITH_OK;
    if (error != NULL)
        memset(error, 0, sizeof *error);
    if (context == NULL || !context->parsed)
        return explain(PITH_ERR_ARGUMENT, error);
    if (options == NULL)
        status = default_options(context, &options);
    if (status == PITH_OK) {
        uint64_t start = options->deadline_ms > 0 ? pith__clock_ms() : 0;
        struct pith__clock before = context->clock;
        begin_stage(context, options, start, FACTS_UNTIL);
        status = decide(context, options, error);
        if (status == PITH_OK)
            end_stages(context, options, start);
        else
            context->clock = before; /* rendering has the time that it had */
    }
    return explain(status, error);
}

pith_status pith_context_set_keep(pith_context *context, const uint8_t *keep, size_t count)
{
    if (context == NULL || !context->parsed || count != context->page.info.blocks ||
        (keep == NULL && count > 0))
        return PITH_ERR_ARGUMENT;
    pith_page *page = &context->page;
    pith_block *blocks = pith__page_blocks(page);
    pith__methods_keep_whole(page);
    page->decision.cut_words = 0;
    for (size_t i = 0; i < count; i++) {
        if (blocks[i].keep != (keep[i] != 0))
            pith__judge_again(&blocks[i], keep[i] != 0, PITH_REASON_CALLER);
    }
    sum_up(page);
    return PITH_OK;
}

pith_status pith_context_label(pith_context *context, const char *truth, size_t len,
                               uint8_t *labels)
{
    if (context == NULL || !context->parsed || (truth == NULL && len > 0) || len > TRUTH_MAX ||
        (labels == NULL && context->page.info.blocks > 0))
        return PITH_ERR_ARGUMENT;
    struct pith__span text = {(const unsigned char *)(truth != NULL ? truth : ""), len};
    return pith__label(&context->page, text, &context->allocator, labels);
}

/* ---------------------------------------------------------------- contexts */

pith_context *pith_context_new(void)
{
    return pith_context_new_with(pith__allocator_default.resize, pith__allocator_default.ctx);
}

pith_context *pith_context_new_with(pith_resize resize, void *user)
{
    pith_context *context = resize != NULL ? resize(user, NULL, 0, sizeof *context) : NULL;
    if (context == NULL)
        return NULL;
    memset(context, 0, sizeof *context);
    context->allocator = (struct pith__allocator){resize, user};
    pith__arena_init(&context->arena, &context->allocator);
    pith__arena_init(&context->scratch, &context->allocator);
    pith__arena_init(&context->spare, &context->allocator);
    pith__arena_init(&context->part, &context->allocator);
    context->page.clock = &context->clock;
    pith__doc_init(&context->page.doc, &context->allocator);
    pith__blocks_init(&context->page.blocks, &context->allocator);
    return context;
}

void pith_context_reset(pith_context *context)
{
    if (context == NULL)
        return;
    context->parsed = false;
    pith__arena_reset(&context->arena, KEEP_BYTES);
    pith__arena_reset(&context->scratch, KEEP_BYTES);
    pith__arena_reset(&context->spare, KEEP_BYTES);
    pith__arena_reset(&context->part, KEEP_BYTES);
    pith__doc_trim(&context->page.doc, KEEP_BYTES);
    pith__blocks_trim(&context->page.blocks, KEEP_BYTES);
    pith__kept_trim(&context->kept, &context->allocator, KEEP_BYTES);
}

void pith_context_free(pith_context *context)
{
    if (context == NULL)
        return;
    struct pith__allocator allocator = context->allocator;
    pith__kept_free(&context->kept, &context->allocator);
    if (context->defaults.count > 0)
        pith__options_deinit(&context->defaults);
    pith__doc_deinit(&context->page.doc);
    pith__blocks_deinit(&context->page.blocks);
    pith__arena_deinit(&context->arena);
    pith__arena_deinit(&context->scratch);
    pith__arena_deinit(&context->spare);
    pith__arena_deinit(&context->part);
    allocator.resize(allocator.ctx, context, sizeof *context, 0);
}

/* -------------------------------------------------------------------- page */

const pith_page_info *pith_page_get_info(const pith_page *page)
{
    return page != NULL ? &page->info : NULL;
}

const pith_block *pith_page_block(const pith_page *page, size_t index)
{
    if (page == NULL || index >= page->blocks.list.len)
        return NULL;
    return (const pith_block *)page->blocks.list.data + index;
}

const pith_fact *pith_page_fact(const pith_page *page, pith_field field, size_t index)
{
    for (size_t i = 0; page != NULL && i < page->metadata.len; i++) {
        const struct pith__fact_entry *entry = &page->metadata.list[i];
        if (entry->field == field && index-- == 0)
            return &entry->fact;
    }
    return NULL;
}

const char *pith_block_language(const pith_page *page, const pith_block *block, size_t *len)
{
    struct pith__span language = {(const unsigned char *)"", 0};
    if (page != NULL && block != NULL && block->kind == PITH_KIND_PREFORMATTED)
        language = pith__pre_language(&page->doc, pith__block_element(&page->doc, block->element));
    if (len != NULL)
        *len = language.len;
    return language.len > 0 ? (const char *)language.ptr : "";
}

static void set_attr(const struct pith__doc *doc, const struct pith__node *node,
                     enum pith__attr_name name, const char **value, size_t *len)
{
    struct pith__span span = {(const unsigned char *)"", 0};
    pith__doc_attr(doc, node, name, &span);
    *value = (const char *)span.ptr;
    *len = span.len;
}

int pith_page_element(const pith_page *page, uint32_t index, pith_element *element, size_t size)
{
    if (page == NULL || element == NULL || index >= page->doc.nodes.len)
        return 0;
    const struct pith__doc *doc = &page->doc;
    const struct pith__node *node = pith__doc_node(doc, index);
    pith_element found;
    if (node->tag == PITH__TAG_TEXT)
        return 0;
    found.tag = pith__tag_names[node->tag];
    if (found.tag != NULL) {
        found.tag_len = strlen(found.tag);
    } else {
        struct pith__span name = pith__node_name(doc, node);
        found.tag = (const char *)name.ptr;
        found.tag_len = name.len;
    }
    set_attr(doc, node, PITH__ATTR_ID, &found.id, &found.id_len);
    set_attr(doc, node, PITH__ATTR_CLASS, &found.classes, &found.classes_len);
    found.parent = node->parent;
    size_t cursor = 0;
    found.offset = (uint32_t)pith__offmap_input(&page->decoded.map, &cursor, node->offset);
    pith__give(element, size, &found, sizeof found);
    return 1;
}

/* ---------------------------------------------------------------- one call */

/* Parses a page for a format: formats that show everything get everything. */
static pith_status parse_for(pith_context *context, const char *bytes, size_t len,
                             const pith_options *options, pith_format format,
                             const pith_page **page, pith_error *error)
{
    if (format != PITH_FORMAT_JSON && format != PITH_FORMAT_EXPLAIN)
        return pith_context_parse(context, bytes, len, options, page, error);
    pith_options *all = options != NULL ? pith_options_dup(options) : pith_options_new();
    if (all == NULL)
        return pith__fail_plainly(error, PITH_ERR_NOMEM);
    all->metadata = all->page_type = all->reasons = true;
    pith_status status = pith_context_parse(context, bytes, len, all, page, error);
    pith_options_free(all);
    return status;
}

pith_status pith_extract(const char *bytes, size_t len, const pith_options *options,
                         pith_format format, char **out, size_t *out_len, pith_error *error)
{
    const pith_page *page;
    if (error != NULL)
        memset(error, 0, sizeof *error);
    if (out != NULL)
        *out = NULL;
    if (out == NULL)
        return explain(PITH_ERR_ARGUMENT, error);
    pith_context *context = pith_context_new();
    if (context == NULL)
        return explain(PITH_ERR_NOMEM, error);
    pith_status status = parse_for(context, bytes, len, options, format, &page, error);
    if (status == PITH_OK)
        status = pith_render_new(page, format, options, out, out_len);
    pith_context_free(context);
    /* A text cut short by the deadline is a result, like that of a page that is too large. */
    return status == PITH_ERR_DEADLINE ? PITH_OK : explain(status, error);
}
