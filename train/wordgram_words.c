/*
 * wordgram_words.c - see wordgram_words.h.
 *
 * Nearly every token is a word that already has a number, so lookups take no lock: a table that
 * does not grow may be read while a word is added.
 */
#include "train/wordgram_words.h"

#include <stdlib.h>
#include <string.h>

bool words_init(struct words *words, uint32_t cap, bool keep_texts)
{
    *words = (struct words){.cap = cap, .keep_texts = keep_texts};
    if (keep_texts)
        words->text_at = calloc(cap, sizeof *words->text_at);
    pthread_mutex_init(&words->lock, NULL);
    return pith__hash_reserve(&words->hashes, cap) == PITH_OK && (!keep_texts || words->text_at);
}

void words_deinit(struct words *words)
{
    pith__hash_deinit(&words->hashes);
    free(words->texts);
    free(words->text_at);
    words->texts = NULL;
    words->text_at = NULL;
    pthread_mutex_destroy(&words->lock);
}

static void keep_text(struct words *words, const struct pith__text_token *token)
{
    if (words->texts_cap - words->texts_len < PITH__TOKEN_MOST + 1) {
        size_t cap = words->texts_cap * 2 + 4096;
        char *texts = realloc(words->texts, cap);
        if (!texts) {
            words->failed = true;
            return;
        }
        words->texts = texts;
        words->texts_cap = cap;
    }
    words->text_at[words_count(words)] = words->texts_len;
    memcpy(words->texts + words->texts_len, token->text, token->len);
    words->texts[words->texts_len + token->len] = '\0';
    words->texts_len += token->len + 1;
}

/* Hash 0 never stands for a word; models use 1 for it. */
static uint64_t key_of(uint64_t hash)
{
    return hash != 0 ? hash : 1;
}

static uint32_t insert(struct words *words, uint64_t hash, const struct pith__text_token *token)
{
    pthread_mutex_lock(&words->lock);
    uint32_t number = pith__hash_find(&words->hashes, hash);
    if (number == PITH__HASH_NONE && words_count(words) < words->cap) {
        if (words->keep_texts)
            keep_text(words, token);
        words->failed |= pith__hash_add(&words->hashes, hash, &number) != PITH_OK;
    }
    pthread_mutex_unlock(&words->lock);
    return number;
}

uint32_t words_number(struct words *words, const struct pith__text_token *token)
{
    uint64_t hash = key_of(token->hash);
    uint32_t number = pith__hash_find(&words->hashes, hash);
    if (number == PITH__HASH_NONE)
        number = insert(words, hash, token);
    if (number != PITH__HASH_NONE)
        return number + WORDS_FIRST;
    atomic_fetch_add_explicit(&words->homeless, 1, memory_order_relaxed);
    return WORDS_UNKNOWN;
}

uint32_t words_known(const struct words *words, uint64_t hash)
{
    uint32_t number = pith__hash_find(&words->hashes, key_of(hash));
    return number != PITH__HASH_NONE ? number + WORDS_FIRST : WORDS_UNKNOWN;
}

const char *words_text(const struct words *words, uint32_t number)
{
    return words->texts + words->text_at[number];
}
