/*
 * test_own_method.c - a method that is none of the library's: all that it needs is its descriptor.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "meter.h"
#include "method/method.h"
#include "options_with.h"

/* ------------------------------------------------------------------ the method */

/* Keeps blocks by the share of words with a capital letter: at most so many percent. */
struct capitals_params {
    uint64_t percent;
    const char *refuse; /* a word that the method does not work on */
};

struct capitals_state {
    float *shares; /* (blocks) */
    size_t finished;
    unsigned needed;
};

static float capitals_of(const pith_block *block)
{
    uint32_t capitals = 0;
    for (uint32_t i = 0; i < block->text_len; i++)
        capitals +=
            block->text[i] >= 'A' && block->text[i] <= 'Z' && (i == 0 || block->text[i - 1] == ' ');
    return block->words > 0 ? (float)capitals / (float)block->words : 0;
}

static pith_status capitals_prepare(struct pith__judging *judging)
{
    const struct capitals_params *params = judging->params;
    struct capitals_state *state = judging->state;
    const pith_block *blocks = pith__page_blocks(judging->page);
    size_t count = judging->page->info.blocks;
    state->shares = pith__arena_alloc(judging->arena, (count + 1) * sizeof *state->shares);
    if (state->shares == NULL)
        return PITH_ERR_NOMEM;
    for (size_t i = 0; i < count && !pith__judge_late(judging, i, blocks[i].text_len); i++) {
        state->shares[i] = capitals_of(&blocks[i]);
        if (params->refuse != NULL && strlen(params->refuse) == blocks[i].text_len &&
            memcmp(params->refuse, blocks[i].text, blocks[i].text_len) == 0)
            return pith__fail(judging->error, PITH_ERR_MODEL, "no page with '%s'", params->refuse);
    }
    return PITH_OK;
}

static void capitals_judge(struct pith__judging *judging)
{
    const struct capitals_params *params = judging->params;
    const struct capitals_state *state = judging->state;
    pith_block *blocks = pith__page_blocks(judging->page);
    for (size_t i = 0; i < judging->decision->judged; i++)
        pith__judge(judging, &blocks[i], 1 - state->shares[i],
                    state->shares[i] * 100 <= (float)params->percent, PITH_REASON_TEXT);
}

static void capitals_finish(struct pith__judging *judging, unsigned needed)
{
    struct capitals_state *state = judging->state;
    state->needed = needed;
    for (size_t i = 0; i < judging->page->info.blocks; i++)
        state->finished += pith__page_blocks(judging->page)[i].keep;
}

static const struct pith__param capitals_table[] = {
    {{"capitals.percent", "capitals", "capital letters that a block may have", "50",
      PITH_TYPE_COUNT, PITH_GROUP_DECISION, 0, 100},
     offsetof(struct capitals_params, percent),
     NULL},
    {{"capitals.refuse", "capitals", "a block that no page may have", NULL, PITH_TYPE_TEXT,
      PITH_GROUP_DECISION, 0, 0},
     offsetof(struct capitals_params, refuse),
     NULL},
};

static const struct pith__method method_capitals = {
    .info = {"capitals", "blocks with few capital letters"},
    .params = capitals_table,
    .param_count = 2,
    .params_size = sizeof(struct capitals_params),
    .prepare = capitals_prepare,
    .judge = capitals_judge,
    .finish = capitals_finish,
    .state_size = sizeof(struct capitals_state),
};

/* ------------------------------------------------------------------- its tests */

static const char html[] = "<p>Home News About<p>the river rose on Monday<p>Six of One Half a "
                           "Dozen<p>one two three four five six seven eight nine Ten";

static pith_options *own_options(void)
{
    pith_options *options = options_with(NULL);
    assert_int_equal(pith__options_add_method(options, &method_capitals), PITH_OK);
    return options;
}

/* Its row is the one after those of the library. */
static uint32_t own_bit(void)
{
    size_t count;
    pith__methods(&count);
    return 1u << count;
}

static void expect_kept(const pith_page *page, const char *wanted)
{
    char kept[16] = "";
    for (size_t i = 0; i < pith_page_get_info(page)->blocks; i++)
        strcat(kept, pith_page_block(page, i)->keep ? "1" : "0");
    assert_string_equal(kept, wanted);
}

static const struct capitals_state *state_of(const pith_page *page)
{
    return pith__method_state(page, &method_capitals);
}

static const pith_page *parse(pith_context *context, const pith_options *options)
{
    const pith_page *page;
    assert_int_equal(pith_context_parse(context, html, sizeof html - 1, options, &page, NULL),
                     PITH_OK);
    return page;
}

static void alone(void **state)
{
    (void)state;
    pith_context *context = pith_context_new();
    pith_options *options = own_options();
    options_set(options, "method", "capitals", NULL);
    const pith_page *page = parse(context, options);
    expect_kept(page, "0101");
    const pith_block *block = pith_page_block(page, 2);
    assert_true(block->score > 0.33f && block->score < 0.34f);
    assert_int_equal(block->reason, PITH_REASON_TEXT);
    assert_int_equal(block->votes, 0);
    assert_int_equal(pith_page_block(page, 1)->votes, own_bit());
    assert_int_equal(pith_page_get_info(page)->methods, own_bit());
    assert_int_equal(state_of(page)->finished, 2);
    assert_int_equal(state_of(page)->needed, 1);
    options_set(options, "capitals.percent", "70", NULL);
    assert_int_equal(pith_context_decide(context, options, NULL), PITH_OK);
    expect_kept(page, "0111");
    options_set(options, "capitals.percent", "0", "filter", "largest", NULL);
    assert_int_equal(pith_context_decide(context, options, NULL), PITH_OK);
    expect_kept(page, "0000");
    options_set(options, "capitals.percent", NULL, NULL);
    assert_int_equal(pith_context_decide(context, options, NULL), PITH_OK);
    assert_int_equal(state_of(page)->finished, 1); /* it is told what is left by the filter */
    pith_context_free(context);
}

static void in_a_vote(void **state)
{
    (void)state;
    pith_context *context = pith_context_new();
    pith_options *options = own_options();
    options_set(options, "method", "minwords,capitals", "vote", "all", NULL);
    const pith_page *page = parse(context, options);
    expect_kept(page, "0001");
    assert_int_equal(state_of(page)->needed, 2);
    assert_int_equal(pith_page_block(page, 3)->votes, own_bit() | method_bits("minwords"));
    options_set(options, "vote", "any", NULL);
    assert_int_equal(pith_context_decide(context, options, NULL), PITH_OK);
    expect_kept(page, "0101");
    options_set(options, "method", "all,minwords,capitals", "vote", "majority", NULL);
    assert_int_equal(pith_context_decide(context, options, NULL), PITH_OK);
    expect_kept(page, "0101");
    options_set(options, "method", "minwords", NULL);
    assert_int_equal(pith_context_decide(context, options, NULL), PITH_OK);
    assert_null(state_of(page)); /* it was not asked */
    pith_context_free(context);
}

/* Options, copies of them, and errors know it by its name; the library's lists do not. */
static void by_name(void **state)
{
    (void)state;
    pith_options *plain = options_with(NULL), *options = own_options();
    pith_error error;
    assert_int_equal(options_try(plain, "method", "capitals"), PITH_ERR_NAME);
    assert_int_equal(options_try(plain, "capitals.percent", "1"), PITH_ERR_NAME);
    assert_null(pith_option_find("capitals.percent"));
    assert_int_equal(options_try(options, "capitals.percent", "101"), PITH_ERR_VALUE);
    assert_int_equal(options_try(options, "capitals.percent", "half"), PITH_ERR_VALUE);
    assert_int_equal(pith_options_set(options, "method", "capitals,none", &error), PITH_ERR_NAME);
    assert_int_equal(error.offset, 9);
    assert_non_null(strstr(error.message, "capitals"));
    options_set(options, "method", "capitals", "capitals.percent", "70", NULL);
    pith_options *copy = pith_options_dup(options);
    options_set(options, "capitals.percent", "0", NULL);
    pith_context *context = pith_context_new();
    expect_kept(parse(context, copy), "0111");
    expect_kept(parse(context, options), "0000");
    pith_context_free(context);
    pith_options_free(copy);
}

static void in_output(void **state)
{
    (void)state;
    pith_context *context = pith_context_new();
    pith_options *options = own_options();
    options_set(options, "method", "words,capitals", NULL);
    const pith_page *page = parse(context, options);
    char *text;
    assert_int_equal(pith_render_new(page, PITH_FORMAT_JSON, NULL, &text, NULL), PITH_OK);
    assert_non_null(strstr(text, "[\"words\",\"capitals\"]"));
    pith_free(text);
    assert_int_equal(pith_render_new(page, PITH_FORMAT_EXPLAIN, NULL, &text, NULL), PITH_OK);
    assert_non_null(strstr(text, "[\"capitals\",\"blocks with few capital letters\"]"));
    pith_free(text);
    pith_context_free(context);
}

/* Where prepare fails the old decision stands, and the caller gets its words. */
static void prepare_fails(void **state)
{
    (void)state;
    pith_context *context = pith_context_new();
    pith_options *options = own_options();
    pith_error error;
    char *before, *after;
    options_set(options, "method", "capitals,minwords", NULL);
    const pith_page *page = parse(context, options);
    assert_int_equal(pith_render_new(page, PITH_FORMAT_JSON, NULL, &before, NULL), PITH_OK);
    options_set(options, "method", "auto,capitals", "capitals.refuse", "Home News About", NULL);
    assert_int_equal(pith_context_decide(context, options, &error), PITH_ERR_MODEL);
    assert_string_equal(error.message, "no page with 'Home News About'");
    assert_int_equal(pith_render_new(page, PITH_FORMAT_JSON, NULL, &after, NULL), PITH_OK);
    assert_string_equal(after, before);
    assert_int_equal(pith_context_parse(context, html, sizeof html - 1, options, &page, &error),
                     PITH_ERR_MODEL);
    assert_null(page);
    pith_free(before);
    pith_free(after);
    pith_context_free(context);
}

/* A method with the same options for which the context keeps memory. */
struct keeper {
    void *memory;
    size_t len, pages;
};

static pith_status keeper_prepare(struct pith__judging *judging)
{
    enum { LEN = 100 };
    struct keeper *keeper = judging->kept;
    const struct pith__allocator *allocator = judging->arena->allocator;
    keeper->pages++;
    if (keeper->memory == NULL)
        keeper->memory = allocator->resize(allocator->ctx, NULL, 0, LEN);
    keeper->len = keeper->memory != NULL ? LEN : 0;
    return keeper->memory != NULL ? capitals_prepare(judging) : PITH_ERR_NOMEM;
}

static void keeper_trim(void *kept, const struct pith__allocator *allocator, size_t keep)
{
    struct keeper *keeper = kept;
    if (keeper->memory == NULL || keeper->len <= keep)
        return;
    allocator->resize(allocator->ctx, keeper->memory, keeper->len, 0);
    keeper->memory = NULL;
}

static float keeper_confidence(const pith_page *page, const void *state)
{
    return ((const struct capitals_state *)state)->finished == page->info.kept_blocks ? 0.25f : 0;
}

/* What a context keeps for a method stays from page to page; it goes with the context, or when
 * another method has its place. */
static void memory(void **state)
{
    (void)state;
    static struct pith__method method_keeper;
    method_keeper = method_capitals;
    method_keeper.info.name = "keeper";
    method_keeper.prepare = keeper_prepare;
    method_keeper.trim = keeper_trim;
    method_keeper.confidence = keeper_confidence;
    method_keeper.kept_size = sizeof(struct keeper);
    static struct pith__method method_other;
    method_other = method_keeper;
    method_other.info.name = "other";
    pith_options *options = options_with(NULL), *others = options_with(NULL), *own = own_options();
    assert_int_equal(pith__options_add_method(options, &method_keeper), PITH_OK);
    assert_int_equal(pith__options_add_method(others, &method_other), PITH_OK);
    options_set(options, "method", "keeper", NULL);
    options_set(others, "method", "other", NULL);
    options_set(own, "method", "capitals,perplexity", "vote", "any", NULL);
    bool done = false;
    for (size_t fail_at = 1; !done; fail_at++) {
        struct meter meter = {.fail_at = fail_at};
        pith_context *context = meter_context(&meter);
        const pith_page *page = NULL;
        done = context != NULL &&
               pith_context_parse(context, html, sizeof html - 1, options, &page, NULL) == PITH_OK;
        assert_true(!done || pith_page_get_info(page)->confidence == 0.25f);
        meter.fail_at = 0;
        if (context != NULL) {
            expect_kept(parse(context, options), "0101");
            expect_kept(parse(context, others), "0101");
            parse(context, own);
            pith_context_reset(context);
            expect_kept(parse(context, options), "0101");
        }
        pith_context_free(context);
        assert_int_equal(meter.now, 0);
    }
}

static void no_room(void **state)
{
    (void)state;
    pith_options *options = options_with(NULL);
    while (options->count < PITH__METHODS_MOST)
        assert_int_equal(pith__options_add_method(options, &method_capitals), PITH_OK);
    assert_int_equal(pith__options_add_method(options, &method_capitals), PITH_ERR_ARGUMENT);
    pith_options *copy = pith_options_dup(options);
    assert_int_equal(copy->count, PITH__METHODS_MOST);
    pith_options_free(copy);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(alone),         cmocka_unit_test(in_a_vote), cmocka_unit_test(by_name),
        cmocka_unit_test(in_output),     cmocka_unit_test(memory),    cmocka_unit_test(no_room),
        cmocka_unit_test(prepare_fails),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
