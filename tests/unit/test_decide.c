/*
 * test_decide.c - pith_context_decide(): a decision that fails leaves the page as it was, in all
 * that can be seen of it; and pith_context_set_keep(), by which the caller decides.
 */
#include <glob.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "meter.h"
#include "options_with.h"
#include "pages.h"
#include "pith.h"
#include "render/render.h"

#define LONG_LINE                                                                                  \
    "The river rose again on Monday. Nobody in the village had seen so much water before, "        \
    "and the people who live near the bridge left their houses in the night."
#define LONG LONG_LINE " "

static const char html[] =
    "<html lang=en><title>The river</title><ul><li><a href=a>Home</a><li><a href=b>News</a></ul>"
    "<h1>The river rose</h1><p>" LONG "<p>" LONG LONG "<p>xq zzv wqk pfft grmbl xxq vvz kkq. " LONG
    "<table><tr><td>One<td>Two<tr><td>three<td>4</table><p>Copyright 2008 <a href=c>Imprint</a>";

/* ------------------------------------------------------------ what can be seen */

struct seen {
    char *text;
    size_t len;
};

static int append(const char *data, size_t len, void *user)
{
    struct seen *seen = user;
    seen->text = realloc(seen->text, seen->len + len + 1);
    assert_non_null(seen->text);
    memcpy(seen->text + seen->len, data, len);
    seen->len += len;
    return 0;
}

static struct seen render_all(const pith_page *page)
{
    pith_options *dress =
        options_with("links", "true", "images", "true", "front-matter", "true", NULL);
    struct seen seen = {NULL, 0};
    for (unsigned format = 0; format < PITH__FORMAT_COUNT; format++)
        assert_int_equal(pith_render(page, format, dress, append, &seen), PITH_OK);
    return seen;
}

/* Every format, and what the getters give. */
static struct seen look(const pith_page *page)
{
    struct seen seen = render_all(page);
    const pith_block *block;
    const pith_part *part;
    append((const char *)pith_page_get_info(page), sizeof(pith_page_info), &seen);
    for (size_t i = 0; (block = pith_page_block(page, i)) != NULL; i++)
        append((const char *)block, sizeof *block, &seen);
    for (size_t i = 0; (part = pith_page_part(page, i)) != NULL; i++)
        append((const char *)part, sizeof *part, &seen);
    return seen;
}

static void assert_unchanged(const pith_page *page, const struct seen *before)
{
    struct seen after = look(page);
    assert_int_equal(after.len, before->len);
    assert_memory_equal(after.text, before->text, before->len);
    free(after.text);
}

/* ------------------------------------------------------------------ decisions */

static pith_options *options_of(const char *methods)
{
    pith_options *options = options_with("method", methods, "reasons", "true", "metadata", "true",
                                         "page-type", "true", "ngram.bias", "0.125", NULL);
    return options;
}

/* Decisions that cannot be made, each after a decision by each of the methods. */
static void refused(void **state)
{
    const pith_method_info *method;
    (void)state;
    pith_context *context = pith_context_new();
    assert_non_null(context);
    for (size_t i = 0; (method = pith_method_at(i)) != NULL; i++) {
        const pith_page *page;
        pith_options *options = options_of(method->name);
        assert_int_equal(pith_context_parse(context, html, sizeof html - 1, options, &page, NULL),
                         PITH_OK);
        struct seen before = look(page);

        options = options_of("ngram");
        options_set(options, "ngram.model", "klingon", NULL);
        options_set(options, "filter", "main", NULL);
        assert_int_equal(pith_context_decide(context, options, NULL), PITH_ERR_MODEL);
        assert_unchanged(page, &before);
        options_set(options, "method", "ngram,auto,words", "perplexity.mark", "true", NULL);
        assert_int_equal(pith_context_decide(context, options, NULL), PITH_ERR_MODEL);
        assert_unchanged(page, &before);

        options = options_of("perplexity,ngram,auto");
        options_set(options, "perplexity.lang", "tlh", NULL);
        assert_int_equal(pith_context_decide(context, options, NULL), PITH_ERR_MODEL);
        assert_unchanged(page, &before);

        free(before.text);
    }
    pith_context_free(context);
}

/* Decides after a decision by METHODS, with ever more memory. */
static void decide_scarcely(const char *first, const char *methods)
{
    struct meter meter = {0, 0, 0, 0};
    pith_status status = PITH_ERR_NOMEM;
    for (size_t extra = 1; status != PITH_OK; extra++) {
        pith_context *context = meter_context(&meter);
        const pith_page *page;
        pith_options *options = options_of(first);
        assert_int_equal(pith_context_parse(context, html, sizeof html - 1, options, &page, NULL),
                         PITH_OK);
        struct seen before = look(page);
        options = options_of(methods);
        meter.fail_at = meter.calls + extra;
        status = pith_context_decide(context, options, NULL);
        meter.fail_at = 0;
        if (status != PITH_OK) {
            assert_int_equal(status, PITH_ERR_NOMEM);
            assert_unchanged(page, &before);
            assert_int_equal(pith_context_decide(context, options, NULL), PITH_OK);
        }
        /* And now it is decided as if nothing had happened before. */
        struct seen now = render_all(page);
        assert_int_equal(pith_context_parse(context, html, sizeof html - 1, options, &page, NULL),
                         PITH_OK);
        struct seen wanted = render_all(page);
        assert_int_equal(now.len, wanted.len);
        assert_memory_equal(now.text, wanted.text, wanted.len);
        free(wanted.text);
        free(now.text);
        free(before.text);
        pith_context_free(context);
    }
    assert_int_equal(meter.now, 0);
}

static void no_memory(void **state)
{
    const pith_method_info *method;
    (void)state;
    for (size_t i = 0; (method = pith_method_at(i)) != NULL; i++) {
        decide_scarcely("ngram,perplexity", method->name);
        decide_scarcely(method->name, "ngram,auto,perplexity");
    }
}

/* ------------------------------------------------------- the caller's decision */

/* The page as text, for free(). */
static char *text_of(const pith_page *page)
{
    char *text;
    assert_int_equal(pith_render_new(page, PITH_FORMAT_TEXT, NULL, &text, NULL), PITH_OK);
    return text;
}

static void expect_text(const pith_page *page, const char *wanted)
{
    char *text = text_of(page);
    assert_string_equal(text, wanted);
    pith_free(text);
}

static void set_keep(void **state)
{
    (void)state;
    static const char three[] = "<p>One two three<p>" LONG "<p>Four <a href=x>five</a>";
    pith_context *context = pith_context_new();
    const pith_page *page;
    pith_options *options = options_with("method", "words,minwords", NULL);
    assert_int_equal(pith_context_parse(context, three, sizeof three - 1, options, &page, NULL),
                     PITH_OK);
    const pith_page_info *info = pith_page_get_info(page);
    assert_int_equal(info->kept_blocks, 1);
    float score = pith_page_block(page, 0)->score;
    uint16_t votes = pith_page_block(page, 1)->votes;
    pith_reason reason = (pith_reason)pith_page_block(page, 1)->reason;

    assert_int_equal(pith_context_set_keep(context, (const uint8_t[]){255, 1, 0}, 3), PITH_OK);
    expect_text(page, "One two three\n\n" LONG_LINE "\n");
    assert_int_equal(info->kept_blocks, 2);
    assert_int_equal(info->kept_words, 3 + pith_page_block(page, 1)->words);
    assert_int_equal(info->outcome, PITH_OUTCOME_OK);
    assert_int_equal(pith_page_block(page, 0)->keep, 1);
    assert_int_equal(pith_page_block(page, 0)->label, PITH_LABEL_TEXT);
    assert_int_equal(pith_page_block(page, 0)->reason, PITH_REASON_CALLER);
    assert_true(pith_page_block(page, 0)->score == score); /* scores and votes stay */
    assert_int_equal(pith_page_block(page, 1)->votes, votes);
    assert_int_equal(pith_page_block(page, 1)->reason, reason); /* it is kept as before */

    assert_int_equal(pith_context_set_keep(context, (const uint8_t[]){0, 0, 0}, 3), PITH_OK);
    expect_text(page, "");
    assert_int_equal(info->kept_words, 0);
    assert_int_equal(info->outcome, PITH_OUTCOME_EMPTY);
    assert_int_equal(info->reason, PITH_REASON_NO_CONTENT);
    assert_int_equal(pith_page_block(page, 1)->label, PITH_LABEL_BOILERPLATE);

    assert_int_equal(pith_context_decide(context, options, NULL), PITH_OK); /* and back again */
    assert_int_equal(info->kept_blocks, 1);
    assert_int_equal(pith_page_block(page, 1)->reason, reason);

    struct seen before = look(page);
    static const uint8_t keep[4] = {1, 1, 1, 1};
    assert_int_equal(pith_context_set_keep(context, keep, 2), PITH_ERR_ARGUMENT);
    assert_int_equal(pith_context_set_keep(context, keep, 4), PITH_ERR_ARGUMENT);
    assert_int_equal(pith_context_set_keep(context, keep, 0), PITH_ERR_ARGUMENT);
    assert_int_equal(pith_context_set_keep(context, NULL, 3), PITH_ERR_ARGUMENT);
    assert_unchanged(page, &before);
    free(before.text);
    pith_context_reset(context);
    assert_int_equal(pith_context_set_keep(context, keep, 3), PITH_ERR_ARGUMENT);
    pith_context_free(context);
}

/* Parts of blocks that perplexity would leave out are whole again. */
static void set_keep_whole(void **state)
{
    (void)state;
    static const char junk[] = "<p>It was a good day. Xqz vvq zzx wqv kjh zxc.<p>The sun was high.";
    static const char whole[] = "It was a good day. Xqz vvq zzx wqv kjh zxc.\n";
    pith_context *context = pith_context_new();
    const pith_page *page;
    for (int mark = 0; mark <= 1; mark++) {
        pith_options *options =
            options_with("method", "perplexity", "perplexity.lang", "en", "perplexity.combine",
                         "alone", "perplexity.mark", options_flag(mark), NULL);
        assert_int_equal(pith_context_parse(context, junk, sizeof junk - 1, options, &page, NULL),
                         PITH_OK);
        char *text = text_of(page);
        assert_int_equal(strstr(text, "Xqz") != NULL, mark);
        assert_int_equal(strstr(text, "[") != NULL, mark);
        pith_free(text);
        assert_int_equal(pith_page_get_info(page)->kept_words, mark ? 15 : 9);
        assert_int_equal(pith_context_set_keep(context, (const uint8_t[]){1, 0}, 2), PITH_OK);
        expect_text(page, whole);
        assert_int_equal(pith_page_get_info(page)->kept_words, 11);
        assert_int_equal(pith_page_get_info(page)->kept_blocks, 1);
        assert_int_equal(pith_page_block(page, 0)->reason, PITH_REASON_FLUENT);
        assert_int_equal(pith_page_block(page, 1)->reason, PITH_REASON_CALLER);
        assert_int_equal(pith_context_decide(context, options, NULL), PITH_OK);
        text = text_of(page);
        assert_int_equal(strstr(text, "Xqz") != NULL, mark);
        pith_free(text);
    }
    pith_context_free(context);
}

/* ------------------------------------------------------------------- metadata */

/* What the page says of itself, and of what kind it is. */
static struct seen facts_of(const pith_page *page)
{
    const pith_page_info *info = pith_page_get_info(page);
    struct seen seen = {NULL, 0};
    const pith_fact *fact;
    append((const char *)&info->page_type, sizeof info->page_type, &seen);
    for (unsigned field = 0; field < PITH_FIELDS; field++) {
        for (size_t i = 0; (fact = pith_page_fact(page, (pith_field)field, i)) != NULL; i++) {
            append((const char *)&field, sizeof field, &seen);
            append(fact->value, fact->len + 1, &seen);
            append(fact->source, strlen(fact->source) + 1, &seen);
        }
    }
    return seen;
}

static void check_facts(pith_context *context, const struct page *bytes)
{
    const pith_method_info *method;
    struct seen wanted = {NULL, 0};
    for (size_t i = 0; (method = pith_method_at(i)) != NULL; i++) {
        const pith_page *page;
        pith_options *options = options_of(method->name);
        options_set(options, "url", "https://example.org/news/river.html", NULL);
        assert_int_equal(pith_context_parse(context, (const char *)bytes->bytes, bytes->len,
                                            options, &page, NULL),
                         PITH_OK);
        struct seen found = facts_of(page);
        if (i == 0)
            wanted = found;
        if (found.len != wanted.len || memcmp(found.text, wanted.text, wanted.len) != 0)
            fail_msg("%s: other metadata by %s", bytes->name, method->name);
        if (i > 0)
            free(found.text);
    }
    free(wanted.text);
}

/* Whatever the method is, on all golden pages and on one without a heading. */
static void same_facts(void **state)
{
    static const char plain[] =
        "<div><a href=a>Home</a></div><div>By Ann Lee, 12 May 2020</div><div>xq 3 March 2019</div>"
        "<div>By Bob Fox</div><p>" LONG "<div>4 April 2018 by Cyd Ray</div><p>" LONG LONG;
    struct page_set set = {NULL, 0, 0};
    glob_t found;
    (void)state;
    assert_int_equal(glob("tests/golden/*.html", 0, NULL, &found), 0);
    for (size_t i = 0; i < found.gl_pathc; i++)
        assert_int_equal(page_set_add(&set, found.gl_pathv[i]), 0);
    globfree(&found);
    pith_context *context = pith_context_new();
    assert_non_null(context);
    for (size_t i = 0; i < set.count; i++)
        check_facts(context, &set.pages[i]);
    char name[] = "plain";
    check_facts(context, &(struct page){name, (unsigned char *)(uintptr_t)plain, sizeof plain - 1});
    pith_context_free(context);
    page_set_free(&set);
}

static int count_bytes(const char *data, size_t len, void *user)
{
    (void)data;
    *(size_t *)user += len;
    return 0;
}

/* A decision that fails leaves the time for rendering as it was, too. */
static void failed_leaves_time(void **state)
{
    (void)state;
    enum { SIZE = 4 << 20 };
    char *page = malloc(SIZE);
    assert_non_null(page);
    for (size_t i = 0; i < SIZE; i++)
        page[i] = "<p>A line of text with some words in it.\n"[i % 41];
    pith_context *context = pith_context_new();
    const pith_page *made;
    size_t before = 0, after = 0;
    pith_options *options = options_with("method", "all", "deadline", "0", NULL);
    assert_int_equal(pith_context_parse(context, page, SIZE, options, &made, NULL), PITH_OK);
    assert_int_equal(pith_render(made, PITH_FORMAT_HTML, NULL, count_bytes, &before), PITH_OK);
    options = options_with("method", "ngram", "ngram.model", "none", "deadline", "1", NULL);
    assert_int_equal(pith_context_decide(context, options, NULL), PITH_ERR_MODEL);
    assert_int_equal(pith_render(made, PITH_FORMAT_HTML, NULL, count_bytes, &after), PITH_OK);
    assert_int_equal(before, after);
    pith_context_free(context);
    free(page);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(refused),    cmocka_unit_test(no_memory),
        cmocka_unit_test(set_keep),   cmocka_unit_test(set_keep_whole),
        cmocka_unit_test(same_facts), cmocka_unit_test(failed_leaves_time),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
