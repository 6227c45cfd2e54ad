/*
 * eval_page.h - one page: its truth and the answers of all systems in, rows of numbers out.
 */
#ifndef PITH_EVAL_PAGE_H
#define PITH_EVAL_PAGE_H

#include "eval/eval_run.h"
#include "io/json_out.h"
#include "io/pool.h"

enum { EVAL_LARGE_PAGE = 1 << 20 }; /* after a larger one memory is given back */

struct eval_item {
    struct pool_mark mark; /* the pool's */
    struct set_raw raw;
    struct set_page page;
    struct measure_row *rows;     /* (systems, measures) */
    struct json_out labels;       /* the line that is written for the page, if any */
    struct block_answer *answers; /* (systems, block_count) */
    size_t answer_cap;
    size_t block_count, content; /* as in struct eval_result */
    enum {
        ITEM_GOOD,
        ITEM_OTHER, /* the user did not ask for it */
        ITEM_BROKEN /* ERROR says why */
    } state;
    char error[240];
    double progress; /* of the set, behind this page */
};

struct eval_worker {
    pith_context *context;
    pith_options *options; /* of the page and the system at hand */
    struct measure_work *work;
    struct json_out text, marked;
    struct json_out dump; /* all text of the page, where that is judged */
    struct set_segment *segments;
    size_t segment_cap;
    uint8_t *classes, *known; /* of each block, as block_labels() has them; in one piece */
    size_t class_cap;
};

struct eval_page_job {
    const struct eval_job *job;
    bool wants_html, wants_labels; /* someone needs the page itself, the classes of its blocks */
};

/* Works on the page whose bytes are in item->raw; item->state tells what came of it. */
void eval_page_do(const struct eval_page_job *page_job, struct eval_worker *worker,
                  struct eval_item *item);

#endif
