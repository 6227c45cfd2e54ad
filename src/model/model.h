/*
 * model.h - models in memory, read only: a decision tree over the features of a block, a forest
 * over those of the tagger (forest.h), n-grams of characters (chargram.h), or n-grams of words
 * (wordgram.h).
 *
 * model_read.c makes one of a file's bytes, which docs/reference/model-format.md describes; train/
 * makes one of labelled blocks.
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
    PITH__LABELS = 4,                 /* pith_label has so many */
    PITH__DECISION_LEAF = UINT16_MAX, /* in place of a feature: the node is a leaf */
    PITH__DECISION_DEPTH = 64,        /* conditions above a leaf, at most */
    PITH__DECISION_NODES = 1 << 16    /* nodes of a tree, at most */
};

/* A node. The nodes of a tree stand in the order in which a walk meets them, the lower branch
 * first: that one is always the next node. */
struct pith__decision {
    float threshold;  /* the lower branch is for values up to it */
    uint16_t feature; /* number of the feature, or PITH__DECISION_LEAF */
    uint32_t more;    /* the node for larger values; of a leaf, its number among the leaves */
};

struct pith__decision_leaf {
    double weights[PITH__LABELS]; /* of the training blocks that came here, by label */
    uint8_t label;                /* what the leaf says: a pith_label */
};

struct pith__decision_tree {
    struct pith__decision *nodes;
    struct pith__decision_leaf *leaves;
    uint32_t node_count, leaf_count;
    unsigned classes; /* labels that it knows: 2 or PITH__LABELS */
};

struct pith_model {
    struct pith__decision_tree tree; /* without nodes where the model is something else */
    struct pith__forest forest;      /* of WORDS */
    struct pith__full_forest full;   /* of the same trees */
    uint32_t *words;                 /* NULL where the model is no forest */
    struct pith__chargram chargram;  /* of order 0 where the model is something else */
    struct pith__wordgram wordgram;  /* likewise */
    unsigned char *owned;            /* bytes of either; NULL where the caller keeps them */
    size_t len;                      /* of its file */
};

enum pith__model_kind pith__model_kind(const pith_model *model);

/* The leaf that a row of PITH__FEATURES numbers comes to. */
static inline const struct pith__decision_leaf *
pith__decision_find(const struct pith__decision_tree *tree, const float *row)
{
    const struct pith__decision *node = tree->nodes;
    while (node->feature != PITH__DECISION_LEAF)
        node = row[node->feature] <= node->threshold ? node + 1 : tree->nodes + node->more;
    return &tree->leaves[node->more];
}

/* The share of LABEL in a leaf, as if each label had weighed one more: few words are no proof. */
static inline double pith__decision_share(const struct pith__decision_leaf *leaf, unsigned label,
                                          unsigned classes)
{
    double sum = classes;
    for (unsigned i = 0; i < classes; i++)
        sum += leaf->weights[i];
    return (leaf->weights[label] + 1) / sum;
}

/* The share of content in a leaf, likewise, as if content and boilerplate had weighed one more. */
static inline float pith__decision_score(const struct pith__decision_leaf *leaf, unsigned classes)
{
    double content = 1;
    for (unsigned i = 1; i < classes; i++)
        content += leaf->weights[i];
    return (float)(content / (content + leaf->weights[PITH_LABEL_BOILERPLATE] + 1));
}

/* A number for the names of all features, in their order: a model fits only where it is the same.
 */
uint64_t pith__features_hash(void);

#endif
