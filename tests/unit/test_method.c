/*
 * test_method.c - the methods against the paper's own trees, the vote, and the filters.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "features/features.h"
#include "method/method.h"
#include "options_with.h"

static pith_context *context;

static const pith_page *parse(const char *html, const char *methods, pith_vote vote,
                              pith_filter filter)
{
    const pith_page *page;
    pith_options *options = options_with("method", methods, "vote", pith_vote_name(vote), "filter",
                                         pith_filter_name(filter), NULL);
    assert_int_equal(pith_context_parse(context, html, strlen(html), options, &page, NULL),
                     PITH_OK);
    return page;
}

/* "+long -links +neighbours": decision and reason of each block. */
static void expect(const pith_page *page, const char *want)
{
    char got[2000] = "";
    const pith_block *block;
    for (size_t i = 0; (block = pith_page_block(page, i)) != NULL; i++) {
        snprintf(got + strlen(got), sizeof got - strlen(got), "%s%c%s", i > 0 ? " " : "",
                 block->keep ? '+' : '-', pith_reason_name(block->reason));
    }
    assert_string_equal(got, want);
}

/* --------------------------------------------------------------- the trees */

/* A page of blocks with so many words each, of which the first LINKED are a link. */
static char *make_page(char *out, const unsigned (*blocks)[2], size_t count)
{
    char *p = out;
    for (size_t i = 0; i < count; i++) {
        p += sprintf(p, "<p>");
        for (unsigned w = 0; w < blocks[i][0]; w++) {
            p += sprintf(p, "%sword%s ", w == 0 && blocks[i][1] > 0 ? "<a href=x>" : "",
                         blocks[i][1] > 0 && w + 1 == blocks[i][1] ? "</a>" : "");
        }
    }
    return out;
}

/* Algorithm 2, line by line as it is printed. */
static bool paper_words(const pith_block *p, const pith_block *c, const pith_block *n)
{
    if (pith__link_density(c) <= 0.333333) {
        if (pith__link_density(p) <= 0.555556) {
            if (c->words <= 16) {
                if (n->words <= 15) {
                    if (p->words <= 4)
                        return false;
                    return true;
                }
                return true;
            }
            return true;
        }
        if (c->words <= 40) {
            if (n->words <= 17)
                return false;
            return true;
        }
        return true;
    }
    return false;
}

/* Algorithm 1, likewise. */
static bool paper_density(const pith_block *p, const pith_block *c, const pith_block *n)
{
    if (pith__link_density(c) <= 0.333333) {
        if (pith__link_density(p) <= 0.555556) {
            if (pith__text_density(c) <= 9) {
                if (pith__text_density(n) <= 10) {
                    if (pith__text_density(p) <= 4)
                        return false;
                    return true;
                }
                return true;
            }
            if (pith__text_density(n) == 0)
                return false;
            return true;
        }
        if (pith__text_density(n) <= 11)
            return false;
        return true;
    }
    return false;
}

static void the_papers_trees(void **state)
{
    (void)state;
    static const pith_block nothing = {.text = "", .text_len = 0};
    static char html[200000];
    unsigned blocks[40][2];
    unsigned seed = 1, kept[2] = {0, 0}, seen = 0;
    for (int round = 0; round < 200; round++) {
        for (size_t i = 0; i < 40; i++) {
            static const unsigned sizes[] = {1, 4, 5, 9, 10, 15, 16, 17, 18, 40, 41, 90};
            seed = seed * 1103515245 + 12345;
            blocks[i][0] = sizes[(seed >> 16) % 12];
            blocks[i][1] = (seed >> 24) % 3 == 0 ? (seed >> 8) % (blocks[i][0] + 1) : 0;
        }
        const pith_page *page = parse(make_page(html, (const unsigned(*)[2])blocks, 40),
                                      "words,density", PITH_VOTE_ANY, 0);
        assert_int_equal(page->info.blocks, 40);
        for (size_t i = 0; i < 40; i++) {
            const pith_block *c = pith_page_block(page, i);
            const pith_block *p = i > 0 ? c - 1 : &nothing;
            const pith_block *n = i < 39 ? c + 1 : &nothing;
            assert_int_equal((c->votes & method_bits("words")) != 0, paper_words(p, c, n));
            assert_int_equal((c->votes & method_bits("density")) != 0, paper_density(p, c, n));
            kept[0] += (c->votes & method_bits("words")) != 0;
            kept[1] += (c->votes & method_bits("density")) != 0;
            seen++;
        }
    }
    assert_true(kept[0] > seen / 4 && kept[0] < seen && kept[1] > seen / 4 && kept[1] < seen);
}

#define TEN    "one two three four five six seven eight nine ten "
#define TWENTY TEN TEN
#define SIXTY  TWENTY TWENTY TWENTY

static void reasons(void **state)
{
    (void)state;
    expect(parse("<p>" TWENTY "<p>a b<p>" TWENTY "<p><a href=x>c d</a><p>e<p><a href=x>f</a><p>g",
                 "words", 0, 0),
           "+long +neighbours +long -links -after-links -links -after-links");
    expect(parse("<p>a<p>b", "words", 0, 0), "-short -short");
    expect(parse("<p>" SIXTY "<p>a<p>b<p>" SIXTY, "density", 0, 0),
           "+dense +neighbours +neighbours -last");
    expect(parse("<p>a<p>b", "density", 0, 0), "-sparse -sparse");
    expect(parse("<p>a<p>" TEN, "minwords", 0, 0), "-short +long");
    expect(parse("<p>a<p>|", "all", 0, 0), "+all +all");
}

static void body_text(void **state)
{
    (void)state;
    expect(parse("<div><a href=x>a</a></div><div><b>b</b></div><p>" TWENTY "<p>" TWENTY
                 "<div><div><div>c</div></div></div><table><tr><td><td><td><td>d",
                 "bte", 0, 0),
           "-outside -outside +stretch +stretch -outside -outside");
    /* A few tags between long texts do not part them. */
    expect(parse("<p>" TWENTY "<div><p>x</div><p>" TWENTY, "bte", 0, 0),
           "+stretch +stretch +stretch");
    expect(parse("", "bte", 0, 0), "");
    /* A "<" in a script is no tag. */
    expect(
        parse(
            "<p>" TWENTY "<script>'</a></a></a></a></a></a></a></a></a></a></a>"
            "</a></a></a></a></a></a></a></a></a></a></a></a></a></a></a></a>'</script><p>" TWENTY,
            "bte", 0, 0),
        "+stretch +stretch");
}

/* --------------------------------------------------------- votes and names */

static void votes(void **state)
{
    (void)state;
    static const char html[] = "<p>" TEN "<p>a<p><a href=x>" TWENTY "</a>";
    const char *three = "words,minwords,all";
    expect(parse(html, three, PITH_VOTE_ANY, 0), "+all +all +all");
    expect(parse(html, three, PITH_VOTE_MAJORITY, 0), "+all +all +all");
    expect(parse(html, three, PITH_VOTE_ALL, 0), "-vote -vote -vote");
    const pith_page *page = parse(html, three, PITH_VOTE_MAJORITY, 0);
    assert_int_equal(pith_page_block(page, 0)->votes, method_bits("all,minwords"));
    assert_int_equal(pith_page_block(page, 1)->votes, method_bits("all,words"));
    /* Of two, one is no majority. */
    expect(parse(html, "words,minwords", PITH_VOTE_MAJORITY, 0), "-short -vote -links");
    for (size_t i = 0; i < page->info.blocks; i++) {
        float score = pith_page_block(page, i)->score;
        assert_true(score >= 0 && score <= 1);
    }
}

static void names(void **state)
{
    (void)state;
    pith_options *options = options_with("method", "density,words", NULL);
    assert_int_equal(options->methods, method_bits("density,words"));
    static const char *const wrong[] = {"",     ",",      "words,", ",words",
                                        "word", "wordss", "Words",  " words"};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        assert_int_equal(options_try(options, "method", wrong[i]), PITH_ERR_NAME);
    assert_int_equal(options->methods, method_bits("density,words"));
    const pith_method_info *method;
    for (size_t i = 0; (method = pith_method_at(i)) != NULL; i++) {
        options_set(options, "method", method->name, NULL);
        assert_int_equal(options->methods, 1u << i);
        assert_true(strlen(method->summary) > 0);
    }
    options_set(options, "method", NULL, NULL);
    assert_int_equal(options->methods, method_bits("auto"));
    /* The numbers are those of all versions. */
    assert_int_equal(method_bits("all,density,words,minwords,bte"), 0x1F);
    assert_int_equal(method_bits("auto"), 0x20);
    assert_int_equal(method_bits("ngram"), 0x40);
    assert_int_equal(method_bits("perplexity"), 0x80);
}

static void decided_again(void **state)
{
    (void)state;
    const pith_page *page = parse("<p>a<p>" TEN, "all", 0, 0);
    pith_options *options = options_with("method", "minwords", NULL);
    assert_int_equal(pith_context_decide(context, options, NULL), PITH_OK);
    expect(page, "-short +long");
    assert_int_equal(page->info.kept_words, 10);
    options_set(options, "method", "words", NULL);
    assert_int_equal(pith_context_decide(context, options, NULL), PITH_OK);
    expect(page, "-short -short");
    assert_int_equal(page->info.outcome, PITH_OUTCOME_EMPTY);
    assert_int_equal(page->info.reason, PITH_REASON_NO_CONTENT);
    pith_context_reset(context);
    assert_int_equal(pith_context_decide(context, NULL, NULL), PITH_ERR_ARGUMENT);
    /* Whatever a parse fails of, the page before is gone: its bytes may be gone too. */
    parse("<p>a", "all", 0, 0);
    assert_int_equal(pith_context_parse(context, NULL, 1, options, &page, NULL), PITH_ERR_ARGUMENT);
    assert_int_equal(pith_context_decide(context, NULL, NULL), PITH_ERR_ARGUMENT);
    parse("<p>a", "all", 0, 0);
    options_set(options, "method", "ngram", "ngram.model", "klingon", NULL);
    assert_int_equal(pith_context_parse(context, "x", 1, options, &page, NULL), PITH_ERR_MODEL);
    assert_int_equal(pith_context_decide(context, NULL, NULL), PITH_ERR_ARGUMENT);
}

/* ----------------------------------------------------------------- filters */

static void largest(void **state)
{
    (void)state;
    static const char html[] = "<p>" TWENTY "<p><a href=x>link</a><p>" TWENTY "<p>" TWENTY
                               "<p><a href=x>link</a><p>" SIXTY "<p><a href=x>link</a>";
    expect(parse(html, "minwords", 0, PITH_FILTER_LARGEST),
           "-not-largest -short -not-largest -not-largest -short +long -short");
    expect(parse("<p>a", "minwords", 0, PITH_FILTER_LARGEST), "-short");
    expect(parse("<p>|<p>-", "all", 0, PITH_FILTER_LARGEST), "+all +all");
}

static void main_content(void **state)
{
    (void)state;
    expect(parse("<title>The Bell of Orr - News | The Tide</title><p>" TWENTY
                 "<h1>The bell of Orr</h1><p>" SIXTY "<h2>Comments (3)</h2><p>" TWENTY,
                 "minwords", 0, PITH_FILTER_MAIN),
           "-above-title +title +long -short -below-comments");
    /* A heading is the title rather than the menu's entry. */
    expect(parse("<title>The Bell of Orr</title><div>The bell of Orr</div><p>" TWENTY
                 "<h1>The Bell of Orr</h1><p>" SIXTY,
                 "minwords", 0, PITH_FILTER_MAIN),
           "-short -above-title +title +long");
    /* What was kept between the title and the largest run stays; without a title it goes. */
    expect(parse("<title>A title</title><h1>A title</h1><p>" TWENTY "<p>x<p>" SIXTY, "minwords", 0,
                 PITH_FILTER_MAIN),
           "+title +long -short +long");
    expect(parse("<p>" TWENTY "<p>x<p>" SIXTY, "minwords", 0, PITH_FILTER_MAIN),
           "-not-largest -short +long");
    /* A title below everything is none; a link to the comments is not their heading. */
    expect(parse("<title>A title</title><p>Comments<p>" SIXTY "<p>A title", "minwords", 0,
                 PITH_FILTER_MAIN),
           "-short +long -short");
    expect(parse("", "all", 0, PITH_FILTER_MAIN), "");
}

static void comments_by_language(void **state)
{
    (void)state;
#define PAGE(lang, heading) "<html lang=" lang "><p>" SIXTY "<p>" heading "<p>" TWENTY
    static const char cut[] = "+long -short -below-comments";
    static const char uncut[] = "+long -short -not-largest";
    expect(parse(PAGE("de-AT", "Kommentare"), "minwords", 0, PITH_FILTER_MAIN), cut);
    expect(parse(PAGE("de", "12 KOMMENTARE:"), "minwords", 0, PITH_FILTER_MAIN), cut);
    expect(parse(PAGE("ru", "Комментарии"), "minwords", 0, PITH_FILTER_MAIN), cut);
    expect(parse(PAGE("zh-Hans", "评论"), "minwords", 0, PITH_FILTER_MAIN), cut);
    expect(parse(PAGE("fr", "Kommentare"), "minwords", 0, PITH_FILTER_MAIN), uncut);
    expect(parse(PAGE("fr", "Comments"), "minwords", 0, PITH_FILTER_MAIN), cut);
    expect(parse(PAGE("eo", "Komentoj"), "minwords", 0, PITH_FILTER_MAIN), uncut);
    static const char html[] = PAGE("eo", "Komentoj");
    pith_options *options = options_with("method", "minwords", "filter", "main", "comment-words",
                                         "\xFF\xFE\n\n...\r\nOpinioj\r\nkomentoj", NULL);
    const pith_page *page;
    assert_int_equal(pith_context_parse(context, html, strlen(html), options, &page, NULL),
                     PITH_OK);
    expect(page, cut);
}

static int setup(void **state)
{
    (void)state;
    context = pith_context_new();
    return context == NULL;
}

static int teardown(void **state)
{
    (void)state;
    pith_context_free(context);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_papers_trees),
        cmocka_unit_test(reasons),
        cmocka_unit_test(body_text),
        cmocka_unit_test(votes),
        cmocka_unit_test(names),
        cmocka_unit_test(decided_again),
        cmocka_unit_test(largest),
        cmocka_unit_test(main_content),
        cmocka_unit_test(comments_by_language),
    };
    return cmocka_run_group_tests(tests, setup, teardown);
}
