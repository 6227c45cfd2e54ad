/*
 * wordgram_fit.h - counts of words, pairs and triples in; out: which of them a model keeps, and
 * their exact log probabilities, as docs/explanation/perplexity.md has the formulas.
 */
#ifndef PITH_WORDGRAM_FIT_H
#define PITH_WORDGRAM_FIT_H

#include "model/wordgram.h"
#include "train/wordgram_read.h"

struct wordgram_fitting {
    unsigned order;
    enum pith__wordgram_estimate estimate;
    uint64_t min_count;  /* n-grams that occur fewer times are left out */
    uint64_t min_word;   /* likewise words */
    uint64_t vocabulary; /* words, at most; 0: any number */
    uint64_t size;       /* bytes of the model, at most; 0: any number */
    size_t memory;       /* bytes */
};

/* A pair or triple that is kept. */
struct wordgram_gram {
    uint64_t key; /* of the list that it comes from */
    uint32_t count;
    uint32_t adjusted; /* the count that Kneser-Ney takes: of different words before it */
    double value;      /* log probability, base 2 */
    double weight;     /* log of what unseen tokens get behind it; Kneser-Ney */
    double total;      /* of all adjusted counts of triples that begin with it */
};

/* Kneser-Ney's discounts of n-grams that occur once, twice, more often; [0] is 0. */
struct wordgram_discounts {
    double of[4];
};

struct wordgram_fit {
    const struct wordgram_fitting *fitting;
    struct wordgram_counts *counts;
    uint32_t numbers; /* words that were met, and the two numbers before them */

    /* (numbers), by number */
    uint64_t *word_counts; /* of WORDS_BEGIN: sentences */
    uint32_t *word_types;  /* different words before it */
    double *totals;        /* of the adjusted counts of all pairs that begin with it */
    double *values;        /* log probability where the pair was not seen */
    double *weights;       /* Kneser-Ney */
    bool *known;           /* in the vocabulary */

    uint32_t vocabulary; /* words that are */
    uint64_t tokens;
    double unknown;                 /* log probability of all other words */
    struct wordgram_gram *grams[2]; /* pairs, triples; in the order of their keys */
    size_t gram_counts[2];
    uint64_t different[2];                  /* before anything was left out */
    struct wordgram_discounts discounts[3]; /* of words, pairs, triples */
    double pair_gain, triple_gain;          /* the least of what is kept, in bits; 0: all */
};

/* False: there is no memory, or more n-grams are to be kept than fit in what there is; *MESSAGE
 * tells. FIT is to be freed in any case. */
bool wordgram_fit(struct wordgram_fit *fit, const struct wordgram_fitting *fitting,
                  struct wordgram_counts *counts, const char **message);
void wordgram_fit_deinit(struct wordgram_fit *fit);

/* The kept pair or triple of this key; NULL: there is none. ORDER is 2 or 3. */
struct wordgram_gram *wordgram_fit_find(const struct wordgram_fit *fit, unsigned order,
                                        uint64_t key);

/* The log probability of a word behind two others, by number; BEFORE is ignored for pairs and where
 * PREVIOUS is WORDS_BEGIN. Numbers of words that are not known are WORDS_UNKNOWN. */
double wordgram_fit_value(const struct wordgram_fit *fit, enum pith__wordgram_estimate estimate,
                          uint32_t before, uint32_t previous, uint32_t word);

/* The perplexity of a sentence that is held out. */
double wordgram_fit_perplexity(const struct wordgram_fit *fit,
                               enum pith__wordgram_estimate estimate,
                               const struct held_sentence *sentence);

#endif
