/*
 * test_blocks.c - what must hold for the blocks of any page, on pages put together at random (from
 * a fixed seed) out of words, tags and references.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "options_with.h"
#include "pith.h"
#include "rendering.h"

static uint32_t next_random(uint32_t *seed)
{
    *seed = *seed * 1664525u + 1013904223u;
    return *seed >> 8;
}

#define PICK(seed, list) list[next_random(seed) % (sizeof(list) / sizeof *(list))]

static const char *const words[] = {"word ", "two words. ", "&amp; ", "caf\xC3\xA9 ",
                                    "a",     "\n ",         "&nbsp;", "\xE6\xB0\xB4\xE7\x81\xAB",
                                    "3.14 ", "end!\" "};
static const char *const inline_tags[] = {"<b>",    "</b>",    "<span class=x>", "</span>", "<i>",
                                          "<code>", "</code>", "<!-- c -->",     "<wbr>",   "<u>"};
static const char *const block_tags[] = {
    "<p>",      "</p>",     "<div>",         "</div>",          "<li>",
    "<ul>",     "</ul>",    "<h2>head</h2>", "<table><tr><td>", "<td>",
    "</table>", "<br><br>", "<blockquote>",  "</blockquote>",   "<hr>"};

/* A page in HTML, and in PLAIN the same without its inline tags. */
static size_t make_page(uint32_t *seed, char *html, char *plain)
{
    size_t len = 0, plain_len = 0;
    for (int i = 0; i < 60; i++) {
        uint32_t kind = next_random(seed) % 10;
        const char *part = kind < 6   ? PICK(seed, words)
                           : kind < 8 ? PICK(seed, inline_tags)
                                      : PICK(seed, block_tags);
        memcpy(html + len, part, strlen(part));
        len += strlen(part);
        if (kind < 6 || kind >= 8) {
            memcpy(plain + plain_len, part, strlen(part));
            plain_len += strlen(part);
        }
    }
    html[len] = plain[plain_len] = '\0';
    return len;
}

static const pith_page *parse(pith_context *context, const char *html, size_t len)
{
    const pith_page *page = NULL;
    assert_int_equal(pith_context_parse(context, html, len, NULL, &page, NULL), PITH_OK);
    return page;
}

/* Inline tags and comments change neither texts nor counts. */
static void inline_tags_do_not_cut(void **state)
{
    (void)state;
    char html[4000], plain[4000];
    uint32_t seed = 1;
    pith_context *one = pith_context_new();
    pith_context *two = pith_context_new();
    for (int round = 0; round < 2000; round++) {
        make_page(&seed, html, plain);
        const pith_page *page = parse(one, html, strlen(html));
        const pith_page *same = parse(two, plain, strlen(plain));
        assert_int_equal(pith_page_get_info(page)->blocks, pith_page_get_info(same)->blocks);
        const pith_block *block;
        for (size_t i = 0; (block = pith_page_block(page, i)) != NULL; i++) {
            const pith_block *other = pith_page_block(same, i);
            assert_int_equal(block->text_len, other->text_len);
            assert_memory_equal(block->text, other->text, block->text_len);
            assert_int_equal(block->words, other->words);
            assert_int_equal(block->sentences, other->sentences);
            assert_int_equal(block->kind, other->kind);
            assert_int_equal(block->row, other->row);
            assert_int_equal(block->column, other->column);
        }
    }
    pith_context_free(one);
    pith_context_free(two);
}

/* What stands between a block's offsets is, as a page of its own, that block. */
static void offsets_cut_the_block(void **state)
{
    (void)state;
    char html[4000], plain[4000];
    uint32_t seed = 2;
    pith_context *whole = pith_context_new();
    pith_context *part = pith_context_new();
    size_t blocks = 0;
    for (int round = 0; round < 2000; round++) {
        size_t len = make_page(&seed, html, plain);
        const pith_page *page = parse(whole, html, len);
        const pith_block *block;
        uint32_t at = 0;
        for (size_t i = 0; (block = pith_page_block(page, i)) != NULL; i++, blocks++) {
            assert_true(block->begin >= at && block->end > block->begin && block->end <= len);
            at = block->end;
            const pith_page *cut = parse(part, html + block->begin, block->end - block->begin);
            assert_int_equal(pith_page_get_info(cut)->blocks, 1);
            const pith_block *again = pith_page_block(cut, 0);
            assert_int_equal(again->text_len, block->text_len);
            assert_memory_equal(again->text, block->text, block->text_len);
            assert_int_equal(again->words, block->words);
        }
    }
    assert_true(blocks > 2000);
    pith_context_free(whole);
    pith_context_free(part);
}

enum { TITLE_MOST = 64 * 1024 }; /* what of a title is kept */

/* How often SIGN stands in LEN bytes of TEXT. OTHER, if not 0, is all that may stand beside it. */
static size_t count_signs(const char *text, size_t len, const char *sign, char other)
{
    size_t count = 0;
    for (size_t i = 0; i < len;) {
        if (len - i >= strlen(sign) && memcmp(text + i, sign, strlen(sign)) == 0) {
            count++;
            i += strlen(sign);
        } else {
            assert_true(other == 0 || text[i] == other);
            i++;
        }
    }
    return count;
}

/* Large texts are read in pieces, which end inside no character, reference or line end; nothing of
 * them shows in the block. */
static void large_text_is_whole(void **state)
{
    (void)state;
    static const struct {
        const char *start, *piece, *sign;
        char other; /* what else may stand there */
        int plain;
    } cases[] = {
        {"<p>", "&amp;", "&", '-', 0},        {"<p>", "\xE6\xB0\xB4", "\xE6\xB0\xB4", 0, 0},
        {"<p>", "x ", "x", ' ', 0},           {"<p>y<a href=u>", "xz", "x", 0, 0},
        {"<pre>", "x\r\n", "\n", 'x', 0},     {"<pre>", "x<br>", "\n", 'x', 0},
        {"<textarea>", "&#60;", "<", '-', 0}, {"<plaintext>", "<b>", "<", 0, 0},
        {"", "\xC3\xA9", "\xC3\xA9", 0, 1},   {"a\t", "&lt;", "&", 0, 1},
    };
    pith_context *context = pith_context_new();
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const size_t count = 2500000 / strlen(cases[i].piece);
        char *text = repeated(cases[i].piece, count);
        size_t len = strlen(cases[i].start) + strlen(text), found = 0;
        char *html = malloc(len + 1);
        assert_non_null(html);
        strcat(strcpy(html, cases[i].start), text);
        pith_options *options =
            options_with("method", "all", "input", cases[i].plain ? "text" : "html", NULL);
        const pith_page *page;
        assert_int_equal(pith_context_parse(context, html, len, options, &page, NULL), PITH_OK);
        const pith_block *block;
        for (size_t k = 0; (block = pith_page_block(page, k)) != NULL; k++) {
            found += count_signs(block->text, block->text_len, cases[i].sign, cases[i].other);
        }
        assert_int_equal(found, count);
        struct rendering markdown = {NULL, 0, 0};
        pith_options *dress = options_with("links", "true", "images", "true", NULL);
        assert_int_equal(
            pith_render(page, PITH_FORMAT_MARKDOWN, dress, rendering_append, &markdown), PITH_OK);
        assert_true(markdown.len >= count);
        rendering_free(&markdown);
        free(html);
        free(text);
    }
    pith_context_free(context);
}

static void large_title_is_cut(void **state)
{
    (void)state;
    char *text = repeated("&amp;\xC3\xA9", 100000);
    char *html = malloc(strlen(text) + 100);
    assert_non_null(html);
    strcat(strcat(strcpy(html, "<title>"), text), "</title><p>x");
    pith_context *context = pith_context_new();
    const pith_page_info *info = pith_page_get_info(parse(context, html, strlen(html)));
    assert_int_equal(count_signs(info->title, info->title_len, "&\xC3\xA9", '&'), TITLE_MOST / 7);
    pith_context_free(context);
    free(html);
    free(text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(inline_tags_do_not_cut),
        cmocka_unit_test(offsets_cut_the_block),
        cmocka_unit_test(large_text_is_whole),
        cmocka_unit_test(large_title_is_cut),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
