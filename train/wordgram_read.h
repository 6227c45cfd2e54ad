/*
 * wordgram_read.h - text files in; out: how often every pair and triple of words occurs in them,
 * and some sentences that were left out of the counts, to measure with.
 *
 * Memory is bounded: files are read in chunks, a line of any length is cut where it has to be, and
 * counts go to temporary files (wordgram_count.h).
 */
#ifndef PITH_WORDGRAM_READ_H
#define PITH_WORDGRAM_READ_H

#include "train/wordgram_count.h"
#include "train/wordgram_words.h"

enum {
    WORDGRAM_HELD_MOST = 1 << 20, /* tokens that are held out, at most */
    WORDGRAM_FIXED = 16 << 20     /* bytes for the program, what is unpacked, what is held out */
};

/* What of MEMORY bytes is left for words and n-grams. */
static inline size_t wordgram_usable(size_t memory)
{
    return memory > 2 * (size_t)WORDGRAM_FIXED ? memory - WORDGRAM_FIXED : memory / 2;
}

/* A sentence that is held out: LEN hashes of tokens, from AT on. */
struct held_sentence {
    uint64_t line; /* hash of the line that it stands in */
    size_t at;
    uint32_t number; /* in its line */
    uint32_t len;
};

/* In the order of the lines' hashes, whatever thread read them when. */
struct held_out {
    struct held_sentence *sentences;
    size_t count, cap;
    uint64_t *tokens;
    size_t token_count, token_cap;
    uint64_t share; /* lines whose hash is below are held out */
};

struct wordgram_reading {
    char *const *files;
    int count;
    unsigned order, threads;
    size_t memory; /* bytes */
    bool keep_texts;
    bool hold_out;

    /* Says what is wrong with a file, in the words of people. */
    void (*note)(const char *file, const char *message);
    /* Tells how far the reading is: a share of all bytes, and words so far. Or NULL. */
    void (*progress)(double share, uint64_t words);
};

struct wordgram_counts {
    struct words words;
    struct counts_list pairs;   /* number << WORDS_BITS | number */
    struct counts_list triples; /* likewise; of order 3 alone */
    struct held_out held;
    uint64_t tokens, sentences, bytes; /* tokens and sentences that were counted; all bytes */
};

/* False: something failed and was noted. The counts are to be freed in any case. */
bool wordgram_read(const struct wordgram_reading *reading, struct wordgram_counts *counts);
void wordgram_counts_deinit(struct wordgram_counts *counts);

#endif
