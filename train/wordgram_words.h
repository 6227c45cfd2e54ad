/*
 * wordgram_words.h - numbers for words, given out as they are met, by several threads at once.
 *
 * The table has a fixed size. Words that are met when it is full have no number of their own: they
 * are rare ones, and are counted as unknown. Words are told apart by the hash that stands for them
 * in models; two that share it are one word to a model.
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
    WORDS_UNKNOWN = 0, /* numbers that are no words */
    WORDS_BEGIN = 1,   /* the start of a sentence */
    WORDS_FIRST = 2,
    WORDS_BITS = 21, /* of a number: three of them are a key */
    WORDS_BYTES = 72 /* of memory for a word that there is room for: here, and when it is fitted */
};

struct words {
    struct pith__hash hashes; /* of words; its numbers are WORDS_FIRST lower than those of words */
    uint32_t cap;
    bool keep_texts;
    char *texts; /* NUL-terminated, one after the other */
    size_t *text_at;
    size_t texts_len, texts_cap;
    _Atomic uint64_t homeless; /* tokens that found the table full */
    bool failed;               /* no memory */
    pthread_mutex_t lock;
};

/* Room for at most CAP words and numbers. */
bool words_init(struct words *words, uint32_t cap, bool keep_texts);
void words_deinit(struct words *words);

/* The number of a token's word. */
uint32_t words_number(struct words *words, const struct pith__text_token *token);

/* The number of the word with this hash, if it has one. */
uint32_t words_known(const struct words *words, uint64_t hash);

/* Numbers that were given out, WORDS_FIRST included. */
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
