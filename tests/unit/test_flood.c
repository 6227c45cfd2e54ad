/*
 * test_flood.c - pages whose keys crowd a hash table cost no more than others of the same form.
 *
 * Steps in the table are counted. Pages are compared with pages of the same form and any keys, by
 * processor time in the same process: with the table that was, the first page took a hundred
 * times as long, and the larger the worse.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/hash.h"
#include "floods.h"
#include "meter.h"
#include "options_with.h"

#include <cmocka.h>

enum { KEYS = 20000, PAGE = 1000000, WORDS = 30000, MOST = 8 };

/* They are floods of the table as it is, and the table stands them. */
static void steps(void **state)
{
    (void)state;
    for (size_t i = 0; i < flood_count; i++) {
        const struct flood *flood = &floods[i];
        if (flood->past || flood->title)
            continue;
        const size_t keys = flood->room != 0 ? flood->room : KEYS;
        for (int crowded = 0; crowded < 2; crowded++) {
            struct pith__hash hash = {0};
            char word[FLOOD_WORD];
            struct flood_words words = {flood, keys, crowded, 0};
            uint64_t sum = 0;
            size_t most = 0;
            assert_int_equal(pith__hash_reserve(&hash, keys), PITH_OK);
            for (uint32_t k = 0; k < keys; k++) {
                uint32_t ignored;
                flood_word(&words, k, word);
                uint64_t key = flood->key(word, k);
                assert_int_equal(pith__hash_add(&hash, key, &ignored), PITH_OK);
                size_t here = pith__hash_steps(&hash, key);
                most = here > most ? here : most;
                sum += here;
            }
            assert_true(most <= PITH__HASH_PROBES + 64);
            if (crowded)
                assert_true(hash.far > hash.count / 2);
            else
                assert_true(hash.far == 0 && sum < 2 * keys);
            pith__hash_deinit(&hash);
        }
    }
}

/* Best of three, in a context that has its memory already. */
static double page_seconds(const unsigned char *page, size_t len)
{
    pith_context *context = pith_context_new();
    double best = 1e9;
    pith_options *options =
        options_with("deadline", "0", "charset", "utf-8", "method", "auto", NULL);
    assert_non_null(context);
    for (int i = 0; i < 4; i++) {
        const pith_page *read;
        double start = meter_seconds();
        assert_int_equal(pith_context_parse(context, (const char *)page, len, options, &read, NULL),
                         PITH_OK);
        double took = meter_seconds() - start;
        if (i > 0 && took < best)
            best = took;
        assert_true(pith_page_get_info(read)->blocks > PAGE / 600);
    }
    pith_context_free(context);
    return best;
}

static void pages(void **state)
{
    (void)state;
    for (size_t i = 0; i < flood_count; i++) {
        double took[2];
        for (int crowded = 0; crowded < 2; crowded++) {
            unsigned char *page = flood_make(&floods[i], PAGE, crowded);
            assert_non_null(page);
            took[crowded] = page_seconds(page, PAGE);
            free(page);
        }
        printf("%s: %.1f ms, any others %.1f ms\n", floods[i].name, 1e3 * took[1], 1e3 * took[0]);
        assert_true(took[1] < MOST * took[0]);
    }
}

static double label_seconds(bool runs, bool crowded)
{
    size_t html_len, truth_len;
    char *html = flood_text(WORDS, runs, crowded, "<p>", &html_len);
    char *truth = flood_text(WORDS, runs, crowded, " ", &truth_len);
    uint8_t *labels = malloc(WORDS);
    pith_context *context = pith_context_new();
    const pith_page *page;
    double best = 1e9;
    assert_true(html != NULL && truth != NULL && labels != NULL && context != NULL);
    assert_int_equal(pith_context_parse(context, html, html_len, NULL, &page, NULL), PITH_OK);
    size_t blocks = pith_page_get_info(page)->blocks, content = 0;
    assert_int_equal(blocks, WORDS);
    for (int i = 0; i < 3; i++) {
        double start = meter_seconds();
        assert_int_equal(pith_context_label(context, truth, truth_len, labels), PITH_OK);
        double took = meter_seconds() - start;
        best = took < best ? took : best;
    }
    for (size_t i = 0; i < blocks; i++)
        content += labels[i];
    assert_int_equal(content, blocks); /* no word went missing in the crowd */
    pith_context_free(context);
    free(labels);
    free(truth);
    free(html);
    return best;
}

static void labels(void **state)
{
    (void)state;
    for (int runs = 0; runs < 2; runs++) {
        double any = label_seconds(runs, false), crowded = label_seconds(runs, true);
        printf("labels, %s: %.1f ms, any others %.1f ms\n", runs ? "two words in a row" : "words",
               1e3 * crowded, 1e3 * any);
        assert_true(crowded < MOST * any);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(steps),
        cmocka_unit_test(pages),
        cmocka_unit_test(labels),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
