/*
 * block_measure.h - blocks with their true classes and what a method says of them in, figures over
 * any pages out: those of Boilerpipe's Table 2, for two classes and four, and those of
 * MultiBoilerNet's tables. docs/reference/measures.md has the definitions.
 */
#ifndef PITH_BLOCK_MEASURE_H
#define PITH_BLOCK_MEASURE_H

#include "eval/set.h"

/* The four classes of Boilerpipe's paper. */
enum block_label {
    BLOCK_BOILERPLATE,
    BLOCK_TEXT,
    BLOCK_HEADLINE,
    BLOCK_SUPPLEMENTAL,
    BLOCK_LABELS
};

/* Comments are text; related content is boilerplate. */
enum block_label block_label_of(enum set_class class);

/* What is known of a block, and what a method says of it. */
struct block_answer {
    uint32_t words; /* its weight */
    uint8_t truth;  /* a set_class */
    uint8_t label;  /* a block_label; of a method that only keeps or drops, text or boilerplate */
    bool keep;
    float score; /* 0: surely boilerplate, 1: surely content */
};

struct block_measure;

/* NULL: there is no memory. */
struct block_measure *block_measure_new(void);
void block_measure_free(struct block_measure *measure);

/* Adds blocks of page number PAGE. Pages may come in any order, one call at a time. False: there is
 * no memory. */
bool block_measure_add(struct block_measure *measure, uint32_t page,
                       const struct block_answer *blocks, size_t count);

/* Call it when all pages are there. From then on any number of threads can ask for figures. */
void block_measure_finish(struct block_measure *measure);

/* Name of figure number FIGURE, from 0, such as "block.f1"; NULL when there is no such. */
const char *block_figure_name(size_t figure);

/* How many numbers there must be room for in SCRATCH below. */
size_t block_measure_scratch(const struct block_measure *measure);

/* A figure over COUNT pages, by their numbers; a page may be there more than once. Pages without
 * blocks do not count. PAGES NULL: 0 to COUNT - 1. NAN: no page counts; or it is an area under a
 * curve, and all words are of one class. */
double block_figure_over(const struct block_measure *measure, size_t figure, const uint32_t *pages,
                         size_t count, double *scratch);

/* The same as a stats_figure; DATA is one of these. */
struct block_figure {
    const struct block_measure *measure;
    size_t figure;
};
double block_figure_sample(const void *data, const uint32_t *pages, size_t count, double *scratch);

#endif
