/*
 * ngram_train.h - in: segments; out: n-gram counts of clean text and boilerplate, cross-validation
 * results, and the bytes of a model.
 */
#ifndef PITH_NGRAM_TRAIN_H
#define PITH_NGRAM_TRAIN_H

#include "train/ngram_count.h"
#include "train/ngram_texts.h"

struct ngram_options {
    unsigned order, folding;
    double q;
    double bias;    /* nats added per character; 0: as in the paper */
    bool auto_bias; /* for the learning curve: use ngram_find_bias() */
    bool direct;    /* count blocks by their labels; else differential, as in the paper */
    uint64_t least; /* minimum count; rarer strings are dropped; 0 and 1: keep all */
};

/* Counts the segments of the pages marked in PAGES, (page_count), or of all if NULL.
 *
 * Direct: content and boilerplate are the blocks with these labels. Differential: clean text is the
 * gold text of pages; boilerplate is the counts of all their blocks minus that, never below zero.
 * Clean text without a page is then added to the clean counts, and rare strings are dropped.
 * Returns false when out of memory. */
bool ngram_train_counts(const struct ngram_texts *texts, const struct ngram_options *options,
                        const bool *pages, struct ngram_levels *clean, struct ngram_levels *dirty);

/* Counts all blocks of pages, whatever their label, for cross-entropy. */
bool ngram_train_raw(const struct ngram_texts *texts, const struct ngram_options *options,
                     const bool *pages, struct ngram_levels *raw);

/* Builds the bytes of a model for these pages; the caller frees them. Returns NULL when out of
 * memory. */
unsigned char *ngram_train_model(const struct ngram_texts *texts,
                                 const struct ngram_options *options, const bool *pages,
                                 const char *facts, size_t *len);

/* Cross-validation results for each order and each q. */
enum { NGRAM_QS = 10 };
extern const double ngram_qs[NGRAM_QS];

struct ngram_cell {
    double entropy;          /* of all blocks, in bits per symbol, by one model of all blocks */
    double kept, right, all; /* words: kept; kept content; content */
};

struct ngram_grid {
    unsigned orders; /* 1 to ORDERS were tried */
    struct ngram_cell cells[PITH__CHARGRAM_ORDER + 1][NGRAM_QS];
};

/* Splits pages into FOLDS by site and evaluates each fold with models of the others. options->order
 * is the highest to try, options->q is ignored. DONE, if not NULL, is called after each fold.
 * Returns false when out of memory. */
bool ngram_cross_validate(const struct ngram_texts *texts, const struct ngram_options *options,
                          unsigned folds, uint64_t seed, void (*done)(unsigned fold, unsigned all),
                          struct ngram_grid *grid);

/* F1 over a cell's words. */
double ngram_cell_f1(const struct ngram_cell *cell);

/* Picks the lowest order whose entropy is within one per cent of the minimum, and its best q: a
 * higher order gains too little for its size. */
void ngram_grid_pick(const struct ngram_grid *grid, unsigned *order, double *q);

#endif
