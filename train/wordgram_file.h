/*
 * wordgram_file.h - a fitted model as the bytes of a file, and how it does on held-out text.
 */
#ifndef PITH_WORDGRAM_FILE_H
#define PITH_WORDGRAM_FILE_H

#include "model/wordgram.h"

struct wordgram_fit;

/* Bytes of a file with so many words, pairs and triples, without its facts. */
uint64_t wordgram_file_size(unsigned order, enum pith__wordgram_estimate estimate,
                            const uint64_t grams[3]);

/* What is known of a model beside its tables. */
struct wordgram_about {
    const char *language; /* at most PITH__WORDGRAM_LANGUAGE bytes */
    double limits[PITH__WORDGRAM_LIMITS];
    const char *facts;
};

/* The bytes of a model of which nothing is said yet; the caller frees them. NULL: there is no
 * memory, or two words have the same hash. */
unsigned char *wordgram_bytes(const struct wordgram_fit *fit, size_t *len);

/* The same with what is to be said of it. NULL: there is no memory; BYTES are as they were. */
unsigned char *wordgram_describe(unsigned char *bytes, size_t *len,
                                 const struct wordgram_about *about);

/* Held-out text by the exact model and by its file. */
struct wordgram_measured {
    uint64_t sentences, tokens;
    double exact, model;          /* perplexity of all tokens */
    double mean_error, max_error; /* of a sentence's perplexity: a share */
    double removed;               /* share of tokens in sentences above 8,000 by interpolation */
    double limits[PITH__WORDGRAM_LIMITS]; /* those of the model that remove the same shares */
};

/* False: there is no memory. Without held-out text all is 0, and limits are those asked for. */
bool wordgram_measure(const struct wordgram_fit *fit, const struct pith__wordgram *model,
                      struct wordgram_measured *measured);

#endif
