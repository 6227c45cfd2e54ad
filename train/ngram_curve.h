/*
 * ngram_curve.h - the learning curve of the method ngram over the number of training pages, as in
 * Figure 4 of the paper.
 */
#ifndef PITH_NGRAM_CURVE_H
#define PITH_NGRAM_CURVE_H

#include "train/ngram_train.h"

enum { NGRAM_CURVE_POINTS = 32 };

struct ngram_curve_point {
    size_t pages;   /* training pages */
    double words;   /* in their gold text */
    double bias;    /* of the model */
    double f, p, r; /* the measure ncleaner, over the words of all test pages */
};

struct ngram_curve {
    struct ngram_curve_point points[NGRAM_CURVE_POINTS];
    size_t count;
    size_t test_pages;
};

/* The test sets, and which of their pages to use. */
struct ngram_curve_test {
    const char *const *paths;
    size_t path_count;
    const char *const *wheres;
    size_t where_count;
};

/* Trains on 1, 2, 5, 10, 20, 50 ... pages and on all of them; each set of pages includes the
 * previous one, and SEED determines their order. Test pages go through the whole library. Returns
 * NULL, or an error message. */
const char *ngram_curve_run(const struct ngram_texts *texts, const struct ngram_options *options,
                            const struct ngram_curve_test *test, uint64_t seed,
                            void (*done)(unsigned point, unsigned all), struct ngram_curve *curve);

#endif
