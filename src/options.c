/*
 * options.c - options. In: names and values as callers and users write them. Out: typed values.
 */
#include "options.h"

#include <stdio.h>
#include <stdlib.h>

#include "base/decimal.h"
#include "encoding/encoding.h"
#include "method/method.h"

/* ----------------------------------------------------------- general options */

static const struct pith__choice inputs[] = {
    {"html", PITH__INPUT_HTML, "a web page"}, {"text", PITH__INPUT_TEXT, "plain text"}, {0}};
static const struct pith__choice votes[] = {
    {"majority", PITH_VOTE_MAJORITY, "blocks that more than half of the methods keep"},
    {"any", PITH_VOTE_ANY, "blocks that at least one method keeps"},
    {"all", PITH_VOTE_ALL, "blocks that all methods keep"},
    {0}};
static const struct pith__choice filters[] = {
    {"none", PITH_FILTER_NONE, "drop nothing more"},
    {"largest", PITH_FILTER_LARGEST, "keep only the largest run of kept blocks"},
    {"main", PITH_FILTER_MAIN,
     "for news: drop what is above the title, below the heading of the comments or far from the "
     "largest run"},
    {0}};

#define AT(field) offsetof(struct pith_options, field)

static const struct pith__param general[] = {
    {{"input", NULL, "what the input is", "html", PITH_TYPE_CHOICE, PITH_GROUP_INPUT, 0, 0},
     AT(input),
     inputs},
    {{"charset", NULL, "encoding given in the HTTP header", NULL, PITH_TYPE_TEXT, PITH_GROUP_INPUT,
      0, 0},
     AT(charset),
     NULL},
    {{"id", NULL, "name of the page, repeated in JSON", NULL, PITH_TYPE_TEXT, PITH_GROUP_INPUT, 0,
      0},
     AT(id),
     NULL},
    {{"url", NULL, "address of the page, for metadata and relative links", NULL, PITH_TYPE_TEXT,
      PITH_GROUP_INPUT, 0, 0},
     AT(url),
     NULL},
    {{"max-input", NULL, "most bytes of a page to read", "268435456", PITH_TYPE_COUNT,
      PITH_GROUP_INPUT, 0, 1 << 30},
     AT(max_input),
     NULL},
    {{"max-depth", NULL, "most elements above a block; deeper ones are left out of its path", "512",
      PITH_TYPE_COUNT, PITH_GROUP_INPUT, 8, UINT16_MAX},
     AT(max_depth),
     NULL},
    {{"max-nodes", NULL, "most elements and pieces of text to keep", "16000000", PITH_TYPE_COUNT,
      PITH_GROUP_INPUT, 16, UINT32_MAX},
     AT(max_nodes),
     NULL},
    {{"deadline", NULL, "time limit for a page in milliseconds; 0: none", "30000", PITH_TYPE_COUNT,
      PITH_GROUP_INPUT, 0, UINT32_MAX},
     AT(deadline_ms),
     NULL},
    {{"method", NULL, "methods that decide what to keep", "auto", PITH_TYPE_LIST,
      PITH_GROUP_DECISION, 0, 0},
     AT(methods),
     NULL},
    {{"vote", NULL, "which blocks to keep if several methods decide", "majority", PITH_TYPE_CHOICE,
      PITH_GROUP_DECISION, 0, 0},
     AT(vote),
     votes},
    {{"filter", NULL, "what to drop after the vote", "none", PITH_TYPE_CHOICE, PITH_GROUP_DECISION,
      0, 0},
     AT(filter),
     filters},
    {{"comment-words", NULL, "more headings of comments for the filter main, one per line", NULL,
      PITH_TYPE_TEXT, PITH_GROUP_DECISION, 0, 0},
     AT(comment_words),
     NULL},
    {{"reasons", NULL, "record for each block what decided about it", "false", PITH_TYPE_FLAG,
      PITH_GROUP_DECISION, 0, 0},
     AT(reasons),
     NULL},
    {{"metadata", NULL, "find title, author, date and so on", "false", PITH_TYPE_FLAG,
      PITH_GROUP_FACTS, 0, 0},
     AT(metadata),
     NULL},
    {{"page-type", NULL, "find the type of the page, such as article or forum", "false",
      PITH_TYPE_FLAG, PITH_GROUP_FACTS, 0, 0},
     AT(page_type),
     NULL},
    {{"links", NULL, "keep the targets of links in markdown and HTML", "false", PITH_TYPE_FLAG,
      PITH_GROUP_OUTPUT, 0, 0},
     AT(render.links),
     NULL},
    {{"images", NULL, "keep images in markdown and HTML", "false", PITH_TYPE_FLAG,
      PITH_GROUP_OUTPUT, 0, 0},
     AT(render.images),
     NULL},
    {{"front-matter", NULL, "start text, markdown and HTML with the metadata", "false",
      PITH_TYPE_FLAG, PITH_GROUP_OUTPUT, 0, 0},
     AT(render.front_matter),
     NULL},
};
enum { GENERAL = sizeof general / sizeof *general };

/* ------------------------------------------------------------------- lookups */

/* Row INDEX of all options: first the general ones, then those of the COUNT methods in TABLE. Sets
 * *OWNER to the method's place in TABLE, or to COUNT for a general option. NULL if there is no such
 * row. */
static const struct pith__param *row_at(const struct pith__method *const *table, size_t count,
                                        size_t index, size_t *owner)
{
    *owner = count;
    if (index < GENERAL)
        return &general[index];
    index -= GENERAL;
    for (*owner = 0; *owner < count; ++*owner) {
        if (index < table[*owner]->param_count)
            return &table[*owner]->params[index];
        index -= table[*owner]->param_count;
    }
    return NULL;
}

static const struct pith__param *built_in_row(size_t index)
{
    size_t count, owner;
    const struct pith__method *const *table = pith__methods(&count);
    return row_at(table, count, index, &owner);
}

const pith_option_info *pith_option_at(size_t index)
{
    const struct pith__param *row = built_in_row(index);
    return row != NULL ? &row->info : NULL;
}

const pith_option_info *pith_option_find(const char *name)
{
    const pith_option_info *info = NULL;
    for (size_t i = 0; name != NULL && (info = pith_option_at(i)) != NULL; i++) {
        if (strcmp(info->name, name) == 0)
            return info;
    }
    return NULL;
}

int pith_option_choice(const pith_option_info *option, size_t index, pith_choice *choice,
                       size_t size)
{
    const struct pith__param *row = NULL;
    pith_choice found;
    if (option == NULL || choice == NULL)
        return 0;
    for (size_t i = 0; (row = built_in_row(i)) != NULL && &row->info != option;)
        i++;
    if (row == NULL || (option->type != PITH_TYPE_CHOICE && option->type != PITH_TYPE_LIST))
        return 0;
    if (row->choices == NULL) {
        const pith_method_info *method = pith_method_at(index);
        if (method == NULL)
            return 0;
        found = (pith_choice){method->name, method->summary};
    } else {
        for (size_t i = 0; i <= index; i++) {
            if (row->choices[i].name == NULL)
                return 0;
        }
        found = (pith_choice){row->choices[index].name, row->choices[index].summary};
    }
    pith__give(choice, size, &found, sizeof found);
    return 1;
}

/* -------------------------------------------------------------------- values */

static void *value_of(const pith_options *options, const struct pith__param *row, size_t owner)
{
    char *base = owner < options->count ? options->params[owner] : (char *)options;
    return base + row->offset;
}

/* The last part of an option's name, which is what users call it. */
static const char *short_name(const struct pith__param *row)
{
    const char *dot = strchr(row->info.name, '.');
    return dot != NULL ? dot + 1 : row->info.name;
}

/* Looks up a word of LEN bytes and stores its value in *VALUE. False if it is not a choice of the
 * option. */
static bool find_choice(const pith_options *options, const struct pith__param *row,
                        const char *word, size_t len, uint32_t *value)
{
    size_t i = 0;
    for (; row->choices == NULL && i < options->count; i++) {
        const char *name = options->table[i]->info.name;
        if (strlen(name) == len && memcmp(name, word, len) == 0) {
            *value = UINT32_C(1) << i;
            return true;
        }
    }
    for (; row->choices != NULL && row->choices[i].name != NULL; i++) {
        if (strlen(row->choices[i].name) == len && memcmp(row->choices[i].name, word, len) == 0) {
            *value = row->choices[i].value;
            return true;
        }
    }
    return false;
}

/* Reports that the word at OFFSET of VALUE is not a choice, and lists the words that are. */
static pith_status no_choice(const pith_options *options, const struct pith__param *row,
                             const char *value, size_t offset, pith_error *error)
{
    enum { WORD_MOST = 40 };
    char known[128] = "";
    size_t len = strcspn(value + offset, ",");
    for (size_t i = 0;; i++) {
        const char *name = row->choices != NULL ? row->choices[i].name
                           : i < options->count ? options->table[i]->info.name
                                                : NULL;
        size_t at = strlen(known);
        if (name == NULL || at + strlen(name) + 3 > sizeof known)
            break;
        snprintf(known + at, sizeof known - at, "%s%s", i > 0 ? ", " : "", name);
    }
    pith__fail(error, PITH_ERR_NAME, "unknown %s '%.*s'; choose from: %s", short_name(row),
               (int)(len < WORD_MOST ? len : WORD_MOST), value + offset, known);
    if (error != NULL)
        error->offset = offset;
    return PITH_ERR_NAME;
}

static pith_status set_list(const pith_options *options, const struct pith__param *row,
                            const char *value, uint32_t *bits, pith_error *error)
{
    uint32_t found = 0, bit;
    for (size_t at = 0;;) {
        size_t len = strcspn(value + at, ",");
        if (!find_choice(options, row, value + at, len, &bit))
            return no_choice(options, row, value, at, error);
        found |= bit;
        at += len;
        if (value[at++] == '\0')
            break;
    }
    *bits = found;
    return PITH_OK;
}

static pith_status set_number(const struct pith__param *row, const char *value, void *to,
                              pith_error *error)
{
    bool whole = row->info.type == PITH_TYPE_COUNT;
    struct pith__span text = {(const unsigned char *)value, strlen(value)};
    double number;
    if (!pith__number_read(text, &number) || (whole && strspn(value, "0123456789") != text.len))
        return pith__fail(error, PITH_ERR_VALUE, "'%.40s' is not a %snumber", value,
                          whole ? "whole " : "");
    if (!(number >= row->info.min && number <= row->info.max))
        return pith__fail(error, PITH_ERR_VALUE,
                          "%.40s is out of range; choose a value from %.10g to %.10g", value,
                          row->info.min, row->info.max);
    if (whole)
        *(uint64_t *)to = (uint64_t)number;
    else
        *(double *)to = number;
    return PITH_OK;
}

static pith_status set_flag(const char *value, bool *to, pith_error *error)
{
    bool on = strcmp(value, "true") == 0;
    if (!on && strcmp(value, "false") != 0)
        return pith__fail(error, PITH_ERR_VALUE, "'%.40s' is neither true nor false", value);
    *to = on;
    return PITH_OK;
}

/* VALUE may be NULL. */
static pith_status set_text(const struct pith__allocator *allocator, const char *value,
                            const char **to, pith_error *error)
{
    char *copy = NULL;
    if (value != NULL) {
        copy = allocator->resize(allocator->ctx, NULL, 0, strlen(value) + 1);
        if (copy == NULL)
            return pith__fail_plainly(error, PITH_ERR_NOMEM);
        strcpy(copy, value);
    }
    if (*to != NULL)
        allocator->resize(allocator->ctx, (char *)*to, strlen(*to) + 1, 0);
    *to = copy;
    return PITH_OK;
}

/* VALUE is NULL only if the option has no default. */
static pith_status set_value(pith_options *options, const struct pith__param *row, size_t owner,
                             const char *value, pith_error *error)
{
    void *to = value_of(options, row, owner);
    if (row->info.type == PITH_TYPE_TEXT)
        return set_text(options->allocator, value, to, error);
    if (value == NULL)
        value = "";
    switch (row->info.type) {
    case PITH_TYPE_FLAG:
        return set_flag(value, to, error);
    case PITH_TYPE_COUNT:
    case PITH_TYPE_NUMBER:
        return set_number(row, value, to, error);
    case PITH_TYPE_CHOICE:
        return find_choice(options, row, value, strlen(value), to)
                   ? PITH_OK
                   : no_choice(options, row, value, 0, error);
    case PITH_TYPE_LIST:
        return set_list(options, row, value, to, error);
    case PITH_TYPE_TEXT:
        break;
    }
    return PITH_OK;
}

pith_status pith_options_set(pith_options *options, const char *name, const char *value,
                             pith_error *error)
{
    const struct pith__param *row;
    size_t owner, i = 0;
    if (options == NULL || name == NULL)
        return pith__fail_plainly(error, PITH_ERR_ARGUMENT);
    do {
        row = row_at(options->table, options->count, i++, &owner);
    } while (row != NULL && strcmp(row->info.name, name) != 0);
    if (row == NULL)
        return pith__fail(error, PITH_ERR_NAME, "unknown option '%.40s'", name);
    if (value != NULL && row->offset == AT(charset) && owner == options->count &&
        pith__charset_canonical(value, strlen(value)) == NULL)
        return pith__fail(error, PITH_ERR_CHARSET,
                          "'%.40s' is not a known encoding; try utf-8 or windows-1252", value);
    return set_value(options, row, owner, value != NULL ? value : row->info.preset, error);
}

/* ------------------------------------------------------------------- objects */

/* Frees the values of the last method in the table and removes it. */
static void drop_last_method(pith_options *options)
{
    const struct pith__allocator *allocator = options->allocator;
    size_t owner = options->count - 1;
    const struct pith__method *method = options->table[owner];
    for (size_t i = 0; i < method->param_count; i++) {
        if (method->params[i].info.type == PITH_TYPE_TEXT)
            set_text(allocator, NULL, value_of(options, &method->params[i], owner), NULL);
    }
    if (options->params[owner] != NULL)
        allocator->resize(allocator->ctx, options->params[owner], method->params_size, 0);
    options->count--;
}

pith_status pith__options_add_method(pith_options *options, const struct pith__method *method)
{
    const struct pith__allocator *allocator = options->allocator;
    size_t owner = options->count;
    if (owner == PITH__METHODS_MOST)
        return PITH_ERR_ARGUMENT;
    options->params[owner] = NULL;
    options->models[owner] = NULL;
    if (method->params_size > 0) {
        options->params[owner] = allocator->resize(allocator->ctx, NULL, 0, method->params_size);
        if (options->params[owner] == NULL)
            return PITH_ERR_NOMEM;
        memset(options->params[owner], 0, method->params_size);
    }
    options->table[options->count++] = method;
    for (size_t i = 0; i < method->param_count; i++) {
        pith_status status =
            set_value(options, &method->params[i], owner, method->params[i].info.preset, NULL);
        if (status != PITH_OK) {
            drop_last_method(options);
            return status;
        }
    }
    return PITH_OK;
}

pith_status pith__options_init(pith_options *options, const struct pith__allocator *allocator)
{
    size_t count;
    const struct pith__method *const *table = pith__methods(&count);
    pith_status status = PITH_OK;
    memset(options, 0, sizeof *options);
    options->allocator = allocator;
    for (size_t i = 0; i < count && status == PITH_OK; i++)
        status = pith__options_add_method(options, table[i]);
    for (size_t i = 0; i < GENERAL && status == PITH_OK; i++)
        status = set_value(options, &general[i], options->count, general[i].info.preset, NULL);
    if (status != PITH_OK)
        pith__options_deinit(options);
    return status;
}

void pith__options_deinit(pith_options *options)
{
    while (options->count > 0)
        drop_last_method(options);
    for (size_t i = 0; i < GENERAL; i++) {
        if (general[i].info.type == PITH_TYPE_TEXT)
            set_text(options->allocator, NULL, value_of(options, &general[i], options->count),
                     NULL);
    }
}

pith_options *pith_options_new(void)
{
    pith_options *options = malloc(sizeof *options);
    if (options == NULL || pith__options_init(options, &pith__allocator_default) == PITH_OK)
        return options;
    free(options);
    return NULL;
}

void pith_options_free(pith_options *options)
{
    if (options == NULL)
        return;
    pith__options_deinit(options);
    free(options);
}

/* Texts need a copy of their own; all other values are in the structs. */
static pith_status copy_values(pith_options *to, const pith_options *from)
{
    const struct pith__param *row;
    size_t owner;
    for (size_t i = 0; (row = row_at(from->table, from->count, i, &owner)) != NULL; i++) {
        void *target = value_of(to, row, owner);
        const void *value = value_of(from, row, owner);
        switch (row->info.type) {
        case PITH_TYPE_FLAG:
            *(bool *)target = *(const bool *)value;
            break;
        case PITH_TYPE_COUNT:
            *(uint64_t *)target = *(const uint64_t *)value;
            break;
        case PITH_TYPE_NUMBER:
            *(double *)target = *(const double *)value;
            break;
        case PITH_TYPE_TEXT:
            PITH__TRY(set_text(to->allocator, *(const char *const *)value, target, NULL));
            break;
        case PITH_TYPE_CHOICE:
        case PITH_TYPE_LIST:
            *(uint32_t *)target = *(const uint32_t *)value;
            break;
        }
    }
    return PITH_OK;
}

pith_options *pith_options_dup(const pith_options *options)
{
    pith_options *copy = options != NULL ? pith_options_new() : NULL;
    if (copy == NULL)
        return NULL;
    pith_status status = PITH_OK;
    while (copy->count < options->count && status == PITH_OK)
        status = pith__options_add_method(copy, options->table[copy->count]);
    if (status == PITH_OK)
        status = copy_values(copy, options);
    if (status != PITH_OK) {
        pith_options_free(copy);
        return NULL;
    }
    memcpy(copy->models, options->models, sizeof copy->models);
    copy->type_model = options->type_model;
    copy->frequency = options->frequency;
    copy->frequency_user = options->frequency_user;
    return copy;
}

/* --------------------------------------------------- options without a name */

pith_status pith_options_set_model(pith_options *options, const pith_model *model)
{
    if (options == NULL)
        return PITH_ERR_ARGUMENT;
    enum pith__model_kind kind = pith__model_kind(model);
    if (model == NULL || kind == PITH__MODEL_KINDS)
        options->type_model = model;
    for (size_t i = 0; i < options->count; i++) {
        if (model == NULL || options->table[i]->takes == kind)
            options->models[i] = model;
    }
    return PITH_OK;
}

pith_status pith_options_set_frequency(pith_options *options, pith_frequency frequency, void *user)
{
    if (options == NULL)
        return PITH_ERR_ARGUMENT;
    options->frequency = frequency;
    options->frequency_user = user;
    return PITH_OK;
}
