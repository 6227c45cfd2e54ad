/*
 * wordgram_words.h - numbers for words, given out as they are met, by several threads at once.
 *
 * The table has a fixed size. Words that are met when it is full have no number of their own: they
 * are rare ones, and are counted as unknown.
 */
#ifndef PITH_WORDGRAM_WORDS_H
#define PITH_WORDGRAM_WORDS_H

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "text/tokens.h"

enum {
    WORDS_UNKNOWN = 0, /* numbers that are no words */
    WORDS_BEGIN = 1,   /* the start of a sentence */
    WORDS_FIRST = 2,
    WORDS_BITS = 21, /* of a number: three of them are a key */
    WORDS_BYTES = 72 /* of memory for a word that there is room for: here, and when it is fitted */
};

struct words {
    _Atomic uint64_t *slots; /* (slot_mask + 1): hash; 0: free */
    uint32_t *numbers;       /* (slot_mask + 1) */
    size_t slot_mask;
    uint64_t *hashes; /* (cap): by number */
    uint32_t count, cap;
    bool keep_texts;
    char *texts; /* NUL-terminated, one after the other */
    size_t *text_at;
    size_t texts_len, texts_cap;
    _Atomic uint64_t homeless; /* tokens that found the table full */
    bool failed;               /* no memory for texts */
    pthread_mutex_t lock;
};

/* Room for at most CAP words and numbers. */
bool words_init(struct words *words, uint32_t cap, bool keep_texts);
void words_deinit(struct words *words);

/* The number of a token's word. */
uint32_t words_number(struct words *words, const struct pith__text_token *token);

/* The number of the word with this hash, if it has one. */
uint32_t words_known(const struct words *words, uint64_t hash);

/* The text of a word, where texts are kept. */
const char *words_text(const struct words *words, uint32_t number);

#endif
