/*
 * matrix.h - in: labelled pages; out: a feature matrix with one row per block.
 */
#ifndef PITH_MATRIX_H
#define PITH_MATRIX_H

#include "eval/set.h"
#include "features/features.h"

struct matrix {
    size_t rows;
    size_t columns;
    float *values;    /* (rows, columns) */
    uint8_t *classes; /* (rows): a set_class. If the ground truth is only a text, content is
                         SET_FULL_TEXT */
    float *weights;   /* (rows): words of the block */
    uint32_t *pages;  /* (rows): number of the page, from 0 */
    uint32_t *sites;  /* (page_count): site number of the page, from 0 */
    uint64_t *ids;    /* (page_count): matrix_page_id() of the page */
    bool *snippets;   /* (page_count): the page is known only by snippets, and has rows only for
                         blocks that they label */
    size_t page_count, site_count;
    size_t unusable; /* pages reported and skipped */
    size_t bad_sets; /* sets reported as unreadable or without content blocks */
};

/* Maps a set_class to one of CLASSES: 2 (1 is content) or 4, as in the paper (0 boilerplate, 1
 * headline, 2 full text and comments, 3 supplemental). Links to related pages are boilerplate in
 * both. */
static inline uint8_t matrix_target(uint8_t set_class, unsigned classes)
{
    static const uint8_t four[SET_CLASSES] = {
        [SET_HEADLINE] = 1, [SET_FULL_TEXT] = 2, [SET_SUPPLEMENTAL] = 3, [SET_COMMENT] = 2};
    return classes == 2 ? four[set_class] != 0 : four[set_class];
}

/* Describes the columns. */
struct matrix_columns {
    size_t count;
    /* Fills (blocks, count) values for a page. Returns false when out of memory. */
    bool (*fill)(const pith_page *page, float *rows, size_t blocks, void *user);
    void *user;
    /* If not 0, a page has this many rows instead of one per block, all of weight 1. page_class()
     * gives their class from the page's fields, or -1 if it has none. */
    size_t page_rows;
    int (*page_class)(const struct set_page *page, void *user);
    /* In the last SNIPPET_SETS sets, blocks are labelled by snippets alone. */
    size_t snippet_sets;
};

/* Reports a problem with a page, which is skipped. */
typedef void (*matrix_note)(const char *file, uint64_t line, const char *message);

/* Reads all sets of PATHS, with the features of features.def as columns, and keeps the pages that
 * match all of WHERES (set_page_matches). A page's site comes from its field "url"; a page without
 * one is its own site. A page that repeats an id of its set is skipped. With COUNT_TEXTS the
 * feature textFrequency is the number of other pages in the sets that have a block with the same
 * text. Returns false when out of memory or if there is nothing to read; both are reported to NOTE.
 */
bool matrix_read(struct matrix *matrix, const char *const *paths, size_t path_count,
                 const char *const *wheres, size_t where_count, bool count_texts, matrix_note note);

/* The same with other columns. */
bool matrix_read_columns(struct matrix *matrix, const struct matrix_columns *columns,
                         const char *const *paths, size_t path_count, const char *const *wheres,
                         size_t where_count, matrix_note note);

/* A number for a page, from its id and the number of its set, from 1. */
uint64_t matrix_page_id(const struct set_page *page, uint64_t set);

/* Allocates the options to parse a page and extract it with METHOD. Returns NULL when out of
 * memory. */
pith_options *matrix_page_options_new(const struct set_page *page, const char *method);

void matrix_free(struct matrix *matrix);

/* Splits pages into FOLDS folds, 1 to 255, (page_count), by site: all pages of a site are in the
 * same fold. Folds have about the same number of pages, and some are empty if there are fewer sites
 * than folds; SEED selects one such split. Returns false when out of memory. */
bool matrix_folds(const struct matrix *matrix, unsigned folds, uint64_t seed,
                  uint8_t *fold_of_page);

/* Makes each block a page and a site of its own, so that folds are made of blocks, as in Weka:
 * blocks of one page are then on both sides. False: there is no memory. */
bool matrix_divide_blocks(struct matrix *matrix);

/* The number of words of all rows, which is their total weight. */
static inline double matrix_words(const struct matrix *matrix)
{
    double words = 0;

    for (size_t i = 0; i < matrix->rows; i++)
        words += (double)matrix->weights[i];
    return words;
}

#endif
