/*
 * test_score.c - pith_score(): plain text in any encoding, in sentences, lines or paragraphs, each
 * with its perplexity.
 */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "options_with.h"
#include "pages.h"

enum { MOST = 16 };

struct found {
    char texts[MOST][128];
    pith_scored parts[MOST];
    size_t count;
    size_t stop_at; /* 0: never */
};

static int take(const pith_scored *part, void *user)
{
    struct found *found = user;
    assert_true(found->count < MOST && part->text_len < sizeof found->texts[0]);
    found->parts[found->count] = *part;
    memcpy(found->texts[found->count], part->text, part->text_len);
    found->texts[found->count][part->text_len] = '\0';
    found->count++;
    return found->count == found->stop_at;
}

static const char text[] = "It was a good day. The sun\nwas high.\nXqz vvq zzx wqv.\n\n"
                           "They went home. \n \n\t\nIt was late.";

/* The parts of TEXT, with bars between them. */
static void expect_parts(const char *per, const char *wanted)
{
    struct found found = {.count = 0};
    char all[512] = "";
    pith_error error;
    assert_int_equal(pith_score(text, sizeof text - 1, options_with("perplexity.per", per, NULL),
                                take, &found, &error),
                     PITH_OK);
    assert_int_equal(error.status, PITH_OK);
    for (size_t i = 0; i < found.count; i++) {
        strcat(strcat(all, i > 0 ? "|" : ""), found.texts[i]);
        const pith_scored *part = &found.parts[i];
        assert_true(part->perplexity > 0 && isfinite(part->perplexity));
        assert_true(part->scaled > 0 && isfinite(part->scaled));
        assert_true(part->tokens > part->words && part->words >= 2); /* full stops are tokens */
    }
    assert_string_equal(all, wanted);
}

static void parts(void **state)
{
    (void)state;
    expect_parts("line", "It was a good day. The sun|was high.|Xqz vvq zzx wqv.|They went "
                         "home.|It was late.");
    expect_parts("block", "It was a good day. The sun\nwas high.\nXqz vvq zzx wqv.|They went "
                          "home.|It was late.");
    expect_parts("sentence", "It was a good day.|The sun\nwas high.|Xqz vvq zzx wqv.|They went "
                             "home.|It was late.");
    expect_parts(NULL, "It was a good day.|The sun\nwas high.|Xqz vvq zzx wqv.|They went home.|"
                       "It was late.");
}

/* Junk is the least likely, on both scales; and a model that is given says the same as the same
 * one built in. */
static void numbers(void **state)
{
    (void)state;
    struct found found = {.count = 0}, same = {.count = 0};
    struct page_set file = {NULL, 0, 0};
    pith_options *options = options_with(NULL);
    pith_model *model;
    assert_int_equal(pith_score(text, sizeof text - 1, NULL, take, &found, NULL), PITH_OK);
    assert_int_equal(found.count, 5);
    for (size_t i = 0; i < found.count; i++) {
        assert_true(found.parts[i].perplexity <= found.parts[2].perplexity);
        assert_true(found.parts[i].scaled <= found.parts[2].scaled);
    }
    assert_int_equal(found.parts[0].words, 5);
    assert_int_equal(found.parts[0].tokens, 6);
    assert_true(found.parts[2].scaled > 4000 && found.parts[0].scaled < 4000); /* the default */
    assert_int_equal(page_set_add(&file, "models/en.wordgram"), 0);
    assert_int_equal(pith_model_new((char *)file.pages[0].bytes, file.pages[0].len, &model, NULL),
                     PITH_OK);
    options_set(options, "perplexity.lang", "tlh", NULL); /* which the model makes up for */
    pith_options_set_model(options, model);
    assert_int_equal(pith_score(text, sizeof text - 1, options, take, &same, NULL), PITH_OK);
    assert_int_equal(same.count, found.count);
    for (size_t i = 0; i < found.count; i++)
        assert_true(same.parts[i].perplexity == found.parts[i].perplexity);
    pith_model_free(model);
    page_set_free(&file);
}

static void stops(void **state)
{
    (void)state;
    static const char *const pers[] = {"sentence", "line", "block"};
    for (size_t i = 0; i < 3; i++) {
        struct found found = {.stop_at = 2};
        pith_error error;
        assert_int_equal(pith_score(text, sizeof text - 1,
                                    options_with("perplexity.per", pers[i], NULL), take, &found,
                                    &error),
                         PITH_ERR_SINK);
        assert_int_equal(error.status, PITH_ERR_SINK);
        assert_int_equal(found.count, 2);
    }
}

static void fails(void **state)
{
    (void)state;
    struct found found = {.count = 0};
    pith_error error;
    assert_int_equal(pith_score(text, sizeof text - 1, options_with("perplexity.lang", "tlh", NULL),
                                take, &found, &error),
                     PITH_ERR_MODEL);
    assert_int_equal(error.status, PITH_ERR_MODEL);
    assert_non_null(strstr(error.message, "tlh"));
    assert_int_equal(found.count, 0);
    assert_int_equal(pith_score(text, SIZE_MAX / 2, NULL, take, &found, &error), PITH_ERR_ARGUMENT);
    assert_int_equal(pith_score(NULL, 1, NULL, take, &found, &error), PITH_ERR_ARGUMENT);
    assert_int_equal(pith_score(text, 1, NULL, NULL, &found, &error), PITH_ERR_ARGUMENT);
}

static void odd_text(void **state)
{
    (void)state;
    struct found found = {.count = 0};
    assert_int_equal(pith_score("", 0, NULL, take, &found, NULL), PITH_OK);
    assert_int_equal(pith_score(" \n\t \n\n", 6, NULL, take, &found, NULL), PITH_OK);
    assert_int_equal(found.count, 0);
    /* By the charset, to UTF-8; bad bytes do no harm. */
    assert_int_equal(pith_score("Caf\xE9 au lait.", 13, options_with("charset", "latin1", NULL),
                                take, &found, NULL),
                     PITH_OK);
    assert_int_equal(found.count, 1);
    assert_string_equal(found.texts[0], "Caf\xC3\xA9 au lait.");
    found.count = 0;
    assert_int_equal(
        pith_score("a \xFF\xFE\0 b", 7, options_with("charset", "utf-8", NULL), take, &found, NULL),
        PITH_OK);
    assert_true(found.count > 0 && isfinite(found.parts[0].perplexity));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(parts), cmocka_unit_test(numbers),  cmocka_unit_test(stops),
        cmocka_unit_test(fails), cmocka_unit_test(odd_text),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
