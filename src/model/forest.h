/*
 * forest.h - gradient-boosted trees over the tagger's features, or over those that tell the kind of
 * a page, as they stand in a file.
 *
 * A forest is an array of 32-bit words, the same in a file (little-endian) and in memory, so that
 * the one built into the library is used where it lies. docs/reference/model-format.md has the
 * layout. model_forest.c checks words that come from outside; all else trusts them.
 */
#ifndef PITH_FOREST_H
#define PITH_FOREST_H

#include "features/page_kind.h"

enum {
    PITH__FOREST_VERSION = 1,
    PITH__FOREST_TREES = 4096,         /* at most; also the most for: */
    PITH__FOREST_NODES = 4095,         /* of a tree */
    PITH__FOREST_DEPTH = 64,           /* comparisons from the root to a leaf */
    PITH__FOREST_WORDS = 1 << 22,      /* of a file */
    PITH__FOREST_POINTS = 256,         /* of a curve */
    PITH__FOREST_FACTS = 1 << 16,      /* bytes */
    PITH__FOREST_MAGIC_1 = 0x74697089, /* the bytes 89 p i t h CR LF F */
    PITH__FOREST_MAGIC_2 = 0x460A0D68
};

/* The words at the start of a forest. */
enum pith__forest_word {
    PITH__FOREST_MAGIC, /* two words */
    PITH__FOREST_VERSION_AT = 2,
    PITH__FOREST_CRC,         /* of all bytes behind this word */
    PITH__FOREST_SIZE,        /* of the file in words */
    PITH__FOREST_FEATURES_AT, /* how many the tagger has */
    PITH__FOREST_HASH,        /* of their names: two words, the lower first */
    PITH__FOREST_USED_COUNT = 8,
    PITH__FOREST_TREE_COUNT,
    PITH__FOREST_NODE_COUNT, /* of all trees */
    PITH__FOREST_CURVE_COUNT,
    PITH__FOREST_TRUST_COUNT,
    PITH__FOREST_FACT_BYTES,
    PITH__FOREST_BASE, /* a float, as all that follow */
    PITH__FOREST_SLOPE,
    PITH__FOREST_SHIFT,
    PITH__FOREST_LEAST_WORDS,
    PITH__FOREST_COPY_WORDS,
    PITH__FOREST_EMPTY_TRUST,
    PITH__FOREST_OUTPUTS,      /* a whole number again: 0, or PITH__KINDS */
    PITH__FOREST_SETTLE_TREES, /* likewise; the next two are floats */
    PITH__FOREST_SETTLE_LIMIT,
    PITH__FOREST_SETTLE_FACTOR,
    PITH__FOREST_HEAD /* words */
};

/* Kinds of pages that a forest tells apart: pith_page_type without the first. */
enum { PITH__KINDS = 7 };

/* Features that a forest may have. */
enum { PITH__FOREST_FEATURES = PITH__KIND_FEATURES };

/* A curve from [0, 1] to [0, 1], straight between its points: two floats each, X rising, Y not
 * falling. Without points it changes nothing. */
struct pith__curve {
    const uint32_t *points;
    uint32_t count;
};

/* How far a forest went, by the kind of the feature that was asked. */
enum { PITH__FOREST_MOVES = 8 };
typedef float pith__moves[PITH__FOREST_MOVES];

/* The trees of a forest as full binary trees of one depth; forest_full.c makes and asks them. */
struct pith__full_forest {
    const struct pith__full_node
        *high;                        /* comparisons: (trees, 2^depth), the first of each is none */
    const struct pith__low_tree *low; /* parts of trees below those: (trees, 2^depth) */
    const int16_t *ends;              /* numbers of the nodes in their tree that the leaves are */
    const uint32_t *roots;            /* (trees): numbers of their nodes in the forest */
    size_t trees;
    uint32_t depth;
    void *memory; /* of BYTES, where all these are; NULL: in the library */
    size_t bytes;
};

/* A view of the words of a forest. */
struct pith__forest {
    const uint32_t *used;  /* (used_count): numbers of the features that are asked, rising */
    const uint32_t *trees; /* (tree_count): nodes of the tree, its depth << 16 */
    const uint32_t *nodes; /* (node_count, 2), tree after tree; see PITH__NODE_ below */
    struct pith__curve curve, trust;
    const struct pith__full_forest *full; /* the same trees, for faster scores; or NULL */
    uint32_t used_count, tree_count, node_count;
    uint32_t features;   /* how many there are; the number of the feature that leaves ask */
    uint32_t outputs;    /* 1; or PITH__KINDS: tree i is for kind i % PITH__KINDS */
    double base;         /* log odds before any tree */
    double slope, shift; /* of the log odds, to be chances */
    double least_words;  /* a page with less expected content has none */
    double copy_words;   /* a block of so many words goes when its text is kept already; 0: stays */
    double empty_trust;  /* how often a page of which nothing is kept is truly empty */

    /* Most blocks are surely boilerplate, and the first trees know. What they say of a row, where
     * it is below LIMIT, is multiplied by FACTOR, and no other tree is asked. */
    uint32_t settle_trees; /* 0: all trees are always asked */
    double settle_limit, settle_factor;
};

/*
 * A node: two words, a link and a float. The nodes of a tree stand breadth-first. Of an inner node
 * the link has the number of the feature, the share of the training blocks that went left (of 255),
 * and how many nodes further the left child is; the right one follows it. Values up to the float go
 * left. A leaf asks the feature behind the last, which is -infinity in all rows, and is its own
 * child: walks need not look for their end. Its float is what it adds to the log odds.
 */
#define PITH__NODE_FEATURE(link) ((link)&0xFFFu)
#define PITH__NODE_SHARE(link)   ((link) >> 12 & 0xFFu)
#define PITH__NODE_LEFT(link)    ((link) >> 20)
#define PITH__NODE_LINK(feature, share, left)                                                      \
    ((uint32_t)(feature) | (uint32_t)(share) << 12 | (uint32_t)(left) << 20)

/* What leaves of the trainer say is a whole number of steps, so many of which are 1. */
enum { PITH__LEAF_STEPS = 4096 };

/* Numbers of a row that a forest is asked with: the features, then -infinity, and what makes the
 * row a multiple of eight. */
enum { PITH__FOREST_ROW = (PITH__TAGGER_FEATURES / 8 + 1) * 8 };

/* Rows that are walked side by side. */
enum { PITH__FOREST_GROUP = 32 };

static inline float pith__word_float(uint32_t word)
{
    float number;
    memcpy(&number, &word, sizeof number);
    return number;
}

static inline uint32_t pith__float_word(float number)
{
    uint32_t word;
    memcpy(&word, &number, sizeof word);
    return word;
}

/* Finds the parts of a forest that was checked. */
void pith__forest_view(struct pith__forest *forest, const uint32_t *words);

/* The words of the forest that the library carries; NULL where the build left it out, or it is not
 * for the library's features. */
const uint32_t *pith__forest_built_in(void);

/* The same for kinds of pages. */
const uint32_t *pith__forest_kinds_built_in(void);

/* True where the COUNT words behind the magic number are a whole forest for these features. Else
 * *MESSAGE gets what is wrong with them. */
bool pith__forest_check(const uint32_t *words, size_t count, const char **message);

/* Makes FULL of a forest's trees and gives it to the forest, where that pays; else FULL is empty.
 * Fails only with PITH_ERR_NOMEM. */
pith_status pith__full_make(struct pith__full_forest *full, struct pith__forest *forest,
                            const struct pith__allocator *allocator);
void pith__full_deinit(struct pith__full_forest *full, const struct pith__allocator *allocator);

/* The same of pith__forest_built_in(), made with the library; NULL where it does not pay. */
const struct pith__full_forest *pith__full_built_in(void);

/* What the trees that may settle rows say of a group of them, and what all trees say; the latter
 * only where pith__all_settled() is false. */
struct pith__said {
    double first[PITH__FOREST_GROUP], all[PITH__FOREST_GROUP];
};
void pith__full_sum(const struct pith__forest *forest,
                    const float rows[PITH__FOREST_GROUP][PITH__FOREST_ROW],
                    struct pith__said *said);

static inline bool pith__is_settled(const struct pith__forest *forest, double first)
{
    return forest->settle_trees > 0 && first < forest->settle_limit;
}

static inline bool pith__all_settled(const struct pith__forest *forest,
                                     const struct pith__said *said)
{
    bool all = true;
    for (int i = 0; i < PITH__FOREST_GROUP; i++)
        all = all && pith__is_settled(forest, said->first[i]);
    return all;
}

/* The log odds of a group of rows, in which no number is NaN. */
void pith__forest_score(const struct pith__forest *forest,
                        const float rows[PITH__FOREST_GROUP][PITH__FOREST_ROW],
                        double scores[PITH__FOREST_GROUP]);

/* The log odds of each output of a forest for one row, whose last number is -infinity. */
void pith__forest_outputs(const struct pith__forest *forest, const float *row, double *scores);

/*
 * How far the forest goes on its way to each node, from the mean of what is below a node to that of
 * a child, by the kind of the feature that was asked. KINDS has the kinds of all features, from
 * FIRST on. MOVES and MEANS, which is scratch, are (node_count).
 */
void pith__forest_moves(const struct pith__forest *forest, const uint8_t *kinds, unsigned first,
                        pith__moves *moves, float *means);

/* Sets SUMS to the moves of all trees for a group of rows. */
void pith__forest_explain(const struct pith__forest *forest, const pith__moves *moves,
                          const float rows[PITH__FOREST_GROUP][PITH__FOREST_ROW],
                          pith__moves sums[PITH__FOREST_GROUP]);

/* Adds the moves of all trees, likewise. */
void pith__full_explain(const struct pith__full_forest *full, const pith__moves *moves,
                        const float rows[PITH__FOREST_GROUP][PITH__FOREST_ROW],
                        pith__moves sums[PITH__FOREST_GROUP]);

/* The chance that a block is content, from its log odds: 0 to 1. */
double pith__forest_chance(const struct pith__forest *forest, double score);

double pith__curve_at(const struct pith__curve *curve, double x);

/* 1 / (1 + exp(-x)), the same bits on any machine: a compiler's own exp() is not. */
double pith__logistic(double x);

#endif
