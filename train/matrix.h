/*
 * matrix.h - labelled pages in, a row of numbers for each of their blocks out.
 */
#ifndef PITH_MATRIX_H
#define PITH_MATRIX_H

#include "eval/set.h"
#include "features/features.h"

struct matrix {
    size_t rows;
    size_t columns;
    float *values;    /* (rows, columns) */
    uint8_t *classes; /* (rows): a set_class. Where the truth is only known as text, content is
                         SET_FULL_TEXT */
    float *weights;   /* (rows): words of the block */
    uint32_t *pages;  /* (rows): number of the page, from 0 */
    uint32_t *sites;  /* (page_count): number of the page's site, from 0 */
    uint64_t *ids;    /* (page_count): matrix_page_id() of the page */
    bool *snippets;   /* (page_count): only snippets are known of the page; it has no rows for
                         blocks that they do not tell of */
    size_t page_count, site_count;
    size_t unusable; /* pages that were named and left out */
    size_t bad_sets; /* sets that were named: they cannot be read, or no block of them is content */
};

/* What a set_class is where CLASSES are told apart: 2 (1 is content) or 4, as the paper does
 * (0 boilerplate, 1 headline, 2 full text and comments, 3 supplemental). Links to related pages are
 * boilerplate in both. */
static inline uint8_t matrix_target(uint8_t set_class, unsigned classes)
{
    static const uint8_t four[SET_CLASSES] = {
        [SET_HEADLINE] = 1, [SET_FULL_TEXT] = 2, [SET_SUPPLEMENTAL] = 3, [SET_COMMENT] = 2};
    return classes == 2 ? four[set_class] != 0 : four[set_class];
}

/* What the columns are. */
struct matrix_columns {
    size_t count;
    /* Fills (blocks, count) numbers of a page. False: there is no memory. */
    bool (*fill)(const pith_page *page, float *rows, size_t blocks, void *user);
    void *user;
    /* Where it is not 0, a page has so many rows in place of one a block, all of weight 1, and
     * page_class() tells their class from its fields, or that it has none: -1. */
    size_t page_rows;
    int (*page_class)(const struct set_page *page, void *user);
    /* Of the last so many sets, blocks are labelled by snippets alone. */
    size_t snippet_sets;
};

/* Says what is wrong with a page; the rest is read. */
typedef void (*matrix_note)(const char *file, uint64_t line, const char *message);

/* Reads all sets of PATHS, with the features of features.def as columns; of their pages those that
 * match all of WHERES (set_page_matches). A page's site is that of its field "url"; a page without
 * one is a site of its own. A page with the id of an earlier page of its set is left out. With
 * COUNT_TEXTS the feature textFrequency is the number of other pages of the sets that have a block
 * with the same text. False: there is no memory, or nothing to read; NOTE was told. */
bool matrix_read(struct matrix *matrix, const char *const *paths, size_t path_count,
                 const char *const *wheres, size_t where_count, bool count_texts, matrix_note note);

/* The same with other columns. */
bool matrix_read_columns(struct matrix *matrix, const struct matrix_columns *columns,
                         const char *const *paths, size_t path_count, const char *const *wheres,
                         size_t where_count, matrix_note note);

/* A number for a page by its id and the number of its set, from 1. */
uint64_t matrix_page_id(const struct set_page *page, uint64_t set);

/* How a page is parsed and by which method it is judged; new, or NULL if there is no memory. */
pith_options *matrix_page_options_new(const struct set_page *page, const char *method);

void matrix_free(struct matrix *matrix);

/* Which of FOLDS parts, 1 to 255, each page is in, (page_count), by site: pages of a site are in
 * the same part. The parts have about the same number of pages, and are empty where there are fewer
 * sites than parts; SEED picks among such divisions. False: there is no memory. */
bool matrix_folds(const struct matrix *matrix, unsigned folds, uint64_t seed,
                  uint8_t *fold_of_page);

/* Makes each block a page and a site of its own, so that folds are made of blocks, as in Weka:
 * blocks of one page are then on both sides. False: there is no memory. */
bool matrix_divide_blocks(struct matrix *matrix);

/* The words of all rows: what they weigh. */
static inline double matrix_words(const struct matrix *matrix)
{
    double words = 0;

    for (size_t i = 0; i < matrix->rows; i++)
        words += (double)matrix->weights[i];
    return words;
}

#endif
