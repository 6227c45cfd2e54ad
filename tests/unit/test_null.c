/*
 * test_null.c - NULL for every pointer of every public function: never a crash, and what pith.h
 * says of it. tests/abi/null_covers.py checks that every function of the header is here.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "pith.h"

static int drop(const char *data, size_t len, void *user)
{
    (void)data, (void)len, (void)user;
    return 0;
}

static int ignore(const pith_scored *part, void *user)
{
    (void)part, (void)user;
    return 0;
}

/* STATUS is that of an argument that is NULL, and ERROR says so. */
static void expect_argument(pith_status status, const pith_error *error)
{
    assert_int_equal(status, PITH_ERR_ARGUMENT);
    if (error == NULL)
        return;
    assert_int_equal(error->status, PITH_ERR_ARGUMENT);
    assert_string_equal(error->message, pith_status_message(PITH_ERR_ARGUMENT));
    assert_int_equal(error->line, 0);
    assert_int_equal(error->offset, 0);
}

static const pith_page *parse(pith_context *context)
{
    static const char html[] = "<pre class=language-c>int a;</pre>";
    const pith_page *page = NULL;
    assert_int_equal(pith_context_parse(context, html, sizeof html - 1, NULL, &page, NULL),
                     PITH_OK);
    return page;
}

static void frees_and_resets(void **state)
{
    (void)state;
    pith_free(NULL);
    pith_context_free(NULL);
    pith_context_reset(NULL);
    pith_options_free(NULL);
    pith_model_free(NULL);
}

static void one_call(void **state)
{
    (void)state;
    pith_error error;
    char *text = (char *)&error;
    size_t len = 9;
    expect_argument(pith_extract("x", 1, NULL, PITH_FORMAT_TEXT, NULL, &len, &error), &error);
    expect_argument(pith_extract(NULL, 1, NULL, PITH_FORMAT_TEXT, &text, &len, &error), &error);
    assert_null(text);
    text = (char *)&error;
    expect_argument(pith_extract(NULL, 1, NULL, PITH_FORMAT_JSON, &text, NULL, NULL), NULL);
    assert_null(text);
    assert_int_equal(pith_extract(NULL, 0, NULL, PITH_FORMAT_TEXT, &text, NULL, NULL), PITH_OK);
    assert_string_equal(text, "");
    pith_free(text);
}

static void contexts(void **state)
{
    (void)state;
    static const uint8_t keep[1] = {1};
    uint8_t labels[1] = {9};
    pith_error error;
    const pith_page *page = (const pith_page *)&error;
    pith_context *empty = pith_context_new(), *context = pith_context_new();
    assert_null(pith_context_new_with(NULL, NULL));
    expect_argument(pith_context_parse(NULL, "x", 1, NULL, &page, &error), &error);
    assert_null(page);
    expect_argument(pith_context_parse(context, "x", 1, NULL, NULL, &error), &error);
    expect_argument(pith_context_parse(context, NULL, 1, NULL, &page, NULL), NULL);
    assert_int_equal(pith_context_parse(context, NULL, 0, NULL, &page, NULL), PITH_OK);
    assert_int_equal(pith_context_set_keep(context, NULL, 0), PITH_OK); /* which has no blocks */
    assert_int_equal(pith_context_label(context, NULL, 0, NULL), PITH_OK);

    parse(context);
    expect_argument(pith_context_decide(NULL, NULL, &error), &error);
    expect_argument(pith_context_decide(empty, NULL, &error), &error);
    assert_int_equal(pith_context_decide(context, NULL, NULL), PITH_OK);
    expect_argument(pith_context_set_keep(NULL, keep, 1), NULL);
    expect_argument(pith_context_set_keep(empty, keep, 1), NULL);
    expect_argument(pith_context_set_keep(empty, NULL, 0), NULL);
    expect_argument(pith_context_set_keep(context, NULL, 1), NULL);
    expect_argument(pith_context_set_keep(context, NULL, 0), NULL);
    expect_argument(pith_context_label(NULL, "x", 1, labels), NULL);
    expect_argument(pith_context_label(empty, "x", 1, labels), NULL);
    expect_argument(pith_context_label(context, NULL, 1, labels), NULL);
    expect_argument(pith_context_label(context, "x", 1, NULL), NULL);
    assert_int_equal(pith_context_label(context, NULL, 0, labels), PITH_OK);
    pith_context_free(empty);
    pith_context_free(context);
}

static void pages(void **state)
{
    (void)state;
    pith_context *context = pith_context_new();
    const pith_page *page = parse(context);
    const pith_block *block = pith_page_block(page, 0);
    pith_element element;
    float row[1];
    char *text = (char *)row;
    size_t len = 9;
    expect_argument(pith_render(NULL, PITH_FORMAT_TEXT, NULL, drop, NULL), NULL);
    expect_argument(pith_render(page, PITH_FORMAT_TEXT, NULL, NULL, NULL), NULL);
    assert_int_equal(pith_render(page, PITH_FORMAT_TEXT, NULL, drop, NULL), PITH_OK);
    expect_argument(pith_render_new(NULL, PITH_FORMAT_TEXT, NULL, &text, &len), NULL);
    assert_null(text);
    expect_argument(pith_render_new(page, PITH_FORMAT_TEXT, NULL, NULL, &len), NULL);
    assert_int_equal(pith_render_new(page, PITH_FORMAT_TEXT, NULL, &text, NULL), PITH_OK);
    pith_free(text);

    assert_null(pith_page_get_info(NULL));
    assert_null(pith_page_block(NULL, 0));
    assert_null(pith_page_part(NULL, 0));
    assert_null(pith_page_fact(NULL, PITH_FIELD_TITLE, 0));
    assert_int_equal(pith_page_element(NULL, 0, &element, sizeof element), 0);
    assert_int_equal(pith_page_element(page, block->element, NULL, sizeof element), 0);
    assert_int_equal(pith_page_features(NULL, 0, row, 1), 0);
    assert_int_equal(pith_page_features(NULL, 0, NULL, 0), 0);
    assert_true(pith_page_features(page, 0, NULL, 0) > 0);
    assert_string_equal(pith_block_language(NULL, block, &len), "");
    assert_int_equal(len, 0);
    len = 9;
    assert_string_equal(pith_block_language(page, NULL, &len), "");
    assert_int_equal(len, 0);
    assert_string_equal(pith_block_language(NULL, NULL, NULL), "");
    /* "and so does NULL for any argument": without a place for the length there is no name. */
    assert_non_null(pith_block_language(page, block, NULL));
    pith_context_free(context);
}

static void options(void **state)
{
    (void)state;
    pith_options *options = pith_options_new();
    pith_error error;
    pith_choice choice;
    assert_null(pith_options_dup(NULL));
    expect_argument(pith_options_set(NULL, "vote", "any", &error), &error);
    expect_argument(pith_options_set(options, NULL, "any", &error), &error);
    expect_argument(pith_options_set(NULL, NULL, NULL, NULL), NULL);
    assert_int_equal(pith_options_set(options, "vote", NULL, NULL), PITH_OK);
    assert_int_equal(pith_options_set(options, "vote", "none", NULL), PITH_ERR_NAME);
    expect_argument(pith_options_set_model(NULL, NULL), NULL);
    assert_int_equal(pith_options_set_model(options, NULL), PITH_OK);
    expect_argument(pith_options_set_frequency(NULL, NULL, NULL), NULL);
    assert_int_equal(pith_options_set_frequency(options, NULL, NULL), PITH_OK);
    assert_null(pith_option_find(NULL));
    assert_int_equal(pith_option_choice(NULL, 0, &choice, sizeof choice), 0);
    assert_int_equal(pith_option_choice(pith_option_find("vote"), 0, NULL, sizeof choice), 0);
    pith_options_free(options);
}

static void models(void **state)
{
    (void)state;
    pith_error error;
    pith_model *model = (pith_model *)&error;
    pith_model_info info;
    expect_argument(pith_model_new("x", 1, NULL, &error), &error);
    expect_argument(pith_model_new(NULL, 1, &model, &error), &error);
    assert_null(model);
    assert_int_equal(pith_model_new(NULL, 0, &model, NULL), PITH_ERR_MODEL);
    expect_argument(pith_model_view_new("x", 1, NULL, &error), &error);
    expect_argument(pith_model_view_new(NULL, 1, &model, NULL), NULL);
    assert_int_equal(pith_model_view_new(NULL, 0, &model, NULL), PITH_ERR_MODEL);
    assert_null(model);
    assert_int_equal(pith_model_get_info(NULL, &info, sizeof info), 0);
    assert_int_equal(pith_model_at(0, NULL, sizeof info), 0);
}

static void scores(void **state)
{
    (void)state;
    pith_error error;
    expect_argument(pith_score("x", 1, NULL, NULL, NULL, &error), &error);
    expect_argument(pith_score(NULL, 1, NULL, ignore, NULL, &error), &error);
    expect_argument(pith_score(NULL, 1, NULL, NULL, NULL, NULL), NULL);
    assert_int_equal(pith_score(NULL, 0, NULL, ignore, NULL, NULL), PITH_OK);
}

/* With a name that there is, and without a place for its value; and the other way round. */
#define FINDS_NOTHING(type, name)                                                                  \
    do {                                                                                           \
        pith_##type value = (pith_##type)0;                                                        \
        assert_int_equal(pith_##type##_find(name, NULL), 0);                                       \
        assert_int_equal(pith_##type##_find(NULL, &value), 0);                                     \
        assert_int_equal(pith_##type##_find(name, &value), 1);                                     \
    } while (0)

static void names(void **state)
{
    (void)state;
    FINDS_NOTHING(format, "text");        /* pith_format_find */
    FINDS_NOTHING(outcome, "ok");         /* pith_outcome_find */
    FINDS_NOTHING(reason, "none");        /* pith_reason_find */
    FINDS_NOTHING(charset_source, "bom"); /* pith_charset_source_find */
    FINDS_NOTHING(page_type, "forum");    /* pith_page_type_find */
    FINDS_NOTHING(vote, "any");           /* pith_vote_find */
    FINDS_NOTHING(filter, "main");        /* pith_filter_find */
    FINDS_NOTHING(kind, "quote");         /* pith_kind_find */
    FINDS_NOTHING(label, "text");         /* pith_label_find */
    FINDS_NOTHING(field, "title");        /* pith_field_find */
    FINDS_NOTHING(type, "flag");          /* pith_type_find */
    FINDS_NOTHING(group, "input");        /* pith_group_find */
}

/* Those that take no pointer: numbers that are no value, and lists that end. */
static void no_pointers(void **state)
{
    (void)state;
    assert_string_equal(pith_status_message((pith_status)99), "unknown");
    assert_string_equal(pith_format_name((pith_format)-1), "unknown");
    assert_string_equal(pith_outcome_name((pith_outcome)99), "unknown");
    assert_string_equal(pith_reason_name((pith_reason)9), "unknown"); /* a gap */
    assert_string_equal(pith_charset_source_name((pith_charset_source)99), "unknown");
    assert_string_equal(pith_page_type_name((pith_page_type)99), "unknown");
    assert_string_equal(pith_vote_name((pith_vote)99), "unknown");
    assert_string_equal(pith_filter_name((pith_filter)99), "unknown");
    assert_string_equal(pith_kind_name((pith_kind)10), "unknown");
    assert_string_equal(pith_label_name((pith_label)99), "unknown");
    assert_string_equal(pith_field_name((pith_field)PITH_FIELDS), "unknown");
    assert_string_equal(pith_type_name((pith_type)99), "unknown");
    assert_string_equal(pith_group_name((pith_group)99), "unknown");
    assert_non_null(pith_version());
    assert_true(pith_version_number() > 0);
    assert_null(pith_option_at(SIZE_MAX));
    assert_null(pith_method_at(SIZE_MAX));
    assert_null(pith_feature_name(SIZE_MAX));
    assert_null(pith_feature_summary(SIZE_MAX));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(frees_and_resets), cmocka_unit_test(one_call),
        cmocka_unit_test(contexts),         cmocka_unit_test(pages),
        cmocka_unit_test(options),          cmocka_unit_test(models),
        cmocka_unit_test(scores),           cmocka_unit_test(names),
        cmocka_unit_test(no_pointers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
