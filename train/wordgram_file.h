/*
 * wordgram_file.h - converts a fitted model to the bytes of a file, and measures it on held-out
 * text.
 */
#ifndef PITH_WORDGRAM_FILE_H
#define PITH_WORDGRAM_FILE_H

#include "model/wordgram.h"

struct wordgram_fit;

/* Size in bytes of a file with this many words, pairs and triples, without its facts. */
uint64_t wordgram_file_size(unsigned order, enum pith__wordgram_estimate estimate,
                            const uint64_t grams[3]);

/* The parts of a model other than its tables. */
struct wordgram_about {
    const char *language; /* at most PITH__WORDGRAM_LANGUAGE bytes */
    double limits[PITH__WORDGRAM_LIMITS];
    const char *facts;
};

/* Builds the bytes of a model without a description; the caller frees them. Returns NULL when out
 * of memory or if two words have the same hash. */
unsigned char *wordgram_bytes(const struct wordgram_fit *fit, size_t *len);

/* Adds the description. Returns NULL when out of memory; BYTES are unchanged then. */
unsigned char *wordgram_describe(unsigned char *bytes, size_t *len,
                                 const struct wordgram_about *about);

/* Results on held-out text, for the exact model and for its file. */
struct wordgram_measured {
    uint64_t sentences, tokens;
    double exact, model;          /* perplexity over all tokens */
    double mean_error, max_error; /* relative error of a sentence's perplexity */
    double removed;               /* fraction of tokens in sentences above 8,000 by interpolation */
    double limits[PITH__WORDGRAM_LIMITS]; /* thresholds at which the model removes the same
                                             fractions */
};

/* Returns false when out of memory. Without held-out text everything is 0, and the thresholds are
 * the requested ones. */
bool wordgram_measure(const struct wordgram_fit *fit, const struct pith__wordgram *model,
                      struct wordgram_measured *measured);

#endif
