/*
 * wordgram_words.h - assigns numbers to words in order of appearance, from several threads.
 *
 * The table has a fixed size. Words first seen when it is full get no number: they are rare and
 * counted as unknown. Words are identified by the hash that models use; two words with the same
 * hash are one word to a model.
 */
#ifndef PITH_WORDGRAM_WORDS_H
#define PITH_WORDGRAM_WORDS_H

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/hash.h"
#include "text/tokens.h"

enum {
    WORDS_UNKNOWN = 0, /* numbers that are not words */
    WORDS_BEGIN = 1,   /* the start of a sentence */
    WORDS_FIRST = 2,
    WORDS_BITS = 21, /* per number: three of them form a key */
    WORDS_BYTES = 72 /* memory per word of capacity: here, and during fitting */
};

struct words {
    struct pith__hash hashes; /* its indexes are WORDS_FIRST lower than word numbers */
    uint32_t cap;
    bool keep_texts;
    char *texts; /* NUL-terminated, concatenated */
    size_t *text_at;
    size_t texts_len, texts_cap;
    _Atomic uint64_t homeless; /* tokens that found the table full */
    bool failed;               /* no memory */
    pthread_mutex_t lock;
};

/* Makes room for at most CAP words and numbers. */
bool words_init(struct words *words, uint32_t cap, bool keep_texts);
void words_deinit(struct words *words);

/* The number of a token's word, which is added if new. */
uint32_t words_number(struct words *words, const struct pith__text_token *token);

/* The number of the word with this hash, or WORDS_UNKNOWN. */
uint32_t words_known(const struct words *words, uint64_t hash);

/* Numbers given out, plus WORDS_FIRST. */
static inline uint32_t words_count(const struct words *words)
{
    return words->hashes.count + WORDS_FIRST;
}

/* The hash of a word. */
static inline uint64_t words_hash(const struct words *words, uint32_t number)
{
    return words->hashes.keys[number - WORDS_FIRST];
}

/* The text of a word, where texts are kept. */
const char *words_text(const struct words *words, uint32_t number);

#endif
