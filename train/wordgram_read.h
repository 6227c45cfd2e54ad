/*
 * wordgram_read.h - in: text files; out: the counts of every pair and triple of words, and some
 * held-out sentences for evaluation.
 *
 * Memory is bounded: files are read in chunks, long lines are split where necessary, and counts go
 * to temporary files (wordgram_count.h).
 */
#ifndef PITH_WORDGRAM_READ_H
#define PITH_WORDGRAM_READ_H

#include "train/wordgram_count.h"
#include "train/wordgram_words.h"

enum {
    WORDGRAM_HELD_MOST = 1 << 20, /* maximum number of held-out tokens */
    WORDGRAM_FIXED = 16 << 20     /* bytes for the program, decompression and held-out text */
};

/* The part of MEMORY bytes that is left for words and n-grams. */
static inline size_t wordgram_usable(size_t memory)
{
    return memory > 2 * (size_t)WORDGRAM_FIXED ? memory - WORDGRAM_FIXED : memory / 2;
}

/* A held-out sentence: LEN token hashes, from index AT on. */
struct held_sentence {
    uint64_t line; /* hash of its line */
    size_t at;
    uint32_t number; /* index in its line */
    uint32_t len;
};

/* Sorted by line hash, so that the order does not depend on threads. */
struct held_out {
    struct held_sentence *sentences;
    size_t count, cap;
    uint64_t *tokens;
    size_t token_count, token_cap;
    uint64_t share; /* lines with a hash below this are held out */
};

struct wordgram_reading {
    char *const *files;
    int count;
    unsigned order, threads;
    size_t memory; /* bytes */
    bool keep_texts;
    bool hold_out;

    /* Reports a problem with a file, in words for people. */
    void (*note)(const char *file, const char *message);
    /* Reports progress: fraction of all bytes, and words so far. May be NULL. */
    void (*progress)(double share, uint64_t words);
};

struct wordgram_counts {
    struct words words;
    struct counts_list pairs;   /* number << WORDS_BITS | number */
    struct counts_list triples; /* the same; only for order 3 */
    struct held_out held;
    uint64_t tokens, sentences, bytes; /* counted tokens and sentences; all bytes */
};

/* Returns false if something failed, which was reported. The counts must be freed in either case.
 */
bool wordgram_read(const struct wordgram_reading *reading, struct wordgram_counts *counts);
void wordgram_counts_deinit(struct wordgram_counts *counts);

#endif
