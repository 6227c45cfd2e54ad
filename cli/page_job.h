/*
 * page_job.h - what the verbs that read pages have in common: options, inputs, output, exit code.
 */
#ifndef PITH_PAGE_JOB_H
#define PITH_PAGE_JOB_H

#include <stdbool.h>
#include <stdint.h>

#include "opts.h"
#include "pith.h"

/* One run over some files. */
struct page_job {
    pith_format format;
    pith_dress dress;
    bool blank_between; /* part the output of two pages by a blank line */

    /* set by options */
    const char *output; /* NULL: standard output */
    const char *charset;
    uint64_t max_input, max_depth, max_nodes, deadline_ms;
    bool strict;
};

/* Everything at its default: the text of pages to standard output. */
void page_job_init(struct page_job *job);

/* Fills ROWS with the options that set JOB, and the row that ends a table. */
enum { PAGE_JOB_OPTS = 8 };
void page_job_opts(struct page_job *job, struct opt rows[PAGE_JOB_OPTS]);

/*
 * Reads COUNT files (none: standard input), renders each in order, and returns an exit code. A
 * file that cannot be read is named and skipped.
 */
int page_job_run(const struct page_job *job, int count, char **files);

#endif
