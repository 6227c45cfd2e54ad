/*
 * wordgram_words.c - see wordgram_words.h.
 *
 * Nearly every token is a word that has a number already, so looking up takes no lock: a slot's
 * hash is stored last, and whoever sees it sees the number too.
 */
#include "train/wordgram_words.h"

#include <stdlib.h>
#include <string.h>

bool words_init(struct words *words, uint32_t cap, bool keep_texts)
{
    size_t slots = 64;
    *words = (struct words){.cap = cap, .count = WORDS_FIRST, .keep_texts = keep_texts};
    while (slots < 2 * (size_t)cap)
        slots *= 2;
    words->slot_mask = slots - 1;
    words->slots = calloc(slots, sizeof *words->slots);
    words->numbers = calloc(slots, sizeof *words->numbers);
    words->hashes = calloc(cap, sizeof *words->hashes);
    if (keep_texts)
        words->text_at = calloc(cap, sizeof *words->text_at);
    pthread_mutex_init(&words->lock, NULL);
    return words->slots && words->numbers && words->hashes && (!keep_texts || words->text_at);
}

void words_deinit(struct words *words)
{
    free(words->slots);
    free(words->numbers);
    free(words->hashes);
    free(words->texts);
    free(words->text_at);
    words->slots = NULL;
    words->numbers = NULL;
    words->hashes = NULL;
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
    words->text_at[words->count] = words->texts_len;
    memcpy(words->texts + words->texts_len, token->text, token->len);
    words->texts[words->texts_len + token->len] = '\0';
    words->texts_len += token->len + 1;
}

/* The slot that HASH is in, or the free one where it would be. */
static size_t find(const struct words *words, uint64_t hash)
{
    size_t slot = (size_t)hash & words->slot_mask;
    for (;;) {
        uint64_t there = atomic_load_explicit(&words->slots[slot], memory_order_acquire);
        if (there == hash || there == 0)
            return slot;
        slot = (slot + 1) & words->slot_mask;
    }
}

static uint32_t insert(struct words *words, uint64_t hash, const struct pith__text_token *token)
{
    uint32_t number = WORDS_UNKNOWN;
    pthread_mutex_lock(&words->lock);
    size_t slot = find(words, hash);
    if (atomic_load_explicit(&words->slots[slot], memory_order_relaxed) == hash) {
        number = words->numbers[slot];
    } else if (words->count < words->cap) {
        if (words->keep_texts)
            keep_text(words, token);
        number = words->count++;
        words->hashes[number] = hash;
        words->numbers[slot] = number;
        atomic_store_explicit(&words->slots[slot], hash, memory_order_release);
    }
    pthread_mutex_unlock(&words->lock);
    return number;
}

uint32_t words_number(struct words *words, const struct pith__text_token *token)
{
    uint64_t hash = token->hash != 0 ? token->hash : 1;
    size_t slot = find(words, hash);
    if (atomic_load_explicit(&words->slots[slot], memory_order_relaxed) == hash)
        return words->numbers[slot];
    uint32_t number = insert(words, hash, token);
    if (number == WORDS_UNKNOWN)
        atomic_fetch_add_explicit(&words->homeless, 1, memory_order_relaxed);
    return number;
}

uint32_t words_known(const struct words *words, uint64_t hash)
{
    size_t slot = find(words, hash != 0 ? hash : 1);
    return atomic_load_explicit(&words->slots[slot], memory_order_relaxed) != 0
               ? words->numbers[slot]
               : WORDS_UNKNOWN;
}

const char *words_text(const struct words *words, uint32_t number)
{
    return words->texts + words->text_at[number];
}
