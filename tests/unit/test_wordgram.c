/*
 * test_wordgram.c - language models over words: what is counted, what is stored, what a file may
 * do.
 */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/crc32.h"
#include "model/built_in.h"
#include "model/forest.h"
#include "model/model.h"
#include "train/wordgram_file.h"
#include "train/wordgram_fit.h"

/* ------------------------------------------------------------ small models */

static const char text[] = "The cat sat on the mat.\n"
                           "The dog sat on the cat.\n"
                           "A dog saw the mat.\n"
                           "The cat saw a dog on the mat.\n";

static void complain(const char *file, const char *message)
{
    fprintf(stderr, "%s: %s\n", file ? file : "", message);
}

struct made {
    struct wordgram_counts counts;
    struct wordgram_fit fit;
    unsigned char *bytes;
    size_t len;
    struct pith__wordgram model;
};

static struct made make(const char *from, size_t len, struct wordgram_fitting *fitting,
                        unsigned threads)
{
    struct made made = {.bytes = NULL};
    char path[] = "/tmp/pith-test-XXXXXX", *files[] = {path};
    int fd = mkstemp(path);
    assert_true(fd >= 0 && write(fd, from, len) == (ssize_t)len);
    close(fd);
    fitting->memory = 16 << 20;
    const struct wordgram_reading reading = {.files = files,
                                             .count = 1,
                                             .order = fitting->order,
                                             .threads = threads,
                                             .memory = fitting->memory,
                                             .keep_texts = true,
                                             .note = complain};
    const char *message;
    assert_true(wordgram_read(&reading, &made.counts));
    unlink(path);
    assert_true(wordgram_fit(&made.fit, fitting, &made.counts, &message));
    made.bytes = wordgram_bytes(&made.fit, &made.len);
    assert_non_null(made.bytes);
    assert_true(pith__wordgram_check(&made.model, made.bytes, made.len, &message));
    return made;
}

static void discard(struct made *made)
{
    wordgram_fit_deinit(&made->fit);
    wordgram_counts_deinit(&made->counts);
    free(made->bytes);
}

static uint64_t hash_of(const char *word)
{
    struct pith__tokens tokens;
    struct pith__text_token token;
    pith__tokens_init(&tokens, (struct pith__span){(const unsigned char *)word, strlen(word)});
    assert_true(pith__tokens_next(&tokens, &token));
    return token.hash;
}

/* The log probability of the last word of a text. */
static double last(const struct pith__wordgram *model, const char *words)
{
    struct pith__wordgram_score score;
    struct pith__tokens tokens;
    struct pith__text_token token;
    int64_t value = 0;
    pith__wordgram_begin(model, &score);
    pith__tokens_init(&tokens, (struct pith__span){(const unsigned char *)words, strlen(words)});
    while (pith__tokens_next(&tokens, &token))
        value = pith__wordgram_add(model, &score, token.hash);
    return (double)value / PITH__WORDGRAM_ONE;
}

static void assert_near(double is, double wanted, double most)
{
    if (!(fabs(is - wanted) <= most))
        fail_msg("%g is not %g", is, wanted);
}

/* ---------------------------------------------------------------- formulas */

enum { TOKENS = 29 }; /* of the text, stops and all */

static void pairs_by_hand(void **state)
{
    (void)state;
    struct wordgram_fitting fitting = {.order = 2, .min_count = 1, .min_word = 1};
    struct made made = make(text, strlen(text), &fitting, 1);
    assert_int_equal(made.counts.tokens, TOKENS);
    assert_int_equal(made.counts.sentences, 4);
    /* "the" occurs 7 times, "the cat" 3 times; "cat" 3 times, "mat" 3 times. */
    double e = 1e-6;
    assert_near(last(&made.model, "the cat"), log2(0.8 * 3 / 7 + 0.2 * 3 / TOKENS + e), 0.01);
    assert_near(last(&made.model, "the"), log2(0.8 * 3 / 4 + 0.2 * 7 / TOKENS + e), 0.01);
    assert_near(last(&made.model, "cat cat"), log2(0.2 * 3 / TOKENS + e), 0.01);
    assert_near(last(&made.model, "the zebra"), log2(e), 0.01);
    assert_near(last(&made.model, "zebra cat"), log2(0.2 * 3 / TOKENS + e), 0.01);
    discard(&made);
}

static void triples_by_hand(void **state)
{
    (void)state;
    struct wordgram_fitting fitting = {.order = 3, .min_count = 1, .min_word = 1};
    struct made made = make(text, strlen(text), &fitting, 1);
    double e = 1e-6;
    /* "on the mat" twice of "on the" three times. */
    assert_near(last(&made.model, "on the mat"),
                log2(0.6 * 2 / 3 + 0.3 * 3 / 7 + 0.1 * 3 / TOKENS + e), 0.01);
    assert_near(last(&made.model, "cat the mat"), log2(0.3 * 3 / 7 + 0.1 * 3 / TOKENS + e), 0.01);
    assert_near(last(&made.model, "mat the a"), log2(0.1 * 2 / TOKENS + e), 0.01);
    assert_near(last(&made.model, "the"), log2(0.9 * 3 / 4 + 0.1 * 7 / TOKENS + e), 0.01);
    assert_near(last(&made.model, "the cat"),
                log2(0.6 * 2 / 3 + 0.3 * 3 / 7 + 0.1 * 3 / TOKENS + e), 0.01);
    discard(&made);
}

/* Behind any context all words and the unknown one share 1, and nothing is below 0. */
static void kneser_ney_sums(void **state)
{
    (void)state;
    for (unsigned order = 2; order <= 3; order++) {
        for (unsigned least = 1; least <= 2; least++) {
            struct wordgram_fitting fitting = {.order = order,
                                               .estimate = PITH__WORDGRAM_KNESER_NEY,
                                               .min_count = least,
                                               .min_word = 1};
            struct made made = make(text, strlen(text), &fitting, 1);
            uint32_t numbers = made.fit.numbers;
            for (uint32_t u = WORDS_BEGIN; u < numbers; u++) {
                for (uint32_t v = WORDS_BEGIN; v < numbers; v++) {
                    double sum =
                        exp2(wordgram_fit_value(&made.fit, fitting.estimate, u, v, WORDS_UNKNOWN));
                    for (uint32_t w = WORDS_FIRST; w < numbers; w++)
                        sum += exp2(wordgram_fit_value(&made.fit, fitting.estimate, u, v, w));
                    assert_near(sum, 1, 1e-9);
                }
            }
            discard(&made);
        }
    }
}

static void perplexity_by_hand(void **state)
{
    (void)state;
    struct wordgram_fitting fitting = {.order = 2, .min_count = 1, .min_word = 1};
    struct made made = make(text, strlen(text), &fitting, 1);
    struct pith__wordgram_score score;
    static const unsigned char sentence[] = "The cat zebra";
    double e = 1e-6, sum = log2(0.8 * 3 / 4 + 0.2 * 7 / TOKENS + e) +
                           log2(0.8 * 3 / 7 + 0.2 * 3 / TOKENS + e) + log2(e);
    double is = pith__wordgram_text(&made.model, (struct pith__span){sentence, sizeof sentence - 1},
                                    &score);
    assert_near(is / exp2(-sum / 3), 1, 0.01);
    assert_int_equal(score.tokens, 3);
    assert_true(pith__wordgram_text(&made.model, (struct pith__span){sentence, 0}, NULL) == 0);
    assert_true(pith__wordgram_limit(&made.model, 8000) == 8000);
    discard(&made);
}

/* ------------------------------------------------------------ larger models */

/* Words that follow each other with some sense: COUNT of them, lines of ten. */
static char *babble(size_t count, size_t *len)
{
    char *made = malloc(count * 8 + 1);
    uint32_t random = 7, word = 0;
    *len = 0;
    for (size_t i = 0; i < count; i++) {
        random = random * 1664525 + 1013904223;
        uint32_t dice = random >> 16;
        word = (word * 31 + dice % (dice % 5 + 1) + 1) % (dice % 7 == 0 ? 3000 : 200);
        *len += (size_t)sprintf(made + *len, "w%u%c", word, i % 10 == 9 ? '\n' : ' ');
    }
    return made;
}

/* Every n-gram that is kept is found with its value, and no other. */
static void all_is_found(void **state)
{
    (void)state;
    size_t len;
    char *many = babble(60000, &len);
    for (unsigned k = 0; k < 4; k++) {
        struct wordgram_fitting fitting = {.order = 2 + k / 2,
                                           .estimate = k % 2 == 0 ? PITH__WORDGRAM_INTERPOLATED
                                                                  : PITH__WORDGRAM_KNESER_NEY,
                                           .min_count = 1,
                                           .min_word = 2};
        struct made made = make(many, len, &fitting, 2);
        uint32_t numbers = made.fit.numbers;
        assert_true(made.fit.vocabulary > 500 && made.fit.gram_counts[0] > 2000);
        for (uint32_t i = 0; i < 200000; i++) {
            uint32_t random = i * 2654435761u;
            uint32_t words[3] = {random % numbers, (random >> 11) % numbers,
                                 (random >> 21) % numbers};
            /* Half of the time something that is there. */
            const struct wordgram_gram *gram =
                &made.fit
                     .grams[fitting.order - 2][random % made.fit.gram_counts[fitting.order - 2]];
            struct pith__wordgram_score score;
            uint32_t before = WORDS_BEGIN, previous = WORDS_BEGIN;
            pith__wordgram_begin(&made.model, &score);
            for (int n = 0; n < 3; n++) {
                uint32_t word = words[n];
                if (i % 2 == 0 && n < (int)fitting.order)
                    word = (uint32_t)(gram->key >> (fitting.order - 1 - (unsigned)n) * WORDS_BITS &
                                      (((uint64_t)1 << WORDS_BITS) - 1));
                uint64_t hash =
                    word < WORDS_FIRST ? hash_of("unheard") : words_hash(&made.counts.words, word);
                word = made.fit.known[word] ? word : WORDS_UNKNOWN;
                double is =
                    (double)pith__wordgram_add(&made.model, &score, hash) / PITH__WORDGRAM_ONE;
                assert_near(is,
                            wordgram_fit_value(&made.fit, fitting.estimate, before, previous, word),
                            0.04);
                before = previous;
                previous = word;
            }
        }
        discard(&made);
    }
    free(many);
}

/* Threads and memory change nothing. */
static void same_with_threads(void **state)
{
    (void)state;
    size_t len;
    char *many = babble(40000, &len);
    struct wordgram_fitting one = {.order = 3, .min_count = 1, .min_word = 1}, three = one;
    struct made first = make(many, len, &one, 1), second = make(many, len, &three, 3);
    assert_int_equal(first.len, second.len);
    assert_memory_equal(first.bytes, second.bytes, first.len);
    discard(&first);
    discard(&second);
    free(many);
}

/* A limit of size is kept, and the best stays. */
static void size_is_kept(void **state)
{
    (void)state;
    size_t len, before = 0;
    char *many = babble(40000, &len);
    for (uint64_t size = 12000; size <= 20000; size += 4000) {
        for (unsigned order = 2; order <= 3; order++) {
            struct wordgram_fitting fitting = {
                .order = order, .min_count = 1, .min_word = 2, .size = size};
            struct made made = make(many, len, &fitting, 1);
            assert_true(made.len <= size);
            assert_true(made.len > size / 2);
            assert_true(order == 3 || made.fit.gram_counts[0] > before);
            if (order == 2)
                before = made.fit.gram_counts[0];
            discard(&made);
        }
    }
    free(many);
}

static void vocabulary_is_kept(void **state)
{
    (void)state;
    size_t len;
    char *many = babble(40000, &len);
    struct wordgram_fitting fitting = {
        .order = 2, .min_count = 1, .min_word = 1, .vocabulary = 100};
    struct made made = make(many, len, &fitting, 1);
    assert_int_equal(made.fit.vocabulary, 100);
    assert_int_equal(made.model.tables[0].count, 100);
    discard(&made);
    free(many);
}

/* ------------------------------------------------------------ hostile files */

static void reseal(unsigned char *bytes, size_t len)
{
    uint64_t sum = pith__wordgram_sum(bytes + PITH__WORDGRAM_HEAD, len - PITH__WORDGRAM_HEAD);
    for (size_t i = 0; i < 8; i++)
        bytes[4 * PITH__WORDGRAM_SUM_AT + i] = (unsigned char)(sum >> 8 * i);
    for (size_t i = 0; i < 8; i++)
        bytes[4 * PITH__WORDGRAM_SIZE_AT + i] = (unsigned char)((uint64_t)len >> 8 * i);
    uint32_t crc = pith__crc32(bytes + 4 * PITH__WORDGRAM_SUM_AT,
                               PITH__WORDGRAM_HEAD - 4 * PITH__WORDGRAM_SUM_AT);
    for (size_t i = 0; i < 4; i++)
        bytes[4 * PITH__WORDGRAM_CRC_AT + i] = (unsigned char)(crc >> 8 * i);
}

/* A file cut off anywhere, or with any bit turned, is known to be damaged. */
static void damage_is_seen(void **state)
{
    (void)state;
    struct wordgram_fitting fitting = {.order = 3, .min_count = 1, .min_word = 1};
    struct made made = make(text, strlen(text), &fitting, 1);
    struct pith__wordgram model;
    const char *message;
    for (size_t len = 0; len < made.len; len++) {
        unsigned char *cut = malloc(len + 1); /* for ASan */
        memcpy(cut, made.bytes, len);
        assert_false(pith__wordgram_check(&model, cut, len, &message));
        assert_true(message[0] != '\0');
        free(cut);
    }
    for (size_t i = 0; i < made.len; i++) {
        made.bytes[i] ^= (unsigned char)(1u << i % 8);
        assert_false(pith__wordgram_check(&model, made.bytes, made.len, &message));
        made.bytes[i] ^= (unsigned char)(1u << i % 8);
    }
    pith_model *read;
    pith_error error;
    assert_int_equal(pith_model_new((char *)made.bytes, made.len, &read, &error), PITH_OK);
    assert_int_equal(pith__model_kind(read), PITH__MODEL_WORDGRAM);
    pith_model_free(read);
    assert_int_equal(pith_model_new((char *)made.bytes, made.len - 1, &read, &error),
                     PITH_ERR_MODEL);
    assert_true(strstr(error.message, "longer or shorter") != NULL);
    discard(&made);
}

/* With checksums that are right, any bytes are refused or used without harm. */
static void hostile_is_harmless(void **state)
{
    (void)state;
    struct wordgram_fitting fitting = {
        .order = 3, .estimate = PITH__WORDGRAM_KNESER_NEY, .min_count = 1, .min_word = 1};
    struct made made = make(text, strlen(text), &fitting, 1);
    unsigned char *bytes = malloc(made.len);
    size_t taken = 0;
    for (uint32_t i = 0; i < 20000; i++) {
        struct pith__wordgram model;
        const char *message;
        memcpy(bytes, made.bytes, made.len);
        for (uint32_t k = 0; k <= i % 3; k++) {
            uint32_t random = (i + k * 7919) * 2654435761u;
            size_t at =
                i % 2 == 0 ? 8 + random % (PITH__WORDGRAM_HEAD - 8) : 8 + random % (made.len - 8);
            bytes[at] = (unsigned char)(random >> 20);
        }
        reseal(bytes, made.len);
        if (!pith__wordgram_check(&model, bytes, made.len, &message))
            continue;
        taken++;
        double is = pith__wordgram_text(
            &model, (struct pith__span){(const unsigned char *)text, strlen(text)}, NULL);
        assert_true(is >= 1 && is <= 0x1p59);
        assert_true(pith__wordgram_limit(&model, 8000) >= 0);
    }
    assert_true(taken > 1000);
    free(bytes);
    discard(&made);
}

/* Steps that lead out of the range of log probabilities: sums of long texts would overflow. */
static void steps_are_bounded(void **state)
{
    (void)state;
    struct wordgram_fitting fitting = {.order = 2, .min_count = 1, .min_word = 1};
    struct made made = make(text, strlen(text), &fitting, 1);
    struct pith__wordgram model;
    const char *message;
    unsigned char *step = made.bytes + 4 * (PITH__WORDGRAM_TABLES_AT + 6);
    step[2] = 0x20; /* 32 bits, for each of 4,095 codes */
    reseal(made.bytes, made.len);
    assert_false(pith__wordgram_check(&model, made.bytes, made.len, &message));
    assert_non_null(strstr(message, "out of range"));
    discard(&made);
}

/* ------------------------------------------------------------ what is built in */

static void built_in_models(void **state)
{
    (void)state;
    struct pith__built_in found;
    struct pith__wordgram model;
    const char *message;
    char languages[256] = "";
    for (size_t i = 0; pith__built_in_at(i, &found); i++) {
        if (found.kind != PITH__MODEL_WORDGRAM)
            continue;
        assert_true(pith__wordgram_check(&model, found.bytes, found.len, &message));
        assert_string_equal(model.language, found.language);
        assert_true(model.len <= 12000000);
        if (languages[0] != '\0')
            strcat(languages, ", ");
        strcat(languages, model.language);
    }
    assert_string_equal(pith__wordgram_languages(), languages);
    assert_true(pith__wordgram_built_in(NULL, &model));
    assert_true(pith__wordgram_built_in("en", &model));
    assert_true(pith__wordgram_built_in("en-GB", &model));
    assert_true(pith__wordgram_built_in("EN_us", &model));
    assert_false(pith__wordgram_built_in("enx", &model));
    assert_false(pith__wordgram_built_in("de", &model));
    assert_false(pith__wordgram_built_in("", &model));
}

/* Sentences are likely, and what pages have around them is not. */
static void english(void **state)
{
    (void)state;
    static const char *const good[] = {
        "This is a normal sentence about the weather in London.",
        "He was born in a small village and went to school there until the age of twelve.",
        "The committee said that it would publish the results of the study next year."};
    static const char *const bad[] = {"Home | Login | Register | FAQ",
                                      "qwrtz lorem xipsum dolorr sitt",
                                      "Tweet Pin It Email Share Reblog 2K+ »"};
    struct pith__wordgram model;
    assert_true(pith__wordgram_built_in("en", &model));
    for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
        struct pith__span line = {(const unsigned char *)good[i], strlen(good[i])};
        assert_true(pith__wordgram_text(&model, line, NULL) < 1000);
    }
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        struct pith__span line = {(const unsigned char *)bad[i], strlen(bad[i])};
        assert_true(pith__wordgram_text(&model, line, NULL) > 8000);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pairs_by_hand),     cmocka_unit_test(triples_by_hand),
        cmocka_unit_test(kneser_ney_sums),   cmocka_unit_test(perplexity_by_hand),
        cmocka_unit_test(all_is_found),      cmocka_unit_test(same_with_threads),
        cmocka_unit_test(size_is_kept),      cmocka_unit_test(vocabulary_is_kept),
        cmocka_unit_test(built_in_models),   cmocka_unit_test(english),
        cmocka_unit_test(damage_is_seen),    cmocka_unit_test(hostile_is_harmless),
        cmocka_unit_test(steps_are_bounded),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
