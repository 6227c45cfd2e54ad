/*
 * measure.h - the evaluation measures of the literature: how close an answer is to the ground
 * truth.
 *
 * A measure is a file measure_<name>.c with one function and a row in the table of measure.c. It
 * yields some values per page; figures aggregate them over all pages. docs/reference/measures.md
 * has the definitions. Names are those of the independent scorer that the tests compare with.
 */
#ifndef PITH_MEASURE_H
#define PITH_MEASURE_H

#include "eval/set.h"

enum { MEASURE_VALUES = 12 };

/* A system's output for a page. */
struct measure_answer {
    struct pith__span text; /* valid UTF-8 */
    bool has_segments;      /* else each non-empty line of the text is a paragraph */
    const struct set_segment *segments;
    size_t segment_count;
};

/* The values of one page; NAN: undefined for this page. */
struct measure_row {
    bool counts;  /* false: the page is excluded from this measure */
    bool bounded; /* ... because its texts have millions of words and would take minutes to compare
                   */
    double values[MEASURE_VALUES];
};

/* Working memory for measuring a page; one per thread. */
struct measure_work;
struct measure_work *measure_work_new(bool cjk); /* CJK: each CJK character is a word */
void measure_work_free(struct measure_work *work);

/* How a figure aggregates the pages' values. */
enum figure_kind {
    FIGURE_MEAN,    /* of values[a] over the pages that have it; 0 if none has */
    FIGURE_MEDIAN,  /* the same */
    FIGURE_SUM,     /* of values[a] */
    FIGURE_RATIO,   /* sum of values[a] / sum of values[b]; 0 if the divisor is 0 */
    FIGURE_RATIO_F, /* harmonic mean of sum a / sum b and sum a / sum c */
    FIGURE_MEANS_F, /* harmonic mean of the means of values[a] and values[b] */
    FIGURE_ACCURACY /* (sum a + sum b) / (sum a + sum b + sum c + sum d) */
};

struct figure {
    const char *name; /* such as "micro_f"; NULL ends the list */
    enum figure_kind kind;
    uint8_t a, b, c, d; /* indexes into values */
};

struct measure {
    const char *name; /* such as "align" */
    const char *main; /* name of its main figure, such as "micro_f" */
    int page_value;   /* index of the value that compares two systems page by page */
    bool needs_text;  /* applies only to pages with a gold text */
    /* Returns false when out of memory. */
    bool (*page)(struct measure_work *work, const struct set_page *truth,
                 const struct measure_answer *answer, struct measure_row *row);
    const char *const *values; /* names of a page's values; NULL ends the list */
    const struct figure *figures;
};

/* Measure number INDEX, from 0; NULL past the end. */
const struct measure *measure_at(size_t index);
const struct measure *measure_find(const char *name, size_t len);

/* Computes a figure over COUNT pages: rows[order[i]] of pages that count. ORDER NULL: all in order.
 * SCRATCH has room for COUNT numbers. Returns NAN if no page counts. */
double figure_over(const struct figure *figure, const struct measure_row *rows,
                   const uint32_t *order, size_t count, double *scratch);

#endif
