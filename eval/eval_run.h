/*
 * eval_run.h - runs systems over the pages of a labelled set and measures their output.
 */
#ifndef PITH_EVAL_RUN_H
#define PITH_EVAL_RUN_H

#include "eval/block_measure.h"
#include "eval/measure.h"
#include "eval/word_ids.h"
#include "io/output.h"
#include "pith.h"

/* A system under evaluation: methods of Pith, an oracle, or another program. */
struct eval_system {
    const char *name;
    const char *methods; /* comma-separated method names; NULL: an oracle or another program */
    pith_filter filter;
    bool oracle;             /* keeps exactly the blocks that are in the ground truth */
    struct answers *answers; /* output of another program */
    size_t missing;          /* pages of the current set without an answer */
};

struct eval_job {
    struct eval_system *systems;
    size_t system_count;
    const struct measure **measures;
    size_t measure_count;
    bool blocks;               /* also record each method's block predictions, for block figures */
    const char *const *wheres; /* filters; all must match */
    size_t where_count;
    const char *const *fields; /* fields to group pages by */
    size_t field_count;
    struct output
        *labels; /* if not NULL, write the blocks' ground truth labels there and measure nothing */
    pith_options *options; /* all but methods and filter */
    bool as_text;          /* run the methods on the page's plain text */
    bool cjk;
    unsigned threads;
    void (*note)(const char *file, uint64_t line,
                 const char *message); /* reports a problem with a page; LINE 0: with the file; FILE
                                          NULL: a summary of more problems */
    void (*progress)(const char *line); /* shows progress; NULL clears it. May be NULL */
};

/* Pages with a common field value. The first group is "all". */
struct eval_group {
    uint32_t *pages;
    size_t count;
    size_t cap;
};

/* The results for one set. */
struct eval_result {
    const struct eval_job *job;
    char *set;           /* its name */
    struct tokens pages; /* ids by page number */
    size_t page_cap;
    bool has_text;                 /* at least one page has a gold text */
    struct measure_row **rows;     /* (systems * measures), each (pages) */
    struct block_measure **blocks; /* (systems); NULL for those without blocks */
    struct tokens group_names;
    struct eval_group *groups; /* (group_names.count) */
    size_t group_cap;
    uint64_t broken;  /* pages reported and skipped */
    uint64_t bounded; /* times a measure skipped a page, which was reported, because its texts were
                         too long */
    size_t block_count; /* in all pages, if labels were requested */
    size_t content;     /* those that are content */
};

/* The rows of a system and a measure, by page number. */
static inline const struct measure_row *eval_rows(const struct eval_result *result, size_t system,
                                                  size_t measure)
{
    return result->rows[system * result->job->measure_count + measure];
}

/* Runs JOB over the set at PATH. Bad pages are reported and counted. Returns false if the set
 * cannot be opened or memory runs out, both reported by job->note(), or if writing fails. */
bool eval_run(const struct eval_job *job, const char *path, struct eval_result *result);
void eval_result_deinit(struct eval_result *result);

#endif
