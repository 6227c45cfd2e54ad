/*
 * jsonl.h - the JSON Lines protocol: a line with a page in, a line with its content out. Also
 * answers for pages in files. docs/reference/jsonl.md describes the format.
 */
#ifndef PITH_JSONL_H
#define PITH_JSONL_H

#include "io/json_out.h"
#include "io/lines.h"
#include "pith.h"

/* Settings shared by all lines. */
struct jsonl_job {
    const pith_options *options; /* all but the URL, which each line brings */
    const char *text_method; /* the method for lines of plain text; NULL: the same as for HTML */
    bool plain;              /* all input is plain text */
    bool metadata;           /* answers have a "metadata" member */
    pith_format format;
    uint64_t max_line;   /* a longer line is answered with an error */
    uint64_t max_answer; /* so is a line whose answer would be longer */
    bool name_file;      /* errors name the file as well as the line */
    bool bare;           /* for files: the content alone, without a JSON line around it */
};

/* Answers lines. Use it from one thread at a time. */
struct jsonl {
    const struct jsonl_job *job;
    pith_context *context;
    pith_options *options, *text_options; /* for HTML, and for plain text */
    char error[160];                      /* what was wrong with the last line, for people */
};

struct jsonl_line {
    char *data; /* without the line feed; answering the line modifies it */
    size_t len;
    const char *file;
    uint64_t line;   /* line number in the file, from 1 */
    uint64_t number; /* line number over all files, from 1 */
    enum lines_cut cut;
};

enum jsonl_outcome {
    JSONL_OK = PITH_OUTCOME_OK,
    JSONL_EMPTY = PITH_OUTCOME_EMPTY,
    JSONL_PARTIAL = PITH_OUTCOME_PARTIAL,
    JSONL_ERROR, /* OUT has an error line; jsonl->error has the same message */
    JSONL_LOST   /* out of memory even for an error line: nothing was added to OUT */
};

/* Returns false when out of memory. */
bool jsonl_init(struct jsonl *jsonl, const struct jsonl_job *job);

/* Appends the answer to LINE to OUT: always exactly one line. */
enum jsonl_outcome jsonl_answer(struct jsonl *jsonl, struct jsonl_line line, struct json_out *out);

/* A page in a file. */
struct jsonl_file {
    const char *name; /* used as its id */
    const char *data;
    size_t len;
    const char *error; /* why it could not be read; NULL if it was */
};

/* Appends the answer to FILE to OUT: one line, or with BARE its content alone, which is empty after
 * an error. */
enum jsonl_outcome jsonl_answer_file(struct jsonl *jsonl, const struct jsonl_file *file,
                                     struct json_out *out);

void jsonl_deinit(struct jsonl *jsonl);

#endif
