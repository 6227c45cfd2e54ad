/*
 * test_page_type.c - what tells the kind of a page, forests for kinds, and what a page says of
 * itself.
 */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/crc32.h"
#include "features/page_kind.h"
#include "meter.h"
#include "method/page_type.h"
#include "model/model.h"
#include "options_with.h"
#include "train/forest_file.h"

static pith_context *context;
static struct pith__arena arena;

static int setup(void **state)
{
    (void)state;
    context = pith_context_new();
    pith__arena_init(&arena, &pith__allocator_default);
    return context == NULL;
}

static int teardown(void **state)
{
    (void)state;
    pith_context_free(context);
    pith__arena_deinit(&arena);
    return 0;
}

/* ----------------------------------------------------------------- features */

static uint16_t feature(const char *name)
{
    char known[80];
    uint16_t i = 0;
    while (pith__kind_name(i, known, sizeof known) && strcmp(known, name) != 0)
        i++;
    if (i == PITH__KIND_FEATURES)
        fail_msg("there is no feature '%s'", name);
    return i;
}

static float row[PITH__KIND_FEATURES];

static void read_page(const char *html, const char *url)
{
    uint32_t all[PITH__KIND_FEATURES];
    const pith_page *page;
    const struct pith__tagger *tagger;
    pith_options *options = options_with("url", url, NULL);
    for (uint32_t i = 0; i < PITH__KIND_FEATURES; i++)
        all[i] = i;
    assert_int_equal(pith_context_parse(context, html, strlen(html), options, &page, NULL),
                     PITH_OK);
    pith__arena_reset(&arena, SIZE_MAX);
    assert_int_equal(pith__tagger_begin(page, &arena, &tagger), PITH_OK);
    pith__kind_row(page, tagger, page->info.blocks, all, PITH__KIND_FEATURES, row);
    for (size_t i = 0; i < PITH__KIND_FEATURES; i++)
        assert_true(isfinite(row[i]));
}

static void expect(const char *name, double value)
{
    double got = (double)row[feature(name)];
    if (fabs(got - value) > 1e-5)
        fail_msg("%s is %g and not %g", name, got, value);
}

static void types(void **state)
{
    (void)state;
    read_page(
        "<script type='application/ld+json'>{\"@graph\": [{\"@type\" : \"Product\", \"offers\":"
        "{\"@type\":\"https://schema.org/Offer\"}}, {\"@type\": [\"schema:NewsArticle\",\n"
        "\"WebPage\", 3]}, {\"@type\":\"product\"}, {\"name\": \"@type\"}</script>"
        "<script>{\"@type\": \"Recipe\"}</script>"
        "<div itemscope itemtype=' http://schema.org/Question '><p>one</div>",
        NULL);
    expect("type.product", 2);
    expect("type.offer", 1);
    expect("type.news", 1);
    expect("type.webPage", 1);
    expect("type.question", 1);
    expect("type.recipe", 0);
    expect("type.article", 0);
    /* What breaks off or says nothing does no harm. */
    read_page("<script type=application/ld+json>{\"@type\"", NULL);
    read_page("<script type=application/ld+json>{\"@type\":[\"", NULL);
    read_page("<script type=application/ld+json>{\"@type\":\"Article</script><p>x", NULL);
    expect("type.article", 1);
    read_page("<script type=application/ld+json></script><p itemtype>x", NULL);
    expect("type.article", 0);
}

static void og(void **state)
{
    (void)state;
    read_page("<meta property='OG:type' content=' Article '><p>x", NULL);
    expect("og.article", 1);
    expect("og.webSite", 0);
    read_page("<meta name=og:type content=website><meta property=og:type><p>x", NULL);
    expect("og.webSite", 1);
    expect("og.article", 0);
}

static void addresses(void **state)
{
    (void)state;
    read_page("<p>x", "https://forum.example.org:80/Topics/2021/a_b-c-d.html?page=2#x");
    expect("shape.known", 1);
    expect("shape.depth", 3);
    expect("shape.slug", 3);
    expect("shape.file", 1);
    expect("shape.date", 1);
    expect("shape.digits", 4);
    expect("shape.query", 6);
    expect("address.forum", 2);
    expect("address.product", 0);
    read_page("<link rel=canonical href=https://a.example/product/><p>x", NULL);
    expect("address.product", 1);
    expect("shape.depth", 1);
    read_page("<meta property=og:url content=https://a.example/docs><p>x", NULL);
    expect("address.docs", 1);
    read_page("<link rel=canonical href=https://a.example/product><p>x", "https://b.example/blog");
    expect("address.product", 0);
    expect("address.blog", 1);
    read_page("<link rel=canonical href=/product/><p>x", NULL); /* no host: not an address */
    expect("shape.known", 0);
    expect("address.product", 0);
}

static void means(void **state)
{
    (void)state;
    read_page("<p>one two three four</p><p><a href=x>five six</a></p>", NULL);
    expect("page.words", 6);
    expect("page.blocks", 2);
    expect("blocks.block.words", 3);
    expect("words.block.words", (4 * 4 + 2 * 2) / 6.0);
    expect("blocks.block.linkDensity", 0.5);
    expect("words.block.linkDensity", 2 / 6.0);
    read_page("", NULL);
    expect("page.words", 0);
    expect("blocks.block.words", 0);
}

/* Only what is asked is computed, and it is the same. */
static void some(void **state)
{
    (void)state;
    static const char html[] = "<p>one two three four</p><p><a href=x>five six</a></p>";
    const uint32_t used[] = {feature("page.words"), feature("blocks.block.stops"),
                             feature("words.block.words")};
    float few[PITH__KIND_FEATURES];
    const pith_page *page;
    const struct pith__tagger *tagger;
    read_page(html, NULL);
    for (size_t i = 0; i < PITH__KIND_FEATURES; i++)
        few[i] = -7;
    assert_int_equal(pith_context_parse(context, html, strlen(html), NULL, &page, NULL), PITH_OK);
    assert_int_equal(pith__tagger_begin(page, &arena, &tagger), PITH_OK);
    pith__kind_row(page, tagger, page->info.blocks, used, 3, few);
    for (size_t i = 0; i < 3; i++)
        assert_true(few[used[i]] == row[used[i]]);
    assert_true(few[feature("words.block.commas")] == -7);
}

static void names(void **state)
{
    (void)state;
    char name[80], other[80];
    for (size_t i = 0; i < PITH__KIND_FEATURES; i++) {
        assert_true(pith__kind_name(i, name, sizeof name));
        for (size_t k = 0; k < i; k++) {
            pith__kind_name(k, other, sizeof other);
            assert_string_not_equal(name, other);
        }
    }
    assert_false(pith__kind_name(PITH__KIND_FEATURES, name, sizeof name));
    /* The model that is built in was trained for these names. */
    const uint32_t *words = pith__forest_kinds_built_in();
    assert_non_null(words);
    assert_true((words[PITH__FOREST_HASH] | (uint64_t)words[PITH__FOREST_HASH + 1] << 32) ==
                pith__kind_hash());
    for (int type = PITH_PAGE_UNKNOWN; type <= PITH_PAGE_SERVICE; type++)
        assert_int_equal(strcmp(pith_page_type_name(type), "unknown") == 0, type == 0);
    assert_string_equal(pith_page_type_name(99), "unknown");
}

/* ------------------------------------------------------------------- models */

/* Says PRODUCT where the page names such a type, else ARTICLE. */
static unsigned char *small_model(size_t *len)
{
    struct boost_node leaves[PITH__KINDS] = {{0}};
    struct boost_node split[3] = {
        {.threshold = 0.5f, .value = 0.5f, .left = 1, .column = feature("type.product")},
        {.value = -3},
        {.value = 3}};
    struct boost_tree trees[2 * PITH__KINDS];
    uint32_t features[PITH__KIND_FEATURES];
    for (uint32_t i = 0; i < PITH__KIND_FEATURES; i++)
        features[i] = i;
    for (int i = 0; i < PITH__KINDS; i++) {
        leaves[i].value = i == 0 ? 1 : -1;
        trees[i] = (struct boost_tree){&leaves[i], 1};
        trees[PITH__KINDS + i] = (struct boost_tree){&leaves[i], 1};
    }
    trees[PITH__KINDS + PITH_PAGE_PRODUCT - 1] = (struct boost_tree){split, 3};
    const struct boost_forest forest = {0, trees, 2 * PITH__KINDS};
    const struct forest_settings settings = {
        .slope = 1, .trust = {{0, 1}, {0.25f, 0.75f}, 2}, .kinds = true};
    unsigned char *bytes = forest_bytes(&forest, features, &settings, "a fact\n", len);
    assert_non_null(bytes);
    return bytes;
}

static const pith_page_info *ask(const char *html, const pith_model *model, const char *methods)
{
    const pith_page *page;
    pith_options *options = options_with("page-type", "true", "method", methods, NULL);
    pith_options_set_model(options, model);
    assert_int_equal(pith_context_parse(context, html, strlen(html), options, &page, NULL),
                     PITH_OK);
    return pith_page_get_info(page);
}

static void models(void **state)
{
    (void)state;
    static const char product[] =
        "<script type=application/ld+json>{\"@type\":\"Product\"}</script><p>one two";
    size_t len;
    unsigned char *bytes = small_model(&len);
    pith_model *model;
    assert_int_equal(pith_model_new((char *)bytes, len, &model, NULL), PITH_OK);
    free(bytes);
    assert_int_equal(pith__model_kind(model), PITH__MODEL_KINDS);
    const pith_page_info *info = ask("<p>one two", model, "words");
    assert_int_equal(info->page_type, PITH_PAGE_ARTICLE);
    /* Log odds are 2 for the one, -2 for five others and -4 for the product. */
    double two = pith__logistic(2), less = pith__logistic(-2), product_share = pith__logistic(-4);
    double chance = two / (two + 5 * less + product_share);
    assert_true(fabs((double)info->page_type_confidence - (0.25 + chance / 2)) < 1e-6);
    info = ask(product, model, "words");
    assert_int_equal(info->page_type, PITH_PAGE_ARTICLE); /* as likely as the product; the first */
    assert_int_equal(ask(product, model, "auto")->page_type, PITH_PAGE_ARTICLE);

    /* It is no model for methods, and theirs are none for this. */
    const pith_page *page;
    pith_options *options = options_with("method", "auto,density", NULL);
    pith_options_set_model(options, model);
    assert_int_equal(pith_context_parse(context, product, strlen(product), options, &page, NULL),
                     PITH_OK);
    assert_int_equal(pith_page_get_info(page)->page_type, PITH_PAGE_UNKNOWN);
    pith_model_free(model);
}

static void built_in(void **state)
{
    (void)state;
    static const char forum[] =
        "<title>Noise in third gear - Lathe Forum</title><meta property=og:type content=website>"
        "<script type=application/ld+json>{\"@type\":\"DiscussionForumPosting\",\"comment\":"
        "[{\"@type\":\"Comment\"},{\"@type\":\"Comment\"}]}</script>"
        "<link rel=canonical href=https://forum.example.org/threads/noise-in-third-gear.123/>"
        "<h1>Noise in third gear</h1><div class=post><a class=user href=/u/1>ann</a>"
        "<p>It whines in third, and only there. Any ideas?</div><div class=post><a class=user "
        "href=/u/2>bob</a><p>Look at the bearing of the lay shaft.</div><div class=post>"
        "<a class=user href=/u/1>ann</a><p>That was it, thank you!</div>";
    const pith_page_info *info = ask(forum, NULL, "words");
    assert_int_equal(info->page_type, PITH_PAGE_FORUM);
    assert_true(info->page_type_confidence > 0.5f && info->page_type_confidence <= 1);
    float confidence = info->page_type_confidence;
    info = ask(forum, NULL, "auto"); /* the method at work changes nothing */
    assert_int_equal(info->page_type, PITH_PAGE_FORUM);
    assert_true(info->page_type_confidence == confidence);
    /* A new decision leaves it. */
    assert_int_equal(pith_context_decide(context, NULL, NULL), PITH_OK);
    assert_int_equal(info->page_type, PITH_PAGE_FORUM);
    assert_int_equal(ask("<img src=x>", NULL, "auto")->page_type, PITH_PAGE_UNKNOWN);
    assert_true(ask("", NULL, "auto")->page_type_confidence == 0);
}

static void arguments(void **state)
{
    (void)state;
    size_t len;
    static const char tree[] = "no model";
    unsigned char *bytes = small_model(&len);
    pith_model *model;
    const pith_page *page;
    assert_int_equal(pith_model_new(tree, sizeof tree - 1, &model, NULL), PITH_ERR_MODEL);
    /* Any byte that is another is found by the checksum; a wrong head by the check. */
    for (size_t i = 0; i < len; i++) {
        bytes[i] ^= 1;
        assert_int_equal(pith_model_new((char *)bytes, len, &model, NULL), PITH_ERR_MODEL);
        bytes[i] ^= 1;
    }
    bytes[4 * PITH__FOREST_OUTPUTS] = 6;
    uint32_t crc = pith__crc32(bytes + 16, len - 16);
    for (size_t i = 0; i < 4; i++)
        bytes[4 * PITH__FOREST_CRC + i] = (unsigned char)(crc >> 8 * i);
    assert_int_equal(pith_model_new((char *)bytes, len, &model, NULL), PITH_ERR_MODEL);
    free(bytes);
    /* A forest for blocks is no model for kinds: that is the built-in one. */
    const struct boost_node leaf = {.value = 1};
    struct boost_tree one = {(struct boost_node *)&leaf, 1};
    const struct boost_forest forest = {0, &one, 1};
    const struct forest_settings settings = {.slope = 1};
    const uint32_t none[1] = {0};
    bytes = forest_bytes(&forest, none, &settings, "", &len);
    assert_int_equal(pith_model_new((char *)bytes, len, &model, NULL), PITH_OK);
    free(bytes);
    pith_options *options = options_with("page-type", "true", NULL);
    pith_options_set_model(options, model);
    assert_int_equal(pith_context_parse(context, "x", 1, options, &page, NULL), PITH_OK);
    const pith_page_info info = *pith_page_get_info(page);
    const pith_page_info *by_built_in = ask("x", NULL, "auto");
    assert_int_equal(info.page_type, by_built_in->page_type);
    assert_true(info.page_type != PITH_PAGE_UNKNOWN);
    assert_memory_equal(&info.page_type_confidence, &by_built_in->page_type_confidence,
                        sizeof info.page_type_confidence);
    pith_model_free(model);
}

/* Without memory it says so, and the context can be used again. */
static void no_memory(void **state)
{
    (void)state;
    static const char html[] = "<p>one two three<p>four";
    bool whole = false;
    size_t fails = 0;
    for (size_t call = 1; !whole; call++) {
        struct meter meter = {.fail_at = call};
        pith_context *scarce = meter_context(&meter);
        const pith_page *page;
        if (scarce == NULL)
            continue;
        pith_options *options = options_with("page-type", "true", NULL);
        pith_status status =
            pith_context_parse(scarce, html, sizeof html - 1, options, &page, NULL);
        whole = status == PITH_OK;
        assert_true(whole || status == PITH_ERR_NOMEM);
        fails += !whole;
        meter.fail_at = 0;
        assert_int_equal(pith_context_parse(scarce, html, sizeof html - 1, options, &page, NULL),
                         PITH_OK);
        assert_true(pith_page_get_info(page)->page_type != PITH_PAGE_UNKNOWN);
        pith_context_free(scarce);
    }
    assert_true(fails > 3);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(types),     cmocka_unit_test(og),
                                       cmocka_unit_test(addresses), cmocka_unit_test(means),
                                       cmocka_unit_test(some),      cmocka_unit_test(names),
                                       cmocka_unit_test(models),    cmocka_unit_test(built_in),
                                       cmocka_unit_test(arguments), cmocka_unit_test(no_memory)};
    return cmocka_run_group_tests(tests, setup, teardown);
}
