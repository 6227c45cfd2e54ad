/*
 * test_api.c - the public interface: every status, every bound, memory that runs out at any point.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "meter.h"
#include "options_with.h"
#include "page.h"
#include "pages.h"
#include "render/render.h"

/* A page that visits every stage: a legacy encoding, lists, tables, spans, references, a title. */
static const char rich[] =
    "<!DOCTYPE html><html lang=de><head><meta charset=windows-1252><title>Caf\xE9 &amp; Bar</title>"
    "</head><body class='a b' id=top><h1>Men\xFC</h1><ol reversed><li>eins<li>zwei<li>drei</ol>"
    "<table><tr><th rowspan=2>K<td>1<tr><td>2</table><pre><code class=language-c>int a;\n"
    "</code></pre><blockquote><p>Z<b>it<i>at</b></i></blockquote><a href=x>Verweis<p>weiter</p></a>"
    "<template>nicht</template><svg><text>Bild</text></svg><p>Ende: \x80 5 &euro; &#8364;.</p>";

/* With OPTIONS == NULL all blocks are kept: these pages are too small for the methods. */
static const pith_page *parse(pith_context *context, const char *html, const pith_options *options)
{
    const pith_page *page = NULL;
    pith_options *all = options_with("method", "all", NULL);
    if (options == NULL)
        options = all;
    assert_int_equal(pith_context_parse(context, html, strlen(html), options, &page, NULL),
                     PITH_OK);
    assert_non_null(page);
    return page;
}

static void assert_text(const pith_block *block, const char *text)
{
    assert_non_null(block);
    assert_int_equal(block->text_len, strlen(text));
    assert_memory_equal(block->text, text, strlen(text));
}

static void one_call(void **state)
{
    (void)state;
    char *text;
    size_t len;
    static const char html[] =
        "<p>One two three four five six seven eight nine ten eleven twelve thirteen fourteen "
        "fifteen sixteen seventeen.<p>End<p><a href=x>Home</a>";
    assert_int_equal(pith_extract(html, strlen(html), NULL, PITH_FORMAT_TEXT, &text, &len, NULL),
                     PITH_OK);
    assert_string_equal(text,
                        "One two three four five six seven eight nine ten eleven twelve thirteen "
                        "fourteen fifteen sixteen seventeen.\n\nEnd\n");
    assert_int_equal(len, strlen(text));
    pith_free(text);
    assert_int_equal(pith_extract(NULL, 0, NULL, PITH_FORMAT_TEXT, &text, NULL, NULL), PITH_OK);
    assert_string_equal(text, "");
    pith_free(text);
    assert_int_equal(pith_extract(NULL, 5, NULL, PITH_FORMAT_TEXT, &text, NULL, NULL),
                     PITH_ERR_ARGUMENT);
    assert_null(text);
    assert_int_equal(pith_extract("x", 1, NULL, PITH_FORMAT_TEXT, NULL, NULL, NULL),
                     PITH_ERR_ARGUMENT);
    pith_free(NULL);
}

static void arguments(void **state)
{
    (void)state;
    pith_context *context = pith_context_new();
    const pith_page *page;
    assert_int_equal(pith_context_parse(NULL, "x", 1, NULL, &page, NULL), PITH_ERR_ARGUMENT);
    assert_int_equal(pith_context_parse(context, "x", 1, NULL, NULL, NULL), PITH_ERR_ARGUMENT);
    assert_int_equal(pith_context_parse(context, NULL, 1, NULL, &page, NULL), PITH_ERR_ARGUMENT);
    pith_options *options = options_with(NULL);
    assert_int_equal(options_try(options, "max-depth", "7"), PITH_ERR_VALUE);
    assert_int_equal(options_try(options, "max-depth", "65536"), PITH_ERR_VALUE);
    assert_int_equal(options_try(options, "max-nodes", "15"), PITH_ERR_VALUE);
    assert_int_equal(options_try(options, "max-input", "1073741825"), PITH_ERR_VALUE);
    assert_int_equal(options_try(options, "charset", "klingon"), PITH_ERR_CHARSET);
    options_set(options, "method", "ngram", "ngram.model", "klingon", NULL);
    assert_int_equal(pith_context_parse(context, "x", 1, options, &page, NULL), PITH_ERR_MODEL);
    assert_null(page);
    assert_text(pith_page_block(parse(context, "fine", NULL), 0), "fine"); /* still usable */
    pith_context_free(context);
    pith_context_free(NULL);
    pith_context_reset(NULL);
}

static void names(void **state)
{
    (void)state;
    assert_string_equal(pith_status_message(PITH_OK), "success");
    assert_string_equal(pith_status_message((pith_status)99), "unknown");
    assert_string_equal(pith_outcome_name(PITH_OUTCOME_PARTIAL), "partial");
    assert_string_equal(pith_reason_name(PITH_REASON_DEPTH), "depth");
    assert_string_equal(pith_charset_source_name(PITH_CHARSET_FALLBACK), "fallback");
    assert_string_equal(pith_kind_name(PITH_KIND_CONTROL), "control");
    assert_string_equal(pith_kind_name((pith_kind)10), "unknown");
    char version[32];
    snprintf(version, sizeof version, "%d.%d.%d", PITH_VERSION_MAJOR, PITH_VERSION_MINOR,
             PITH_VERSION_PATCH);
    assert_string_equal(pith_version(), version);
    assert_int_equal(pith_version_number(), PITH_VERSION_NUMBER);
    assert_int_equal(PITH_VERSION_NUMBER,
                     PITH_VERSION_MAJOR * 1000000 + PITH_VERSION_MINOR * 1000 + PITH_VERSION_PATCH);
}

static void facts(void **state)
{
    (void)state;
    pith_context *context = pith_context_new();
    const pith_page *page = parse(context, rich, NULL);
    const pith_page_info *info = pith_page_get_info(page);
    assert_int_equal(info->outcome, PITH_OUTCOME_OK);
    assert_string_equal(info->charset, "windows-1252");
    assert_int_equal(info->charset_source, PITH_CHARSET_META);
    assert_int_equal(info->bytes_read, sizeof rich - 1);
    assert_memory_equal(info->title, "Caf\xC3\xA9 & Bar", info->title_len);
    assert_int_equal(info->lang_len, 2);
    assert_memory_equal(info->lang, "de", 2);
    assert_null(pith_page_block(page, info->blocks));
    assert_null(pith_page_block(NULL, 0));
    const pith_block *heading = pith_page_block(page, 0);
    assert_text(heading, "Men\xC3\xBC");
    assert_int_equal(heading->kind, PITH_KIND_HEADING);
    assert_memory_equal(rich + heading->begin, "Men\xFC", heading->end - heading->begin);
    pith_element element;
    assert_true(pith_page_element(page, heading->element, &element, sizeof element));
    assert_int_equal(element.tag_len, 2);
    assert_memory_equal(element.tag, "h1", 2);
    assert_memory_equal(rich + element.offset, "<h1>", 4);
    assert_true(pith_page_element(page, element.parent, &element, sizeof element));
    assert_memory_equal(element.tag, "body", element.tag_len);
    assert_memory_equal(element.classes, "a b", element.classes_len);
    assert_memory_equal(element.id, "top", element.id_len);
    assert_true(pith_page_element(page, element.parent, &element, sizeof element));
    assert_int_equal(element.parent, PITH_NONE);
    assert_false(pith_page_element(page, PITH_NONE, &element, sizeof element));
    assert_int_equal(pith_page_block(page, 1)->ordinal, 3);
    assert_int_equal(pith_page_block(page, 6)->row, 1);
    assert_int_equal(pith_page_block(page, 6)->column, 1);
    size_t len;
    const char *language = pith_block_language(page, pith_page_block(page, 7), &len);
    assert_int_equal(len, 1);
    assert_memory_equal(language, "c", 1);
    pith_block_language(page, heading, &len);
    assert_int_equal(len, 0);
    pith_context_free(context);
}

static void check_partial(const char *html, const pith_options *options, pith_reason reason,
                          const char *first)
{
    pith_context *context = pith_context_new();
    const pith_page *page = parse(context, html, options);
    assert_int_equal(pith_page_get_info(page)->outcome, PITH_OUTCOME_PARTIAL);
    assert_int_equal(pith_page_get_info(page)->reason, reason);
    assert_text(pith_page_block(page, 0), first);
    pith_context_free(context);
}

static void bounds(void **state)
{
    (void)state;
    check_partial("<p>abcdefgh", options_with("max-input", "8", NULL), PITH_REASON_INPUT, "abcde");
    check_partial("<p>a<p>b<p>c<p>d<p>e<p>f<p>g<p>h<p>i<p>j", options_with("max-nodes", "16", NULL),
                  PITH_REASON_NODES, "a");
    check_partial("a<i><i><i><i><i><i><i><i><i><i>b", options_with("max-depth", "8", NULL),
                  PITH_REASON_DEPTH, "ab");

    /* The clock is looked at every few thousand tokens. */
    size_t len = 4 << 20;
    char *page = malloc(len);
    assert_non_null(page);
    for (size_t i = 0; i < len; i++)
        page[i] = "<p>x"[i % 4];
    pith_context *context = pith_context_new();
    const pith_page *parsed;
    pith_options *options = options_with("deadline", "1", NULL);
    assert_int_equal(pith_context_parse(context, page, len, options, &parsed, NULL), PITH_OK);
    assert_int_equal(pith_page_get_info(parsed)->reason, PITH_REASON_DEADLINE);
    assert_true(pith_page_get_info(parsed)->blocks > 0);
    assert_true(pith_page_get_info(parsed)->blocks < len / 4);
    pith_context_reset(context);
    pith_context_free(context);
    free(page);
}

static void empty_pages(void **state)
{
    (void)state;
    static const struct {
        const char *html;
        pith_reason reason;
    } cases[] = {{"", PITH_REASON_NO_INPUT},
                 {" \n\t", PITH_REASON_NO_INPUT},
                 {"<p>&nbsp;</p>", PITH_REASON_NO_TEXT},
                 {"<title>t</title><script>s</script>", PITH_REASON_NO_TEXT},
                 {"<!-- x", PITH_REASON_NO_TEXT}};
    pith_context *context = pith_context_new();
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const pith_page_info *info = pith_page_get_info(parse(context, cases[i].html, NULL));
        assert_int_equal(info->outcome, PITH_OUTCOME_EMPTY);
        assert_int_equal(info->reason, cases[i].reason);
        assert_int_equal(info->blocks, 0);
    }
    pith_context_free(context);
}

/* Binary data stay what they are under all bounds, in every decision and as plain text. */
static void binary_data(void **state)
{
    (void)state;
    static const char pdf[] = "%PDF-1.4\n<p>This is not the text of a page.";
    pith_options *options = options_with("metadata", "true", "page-type", "true", NULL);
    pith_context *context = pith_context_new();
    for (int round = 0; round < 4; round++) {
        options_set(options, "input", round & 1 ? "text" : "html", NULL);
        options_set(options, "max-input", round & 2 ? "8" : "1000", NULL);
        const pith_page_info *info = pith_page_get_info(parse(context, pdf, options));
        assert_int_equal(pith_context_decide(context, options, NULL), PITH_OK);
        assert_int_equal(info->outcome, PITH_OUTCOME_EMPTY);
        assert_int_equal(info->reason, PITH_REASON_BINARY);
        assert_int_equal(info->blocks, 0);
        assert_int_equal(info->bytes_read, round & 2 ? 8 : strlen(pdf));
    }
    assert_string_equal(pith_reason_name(PITH_REASON_BINARY), "binary");
    assert_text(pith_page_block(parse(context, "<p>A page again", NULL), 0), "A page again");
    pith_context_free(context);
}

struct text {
    char bytes[8192];
    size_t len;
    size_t most; /* the sink stops beyond that */
};

static int append(const char *data, size_t len, void *user)
{
    struct text *text = user;
    if (text->len + len > text->most)
        return 1;
    memcpy(text->bytes + text->len, data, len);
    text->len += len;
    return 0;
}

static void sinks(void **state)
{
    (void)state;
    pith_context *context = pith_context_new();
    const pith_page *page = parse(context, rich, NULL);
    struct text text = {{0}, 0, 10};
    assert_int_equal(pith_render(page, PITH_FORMAT_TEXT, NULL, append, &text), PITH_ERR_SINK);
    assert_int_equal(pith_render(page, PITH_FORMAT_JSON, NULL, append, &text), PITH_ERR_SINK);
    assert_int_equal(text.len, 0);
    text.most = sizeof text.bytes;
    assert_int_equal(pith_render(page, PITH_FORMAT_JSON, NULL, append, &text), PITH_OK);
    assert_memory_equal(text.bytes + text.len - 3, "]}\n", 3);
    pith_context_free(context);
}

/* The same page again and another in between give the same output from one context. */
static void reuse(void **state)
{
    (void)state;
    pith_context *context = pith_context_new();
    struct text first = {{0}, 0, sizeof first.bytes};
    struct text again = {{0}, 0, sizeof again.bytes};
    assert_int_equal(
        pith_render(parse(context, rich, NULL), PITH_FORMAT_JSON, NULL, append, &first), PITH_OK);
    parse(context, "<table><td><b><i><a href=x>other", NULL);
    pith_context_reset(context);
    parse(context, "", NULL);
    assert_int_equal(
        pith_render(parse(context, rich, NULL), PITH_FORMAT_JSON, NULL, append, &again), PITH_OK);
    assert_int_equal(first.len, again.len);
    assert_memory_equal(first.bytes, again.bytes, first.len);
    pith_context_free(context);
}

static void no_memory(void **state)
{
    (void)state;
    size_t calls = 0;
    bool done = false;
    for (size_t fail_at = 1; !done; fail_at++) {
        struct meter meter = {0, 0, 0, fail_at};
        pith_context *context = meter_context(&meter);
        if (context != NULL) {
            const pith_page *page;
            pith_status status =
                pith_context_parse(context, rich, sizeof rich - 1, NULL, &page, NULL);
            assert_true(status == PITH_OK || status == PITH_ERR_NOMEM);
            assert_true((status == PITH_OK) == (page != NULL));
            done = status == PITH_OK;
            calls = meter.calls;
            meter.fail_at = 0; /* memory is back: the context works again */
            assert_int_equal(pith_context_parse(context, "<p>x", 4, NULL, &page, NULL), PITH_OK);
            assert_text(pith_page_block(page, 0), "x");
        }
        pith_context_free(context);
        assert_int_equal(meter.now, 0);
    }
    assert_true(calls > 5); /* there was something to fail */
}

/* ------------------------------------------------------------- whole strings */

static const char article[] =
    "<title>The river</title><meta name=author content='Ann Lee'><ul><li><a href=a>Home</a><li>"
    "<a href=b>News</a></ul><h1>The river rose</h1><p>The river rose again on Monday. Nobody in "
    "<a href=c>the village</a> had seen so much water before, and the people who live near the "
    "bridge left their houses in the night.<p><img src=d alt=Bridge>They came back a day later.";

/* pith_extract() is the other calls in order, in every format and with any options. */
static void extract_formats(void **state)
{
    (void)state;
    const pith_options *plain = options_with("metadata", "false", NULL);
    const pith_options *more =
        options_with("method", "words,density", "vote", "any", "metadata", "true", "links", "true",
                     "images", "true", "front-matter", "true", "id", "a page", NULL);
    for (int i = 0; i < 3 * PITH__FORMAT_COUNT; i++) {
        pith_format format = (pith_format)(i / 3);
        const pith_options *options = i % 3 == 0 ? NULL : i % 3 == 1 ? plain : more;
        pith_options *asked = pith_options_dup(options != NULL ? options : plain);
        pith_context *context = pith_context_new();
        const pith_page *page;
        char *text, *same;
        size_t len = 0, same_len = 0;
        pith_error error;
        if (format == PITH_FORMAT_JSON || format == PITH_FORMAT_EXPLAIN)
            options_set(asked, "metadata", "true", "page-type", "true", "reasons", "true", NULL);
        assert_int_equal(
            pith_extract(article, sizeof article - 1, options, format, &text, &len, &error),
            PITH_OK);
        assert_int_equal(error.status, PITH_OK);
        assert_int_equal(
            pith_context_parse(context, article, sizeof article - 1, asked, &page, NULL), PITH_OK);
        assert_int_equal(pith_render_new(page, format, asked, &same, &same_len), PITH_OK);
        assert_string_equal(text, same);
        assert_int_equal(len, strlen(text));
        assert_int_equal(len, same_len);
        assert_non_null(strstr(text, "so much water"));
        pith_free(text);
        pith_free(same);
        pith_context_free(context);
        pith_options_free(asked);
    }
}

static void extract_fails(void **state)
{
    (void)state;
    pith_error error;
    char *text = (char *)&error;
    assert_int_equal(
        pith_extract("x", 1, NULL, (pith_format)PITH__FORMAT_COUNT, &text, NULL, &error),
        PITH_ERR_ARGUMENT);
    assert_int_equal(error.status, PITH_ERR_ARGUMENT);
    assert_null(text);
    const pith_options *options =
        options_with("method", "perplexity", "perplexity.lang", "tlh", NULL);
    for (int format = PITH_FORMAT_TEXT; format < PITH__FORMAT_COUNT; format++) {
        text = (char *)&error;
        assert_int_equal(pith_extract("x", 1, options, (pith_format)format, &text, NULL, &error),
                         PITH_ERR_MODEL);
        assert_null(text);
        assert_int_equal(error.status, PITH_ERR_MODEL);
        assert_non_null(strstr(error.message, "tlh"));
    }
}

static void render_new(void **state)
{
    (void)state;
    pith_context *context = pith_context_new();
    const pith_page *page = parse(context, rich, NULL);
    struct text text = {{0}, 0, sizeof text.bytes};
    char *made;
    size_t len;
    assert_int_equal(pith_render(page, PITH_FORMAT_HTML, NULL, append, &text), PITH_OK);
    assert_int_equal(pith_render_new(page, PITH_FORMAT_HTML, NULL, &made, &len), PITH_OK);
    assert_int_equal(len, text.len);
    assert_memory_equal(made, text.bytes, len);
    assert_int_equal(made[len], '\0');
    pith_free(made);
    assert_int_equal(pith_render_new(page, (pith_format)77, NULL, &made, &len), PITH_ERR_ARGUMENT);
    assert_null(made);
    page = parse(context, "", NULL);
    assert_int_equal(pith_render_new(page, PITH_FORMAT_TEXT, NULL, &made, &len), PITH_OK);
    assert_string_equal(made, "");
    assert_int_equal(len, 0);
    pith_free(made);

    /* Too late: what there is, well-formed. */
    page = parse(context, rich, NULL);
    pith__context_stop_at(context, pith__context_clock(context)->work + 1, true);
    page = parse(context, rich, NULL);
    assert_int_equal(pith_render_new(page, PITH_FORMAT_JSON, NULL, &made, &len), PITH_ERR_DEADLINE);
    assert_int_equal(len, strlen(made));
    assert_non_null(strstr(made, ",\"stopped\":\"deadline\"}\n"));
    pith_free(made);
    pith_context_free(context);
}

/* --------------------------------------------------- older and newer callers */

/* Calls ASK with a struct of WHOLE bytes, a shorter and a longer one: the first are the same, those
 * that we do not know are 0, and nothing is written behind. */
static void check_sizes(int (*ask)(void *to, size_t size), size_t whole)
{
    enum { ROOM = 256 };
    unsigned char wanted[ROOM], found[ROOM];
    assert_true(whole < ROOM - 40);
    assert_int_equal(ask(wanted, whole), 1);
    for (size_t size = 0; size <= whole + 32; size++) {
        memset(found, 0xA5, sizeof found);
        assert_int_equal(ask(found, size), 1);
        assert_memory_equal(found, wanted, size < whole ? size : whole);
        for (size_t i = whole; i < size; i++)
            assert_int_equal(found[i], 0);
        for (size_t i = size; i < sizeof found; i++)
            assert_int_equal(found[i], 0xA5);
    }
}

static const pith_page *sized_page;
static const pith_model *sized_model;

static int ask_element(void *to, size_t size)
{
    return pith_page_element(sized_page, pith_page_block(sized_page, 0)->element, to, size);
}

static int ask_choice(void *to, size_t size)
{
    return pith_option_choice(pith_option_find("filter"), 1, to, size);
}

static int ask_built_in(void *to, size_t size)
{
    return pith_model_at(0, to, size);
}

static int ask_model(void *to, size_t size)
{
    return pith_model_get_info(sized_model, to, size);
}

static void sizes(void **state)
{
    (void)state;
    struct page_set file = {NULL, 0, 0};
    pith_context *context = pith_context_new();
    pith_model *model;
    sized_page = parse(context, rich, NULL);
    assert_int_equal(page_set_add(&file, "models/any.chargram"), 0);
    assert_int_equal(
        pith_model_view_new((char *)file.pages[0].bytes, file.pages[0].len, &model, NULL), PITH_OK);
    sized_model = model;
    check_sizes(ask_element, sizeof(pith_element));
    check_sizes(ask_choice, sizeof(pith_choice));
    check_sizes(ask_built_in, sizeof(pith_model_info));
    check_sizes(ask_model, sizeof(pith_model_info));
    pith_model_free(model);
    page_set_free(&file);
    pith_context_free(context);
}

/* ------------------------------------------------------------------- lookups */

static void model_infos(void **state)
{
    (void)state;
    static const struct {
        const char *path, *method, *language;
    } files[] = {{"models/auto.forest", "auto", ""},
                 {"models/kind.forest", NULL, ""},
                 {"models/any.chargram", "ngram", ""},
                 {"models/en.wordgram", "perplexity", "en"}};
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        struct page_set file = {NULL, 0, 0};
        pith_model *model;
        pith_model_info info;
        assert_int_equal(page_set_add(&file, files[i].path), 0);
        assert_int_equal(
            pith_model_new((char *)file.pages[0].bytes, file.pages[0].len, &model, NULL), PITH_OK);
        assert_int_equal(pith_model_get_info(model, &info, sizeof info), 1);
        assert_null(info.name);
        if (files[i].method != NULL)
            assert_string_equal(info.method, files[i].method);
        else
            assert_null(info.method);
        assert_string_equal(info.language, files[i].language);
        assert_string_equal(info.summary, "");
        assert_int_equal(info.bytes, file.pages[0].len);
        pith_model_free(model);
        page_set_free(&file);
    }
    pith_model_info info;
    size_t count = 0;
    for (; pith_model_at(count, &info, sizeof info); count++) {
        assert_true(strlen(info.name) > 0 && strlen(info.summary) > 5);
        assert_true(strlen(info.language) >= 2);
        assert_true(info.bytes > 1000);
        if (info.method != NULL)
            method_bits(info.method);
    }
    assert_false(pith_model_at(SIZE_MAX, &info, sizeof info));
}

/* Each of COUNT values has a name of its own, by which it is found; no other number has one. */
#define ROUND_TRIP(type, count)                                                                    \
    do {                                                                                           \
        unsigned known = 0;                                                                        \
        for (unsigned i = 0; i < 300; i++) {                                                       \
            const char *name = pith_##type##_name((pith_##type)i);                                 \
            pith_##type found = (pith_##type)301;                                                  \
            if (!pith_##type##_find(name, &found)) {                                               \
                assert_string_equal(name, "unknown");                                              \
                continue;                                                                          \
            }                                                                                      \
            known += found == i;                                                                   \
            assert_true(found == i || strcmp(name, "unknown") == 0);                               \
        }                                                                                          \
        assert_int_equal(known, count);                                                            \
    } while (0)

static void names_round_trip(void **state)
{
    (void)state;
    ROUND_TRIP(format, PITH__FORMAT_COUNT);
    ROUND_TRIP(outcome, 3);
    ROUND_TRIP(reason, 44);
    ROUND_TRIP(charset_source, 6);
    ROUND_TRIP(page_type, 8); /* "unknown" is one of them */
    ROUND_TRIP(vote, 3);
    ROUND_TRIP(filter, 3);
    ROUND_TRIP(kind, 10);
    ROUND_TRIP(label, 4);
    ROUND_TRIP(field, PITH_FIELDS);
    ROUND_TRIP(type, 6);
    ROUND_TRIP(group, 4);
    pith_vote vote = PITH_VOTE_ALL;
    assert_int_equal(pith_vote_find("Any", &vote), 0);
    assert_int_equal(pith_vote_find("", &vote), 0);
    assert_int_equal(vote, PITH_VOTE_ALL); /* as it was */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_call),        cmocka_unit_test(arguments),
        cmocka_unit_test(names),           cmocka_unit_test(facts),
        cmocka_unit_test(bounds),          cmocka_unit_test(empty_pages),
        cmocka_unit_test(binary_data),     cmocka_unit_test(sinks),
        cmocka_unit_test(reuse),           cmocka_unit_test(no_memory),
        cmocka_unit_test(extract_formats), cmocka_unit_test(extract_fails),
        cmocka_unit_test(render_new),      cmocka_unit_test(sizes),
        cmocka_unit_test(model_infos),     cmocka_unit_test(names_round_trip),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
