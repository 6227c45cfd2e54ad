/*
 * ngram_train.h - segments in; out: counts of clean text and of boilerplate, how well models of
 * them do on pages that they have not seen, and the bytes of a model.
 */
#ifndef PITH_NGRAM_TRAIN_H
#define PITH_NGRAM_TRAIN_H

#include "train/ngram_count.h"
#include "train/ngram_texts.h"

struct ngram_options {
    unsigned order, folding;
    double q;
    double bias;    /* nats that each character adds; 0: as in the paper */
    bool auto_bias; /* for the learning curve: ngram_find_bias() says it */
    bool direct;    /* blocks by their labels; else differential, as in the paper */
    uint64_t least; /* strings that occur less often are forgotten; 0 and 1: none */
};

/* Counts the segments of the PAGES that are true, (page_count); NULL: of all.
 *
 * Direct: content and boilerplate are the blocks that are labelled so. Differential: clean text is
 * the true text of pages; boilerplate is what all their blocks have less that, never below zero.
 * Clean text of no page is added to the clean counts at the end; then rare strings are forgotten.
 * False: there is no memory. */
bool ngram_train_counts(const struct ngram_texts *texts, const struct ngram_options *options,
                        const bool *pages, struct ngram_levels *clean, struct ngram_levels *dirty);

/* Counts of all blocks of pages, whatever their label: for cross-entropy. */
bool ngram_train_raw(const struct ngram_texts *texts, const struct ngram_options *options,
                     const bool *pages, struct ngram_levels *raw);

/* The bytes of a model of such pages; the caller frees them. NULL: there is no memory. */
unsigned char *ngram_train_model(const struct ngram_texts *texts,
                                 const struct ngram_options *options, const bool *pages,
                                 const char *facts, size_t *len);

/* What cross-validation finds for each order and each q. */
enum { NGRAM_QS = 10 };
extern const double ngram_qs[NGRAM_QS];

struct ngram_cell {
    double entropy;          /* of all blocks, in bits a symbol, by one model of all blocks */
    double kept, right, all; /* words: kept; kept and content; content */
};

struct ngram_grid {
    unsigned orders; /* 1 to ORDERS were tried */
    struct ngram_cell cells[PITH__CHARGRAM_ORDER + 1][NGRAM_QS];
};

/* Divides pages into FOLDS by site; each is judged by models of the others. options->order is the
 * highest that is tried, options->q is not used. DONE, unless NULL, is told of each fold. False:
 * there is no memory. */
bool ngram_cross_validate(const struct ngram_texts *texts, const struct ngram_options *options,
                          unsigned folds, uint64_t seed, void (*done)(unsigned fold, unsigned all),
                          struct ngram_grid *grid);

/* F1 of a cell's words. */
double ngram_cell_f1(const struct ngram_cell *cell);

/* The lowest order whose entropy is within one per cent of the lowest, and its best q: what a
 * higher order gains beyond that is not worth its strings. */
void ngram_grid_pick(const struct ngram_grid *grid, unsigned *order, double *q);

#endif
