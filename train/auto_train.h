/*
 * auto_train.h - in: labelled blocks; out: a forest for the method auto, and its out-of-fold
 * performance on unseen sites.
 */
#ifndef PITH_AUTO_TRAIN_H
#define PITH_AUTO_TRAIN_H

#include "train/forest_file.h"
#include "train/tagger_columns.h"

struct auto_options {
    struct boost_options boost;
    unsigned forests;  /* number of forests to average; at least 1 */
    unsigned folds;    /* 0 or 1: no cross-validation; at most 255 */
    uint64_t seed;     /* for the split into folds */
    unsigned patience; /* if not 0: early stopping on a tenth of the sites, after this many trees
                          without a gain */
    double snippet_weight;           /* weight of a page known only by snippets; others have 1 */
    bool isotonic;                   /* calibrate by isotonic regression as well as Platt scaling */
    const struct pith__forest *from; /* continue training this forest; NULL: start from scratch */
    void (*done)(unsigned trained, unsigned all); /* called after each forest; may be NULL */
};

/* The result. Zero it before use. */
struct auto_trained {
    struct boost_forest *forests; /* (folds + 1): the last is trained on all pages */
    unsigned folds;               /* 0: no cross-validation */
    uint8_t *fold_of_page;        /* (page_count) */
    struct forest_settings settings;
    double loss;            /* out-of-fold log loss; NAN without folds */
    double calibrated_loss; /* the same after calibration, which has seen these labels */
};

/* The forest of an auto model, to continue training; sets COLUMNS to the features it uses. */
const struct pith__forest *auto_base(const pith_model *model, struct tagger_columns *columns);

/* Its number of trees; 0 if FROM is NULL. */
size_t auto_base_trees(const struct pith__forest *from);

/* Rows are weighted by the words of their blocks, and each page has the same total weight. On pages
 * known only by snippets, content and boilerplate blocks have equal totals. Calibration and losses
 * use the other pages, if there are any. The SETTINGS of OUT are those of options->from, or what
 * the caller put there; with folds and without FROM, calibration is fitted anew. Returns false when
 * out of memory. */
bool auto_train(const struct matrix *matrix, const struct tagger_columns *columns,
                const struct auto_options *options, struct auto_trained *out);
void auto_trained_deinit(struct auto_trained *trained);

/* Builds a model of forest number INDEX with the settings. Returns NULL when out of memory. */
pith_model *auto_model(const struct auto_trained *trained, unsigned index,
                       const struct tagger_columns *columns);

/* Snippets found in a page's output: required ones, and forbidden ones. */
struct auto_found {
    double rightly, wrongly;
};

/* The result for one page. */
struct auto_page {
    char *id;
    unsigned fold;
    bool snippets;     /* known only by snippets */
    double f1;         /* word F1; with snippets, snippet F1 */
    double confidence; /* from the model without a trust curve */
    double stated;     /* from a model whose trust curve was fitted without the page's fold */
    double before;     /* F1 of the previous model */
    double wanted;     /* required snippets */
    struct auto_found found, found_before; /* by this model and by the previous one */
    bool empty;                            /* nothing was kept */
    uint32_t group;                        /* index of the page's value of a field */
};

enum { AUTO_GROUPS = 64, AUTO_GROUP_NAME = 40 };
struct auto_measured {
    struct auto_page *pages;
    size_t count;
    char groups[AUTO_GROUPS][AUTO_GROUP_NAME];
    size_t group_count;
};

/* What to measure: the pages read into MATRIX, each with the model that held out its fold. */
struct auto_measuring {
    const struct matrix *matrix;
    const char *const *paths;
    size_t path_count;
    const char *const *wheres;
    size_t where_count;
    const uint8_t *fold_of_page;
    pith_model *const *models; /* one per fold */
    const pith_model *before;  /* the previous model, or NULL */
    const char *field;         /* pages are grouped by it */
};
/* Reads the sets again. Returns false when out of memory or if the sets are gone. */
bool auto_measure(const struct auto_measuring *measuring, struct auto_measured *measured);
void auto_measured_deinit(struct auto_measured *measured);

/* Fits the trust curve for a page's confidence on the pages outside fold EXCEPT, which may be no
 * fold at all. Returns false when out of memory. */
bool auto_fit_trust(const struct auto_measured *measured, unsigned except,
                    struct forest_settings *settings);

/* Computes each page's stated confidence. Returns false when out of memory. */
bool auto_state_trust(struct auto_measured *measured, unsigned folds);

#endif
