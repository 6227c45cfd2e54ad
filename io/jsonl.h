/*
 * jsonl.h - the line protocol: a line with a page in, a line with its content out; or a file in.
 * docs/reference/jsonl.md describes it.
 */
#ifndef PITH_JSONL_H
#define PITH_JSONL_H

#include "io/json_out.h"
#include "io/lines.h"
#include "pith.h"

/* What is the same for all lines. */
struct jsonl_job {
    const pith_options *options; /* but for the address, which the lines give */
    const char *text_method;     /* who judges lines of plain text; NULL: the same as of pages */
    bool plain;                  /* all input is plain text */
    bool metadata;               /* lines have a member for it */
    pith_format format;
    uint64_t max_line;   /* a longer line is answered with an error */
    uint64_t max_answer; /* a line with a longer answer too */
    bool name_file;      /* errors name the file beside the line */
    bool bare;           /* of files: the content alone, no line around it */
};

/* Answers lines, on one thread at a time. */
struct jsonl {
    const struct jsonl_job *job;
    pith_context *context;
    pith_options *options, *text_options; /* for HTML, and for plain text */
    char error[160];                      /* what was wrong with the last line, for people */
};

struct jsonl_line {
    char *data; /* without the line feed; the answering of it changes it */
    size_t len;
    const char *file;
    uint64_t line;   /* number in the file, from 1 */
    uint64_t number; /* number among all lines, from 1 */
    enum lines_cut cut;
};

enum jsonl_outcome {
    JSONL_OK = PITH_OUTCOME_OK,
    JSONL_EMPTY = PITH_OUTCOME_EMPTY,
    JSONL_PARTIAL = PITH_OUTCOME_PARTIAL,
    JSONL_ERROR, /* OUT has an error line; jsonl->error says the same */
    JSONL_LOST   /* there was no memory for that either: nothing was added to OUT */
};

/* False: no memory. */
bool jsonl_init(struct jsonl *jsonl, const struct jsonl_job *job);

/* Adds the answer to LINE to OUT: one line, whatever LINE is. */
enum jsonl_outcome jsonl_answer(struct jsonl *jsonl, struct jsonl_line line, struct json_out *out);

/* A page that is a file. */
struct jsonl_file {
    const char *name; /* its id */
    const char *data;
    size_t len;
    const char *error; /* why it could not be read; NULL: it was */
};

/* Adds the answer to FILE to OUT: one line, or its content alone, of which an error has none. */
enum jsonl_outcome jsonl_answer_file(struct jsonl *jsonl, const struct jsonl_file *file,
                                     struct json_out *out);

void jsonl_deinit(struct jsonl *jsonl);

#endif
