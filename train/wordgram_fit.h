/*
 * wordgram_fit.h - in: counts of words, pairs and triples; out: those that the model keeps, with
 * their exact log probabilities. docs/explanation/perplexity.md has the formulas.
 */
#ifndef PITH_WORDGRAM_FIT_H
#define PITH_WORDGRAM_FIT_H

#include "model/wordgram.h"
#include "train/wordgram_read.h"

struct wordgram_fitting {
    unsigned order;
    enum pith__wordgram_estimate estimate;
    uint64_t min_count;  /* n-grams that occur fewer times are dropped */
    uint64_t min_word;   /* the same for words */
    uint64_t vocabulary; /* maximum number of words; 0: no limit */
    uint64_t size;       /* maximum size of the model in bytes; 0: no limit */
    size_t memory;       /* bytes */
};

/* A pair or triple in the model. */
struct wordgram_gram {
    uint64_t key; /* as in the list it comes from */
    uint32_t count;
    uint32_t adjusted; /* Kneser-Ney count: distinct words before it */
    double value;      /* log probability, base 2 */
    double weight;     /* Kneser-Ney: log of the back-off weight of this context */
    double total;      /* sum of adjusted counts of the triples that begin with it */
};

/* Kneser-Ney discounts for n-grams that occur once, twice, more often; [0] is 0. */
struct wordgram_discounts {
    double of[4];
};

struct wordgram_fit {
    const struct wordgram_fitting *fitting;
    struct wordgram_counts *counts;
    uint32_t numbers; /* number of words seen, plus the two special numbers before them */

    /* (numbers), by number */
    uint64_t *word_counts; /* for WORDS_BEGIN: number of sentences */
    uint32_t *word_types;  /* distinct words before it */
    double *totals;        /* sum of adjusted counts of the pairs that begin with it */
    double *values;        /* log probability after a word with which it forms no known pair */
    double *weights;       /* Kneser-Ney back-off weights */
    bool *known;           /* in the vocabulary */

    uint32_t vocabulary; /* number of known words */
    uint64_t tokens;
    double unknown;                 /* log probability of all other words */
    struct wordgram_gram *grams[2]; /* pairs, triples; sorted by key */
    size_t gram_counts[2];
    uint64_t different[2];                  /* before anything was dropped */
    struct wordgram_discounts discounts[3]; /* for words, pairs, triples */
    double pair_gain, triple_gain;          /* lowest gain of a kept n-gram, in bits; 0: all kept */
};

/* Returns false and sets *MESSAGE when out of memory or if more n-grams are to be kept than fit in
 * it. FIT must be freed in either case. */
bool wordgram_fit(struct wordgram_fit *fit, const struct wordgram_fitting *fitting,
                  struct wordgram_counts *counts, const char **message);
void wordgram_fit_deinit(struct wordgram_fit *fit);

/* The kept pair or triple with this key, or NULL. ORDER is 2 or 3. */
struct wordgram_gram *wordgram_fit_find(const struct wordgram_fit *fit, unsigned order,
                                        uint64_t key);

/* The log probability of a word after two others, given by number; BEFORE is ignored for pairs and
 * if PREVIOUS is WORDS_BEGIN. Unknown words have the number WORDS_UNKNOWN. */
double wordgram_fit_value(const struct wordgram_fit *fit, enum pith__wordgram_estimate estimate,
                          uint32_t before, uint32_t previous, uint32_t word);

/* The perplexity of a held-out sentence. */
double wordgram_fit_perplexity(const struct wordgram_fit *fit,
                               enum pith__wordgram_estimate estimate,
                               const struct held_sentence *sentence);

#endif
