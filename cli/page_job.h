/*
 * page_job.h - what the verbs that read pages have in common: options, inputs, output, exit code.
 */
#ifndef PITH_PAGE_JOB_H
#define PITH_PAGE_JOB_H

#include <stdbool.h>
#include <stdint.h>

#include "io/input.h"
#include "opts.h"
#include "pith.h"

/* What only the method ngram asks for, as the command line has it. */
struct page_ngram {
    const char *bias, *rules; /* NULL: the default */
    bool short_alone;
};

/* What can be said to the method perplexity. */
struct perplexity_opts {
    uint64_t limit;   /* 0: the default */
    unsigned per;     /* a pith_per */
    unsigned combine; /* a pith_combine */
    bool mark;
    const char *lang;
};

/* One run over some files. */
struct page_job {
    bool blank_between; /* part the output of two pages by a blank line */

    /* set by options */
    const char *output; /* NULL: standard output */
    const char *charset;
    bool text; /* the input is plain text */
    uint64_t max_input, max_depth, max_nodes, deadline_ms;
    bool strict;

    /* set by the options of verbs that judge */
    const char *methods;
    const char *only_method;   /* of a verb without -m, whose model it must be; NULL: of none */
    const char *model;         /* name of a file */
    const char *comment_words; /* name of a file */
    const char *url;
    unsigned format; /* a pith_format */
    unsigned vote;   /* a pith_vote */
    unsigned filter; /* a pith_filter */
    bool precision, recall;
    struct page_ngram ngram;
    struct perplexity_opts perplexity;
    bool links, images, metadata, explain;
};

/* Who judges plain text unless the user says otherwise: what auto looks at is not there. */
#define PAGE_TEXT_METHOD PITH_METHOD_NGRAM

/* Everything at its default: the main text of pages to standard output. */
void page_job_init(struct page_job *job);

/* Fill ROWS with the options of the method ngram. */
enum { PAGE_NGRAM_OPTS = 3 };
void page_ngram_opts(struct page_ngram *ngram, struct opt rows[PAGE_NGRAM_OPTS]);

/* Fill ROWS with options that set JOB: those of every verb that reads pages, with the row that ends
 * a table; and those about what to keep and how to show it, to be put before them. */
enum { PERPLEXITY_OPTS = 5 };
enum { PAGE_JOB_OPTS = 9, PAGE_JUDGE_OPTS = 13 + PAGE_NGRAM_OPTS + PERPLEXITY_OPTS };
void page_job_opts(struct page_job *job, struct opt rows[PAGE_JOB_OPTS]);
void page_judge_opts(struct page_job *job, struct opt rows[PAGE_JUDGE_OPTS]);

/* Likewise those of the method perplexity. */
void perplexity_opts(struct perplexity_opts *opts, struct opt rows[PERPLEXITY_OPTS]);

/* The methods in a list of names such as "density,words"; says which name is none. */
bool page_job_methods(const char *names, uint32_t *methods);

/* The library's options as JOB has them. COMMENT_WORDS gets what is read from that file, and must
 * live as long as OPTIONS. Says what is wrong and returns an exit code where something is. */
int page_job_options(const struct page_job *job, pith_options *options,
                     struct input *comment_words);

/* What --precision and --recall mean for OPTIONS, of which it uses the methods. Says what is wrong
 * and returns an exit code where something is. */
int page_job_beta(bool precision, bool recall, pith_options *options);

/* What NGRAM means for OPTIONS, of which it uses the methods. Says what is wrong and returns an
 * exit code where something is. */
int page_job_ngram(const struct page_ngram *ngram, pith_options *options);

/* What OPTS means for OPTIONS, of which it uses the methods. Says what is wrong and returns an exit
 * code where something is. */
int page_job_perplexity(const struct perplexity_opts *opts, pith_options *options);

/* Whether the library has a language model for LANG; says what it has where it does not. */
bool page_job_lang(const char *lang);

/* The model that JOB names, if it names one, for OPTIONS, of which it uses the methods. The caller
 * frees *MODEL once no page is read any more. Says what is wrong and returns an exit code where
 * something is. */
int page_job_model(const struct page_job *job, pith_options *options, pith_model **model);

/* Before any page is read: says what is wrong with the options, and returns an exit code. The
 * library judges its own itself, on an empty page in CONTEXT. */
int page_job_check(const struct page_job *job, const pith_options *options, pith_context *context);

/* How JOB's output is dressed. */
pith_dress page_job_dress(const struct page_job *job);
pith_format page_job_format(const struct page_job *job);

/*
 * Reads COUNT files (none: standard input), renders each in order, and returns an exit code. A
 * file that cannot be read is named and skipped.
 */
int page_job_run(const struct page_job *job, int count, char **files);

#endif
