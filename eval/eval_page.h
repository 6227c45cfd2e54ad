/*
 * eval_page.h - evaluates one page. In: its ground truth and the answers of all systems; out: rows
 * of values.
 */
#ifndef PITH_EVAL_PAGE_H
#define PITH_EVAL_PAGE_H

#include "eval/eval_run.h"
#include "io/json_out.h"
#include "io/pool.h"

enum { EVAL_LARGE_PAGE = 1 << 20 }; /* memory is released after a larger page */

struct eval_item {
    struct pool_mark mark; /* used by the pool */
    struct set_raw raw;
    struct set_page page;
    struct measure_row *rows;     /* (systems, measures) */
    struct json_out labels;       /* output line for the page, if any */
    struct block_answer *answers; /* (systems, block_count) */
    size_t answer_cap;
    size_t block_count, content; /* as in struct eval_result */
    enum {
        ITEM_GOOD,
        ITEM_OTHER, /* excluded by the user's filter */
        ITEM_BROKEN /* see ERROR */
    } state;
    char error[240];
    double progress; /* progress in the set after this page */
};

struct eval_worker {
    pith_context *context;
    pith_options *options; /* for the current page and system */
    struct measure_work *work;
    struct json_out text, marked;
    struct json_out dump; /* all text of the page, for plain text input */
    struct set_segment *segments;
    size_t segment_cap;
    uint8_t *classes, *known; /* per block, as from block_labels(); one allocation */
    size_t class_cap;
};

struct eval_page_job {
    const struct eval_job *job;
    bool wants_html,
        wants_labels; /* whether any system needs the HTML, and the classes of its blocks */
};

/* Evaluates the page whose bytes are in item->raw and sets item->state. */
void eval_page_do(const struct eval_page_job *page_job, struct eval_worker *worker,
                  struct eval_item *item);

#endif
