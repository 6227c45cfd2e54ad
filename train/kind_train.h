/*
 * kind_train.h - pages of known kinds in; out: a forest that tells the kind of a page, and how well
 * such forests do on sites that they did not learn from.
 *
 * A kind has trees of its own, which learn to tell it from all others. Each page is learnt from
 * twice: with the address that it came from, and with none but what it says itself.
 */
#ifndef PITH_KIND_TRAIN_H
#define PITH_KIND_TRAIN_H

#include "train/forest_file.h"
#include "train/matrix.h"

/* Rows of a page. */
enum { KIND_WITH_ADDRESS, KIND_WITHOUT_ADDRESS, KIND_ROWS };

/* The features of pages as the columns of a matrix, whose classes are kinds, from 0. */
struct kind_columns {
    uint32_t features[PITH__KIND_FEATURES]; /* all of them */
    const char *field;                      /* of a page that has its kind */
    struct pith__arena arena;
    struct matrix_columns columns; /* for matrix_read_columns() */
};

/* COLUMNS stays where it is. */
void kind_columns_init(struct kind_columns *columns, const char *field);
void kind_columns_deinit(struct kind_columns *columns);

struct kind_options {
    struct boost_options boost;
    unsigned folds;                               /* 0 or 1: nothing is held out; at most 255 */
    uint64_t seed;                                /* of the division into folds */
    void (*done)(unsigned trained, unsigned all); /* is told of each forest; may be NULL */
};

/* What was learnt. Zeroed at first. */
struct kind_trained {
    struct boost_forest forest; /* of all pages; tree i is for kind i % PITH__KINDS */
    struct forest_settings settings;
    unsigned folds;        /* 0: nothing was held out */
    uint8_t *fold_of_page; /* (page_count) */
    double *chances;       /* (rows, PITH__KINDS): by the forest that has not seen the site */
};

/* False: there is no memory. */
bool kind_train(const struct matrix *matrix, const struct kind_options *options,
                struct kind_trained *out);
void kind_trained_deinit(struct kind_trained *trained);

#endif
