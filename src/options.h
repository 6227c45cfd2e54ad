/*
 * options.h - what a caller asks for, typed; and the tables by which names and values get there.
 *
 * An option is a row of a table: what callers see of it, and where its value is in a struct.
 * General options are in the table of options.c, with their values in struct pith_options. A method
 * has a table and a struct of its own, which only its file knows.
 */
#ifndef PITH_OPTIONS_H
#define PITH_OPTIONS_H

#include "base/base.h"

/* How many methods there may be: each has a bit of pith_block.votes. */
enum { PITH__METHODS_MOST = 16 };

struct pith__method;

/* A word that an option takes. A table of them ends with a NULL. */
struct pith__choice {
    const char *name;
    uint32_t value; /* of PITH_TYPE_LIST: bits; 0 says that nothing is wanted */
    const char *summary;
};

/*
 * A row. The value at OFFSET is, by type: FLAG bool, COUNT uint64_t, NUMBER double, TEXT const char
 * * (or NULL), CHOICE uint32_t, LIST uint32_t.
 */
struct pith__param {
    pith_option_info info; /* the name is "METHOD.NAME" for a method's */
    size_t offset;
    const struct pith__choice *choices; /* of CHOICE and LIST; NULL: the methods */
};

/* How a page is written; what renderers see of the options. */
struct pith__render_options {
    bool links, images, front_matter;
};

struct pith_options {
    const char *charset, *id, *url, *comment_words; /* owned; NULL: none */
    uint32_t input;                                 /* enum pith__input */
    uint32_t methods;                               /* bits, by the rows of TABLE */
    uint32_t vote, filter;
    uint64_t max_input, max_depth, max_nodes, deadline_ms;
    bool reasons, metadata, page_type;
    struct pith__render_options render;

    pith_frequency frequency;
    void *frequency_user;
    const pith_model *type_model; /* NULL: the built-in one */

    const struct pith__method *table[PITH__METHODS_MOST];
    size_t count;                                 /* of methods in TABLE */
    const pith_model *models[PITH__METHODS_MOST]; /* of each method; NULL: the built-in one */
    void *params[PITH__METHODS_MOST];             /* of each method: its own struct, or NULL */
    const struct pith__allocator *allocator;
};

enum pith__input { PITH__INPUT_HTML, PITH__INPUT_TEXT };

/* The defaults, in memory of ALLOCATOR, which must live as long. When it fails nothing is owned. */
pith_status pith__options_init(pith_options *options, const struct pith__allocator *allocator);
void pith__options_deinit(pith_options *options);

/* Adds a method that is not in the library's table. Fails with PITH_ERR_ARGUMENT if there is no
 * room for another, and with PITH_ERR_NOMEM. */
pith_status pith__options_add_method(pith_options *options, const struct pith__method *method);

#endif
