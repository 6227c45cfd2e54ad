/*
 * model.h - models in memory, read only: a decision tree over the features of a block, a forest
 * over those of the tagger or of a page (forest.h), character n-grams (chargram.h), or word n-grams
 * (wordgram.h).
 *
 * model_read.c makes one from a file's bytes, whose format is in docs/reference/model-format.md;
 * train/ makes one from labelled blocks.
 */
#ifndef PITH_MODEL_H
#define PITH_MODEL_H

#include "base/base.h"
#include "features/features.h"
#include "model/built_in.h"
#include "model/chargram.h"
#include "model/forest.h"
#include "model/wordgram.h"

enum {
    PITH__LABELS = 4,                 /* number of labels in pith_label */
    PITH__DECISION_LEAF = UINT16_MAX, /* instead of a feature: the node is a leaf */
    PITH__DECISION_DEPTH = 64,        /* most conditions above a leaf */
    PITH__DECISION_NODES = 1 << 16    /* most nodes of a tree */
};

/* A node. Nodes are in depth-first order, lower branch first, so the lower branch is always the
 * next node. */
struct pith__decision {
    float threshold;  /* values up to it take the lower branch */
    uint16_t feature; /* number of the feature, or PITH__DECISION_LEAF */
    uint32_t more;    /* the node for larger values; for a leaf, its number among the leaves */
};

struct pith__decision_leaf {
    double weights[PITH__LABELS]; /* of the training blocks that ended up here, by label */
    uint8_t label;                /* the leaf's verdict: a pith_label */
};

struct pith__decision_tree {
    struct pith__decision *nodes;
    struct pith__decision_leaf *leaves;
    uint32_t node_count, leaf_count;
    unsigned classes; /* number of labels it knows: 2 or PITH__LABELS */
};

struct pith_model {
    struct pith__decision_tree tree; /* no nodes: the model is of another kind */
    struct pith__forest forest;      /* a view of WORDS */
    struct pith__full_forest full;   /* the same trees, padded */
    uint32_t *words;                 /* NULL: not a forest */
    struct pith__chargram chargram;  /* order 0: the model is of another kind */
    struct pith__wordgram wordgram;  /* order 0: the model is of another kind */
    unsigned char *owned;            /* bytes of an n-gram model; NULL: the caller owns them */
    size_t len;                      /* size of its file */
};

enum pith__model_kind pith__model_kind(const pith_model *model);

/* The leaf for a row of PITH__FEATURES numbers. */
static inline const struct pith__decision_leaf *
pith__decision_find(const struct pith__decision_tree *tree, const float *row)
{
    const struct pith__decision *node = tree->nodes;
    while (node->feature != PITH__DECISION_LEAF)
        node = row[node->feature] <= node->threshold ? node + 1 : tree->nodes + node->more;
    return &tree->leaves[node->more];
}

/* The share of LABEL in a leaf, with add-one smoothing: a few words prove little. */
static inline double pith__decision_share(const struct pith__decision_leaf *leaf, unsigned label,
                                          unsigned classes)
{
    double sum = classes;
    for (unsigned i = 0; i < classes; i++)
        sum += leaf->weights[i];
    return (leaf->weights[label] + 1) / sum;
}

/* The share of content in a leaf, with add-one smoothing for content and boilerplate. */
static inline float pith__decision_score(const struct pith__decision_leaf *leaf, unsigned classes)
{
    double content = 1;
    for (unsigned i = 1; i < classes; i++)
        content += leaf->weights[i];
    return (float)(content / (content + leaf->weights[PITH_LABEL_BOILERPLATE] + 1));
}

/* A hash of the names of all features, in order. A model fits only features with the same hash. */
uint64_t pith__features_hash(void);

#endif
