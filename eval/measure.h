/*
 * measure.h - how near an answer is to the truth: the measures of the papers, page by page.
 *
 * A measure is a file measure_<name>.c with one function and a row in the table of measure.c. It
 * gives some numbers for each page; figures are made of those of all pages.
 * docs/reference/measures.md has the definitions; names are those of the independent scorer that
 * the tests compare with.
 */
#ifndef PITH_MEASURE_H
#define PITH_MEASURE_H

#include "eval/set.h"

enum { MEASURE_VALUES = 12 };

/* What a program says of a page. */
struct measure_answer {
    struct pith__span text; /* valid UTF-8 */
    bool has_segments;      /* else each line of the text that is not empty is a paragraph */
    const struct set_segment *segments;
    size_t segment_count;
};

/* The numbers of one page. NAN: this page has no such number. */
struct measure_row {
    bool counts;  /* false: the page is left out of this measure */
    bool bounded; /* ... because its texts, millions of words, would take minutes to compare */
    double values[MEASURE_VALUES];
};

/* Memory that the measuring of a page needs; one for each thread. */
struct measure_work;
struct measure_work *measure_work_new(bool cjk); /* CJK: each such character is a word */
void measure_work_free(struct measure_work *work);

/* How a figure is made of the pages' numbers. */
enum figure_kind {
    FIGURE_MEAN,    /* of values[a], over the pages that have it; 0 where none has */
    FIGURE_MEDIAN,  /* likewise */
    FIGURE_SUM,     /* of values[a] */
    FIGURE_RATIO,   /* sum of values[a] / sum of values[b]; 0 where that is 0 */
    FIGURE_RATIO_F, /* harmonic mean of sum a / sum b and sum a / sum c */
    FIGURE_MEANS_F, /* harmonic mean of the means of values[a] and values[b] */
    FIGURE_ACCURACY /* (sum a + sum b) / (sum a + sum b + sum c + sum d) */
};

struct figure {
    const char *name; /* such as "micro_f"; NULL ends the list */
    enum figure_kind kind;
    uint8_t a, b, c, d; /* numbers of values */
};

struct measure {
    const char *name; /* such as "align" */
    const char *main; /* name of the figure that stands for it, such as "micro_f" */
    int page_value;   /* number of the value that compares two systems page by page */
    bool needs_text;  /* only pages whose truth is known as text */
    /* False: there is no memory. */
    bool (*page)(struct measure_work *work, const struct set_page *truth,
                 const struct measure_answer *answer, struct measure_row *row);
    const char *const *values; /* names of a page's numbers; NULL ends the list */
    const struct figure *figures;
};

/* Measure number INDEX, from 0; NULL when there is no such. */
const struct measure *measure_at(size_t index);
const struct measure *measure_find(const char *name, size_t len);

/* A figure over COUNT pages: rows[order[i]], where the page counts. ORDER NULL: all in their order.
 * SCRATCH has room for COUNT numbers. NAN when no page counts. */
double figure_over(const struct figure *figure, const struct measure_row *rows,
                   const uint32_t *order, size_t count, double *scratch);

#endif
