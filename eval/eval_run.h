/*
 * eval_run.h - runs systems over the pages of a labelled set and measures what they give.
 */
#ifndef PITH_EVAL_RUN_H
#define PITH_EVAL_RUN_H

#include "eval/block_measure.h"
#include "eval/measure.h"
#include "eval/word_ids.h"
#include "io/output.h"
#include "pith.h"

/* Who answers: methods of Pith, the truth's own blocks, or another program. */
struct eval_system {
    const char *name;
    const char *methods; /* their names, with commas; NULL: it is one of the others */
    pith_filter filter;
    bool oracle;             /* keeps exactly the blocks that stand in the truth */
    struct answers *answers; /* of another program */
    size_t missing;          /* pages of the set at hand that it has no answer for */
};

struct eval_job {
    struct eval_system *systems;
    size_t system_count;
    const struct measure **measures;
    size_t measure_count;
    bool blocks; /* also note what methods say of each block, for the figures of blocks */
    const char *const *wheres; /* all must hold */
    size_t where_count;
    const char *const *fields; /* to group pages by */
    size_t field_count;
    struct output
        *labels; /* not NULL: write which blocks stand in the truth, and measure nothing */
    pith_options *options; /* but for methods and filter */
    bool as_text;          /* methods judge the plain text of a page */
    bool cjk;
    unsigned threads;
    void (*note)(const char *file, uint64_t line, const char *message); /* what is wrong with a
                             page; LINE 0: with the file; FILE NULL: with more of them */
    void (*progress)(const char *line); /* how far the run is; NULL: takes that away. May be NULL */
};

/* Pages that have something in common. The first group is "all". */
struct eval_group {
    uint32_t *pages;
    size_t count;
    size_t cap;
};

/* What came out of a set. */
struct eval_result {
    const struct eval_job *job;
    char *set;           /* its name */
    struct tokens pages; /* ids, by number of the page */
    size_t page_cap;
    bool has_text;                 /* some page has a true text */
    struct measure_row **rows;     /* (systems * measures), each (pages) */
    struct block_measure **blocks; /* (systems); NULL for those that have no blocks */
    struct tokens group_names;
    struct eval_group *groups; /* (group_names.count) */
    size_t group_cap;
    uint64_t broken;    /* pages that were named and left out */
    uint64_t bounded;   /* how often a measure, named with the page, left one out as too long */
    size_t block_count; /* of all pages, where someone asked for their labels */
    size_t content;     /* those of them that are content */
};

/* The rows of a system and a measure, by number of the page. */
static inline const struct measure_row *eval_rows(const struct eval_result *result, size_t system,
                                                  size_t measure)
{
    return result->rows[system * result->job->measure_count + measure];
}

/* Runs JOB over the set at PATH. Pages that are no good are named and counted. False: the set
 * cannot be opened or there is no memory, of which job->note() was told, or the output failed. */
bool eval_run(const struct eval_job *job, const char *path, struct eval_result *result);
void eval_result_deinit(struct eval_result *result);

#endif
