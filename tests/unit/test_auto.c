/*
 * test_auto.c - what the method auto makes of what a forest says.
 */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "eval/stats.h"
#include "features/tagger.h"
#include "ladder.h"
#include "meter.h"
#include "options_with.h"

/* A page of blocks with so many words each, all of them different. */
static char *make_page(const unsigned *words, size_t count)
{
    static char html[100000];
    char *p = html;
    for (size_t i = 0; i < count; i++) {
        p += sprintf(p, "<p>");
        for (unsigned w = 0; w < words[i]; w++)
            p += sprintf(p, "a%zub%u ", i, w);
    }
    *p = '\0';
    return html;
}

static pith_context *context;

static int context_setup(void **state)
{
    (void)state;
    context = pith_context_new();
    return context == NULL;
}

static int context_teardown(void **state)
{
    (void)state;
    pith_context_free(context);
    return 0;
}

static const pith_page *parse(const char *html, const pith_model *model, float beta)
{
    const pith_page *page;
    pith_options *options = options_with("method", "auto", NULL);
    pith_options_set_model(options, model);
    options_set_number(options, "auto.beta", beta);
    assert_int_equal(pith_context_parse(context, html, strlen(html), options, &page, NULL),
                     PITH_OK);
    return page;
}

static double expected(const pith_page *page, unsigned set, double beta)
{
    double all = 0, kept = 0, likely = 0;
    const pith_block *block;
    for (unsigned i = 0; (block = pith_page_block(page, i)) != NULL; i++) {
        all += (double)block->score * block->words;
        kept += set >> i & 1 ? block->words : 0;
        likely += set >> i & 1 ? (double)block->score * block->words : 0;
    }
    return (1 + beta * beta) * likely / (kept + beta * beta * all);
}

/* Of all sets of blocks there is none that would be better. */
static void best_set(void **state)
{
    (void)state;
    enum { BLOCKS = 10 };
    struct stats_random random = {5};
    const float betas[] = {1, 0.5f, 2, 0.1f};
    size_t sizes[4] = {0};
    for (int round = 0; round < 60; round++) {
        float values[LADDER_STEPS + 1];
        unsigned words[BLOCKS];
        for (int i = 0; i <= LADDER_STEPS; i++)
            values[i] = (float)stats_random_below(&random, 80) / 10 - 5;
        for (int i = 0; i < BLOCKS; i++)
            words[i] = 1 + stats_random_below(&random, 50);
        pith_model *model = ladder_model(values, &ladder_plain);
        for (int b = 0; b < 4; b++) {
            const pith_page *page = parse(make_page(words, BLOCKS), model, betas[b]);
            double best = 0, got;
            unsigned set = 0;
            for (unsigned i = 0; i < BLOCKS; i++)
                set |= (unsigned)pith_page_block(page, i)->keep << i;
            for (unsigned other = 1; other < 1u << BLOCKS; other++)
                best = fmax(best, expected(page, other, (double)betas[b]));
            got = expected(page, set, (double)betas[b]);
            assert_true(fabs(got - best) < 1e-9);
            sizes[b] += pith_page_get_info(page)->kept_words;
            assert_true(
                fabs((double)pith_page_get_info(page)->confidence - expected(page, set, 1)) < 1e-6);
        }
        pith_model_free(model);
    }
    assert_true(sizes[3] < sizes[1] && sizes[1] < sizes[0] && sizes[0] < sizes[2]);
}

/* "+model -copy": decision and reason of each block. */
static void expect(const pith_page *page, const char *want)
{
    char got[1000] = "";
    const pith_block *block;
    for (size_t i = 0; (block = pith_page_block(page, i)) != NULL; i++)
        snprintf(got + strlen(got), sizeof got - strlen(got), "%s%c%s", i > 0 ? " " : "",
                 block->keep ? '+' : '-', pith_reason_name(block->reason));
    assert_string_equal(got, want);
}

#define LONG "one two three four five six seven eight nine ten eleven twelve"

/* A table stays whole where half of its words do; copies stay in it. One that holds a list, or
 * of which little stays, goes cell by cell. */
static void tables(void **state)
{
    (void)state;
    pith_model *model = ladder_model(ladder_rising, &ladder_plain);
#define CELLS "<table><tr><td>a<td>" LONG " " LONG " " LONG "<tr><td>b<td>" LONG " " LONG " " LONG
    expect(parse(CELLS "</table>c", model, 1), "+table +model +table +model -model");
    expect(parse(CELLS "<tr><td hidden>c</table>c", model, 1),
           "+table +model +table +model -model -model");
    expect(parse(CELLS "<tr><td>a b<ul><li>c d</ul></table>c", model, 1),
           "-model +model -model +model -model -model -model");
    expect(parse("<table><tr><td>a b c<td>d e f<tr><td>g h<td>i</table><p>" LONG " " LONG " " LONG,
                 model, 1),
           "-model -model -model -model +model");
    expect(parse("<table><tr><td>|<td>/</table><p>" LONG " " LONG " " LONG, model, 1),
           "-model -model +model");
    pith_model_free(model);
}

static void copies(void **state)
{
    (void)state;
    const float all[LADDER_STEPS + 1] = {3, 3, 3, 3, 3};
    struct forest_settings settings = ladder_plain;
    pith_model *model = ladder_model(all, &settings);
    static const char html[] = "<p>" LONG "<p>short one<p>" LONG "<p>short one<p>" LONG " more";
    expect(parse(html, model, 1), "+model +model -copy +model +model");
    /* Manuals repeat themselves, a tenth of which is code; quotes are copies there, too. */
    expect(parse("<p>" LONG "<pre>a b c d</pre><li>" LONG "<blockquote>" LONG "</blockquote>",
                 model, 1),
           "+model +model +model -copy");
    expect(
        parse("<p>" LONG "<pre>a b c</pre><li>" LONG "<blockquote>" LONG "</blockquote>", model, 1),
        "+model +model -copy -copy");
    pith_model_free(model);
    settings.copy_words = 13;
    model = ladder_model(all, &settings);
    expect(parse(html, model, 1), "+model +model +model +model +model");
    pith_model_free(model);
    settings.copy_words = 0;
    model = ladder_model(all, &settings);
    expect(parse(html, model, 1), "+model +model +model +model +model");
    pith_model_free(model);
}

/* Readers' comments go, below their heading or in an element named so, unless the page is a forum
 * or more is wanted. */
static void comments(void **state)
{
    (void)state;
    const float all[LADDER_STEPS + 1] = {3, 3, 3, 3, 3};
    pith_model *model = ladder_model(all, &ladder_plain);
#define STORY                                                                                      \
    "<article><h1>A</h1><p>b " LONG "<p>c " LONG "<p>d " LONG "<p>e " LONG "<p>f " LONG "</"       \
    "article>"
#define REPLIES "<h3>3 Comments</h3><p>g " LONG "<p>h " LONG
    static const char article[] = "<meta property=og:type content=article>" STORY REPLIES;
    static const char forum[] =
        "<link rel=canonical href=https://forum.example/t/topic/7>"
        "<script type=application/ld+json>{\"@type\":\"DiscussionForumPosting\"}</script>" STORY
            REPLIES;
    expect(parse(article, model, 1), "+model +model +model +model +model +model -below-comments "
                                     "-below-comments -below-comments");
    expect(parse(article, model, 2),
           "+model +model +model +model +model +model +model +model +model");
    expect(parse(forum, model, 1),
           "+model +model +model +model +model +model +model +model +model");
    expect(parse("<h3>Comments</h3><p>" LONG, model, 1), "+model +model"); /* a page about them */

#define NAMED   "<div class=commentList><p>g " LONG "<p>h " LONG "</div>"
#define ARTICLE "<meta property=og:type content=article>"
    expect(parse(ARTICLE STORY NAMED "<p>i " LONG, model, 1),
           "+model +model +model +model +model +model -below-comments -below-comments +model");
    expect(parse(ARTICLE STORY NAMED, model, 2),
           "+model +model +model +model +model +model +model +model");
    /* The name is the page's, or there is nothing else that they could speak of. */
    expect(parse(ARTICLE "<body class=comments>" STORY, model, 1),
           "+model +model +model +model +model +model");
    expect(parse(ARTICLE NAMED "<p>i " LONG, model, 1), "+model +model +model");
    expect(parse(ARTICLE STORY "<pre class=comment>j</pre>", model, 1),
           "+model +model +model +model +model +model +model");
    /* A link to the comments above most of the text is not their heading. */
    expect(parse(ARTICLE "<p>j " LONG "<p>k " LONG "<p>l " LONG "<p>m " LONG "<p>n " LONG
                         "<p>Comments" STORY "<p>o " LONG,
                 model, 1),
           "+model +model +model +model +model +model +model +model +model +model +model +model "
           "+model");
    pith_model_free(model);
}

static void nothing(void **state)
{
    (void)state;
    const float few[LADDER_STEPS + 1] = {-3, -3, -3, -3, -3};
    struct forest_settings settings = ladder_plain;
    settings.least_words = 1.5;
    pith_model *model = ladder_model(few, &settings);
    const pith_page *page = parse("<p>" LONG "<p>more", model, 1);
    const pith_page_info *info = pith_page_get_info(page);
    expect(page, "-no-content -no-content");
    assert_int_equal(info->outcome, PITH_OUTCOME_EMPTY);
    assert_int_equal(info->reason, PITH_REASON_NO_CONTENT);
    assert_true(info->confidence == 0.25f);
    /* Without words there is nothing to expect. */
    page = parse("<p>-<p>*", model, 1);
    expect(page, "-no-content -no-content");
    page = parse("", model, 1);
    assert_int_equal(pith_page_get_info(page)->reason, PITH_REASON_NO_INPUT);
    pith_model_free(model);
    settings.least_words = 0;
    model = ladder_model(few, &settings);
    expect(parse("<p>" LONG "<p>more", model, 1), "+model +model"); /* one is as likely as all */
    expect(parse("<p>-", model, 1), "-no-content");
    pith_model_free(model);
}

/* Pages of a few words stay, but for their links and what nobody sees. */
static void tiny(void **state)
{
    (void)state;
    const float few[LADDER_STEPS + 1] = {-3, -3, -3, -3, -3};
    struct forest_settings settings = ladder_plain;
    settings.least_words = 15;
    pith_model *model = ladder_model(few, &settings);
    expect(parse("<p>Hello world</p>", model, 1), "+tiny");
    const pith_page *page = parse("<h1>Title</h1><p>One short sentence.", model, 1);
    expect(page, "+tiny +tiny");
    assert_int_equal(pith_page_get_info(page)->outcome, PITH_OUTCOME_OK);
    assert_true(pith_page_get_info(page)->confidence > 0.6f);
    assert_true(pith_page_block(page, 0)->score == 0.5f);
    expect(parse("plain text", model, 1), "+tiny");
    expect(parse("<nav>Home</nav><main><p>Open at nine</main><aside>x</aside><footer>y</footer>",
                 model, 1),
           "-tiny +tiny -tiny -tiny");
    page = parse("<ul><li><a href=a>One</a><li><a href=b>Two</a></ul>", model, 1);
    expect(page, "-tiny -tiny");
    assert_int_equal(pith_page_get_info(page)->reason, PITH_REASON_NO_CONTENT);
    expect(parse("<body><noscript>Switch scripts on</noscript><p hidden>a<p>b", model, 1),
           "-tiny -tiny +tiny");
    /* Of a small page not all is boilerplate. */
    expect(parse("<p>" LONG " " LONG "<p>" LONG, model, 1), "+tiny +tiny");
    expect(parse("<p>" LONG " " LONG " " LONG " " LONG " " LONG "<p>" LONG " " LONG " " LONG
                 " " LONG,
                 model, 1),
           "-no-content -no-content");
    pith_model_free(model);
}

static void curves(void **state)
{
    (void)state;
    struct forest_settings settings = ladder_plain;
    settings.slope = 2;
    settings.shift = 1;
    settings.trust = (struct curve){{0, 1}, {0.125f, 0.5f}, 2};
    pith_model *model = ladder_model(ladder_rising, &settings);
    const pith_page *page = parse("<p>" LONG, model, 1); /* 12 words: -1 */
    assert_true(pith_page_block(page, 0)->score == (float)pith__logistic(-1));
    double f1 = 2 * pith__logistic(-1) / (1 + pith__logistic(-1));
    assert_true(fabs((double)pith_page_get_info(page)->confidence - (0.125 + 0.375 * f1)) < 1e-6);
    settings.curve = (struct curve){{0, 0.5f}, {0.5f, 1}, 2};
    pith_model_free(model);
    model = ladder_model(ladder_rising, &settings);
    page = parse("<p>" LONG, model, 1);
    assert_true(fabs((double)pith_page_block(page, 0)->score - (0.5 + pith__logistic(-1))) < 1e-6);
    pith_model_free(model);
}

/* With others the score is one of several, and confidence is as for them. */
static void votes(void **state)
{
    (void)state;
    const float values[LADDER_STEPS + 1] = {-3, 3, 3, 3, 3};
    pith_model *model = ladder_model(values, &ladder_plain);
    const pith_page *page;
    static const char html[] = "<p>" LONG "<p>a b";
    pith_options *options = options_with("method", "auto,all", NULL);
    pith_options_set_model(options, model);
    assert_int_equal(pith_context_parse(context, html, strlen(html), options, &page, NULL),
                     PITH_OK);
    expect(page, "+all -vote");
    float likely = (float)pith__logistic(3), unlikely = (float)pith__logistic(-3);
    assert_true(fabsf(pith_page_block(page, 0)->score - (0.64f + likely) / 2) < 1e-6f);
    assert_int_equal(pith_page_block(page, 0)->votes, method_bits("auto,all"));
    assert_int_equal(pith_page_block(page, 1)->votes, method_bits("all"));
    float sure = (12 * (0.64f + likely) / 2 + 2 * (1 - (0.64f + unlikely) / 2)) / 14;
    assert_true(fabsf(pith_page_get_info(page)->confidence - sure) < 1e-6f);
    /* A tree for density and a forest for auto leave each other's method alone. */
    options_set(options, "method", "density", NULL);
    assert_int_equal(pith_context_decide(context, options, NULL), PITH_OK);
    assert_true(pith_page_block(page, 0)->reason != PITH_REASON_MODEL);
    pith_model_free(model);
    pith_options_set_model(options, NULL);
    assert_int_equal(options_try(options, "auto.beta", "0"), PITH_ERR_VALUE);
    assert_int_equal(options_try(options, "auto.beta", "nan"), PITH_ERR_VALUE);
}

static void reasons(void **state)
{
    (void)state;
    pith_model *model = ladder_model(ladder_rising, &ladder_plain);
    const pith_page *page;
    static const char html[] = "<p>" LONG " " LONG " " LONG " " LONG "<p>" LONG "<p>a b";
    pith_options *options = options_with("method", "auto", "reasons", "true", NULL);
    pith_options_set_model(options, model);
    assert_int_equal(pith_context_parse(context, html, strlen(html), options, &page, NULL),
                     PITH_OK);
    expect(page, "+text -text -text");
    pith_model_free(model);
    /* Every feature has a kind. */
    uint8_t reasons[PITH__TAGGER_FEATURES];
    pith__tagger_reasons(reasons);
    for (size_t i = 0; i < PITH__TAGGER_FEATURES; i++)
        assert_true(reasons[i] >= PITH_REASON_CONTAINER && reasons[i] <= PITH_REASON_PAGE);
    assert_int_equal(reasons[ladder_feature("level2.words")], PITH_REASON_CONTAINER);
    assert_int_equal(reasons[ladder_feature("level2.linkDensity")], PITH_REASON_LINK_DENSITY);
    assert_int_equal(reasons[ladder_feature("nav.share")], PITH_REASON_TAGS);
    assert_int_equal(reasons[ladder_feature("under.li")], PITH_REASON_TAGS);
    assert_int_equal(reasons[ladder_feature("block.copyright")], PITH_REASON_TEXT);
    assert_int_equal(reasons[ladder_feature("block.copies")], PITH_REASON_REPEATED);
    assert_int_equal(reasons[ladder_feature("block.position")], PITH_REASON_POSITION);
    assert_int_equal(reasons[ladder_feature("before1.words")], PITH_REASON_AROUND);
    assert_int_equal(reasons[ladder_feature("page.words")], PITH_REASON_PAGE);
}

/* A page of very many blocks is looked at in parts: what is in each is judged, has its reason, and
 * is kept once. */
static void parts(void **state)
{
    (void)state;
    enum { BLOCKS = 20000, EACH = 64 };
    pith_model *model = ladder_model(ladder_rising, &ladder_plain);
    const pith_page *page;
    char *html = calloc(BLOCKS, EACH);
    size_t len = 0;
    assert_non_null(html);
    for (int i = 0; i < BLOCKS; i++) /* every hundredth block is long, and the same as the next */
        len += (size_t)sprintf(html + len, i % 100 < 2 ? "<p>%d " LONG : "<p>%d b", i / 100);
    pith_options *options = options_with("method", "auto", "reasons", "true", NULL);
    pith_options_set_model(options, model);
    assert_int_equal(pith_context_parse(context, html, len, options, &page, NULL), PITH_OK);
    assert_int_equal(pith_page_get_info(page)->blocks, BLOCKS);
    assert_int_equal(pith_page_get_info(page)->kept_blocks, BLOCKS / 100);
    for (size_t i = 0; i < BLOCKS; i++) {
        const pith_block *block = pith_page_block(page, i);
        assert_int_equal(block->keep, i % 100 == 0);
        assert_int_equal(block->reason, i % 100 == 1 ? PITH_REASON_COPY : PITH_REASON_TEXT);
    }
    pith_model_free(model);
    free(html);
}

/* ---------------------------------------------------------------- the library's */

static void built_in(void **state)
{
    (void)state;
    FILE *file = fopen("models/auto.forest", "rb");
    static unsigned char bytes[2 << 20];
    assert_non_null(file);
    size_t len = fread(bytes, 1, sizeof bytes, file);
    fclose(file);
    assert_true(len < sizeof bytes);
    pith_model *model;
    pith_error error;
    if (pith_model_new((char *)bytes, len, &model, &error) != PITH_OK)
        fail_msg("%s", error.message);
    const uint32_t *words = pith__forest_built_in();
    assert_non_null(words);
    assert_int_equal(words[PITH__FOREST_SIZE], len / 4);
    assert_memory_equal(words, model->words, len);
    assert_true((model->forest.full != NULL) ==
                ladder_full_trees()); /* it can be asked the fast way */
    pith_model_free(model);
}

/* What the build makes of the trees is what the library would make of them. */
static void built_in_full(void **state)
{
    (void)state;
    const struct pith__full_forest *built_in = pith__full_built_in();
    struct pith__full_forest made;
    struct pith__forest forest;
    pith__forest_view(&forest, pith__forest_built_in());
    assert_int_equal(pith__full_make(&made, &forest, &pith__allocator_default), PITH_OK);
    assert_true((built_in != NULL) == ladder_full_trees());
    assert_ptr_equal(forest.full, built_in != NULL ? &made : NULL);
    if (built_in != NULL) {
        size_t parts = made.trees << made.depth;
        assert_int_equal(built_in->trees, made.trees);
        assert_int_equal(built_in->depth, made.depth);
        assert_memory_equal(built_in->roots, made.roots, made.trees * sizeof *made.roots);
        assert_memory_equal(built_in->ends, made.ends, parts * 16 * sizeof *made.ends);
        /* Behind the roots there are the comparisons, of four bytes each, then the parts below. */
        assert_memory_equal(built_in->high, made.high, parts * 4);
        assert_memory_equal(built_in->low, made.low,
                            (size_t)((const char *)made.ends - (const char *)made.low));
    }
    pith__full_deinit(&made, &pith__allocator_default);
}

/* A context for one small page takes no more than that page needs. */
static void small_context(void **state)
{
    (void)state;
    struct meter meter = {0, 0, 0, 0};
    pith_context *small = meter_context(&meter);
    const pith_page *page;
    assert_int_equal(pith_context_parse(small, "<p>" LONG, strlen("<p>" LONG), NULL, &page, NULL),
                     PITH_OK);
    assert_true(pith_page_get_info(page)->kept_blocks == 1);
    assert_in_range(meter.peak, 1, 256 << 10); /* the trees alone were 160 kB more */
    pith_context_free(small);
}

/* Every allocation may fail; a decision that fails leaves the last one. */
static void no_memory(void **state)
{
    (void)state;
    static const char html[] = "<title>a b</title><div><h1>a b c</h1><p>" LONG "<p>x<p>" LONG;
    bool done = false;
    for (size_t fail_at = 1; !done; fail_at++) {
        struct meter meter = {0, 0, 0, 0};
        pith_context *scarce = meter_context(&meter);
        const pith_page *page;
        pith_options *options = options_with("method", "words", NULL);
        assert_int_equal(pith_context_parse(scarce, html, sizeof html - 1, options, &page, NULL),
                         PITH_OK);
        size_t kept = pith_page_get_info(page)->kept_words;
        options_set(options, "method", "auto", NULL);
        options_set(options, "reasons", "true", NULL);
        meter.fail_at = meter.calls + fail_at;
        pith_status status = pith_context_decide(scarce, options, NULL);
        done = status == PITH_OK;
        if (!done) {
            assert_int_equal(status, PITH_ERR_NOMEM);
            assert_int_equal(pith_page_get_info(page)->methods, method_bits("words"));
            assert_int_equal(pith_page_get_info(page)->kept_words, kept);
            meter.fail_at = 0;
            assert_int_equal(pith_context_decide(scarce, options, NULL), PITH_OK);
        }
        assert_int_equal(pith_page_get_info(page)->methods, method_bits("auto"));
        pith_context_free(scarce);
        assert_int_equal(meter.now, 0);
    }
}

/* Decides by MODEL, NULL: by the library's own, and stores the scores of the blocks. */
static pith_status score_by(pith_context *by, const pith_model *model, float *scores, size_t count)
{
    static const char html[] = "<title>a b</title><div><h1>a b c</h1><p>" LONG "<p>x<p>" LONG;
    const pith_page *page;
    pith_options *options = options_with("method", "auto", NULL);
    pith_options_set_model(options, model);
    pith_status status = pith_context_parse(by, html, sizeof html - 1, options, &page, NULL);
    for (size_t i = 0; status == PITH_OK && i < count; i++)
        scores[i] = pith_page_block(page, i)->score;
    return status;
}

/* Models of several depths, in any order: a context says what a new one says, also when there was
 * no memory for the model before. */
static void in_turn(void **state)
{
    enum { ROWS = 500, COLUMNS = 4, MODELS = 5, BLOCKS = 4, ROUNDS = 60 };
    static float values[ROWS][COLUMNS];
    const uint32_t features[COLUMNS] = {0, 3, 8, 100};
    const unsigned depths[MODELS] = {0, 2, 5, 8, 9};
    pith_model *models[MODELS] = {NULL};
    float wanted[MODELS][BLOCKS], scores[BLOCKS];
    struct stats_random random = {3};
    struct meter meter = {0, 0, 0, 0};
    pith_context *one = meter_context(&meter);
    (void)state;
    for (size_t i = 0; i < ROWS * COLUMNS; i++)
        values[i / COLUMNS][i % COLUMNS] = (float)stats_random_below(&random, 60);
    for (size_t i = 0; i < MODELS; i++) {
        if (i > 0) {
            size_t len;
            struct boost_forest forest = ladder_noise(values[0], ROWS, COLUMNS, depths[i]);
            unsigned char *bytes = forest_bytes(&forest, features, &ladder_plain, "", &len);
            models[i] = ladder_read(bytes, len);
            boost_forest_deinit(&forest);
        }
        pith_context *fresh = pith_context_new();
        assert_int_equal(score_by(fresh, models[i], wanted[i], BLOCKS), PITH_OK);
        pith_context_free(fresh);
    }
    for (int round = 0; round < ROUNDS; round++) {
        size_t model = stats_random_below(&random, MODELS);
        meter.fail_at = round % 3 == 0 ? meter.calls + 1 + stats_random_below(&random, 12) : 0;
        if (score_by(one, models[model], scores, BLOCKS) == PITH_OK)
            assert_memory_equal(scores, wanted[model], sizeof scores);
        else
            assert_true(meter.fail_at > 0);
        meter.fail_at = 0;
    }
    pith_context_free(one);
    assert_int_equal(meter.now, 0);
    for (size_t i = 0; i < MODELS; i++)
        pith_model_free(models[i]);
}

/* The caller's model may be gone when the caller decides about the page. */
static void model_is_gone(void **state)
{
    (void)state;
    static const char html[] =
        "<h1>A title of the page</h1><p>Some words of text in a paragraph, and a "
        "few more of them, so that there is something to keep.";
    pith_model *model = ladder_model(ladder_rising, &ladder_plain);
    pith_context *own = pith_context_new();
    pith_options *options = pith_options_new();
    const pith_page *page;
    pith_options_set_model(options, model);
    assert_int_equal(pith_context_parse(own, html, sizeof html - 1, options, &page, NULL), PITH_OK);
    pith_options_free(options);
    pith_model_free(model);
    uint8_t keep[8] = {1, 1};
    assert_int_equal(pith_context_set_keep(own, keep, pith_page_get_info(page)->blocks), PITH_OK);
    assert_true(pith_page_get_info(page)->confidence >= 0);
    pith_context_free(own);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(model_is_gone), cmocka_unit_test(best_set),
        cmocka_unit_test(tables),        cmocka_unit_test(copies),
        cmocka_unit_test(comments),      cmocka_unit_test(nothing),
        cmocka_unit_test(tiny),          cmocka_unit_test(curves),
        cmocka_unit_test(votes),         cmocka_unit_test(reasons),
        cmocka_unit_test(parts),         cmocka_unit_test(built_in),
        cmocka_unit_test(built_in_full), cmocka_unit_test(small_context),
        cmocka_unit_test(no_memory),     cmocka_unit_test(in_turn),
    };
    return cmocka_run_group_tests(tests, context_setup, context_teardown);
}
