/*
 * options.h - the typed options, and the tables that map names and values to them.
 *
 * An option is a row of a table: what callers see of it, and the place of its value in a struct.
 * General options are in the table of options.c, and their values in struct pith_options. Each
 * method has its own table and its own struct, which only its file knows.
 */
#ifndef PITH_OPTIONS_H
#define PITH_OPTIONS_H

#include "base/base.h"

/* The largest number of methods: each has a bit in pith_block.votes. */
enum { PITH__METHODS_MOST = 16 };

struct pith__method;

/* A word that an option takes. A table of choices ends with a NULL name. */
struct pith__choice {
    const char *name;
    uint32_t value; /* of PITH_TYPE_LIST: bits; 0 means "none" */
    const char *summary;
};

/*
 * A row. The type of the value at OFFSET: FLAG bool, COUNT uint64_t, NUMBER double, TEXT const char
 * * (or NULL), CHOICE uint32_t, LIST uint32_t.
 */
struct pith__param {
    pith_option_info info; /* a method's option is called "METHOD.NAME" */
    size_t offset;
    const struct pith__choice *choices; /* of CHOICE and LIST; NULL: the names of the methods */
};

/* How to write a page: the options that renderers see. */
struct pith__render_options {
    bool links, images, front_matter;
};

struct pith_options {
    const char *charset, *id, *url, *comment_words; /* owned; NULL: none */
    uint32_t input;                                 /* enum pith__input */
    uint32_t methods;                               /* a bit for each row of TABLE */
    uint32_t vote, filter;
    uint64_t max_input, max_depth, max_nodes, deadline_ms;
    bool reasons, metadata, page_type;
    struct pith__render_options render;

    pith_frequency frequency;
    void *frequency_user;
    const pith_model *type_model; /* NULL: the built-in one */

    const struct pith__method *table[PITH__METHODS_MOST];
    size_t count;                                 /* number of methods in TABLE */
    const pith_model *models[PITH__METHODS_MOST]; /* of each method; NULL: the built-in one */
    void *params[PITH__METHODS_MOST];             /* each method's own struct, or NULL */
    const struct pith__allocator *allocator;
};

enum pith__input { PITH__INPUT_HTML, PITH__INPUT_TEXT };

/* Sets the defaults. Memory comes from ALLOCATOR, which must outlive the options. On failure
 * nothing is left to free. */
pith_status pith__options_init(pith_options *options, const struct pith__allocator *allocator);
void pith__options_deinit(pith_options *options);

/* Adds a method that is not in the library's table. Fails with PITH_ERR_ARGUMENT if the table is
 * full, or with PITH_ERR_NOMEM. */
pith_status pith__options_add_method(pith_options *options, const struct pith__method *method);

#endif
