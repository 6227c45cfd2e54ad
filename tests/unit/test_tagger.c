/*
 * test_tagger.c - the features of the learned tagger, by values computed by hand.
 */
#include <float.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "features/tagger.h"
#include "features/tagger_state.h"
#include "meter.h"

/* ------------------------------------------------------------------- table */

static void names(void **state)
{
    char(*all)[64] = calloc(PITH__TAGGER_FEATURES, sizeof *all), summary[64];
    (void)state;
    assert_non_null(all);
    for (size_t i = 0; i < PITH__TAGGER_FEATURES; i++) {
        assert_true(pith__tagger_name(i, all[i], summary, sizeof summary));
        assert_true(strlen(summary) > 0);
        for (size_t k = 0; k < i; k++)
            assert_string_not_equal(all[i], all[k]);
    }
    assert_false(pith__tagger_name(PITH__TAGGER_FEATURES, all[0], summary, sizeof summary));
    assert_true(PITH__SIGNS <= 32); /* bits of a number */
    assert_true(pith__tagger_hash() != 0);
    free(all);
}

/* -------------------------------------------------------------------- rows */

struct fixture {
    pith_context *context;
    const pith_page *page;
    struct pith__arena arena;
    const struct pith__tagger *tagger;
    float row[PITH__TAGGER_FEATURES];
};

static void begin(struct fixture *fixture, const char *html)
{
    fixture->context = pith_context_new();
    assert_non_null(fixture->context);
    assert_int_equal(
        pith_context_parse(fixture->context, html, strlen(html), NULL, &fixture->page, NULL),
        PITH_OK);
    pith__arena_init(&fixture->arena, &pith__allocator_default);
    assert_int_equal(pith__tagger_begin(fixture->page, &fixture->arena, &fixture->tagger), PITH_OK);
}

static void end(struct fixture *fixture)
{
    pith__arena_deinit(&fixture->arena);
    pith_context_free(fixture->context);
}

static void read_row(struct fixture *fixture, size_t index)
{
    pith__tagger_row(fixture->tagger, index, fixture->row);
    for (size_t i = 0; i < PITH__TAGGER_FEATURES; i++)
        assert_true(fixture->row[i] >= -FLT_MAX && fixture->row[i] <= FLT_MAX);
}

static void expect(const struct fixture *fixture, const char *wanted, double value)
{
    char name[64], summary[64];
    for (size_t i = 0; pith__tagger_name(i, name, summary, sizeof name); i++) {
        if (strcmp(name, wanted) != 0)
            continue;
        double got = (double)fixture->row[i];
        if (got < value - 1e-4 || got > value + 1e-4)
            fail_msg("%s is %g, not %g", wanted, got, value);
        return;
    }
    fail_msg("no feature is called %s", wanted);
}

#define PAGE                                                                                       \
    "<title>One fine day - Site</title><body class=menu>"                                          \
    "<nav class=\"mainNav x\"><ul><li><a href=1>Home</a><li><a href=2>News here</a>"               \
    "<li><a href=3>About</a></ul></nav>"                                                           \
    "<main><h1>One fine day</h1><img src=i>"                                                       \
    "<p>It rained, in 2019. It cost $5, and more.</p><p>Then the sun came out at last.</p></main>" \
    "<div id=site-footer>Home</div>"

/* Blocks: 0 Home, 1 News here, 2 About, 3 the heading, 4 and 5 paragraphs, 6 Home. Words: 1, 2, 1,
 * 3, 9, 7, 1: 24 in all, of which 4 are in links. */
static void containers(void **state)
{
    struct fixture f;
    (void)state;
    begin(&f, PAGE);
    read_row(&f, 1);
    expect(&f, "page.words", 24);
    expect(&f, "page.blocks", 7);
    expect(&f, "page.images", 1 / 7.0);
    expect(&f, "block.words", 2);
    expect(&f, "block.linkDensity", 1);
    expect(&f, "level1.words", 4); /* <ul>, not <li> with the same words */
    expect(&f, "level1.inner", 0.5);
    expect(&f, "level2.words", 24); /* <body>: <nav> adds none */
    expect(&f, "level3.words", 0);
    expect(&f, "nav.share", 4 / 24.0);
    expect(&f, "nav.up", 4); /* a, li, ul, nav */
    expect(&f, "main.up", 0);
    expect(&f, "repeat1.count", 3);
    expect(&f, "repeat1.order", 1 / 3.0);
    expect(&f, "repeat1.linkDensity", 1);
    expect(&f, "repeat2.count", 0);
    expect(&f, "under.li", 1);
    expect(&f, "sign.nav", 1);  /* above, but not among the nearest three */
    expect(&f, "sign.menu", 0); /* the body's names are those of the page */
    expect(&f, "top.up", 4 + 0);
    end(&f);
}

static void places(void **state)
{
    struct fixture f;
    (void)state;
    begin(&f, PAGE);
    read_row(&f, 4);
    expect(&f, "block.up", 1);
    expect(&f, "block.down", 1);
    expect(&f, "block.common", 19 / 24.0); /* <main> */
    expect(&f, "block.commonBlocks", 3);
    expect(&f, "block.upNext", 1);
    expect(&f, "block.samePrev", 0);
    expect(&f, "block.sameNext", 2);
    expect(&f, "block.alike", 2);
    expect(&f, "block.alikeMean", 8);
    expect(&f, "block.fromTop", 1);
    expect(&f, "block.fromTitle", 1);
    expect(&f, "block.headingDistance", 1);
    expect(&f, "block.headingLevel", 1);
    expect(&f, "block.inHeavy", 1);
    expect(&f, "block.mainPosition", 1 / 3.0);
    expect(&f, "block.articlePosition", -1);
    expect(&f, "block.wordPosition", 7 / 24.0);
    expect(&f, "before1.words", 3);
    expect(&f, "behind2.words", 1);
    expect(&f, "behind3.words", 0);
    expect(&f, "main.share", 19 / 24.0);
    expect(&f, "level1.paragraphs", 16 / 19.0);
    read_row(&f, 6);
    expect(&f, "block.copies", 2);
    expect(&f, "block.copyOrder", 1);
    expect(&f, "sign.footer", 2);
    read_row(&f, 3);
    expect(&f, "block.titleShare", 1);
    expect(&f, "block.level", 1);
    end(&f);
}

static void texts(void **state)
{
    struct fixture f;
    (void)state;
    begin(&f, PAGE);
    read_row(&f, 4);
    expect(&f, "block.words", 9);
    expect(&f, "block.commas", 2 / 9.0);
    expect(&f, "block.stops", 2 / 9.0);
    expect(&f, "block.money", 1);
    expect(&f, "block.years", 1);
    expect(&f, "block.start", 3);
    expect(&f, "block.end", 3);
    expect(&f, "block.startUpper", 2 / 9.0);
    end(&f);

    begin(&f, "<p>© 2020 Élan • Été, €5 :<p>12019 x:<p>ένα。");
    read_row(&f, 0);
    expect(&f, "block.copyright", 1);
    expect(&f, "block.years", 1);
    expect(&f, "block.bars", 1);
    expect(&f, "block.money", 1);
    expect(&f, "block.start", 0);
    expect(&f, "block.end", 2);
    read_row(&f, 1);
    expect(&f, "block.years", 0);
    expect(&f, "block.start", 2);
    read_row(&f, 2);
    expect(&f, "block.start", 1);
    expect(&f, "block.end", 3);
    end(&f);
}

/* --------------------------------------------------------------- odd pages */

static void odd_pages(void **state)
{
    static const char *const pages[] = {
        "",
        "x",
        "<p>.",
        "<table>a<tr><td>b<p>c</table>d<table>e",
        "<title></title><h1></h1>-",
        "<body hidden>a<p>b",
        "<frameset><frame>",
        "<ul><li>1<li>2<li>3</ul>" PAGE PAGE,
    };
    (void)state;
    for (size_t i = 0; i < sizeof pages / sizeof *pages; i++) {
        struct fixture f;
        begin(&f, pages[i]);
        for (size_t k = 0; k < pith_page_get_info(f.page)->blocks; k++)
            read_row(&f, k);
        end(&f);
    }
}

/* Memory may end anywhere. */
static void no_memory(void **state)
{
    struct fixture f;
    struct meter meter = {.fail_at = 0};
    struct pith__allocator allocator = meter_allocator(&meter);
    (void)state;
    char *html = calloc(1, 40 * 3000 + 1);
    assert_non_null(html);
    for (int i = 0; i < 3000; i++)
        strcat(html + i * 20, "<div class=a><p>x y ");
    begin(&f, html);
    pith_status status = PITH_ERR_NOMEM;
    for (size_t at = 1; status != PITH_OK; at++) {
        struct pith__arena arena;
        const struct pith__tagger *tagger;
        meter = (struct meter){.fail_at = at};
        pith__arena_init(&arena, &allocator);
        status = pith__tagger_begin(f.page, &arena, &tagger);
        assert_true(status == PITH_OK || status == PITH_ERR_NOMEM);
        pith__arena_deinit(&arena);
        assert_int_equal(meter.now, 0);
        assert_true(at < 100);
    }
    end(&f);
    free(html);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(names), cmocka_unit_test(containers), cmocka_unit_test(places),
        cmocka_unit_test(texts), cmocka_unit_test(odd_pages),  cmocka_unit_test(no_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
