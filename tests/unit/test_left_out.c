/*
 * test_left_out.c - a library without models. The program is linked with a built_in.c of its own
 * that carries any.chargram alone, as -DPITH_BUILTIN_MODELS=any has it.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "model/built_in.h"
#include "model/forest.h"
#include "model/wordgram.h"
#include "options_with.h"

static const char page_html[] =
    "<html lang=en><title>A day</title><p>It was the first of the days in which the sun shone for "
    "all of us, and the boats that had been on the river since the spring were to be seen again."
    "<p>Nobody had thought of it, and so there was nobody to be asked.";

static pith_status parse(const char *methods, const char *model_name, int page_type)
{
    pith_context *context = pith_context_new();
    const pith_page *page;
    assert_non_null(context);
    pith_options *options = options_with("method", methods, "ngram.model", model_name, "page-type",
                                         options_flag(page_type), NULL);
    pith_status status =
        pith_context_parse(context, page_html, strlen(page_html), options, &page, NULL);
    assert_true((status == PITH_OK) == (page != NULL));
    pith_context_free(context);
    return status;
}

static void lists(void **state)
{
    (void)state;
    struct pith__built_in model;
    struct pith__wordgram wordgram;
    size_t known = 0;
    assert_true(pith__built_in_at(0, &model));
    assert_string_equal(model.name, "any");
    assert_true(model.len > 0);
    assert_false(pith__built_in_at(1, &model));
    assert_false(pith__built_in_find("en-words", &model));
    while (pith__model_known_at(known, &model)) {
        assert_true((model.len > 0) == (strcmp(model.name, "any") == 0));
        known++;
    }
    assert_int_equal(known, 5);
    assert_null(pith__forest_built_in());
    assert_null(pith__forest_kinds_built_in());
    assert_false(pith__wordgram_built_in(NULL, &wordgram));
    assert_string_equal(pith__wordgram_languages(), "none");
}

/* What needs a model that is not there says so; all else works. */
static void methods(void **state)
{
    (void)state;
    assert_int_equal(parse("auto", NULL, 0), PITH_ERR_MODEL);
    assert_int_equal(parse("perplexity", NULL, 0), PITH_ERR_MODEL);
    assert_int_equal(parse("density", NULL, 0), PITH_OK);
    assert_int_equal(parse("density", NULL, 1), PITH_OK);
    assert_int_equal(parse("ngram", "en", 0), PITH_ERR_MODEL);
    assert_int_equal(parse("ngram", "any", 0), PITH_OK);
}

/* The model for all languages judges English where there is none for it. */
static void any_for_english(void **state)
{
    (void)state;
    assert_int_equal(parse("ngram", NULL, 0), PITH_OK);
}

/* A forest from a file decides where the library has none. */
static void forest_from_file(void **state)
{
    (void)state;
    static char bytes[2 << 20];
    FILE *file = fopen("models/auto.forest", "rb");
    assert_non_null(file);
    size_t len = fread(bytes, 1, sizeof bytes, file);
    fclose(file);
    pith_context *context = pith_context_new();
    const pith_page *page;
    pith_model *model;
    assert_int_equal(pith_model_new(bytes, len, &model, NULL), PITH_OK);
    pith_options *options = options_with(NULL);
    pith_options_set_model(options, model);
    assert_int_equal(
        pith_context_parse(context, page_html, strlen(page_html), options, &page, NULL), PITH_OK);
    pith_context_free(context);
    pith_model_free(model);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lists),
        cmocka_unit_test(methods),
        cmocka_unit_test(any_for_english),
        cmocka_unit_test(forest_from_file),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
