/*
 * page_job.h - what verbs that read pages share: options, models, input, output and exit code.
 */
#ifndef PITH_PAGE_JOB_H
#define PITH_PAGE_JOB_H

#include <stdbool.h>
#include <stdint.h>

#include "opts.h"
#include "pith.h"
#include "settings.h"

/* A run over some files. */
struct page_job {
    bool blank_between; /* write a blank line between two pages */
    struct settings settings;

    /* set by options */
    const char *output; /* NULL: standard output */
    bool text;          /* the input is plain text */
    uint64_t max_input;
    bool strict;

    /* set by options of verbs that decide what to keep */
    const char *model;         /* name of a file, or of a built-in model */
    const char *comment_words; /* name of a file */
    const char *url;
    unsigned format; /* a pith_format */
    bool precision, recall;
    bool metadata, explain;
};

/* The default method for plain text, which has none of the markup that auto needs. */
#define PAGE_TEXT_METHOD "ngram"

/* Sets the defaults: the main text of pages goes to standard output. False: out of memory, which it
 * printed. */
bool page_job_init(struct page_job *job);
void page_job_deinit(struct page_job *job);

/* Fill ROWS with options that set JOB: those of every verb that reads pages; or these and those
 * about what to keep and how to write it. Unused rows end the table. */
enum { PAGE_JOB_OPTS = 9, PAGE_JUDGE_OPTS = 13 };
enum { PAGE_ALL_OPTS = PAGE_JUDGE_OPTS + PAGE_JOB_OPTS + SETTINGS_METHOD_ROWS };
void page_job_opts(struct page_job *job, struct opt rows[PAGE_JOB_OPTS]);
void page_all_opts(struct page_job *job, struct opt rows[PAGE_ALL_OPTS]);

/* The methods that decide, such as "density,words". */
const char *page_job_methods(const struct page_job *job);

/* Completes the library's options of JOB. Returns an exit code, after an error with a message. */
int page_job_options(struct page_job *job);

/* Applies --precision or --recall to SETTINGS, for METHODS. Returns an exit code as well. */
int page_job_beta(bool precision, bool recall, struct settings *settings, const char *methods);

/* Which models a verb needs. */
struct page_model {
    const char *name;        /* argument of --model: a file or a built-in model; NULL: none */
    const char *methods;     /* that decide */
    const char *only_method; /* the method of a verb without -m; else NULL */
    bool page_type;          /* a model for page types is needed, too */
};

/* Zeroed at first. The models belong to it. */
enum { PAGE_MODELS = 8 };
struct page_models {
    pith_model *list[PAGE_MODELS + 1]; /* the last place is for the named one */
    size_t count;
    pith_model *named; /* the one of --model, if that is a file */
};

/* Reads models for OPTIONS: the one of --model, and those that methods need and that are not built
 * in. The caller frees them after the last page, also after a failure. Returns an exit code, after
 * an error with a message. */
int page_models_read(const struct page_model *wanted, pith_options *options,
                     struct page_models *models);
void page_models_free(struct page_models *models);

/* Is NAME a built-in model, and not a file? If so, *INFO describes it. */
bool page_model_is_built_in(const char *name, pith_model_info *info);

/* Checks the options before any page is read, by parsing an empty page in CONTEXT. Returns an exit
 * code, after an error with a message. */
int page_job_check(const struct page_job *job, const pith_options *options, pith_context *context);

pith_format page_job_format(const struct page_job *job);

/* Does JOB need page types? */
bool page_job_page_type(const struct page_job *job);

/* Reads COUNT files, or standard input if there are none, and writes their pages in order. Reports
 * files that cannot be read and skips them. Returns an exit code. */
int page_job_run(struct page_job *job, int count, char **files);

#endif
