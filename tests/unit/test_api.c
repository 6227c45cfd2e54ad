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
#include "pith.h"

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

/* NULL where a function takes a pointer: what pith.h says of it. */
static void null_arguments(void **state)
{
    (void)state;
    static const char truth[] = "x";
    uint8_t labels[1] = {9};
    float row[1024];
    size_t len = 9;
    pith_element element;
    pith_error error;
    pith_model *model;
    pith_context *context = pith_context_new();
    const pith_page *page = parse(context, "<pre class=language-c>int a;</pre>", NULL);
    const pith_block *block = pith_page_block(page, 0);

    pith_model_free(NULL);
    assert_null(pith_page_get_info(NULL));
    assert_null(pith_page_block(NULL, 0));
    assert_null(pith_page_part(NULL, 0));
    assert_null(pith_page_fact(NULL, PITH_FIELD_TITLE, 0));
    assert_int_equal(pith_page_features(NULL, 0, row, 1024), 0);
    assert_int_equal(pith_page_features(NULL, 0, NULL, 0), 0);
    assert_int_equal(pith_page_element(NULL, 0, &element, sizeof element), 0);
    assert_int_equal(pith_page_element(page, block->element, NULL, sizeof(pith_element)), 0);
    assert_int_equal(pith_page_element(page, block->element, &element, sizeof element), 1);
    assert_string_equal(pith_block_language(NULL, block, &len), "");
    assert_int_equal(len, 0);
    len = 9;
    assert_string_equal(pith_block_language(page, NULL, &len), "");
    assert_int_equal(len, 0);
    assert_string_equal(pith_block_language(NULL, NULL, NULL), "");
    assert_memory_equal(pith_block_language(page, block, NULL), "c", 1);

    assert_int_equal(pith_render(NULL, PITH_FORMAT_TEXT, NULL, append, NULL), PITH_ERR_ARGUMENT);
    assert_int_equal(pith_render(page, PITH_FORMAT_TEXT, NULL, NULL, NULL), PITH_ERR_ARGUMENT);
    assert_int_equal(pith_context_decide(NULL, NULL, NULL), PITH_ERR_ARGUMENT);
    assert_int_equal(pith_context_decide(context, NULL, NULL), PITH_OK);
    assert_int_equal(pith_context_label(NULL, truth, 1, labels), PITH_ERR_ARGUMENT);
    assert_int_equal(pith_context_label(context, NULL, 1, labels), PITH_ERR_ARGUMENT);
    assert_int_equal(pith_context_label(context, truth, 1, NULL), PITH_ERR_ARGUMENT);
    assert_int_equal(pith_context_label(context, NULL, 0, labels), PITH_OK);
    assert_int_equal(pith_model_new("x", 1, NULL, &error), PITH_ERR_ARGUMENT);
    assert_int_equal(pith_model_new(NULL, 1, &model, &error), PITH_ERR_ARGUMENT);
    assert_null(model);
    assert_int_equal(pith_model_new(NULL, 0, &model, NULL), PITH_ERR_MODEL);
    assert_int_equal(pith_model_view_new(NULL, 1, &model, NULL), PITH_ERR_ARGUMENT);
    pith_context_free(context);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_call),       cmocka_unit_test(arguments),
        cmocka_unit_test(names),          cmocka_unit_test(facts),
        cmocka_unit_test(bounds),         cmocka_unit_test(empty_pages),
        cmocka_unit_test(binary_data),    cmocka_unit_test(sinks),
        cmocka_unit_test(reuse),          cmocka_unit_test(no_memory),
        cmocka_unit_test(null_arguments),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
