/*
 * test_plain.c - plain text as input: what must hold for any text, put together at random from a
 * fixed seed. tests/spec/text.md has the rules one by one.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "options_with.h"
#include "pith.h"

static const char *const parts[] = {
    "word ",  "two words. ", "* ",  "- item\n", "\n",           "\n\n",         "   ",
    "1. ",    "12) ",        "---", "=====\n",  "\r\n",         "caf\xC3\xA9 ", "<b>",
    "&amp; ", "\t",          "o ",  "(a) ",     "\xE2\x80\xA2 "};
enum { PARTS = sizeof parts / sizeof *parts, TEXT_MOST = 4000 };

static uint32_t next_random(uint32_t *seed)
{
    *seed = *seed * 1664525u + 1013904223u;
    return *seed >> 8;
}

static size_t make_text(uint32_t *seed, char *text)
{
    size_t len = 0;
    unsigned count = next_random(seed) % 80;
    for (unsigned i = 0; i < count; i++) {
        const char *part = parts[next_random(seed) % PARTS];
        memcpy(text + len, part, strlen(part));
        len += strlen(part);
    }
    return len;
}

static pith_options *text_options(void)
{
    pith_options *options = options_with("input", "text", "method", "all", NULL);
    return options;
}

static bool is_space(char c)
{
    return strchr(" \t\r\n", c) != NULL;
}

/* Does FOUND hold the same as input[begin, end), white space aside? */
static bool same_letters(const pith_block *block, const char *input)
{
    size_t at = block->begin;
    for (uint32_t i = 0; i < block->text_len; i++) {
        if (is_space(block->text[i]))
            continue;
        while (at < block->end && is_space(input[at]))
            at++;
        if (at >= block->end || input[at++] != block->text[i])
            return false;
    }
    return at == block->end;
}

static void blocks_are_cut_from_the_text(void **state)
{
    (void)state;
    char text[TEXT_MOST];
    uint32_t seed = 7;
    pith_options *options = text_options();
    pith_context *context = pith_context_new();
    size_t total = 0;
    for (int round = 0; round < 3000; round++) {
        size_t len = make_text(&seed, text);
        const pith_page *page;
        const pith_block *block;
        uint32_t at = 0;
        assert_int_equal(pith_context_parse(context, text, len, options, &page, NULL), PITH_OK);
        for (size_t i = 0; (block = pith_page_block(page, i)) != NULL; i++, total++) {
            assert_true(block->begin >= at && block->end <= len);
            assert_true(same_letters(block, text));
            assert_int_equal(block->link_words, 0);
            at = block->end;
        }
    }
    assert_true(total > 10000);
    pith_context_free(context);
}

/* Adding blank lines around a text, or two columns before each line, changes no text of a block. */
static void layout_around_a_text_does_not_matter(void **state)
{
    (void)state;
    static const char text[] =
        "Title\n\nIt was a dark night, and all\nwere asleep. Then\n\n* one\n* two\n";
    static const char moved[] = "\n \n\n  Title\r\n  \t\r\n  It was a dark night, and all\r  were "
                                "asleep. Then\n\n\n  * one\n  * two";
    pith_options *options = text_options();
    pith_context *one = pith_context_new(), *two = pith_context_new();
    const pith_page *page, *other;
    assert_int_equal(pith_context_parse(one, text, strlen(text), options, &page, NULL), PITH_OK);
    assert_int_equal(pith_context_parse(two, moved, strlen(moved), options, &other, NULL), PITH_OK);
    assert_int_equal(pith_page_get_info(page)->blocks, 4);
    assert_int_equal(pith_page_get_info(other)->blocks, 4);
    for (size_t i = 0; i < 4; i++) {
        const pith_block *a = pith_page_block(page, i), *b = pith_page_block(other, i);
        assert_int_equal(a->kind, b->kind);
        assert_int_equal(a->text_len, b->text_len);
        assert_memory_equal(a->text, b->text, a->text_len);
    }
    pith_context_free(one);
    pith_context_free(two);
}

/* A declaration of HTML is text here, and the encoding of the bytes counts. */
static void meta_is_text(void **state)
{
    (void)state;
    static const char text[] = "<meta charset=koi8-r> na\xC3\xAFve";
    pith_options *options = text_options();
    pith_context *context = pith_context_new();
    const pith_page *page;
    options_set(options, "metadata", "true", NULL);
    assert_int_equal(pith_context_parse(context, text, strlen(text), options, &page, NULL),
                     PITH_OK);
    assert_string_equal(pith_page_get_info(page)->charset, "UTF-8");
    assert_memory_equal(pith_page_block(page, 0)->text, text, strlen(text));
    assert_null(pith_page_fact(page, PITH_FIELD_TITLE, 0));

    options_set(options, "charset", "windows-1252", NULL);
    assert_int_equal(pith_context_parse(context, "na\xEFve  *", 8, options, &page, NULL), PITH_OK);
    assert_int_equal(pith_page_block(page, 0)->end, 8);
    assert_memory_equal(pith_page_block(page, 0)->text, "na\xC3\xAFve *", 8);
    pith_context_free(context);
}

static void bounds_hold(void **state)
{
    (void)state;
    pith_options *options = text_options();
    pith_context *context = pith_context_new();
    const pith_page *page;
    const pith_block *block;
    char text[TEXT_MOST];
    size_t len = 0;
    /* lists in lists in lists, deeper than anybody needs */
    for (int i = 0; i < 40; i++)
        len += (size_t)snprintf(text + len, sizeof text - len, "%*s* item %d\n", 2 * i, "", i);
    options_set(options, "max-depth", "8", NULL);
    assert_int_equal(pith_context_parse(context, text, len, options, &page, NULL), PITH_OK);
    assert_int_equal(pith_page_get_info(page)->blocks, 40);
    for (size_t i = 0; (block = pith_page_block(page, i)) != NULL; i++) {
        unsigned depth = 0;
        pith_element element;
        for (uint32_t at = block->element; pith_page_element(page, at, &element, sizeof element);
             at = element.parent)
            depth++;
        assert_true(depth <= 8);
        assert_true(block->list_depth <= 3);
    }
    options_set(options, "max-nodes", "16", NULL);
    assert_int_equal(pith_context_parse(context, text, len, options, &page, NULL), PITH_OK);
    assert_int_equal(pith_page_get_info(page)->outcome, PITH_OUTCOME_PARTIAL);
    assert_int_equal(pith_page_get_info(page)->reason, PITH_REASON_NODES);
    assert_true(pith_page_get_info(page)->nodes <= 24);
    assert_int_equal(options_try(options, "input", "markdown"), PITH_ERR_NAME);
    pith_context_free(context);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(blocks_are_cut_from_the_text),
        cmocka_unit_test(layout_around_a_text_does_not_matter),
        cmocka_unit_test(meta_is_text),
        cmocka_unit_test(bounds_hold),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
