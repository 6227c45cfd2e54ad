/*
 * test_model.c - reading models: what a good one says of blocks, and what is said of bad ones.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/decimal.h"
#include "model/model.h"
#include "options_with.h"

/* The head of every model here. A line of a tree that follows it is number 5 or more. */
static char two[200], four[200];

static int setup(void **state)
{
    (void)state;
    char features[64];
    snprintf(features, sizeof features, "features %d %016llx\ntree\n", (int)PITH__FEATURES,
             (unsigned long long)pith__features_hash());
    snprintf(two, sizeof two, "pith tree 1\nclasses boilerplate text\n%s", features);
    snprintf(four, sizeof four, "pith tree 1\nclasses boilerplate text headline supplemental\n%s",
             features);
    return 0;
}

/* A model from two texts, one behind the other. */
static pith_model *read_model(const char *head, const char *tree)
{
    char *text = malloc(strlen(head) + strlen(tree) + 1);
    pith_error error;
    pith_model *model;
    assert_non_null(text);
    pith_status status = pith_model_new(strcat(strcpy(text, head), tree),
                                        strlen(head) + strlen(tree), &model, &error);
    free(text);
    if (status != PITH_OK)
        fail_msg("line %zu: %s", error.line, error.message);
    assert_int_equal(error.line, 0);
    assert_string_equal(error.message, "");
    return model;
}

/* ---------------------------------------------------------------- decisions */

#define TEN "one two three four five six seven eight nine ten "

static const pith_page *parse(pith_context *context, const char *html, const pith_model *model,
                              const char *methods, pith_filter filter)
{
    const pith_page *page;
    pith_options *options =
        options_with("method", methods, "filter", pith_filter_name(filter), NULL);
    pith_options_set_model(options, model);
    assert_int_equal(pith_context_parse(context, html, strlen(html), options, &page, NULL),
                     PITH_OK);
    return page;
}

/* "+text -boilerplate": decision and label of each block. */
static void expect(const pith_page *page, const char *want)
{
    char got[400] = "";
    const pith_block *block;
    for (size_t i = 0; (block = pith_page_block(page, i)) != NULL; i++) {
        snprintf(got + strlen(got), sizeof got - strlen(got), "%s%c%s", i > 0 ? " " : "",
                 block->keep ? '+' : '-', pith_label_name(block->label));
        assert_int_equal(block->keep != 0, block->label != PITH_LABEL_BOILERPLATE);
    }
    assert_string_equal(got, want);
}

static void two_classes(void **state)
{
    (void)state;
    pith_context *context = pith_context_new();
    pith_model *model = read_model(two, "curr_linkDensity <= 0.5\n"
                                        "| curr_numWords <= 5: boilerplate 8 0\n"
                                        "| curr_numWords > 5: text 3 15\r\n"
                                        "curr_linkDensity > 0.5: boilerplate 98 0");
    static const char html[] = "<p>" TEN "<p>a b<p><a href=x>" TEN "</a>";
    const pith_page *page = parse(context, html, model, "density", 0);
    expect(page, "+text -boilerplate -boilerplate");
    assert_int_equal(pith_page_block(page, 0)->reason, PITH_REASON_MODEL);
    assert_string_equal(pith_reason_name(PITH_REASON_MODEL), "model");
    /* Shares with one more for each side. */
    assert_true(pith_page_block(page, 0)->score == 16.0f / 20);
    assert_true(pith_page_block(page, 1)->score == 1.0f / 10);
    assert_true(pith_page_block(page, 2)->score == 1.0f / 100);
    /* The page does not keep the model; without one the method decides by its own tree. */
    pith_model_free(model);
    assert_int_equal(pith_context_decide(context, NULL, NULL), PITH_OK);
    assert_true(pith_page_block(page, 0)->reason != PITH_REASON_MODEL);
    page = parse(context, html, NULL, "density", 0);
    assert_true(pith_page_block(page, 0)->reason != PITH_REASON_MODEL);
    pith_context_free(context);
}

static int collect(const char *data, size_t len, void *user)
{
    strncat(user, data, len);
    return 0;
}

static const char four_labels[] = "curr_tagH1 <= 0.5\n"
                                  "| curr_numWords <= 5\n"
                                  "| | curr_linkDensity <= 0.5: supplemental 1 1 0 7\n"
                                  "| | curr_linkDensity > 0.5: boilerplate 9 1 0 7\n"
                                  "| curr_numWords > 5: text 1 20.5 0 2\n"
                                  "curr_tagH1 > 0.5: headline 0 0 1e2 0\n";

static void four_classes(void **state)
{
    (void)state;
    pith_context *context = pith_context_new();
    pith_model *model = read_model(four, four_labels);
    static const char html[] =
        "<title>News here</title><h1>News here</h1><p>by me<p>" TEN "<p><a href=x>more</a>";
    static char json[8000];
    const pith_page *page = parse(context, html, model, "density", 0);
    expect(page, "+headline +supplemental +text -boilerplate");
    assert_true(pith_page_block(page, 1)->score == 9.0f / 11);
    assert_int_equal(pith_render(page, PITH_FORMAT_JSON, NULL, collect, strcpy(json, "")), PITH_OK);
    assert_non_null(strstr(json, "\"score\":0.990,\"label\":\"headline\""));
    assert_non_null(strstr(json, "\"label\":\"boilerplate\""));
    /* With others, who know no labels: what is kept keeps the model's, where that is one. */
    expect(parse(context, html, model, "density,all", 0),
           "+headline +supplemental +text -boilerplate");
    expect(parse(context, html, model, "density,minwords,words", 0),
           "-boilerplate -boilerplate +text -boilerplate");
    /* Filters. */
    expect(parse(context, html, model, "density", PITH_FILTER_LARGEST),
           "+headline +supplemental +text -boilerplate");
    pith_model_free(model);
    model = read_model(four, "curr_numWords <= 5: boilerplate 2 1 0 0\n"
                             "curr_numWords > 5: headline 0 0 1 0\n");
    expect(parse(context, html, model, "density", PITH_FILTER_MAIN),
           "+text -boilerplate +headline -boilerplate");
    pith_model_free(model);
    /* No labels in the JSON of others, also if there is a model that was not asked. */
    model = read_model(four, ": text 0 1 0 0");
    page = parse(context, html, model, "words", 0);
    assert_int_equal(pith_render(page, PITH_FORMAT_JSON, NULL, collect, strcpy(json, "")), PITH_OK);
    assert_null(strstr(json, "\"label\""));
    pith_model_free(model);
    pith_context_free(context);
}

/* A model sees the row that pith_page_features() gives. */
static void the_same_rows(void **state)
{
    (void)state;
    pith_context *context = pith_context_new();
    static const char html[] = "<h1>A</h1><p>" TEN "<p>" TEN TEN "<ul><li><a href=x>b c</a><li>d "
                               "2008</ul><p>" TEN TEN TEN ". Done. | x";
    for (size_t feature = 0; feature < PITH__FEATURES; feature++) {
        static const char *const thresholds[] = {"0", "0.5", "1.25", "10", "-3"};
        for (size_t t = 0; t < 5; t++) {
            char tree[200];
            snprintf(tree, sizeof tree, "%s <= %s: boilerplate 1 0\n%s > %s: text 0 1\n",
                     pith_feature_name(feature), thresholds[t], pith_feature_name(feature),
                     thresholds[t]);
            pith_model *model = read_model(two, tree);
            const pith_page *page = parse(context, html, model, "density", 0);
            for (size_t i = 0; i < pith_page_get_info(page)->blocks; i++) {
                float row[PITH__FEATURES];
                pith_page_features(page, i, row, PITH__FEATURES);
                assert_int_equal(pith_page_block(page, i)->keep,
                                 (double)row[feature] > strtod(thresholds[t], NULL));
            }
            pith_model_free(model);
        }
    }
    pith_context_free(context);
}

/* ------------------------------------------------------------------ numbers */

static void numbers(void **state)
{
    (void)state;
    static const char *const good[] = {"0",        "-0",  "1",     "0.333333", "16.5",
                                       "-2.5",     "3e2", "3e+02", "1e-10",    "123456789",
                                       "1.175e-7", ".5",  "5.",    "1e22",     "999999999999999"};
    static const char *const bad[] = {"",     "-",     ".",     "e5",  "1e",    "1e+",
                                      "nan",  "inf",   "0x1",   "1,5", "1 ",    "+1",
                                      "1e23", "1e-23", "1.1.1", "--1", "1e111", "1234567890123456"};
    for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
        double number = -77;
        struct pith__span text = {(const unsigned char *)good[i], strlen(good[i])};
        assert_true(pith__decimal_read(text, &number));
        if (number < strtod(good[i], NULL) || number > strtod(good[i], NULL))
            fail_msg("%s is read as %.17g", good[i], number);
    }
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        double number;
        struct pith__span text = {(const unsigned char *)bad[i], strlen(bad[i])};
        if (pith__decimal_read(text, &number))
            fail_msg("'%s' is read as %g", bad[i], number);
    }
    /* Nine digits are enough to tell any two thresholds apart. */
    uint32_t bits = 0x20000000; /* about 1e-19 */
    for (; bits < 0x58000000; bits += 0x1234567 / 8) {
        float value;
        double number;
        char text[32];
        memcpy(&value, &bits, sizeof value);
        int len = snprintf(text, sizeof text, "%.9g", (double)value);
        if (value < 1e-13f || value > 1e14f)
            continue;
        assert_true(
            pith__decimal_read((struct pith__span){(unsigned char *)text, (size_t)len}, &number));
        assert_memory_equal(&(float){(float)number}, &value, sizeof value);
    }
}

/* ------------------------------------------------------------------- errors */

static void expect_error(const char *text, size_t len, size_t line, const char *message)
{
    pith_error error;
    pith_model *model = (pith_model *)&error;
    pith_status status = pith_model_new(text, len, &model, &error);
    if (status != PITH_ERR_MODEL || error.line != line || !strstr(error.message, message))
        fail_msg("%.300s: line %zu: %s, and not line %zu: %s", text, error.line, error.message,
                 line, message);
    assert_null(model);
    for (const char *p = error.message; *p != '\0'; p++)
        assert_true(*p >= ' ' && *p < 0x7F);
    assert_int_equal(pith_model_new(text, len, &model, NULL), PITH_ERR_MODEL);
}

/* HEAD with "old" replaced. */
static void expect_head_error(const char *old, const char *new, size_t line, const char *message)
{
    char text[400];
    const char *at = strstr(two, old);
    assert_non_null(at);
    int len = snprintf(text, sizeof text, "%.*s%s%s: text 0 1\n", (int)(at - two), two, new,
                       at + strlen(old));
    expect_error(text, (size_t)len, line, message);
}

static void heads(void **state)
{
    (void)state;
    expect_error("", 0, 1, "not a model of Pith");
    expect_error("<html>", 6, 1, "not a model of Pith");
    expect_error("pith tree 1", 11, 2, "no line 'classes");
    expect_error("pith tree 1\nclasses boilerplate text\n", 37, 3, "no line 'features");
    expect_error(two, strlen(two) - 5, 4, "no line 'tree'");
    expect_error(two, strlen(two), 5, "ends too early");
    expect_head_error("tree 1", "tree 2", 1, "a model of version 2");
    expect_head_error("tree 1", "tree \x1b[31m", 1, "a model of version ?[31m");
    expect_head_error("boilerplate text", "text boilerplate", 2, "the classes are neither");
    expect_head_error("boilerplate text", "boilerplate", 2, "the classes are neither");
    expect_head_error("boilerplate text", "boilerplate text headline", 2, "classes are neither");
    expect_head_error("boilerplate text", "boilerplate text x", 2, "classes are neither");
    expect_head_error("features 76", "features 67", 3, "for other features (67 ");
    expect_head_error("features 76", "feature 76", 3, "no line 'features");
    expect_head_error("tree\n", "\ntree\n", 4, "neither 'tree' nor");
    expect_head_error("tree\n", "data\ntree\n", 4, "neither 'tree' nor");
    expect_head_error("tree\n", "data x\n tree\n", 5, "neither 'tree' nor");
    /* What is for people is not looked at. */
    char text[400];
    int len = snprintf(text, sizeof text, "%.*sdata a b\nrows 77\nwhatever \xFF\ntree\n: text 0 1",
                       (int)strlen(two) - 5, two);
    pith_model *model;
    assert_int_equal(pith_model_new(text, (size_t)len, &model, NULL), PITH_OK);
    pith_model_free(model);
    pith_model_free(NULL);
    assert_int_equal(pith_model_new(NULL, 0, &model, NULL), PITH_ERR_MODEL);
    assert_int_equal(pith_model_new(NULL, 1, &model, NULL), PITH_ERR_ARGUMENT);
    assert_int_equal(pith_model_new("", 0, NULL, NULL), PITH_ERR_ARGUMENT);
}

static void trees(void **state)
{
    (void)state;
#define LOW  "curr_numWords <= 5: boilerplate 1 0\n"
#define HIGH "curr_numWords > 5: text 0 1\n"
    static const struct {
        const char *tree;
        size_t line; /* of the tree */
        const char *message;
    } cases[] = {
        {"\n", 1, "there is no feature ''"},
        {LOW, 2, "ends too early"},
        {LOW HIGH HIGH, 3, "the tree ended in the line before"},
        {LOW HIGH "\n", 3, "the tree ended in the line before"},
        {": text 0 1\n: text 0 1\n", 2, "the tree ended in the line before"},
        {HIGH LOW, 1, "a branch '<=' has to come before"},
        {LOW LOW, 2, "other branch of curr_numWords is missing"},
        {LOW "curr_numWords > 6: text 0 1\n", 2, "other branch of curr_numWords is missing"},
        {LOW "prev_numWords > 5: text 0 1\n", 2, "other branch of curr_numWords is missing"},
        {LOW "| " HIGH, 2, "1 '| ' at the start of the line and not 0"},
        {"| " LOW HIGH, 1, "1 '| ' at the start of the line and not 0"},
        {"curr_numWords <= 5\n" LOW, 2, "0 '| ' at the start of the line and not 1"},
        {"curr_numWords <= 5\n" HIGH, 2, "0 '| ' at the start of the line and not 1"},
        {"curr_numWords <= 5\n| " HIGH, 2, "a branch '<=' has to come before"},
        {"curr_numWords <= 5\n: text 0 1\n", 2, "0 '| ' at the start"},
        {"curr_numWords <= 5\n| : text 0 1\n", 2, "there is no feature ':'"},
        {"curr_numWord <= 5: text 0 1\n", 1, "there is no feature 'curr_numWord'"},
        {"numWords <= 5: text 0 1\n", 1, "there is no feature 'numWords'"},
        {"curr_numWords < 5: text 0 1\n", 1, "neither '<=' nor '>'"},
        {"curr_numWords  <= 5: text 0 1\n", 1, "neither '<=' nor '>'"},
        {"curr_numWords", 1, "neither '<=' nor '>'"},
        {"curr_numWords <=", 1, "'' is not a number"},
        {"curr_numWords <= :", 1, "'' is not a number"},
        {"curr_numWords <= nan: text 0 1\n", 1, "'nan' is not a number"},
        {"curr_numWords <= inf: text 0 1\n", 1, "'inf' is not a number"},
        {"curr_numWords <= 1e99: text 0 1\n", 1, "'1e99' is not a number"},
        {"curr_numWords <= 5 : text 0 1\n", 1, "too much at the end of the line: ': text 0 1'"},
        {"curr_numWords <= 5 \n", 2, "ends too early"},
        {"curr_numWords <= 5:\n", 1, "'' is none of the classes"},
        {"curr_numWords <= 5: content 0 1\n", 1, "'content' is none of the classes"},
        {"curr_numWords <= 5: headline 0 1\n", 1, "'headline' is none of the classes"},
        {"curr_numWords <= 5: text 1\n", 1, "a weight for each of the 2 classes"},
        {"curr_numWords <= 5: text\n", 1, "a weight for each of the 2 classes"},
        {"curr_numWords <= 5: text 0 1 1\n", 1, "too much at the end of the line: '1'"},
        {"curr_numWords <= 5: text 0 -1\n", 1, "'-1' is not a weight"},
        {"curr_numWords <= 5: text 0 nan\n", 1, "'nan' is not a weight"},
        {"curr_numWords <= 5: text 0 1e16\n", 1, "'1e16' is not a weight"},
        {"curr_numWords <= 5: text 2 1\n", 1, "says text, but more of its weight is boilerplate"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char text[600];
        int len = snprintf(text, sizeof text, "%s%s", two, cases[i].tree);
        expect_error(text, (size_t)len, cases[i].line + 4, cases[i].message);
    }
    /* A NUL is a byte as any other. */
    char text[600];
    int len = snprintf(text, sizeof text, "%scurr_num", two);
    expect_error(text, (size_t)len + 1, 5, "there is no feature 'curr_num?'");
}

/* Appends COUNT times PIECE. */
static char *add(char *at, size_t count, const char *piece)
{
    size_t len = strlen(piece);
    for (; count > 0; count--, at += len)
        memcpy(at, piece, len + 1);
    return at;
}

/* A comb DEPTH deep: the lower branch is always a leaf, or always the next condition. */
static char *comb(size_t depth, bool lower)
{
    char *text = malloc(1000 + depth * (depth * 4 + 100));
    assert_non_null(text);
    char *at = add(text, 1, two);
    for (size_t i = 0; i < depth; i++) {
        at = add(at, i, "| ");
        at = add(at, 1, "curr_numWords <= 5");
        at = add(at, 1, lower && i + 1 < depth ? "\n" : ": text 0 1\n");
        if (!lower) {
            at = add(at, i, "| ");
            at =
                add(at, 1, i + 1 < depth ? "curr_numWords > 5\n" : "curr_numWords > 5: text 0 1\n");
        }
    }
    for (size_t i = depth; lower && i > 0; i--) {
        at = add(at, i - 1, "| ");
        at = add(at, 1, "curr_numWords > 5: text 0 1\n");
    }
    return text;
}

static void depth(void **state)
{
    (void)state;
    for (int lower = 0; lower < 2; lower++) {
        char *text = comb(PITH__DECISION_DEPTH, lower);
        pith_model *model;
        assert_int_equal(pith_model_new(text, strlen(text), &model, NULL), PITH_OK);
        assert_int_equal(model->tree.node_count, 2 * PITH__DECISION_DEPTH + 1);
        assert_int_equal(model->tree.leaf_count, PITH__DECISION_DEPTH + 1);
        pith_model_free(model);
        free(text);
        text = comb(PITH__DECISION_DEPTH + 1, lower);
        expect_error(text, strlen(text), 4 + (lower ? 65 : 129), "deeper than 64");
        free(text);
    }
}

/* More nodes than a model may have: half of them hang below "<=" of the root. */
static void size(void **state)
{
    (void)state;
    const size_t levels = 16; /* 2^17 - 1 nodes */
    char *text = malloc((size_t)20 << 20);
    assert_non_null(text);
    char *at = add(text, 1, two);
    for (size_t leaf = 0; leaf < (size_t)1 << levels; leaf++) {
        /* Conditions that start or change with this leaf: those behind its last upper branch. */
        size_t from = 0;
        for (size_t i = 0; leaf > 0 && i < levels; i++)
            from = (leaf >> (levels - 1 - i) & 1) != 0 ? i : from;
        for (size_t i = from; i < levels; i++) {
            bool upper = leaf > 0 && i == from;
            at = add(at, i, "| ");
            at = add(at, 1, upper ? "curr_numWords > 5" : "curr_numWords <= 5");
            at = add(at, 1, i + 1 < levels ? "\n" : ": text 0 1\n");
        }
    }
    pith_error error;
    pith_model *model;
    assert_int_equal(pith_model_new(text, (size_t)(at - text), &model, &error), PITH_ERR_MODEL);
    assert_string_equal(error.message, "the tree has more than 65536 nodes");
    free(text);
}

/* Every beginning of a good model is a bad one, or the whole. */
static void cut_off(void **state)
{
    (void)state;
    char text[600];
    int len = snprintf(text, sizeof text, "%s%s", four, four_labels);
    for (size_t cut = 0; cut <= (size_t)len; cut++) {
        pith_error error;
        pith_model *model;
        char *part = malloc(cut + 1);
        assert_non_null(part);
        memcpy(part, text, cut);
        pith_status status = pith_model_new(part, cut, &model, &error);
        /* "1e2 0" without its end is another number or none, and its line is the last one. */
        assert_int_equal(status, cut + 1 >= (size_t)len ? PITH_OK : PITH_ERR_MODEL);
        assert_true(status == PITH_OK || (error.line > 0 && error.message[0] != '\0'));
        pith_model_free(model);
        free(part);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(two_classes),   cmocka_unit_test(four_classes),
        cmocka_unit_test(the_same_rows), cmocka_unit_test(numbers),
        cmocka_unit_test(heads),         cmocka_unit_test(trees),
        cmocka_unit_test(depth),         cmocka_unit_test(size),
        cmocka_unit_test(cut_off),
    };
    return cmocka_run_group_tests(tests, setup, NULL);
}
