/*
 * ngram_file.h - the strings of an n-gram model with their log ratios in, the bytes of a model file
 * out; and back; and as text.
 */
#ifndef PITH_NGRAM_FILE_H
#define PITH_NGRAM_FILE_H

#include <stdio.h>

#include "model/chargram.h"
#include "train/ngram_count.h"

/* Strings of a length, rising. */
struct ngram_nodes_level {
    uint64_t *keys;
    int16_t *scores;   /* what the last symbol adds behind the others, in units */
    int16_t *backoffs; /* what is added where a longer string is not there */
    size_t count;
};

/* All strings of a model; levels[0] is the empty one and not used. With each string there are those
 * without its first and without its last symbol; all single symbols are there. */
struct ngram_nodes {
    unsigned order, folding;
    int32_t prior;
    struct ngram_nodes_level levels[PITH__CHARGRAM_ORDER + 1];
};

/* Adds NATS to what every character adds: above 0 the model keeps more. */
void ngram_nodes_bias(struct ngram_nodes *nodes, double nats);

bool ngram_nodes_alloc(struct ngram_nodes_level *level, size_t count);
void ngram_nodes_deinit(struct ngram_nodes *nodes);

/* The bytes of a model, with the table where it fits, unless TABLE is false. FACTS are lines for
 * people. The caller frees them. NULL: there is no memory, or a string lacks its end. */
unsigned char *ngram_bytes(const struct ngram_nodes *nodes, bool table, const char *facts,
                           size_t *len);

/* The strings of a model. False: there is no memory. */
bool ngram_nodes_of(struct ngram_nodes *nodes, const struct pith__chargram *model);

/* Writes a model as text; docs/reference/model-format.md describes it. False: there is no memory.
 */
bool ngram_dump(const struct pith__chargram *model, FILE *file);

/* Likewise of a built-in model, and of one in a file's bytes. False: *WRONG says why, or is NULL
 * where there is no memory. */
bool ngram_dump_built_in(const char *name, FILE *file, const char **wrong);
bool ngram_dump_bytes(const char *bytes, size_t len, FILE *file, const char **wrong);

/* The bytes of a model of such a text. The caller frees them. NULL: ERROR says what is wrong, and
 * in which line. */
unsigned char *ngram_load(const char *text, size_t text_len, size_t *len, pith_error *error);

/* How foldings are called: ascii, unicode, ascii-nonlexical, unicode-nonlexical. */
const char *ngram_folding_name(unsigned folding);

#endif
