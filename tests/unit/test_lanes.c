/*
 * test_lanes.c - what takes sixteen bytes at a time against what takes one: masks, the text and
 * counts of blocks, text density, what the tagger sees of a text. Texts are put together at random
 * from a fixed seed.
 *
 * The masks here are those of machines without SSE2; the library's own are in the other tests.
 */
#define PITH__LANES_PORTABLE

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/lanes.h"
#include "base/unicode.h"
#include "features/features.h"
#include "features/tagger_state.h"
#include "options_with.h"

enum { ROUNDS = 20000, TEXT_MAX = 4096 };

static uint32_t next_random(uint32_t *seed)
{
    *seed = *seed * 1664525u + 1013904223u;
    return *seed >> 8;
}

/* ------------------------------------------------------------------- masks */

static void masks_are_those_of_the_bytes(void **state)
{
    uint32_t seed = 1;
    (void)state;
    for (int round = 0; round < ROUNDS; round++) {
        unsigned char bytes[PITH__LANES], wanted = (unsigned char)next_random(&seed);
        unsigned char low = (unsigned char)(next_random(&seed) % 0x7F);
        unsigned char high = (unsigned char)(low + next_random(&seed) % (0x7Fu - low));
        for (int i = 0; i < PITH__LANES; i++)
            bytes[i] = (unsigned char)(next_random(&seed) % 4 == 0 ? wanted : next_random(&seed));
        pith__lanes lanes = pith__lanes_load(bytes);
        uint32_t equal = pith__lanes_mask(pith__lanes_equal(lanes, wanted));
        uint32_t within = pith__lanes_mask(pith__lanes_within(lanes, low, high));
        uint32_t words = pith__lanes_mask(pith__lanes_word(lanes));
        for (int i = 0; i < PITH__LANES; i++) {
            bool word = pith__is_alpha(bytes[i]) || (bytes[i] >= '0' && bytes[i] <= '9');
            assert_int_equal(equal >> i & 1, bytes[i] == wanted);
            assert_int_equal(within >> i & 1, bytes[i] >= low && bytes[i] <= high);
            assert_int_equal(words >> i & 1, word);
        }
    }
}

static void names_become_words(void **state)
{
    uint32_t seed = 3;
    (void)state;
    for (int round = 0; round < ROUNDS; round++) {
        unsigned char bytes[PITH__LANES], lower[PITH__LANES] = {0};
        size_t len = next_random(&seed) % (PITH__LANES + 1);
        uint64_t words[2];
        for (size_t i = 0; i < PITH__LANES; i++)
            bytes[i] = (unsigned char)next_random(&seed);
        for (size_t i = 0; i < len; i++)
            lower[i] = pith__lower(bytes[i]);
        pith__lanes_words(pith__lanes_lower(pith__lanes_load(bytes)), len, words);
        assert_true(words[0] == pith__load8(lower) && words[1] == pith__load8(lower + 8));
    }
}

static void near_bytes_are_found(void **state)
{
    enum { SIZE = 100 };
    unsigned char bytes[SIZE];
    (void)state;
    for (size_t len = 0; len <= SIZE; len++) {
        memset(bytes, 'a', SIZE);
        assert_null(pith__find_near(bytes, bytes + len, '"'));
        for (size_t i = len; i-- > 0;) {
            bytes[i] = '"';
            assert_ptr_equal(pith__find_near(bytes, bytes + len, '"'), bytes + i);
        }
    }
}

static void words_are_counted_over_masks(void **state)
{
    uint32_t seed = 2;
    (void)state;
    for (int round = 0; round < ROUNDS; round++) {
        size_t len = 1 + next_random(&seed) % PITH__LANES;
        uint32_t spaces = pith__mask_head(next_random(&seed) & next_random(&seed), len);
        uint32_t words = pith__mask_head(next_random(&seed) & next_random(&seed), len) & ~spaces;
        bool in_word = next_random(&seed) % 2, in_word_now = in_word;
        uint32_t count = 0;
        for (size_t i = 0; i < len; i++) {
            bool first = (words >> i & 1) != 0 && !in_word;
            count += first;
            in_word = (in_word || first) && (spaces >> i & 1) == 0;
        }
        uint32_t first = pith__mask_words(words, spaces, len, &in_word_now);
        assert_int_equal(pith__mask_count2(first), count);
        assert_int_equal(pith__mask_count2(first << 16) >> 16, count);
        assert_int_equal(in_word_now, in_word);
    }
}

/* ------------------------------------------------------------------- texts */

static const char *const parts[] = {
    "word", " ", "word ", "some words ", "A1", "-", ".", ". ", "!\" ", "?) ", "'", "(", ", and ",
    /* what is not plain, or makes a text untidy */
    "  ", "\n", "\t", "\x7F", "&amp; ", "&nbsp;", "&#46; ", "caf\xC3\xA9", "\xC2\xA0",
    "\xE2\x80\x94", "\xE6\xB0\xB4", "\xE3\x82\xAB", "\xE3\x80\x82", "\xE3\x80\x82'\")",
    "\xE0\xB8\x81",
    "averyveryveryveryveryveryveryveryveryveryveryveryveryveryveryveryveryveryverylongword "};
enum { PARTS = sizeof parts / sizeof *parts, PLAIN_PARTS = 13 };

static size_t make_text(uint32_t *seed, char *text)
{
    size_t len = 0;
    uint32_t rarity = 1u << next_random(seed) % 8; /* of what is not plain */
    for (uint32_t i = next_random(seed) % 120; i > 0; i--) {
        uint32_t kinds = next_random(seed) % rarity == 0 ? PARTS : PLAIN_PARTS;
        const char *part = parts[next_random(seed) % kinds];
        if (kinds == PLAIN_PARTS && *part == ' ' && (len == 0 || text[len - 1] == ' '))
            continue;
        memcpy(text + len, part, strlen(part));
        len += strlen(part);
        assert_true(len < TEXT_MAX - 100);
    }
    return len;
}

/* TEXT with a comment around each byte that stands alone, which makes pieces of one byte of it. */
static size_t cut_up(const char *text, size_t len, char *cut)
{
    size_t out = 0;
    bool whole = false; /* a reference */
    for (size_t i = 0; i < len; i++) {
        cut[out++] = text[i];
        whole = text[i] == '&' || (whole && text[i] != ';');
        if (!whole && (i + 1 == len || ((unsigned char)text[i + 1] & 0xC0) != 0x80)) {
            memcpy(cut + out, "<!---->", 7);
            out += 7;
        }
    }
    return out;
}

static const pith_page *parse(pith_context *context, const char *html, size_t len)
{
    const pith_page *page = NULL;
    pith_options *options = options_with("charset", "utf-8", NULL);
    assert_int_equal(pith_context_parse(context, html, len, options, &page, NULL), PITH_OK);
    return page;
}

static void blocks_are_those_of_single_bytes(void **state)
{
    static char text[TEXT_MAX], cut[8 * TEXT_MAX];
    uint32_t seed = 3;
    pith_context *context = pith_context_new(), *other = pith_context_new();
    (void)state;
    for (int round = 0; round < ROUNDS; round++) {
        size_t len = make_text(&seed, text);
        char *exact = malloc(len > 0 ? len : 1); /* so that ASan sees reads beyond it */
        assert_non_null(exact);
        memcpy(exact, text, len);
        const pith_page *page = parse(context, exact, len);
        const pith_page *single = parse(other, cut, cut_up(text, len, cut));
        const pith_block *a = pith_page_block(page, 0), *b = pith_page_block(single, 0);
        assert_int_equal(a == NULL, b == NULL);
        if (a != NULL) {
            assert_int_equal(a->text_len, b->text_len);
            assert_memory_equal(a->text, b->text, a->text_len);
            assert_int_equal(a->words, b->words);
            assert_int_equal(a->sentences, b->sentences);
        }
        free(exact);
    }
    pith_context_free(context);
    pith_context_free(other);
}

/* ----------------------------------------------------------------- density */

/* A text that is wrapped word by word. */
struct wrap {
    uint32_t lines, column;
    unsigned tenths, pending;
};

static void add_word(struct wrap *wrap, uint32_t width, unsigned tenths, bool space)
{
    if (wrap->column > 0 && wrap->column + space + width > 80) {
        wrap->lines++;
        wrap->tenths += wrap->pending;
        wrap->column = wrap->pending = 0;
    }
    wrap->column += width + (wrap->column > 0 && space);
    wrap->pending += tenths;
}

static float plain_density(const pith_block *block)
{
    const unsigned char *p = (const unsigned char *)block->text;
    const unsigned char *end = p + block->text_len;
    struct wrap wrap = {0, 0, 0, 0};
    uint32_t width = 0, cp;
    bool word = false, space = false;
    for (;;) {
        unsigned flags = PITH__UC_SPACE;
        if (p < end) {
            p += pith__utf8_next(p, &cp);
            flags = pith__unicode_class(cp);
        } else if (width == 0) {
            break;
        }
        unsigned tenths = (flags & PITH__UC_HAN) != 0    ? 6
                          : (flags & PITH__UC_KANA) != 0 ? 4
                          : (flags & PITH__UC_SEA) != 0  ? 2
                                                         : 0;
        bool blank = (flags & PITH__UC_SPACE) != 0;
        if ((blank || tenths > 0) && width > 0) {
            add_word(&wrap, width, word ? 10 : 0, space);
            width = 0;
            word = space = false;
        }
        if (tenths > 0)
            add_word(&wrap, tenths > 2 ? 2 : 1, tenths, space);
        else if (!blank)
            width++;
        word |= width > 0 && (flags & PITH__UC_WORD) != 0;
        space = blank || (space && width > 0);
    }
    return wrap.lines > 0 ? (float)wrap.tenths / (float)(10 * wrap.lines) : (float)block->words;
}

static void density_is_that_of_single_words(void **state)
{
    static char text[TEXT_MAX];
    uint32_t seed = 4;
    (void)state;
    for (int round = 0; round < ROUNDS; round++) {
        size_t len = make_text(&seed, text);
        char *exact = malloc(len > 0 ? len : 1);
        assert_non_null(exact);
        memcpy(exact, text, len);
        pith_block block = {.text = exact, .text_len = (uint32_t)len, .words = 7};
        assert_true(pith__text_density(&block) == plain_density(&block));
        free(exact);
    }
}

/* ------------------------------------------------------------------ tagger */

/* Behind a character that is not ASCII, texts are looked at one by one for a while. */
static void looks_are_those_of_single_characters(void **state)
{
    static const char signs[] = "aZ 1920,.!?|>$-'\n(0";
    uint32_t seed = 4;
    (void)state;
    for (int round = 0; round < ROUNDS; round++) {
        unsigned char text[32] = "\xC2\xA0"; /* a space, as before any text */
        size_t len = 1 + next_random(&seed) % (sizeof text - 2);
        for (size_t i = 0; i < len; i++)
            text[2 + i] = (unsigned char)signs[next_random(&seed) % (sizeof signs - 1)];
        struct pith__look one = pith__look_at((struct pith__span){text, 2 + len});
        struct pith__look many = pith__look_at((struct pith__span){text + 2, len});
        assert_int_equal(one.letters, many.letters);
        assert_int_equal(one.upper, many.upper);
        assert_int_equal(one.start_upper, many.start_upper);
        assert_int_equal(one.digits, many.digits);
        assert_int_equal(one.commas, many.commas);
        assert_int_equal(one.stops, many.stops);
        assert_int_equal(one.marks, many.marks);
        assert_int_equal(one.bars, many.bars);
        assert_int_equal(one.money, many.money);
        assert_int_equal(one.years, many.years);
        assert_int_equal(one.lines, many.lines);
        assert_int_equal(one.end, many.end);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(masks_are_those_of_the_bytes),
        cmocka_unit_test(names_become_words),
        cmocka_unit_test(near_bytes_are_found),
        cmocka_unit_test(looks_are_those_of_single_characters),
        cmocka_unit_test(words_are_counted_over_masks),
        cmocka_unit_test(blocks_are_those_of_single_bytes),
        cmocka_unit_test(density_is_that_of_single_words),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
