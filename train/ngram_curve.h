/*
 * ngram_curve.h - how well the method ngram does by the number of pages that it was trained on, as
 * Figure 4 of the paper has it.
 */
#ifndef PITH_NGRAM_CURVE_H
#define PITH_NGRAM_CURVE_H

#include "train/ngram_train.h"

enum { NGRAM_CURVE_POINTS = 32 };

struct ngram_curve_point {
    size_t pages;   /* trained on */
    double words;   /* of their true text */
    double bias;    /* of the model */
    double f, p, r; /* measure ncleaner, over the words of all test pages */
};

struct ngram_curve {
    struct ngram_curve_point points[NGRAM_CURVE_POINTS];
    size_t count;
    size_t test_pages;
};

/* The sets that are measured on, and which of their pages. */
struct ngram_curve_test {
    const char *const *paths;
    size_t path_count;
    const char *const *wheres;
    size_t where_count;
};

/* Trains on 1, 2, 5, 10, 20, 50 ... pages and on all of them, each set of pages being a part of the
 * next; SEED puts them in order. Test pages go the whole way through the library. NULL: all is
 * well; else what is wrong. */
const char *ngram_curve_run(const struct ngram_texts *texts, const struct ngram_options *options,
                            const struct ngram_curve_test *test, uint64_t seed,
                            void (*done)(unsigned point, unsigned all), struct ngram_curve *curve);

#endif
