/*
 * ngram_file.h - converts the n-grams of a model with their log ratios to the bytes of a model
 * file, back, and to text.
 */
#ifndef PITH_NGRAM_FILE_H
#define PITH_NGRAM_FILE_H

#include <stdio.h>

#include "model/chargram.h"
#include "train/ngram_count.h"

/* Strings of one length, in ascending order. */
struct ngram_nodes_level {
    uint64_t *keys;
    int16_t *scores;   /* what the last symbol adds after the others, in units */
    int16_t *backoffs; /* what is added when a longer string is missing */
    size_t count;
};

/* All strings of a model; levels[0] is the empty string and unused. The set is closed under
 * removing the first or last symbol, and has all single symbols. */
struct ngram_nodes {
    unsigned order, folding;
    int32_t prior;
    struct ngram_nodes_level levels[PITH__CHARGRAM_ORDER + 1];
};

/* Adds NATS to the score of every character: above 0 the model keeps more. */
void ngram_nodes_bias(struct ngram_nodes *nodes, double nats);

bool ngram_nodes_alloc(struct ngram_nodes_level *level, size_t count);
void ngram_nodes_deinit(struct ngram_nodes *nodes);

/* Builds the bytes of a model, with the lookup table if it fits and TABLE is true. FACTS are lines
 * for people. The caller frees the result. Returns NULL when out of memory or if the suffix of a
 * string is missing. */
unsigned char *ngram_bytes(const struct ngram_nodes *nodes, bool table, const char *facts,
                           size_t *len);

/* Extracts the strings of a model. Returns false when out of memory. */
bool ngram_nodes_of(struct ngram_nodes *nodes, const struct pith__chargram *model);

/* Writes a model as text, as described in docs/reference/model-format.md. Returns false when out of
 * memory.
 */
bool ngram_dump(const struct pith__chargram *model, FILE *file);

/* The same for a built-in model, and for one in the bytes of a file. On failure they return false
 * and set *WRONG, to NULL when out of memory. */
bool ngram_dump_built_in(const char *name, FILE *file, const char **wrong);
bool ngram_dump_bytes(const char *bytes, size_t len, FILE *file, const char **wrong);

/* Parses such a text and builds the bytes of the model. The caller frees them. On failure returns
 * NULL and sets ERROR to what is wrong and in which line. */
unsigned char *ngram_load(const char *text, size_t text_len, size_t *len, pith_error *error);

/* Names of foldings: ascii, unicode, ascii-nonlexical, unicode-nonlexical. */
const char *ngram_folding_name(unsigned folding);

#endif
