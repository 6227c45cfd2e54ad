/*
 * test_chargram.c - the n-gram models of characters: foldings, counts, scores, files.
 *
 * Scores are held against a plain reference that knows nothing but the training texts: it looks for
 * each string in all of them, and follows equation 1 of the paper.
 */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/crc32.h"
#include "eval/stats.h"
#include "model/chargram_parts.h"
#include "model/forest.h"
#include "model/model.h"
#include "train/ngram_bias.h"
#include "train/ngram_fit.h"

static const char *const content[] = {
    "The river rose in the night, and by morning the lower road was under water.",
    "\"We moved the sheep up to the old quarry,\" said the farmer; nobody else had thought of it.",
    "In 1987 the bridge was built again, this time of stone. It has stood ever since.",
    "Caf\u00e9 owners \u2013 there are three of them \u2013 opened late that day.",
    "\u041d\u043e\u0447\u044c\u044e \u0440\u0435\u043a\u0430 \u0432\u044b\u0448\u043b\u0430.",
};
static const char *const boilerplate[] = {
    "Home | News | Sport | Weather | Contact us",
    "\u00a9 2008 River Valley Press. All rights reserved.",
    "Click here to log in \u00bb",
    "Terms of use - Privacy policy - Site map",
    "Read more...",
    "\u4e0b\u4e00\u9875 \u00bb",
};
static const char *const asked[] = {
    "The quarry was under water in the morning.",
    "News | Sport | Site map \u00bb",
    "\u00a9 2011 All rights reserved",
    "Zyx! \u00df\u00f8 \xff\xfe 7",
    "\u4e2d\u6587 \u041d\u043e\u0447\u044c",
    "a",
    "",
};
enum { CONTENT = sizeof content / sizeof *content };
enum { BOILERPLATE = sizeof boilerplate / sizeof *boilerplate };
enum { ASKED = sizeof asked / sizeof *asked };

/* ---------------------------------------------------------------- reference */

enum { ROOM = 8192 };

/* Training texts as one row of symbols, eight boundaries before each segment. */
struct plain {
    unsigned char symbols[ROOM];
    bool counts[ROOM]; /* is it predicted, or does it stand before a segment? */
    size_t len;
};

static void plain_add(struct plain *plain, unsigned folding, const char *text)
{
    size_t len = strlen(text);
    assert_true(plain->len + 9 + len < ROOM);
    memset(plain->symbols + plain->len, PITH__CHARGRAM_BOUNDARY, 8);
    plain->len += 8;
    size_t count =
        pith__fold(folding, (const unsigned char *)text, len, plain->symbols + plain->len, NULL);
    plain->symbols[plain->len + count] = PITH__CHARGRAM_BOUNDARY;
    memset(plain->counts + plain->len, true, count + 1);
    plain->len += count + 1;
}

/* How often a string occurs, its last symbol being predicted. */
static unsigned plain_count(const struct plain *plain, const unsigned char *string, size_t len)
{
    unsigned count = 0;
    for (size_t i = len; i <= plain->len; i++)
        count += plain->counts[i - 1] && memcmp(plain->symbols + i - len, string, len) == 0;
    return count;
}

/* Of a model: its texts, and those whose counts are taken from them. */
struct reference {
    struct plain texts, taken;
};

static unsigned count_of(const struct reference *model, const unsigned char *string, size_t len)
{
    unsigned count = plain_count(&model->texts, string, len);
    unsigned taken = model->taken.len > 0 ? plain_count(&model->taken, string, len) : 0;
    return count > taken ? count - taken : 0;
}

static void tally_add(const struct plain *plain, const unsigned char *string, size_t len,
                      unsigned tally[PITH__CHARGRAM_SYMBOLS])
{
    for (size_t i = len; i < plain->len; i++) {
        if (plain->counts[i] && memcmp(plain->symbols + i - len, string, len) == 0)
            tally[plain->symbols[i]]++;
    }
}

/* What was counted behind a string, whatever it is. */
static unsigned follow_of(const struct reference *model, const unsigned char *string, size_t len,
                          unsigned symbols)
{
    unsigned counts[PITH__CHARGRAM_SYMBOLS] = {0}, taken[PITH__CHARGRAM_SYMBOLS] = {0}, sum = 0;
    tally_add(&model->texts, string, len, counts);
    tally_add(&model->taken, string, len, taken);
    for (unsigned symbol = 0; symbol < symbols; symbol++)
        sum += counts[symbol] > taken[symbol] ? counts[symbol] - taken[symbol] : 0;
    return sum;
}

/* Equation 1: the last of LEN symbols behind those before it. Histories that were not met leave
 * their weight to the shorter ones. */
static double chance_of(const struct reference *model, const unsigned char *string, size_t len,
                        double q, unsigned symbols)
{
    double chance = (count_of(model, string + len - 1, 1) + 1.0) /
                    (follow_of(model, string, 0, symbols) + (double)symbols);
    for (size_t k = 2; k <= len; k++) {
        const unsigned char *end = string + len - k;
        unsigned follow = follow_of(model, end, k - 1, symbols);
        double weight = (1 - q) / (1 - pow(q, (double)k));
        if (follow > 0)
            chance = weight * ((double)count_of(model, end, k) / follow) + (1 - weight) * chance;
    }
    return chance;
}

/* The same as the paper prints it, where all histories were met. */
static double equation_1(const struct reference *model, const unsigned char *string, size_t len,
                         double q, unsigned symbols)
{
    double sum = 0, factor = 1;
    for (size_t k = len; k >= 1; k--) {
        const unsigned char *end = string + len - k;
        unsigned follow = follow_of(model, end, k - 1, symbols);
        unsigned count = count_of(model, end, k);
        if (follow == 0)
            return -1;
        sum +=
            factor * (k == 1 ? (count + 1.0) / (follow + (double)symbols) : (double)count / follow);
        factor *= q;
    }
    return (1 - q) / (1 - pow(q, (double)len)) * sum;
}

static int units(double nats)
{
    return (int)floor(nats * PITH__CHARGRAM_UNIT + 0.5);
}

/* In units, rounded as files are: strings that were met one by one, others by what is shorter. */
static int value_of(const struct reference models[2], const unsigned char *string, size_t len,
                    double q, unsigned symbols)
{
    int value = 0;
    while (len > 1 && count_of(&models[0], string, len) == 0 &&
           count_of(&models[1], string, len) == 0) {
        double rest = log(1 - (1 - q) / (1 - pow(q, (double)len)));
        value += units((follow_of(&models[0], string, len - 1, symbols) > 0 ? rest : 0) -
                       (follow_of(&models[1], string, len - 1, symbols) > 0 ? rest : 0));
        string++;
        len--;
    }
    return value + units(log(chance_of(&models[0], string, len, q, symbols) /
                             chance_of(&models[1], string, len, q, symbols)));
}

/* ------------------------------------------------------------------- models */

static bool count_texts(struct ngram_levels *levels, unsigned order, unsigned folding,
                        const char *const *texts, size_t count)
{
    struct ngram_counter counter;
    bool good = true;
    ngram_counter_init(&counter, order, folding);
    for (size_t i = 0; good && i < count; i++)
        good = ngram_counter_add(&counter, (const unsigned char *)texts[i], strlen(texts[i]));
    good = good && ngram_levels_of(levels, &counter);
    ngram_counter_deinit(&counter);
    return good;
}

/* DIFFERENTIAL: boilerplate is what all texts have less what content has. */
static unsigned char *make(unsigned order, unsigned folding, double q, bool differential,
                           bool table, size_t *len)
{
    struct ngram_levels clean, dirty, raw;
    struct ngram_nodes nodes;
    assert_true(count_texts(&clean, order, folding, content, CONTENT));
    assert_true(count_texts(&dirty, order, folding, boilerplate, BOILERPLATE));
    if (differential) {
        assert_true(ngram_levels_add(&raw, &clean, &dirty));
        ngram_levels_deinit(&dirty);
        assert_true(ngram_levels_take(&dirty, &raw, &clean));
        ngram_levels_deinit(&raw);
    }
    assert_true(ngram_fit(&nodes, &clean, &dirty, q));
    unsigned char *bytes = ngram_bytes(&nodes, table, "made for-a-test\n", len);
    assert_non_null(bytes);
    ngram_nodes_deinit(&nodes);
    ngram_levels_deinit(&clean);
    ngram_levels_deinit(&dirty);
    return bytes;
}

static struct reference *references(unsigned folding, bool differential)
{
    struct reference *models = calloc(2, sizeof *models);
    assert_non_null(models);
    for (size_t i = 0; i < CONTENT; i++) {
        plain_add(&models[0].texts, folding, content[i]);
        if (differential) {
            plain_add(&models[1].texts, folding, content[i]);
            plain_add(&models[1].taken, folding, content[i]);
        }
    }
    for (size_t i = 0; i < BOILERPLATE; i++)
        plain_add(&models[1].texts, folding, boilerplate[i]);
    return models;
}

/* Every symbol of TEXT has the value that the reference has for it. */
static void compare(const struct pith__chargram *model, const struct reference models[2],
                    const char *text, double q)
{
    unsigned char row[512] = {0}; /* boundaries first */
    unsigned char *symbols = row + PITH__CHARGRAM_ORDER;
    int32_t shares[512];
    size_t len = strlen(text);
    size_t count = pith__fold(model->folding, (const unsigned char *)text, len, symbols, NULL);
    int64_t sum = pith__chargram_explain(model, symbols, count, shares), all = sum;
    symbols[count] = PITH__CHARGRAM_BOUNDARY;
    for (size_t i = 0; i < count; i++)
        sum -= shares[i];
    shares[count] = (int32_t)sum;
    for (size_t i = 0; i <= count; i++) {
        const unsigned char *string = symbols + i + 1 - model->order;
        assert_int_equal(shares[i], value_of(models, string, model->order, q, model->symbols));
        double exact = log(chance_of(&models[0], string, model->order, q, model->symbols) /
                           chance_of(&models[1], string, model->order, q, model->symbols));
        assert_true(fabs(shares[i] - exact * PITH__CHARGRAM_UNIT) <= model->order / 2.0 + 1e-6);
        double clean = equation_1(&models[0], string, model->order, q, model->symbols);
        if (clean >= 0)
            assert_true(
                fabs(clean / chance_of(&models[0], string, model->order, q, model->symbols) - 1) <
                1e-9);
    }
    assert_int_equal(all, pith__chargram_score(model, (const unsigned char *)text, len));
    assert_int_equal(all, pith__chargram_score_symbols(model, symbols, count));
}

static void random_text(struct stats_random *random, char *text, size_t room)
{
    static const char *const parts[] = {"the ", "News", " | ", "\u00e9", "\u00bb", "e",
                                        "t",    "a",    ". ",  "w",      "2",      "\u4e0b",
                                        "Q",    "#",    " ",   "\x80"};
    size_t len = 0;
    while (len + 8 < room) {
        const char *part = parts[stats_random_below(random, 16)];
        memcpy(text + len, part, strlen(part));
        len += strlen(part);
    }
    text[len] = '\0';
}

static void equals_the_reference(void **state)
{
    (void)state;
    static const double qs[] = {0.05, 0.5, 0.95};
    struct stats_random random = {7};
    char text[40];
    for (unsigned order = 1; order <= PITH__CHARGRAM_ORDER; order++) {
        for (unsigned i = 0; i < 6; i++) {
            double q = qs[i % 3];
            bool differential = i >= 3;
            unsigned folding = (order + i) % PITH__FOLDINGS;
            struct reference *models = references(folding, differential);
            struct pith__chargram model;
            const char *wrong;
            size_t len;
            unsigned char *bytes = make(order, folding, q, differential, i % 2 == 0, &len);
            assert_true(pith__chargram_check(bytes, len, &wrong));
            pith__chargram_view(&model, bytes);
            assert_int_equal(model.order, order);
            if (order <= 3)
                assert_true((model.table != NULL) == (i % 2 == 0));
            for (size_t k = 0; k < ASKED; k++)
                compare(&model, models, asked[k], q);
            random_text(&random, text, sizeof text);
            compare(&model, models, text, q);
            free(bytes);
            free(models);
        }
    }
}

/* Bytes that are no UTF-8, wherever texts are cut into parts: the same as their symbols. */
static void bad_bytes_are_cut_alike(void **state)
{
    (void)state;
    enum { LONG = 4200, BEFORE = 4080 };
    static const char odd[] = "\xF0\x90\x80\x80\x80\x80\x80\x80\x80\xE2\x80\xF0\x90\x80";
    struct pith__chargram model;
    unsigned char text[LONG], symbols[LONG];
    size_t len;
    unsigned char *bytes = make(3, PITH__FOLD_UNICODE, 0.5, false, true, &len);
    pith__chargram_view(&model, bytes);
    for (size_t at = BEFORE; at < BEFORE + 32; at++) {
        memset(text, 'e', sizeof text);
        memcpy(text + at, odd, sizeof odd - 1);
        size_t count = pith__fold(PITH__FOLD_UNICODE, text, LONG, symbols, NULL);
        assert_int_equal(pith__chargram_score(&model, text, LONG),
                         pith__chargram_score_symbols(&model, symbols, count));
    }
    free(bytes);
}

/* Words of scripts without spaces may lie across such a cut. */
static void unspaced_words_are_cut_alike(void **state)
{
    (void)state;
    enum { LONG = 6000, FOLDING = PITH__FOLD_UNICODE | PITH__FOLD_NONLEXICAL };
    struct pith__chargram model;
    unsigned char text[LONG], symbols[LONG];
    size_t len;
    unsigned char *bytes = make(3, FOLDING, 0.5, false, true, &len);
    pith__chargram_view(&model, bytes);
    for (size_t before = 0; before < 20; before++) {
        memset(text, 'e', before);
        for (size_t at = before; at < LONG; at++)
            text[at] = (unsigned char)("\xE0\xB8\x81"[(at - before) % 3]);
        size_t end = LONG - (LONG - before) % 3;
        size_t count = pith__fold(FOLDING, text, end, symbols, NULL);
        size_t letters = (end - before) / 3;
        assert_int_equal(count, before + letters + (letters - 1) / 5);
        assert_int_equal(pith__chargram_score(&model, text, end),
                         pith__chargram_score_symbols(&model, symbols, count));
    }
    free(bytes);
}

/* Long texts, cut into parts somewhere: the same as their symbols one by one, table or not. */
static void parts_are_the_whole(void **state)
{
    (void)state;
    enum { LONG = 30000 };
    struct stats_random random = {3};
    char *text = malloc(LONG);
    unsigned char *symbols = malloc(LONG);
    int32_t *shares = malloc(LONG * sizeof *shares);
    uint32_t *starts = malloc(LONG * sizeof *starts);
    random_text(&random, text, LONG);
    for (unsigned order = 1; order <= PITH__CHARGRAM_ORDER; order++) {
        struct pith__chargram one, other;
        size_t len, len_without;
        unsigned char *bytes = make(order, PITH__FOLD_UNICODE, 0.5, false, true, &len);
        unsigned char *without = make(order, PITH__FOLD_UNICODE, 0.5, false, false, &len_without);
        pith__chargram_view(&one, bytes);
        pith__chargram_view(&other, without);
        assert_null(other.table);
        size_t count = pith__fold(PITH__FOLD_UNICODE, (const unsigned char *)text, strlen(text),
                                  symbols, starts);
        int64_t sum = pith__chargram_explain(&one, symbols, count, shares), shared = 0;
        for (size_t i = 0; i < count; i++) {
            shared += shares[i];
            assert_true(i == 0 || starts[i] > starts[i - 1]);
        }
        int32_t end = 0;
        uint32_t at = other.start;
        for (size_t i = 0; i < count; i++) {
            int32_t score = 0;
            at = pith__chargram_step(&other, at, symbols[i], &score);
            assert_int_equal(score, shares[i]);
        }
        pith__chargram_step(&other, at, PITH__CHARGRAM_BOUNDARY, &end);
        assert_int_equal(sum, shared + end);
        assert_int_equal(sum, pith__chargram_score(&one, (unsigned char *)text, strlen(text)));
        assert_int_equal(sum, pith__chargram_score(&other, (unsigned char *)text, strlen(text)));
        free(bytes);
        free(without);
    }
    free(text);
    free(symbols);
    free(shares);
    free(starts);
}

/* ------------------------------------------------------------------- folding */

static void folded(unsigned folding, const char *text, const char *wanted)
{
    unsigned char symbols[64];
    char names[256] = "";
    size_t count = pith__fold(folding, (const unsigned char *)text, strlen(text), symbols, NULL);
    for (size_t i = 0; i < count; i++)
        strcat(names, pith__fold_name(folding, symbols[i]));
    assert_string_equal(names, wanted);
}

static void folds_characters(void **state)
{
    (void)state;
    folded(PITH__FOLD_ASCII, "Aa~ 9\t\u00a0\u00e9\u4e2d\xff", "Aa~ 9  ~~~");
    folded(PITH__FOLD_UNICODE, "\u00c9\u00e9\u00df\u0141\u00f8\uff21", "EesLoA");
    folded(PITH__FOLD_UNICODE, "\u201cx\u201d \u2018y\u2019 \u2013\u2026", "\"x\" 'y' -.");
    folded(PITH__FOLD_UNICODE, "\u00a9\u2122\u00b7\u00bb\u20ac\u00b2\u0416\u03b2",
           "\u00a9\u00ae\u2022\u00ab\u00a4\u00bd\u042f\u044f");
    folded(PITH__FOLD_UNICODE, "\u05d0\u4e2d\u30ab\uac00\u0e02\u0665\u3002\xf0\x9f\x98\x80\xff",
           "\u0639\u5b57\u304b\ud55c\u0e015.\u2605~");
    /* Thai has no spaces between words; a model without words gets some. */
    folded(PITH__FOLD_UNICODE, "\u0e01\u0e02\u0e04\u0e01\u0e02\u0e04",
           "\u0e01\u0e01\u0e01\u0e01\u0e01\u0e01");
    folded(PITH__FOLD_NONLEXICAL | PITH__FOLD_UNICODE,
           "\u0e01\u0e34\u0e02\u0e04\u0e01 \u0e02\u0e04\u0e01\u0e02\u0e04x\u0e01\u0e02\u0e04\u0e01"
           "\u0e02\u0e04",
           "aaaaa aaaaaaaaaaa a");
    folded(PITH__FOLD_NONLEXICAL, "\u0e01\u0e02\u0e04\u0e01\u0e02\u0e04", "~~~~~~");
    folded(PITH__FOLD_NONLEXICAL, "It's 42 \u00e9!", "aa'a 00 ~!");
    folded(PITH__FOLD_NONLEXICAL | PITH__FOLD_UNICODE, "\u00c9\u4e2d\u0665\u00bd \u00a9",
           "aa00 \u00a9");
    for (unsigned folding = 0; folding < PITH__FOLDINGS; folding++) {
        assert_true(pith__fold_symbols(folding) < PITH__CHARGRAM_SYMBOLS);
        for (unsigned i = 1; i < pith__fold_symbols(folding); i++)
            folded(folding, pith__fold_name(folding, i), pith__fold_name(folding, i));
        assert_string_equal(pith__fold_name(folding, pith__fold_symbols(folding)), "");
    }
}

/* ---------------------------------------------------------- cross-validation */

/* A segment of a few letters, of which some are more frequent in boilerplate. */
static void add_random(struct ngram_texts *texts, struct stats_random *random, enum ngram_kind kind,
                       uint32_t page)
{
    enum { LEN = 24 };
    assert_int_equal(pith__vec_reserve(&texts->text, &pith__allocator_default, LEN), PITH_OK);
    assert_int_equal(pith__vec_reserve(&texts->segments, &pith__allocator_default, 1), PITH_OK);
    char *text = (char *)texts->text.data + texts->text.len;
    for (size_t i = 0; i < LEN; i++)
        text[i] = (char)('a' + stats_random_below(random, kind == NGRAM_BOILERPLATE ? 5 : 4));
    ((struct ngram_segment *)texts->segments.data)[texts->segments.len++] =
        (struct ngram_segment){texts->text.len, LEN, 1, page, (uint8_t)kind, false};
    texts->text.len += LEN;
}

/* How many of the segments of FOLD a model of the other pages keeps: surely, and perhaps. */
static void count_kept(const struct ngram_texts *texts, const struct ngram_options *options,
                       const uint8_t *folds, unsigned fold, double kept[2])
{
    const struct ngram_segment *segments = texts->segments.data;
    struct pith__chargram model;
    bool used[16];
    size_t len;
    for (size_t i = 0; i < texts->page_count; i++)
        used[i] = folds[i] != fold;
    unsigned char *bytes = ngram_train_model(texts, options, used, "", &len);
    assert_non_null(bytes);
    pith__chargram_view(&model, bytes);
    for (size_t i = 0; i < texts->segments.len; i++) {
        if (segments[i].kind > NGRAM_CONTENT || used[segments[i].page])
            continue;
        int64_t rounded = (segments[i].len + 1) * options->order;
        int64_t sum =
            pith__chargram_score(&model, ngram_text_of(texts, &segments[i]), segments[i].len);
        kept[0] += sum > rounded;
        kept[1] += sum >= -rounded;
    }
    free(bytes);
}

enum { PAGES = 6 };

/* Pages of fifteen blocks of boilerplate, fifteen of content and thirty of true text. */
static void make_random(struct ngram_texts *texts)
{
    struct stats_random random = {17};
    ngram_texts_init(texts);
    assert_int_equal(pith__vec_reserve(&texts->sites, &pith__allocator_default, PAGES), PITH_OK);
    for (uint32_t page = 0; page < PAGES; page++) {
        ((uint64_t *)texts->sites.data)[texts->sites.len++] = page;
        for (unsigned i = 0; i < 60; i++)
            add_random(texts, &random, i % 4 < 2 ? (enum ngram_kind)(i % 4) : NGRAM_TRUTH, page);
        texts->page_count++;
    }
}

/* What is held out is judged as the model would that is made of the same counts. Where those of the
 * true text are taken from those of blocks, strings are left without their histories. */
static void validates_as_models_judge(void **state)
{
    (void)state;
    enum { FOLDS = 3, ORDER = 4 };
    struct ngram_options options = {.order = ORDER, .folding = PITH__FOLD_ASCII};
    struct ngram_texts texts;
    struct ngram_grid grid;
    uint8_t folds[PAGES];
    make_random(&texts);
    assert_true(ngram_cross_validate(&texts, &options, FOLDS, 1, NULL, &grid));
    assert_true(ngram_texts_folds(&texts, NULL, FOLDS, 1, folds));
    for (options.order = 1; options.order <= ORDER; options.order++) {
        for (size_t k = 0; k < NGRAM_QS; k++) {
            double kept[2] = {0, 0};
            options.q = ngram_qs[k];
            for (unsigned fold = 0; fold < FOLDS; fold++)
                count_kept(&texts, &options, folds, fold, kept);
            assert_true(grid.cells[options.order][k].kept >= kept[0]);
            assert_true(grid.cells[options.order][k].kept <= kept[1]);
        }
    }
    ngram_texts_deinit(&texts);
}

/* How many blocks of content models of the other pages keep with a bias. */
static unsigned count_content(const struct ngram_texts *texts, struct ngram_options options,
                              double bias)
{
    const struct ngram_segment *segments = texts->segments.data;
    unsigned kept = 0;
    options.bias = bias;
    for (uint32_t page = 0; page < PAGES; page++) {
        struct pith__chargram model;
        bool used[PAGES];
        size_t len;
        for (uint32_t i = 0; i < PAGES; i++)
            used[i] = i != page;
        unsigned char *bytes = ngram_train_model(texts, &options, used, "", &len);
        assert_non_null(bytes);
        pith__chargram_view(&model, bytes);
        for (size_t i = 0; i < texts->segments.len; i++) {
            if (segments[i].kind == NGRAM_CONTENT && segments[i].page == page)
                kept += pith__chargram_score(&model, ngram_text_of(texts, &segments[i]),
                                             segments[i].len) >= 0;
        }
        free(bytes);
    }
    return kept;
}

/* Each page is held out once; nine in ten blocks of content, all of the same length, stay by the
 * bias before it is made smaller. */
static void bias_keeps_nine_in_ten(void **state)
{
    (void)state;
    struct ngram_options options = {
        .order = 2, .folding = PITH__FOLD_ASCII, .q = 0.5, .bias = 3, .direct = true};
    struct ngram_texts texts;
    bool one[PAGES] = {false, true};
    double bias, step = 4.0 / PITH__CHARGRAM_UNIT;
    make_random(&texts);
    assert_true(ngram_find_bias(&texts, &options, NULL, 1, &bias));
    bias *= (PAGES + 10.0) / PAGES;
    assert_true(count_content(&texts, options, bias + step) >= PAGES * 15 * 9 / 10);
    assert_true(count_content(&texts, options, bias - step) < PAGES * 15 * 9 / 10);
    /* One page alone cannot be held out. */
    assert_true(ngram_find_bias(&texts, &options, one, 1, &bias));
    assert_true(bias >= 0 && bias <= 0);
    /* Where rules take all content there is none to go by. */
    for (size_t i = 0; i < texts.segments.len; i++)
        ((struct ngram_segment *)texts.segments.data)[i].ruled = true;
    assert_true(ngram_find_bias(&texts, &options, NULL, 1, &bias));
    assert_true(bias >= 0 && bias <= 0);
    ngram_texts_deinit(&texts);
}

/* --------------------------------------------------------------------- files */

static void refused(const unsigned char *bytes, size_t len, const char *words)
{
    pith_model *model;
    pith_error error;
    /* Exactly so many bytes, for tools that watch the memory. */
    char *copy = malloc(len + (len == 0));
    memcpy(copy, bytes, len);
    assert_int_equal(pith_model_view_new(copy, len, &model, &error), PITH_ERR_MODEL);
    assert_null(model);
    assert_non_null(strstr(error.message, words));
    free(copy);
}

/* With a checksum that is right, so that all else is looked at. */
static void mend(unsigned char *bytes, size_t len)
{
    uint32_t crc = pith__crc32(bytes + 16, len - 16);
    for (size_t i = 0; i < 4; i++)
        bytes[12 + i] = (unsigned char)(crc >> 8 * i);
}

static void damage_is_refused(void **state)
{
    (void)state;
    size_t len;
    unsigned char *bytes = make(3, PITH__FOLD_NONLEXICAL, 0.5, false, true, &len);
    struct stats_random random = {5};
    for (size_t i = 0; i < 2000; i++) {
        size_t bit = i < 8 * 64 ? i : stats_random_below(&random, (uint32_t)(8 * len));
        bytes[bit / 8] = (unsigned char)(bytes[bit / 8] ^ 1u << bit % 8);
        /* Without its first bytes it is taken for a tree, which has a line. */
        if (bit >= 64)
            refused(bytes, len,
                    bit < 96                  ? "another version"
                    : bit < 128 || bit >= 160 ? "checksum"
                                              : "longer");
        bytes[bit / 8] = (unsigned char)(bytes[bit / 8] ^ 1u << bit % 8);
    }
    for (size_t cut = 12; cut < len; cut += cut < 200 ? 1 : len / 50)
        refused(bytes, cut, "longer or shorter");
    free(bytes);
}

/* Files with a good checksum and anything in them: refused, or good for any text. */
static void hostile_files_do_no_harm(void **state)
{
    (void)state;
    struct stats_random random = {11};
    char text[400];
    random_text(&random, text, sizeof text);
    for (unsigned order = 1; order <= 5; order++) {
        size_t len, taken = 0;
        unsigned char *bytes = make(order, PITH__FOLD_NONLEXICAL, 0.5, false, order < 3, &len);
        unsigned char *copy = malloc(len);
        for (int i = 0; i < 3000; i++) {
            struct pith__chargram model;
            const char *wrong;
            memcpy(copy, bytes, len);
            unsigned changes = 1 + stats_random_below(&random, 3);
            for (unsigned k = 0; k < changes; k++) {
                /* The head and the states are worth most attention. */
                uint32_t most = stats_random_below(&random, 3) == 0 ? (uint32_t)len : 256;
                copy[16 + stats_random_below(&random, most - 16)] ^=
                    (unsigned char)(1 + stats_random_below(&random, 255));
            }
            mend(copy, len);
            if (!pith__chargram_check(copy, len, &wrong)) {
                assert_non_null(wrong);
                continue;
            }
            taken++;
            pith__chargram_view(&model, copy);
            pith__chargram_score(&model, (unsigned char *)text, strlen(text));
        }
        assert_true(taken > 0);
        free(copy);
        free(bytes);
    }
}

static void put_word(unsigned char *at, uint32_t word)
{
    for (size_t i = 0; i < 4; i++)
        at[i] = (unsigned char)(word >> 8 * i);
}

/* A state that no other has as its child, and that says it stands below itself. */
static void orphans_are_refused(void **state)
{
    (void)state;
    unsigned symbols = pith__fold_symbols(PITH__FOLD_NONLEXICAL);
    size_t len = 4 * (size_t)PITH__CHARGRAM_HEAD + (symbols + 2) * (size_t)PITH__STATE_BYTES;
    unsigned char *bytes = calloc(len, 1);
    const uint32_t head[PITH__CHARGRAM_HEAD] = {PITH__CHARGRAM_MAGIC_1,
                                                PITH__CHARGRAM_MAGIC_2,
                                                PITH__CHARGRAM_VERSION,
                                                0,
                                                (uint32_t)len,
                                                4,
                                                PITH__FOLD_NONLEXICAL | symbols << 16,
                                                symbols + 2};
    for (size_t i = 0; i < PITH__CHARGRAM_HEAD; i++)
        put_word(bytes + 4 * i, head[i]);
    for (unsigned i = 0; i < symbols + 2; i++) {
        unsigned char *at = bytes + 4 * (size_t)PITH__CHARGRAM_HEAD + i * (size_t)PITH__STATE_BYTES;
        unsigned children = i == 0 ? symbols : i <= symbols ? 0 : 1;
        for (unsigned k = 0; k < children; k++)
            at[k / 8] = (unsigned char)(at[k / 8] | 1u << k % 8);
        put_word(at + PITH__STATE_FIRST, i == 0 ? 1 : symbols + 1);
        put_word(at + PITH__STATE_LOW, children < 64 ? children : 64);
        put_word(at + PITH__STATE_SUFFIX, i <= symbols ? 0 : UINT32_MAX / 2);
    }
    mend(bytes, len);
    refused(bytes, len, "without a beginning");
    free(bytes);
}

static void models_are_of_their_method(void **state)
{
    (void)state;
    size_t len;
    unsigned char *bytes = make(3, PITH__FOLD_ASCII, 0.5, false, true, &len);
    unsigned char *odd = malloc(len + 1); /* at an address that is no multiple of anything */
    pith_model *copied, *viewed;
    pith_error error;
    memcpy(odd + 1, bytes, len);
    assert_int_equal(pith_model_new((char *)bytes, len, &copied, &error), PITH_OK);
    assert_int_equal(pith_model_view_new((char *)odd + 1, len, &viewed, &error), PITH_OK);
    free(bytes);
    assert_int_equal(pith__model_kind(copied), PITH__MODEL_CHARGRAM);
    assert_int_equal(pith__model_kind(viewed), PITH__MODEL_CHARGRAM);
    assert_true(viewed->chargram.states > odd && viewed->chargram.states < odd + len);
    assert_true(copied->chargram.bytes <= PITH__CHARGRAM_TABLE);
    const unsigned char *text = (const unsigned char *)content[0];
    assert_true(pith__chargram_score(&copied->chargram, text, strlen(content[0])) > 0);
    assert_int_equal(pith__chargram_score(&copied->chargram, text, strlen(content[0])),
                     pith__chargram_score(&viewed->chargram, text, strlen(content[0])));
    assert_memory_equal(viewed->chargram.facts, "made for-a-test\n", viewed->chargram.fact_len);
    pith_model_free(copied);
    pith_model_free(viewed);
    free(odd);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(equals_the_reference),
        cmocka_unit_test(parts_are_the_whole),
        cmocka_unit_test(folds_characters),
        cmocka_unit_test(damage_is_refused),
        cmocka_unit_test(hostile_files_do_no_harm),
        cmocka_unit_test(orphans_are_refused),
        cmocka_unit_test(validates_as_models_judge),
        cmocka_unit_test(bias_keeps_nine_in_ten),
        cmocka_unit_test(bad_bytes_are_cut_alike),
        cmocka_unit_test(unspaced_words_are_cut_alike),
        cmocka_unit_test(models_are_of_their_method),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
