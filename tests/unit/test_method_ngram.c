/*
 * test_method_ngram.c - the method ngram: its decisions against the models themselves, short
 * blocks, the rules, the choice of a model, and what happens without memory.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "meter.h"
#include "method/method.h"
#include "method/ngram.h"
#include "method/ngram_rules.h"
#include "model/chargram.h"
#include "options_with.h"

static const char ARTICLE[] =
    "<html lang=en><ul><li><a href=/>Home</a><li>Log in<li>Site map and contact "
    "information<li>Advertise with us</ul>"
    "<p>It was a dark and stormy night, and the rain fell in torrents on "
    "the roofs of the town, so that nobody "
    "heard the door that was opened and closed again.<p>He saw<p>In the "
    "morning they found that the clock had "
    "stopped, and that the man who had wound it for all these years was "
    "gone.<p>Home | News | Sport | Contact"
    "<p>\xC2\xA9 2019 Example News, all rights "
    "reserved<select><option>Select your country</select>";

static pith_options *ngram_options(void)
{
    return options_with("method", "ngram", NULL);
}

static const pith_page *parse(pith_context *context, const char *html, const pith_options *options)
{
    const pith_page *page = NULL;
    assert_int_equal(pith_context_parse(context, html, strlen(html), options, &page, NULL),
                     PITH_OK);
    return page;
}

static const pith_block *find(const pith_page *page, const char *start)
{
    const pith_block *block;
    for (size_t i = 0; (block = pith_page_block(page, i)) != NULL; i++) {
        if (block->text_len >= strlen(start) && memcmp(block->text, start, strlen(start)) == 0)
            return block;
    }
    fail_msg("no block starts with %s", start);
    return NULL;
}

static void keeps(const pith_page *page, const char *start, bool keep, pith_reason reason)
{
    const pith_block *block = find(page, start);
    assert_int_equal(block->keep, keep);
    assert_int_equal(block->reason, reason);
    assert_true(keep ? block->score >= 0.5f : block->score <= 0.5f);
}

static void a_page(void **state)
{
    (void)state;
    pith_options *options = ngram_options();
    pith_context *context = pith_context_new();
    const pith_page *page = parse(context, ARTICLE, options);
    keeps(page, "It was", true, PITH_REASON_LIKELY_TEXT);
    keeps(page, "He saw", true, PITH_REASON_TOO_SHORT);
    keeps(page, "In the morning", true, PITH_REASON_LIKELY_TEXT);
    keeps(page, "Home | News", false, PITH_REASON_RULE);
    keeps(page, "\xC2\xA9", false, PITH_REASON_RULE);
    keeps(page, "Select", false, PITH_REASON_RULE);
    keeps(page, "Advertise", false, PITH_REASON_LIKELY_BOILERPLATE);
    keeps(page, "Home", false, PITH_REASON_RULE);
    keeps(page, "Log in", false, PITH_REASON_TOO_SHORT);
    assert_int_equal(find(page, "It was")->votes, method_bits("ngram"));
    pith_context_free(context);
}

/* Without rules and neighbours it is the paper's method: what the models say, and nothing else. */
static void the_models_decide(void **state)
{
    (void)state;
    static const char *const names[] = {"en", "any"};
    static const double biases[] = {0, 0.1, -0.1};
    pith_options *options = ngram_options();
    pith_context *context = pith_context_new();
    options_set(options, "ngram.rules", "none", NULL);
    options_set(options, "ngram.short-alone", "true", NULL);
    for (int i = 0; i < 6; i++) {
        struct pith__chargram model;
        const pith_block *block;
        options_set(options, "ngram.model", names[i % 2], NULL);
        options_set_number(options, "ngram.bias", biases[i / 2]);
        assert_true(pith__chargram_built_in(names[i % 2], &model));
        const pith_page *page = parse(context, ARTICLE, options);
        for (size_t k = 0; (block = pith_page_block(page, k)) != NULL; k++) {
            int64_t units =
                pith__chargram_score(&model, (const unsigned char *)block->text, block->text_len);
            size_t chars = 1;
            for (uint32_t at = 0; at < block->text_len; at++)
                chars += (block->text[at] & 0xC0) != 0x80;
            double nats = pith__chargram_nats(units + model.prior) + biases[i / 2] * (double)chars;
            assert_int_equal(block->keep, nats >= 0);
            assert_int_equal(block->reason,
                             nats >= 0 ? PITH_REASON_LIKELY_TEXT : PITH_REASON_LIKELY_BOILERPLATE);
        }
    }
    pith_context_free(context);
}

static void bias_moves_the_decision(void **state)
{
    (void)state;
    pith_options *options = ngram_options();
    pith_context *context = pith_context_new();
    size_t before = 0;
    options_set(options, "ngram.rules", "none", NULL);
    for (int step = -8; step <= 8; step++) {
        options_set_number(options, "ngram.bias", step / 8.0);
        const pith_page_info *info = pith_page_get_info(parse(context, ARTICLE, options));
        assert_true(info->kept_blocks >= before);
        before = info->kept_blocks;
        if (step == -8)
            assert_int_equal(info->kept_blocks, 0);
        if (step == 8)
            assert_int_equal(info->kept_blocks, info->blocks);
    }
    assert_int_equal(options_try(options, "ngram.bias", "10.5"), PITH_ERR_VALUE);
    assert_int_equal(options_try(options, "ngram.rules", "32"), PITH_ERR_NAME);
    pith_context_free(context);
}

/* What each letter added, as the model has it. */
static void shares_are_the_models(void **state)
{
    (void)state;
    enum { MOST = 1000 };
    pith_options *options = ngram_options();
    pith_context *context = pith_context_new();
    struct pith__chargram model;
    const pith_block *block;
    assert_true(pith__chargram_built_in("en", &model));
    options_set(options, "ngram.model", "en", NULL);
    const pith_page *page = parse(context, ARTICLE, options);
    assert_null(pith__ngram_shares(page, pith_page_block(page, 0))); /* nobody asked */
    options_set(options, "reasons", "true", NULL);
    page = parse(context, ARTICLE, options);
    for (size_t i = 0; (block = pith_page_block(page, i)) != NULL; i++) {
        const int8_t *shares = pith__ngram_shares(page, block);
        unsigned char symbols[MOST];
        uint32_t starts[MOST];
        int32_t units[MOST];
        size_t count = pith__fold(model.folding, (const unsigned char *)block->text,
                                  block->text_len, symbols, starts);
        pith__chargram_explain(&model, symbols, count, units);
        for (size_t k = 0; k < count; k++) {
            int32_t want = units[k] * PITH__SHARE_UNIT / PITH__CHARGRAM_UNIT;
            want = want > INT8_MAX ? INT8_MAX : want < INT8_MIN ? INT8_MIN : want;
            assert_int_equal(shares[starts[k]], want);
        }
    }
    options_set(options, "method", "words", NULL);
    assert_int_equal(pith_context_decide(context, options, NULL), PITH_OK);
    assert_null(pith__ngram_shares(page, pith_page_block(page, 0)));
    pith_context_free(context);
}

/* ------------------------------------------------------------------- rules */

static uint32_t rule_of(const char *text, uint8_t kind)
{
    pith_block block;
    float score = 1;
    memset(&block, 0, sizeof block);
    block.text = text;
    block.text_len = (uint32_t)strlen(text);
    block.kind = kind;
    return pith__rules_find(PITH__RULE_ALL, &block, &score);
}

static void rules(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        uint32_t rule;
    } tests[] = {
        {"Home | About us | Contact", PITH__RULE_BARS},
        {"Home |About us", 0}, /* a title and its site look like that */
        {"\xE6\x96\xB0\xE9\x97\xBB\xEF\xBD\x9C\xE4\xBD\x93\xE8\x82\xB2\xEF\xBD\x9C\xE8\xB4\xA2\xE7"
         "\xBB\x8F",
         PITH__RULE_BARS},
        {"The shell's | takes what one program says and gives it to the next one, so that a | b | "
         "c is a "
         "chain of three programs that all run at the same time and wait for each other",
         0},
        {"\xC2\xA9 Example", PITH__RULE_COPYRIGHT},
        {"Copyright by nobody", PITH__RULE_COPYRIGHT},
        {"(C) 1998 Example Ltd.", PITH__RULE_COPYRIGHT},
        {"Example Ltd. \xC2\xA9 1998-2004", PITH__RULE_COPYRIGHT},
        {"He holds the copyright in the song", 0},
        {"In case (c) the tenant pays", 0},
        {"\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD \xEF\xBF\xBD a", PITH__RULE_CHARS},
        {"na\xEF\xBF\xBDve readers of it", 0},
        {"", 0},
    };
    for (size_t i = 0; i < sizeof tests / sizeof *tests; i++) {
        if (rule_of(tests[i].text, PITH_KIND_PARAGRAPH) != tests[i].rule)
            fail_msg("%s: rule %x", tests[i].text, rule_of(tests[i].text, PITH_KIND_PARAGRAPH));
    }
    assert_int_equal(rule_of("Home | About us | Contact", PITH_KIND_PREFORMATTED), 0);
    assert_int_equal(rule_of("Germany", PITH_KIND_CONTROL), PITH__RULE_FORMS);
    assert_int_equal(rule_of("Germany", PITH_KIND_PARAGRAPH), 0);
}

static uint32_t rule_of_links(uint32_t words, uint32_t link_words, uint8_t kind)
{
    pith_block block;
    float score = 1;
    memset(&block, 0, sizeof block);
    block.text = "some text";
    block.text_len = 9;
    block.words = words;
    block.link_words = link_words;
    block.kind = kind;
    return pith__rules_find(PITH__RULE_ALL, &block, &score);
}

static void rule_for_links(void **state)
{
    (void)state;
    assert_int_equal(rule_of_links(2, 2, PITH_KIND_PARAGRAPH), PITH__RULE_LINKS);
    assert_int_equal(rule_of_links(5, 4, PITH_KIND_LIST_ITEM), PITH__RULE_LINKS);
    assert_int_equal(rule_of_links(10, 7, PITH_KIND_LIST_ITEM), 0);
    assert_int_equal(rule_of_links(10, 0, PITH_KIND_LIST_ITEM), 0);
    assert_int_equal(rule_of_links(0, 0, PITH_KIND_PARAGRAPH), 0);
    assert_int_equal(rule_of_links(UINT32_MAX, UINT32_MAX, PITH_KIND_TABLE_CELL), PITH__RULE_LINKS);
    assert_int_equal(rule_of_links(2, 2, PITH_KIND_HEADING), 0);
    assert_int_equal(rule_of_links(2, 2, PITH_KIND_QUOTE), 0);
    assert_int_equal(rule_of_links(2, 2, PITH_KIND_PREFORMATTED), 0);
}

/* The rules of a list, as the method sees them. */
static uint32_t rules_of(const pith_options *options)
{
    size_t row = 0;
    while (options->table[row] != &pith__method_ngram)
        row++;
    const char *params = options->params[row];
    for (size_t i = 0; i < pith__method_ngram.param_count; i++) {
        if (strcmp(pith__method_ngram.params[i].info.name, "ngram.rules") == 0)
            return *(const uint32_t *)(const void *)(params + pith__method_ngram.params[i].offset);
    }
    fail();
    return 0;
}

static void names_of_rules(void **state)
{
    (void)state;
    static const struct {
        const char *list;
        uint32_t bits;
    } lists[] = {{"chars", PITH__RULE_CHARS},
                 {"forms", PITH__RULE_FORMS},
                 {"bars", PITH__RULE_BARS},
                 {"copyright", PITH__RULE_COPYRIGHT},
                 {"links", PITH__RULE_LINKS},
                 {"all", PITH__RULE_ALL},
                 {"none", 0},
                 {"bars,copyright", PITH__RULE_BARS | PITH__RULE_COPYRIGHT}};
    pith_options *options = ngram_options();
    const pith_option_info *rules = pith_option_find("ngram.rules");
    pith_choice choice;
    uint32_t all = 0;
    size_t names = 0;
    assert_int_equal(rules_of(options), PITH__RULE_ALL);
    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++) {
        options_set(options, "ngram.rules", lists[i].list, NULL);
        assert_int_equal(rules_of(options), lists[i].bits);
    }
    for (; pith_option_choice(rules, names, &choice, sizeof choice); names++) {
        options_set(options, "ngram.rules", choice.name, NULL);
        all |= strcmp(choice.name, "all") == 0 ? 0 : rules_of(options);
        assert_true(strlen(choice.summary) > 0);
    }
    assert_int_equal(names, 7); /* five rules, all and none */
    assert_int_equal(all, PITH__RULE_ALL);
    options_set(options, "ngram.rules", "links", NULL);
    assert_int_equal(options_try(options, "ngram.rules", "bars,bar"), PITH_ERR_NAME);
    assert_int_equal(options_try(options, "ngram.rules", ""), PITH_ERR_NAME);
    assert_int_equal(rules_of(options), PITH__RULE_LINKS);
    options_set(options, "ngram.rules", NULL, NULL);
    assert_int_equal(rules_of(options), PITH__RULE_ALL);
}

/* Thai has no spaces between words: paragraphs stay all the same, whether reasons are asked for or
 * not, and words alone go. */
static void unspaced_text_stays(void **state)
{
    (void)state;
    static const char page_of[] =
        "<p>"
        "\u0e01\u0e23\u0e38\u0e07\u0e40\u0e17\u0e1e\u0e21\u0e2b\u0e32\u0e19\u0e04\u0e23\u0e40\u0e1b"
        "\u0e47\u0e19\u0e40\u0e21\u0e37\u0e2d\u0e07\u0e2b\u0e25\u0e27\u0e07\u0e41\u0e25\u0e30\u0e19"
        "\u0e04\u0e23\u0e17\u0e35\u0e48\u0e21\u0e35\u0e1b\u0e23\u0e30\u0e0a\u0e32\u0e01\u0e23\u0e21"
        "\u0e32\u0e01\u0e17\u0e35\u0e48\u0e2a\u0e38\u0e14\u0e02\u0e2d\u0e07\u0e1b\u0e23\u0e30\u0e40"
        "\u0e17"
        "\u0e28\u0e44\u0e17\u0e22 "
        "\u0e40\u0e1b\u0e47\u0e19\u0e28\u0e39\u0e19\u0e22\u0e4c\u0e01\u0e25\u0e32"
        "\u0e07\u0e01\u0e32\u0e23\u0e1b\u0e01\u0e04\u0e23\u0e2d\u0e07</"
        "p><p>\u0e04\u0e49\u0e19\u0e2b\u0e32</p>";
    pith_context *context = pith_context_new();
    pith_options *options = ngram_options();
    float score = 0;
    for (int reasons = 0; reasons <= 1; reasons++) {
        options_set(options, "reasons", options_flag(reasons), NULL);
        const pith_page *page = parse(context, page_of, options);
        assert_int_equal(pith_page_block(page, 0)->keep, 1);
        assert_int_equal(pith_page_block(page, 1)->keep, 0);
        assert_true(reasons == 0 ||
                    memcmp(&score, &pith_page_block(page, 0)->score, sizeof score) == 0);
        score = pith_page_block(page, 0)->score;
    }
    pith_context_free(context);
}

/* Junk in a text is not judged: with the rule it does not change what the models say. */
static void junk_is_not_judged(void **state)
{
    (void)state;
    static const char clean[] = "<p>The rain fell in torrents on the roofs of the town.";
    static const char dirty[] =
        "<p>The ra&#1;in fell i\xEF\xBF\xBDn torrents on \xEE\x80\x80the roofs of the\x02 town.";
    pith_options *options = ngram_options();
    pith_context *context = pith_context_new();
    options_set(options, "ngram.model", "en", NULL);
    float score = pith_page_block(parse(context, clean, options), 0)->score;
    float same = pith_page_block(parse(context, dirty, options), 0)->score;
    assert_true(score == same);
    options_set(options, "ngram.rules", "none", NULL);
    same = pith_page_block(parse(context, dirty, options), 0)->score;
    assert_false(score == same);
    pith_context_free(context);
}

/* ------------------------------------------------------------------ models */

/* A page in English is judged by the English model, whatever it says of itself; others are not. */
static void language_chooses_the_model(void **state)
{
    (void)state;
    static const char english[] = "<html lang=de><p>It was the end of the day, and all the people "
                                  "that had come to the market with their "
                                  "carts were on their way home again.";
    static const char german[] = "<html lang=en><p>Es war am Ende des Tages, und alle Leute, die "
                                 "mit ihren Karren zum Markt gekommen "
                                 "waren, machten sich wieder auf den Weg nach Hause.";
    static const struct {
        const char *html, *model;
    } tests[] = {{english, "en"},
                 {german, "any"},
                 {"<html lang=en-GB><p>Some words, few of them", "en"},
                 {"<p>Some words, few of them", "any"}};
    pith_options *options = ngram_options();
    pith_context *context = pith_context_new();
    for (size_t i = 0; i < sizeof tests / sizeof *tests; i++) {
        options_set(options, "ngram.model", NULL, NULL);
        float score = pith_page_block(parse(context, tests[i].html, options), 0)->score;
        options_set(options, "ngram.model", tests[i].model, NULL);
        assert_true(score == pith_page_block(parse(context, tests[i].html, options), 0)->score);
    }
    options_set(options, "ngram.model", "klingon", NULL);
    const pith_page *page;
    assert_int_equal(pith_context_parse(context, "a", 1, options, &page, NULL), PITH_ERR_MODEL);
    options_set(options, "method", "words", NULL);
    assert_int_equal(pith_context_parse(context, "a", 1, options, &page, NULL), PITH_OK);
    pith_context_free(context);
}

static void votes_and_text(void **state)
{
    (void)state;
    static const char text[] =
        "Home | News | Sport\n\n   It was a dark and stormy night, and the rain fell in\n"
        "   torrents on the roofs of the town.\n\n   * one\n";
    pith_options *options = ngram_options();
    pith_context *context = pith_context_new();
    options_set(options, "input", "text", NULL);
    const pith_page *page = parse(context, text, options);
    keeps(page, "Home", false, PITH_REASON_RULE);
    keeps(page, "It was", true, PITH_REASON_LIKELY_TEXT);
    options_set(options, "method", "ngram,all", "vote", "any", NULL);
    page = parse(context, text, options);
    assert_int_equal(find(page, "Home")->votes, method_bits("all"));
    assert_int_equal(find(page, "It was")->votes, method_bits("all,ngram"));
    assert_int_equal(pith_page_get_info(page)->kept_blocks, 3);
    pith_context_free(context);
}

/* Every allocation may fail; the page is then as it was. */
static void without_memory(void **state)
{
    (void)state;
    struct meter meter = {0};
    pith_options *options = ngram_options();
    options_set(options, "reasons", "true", NULL);
    size_t failures = 0;
    for (size_t fail_at = 1;; fail_at++) {
        pith_context *context = meter_context(&meter);
        const pith_page *page;
        pith_options *words =
            options_with("method", "words", NULL); /* needs no memory that could serve later */
        assert_int_equal(pith_context_parse(context, ARTICLE, strlen(ARTICLE), words, &page, NULL),
                         PITH_OK);
        meter.fail_at = meter.calls + fail_at;
        pith_status status = pith_context_decide(context, options, NULL);
        meter.fail_at = 0;
        if (status == PITH_OK) {
            pith_context_free(context);
            break;
        }
        failures++;
        assert_int_equal(status, PITH_ERR_NOMEM);
        assert_int_equal(pith_page_get_info(page)->methods, method_bits("words"));
        pith_context_free(context);
    }
    assert_true(failures > 0);
    assert_int_equal(meter.now, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_page),
        cmocka_unit_test(the_models_decide),
        cmocka_unit_test(bias_moves_the_decision),
        cmocka_unit_test(shares_are_the_models),
        cmocka_unit_test(rules),
        cmocka_unit_test(rule_for_links),
        cmocka_unit_test(unspaced_text_stays),
        cmocka_unit_test(names_of_rules),
        cmocka_unit_test(junk_is_not_judged),
        cmocka_unit_test(language_chooses_the_model),
        cmocka_unit_test(votes_and_text),
        cmocka_unit_test(without_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
