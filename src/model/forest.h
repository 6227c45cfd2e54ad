/*
 * forest.h - gradient-boosted trees, over the tagger's features or over those of a page (for its
 * type), in the form of their file.
 *
 * A forest is an array of 32-bit words, the same in memory and in its file (little-endian), so the
 * one in the library is used in place. docs/reference/model-format.md describes the layout.
 * model_forest.c checks words from outside; all other code trusts them.
 */
#ifndef PITH_FOREST_H
#define PITH_FOREST_H

#include "features/page_kind.h"

enum {
    PITH__FOREST_VERSION = 1,
    PITH__FOREST_TREES = 4096,         /* at most, like the following: */
    PITH__FOREST_NODES = 4095,         /* in a tree */
    PITH__FOREST_DEPTH = 64,           /* comparisons from the root to a leaf */
    PITH__FOREST_WORDS = 1 << 22,      /* in a file */
    PITH__FOREST_POINTS = 256,         /* in a curve */
    PITH__FOREST_FACTS = 1 << 16,      /* bytes */
    PITH__FOREST_MAGIC_1 = 0x74697089, /* the bytes 89 p i t h CR LF F */
    PITH__FOREST_MAGIC_2 = 0x460A0D68
};

/* The header of a forest, in words. */
enum pith__forest_word {
    PITH__FOREST_MAGIC, /* two words */
    PITH__FOREST_VERSION_AT = 2,
    PITH__FOREST_CRC,         /* of all bytes after this word */
    PITH__FOREST_SIZE,        /* of the file, in words */
    PITH__FOREST_FEATURES_AT, /* number of features that the tagger computes */
    PITH__FOREST_HASH,        /* of the features' names: two words, low word first */
    PITH__FOREST_USED_COUNT = 8,
    PITH__FOREST_TREE_COUNT,
    PITH__FOREST_NODE_COUNT, /* in all trees */
    PITH__FOREST_CURVE_COUNT,
    PITH__FOREST_TRUST_COUNT,
    PITH__FOREST_FACT_BYTES,
    PITH__FOREST_BASE, /* a float, like all that follow */
    PITH__FOREST_SLOPE,
    PITH__FOREST_SHIFT,
    PITH__FOREST_LEAST_WORDS,
    PITH__FOREST_COPY_WORDS,
    PITH__FOREST_EMPTY_TRUST,
    PITH__FOREST_OUTPUTS,      /* an integer again: 0, or PITH__KINDS */
    PITH__FOREST_SETTLE_TREES, /* an integer; the next two are floats */
    PITH__FOREST_SETTLE_LIMIT,
    PITH__FOREST_SETTLE_FACTOR,
    PITH__FOREST_HEAD /* size in words */
};

/* Page types that a forest can tell apart: pith_page_type without its first enumerator. */
enum { PITH__KINDS = 7 };

/* The most features that a forest may have. */
enum { PITH__FOREST_FEATURES = PITH__KIND_FEATURES };

/* A piecewise linear curve from [0, 1] to [0, 1]. A point is two floats; X increases, Y does not
 * decrease. Without points it is the identity. */
struct pith__curve {
    const uint32_t *points;
    uint32_t count;
};

/* Moves: how much each group of features has changed a forest's log odds. */
enum { PITH__FOREST_MOVES = 8 };
typedef float pith__moves[PITH__FOREST_MOVES];

/* The trees of a forest padded to full binary trees. forest_full.c makes and evaluates them. */
struct pith__full_forest {
    const struct pith__full_node
        *high; /* comparisons: (trees, 2^depth); the first of each tree is unused */
    const struct pith__low_tree *low; /* the lower parts of the trees: (trees, 2^depth) */
    const int16_t *ends;              /* for each leaf, the number of its node in its tree */
    const uint32_t *roots;            /* (trees): number of the root node in the forest */
    size_t trees;
    uint32_t depth;
    void *memory; /* BYTES that hold all of this; NULL: it is in the library */
    size_t bytes;
};

/* A view of the words of a forest. */
struct pith__forest {
    const uint32_t *used;  /* (used_count): the features that the trees use, in ascending order */
    const uint32_t *trees; /* (tree_count): number of nodes in the tree, its depth << 16 */
    const uint32_t *nodes; /* (node_count, 2), tree by tree; see PITH__NODE_ below */
    struct pith__curve curve, trust;
    const struct pith__full_forest *full; /* the same trees, for faster scoring; or NULL */
    uint32_t used_count, tree_count, node_count;
    uint32_t features;   /* number of features, which is also the feature that leaves compare */
    uint32_t outputs;    /* 1, or PITH__KINDS: tree i is for type i % PITH__KINDS */
    double base;         /* log odds before any tree */
    double slope, shift; /* calibration: maps log odds to probabilities */
    double least_words;  /* a page with less expected content has none */
    double copy_words;   /* drop a block of so many words if its text is kept already; 0: never */
    double empty_trust;  /* how often a page of which nothing is kept really is empty */

    /* Early exit: most blocks are clearly boilerplate, and the first trees already say so. If their
     * sum for a row is below LIMIT, it is multiplied by FACTOR and no other tree is evaluated. */
    uint32_t settle_trees; /* 0: all trees are always evaluated */
    double settle_limit, settle_factor;
};

/*
 * A node is two words, a link and a float. The nodes of a tree are in breadth-first order. The link
 * of an inner node holds the number of its feature, the share of training blocks that went left
 * (out of 255), and the distance in nodes to its left child; the right child follows the left one.
 * Values up to the float go left. A leaf compares the feature after the last one, which is
 * -infinity in all rows, and is its own child, so a walk need not look for its end. Its float is
 * what it adds to the log odds.
 */
#define PITH__NODE_FEATURE(link) ((link)&0xFFFu)
#define PITH__NODE_SHARE(link)   ((link) >> 12 & 0xFFu)
#define PITH__NODE_LEFT(link)    ((link) >> 20)
#define PITH__NODE_LINK(feature, share, left)                                                      \
    ((uint32_t)(feature) | (uint32_t)(share) << 12 | (uint32_t)(left) << 20)

/* The trainer rounds leaf values to multiples of 1 / PITH__LEAF_STEPS. */
enum { PITH__LEAF_STEPS = 4096 };

/* Length of a row: the features, then -infinity, padded to a multiple of eight. */
enum { PITH__FOREST_ROW = (PITH__TAGGER_FEATURES / 8 + 1) * 8 };

/* Rows that are evaluated together. */
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

/* Locates the parts of a forest that was checked before. */
void pith__forest_view(struct pith__forest *forest, const uint32_t *words);

/* The words of the built-in forest, or NULL if the build left it out or it does not fit the
 * library's features. */
const uint32_t *pith__forest_built_in(void);

/* The same for the forest of page types. */
const uint32_t *pith__forest_kinds_built_in(void);

/* True if the COUNT words after the magic number are a valid forest for these features. Otherwise
 * *MESSAGE says what is wrong. */
bool pith__forest_check(const uint32_t *words, size_t count, const char **message);

/* Builds FULL from a forest's trees and attaches it to the forest if that pays off; otherwise FULL
 * is empty. Fails only with PITH_ERR_NOMEM. */
pith_status pith__full_make(struct pith__full_forest *full, struct pith__forest *forest,
                            const struct pith__allocator *allocator);
void pith__full_deinit(struct pith__full_forest *full, const struct pith__allocator *allocator);

/* The same for pith__forest_built_in(), built at compile time; NULL if it does not pay off. */
const struct pith__full_forest *pith__full_built_in(void);

/* The sums for a group of rows: of the trees that may settle a row early, and of all trees. The
 * latter is set only if pith__all_settled() is false. */
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

/* The log odds of a group of rows. No feature may be NaN. */
void pith__forest_score(const struct pith__forest *forest,
                        const float rows[PITH__FOREST_GROUP][PITH__FOREST_ROW],
                        double scores[PITH__FOREST_GROUP]);

/* The log odds of each output of a forest for one row, whose last number is -infinity. */
void pith__forest_outputs(const struct pith__forest *forest, const float *row, double *scores);

/*
 * Computes the moves along the path to each node: the difference between the mean below a node and
 * the mean below its child, added to the group of the feature compared. KINDS has the groups of all
 * features, from FIRST on. MOVES and MEANS (scratch) have node_count elements.
 */
void pith__forest_moves(const struct pith__forest *forest, const uint8_t *kinds, unsigned first,
                        pith__moves *moves, float *means);

/* Sets SUMS to the moves of all trees for a group of rows. */
void pith__forest_explain(const struct pith__forest *forest, const pith__moves *moves,
                          const float rows[PITH__FOREST_GROUP][PITH__FOREST_ROW],
                          pith__moves sums[PITH__FOREST_GROUP]);

/* Adds the moves of all trees to SUMS. */
void pith__full_explain(const struct pith__full_forest *full, const pith__moves *moves,
                        const float rows[PITH__FOREST_GROUP][PITH__FOREST_ROW],
                        pith__moves sums[PITH__FOREST_GROUP]);

/* The probability that a block is content, from its log odds. */
double pith__forest_chance(const struct pith__forest *forest, double score);

double pith__curve_at(const struct pith__curve *curve, double x);

/* 1 / (1 + exp(-x)), bit-identical on any machine, which exp() of the C library is not. */
double pith__logistic(double x);

#endif
