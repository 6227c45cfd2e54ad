/*
 * model_facts.h - trained models as bytes, with facts about their training in them.
 *
 * The facts are lines of a name and a value: data, conditions, parameters and results. No fact is a
 * date, so the same training writes the same file.
 */
#ifndef PITH_MODEL_FACTS_H
#define PITH_MODEL_FACTS_H

#include "train/auto_report.h"
#include "train/decision.h"
#include "train/kind_train.h"
#include "train/ngram_train.h"
#include "train/wordgram_file.h"

/* The labelled pages that a model was trained on. */
struct train_sources {
    const char *const *sets;
    size_t set_count;
    size_t snippet_count; /* of the sets, at their end: those labelled by snippets */
    const char *const *wheres;
    size_t where_count;
};

/* For each of these: the bytes of a model, which the caller frees. NULL: there is no memory, or a
 * forest is too large for a model. */

struct auto_model {
    struct train_sources sources;
    const char *from; /* file of the model that training continued from, or NULL */
    const struct auto_options *options;
    const struct matrix *matrix;
    const struct tagger_columns *columns;
    const struct auto_trained *trained;
    struct auto_mean f1; /* of held-out pages */
};
unsigned char *auto_model_bytes(const struct auto_model *model, size_t *len);

struct kind_model {
    struct train_sources sources;
    const struct kind_options *options;
    const struct matrix *matrix;
    const struct kind_columns *columns;
    const struct kind_trained *trained;
};
unsigned char *kind_model_bytes(const struct kind_model *model, size_t *len);

struct ngram_model {
    struct train_sources sources;
    const char *raw, *clean;        /* folders, or NULL */
    const char *const *clean_texts; /* files of more clean text */
    size_t clean_text_count;
    uint64_t clean_most; /* bytes of each that were read; 0: all */
    const struct ngram_options *options;
    const struct ngram_texts *texts;
};
unsigned char *ngram_model_bytes(const struct ngram_model *model, size_t *len);

struct wordgram_model {
    char *const *files;
    int file_count;
    const char *language; /* or NULL */
    const char *estimate; /* its name */
    const struct wordgram_fit *fit;
    const struct wordgram_measured *measured;
};

/* Adds the facts to BYTES, from wordgram_bytes(). After a failure BYTES are as before. */
unsigned char *wordgram_model_bytes(const struct wordgram_model *model, unsigned char *bytes,
                                    size_t *len);

/* Mean bytes of a word, pair or triple in a model of LEN bytes. */
double wordgram_bytes_per_gram(const struct wordgram_fit *fit, size_t len);

struct decision_model {
    struct train_sources sources;
    const char *const *weighs; /* CLASS=FACTOR */
    size_t weigh_count;
    unsigned classes;
    const struct matrix *matrix;
    double words;         /* of the data, before classes were weighed */
    const char *features; /* as they were named */
    bool one_rule;        /* the algorithm was 1R, not a tree */
    bool by_blocks;       /* each block counted the same */
    const struct decision_options *options;
    uint64_t folds;
    const struct pith__decision_tree *tree;
};

/* Writes the model of a tree, which is text. */
void decision_model_write(const struct decision_model *model, FILE *file);

#endif
