/*
 * kind_train.h - in: pages of known kinds; out: a forest that classifies the kind of a page, and
 * its out-of-fold performance on unseen sites.
 *
 * Each kind has its own trees, trained one-vs-rest. Each page is used twice: with the URL it came
 * from, and with only what the page itself says.
 */
#ifndef PITH_KIND_TRAIN_H
#define PITH_KIND_TRAIN_H

#include "train/forest_file.h"
#include "train/matrix.h"

/* The rows of a page. */
enum { KIND_WITH_ADDRESS, KIND_WITHOUT_ADDRESS, KIND_ROWS };

/* Page features as the columns of a matrix, whose classes are kinds, from 0. */
struct kind_columns {
    uint32_t features[PITH__KIND_FEATURES]; /* all of them */
    const char *field;                      /* the field of a page that has its kind */
    struct pith__arena arena;
    struct matrix_columns columns; /* for matrix_read_columns() */
};

/* COLUMNS must not move. */
void kind_columns_init(struct kind_columns *columns, const char *field);
void kind_columns_deinit(struct kind_columns *columns);

struct kind_options {
    struct boost_options boost;
    unsigned folds;                               /* 0 or 1: no cross-validation; at most 255 */
    uint64_t seed;                                /* for the split into folds */
    void (*done)(unsigned trained, unsigned all); /* called after each forest; may be NULL */
};

/* The result. Zero it before use. */
struct kind_trained {
    struct boost_forest forest; /* trained on all pages; tree i is for kind i % PITH__KINDS */
    struct forest_settings settings;
    unsigned folds;        /* 0: no cross-validation */
    uint8_t *fold_of_page; /* (page_count) */
    double *chances;       /* (rows, PITH__KINDS): out-of-fold probabilities */
};

/* Returns false when out of memory. */
bool kind_train(const struct matrix *matrix, const struct kind_options *options,
                struct kind_trained *out);
void kind_trained_deinit(struct kind_trained *trained);

#endif
