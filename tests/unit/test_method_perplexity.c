/*
 * test_method_perplexity.c - the method perplexity, by the model that the library carries: what
 * goes, what stays, and what parts of blocks mean for output and votes.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "meter.h"
#include "options_with.h"
#include "pith.h"

/* What PyPlexity's documentation, and Figure 3 of its paper, give to the program. */
#define NORMAL "This is a normal sentence."
#define JUNK   "Meanwhile, hjldfuia HTML BODY this one will be deleted LINK URL COUISUDOANLHJWQKEJK"

static pith_options *options_for(const char *methods)
{
    return options_with("method", methods, NULL);
}

static const pith_page *parse(pith_context *context, const char *bytes, const pith_options *options)
{
    const pith_page *page;
    assert_int_equal(pith_context_parse(context, bytes, strlen(bytes), options, &page, NULL),
                     PITH_OK);
    return page;
}

struct text {
    char data[4096];
    size_t len;
};

static int collect(const char *data, size_t len, void *user)
{
    struct text *text = user;
    assert_true(text->len + len < sizeof text->data);
    memcpy(text->data + text->len, data, len);
    text->len += len;
    text->data[text->len] = '\0';
    return 0;
}

static void renders(const pith_page *page, pith_format format, const char *expected)
{
    struct text text = {"", 0};
    assert_int_equal(pith_render(page, format, NULL, collect, &text), PITH_OK);
    assert_string_equal(text.data, expected);
}

static size_t count_parts(const pith_page *page)
{
    size_t count = 0;
    const pith_part *part, *before = NULL;
    for (; (part = pith_page_part(page, count)) != NULL; count++, before = part) {
        const pith_block *block = pith_page_block(page, part->block);
        assert_non_null(block);
        assert_true(part->begin < part->end && part->end <= block->text_len);
        if (before != NULL && before->block == part->block)
            assert_true(before->end <= part->begin);
        else if (before != NULL)
            assert_true(before->block < part->block);
    }
    return count;
}

static void the_papers_sentences(void **state)
{
    pith_context *context = pith_context_new();
    pith_options *options = options_for("perplexity");
    (void)state;
    options_set(options, "input", "text", NULL);
    const pith_page *page = parse(context, NORMAL " " JUNK, options);
    assert_int_equal(count_parts(page), 2);
    assert_true(pith_page_part(page, 0)->keep);
    assert_false(pith_page_part(page, 1)->keep);
    assert_true(pith_page_part(page, 0)->perplexity < 1000);
    renders(page, PITH_FORMAT_TEXT, NORMAL "\n");
    renders(page, PITH_FORMAT_MARKDOWN, NORMAL "\n");
    renders(page, PITH_FORMAT_HTML, "<p>" NORMAL "</p>\n");
    renders(page, PITH_FORMAT_CLEANEVAL, "<p>" NORMAL "\n");
    assert_int_equal(pith_page_get_info(page)->kept_words, 5);
    page = parse(context, JUNK, options);
    assert_int_equal(pith_page_get_info(page)->outcome, PITH_OUTCOME_EMPTY);
    assert_int_equal(pith_page_block(page, 0)->reason, PITH_REASON_PERPLEXITY);
    page = parse(context, "this is normal text", options);
    assert_int_equal(pith_page_block(page, 0)->reason, PITH_REASON_FLUENT);
    pith_context_free(context);
}

static void marks(void **state)
{
    pith_context *context = pith_context_new();
    pith_options *options = options_for("perplexity");
    (void)state;
    options_set(options, "perplexity.mark", "true", NULL);
    options_set(options, "perplexity.per", "sentence", NULL);
    options_set(options, "perplexity.combine", "alone", NULL);
    const pith_page *page = parse(
        context, "<p>The end of the <b>war. Xq zv</b> wq zzq vvx. It was over.<p>Qzx vvq", options);
    int score[2], n = 0;
    for (size_t i = 0; i < count_parts(page); i++) {
        if (!pith_page_part(page, i)->keep)
            score[n++] = (int)(pith_page_part(page, i)->perplexity + 0.5f);
    }
    char expected[512];
    assert_int_equal(n, 2);
    snprintf(expected, sizeof expected,
             "The end of the war. [%d] Xq zv wq zzq vvx. It was over.\n\n[%d] Qzx vvq\n", score[0],
             score[1]);
    renders(page, PITH_FORMAT_TEXT, expected);
    snprintf(expected, sizeof expected,
             "<p>The end of the <strong>war. </strong><mark data-perplexity=\"%d\"><strong>Xq zv"
             "</strong> wq zzq vvx.</mark> It was over.</p>\n<p><mark data-perplexity=\"%d\">"
             "Qzx vvq</mark></p>\n",
             score[0], score[1]);
    renders(page, PITH_FORMAT_HTML, expected);
    snprintf(expected, sizeof expected,
             "The end of the **war.** [%d] **Xq zv** wq zzq vvx. It was over.\n\n[%d] Qzx vvq\n",
             score[0], score[1]);
    renders(page, PITH_FORMAT_MARKDOWN, expected);
    snprintf(expected, sizeof expected,
             "<p>The end of the war. [%d] Xq zv wq zzq vvx. It was over.\n<p>[%d] Qzx vvq\n",
             score[0], score[1]);
    renders(page, PITH_FORMAT_CLEANEVAL, expected);
    assert_int_equal(pith_page_get_info(page)->kept_blocks, 2);
    pith_context_free(context);
}

static void granularity(void **state)
{
    static const char html[] =
        "<p>It was a good day.<br>Xqz vvq zzx wqv.<br>They went home. The sun was high."
        "<pre>It is. It was.\nXqz vvq.</pre>";
    pith_context *context = pith_context_new();
    pith_options *options = options_for("perplexity");
    (void)state;
    options_set(options, "perplexity.combine", "alone", NULL);
    options_set(options, "perplexity.per", "block", NULL);
    const pith_page *page = parse(context, html, options);
    assert_int_equal(count_parts(page), 2);
    options_set(options, "perplexity.per", "line", NULL);
    assert_int_equal(pith_context_decide(context, options, NULL), PITH_OK);
    assert_int_equal(count_parts(page), 4); /* preformatted text is one part */
    options_set(options, "perplexity.per", "sentence", NULL);
    assert_int_equal(pith_context_decide(context, options, NULL), PITH_OK);
    assert_int_equal(count_parts(page), 5);
    assert_int_equal(options_try(options, "perplexity.per", "word"), PITH_ERR_NAME);
    assert_int_equal(pith_context_decide(context, options, NULL), PITH_OK);
    assert_int_equal(count_parts(page), 5);
    options = options_for("words");
    assert_int_equal(pith_context_decide(context, options, NULL), PITH_OK);
    assert_int_equal(count_parts(page), 0);
    pith_context_free(context);
}

/* A short good block, a long one, one of junk, one of links, two words, a good one that is alone,
 * and a word. */
static const char mixed[] =
    "<p>Good news.</p>"
    "<p>The government said on Monday that it would not change the law before the end of the "
    "year, and that there was no need to do so.</p>"
    "<p>Xqz vvq zzx wqv kjh zxc qwe vvb zzn xxm qqa wws xxe ddc rrf vvt ggb yyh</p>"
    "<p><a href=a>The government said on Monday that it would not change the law.</a></p>"
    "<p>xx</p><p>yy</p><p>The end of the war came in the spring of the year.</p><p>zz</p>";

static void keeps(pith_context *context, const pith_options *options, const char *expected)
{
    const pith_page *page = parse(context, mixed, options);
    char kept[16] = "";
    for (size_t i = 0; i < pith_page_get_info(page)->blocks; i++)
        strcat(kept, pith_page_block(page, i)->keep ? "1" : "0");
    assert_string_equal(kept, expected);
}

static void combinations(void **state)
{
    pith_context *context = pith_context_new();
    pith_options *options = options_for("words");
    (void)state;
    keeps(context, options, "11100001");
    options = options_for("perplexity");
    keeps(context, options, "11000010"); /* the one that is alone is saved */
    options_set(options, "perplexity.combine", "words", NULL);
    options_set(options, "perplexity.limit", "20000", NULL);
    keeps(context, options, "11000000");
    options_set(options, "perplexity.limit", "1", NULL);
    keeps(context, options, "00000000");
    assert_int_equal(options_try(options, "perplexity.combine", "density"), PITH_ERR_NAME);
    pith_context_free(context);
}

/* A sentence that other methods keep stays where their votes are enough. */
static void votes(void **state)
{
    pith_context *context = pith_context_new();
    pith_options *options = options_for("perplexity,all");
    (void)state;
    options_set(options, "perplexity.per", "sentence", NULL);
    options_set(options, "perplexity.combine", "alone", NULL);
    options_set(options, "vote", "all", NULL);
    renders(parse(context, "<p>" NORMAL " " JUNK, options), PITH_FORMAT_TEXT, NORMAL "\n");
    options_set(options, "vote", "any", NULL);
    renders(parse(context, "<p>" NORMAL " " JUNK, options), PITH_FORMAT_TEXT, NORMAL " " JUNK "\n");
    pith_context_free(context);
}

static void languages(void **state)
{
    static const char german[] =
        "<html lang=de><p>Das Gesetz wird vor dem Ende des Jahres nicht mehr geändert, sagte die "
        "Regierung am Montag, und es gebe auch keinen Grund dafür.";
    pith_context *context = pith_context_new();
    pith_options *options = options_for("perplexity");
    const pith_page *page;
    (void)state;
    page = parse(context, german, options);
    assert_int_equal(count_parts(page), 0);
    assert_true(pith_page_block(page, 0)->keep);
    assert_int_equal(count_parts(parse(context, "<html lang=zh-Hant-TW><p>a", options)), 0);
    assert_int_equal(count_parts(parse(context, "<html lang=en-Latn-GB><p>a", options)), 1);
    options_set(options, "perplexity.lang", "xx", NULL);
    assert_int_equal(pith_context_parse(context, "a", 1, options, &page, NULL), PITH_ERR_MODEL);
    options_set(options, "perplexity.lang", "en", NULL);
    page = parse(context, german, options);
    assert_int_equal(count_parts(page), 1);
    pith_context_free(context);
}

/* Counts what is written. */
struct tally {
    size_t bytes, marks;
};

static int tally(const char *data, size_t len, void *user)
{
    struct tally *tally = user;
    tally->bytes += len;
    for (size_t i = 0; i + 5 <= len; i++)
        tally->marks += memcmp(data + i, "<mark", 5) == 0;
    return 0;
}

/* A block of many pieces and many parts, the last of which goes: each is looked at once or twice.
 */
static void many_parts(void **state)
{
    enum { SENTENCES = 100000 };
    static const char sentence[] = "It <strong>is</strong> a dog. ";
    const size_t one = sizeof sentence - 1, all = SENTENCES * one;
    char *html = malloc(all + sizeof JUNK);
    pith_context *context = pith_context_new();
    pith_options *options = options_for("perplexity");
    (void)state;
    for (size_t i = 0; i < SENTENCES; i++)
        memcpy(html + i * one, sentence, one);
    memcpy(html + all, JUNK, sizeof JUNK);
    options_set(options, "perplexity.combine", "alone", NULL);
    for (int mark = 0; mark <= 1; mark++) {
        options_set(options, "perplexity.mark", options_flag(mark), NULL);
        struct tally got = {0, 0};
        const pith_page *page = parse(context, html, options);
        assert_int_equal(count_parts(page), SENTENCES + 1);
        assert_int_equal(pith_render(page, PITH_FORMAT_HTML, NULL, tally, &got), PITH_OK);
        assert_true(mark ? got.bytes > all : got.bytes > all && got.bytes < all + 200);
        assert_int_equal(got.marks, mark);
    }
    free(html);
    pith_context_free(context);
}

static void odd_input(void **state)
{
    static const char nuls[5000] = "";
    pith_context *context = pith_context_new();
    pith_options *options = options_for("perplexity");
    const pith_page *page;
    (void)state;
    for (int plain = 0; plain <= 1; plain++) {
        options_set(options, "input", plain ? "text" : "html", NULL);
        assert_int_equal(pith_context_parse(context, "", 0, options, &page, NULL), PITH_OK);
        assert_int_equal(pith_page_get_info(page)->reason, PITH_REASON_NO_INPUT);
        assert_int_equal(pith_context_parse(context, nuls, sizeof nuls, options, &page, NULL),
                         PITH_OK);
        count_parts(page);
    }
    assert_int_equal(options_try(options, "perplexity.limit", "0"), PITH_ERR_VALUE);
    pith_context_free(context);
}

/* Where there is no memory the page is as it was. */
static void scarce_memory(void **state)
{
    static const char html[] = "<p>" NORMAL " " JUNK "<p>" JUNK;
    struct meter meter = {0, 0, 0, 0};
    pith_options *options = options_with("method", "perplexity", "perplexity.per", "sentence",
                                         "perplexity.combine", "alone", NULL);
    pith_options *finer =
        options_with("method", "perplexity", "perplexity.per", "line", "perplexity.combine",
                     "alone", "perplexity.limit", "1000000000", NULL);
    (void)state;
    for (size_t fail = 1; fail < 100; fail++) {
        pith_context *context = meter_context(&meter);
        assert_non_null(context);
        const pith_page *page = parse(context, html, options);
        meter.fail_at = meter.calls + fail;
        pith_status status = pith_context_decide(context, finer, NULL);
        meter.fail_at = 0;
        if (status == PITH_OK) {
            pith_context_free(context);
            break;
        }
        assert_int_equal(status, PITH_ERR_NOMEM);
        assert_int_equal(count_parts(page), 3);
        renders(page, PITH_FORMAT_TEXT, NORMAL "\n");
        pith_context_free(context);
    }
    assert_int_equal(meter.now, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_papers_sentences),
        cmocka_unit_test(marks),
        cmocka_unit_test(granularity),
        cmocka_unit_test(combinations),
        cmocka_unit_test(votes),
        cmocka_unit_test(languages),
        cmocka_unit_test(many_parts),
        cmocka_unit_test(odd_input),
        cmocka_unit_test(scarce_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
