/*
 * auto_train.h - labelled blocks in; out: a forest for the method auto, and how well such forests
 * do on sites that they did not learn from.
 */
#ifndef PITH_AUTO_TRAIN_H
#define PITH_AUTO_TRAIN_H

#include "train/forest_file.h"
#include "train/tagger_columns.h"

struct auto_options {
    struct boost_options boost;
    unsigned forests;      /* the mean of so many is taken; at least 1 */
    unsigned folds;        /* 0 or 1: nothing is held out; at most 255 */
    uint64_t seed;         /* of the division into folds */
    unsigned patience;     /* not 0: as many trees as do best on a tenth of the sites, found
                              by stopping after so many without a gain there */
    double snippet_weight; /* of a page of which only snippets are known; others weigh 1 */
    bool isotonic;         /* chances by isotonic regression, beside Platt's scaling */
    const struct pith__forest *from; /* learn more trees on top of this one; NULL: from nothing */
    void (*done)(unsigned trained, unsigned all); /* is told of each forest; may be NULL */
};

/* What was learnt. Zeroed at first. */
struct auto_trained {
    struct boost_forest *forests; /* (folds + 1): the last has learnt from all pages */
    unsigned folds;               /* 0: nothing was held out */
    uint8_t *fold_of_page;        /* (page_count) */
    struct forest_settings settings;
    double loss;            /* log loss of pages that were held out; NAN where none were */
    double calibrated_loss; /* the same after calibration; it has seen the answers */
};

/* The forest of a model of the method auto, to go on from; COLUMNS become what it asks for. */
const struct pith__forest *auto_base(const pith_model *model, struct tagger_columns *columns);

/* How many trees it has; none where FROM is NULL. */
size_t auto_base_trees(const struct pith__forest *from);

/* Rows weigh as the words of their blocks, each page as much as any other. Where only snippets are
 * known, blocks that are content and those that are not weigh the same together. Chances and losses
 * are found by the other pages, if there are any. SETTINGS of OUT are
 * those of options->from, or what the caller put there; with folds, chances are fitted anew, unless
 * there is a FROM. False: there is no memory. */
bool auto_train(const struct matrix *matrix, const struct tagger_columns *columns,
                const struct auto_options *options, struct auto_trained *out);
void auto_trained_deinit(struct auto_trained *trained);

/* A model of forest number INDEX with the settings; NULL: there is no memory. */
pith_model *auto_model(const struct auto_trained *trained, unsigned index,
                       const struct tagger_columns *columns);

/* Snippets in what is kept of a page: of those that must be there, and that must not be. */
struct auto_found {
    double rightly, wrongly;
};

/* How a page came out. */
struct auto_page {
    char *id;
    unsigned fold;
    bool snippets;     /* only they are known of it */
    double f1;         /* word F1; with snippets theirs */
    double confidence; /* as the model without a trust curve says */
    double stated;     /* as a model says whose trust curve was fitted without the page's fold */
    double before;     /* F1 of another model */
    double wanted;     /* snippets that must be there */
    struct auto_found found, found_before; /* by this model and by the other */
    bool empty;                            /* nothing is kept */
    uint32_t group;                        /* number of the page's value of a field */
};

enum { AUTO_GROUPS = 64, AUTO_GROUP_NAME = 40 };
struct auto_measured {
    struct auto_page *pages;
    size_t count;
    char groups[AUTO_GROUPS][AUTO_GROUP_NAME];
    size_t group_count;
};

/* What is to be measured: the pages that were read into MATRIX, each by the model of its fold. */
struct auto_measuring {
    const struct matrix *matrix;
    const char *const *paths;
    size_t path_count;
    const char *const *wheres;
    size_t where_count;
    const uint8_t *fold_of_page;
    pith_model *const *models; /* one for each fold */
    const pith_model *before;  /* NULL: none */
    const char *field;         /* pages are grouped by it */
};
/* Reads the sets again. False: there is no memory, or they are not there any more. */
bool auto_measure(const struct auto_measuring *measuring, struct auto_measured *measured);
void auto_measured_deinit(struct auto_measured *measured);

/* Fits how far a page's confidence can be trusted, by the pages that are not in fold EXCEPT (which
 * may be none's). False: there is no memory. */
bool auto_fit_trust(const struct auto_measured *measured, unsigned except,
                    struct forest_settings *settings);

/* Finds what each page states. False: there is no memory. */
bool auto_state_trust(struct auto_measured *measured, unsigned folds);

#endif
