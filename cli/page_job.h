/*
 * page_job.h - what the verbs that read pages have in common: options, inputs, output, exit code.
 */
#ifndef PITH_PAGE_JOB_H
#define PITH_PAGE_JOB_H

#include <stdbool.h>
#include <stdint.h>

#include "opts.h"
#include "pith.h"
#include "settings.h"

/* One run over some files. */
struct page_job {
    bool blank_between; /* a blank line between the output of two pages */
    struct settings settings;

    /* set by options */
    const char *output; /* NULL: standard output */
    bool text;          /* the input is plain text */
    uint64_t max_input;
    bool strict;

    /* set by the options of verbs that judge */
    const char *model;         /* name of a file, or of a built-in model */
    const char *comment_words; /* name of a file */
    const char *url;
    unsigned format; /* a pith_format */
    bool precision, recall;
    bool metadata, explain;
};

/* Who judges plain text unless the user says otherwise: what auto looks at is not there. */
#define PAGE_TEXT_METHOD "ngram"

/* Everything at its default: the main text of pages to standard output. False: there is no memory,
 * which it said. */
bool page_job_init(struct page_job *job);
void page_job_deinit(struct page_job *job);

/* Fill ROWS with options that set JOB: those of every verb that reads pages; and those about what
 * to keep and how to show it. The rows that are left end a table. */
enum { PAGE_JOB_OPTS = 9, PAGE_JUDGE_OPTS = 13 };
enum { PAGE_ALL_OPTS = PAGE_JUDGE_OPTS + PAGE_JOB_OPTS + SETTINGS_METHOD_ROWS };
void page_job_opts(struct page_job *job, struct opt rows[PAGE_JOB_OPTS]);
void page_all_opts(struct page_job *job, struct opt rows[PAGE_ALL_OPTS]);

/* The methods that judge, as in "density,words". */
const char *page_job_methods(const struct page_job *job);

/* Ends the library's options of JOB. Says what is wrong and returns an exit code where something
 * is. */
int page_job_options(struct page_job *job);

/* What --precision and --recall mean for SETTINGS, whose methods are METHODS; likewise. */
int page_job_beta(bool precision, bool recall, struct settings *settings, const char *methods);

/* What the model of a verb is for. */
struct page_model {
    const char *name;        /* of a file, or of a built-in model; NULL: none was named */
    const char *methods;     /* that judge */
    const char *only_method; /* of a verb without -m; NULL: of none */
    bool page_type;          /* a model of page types is of use */
};

/* Zeroed at first. */
enum { PAGE_MODELS = 8 };
struct page_models {
    pith_model *list[PAGE_MODELS];
    size_t count;
    pith_model *named; /* the one that --model names, if that is a file */
};

/* Reads models for OPTIONS: the one that was named, and those that methods need and the library
 * does not have. The caller frees them once no page is read any more, also after a failure. Says
 * what is wrong and returns an exit code where something is. */
int page_models_read(const struct page_model *wanted, pith_options *options,
                     struct page_models *models);
void page_models_free(struct page_models *models);

/* Is NAME that of a built-in model, and not of a file? *INFO is then about the model. */
bool page_model_is_built_in(const char *name, pith_model_info *info);

/* Before any page is read: says what is wrong with the options, and returns an exit code. The
 * library judges its own itself, on an empty page in CONTEXT. */
int page_job_check(const struct page_job *job, const pith_options *options, pith_context *context);

pith_format page_job_format(const struct page_job *job);

/* Does JOB ask for page types? */
bool page_job_page_type(const struct page_job *job);

/*
 * Reads COUNT files (none: standard input), renders each in order, and returns an exit code. A
 * file that cannot be read is named and skipped.
 */
int page_job_run(struct page_job *job, int count, char **files);

#endif
