/*
 * test_options.c - options by name: every one with its default, range and choices; what is refused
 * and where; copies, models, and memory that runs out. test_threads.c shares options.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/utf8.h"
#include "meter.h"
#include "method/method.h"
#include "options_with.h"
#include "pages.h"
#include "render/render.h"
#include "scarce.h"

/* --------------------------------------------------------------- all the values */

/* Row INDEX of the library's tables, by which values can be seen; *BASE gets the struct that they
 * are in. */
static const struct pith__param *row_at(const pith_options *options, const char *name,
                                        const char **base)
{
    for (size_t i = 0; i < options->count; i++) {
        const struct pith__method *method = options->table[i];
        for (size_t k = 0; k < method->param_count; k++) {
            if (strcmp(method->params[k].info.name, name) == 0) {
                *base = options->params[i];
                return &method->params[k];
            }
        }
    }
    return NULL;
}

/* Where the values of general options are; the types are those of struct pith__param. */
static const struct {
    const char *name;
    size_t offset;
} general[] = {
    {"input", offsetof(pith_options, input)},
    {"charset", offsetof(pith_options, charset)},
    {"id", offsetof(pith_options, id)},
    {"url", offsetof(pith_options, url)},
    {"max-input", offsetof(pith_options, max_input)},
    {"max-depth", offsetof(pith_options, max_depth)},
    {"max-nodes", offsetof(pith_options, max_nodes)},
    {"deadline", offsetof(pith_options, deadline_ms)},
    {"method", offsetof(pith_options, methods)},
    {"vote", offsetof(pith_options, vote)},
    {"filter", offsetof(pith_options, filter)},
    {"comment-words", offsetof(pith_options, comment_words)},
    {"reasons", offsetof(pith_options, reasons)},
    {"metadata", offsetof(pith_options, metadata)},
    {"page-type", offsetof(pith_options, page_type)},
    {"links", offsetof(pith_options, render.links)},
    {"images", offsetof(pith_options, render.images)},
    {"front-matter", offsetof(pith_options, render.front_matter)},
};

static const void *value_of(const pith_options *options, const pith_option_info *info)
{
    const char *base = NULL;
    const struct pith__param *row = row_at(options, info->name, &base);
    if (row != NULL)
        return base + row->offset;
    for (size_t i = 0; i < sizeof general / sizeof *general; i++) {
        if (strcmp(general[i].name, info->name) == 0)
            return (const char *)options + general[i].offset;
    }
    fail_msg("%s is in no struct", info->name);
    return NULL;
}

/* The value of an option as text. */
static void print_value(const pith_options *options, const pith_option_info *info, char text[200])
{
    const void *value = value_of(options, info);
    const char *words;
    switch (info->type) {
    case PITH_TYPE_FLAG:
        snprintf(text, 200, "%d", *(const bool *)value);
        break;
    case PITH_TYPE_COUNT:
        snprintf(text, 200, "%llu", (unsigned long long)*(const uint64_t *)value);
        break;
    case PITH_TYPE_NUMBER:
        snprintf(text, 200, "%.17g", *(const double *)value);
        break;
    case PITH_TYPE_TEXT:
        words = *(const char *const *)value;
        snprintf(text, 200, words != NULL ? "'%.190s'" : "none", words);
        break;
    case PITH_TYPE_CHOICE:
    case PITH_TYPE_LIST:
        snprintf(text, 200, "%u", (unsigned)*(const uint32_t *)value);
        break;
    }
}

static void expect_same(const pith_options *one, const pith_options *other)
{
    const pith_option_info *info;
    char text[200], same[200];
    for (size_t i = 0; (info = pith_option_at(i)) != NULL; i++) {
        print_value(one, info, text);
        print_value(other, info, same);
        if (strcmp(text, same) != 0)
            fail_msg("%s is %s and %s", info->name, text, same);
    }
}

/* A value that is not the default. */
static const char *other_value(const pith_option_info *info, char text[64])
{
    pith_choice choice;
    switch (info->type) {
    case PITH_TYPE_FLAG:
        return "true";
    case PITH_TYPE_COUNT:
    case PITH_TYPE_NUMBER:
        snprintf(text, 64, "%.10g", info->max);
        return text;
    case PITH_TYPE_TEXT:
        return strcmp(info->name, "charset") == 0 ? "koi8-r" : "other text";
    case PITH_TYPE_CHOICE:
    case PITH_TYPE_LIST:
        for (size_t i = 0; pith_option_choice(info, i, &choice, sizeof choice); i++) {
            if (strcmp(choice.name, info->preset) != 0)
                return choice.name;
        }
    }
    fail();
    return NULL;
}

static void set_others(pith_options *options)
{
    const pith_option_info *info;
    char text[64];
    for (size_t i = 0; (info = pith_option_at(i)) != NULL; i++)
        options_set(options, info->name, other_value(info, text), NULL);
}

/* The value is refused with STATUS, at OFFSET, in words; and everything is as before. */
static void refuse(pith_options *options, const char *name, const char *value, pith_status status,
                   size_t offset)
{
    pith_error error;
    pith_options *before = pith_options_dup(options);
    memset(&error, 0x55, sizeof error);
    pith_status is = pith_options_set(options, name, value, &error);
    if (is != status)
        fail_msg("%s = '%s' gives %d, not %d", name, value, (int)is, (int)status);
    assert_int_equal(error.status, status);
    assert_int_equal(error.offset, offset);
    assert_int_equal(error.line, 0);
    assert_non_null(memchr(error.message, '\0', sizeof error.message));
    assert_in_range(strlen(error.message), 5, sizeof error.message);
    assert_true(error.message[strlen(error.message) - 1] != '.');
    assert_int_equal(options_try(options, name, value), status);
    expect_same(options, before);
    pith_options_free(before);
}

/* ----------------------------------------------------------------------- tests */

static void every_option_is_described(void **state)
{
    (void)state;
    const pith_option_info *info;
    size_t count = 0;
    for (; (info = pith_option_at(count)) != NULL; count++) {
        assert_ptr_equal(pith_option_find(info->name), info);
        assert_true(strlen(info->summary) > 5);
        assert_true(info->summary[strlen(info->summary) - 1] != '.');
        assert_true(strcmp(pith_type_name(info->type), "unknown") != 0);
        assert_true(strcmp(pith_group_name(info->group), "unknown") != 0);
        assert_int_equal(info->preset == NULL, info->type == PITH_TYPE_TEXT);
        const char *dot = strchr(info->name, '.');
        assert_int_equal(info->method == NULL, dot == NULL);
        if (dot != NULL) {
            assert_int_equal(strncmp(info->name, info->method, (size_t)(dot - info->name)), 0);
            assert_int_equal(info->group, PITH_GROUP_DECISION);
            method_bits(info->method); /* which must be there */
        }
        if (info->type == PITH_TYPE_COUNT || info->type == PITH_TYPE_NUMBER)
            assert_true(info->min < info->max);
    }
    assert_int_equal(count, sizeof general / sizeof *general + 10);
    assert_null(pith_option_at(SIZE_MAX));
    assert_null(pith_option_find("no such option"));
    assert_null(pith_option_find(""));
}

/* What is written as the default is what new options have, and what NULL restores. */
static void defaults(void **state)
{
    (void)state;
    pith_options *fresh = options_with(NULL), *options = options_with(NULL);
    const pith_option_info *info;
    char text[200], same[200];
    for (size_t i = 0; (info = pith_option_at(i)) != NULL; i++) {
        options_set(options, info->name, info->preset, NULL);
        expect_same(options, fresh);
    }
    set_others(options);
    for (size_t i = 0; (info = pith_option_at(i)) != NULL; i++) {
        print_value(options, info, text);
        print_value(fresh, info, same);
        assert_string_not_equal(text, same);
        assert_int_equal(pith_options_set(options, info->name, NULL, NULL), PITH_OK);
        print_value(options, info, text);
        assert_string_equal(text, same);
    }
    expect_same(options, fresh);
    /* As pith.h has them. */
    assert_int_equal(fresh->max_input, 256 << 20);
    assert_int_equal(fresh->max_depth, 512);
    assert_int_equal(fresh->max_nodes, 16000000);
    assert_int_equal(fresh->deadline_ms, 30000);
    assert_int_equal(fresh->methods, method_bits("auto"));
}

static void ranges(void **state)
{
    (void)state;
    static const char *const no_numbers[] = {"",     "abc",  " 1",    "1 ",   "1,5",
                                             "0x10", "1e",   "--1",   "1.2.", "nan",
                                             "inf",  "true", "1\xFF", "1kB",  "."};
    static const char *const not_whole[] = {"+100", "100.5", "-100", "1e3", "100.", "-0"};
    pith_options *options = options_with(NULL);
    const pith_option_info *info;
    char text[64];
    for (size_t i = 0; (info = pith_option_at(i)) != NULL; i++) {
        bool whole = info->type == PITH_TYPE_COUNT;
        double step = whole || info->max > 1000 ? 1 : 0.001;
        if (!whole && info->type != PITH_TYPE_NUMBER)
            continue;
        for (size_t k = 0; k < sizeof no_numbers / sizeof *no_numbers; k++)
            refuse(options, info->name, no_numbers[k], PITH_ERR_VALUE, 0);
        for (size_t k = 0; whole && k < sizeof not_whole / sizeof *not_whole; k++)
            refuse(options, info->name, not_whole[k], PITH_ERR_VALUE, 0);
        snprintf(text, sizeof text, "%.10g", info->min);
        options_set(options, info->name, text, NULL);
        snprintf(text, sizeof text, "%.10g", info->max);
        options_set(options, info->name, text, NULL);
        snprintf(text, sizeof text, "%.12g", info->max + step);
        refuse(options, info->name, text, PITH_ERR_VALUE, 0);
        snprintf(text, sizeof text, "%.12g", info->min - step);
        refuse(options, info->name, text, PITH_ERR_VALUE, 0);
        refuse(options, info->name, "99999999999999999999", PITH_ERR_VALUE, 0);
        refuse(options, info->name, "1e300", PITH_ERR_VALUE, 0);
    }
    options_set(options, "ngram.bias", "-0.05", NULL);
    const double *bias = value_of(options, pith_option_find("ngram.bias"));
    assert_true(*bias == -0.05);
}

static void flags(void **state)
{
    (void)state;
    static const char *const wrong[] = {"", "1", "0", "yes", "TRUE", "true ", "truefalse"};
    pith_options *options = options_with(NULL);
    const pith_option_info *info;
    for (size_t i = 0; (info = pith_option_at(i)) != NULL; i++) {
        if (info->type != PITH_TYPE_FLAG)
            continue;
        for (size_t k = 0; k < sizeof wrong / sizeof *wrong; k++)
            refuse(options, info->name, wrong[k], PITH_ERR_VALUE, 0);
        const bool *value = value_of(options, info);
        options_set(options, info->name, "true", NULL);
        assert_true(*value);
        options_set(options, info->name, "false", NULL);
        assert_false(*value);
    }
}

static void choices(void **state)
{
    (void)state;
    pith_options *options = options_with(NULL);
    const pith_option_info *info;
    pith_error error;
    for (size_t i = 0; (info = pith_option_at(i)) != NULL; i++) {
        pith_choice choice;
        size_t count = 0;
        for (; pith_option_choice(info, count, &choice, sizeof choice); count++) {
            options_set(options, info->name, choice.name, NULL);
            assert_non_null(choice.summary);
        }
        if (info->type != PITH_TYPE_CHOICE && info->type != PITH_TYPE_LIST) {
            assert_int_equal(count, 0);
            continue;
        }
        assert_true(count > 1);
        refuse(options, info->name, "", PITH_ERR_NAME, 0);
        refuse(options, info->name, "nothing like that", PITH_ERR_NAME, 0);
        refuse(options, info->name, choice.name + 1, PITH_ERR_NAME, 0);
        assert_int_equal(pith_options_set(options, info->name, "klingon", &error), PITH_ERR_NAME);
        assert_non_null(strstr(error.message, "klingon"));
        assert_non_null(strstr(error.message, info->preset)); /* what can be chosen */
    }
    refuse(options, "vote", "any,all", PITH_ERR_NAME, 0); /* one of them, not a list */
}

static void lists(void **state)
{
    (void)state;
    static const struct {
        const char *value;
        size_t offset; /* of the word that is none */
    } wrong[] = {{",", 0},
                 {",words", 0},
                 {"words,", 6},
                 {"words,,density", 6},
                 {"words,foo,density", 6},
                 {"words,density,bar,foo", 14},
                 {"words, density", 6},
                 {"words density", 0},
                 {"wordsx,density", 0}};
    pith_options *options = options_with("method", "bte", NULL);
    pith_error error;
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        refuse(options, "method", wrong[i].value, PITH_ERR_NAME, wrong[i].offset);
    pith_options_set(options, "method", "words,foo,density", &error);
    assert_non_null(strstr(error.message, "'foo'"));
    options_set(options, "method", "words,density,words", NULL); /* twice is once */
    assert_int_equal(options->methods, method_bits("words,density"));
    refuse(options, "ngram.rules", "bars,links,words", PITH_ERR_NAME, 11);
}

static void unknown_names(void **state)
{
    (void)state;
    static const char *const wrong[] = {
        "",      "Method",      "methods",           "perplexity",        "perplexity.",
        "limit", "ngram.limit", "perplexity.limit ", "max_depth",         ".limit",
        "all.",  "auto.beta.x", "perplexity.limit.", "perplexity..limit", "\xFF"};
    pith_options *options = options_with(NULL);
    pith_error error;
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        refuse(options, wrong[i], "1", PITH_ERR_NAME, 0);
    pith_options_set(options, "no-such", "1", &error);
    assert_non_null(strstr(error.message, "no-such"));
}

/* Texts are copied, whatever they hold; the words about a mistake are cut between characters. */
static void texts(void **state)
{
    (void)state;
    char name[] = "a file \xFF", *large = malloc(1 << 20);
    pith_options *options = options_with("id", name, NULL);
    pith_error error;
    memset(name, 'x', strlen(name));
    assert_string_equal(options->id, "a file \xFF");
    options_set(options, "id", "", NULL);
    assert_string_equal(options->id, "");
    options_set(options, "id", NULL, NULL);
    assert_null(options->id);
    assert_non_null(large);
    memset(large, 'y', (1 << 20) - 1);
    large[(1 << 20) - 1] = '\0';
    options_set(options, "comment-words", large, NULL);
    assert_string_equal(options->comment_words, large);
    for (size_t i = 0; i + 1 < 1 << 20; i++)
        large[i] = "\xE2\x82\xAC"[i % 3];
    static const char *const names[] = {"max-depth", "links", "vote", "method", "charset"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        assert_true(pith_options_set(options, names[i], large, &error) != PITH_OK);
        assert_true(strlen(error.message) < sizeof error.message);
    }
    assert_int_equal(pith_options_set(options, large, "1", &error), PITH_ERR_NAME);
    refuse(options, "charset", "klingon", PITH_ERR_CHARSET, 0);
    options_set(options, "charset", "LATIN1", NULL);
    free(large);
}

static double often(const char *text, size_t len, void *user)
{
    (void)text, (void)len, (void)user;
    return 1;
}

static void copies(void **state)
{
    (void)state;
    pith_options *fresh = options_with(NULL);
    pith_options *options = pith_options_new();
    set_others(options);
    assert_int_equal(pith_options_set_frequency(options, often, &fresh), PITH_OK);
    pith_options *copy = pith_options_dup(options);
    expect_same(copy, options);
    assert_true(copy->frequency == often && copy->frequency_user == &fresh);
    const pith_option_info *info;
    for (size_t i = 0; (info = pith_option_at(i)) != NULL; i++)
        options_set(copy, info->name, NULL, NULL);
    expect_same(copy, fresh);
    pith_options *again = pith_options_dup(options);
    expect_same(again, options); /* the copy's changes are its own */
    pith_options_free(options);
    char text[64];
    for (size_t i = 0; (info = pith_option_at(i)) != NULL; i++)
        options_set(copy, info->name, other_value(info, text), NULL);
    expect_same(copy, again); /* and lives on without what it was made of */
    pith_options_free(copy);
    pith_options_free(again);
}

/* ---------------------------------------------------------------------- models */

static pith_model *read_model(const char *path)
{
    struct page_set file = {NULL, 0, 0};
    pith_model *model;
    assert_int_equal(page_set_add(&file, path), 0);
    assert_int_equal(
        pith_model_new((const char *)file.pages[0].bytes, file.pages[0].len, &model, NULL),
        PITH_OK);
    page_set_free(&file);
    return model;
}

static const pith_model *model_of(const pith_options *options, const char *method)
{
    size_t i = 0;
    while (strcmp(options->table[i]->info.name, method) != 0)
        i++;
    return options->models[i];
}

/* Each goes to the method that can use it, and leaves the others alone. */
static void models(void **state)
{
    (void)state;
    pith_options *options = options_with(NULL);
    pith_model *forest = read_model("models/auto.forest"),
               *kinds = read_model("models/kind.forest");
    pith_model *chars = read_model("models/any.chargram"),
               *words = read_model("models/en.wordgram");
    pith_model *other = read_model("models/en.chargram");
    pith_model *const all[] = {forest, kinds, chars, words};
    for (size_t i = 0; i < 4; i++)
        assert_int_equal(pith_options_set_model(options, all[i]), PITH_OK);
    for (int round = 0; round < 2; round++) {
        assert_ptr_equal(model_of(options, "auto"), forest);
        assert_ptr_equal(model_of(options, "ngram"), round == 0 ? chars : other);
        assert_ptr_equal(model_of(options, "perplexity"), words);
        assert_ptr_equal(options->type_model, kinds);
        assert_null(model_of(options, "density"));
        assert_null(model_of(options, "words"));
        pith_options_set_model(options, other); /* in the place of the first of its kind */
    }
    pith_options *copy = pith_options_dup(options);
    assert_ptr_equal(model_of(copy, "perplexity"), words);
    assert_ptr_equal(copy->type_model, kinds);
    pith_options_free(copy);
    assert_int_equal(pith_options_set_model(options, NULL), PITH_OK);
    assert_null(options->type_model);
    for (size_t i = 0; i < options->count; i++)
        assert_null(options->models[i]);
    for (size_t i = 0; i < 4; i++)
        pith_model_free(all[i]);
    pith_model_free(other);
}

/* ---------------------------------------------------------------------- memory */

/* By the allocator that a context gives to its own. */
static void no_memory(void **state)
{
    (void)state;
    pith_status status = PITH_ERR_NOMEM;
    size_t failures = 0;
    for (size_t fail_at = 1; status != PITH_OK; fail_at++) {
        struct meter meter = {.fail_at = fail_at};
        struct pith__allocator allocator = meter_allocator(&meter);
        pith_options options;
        status = pith__options_init(&options, &allocator);
        if (status != PITH_OK) {
            assert_int_equal(status, PITH_ERR_NOMEM);
            assert_int_equal(meter.now, 0);
            failures++;
            continue;
        }
        meter.fail_at = 0;
        assert_int_equal(options_try(&options, "id", "before"), PITH_OK);
        meter.fail_at = meter.calls + 1;
        refuse(&options, "id", "after", PITH_ERR_NOMEM, 0);
        assert_string_equal(options.id, "before");
        assert_int_equal(options_try(&options, "id", NULL), PITH_OK); /* which needs none */
        pith__options_deinit(&options);
        assert_int_equal(meter.now, 0);
    }
    assert_true(failures > 1);
}

/* By malloc(), for all that uses no context of the caller's. */
static void no_memory_at_all(void **state)
{
    (void)state;
    static const char html[] = "<p>One two three four five six seven eight nine ten eleven.";
    pith_options *options = options_with("id", "name", "url", "http://example.org/",
                                         "perplexity.lang", "en", "ngram.model", "any", NULL);
    pith_options *made = NULL;
    size_t calls = 0;
    for (size_t call = 1; made == NULL; call++, calls++) {
        scarce_fail(call);
        made = pith_options_new();
        assert_int_equal(scarce_failed(), made == NULL);
    }
    assert_true(calls > 2);
    pith_options_free(made);
    made = NULL;
    for (size_t call = 1; made == NULL; call++) {
        scarce_fail(call);
        made = pith_options_dup(options);
        assert_int_equal(scarce_failed(), made == NULL);
    }
    expect_same(made, options);
    pith_options_free(made);
    for (int format = PITH_FORMAT_TEXT; format < PITH__FORMAT_COUNT; format++) {
        pith_status status = PITH_ERR_NOMEM;
        for (size_t call = 1; status != PITH_OK; call++) {
            pith_error error;
            char *text;
            scarce_fail(call);
            status = pith_extract(html, sizeof html - 1, call % 2 ? options : NULL,
                                  (pith_format)format, &text, NULL, &error);
            scarce_fail(0);
            assert_int_equal(status, error.status);
            assert_true(status == PITH_OK || (status == PITH_ERR_NOMEM && text == NULL));
            pith_free(text);
        }
    }
    scarce_fail(0);
}

/* Numbers as other programs write them, and messages that stay UTF-8 whatever the value is. */
static void numbers_and_messages(void **state)
{
    (void)state;
    static const char *const good[] = {
        "+0.5", "1E-1", "1e+0", "0.30000000000000004", "000000000000000000001", ".5", "5."};
    static const char *const bad[] = {"",    "+",  "-",   ".",   "e1",  "1e", "1e+",
                                      "0x1", "1 ", "1,5", "nan", "inf", "--1"};
    pith_options *options = options_with(NULL);
    pith_error error;
    for (size_t i = 0; i < sizeof good / sizeof *good; i++)
        assert_int_equal(pith_options_set(options, "ngram.bias", good[i], &error), PITH_OK);
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        assert_int_equal(pith_options_set(options, "ngram.bias", bad[i], &error), PITH_ERR_VALUE);
    assert_int_equal(pith_options_set(options, "max-nodes", "00000000000000000000020", &error),
                     PITH_OK);
    assert_int_equal(pith_options_set(options, "max-nodes", "9999999999999999", &error),
                     PITH_ERR_VALUE);
    assert_non_null(strstr(error.message, "range"));
    assert_int_equal(pith_options_set(options, "ngram.bias", "1e400", &error), PITH_ERR_VALUE);
    assert_non_null(strstr(error.message, "range"));
    char euros[301] = "";
    for (size_t i = 0; i < 100; i++)
        strcat(euros, "\xE2\x82\xAC");
    static const char *const names[] = {"links", "ngram.bias", "method", "charset", "input"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        assert_int_not_equal(pith_options_set(options, names[i], euros, &error), PITH_OK);
        size_t len = strlen(error.message);
        assert_int_equal(pith__utf8_valid_prefix((unsigned char *)error.message, len), len);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_option_is_described),
        cmocka_unit_test(defaults),
        cmocka_unit_test(ranges),
        cmocka_unit_test(flags),
        cmocka_unit_test(choices),
        cmocka_unit_test(lists),
        cmocka_unit_test(unknown_names),
        cmocka_unit_test(texts),
        cmocka_unit_test(numbers_and_messages),
        cmocka_unit_test(copies),
        cmocka_unit_test(models),
        cmocka_unit_test(no_memory),
        cmocka_unit_test(no_memory_at_all),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
