/*
 * block_measure.h - block classification metrics. In: blocks with their true classes and a method's
 * predictions; out: figures over any set of pages. They are those of Boilerpipe's Table 2, for two
 * and four classes, and those of MultiBoilerNet's tables. docs/reference/measures.md has the
 * definitions.
 */
#ifndef PITH_BLOCK_MEASURE_H
#define PITH_BLOCK_MEASURE_H

#include "eval/set.h"

/* The four classes of the Boilerpipe paper. */
enum block_label {
    BLOCK_BOILERPLATE,
    BLOCK_TEXT,
    BLOCK_HEADLINE,
    BLOCK_SUPPLEMENTAL,
    BLOCK_LABELS
};

/* Comments count as text, related content as boilerplate. */
enum block_label block_label_of(enum set_class class);

/* A block's ground truth and a method's prediction. */
struct block_answer {
    uint32_t words; /* weight of the block */
    uint8_t truth;  /* a set_class */
    uint8_t
        label; /* predicted block_label; methods that only keep or drop use text and boilerplate */
    bool keep;
    float score; /* 0: certainly boilerplate, 1: certainly content */
};

struct block_measure;

/* Returns NULL when out of memory. */
struct block_measure *block_measure_new(void);
void block_measure_free(struct block_measure *measure);

/* Adds blocks of page number PAGE. Pages may come in any order, one call at a time. Returns false
 * when out of memory. */
bool block_measure_add(struct block_measure *measure, uint32_t page,
                       const struct block_answer *blocks, size_t count);

/* Call this once all pages are added. After that any number of threads may ask for figures. */
void block_measure_finish(struct block_measure *measure);

/* Name of figure number FIGURE, from 0, such as "block.f1"; NULL past the end. */
const char *block_figure_name(size_t figure);

/* Number of elements that SCRATCH below must have. */
size_t block_measure_scratch(const struct block_measure *measure);

/* Computes a figure over COUNT pages given by number; a page may occur more than once. PAGES NULL
 * means 0 to COUNT - 1. Pages without blocks are ignored. Returns NAN if no page counts, or for an
 * AUC if all words are of one class. */
double block_figure_over(const struct block_measure *measure, size_t figure, const uint32_t *pages,
                         size_t count, double *scratch);

/* The same as a stats_figure, whose DATA is this struct. */
struct block_figure {
    const struct block_measure *measure;
    size_t figure;
};
double block_figure_sample(const void *data, const uint32_t *pages, size_t count, double *scratch);

#endif
