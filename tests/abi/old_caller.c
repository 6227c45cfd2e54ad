/*
 * old_caller.c - a program of an older release: built with its header, linked with the library of
 * now. Every function and every struct of that header is used in it.
 *
 * It is what callers do, so it knows nothing of the library but that header.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include OLD_HEADER

/* What is behind a struct of ours must stay as it is, whatever newer libraries know. */
#define GUARDED(type)                                                                              \
    struct {                                                                                       \
        type is;                                                                                   \
        unsigned char guard[64];                                                                   \
    }
#define GUARD(guarded)   memset((guarded).guard, 0x5A, sizeof(guarded).guard)
#define INTACT(guarded)  check(is_guard((guarded).guard, sizeof(guarded).guard), #guarded, __LINE__)
#define CHECK(condition) check(condition, #condition, __LINE__)

static int failed;

static void check(int condition, const char *what, int line)
{
    if (condition)
        return;
    printf("old_caller.c:%d: %s\n", line, what);
    failed = 1;
}

static int is_guard(const unsigned char *guard, size_t len)
{
    while (len > 0 && guard[len - 1] == 0x5A)
        len--;
    return len == 0;
}

static const char html[] =
    "<!DOCTYPE html><html lang=en><title>The river</title><meta name=author content='Ann Lee'>"
    "<body><ul><li><a href=a>Home</a><li><a href=b>News</a></ul><div id=main class='a b'>"
    "<h1>The river rose</h1><p>The river rose again on Monday. Nobody in the village had seen so "
    "much water before, and the people who live near the bridge left their houses in the night."
    "<p>Xqz vvq zzx wqv kjh zxc.<pre class=language-c>int a;</pre></div>";

/* -------------------------------------------------------------- callbacks */

static int count_bytes(const char *data, size_t len, void *user)
{
    *(size_t *)user += len;
    return data == NULL;
}

static int stop(const char *data, size_t len, void *user)
{
    (void)data, (void)len, (void)user;
    return 1;
}

static void *count_calls(void *user, void *old, size_t old_size, size_t new_size)
{
    (void)old_size;
    if (new_size == 0) {
        free(old);
        return NULL;
    }
    ++*(size_t *)user;
    return realloc(old, new_size);
}

static int take_scored(const pith_scored *part, void *user)
{
    CHECK(part->text_len > 0 && part->text[0] > ' ' && part->tokens > part->words);
    CHECK(part->perplexity > 1 && part->scaled > 1);
    ++*(size_t *)user;
    return 0;
}

static double often(const char *text, size_t len, void *user)
{
    (void)text;
    *(size_t *)user += len;
    return 1;
}

/* ------------------------------------------------------------------ calls */

static void errors(void)
{
    GUARDED(pith_error) error;
    pith_options *options = pith_options_new();
    GUARD(error);
    CHECK(pith_options_set(options, "method", "words,klingon", &error.is) == PITH_ERR_NAME);
    CHECK(error.is.status == PITH_ERR_NAME && error.is.offset == 6 && error.is.line == 0);
    CHECK(strstr(error.is.message, "klingon") != NULL);
    INTACT(error);
    CHECK(pith_options_set(options, "max-depth", "1", &error.is) == PITH_ERR_VALUE);
    CHECK(pith_options_set(options, "charset", "klingon", &error.is) == PITH_ERR_CHARSET);
    INTACT(error);
    pith_model *model;
    CHECK(pith_model_new("klingon\n", 8, &model, &error.is) == PITH_ERR_MODEL && model == NULL);
    CHECK(error.is.line == 1 && error.is.message[0] != '\0');
    CHECK(pith_model_view_new("klingon\n", 8, &model, &error.is) == PITH_ERR_MODEL);
    CHECK(pith_extract(NULL, 1, NULL, PITH_FORMAT_TEXT, NULL, NULL, &error.is) ==
          PITH_ERR_ARGUMENT);
    INTACT(error);
    CHECK(strcmp(pith_status_message(PITH_OK), "success") == 0);
    pith_model_free(model);
    pith_options_free(options);
}

static void one_call(void)
{
    char *text;
    size_t len;
    CHECK(pith_extract(html, sizeof html - 1, NULL, PITH_FORMAT_MARKDOWN, &text, &len, NULL) ==
          PITH_OK);
    CHECK(len == strlen(text) && strstr(text, "# The river rose\n") != NULL);
    CHECK(strstr(text, "Home") == NULL);
    pith_free(text);
}

static void look_at_blocks(const pith_page *page)
{
    GUARDED(pith_element) element;
    const pith_block *block, *heading = NULL, *code = NULL;
    size_t words = 0, len;
    for (size_t i = 0; (block = pith_page_block(page, i)) != NULL; i++) {
        words += block->words;
        CHECK(block->begin < block->end && block->end < sizeof html && block->text_len > 0);
        CHECK(block->keep == (block->label != PITH_LABEL_BOILERPLATE) && block->sentences > 0);
        CHECK(block->score >= 0 && block->score <= 1 && block->link_words <= block->words);
        CHECK(strcmp(pith_reason_name((pith_reason)block->reason), "unknown") != 0);
        CHECK(strcmp(pith_label_name((pith_label)block->label), "unknown") != 0);
        CHECK(strcmp(pith_kind_name((pith_kind)block->kind), "unknown") != 0);
        CHECK(block->row == PITH_NONE && block->column == PITH_NONE);
        CHECK(block->ordinal == PITH_NO_ORDINAL && block->quote_depth == 0 && block->flags < 0x80);
        heading = block->kind == PITH_KIND_HEADING ? block : heading;
        code = block->kind == PITH_KIND_PREFORMATTED ? block : code;
    }
    CHECK(words == pith_page_get_info(page)->words && heading != NULL && code != NULL);
    CHECK(pith_page_block(page, 0)->list_depth == 1);
    CHECK((pith_page_block(page, 0)->flags & PITH_FLAG_ITEM) != 0);
    CHECK(heading->level == 1 && heading->votes != 0);
    CHECK(memcmp(pith_block_language(page, code, &len), "c", 1) == 0 && len == 1);
    GUARD(element);
    CHECK(pith_page_element(page, heading->element, &element.is, sizeof element.is) == 1);
    INTACT(element);
    CHECK(element.is.tag_len == 2 && memcmp(element.is.tag, "h1", 2) == 0);
    CHECK(memcmp(html + element.is.offset, "<h1>", 4) == 0);
    CHECK(pith_page_element(page, element.is.parent, &element.is, sizeof element.is) == 1);
    CHECK(element.is.id_len == 4 && memcmp(element.is.id, "main", 4) == 0);
    CHECK(element.is.classes_len == 3 && memcmp(element.is.classes, "a b", 3) == 0);
}

static void look_at_page(const pith_page *page)
{
    const pith_page_info *info = pith_page_get_info(page);
    const pith_fact *fact = pith_page_fact(page, PITH_FIELD_AUTHOR, 0);
    CHECK(strcmp(info->id, "a page") == 0 && info->outcome == PITH_OUTCOME_OK);
    CHECK(info->reason == PITH_REASON_NONE && strcmp(info->charset, "UTF-8") == 0);
    CHECK(info->charset_source == PITH_CHARSET_UTF8 && info->bytes_read == sizeof html - 1);
    CHECK(info->replaced == 0 && info->nodes > info->blocks && info->blocks == 6);
    CHECK(info->words > info->kept_words && info->kept_words > 0 && info->link_words == 2);
    CHECK(info->kept_blocks > 0 && info->methods == 6 && info->vote == PITH_VOTE_ANY);
    CHECK(info->filter == PITH_FILTER_NONE && info->confidence > 0 && info->confidence <= 1);
    CHECK(info->page_type != PITH_PAGE_UNKNOWN && info->page_type_confidence > 0);
    CHECK(info->title_len == 9 && memcmp(info->title, "The river", 9) == 0);
    CHECK(info->lang_len == 2 && memcmp(info->lang, "en", 2) == 0);
    CHECK(fact != NULL && fact->len == 7 && memcmp(fact->value, "Ann Lee", 7) == 0);
    CHECK(fact != NULL && fact->source[0] != '\0');
}

static void pages(void)
{
    size_t allocations = 0, asked = 0, bytes = 0;
    pith_context *context = pith_context_new_with(count_calls, &allocations);
    pith_options *options = pith_options_new();
    const pith_page *page;
    uint8_t flags[6] = {1, 0, 1, 0, 1, 0};
    char *text;
    CHECK(pith_options_set(options, "method", "density,words", NULL) == PITH_OK);
    CHECK(pith_options_set(options, "vote", "any", NULL) == PITH_OK);
    CHECK(pith_options_set(options, "id", "a page", NULL) == PITH_OK);
    CHECK(pith_options_set(options, "metadata", "true", NULL) == PITH_OK);
    CHECK(pith_options_set(options, "page-type", "true", NULL) == PITH_OK);
    CHECK(pith_options_set_frequency(options, often, &asked) == PITH_OK);
    CHECK(pith_context_parse(context, html, sizeof html - 1, options, &page, NULL) == PITH_OK);
    CHECK(allocations > 0);
    look_at_page(page);
    look_at_blocks(page);
    for (int format = PITH_FORMAT_TEXT; format <= PITH_FORMAT_EXPLAIN; format++)
        CHECK(pith_render(page, (pith_format)format, options, count_bytes, &bytes) == PITH_OK);
    CHECK(bytes > 1000 && pith_render(page, PITH_FORMAT_TEXT, NULL, stop, NULL) == PITH_ERR_SINK);

    float row[512];
    size_t features = pith_page_features(page, 2, row, 512);
    CHECK(features > 50 && pith_feature_name(features - 1) != NULL && asked > 0);
    CHECK(pith_feature_summary(0) != NULL && pith_feature_name(features) == NULL);
    CHECK(pith_context_set_keep(context, flags, 6) == PITH_OK);
    CHECK(pith_page_block(page, 0)->reason == PITH_REASON_CALLER);
    CHECK(pith_render_new(page, PITH_FORMAT_TEXT, NULL, &text, NULL) == PITH_OK);
    CHECK(strstr(text, "Home") != NULL);
    pith_free(text);
    CHECK(pith_context_label(context, "The river rose", 14, flags) == PITH_OK);
    CHECK(flags[2] == PITH_LABEL_TEXT && flags[0] == PITH_LABEL_BOILERPLATE);

    CHECK(pith_options_set(options, "method", "perplexity", NULL) == PITH_OK);
    CHECK(pith_options_set(options, "perplexity.combine", "alone", NULL) == PITH_OK);
    CHECK(pith_context_decide(context, options, NULL) == PITH_OK);
    const pith_part *part = pith_page_part(page, 0);
    CHECK(part != NULL && part->block == 0 && part->begin == 0 && part->end == 4);
    CHECK(part != NULL && part->tokens == 1 && part->perplexity > 1 && part->keep <= 1);
    pith_context_reset(context);
    pith_context_free(context);
    pith_options_free(options);
}

static void lists(void)
{
    GUARDED(pith_choice) choice;
    const pith_option_info *option = pith_option_find("perplexity.limit");
    const pith_method_info *method = pith_method_at(5);
    CHECK(option != NULL && option->type == PITH_TYPE_NUMBER);
    CHECK(option->group == PITH_GROUP_DECISION && strcmp(option->method, "perplexity") == 0);
    CHECK(option->min == 1 && option->max == 1e9 && strcmp(option->preset, "4000") == 0);
    CHECK(option->summary[0] != '\0' && strcmp(option->name, "perplexity.limit") == 0);
    CHECK(strcmp(pith_option_at(0)->name, "input") == 0);
    CHECK(strcmp(pith_type_name(PITH_TYPE_LIST), "list") == 0);
    CHECK(strcmp(pith_group_name(PITH_GROUP_OUTPUT), "output") == 0);
    GUARD(choice);
    CHECK(pith_option_choice(pith_option_find("vote"), 1, &choice.is, sizeof choice.is) == 1);
    CHECK(strcmp(choice.is.name, "any") == 0 && choice.is.summary[0] != '\0');
    INTACT(choice);
    CHECK(method != NULL && strcmp(method->name, "auto") == 0 && method->summary[0] != '\0');
}

/* Reads all of a built-in model's file. */
static void models(const char *path)
{
    static char bytes[1 << 20];
    GUARDED(pith_model_info) info;
    pith_options *options = pith_options_new();
    FILE *file = fopen(path, "rb");
    size_t len = file != NULL ? fread(bytes, 1, sizeof bytes, file) : 0;
    pith_model *model = NULL, *view = NULL;
    CHECK(pith_model_new(bytes, len, &model, NULL) == PITH_OK);
    CHECK(pith_model_view_new(bytes, len, &view, NULL) == PITH_OK);
    GUARD(info);
    CHECK(pith_model_get_info(model, &info.is, sizeof info.is) == 1);
    INTACT(info);
    CHECK(info.is.name == NULL && strcmp(info.is.method, "ngram") == 0 && info.is.bytes == len);
    CHECK(info.is.language[0] == '\0' && info.is.summary[0] == '\0');
    CHECK(pith_options_set_model(options, view) == PITH_OK);
    pith_options *copy = pith_options_dup(options);
    CHECK(copy != NULL);
    GUARD(info);
    CHECK(pith_model_at(0, &info.is, sizeof info.is) == 1 && info.is.name[0] != '\0');
    INTACT(info);
    pith_options_free(copy);
    pith_options_free(options);
    pith_model_free(model);
    pith_model_free(view);
    if (file != NULL)
        fclose(file);
}

#define FINDS(type, value, word)                                                                   \
    do {                                                                                           \
        pith_##type found;                                                                         \
        CHECK(strcmp(pith_##type##_name(value), word) == 0);                                       \
        CHECK(pith_##type##_find(word, &found) == 1 && found == (value));                          \
    } while (0)

static void names(void)
{
    FINDS(format, PITH_FORMAT_CLEANEVAL, "cleaneval");
    FINDS(outcome, PITH_OUTCOME_PARTIAL, "partial");
    FINDS(reason, PITH_REASON_CALLER, "caller");
    FINDS(charset_source, PITH_CHARSET_GUESS, "guess");
    FINDS(page_type, PITH_PAGE_SERVICE, "service");
    FINDS(vote, PITH_VOTE_ALL, "all");
    FINDS(filter, PITH_FILTER_MAIN, "main");
    FINDS(kind, PITH_KIND_CONTROL, "control");
    FINDS(label, PITH_LABEL_SUPPLEMENTAL, "supplemental");
    FINDS(field, PITH_FIELD_LICENSE, "license");
}

int main(int argc, char **argv)
{
    size_t parts = 0;
    pith_context *context = pith_context_new();
    CHECK(context != NULL);
    CHECK(pith_version_number() >= PITH_VERSION_NUMBER && pith_version()[0] != '\0');
    errors();
    one_call();
    pages();
    lists();
    models(argc > 1 ? argv[1] : "models/any.chargram");
    names();
    CHECK(pith_score("It was late. They went home.", 28, NULL, take_scored, &parts, NULL) ==
          PITH_OK);
    CHECK(parts == 2);
    pith_context_free(context);
    if (!failed)
        printf("a program for %d.%d runs with %s\n", PITH_VERSION_MAJOR, PITH_VERSION_MINOR,
               pith_version());
    return failed;
}
