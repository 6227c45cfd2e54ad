/*
 * model_read.c - reads a model. In: its bytes, in the format of docs/reference/model-format.md.
 * Out: a model, or what is wrong with the bytes and in which line.
 *
 * Files come from anywhere. Whatever they hold, the work is linear in their length, and in a tree
 * that passes every branch leads to a leaf.
 */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/crc32.h"
#include "base/decimal.h"
#include "base/hash.h"
#include "model/model.h"

enum {
    BYTES_MOST = 64 << 20,
    SHOWN = 40 /* most bytes of a word to quote in a message */
};

/* A condition with a branch that has not been read yet. */
struct open_node {
    uint32_t node;
    bool upper; /* now reading the branch for larger values */
};

struct reader {
    const unsigned char *at, *end;
    struct pith__span rest; /* of the current line */
    size_t line;            /* its number */
    pith_error *error;
    struct pith__vec nodes;  /* of struct pith__decision */
    struct pith__vec leaves; /* of struct pith__decision_leaf */
    struct open_node open[PITH__DECISION_DEPTH];
    unsigned depth; /* number of open nodes */
    unsigned classes;
};

/* ------------------------------------------------------------------- words */

__attribute__((format(printf, 2, 3))) static pith_status fail(struct reader *reader,
                                                              const char *format, ...)
{
    va_list args;
    reader->error->line = reader->line;
    va_start(args, format);
    vsnprintf(reader->error->message, sizeof reader->error->message, format, args);
    va_end(args);
    return PITH_ERR_MODEL;
}

/* Quotes TEXT for a message: shortened, and only printable ASCII. */
static const char *show(struct pith__span text, char out[SHOWN + 4])
{
    size_t len = text.len < SHOWN ? text.len : SHOWN;
    for (size_t i = 0; i < len; i++)
        out[i] = text.ptr[i] >= ' ' && text.ptr[i] < 0x7F ? (char)text.ptr[i] : '?';
    strcpy(out + len, text.len > SHOWN ? "..." : "");
    return out;
}

/* At the end of the text the line number is that of the line that would come next. */
static bool next_line(struct reader *reader)
{
    reader->line++;
    if (reader->at == reader->end)
        return false;
    const unsigned char *feed = memchr(reader->at, '\n', (size_t)(reader->end - reader->at));
    const unsigned char *stop = feed != NULL ? feed : reader->end;
    reader->rest = (struct pith__span){reader->at, (size_t)(stop - reader->at)};
    if (reader->rest.len > 0 && stop[-1] == '\r')
        reader->rest.len--;
    reader->at = feed != NULL ? feed + 1 : reader->end;
    return true;
}

/* Takes the next word off the line. Words are separated by one space. */
static struct pith__span take_word(struct reader *reader)
{
    struct pith__span word = reader->rest;
    const unsigned char *space = word.len > 0 ? memchr(word.ptr, ' ', word.len) : NULL;
    if (space != NULL)
        word.len = (size_t)(space - word.ptr);
    reader->rest.ptr += word.len + (space != NULL);
    reader->rest.len -= word.len + (space != NULL);
    return word;
}

/* Takes PREFIX off the line if the line starts with it. */
static bool take(struct reader *reader, const char *prefix)
{
    size_t len = strlen(prefix);
    if (reader->rest.len < len || memcmp(reader->rest.ptr, prefix, len) != 0)
        return false;
    reader->rest.ptr += len;
    reader->rest.len -= len;
    return true;
}

static bool same(struct pith__span text, const char *word)
{
    return text.len == strlen(word) && memcmp(text.ptr, word, text.len) == 0;
}

/* -------------------------------------------------------------------- head */

uint64_t pith__features_hash(void)
{
    uint64_t hash = PITH__FNV64;
    const char *name;
    for (size_t i = 0; (name = pith_feature_name(i)) != NULL; i++)
        hash = pith__fnv64_line(hash, name);
    return hash;
}

static pith_status read_classes(struct reader *reader)
{
    if (!next_line(reader) || !take(reader, "classes "))
        return fail(reader, "there is no line 'classes ...' here");
    if (same(reader->rest, "boilerplate text"))
        reader->classes = 2;
    else if (same(reader->rest, "boilerplate text headline supplemental"))
        reader->classes = PITH__LABELS;
    else
        return fail(reader, "the classes are neither 'boilerplate text' nor 'boilerplate text "
                            "headline supplemental'");
    return PITH_OK;
}

static pith_status read_features(struct reader *reader)
{
    char expected[64];
    snprintf(expected, sizeof expected, "%d %016llx", (int)PITH__FEATURES,
             (unsigned long long)pith__features_hash());
    if (!next_line(reader) || !take(reader, "features "))
        return fail(reader, "there is no line 'features ...' here");
    if (!same(reader->rest, expected)) {
        char shown[SHOWN + 4];
        return fail(reader,
                    "the model is for other features (%s) than this version has (%s); train it "
                    "again",
                    show(reader->rest, shown), expected);
    }
    return PITH_OK;
}

/* Reads up to the line "tree". The lines in between are for people. */
static pith_status read_head(struct reader *reader)
{
    char shown[SHOWN + 4];
    if (!next_line(reader) || !take(reader, "pith tree "))
        return fail(reader, "not a model of Pith; pith train writes them");
    if (!same(reader->rest, "1"))
        return fail(reader, "a model of version %s; this program reads version 1",
                    show(reader->rest, shown));
    PITH__TRY(read_classes(reader));
    PITH__TRY(read_features(reader));
    while (next_line(reader)) {
        if (same(reader->rest, "tree"))
            return PITH_OK;
        struct pith__span line = reader->rest;
        if (take_word(reader).len == 0 || reader->rest.len == 0)
            return fail(reader, "neither 'tree' nor a word and what it says: '%s'",
                        show(line, shown));
    }
    return fail(reader, "there is no line 'tree'");
}

/* -------------------------------------------------------------------- tree */

static pith_status add_node(struct reader *reader, float threshold, uint16_t feature, uint32_t more)
{
    if (reader->nodes.len >= PITH__DECISION_NODES)
        return fail(reader, "the tree has more than %d nodes", (int)PITH__DECISION_NODES);
    PITH__TRY(pith__vec_reserve(&reader->nodes, &pith__allocator_default, 1));
    struct pith__decision *nodes = reader->nodes.data;
    if (reader->depth > 0 && reader->open[reader->depth - 1].upper)
        nodes[reader->open[reader->depth - 1].node].more = (uint32_t)reader->nodes.len;
    nodes[reader->nodes.len++] = (struct pith__decision){threshold, feature, more};
    return PITH_OK;
}

/* Reads "CLASS WEIGHT WEIGHT", the rest of the line. */
static pith_status read_leaf(struct reader *reader)
{
    struct pith__decision_leaf leaf = {.label = PITH__LABELS};
    char shown[SHOWN + 4];
    struct pith__span class = take_word(reader);
    for (unsigned i = 0; i < reader->classes; i++) {
        if (same(class, pith_label_name((pith_label)i)))
            leaf.label = (uint8_t)i;
    }
    if (leaf.label == PITH__LABELS)
        return fail(reader, "'%s' is none of the classes", show(class, shown));
    for (unsigned i = 0; i < reader->classes; i++) {
        struct pith__span word = take_word(reader);
        if (word.len == 0)
            return fail(reader, "a leaf needs a weight for each of the %u classes",
                        reader->classes);
        if (!pith__decimal_read(word, &leaf.weights[i]) || !(leaf.weights[i] >= 0) ||
            leaf.weights[i] > 1e15)
            return fail(reader, "'%s' is not a weight", show(word, shown));
    }
    if (reader->rest.len > 0)
        return fail(reader, "too much at the end of the line: '%s'", show(reader->rest, shown));
    for (unsigned i = 0; i < reader->classes; i++) {
        if (leaf.weights[i] > leaf.weights[leaf.label])
            return fail(reader, "the leaf says %s, but more of its weight is %s",
                        pith_label_name((pith_label)leaf.label), pith_label_name((pith_label)i));
    }
    PITH__TRY(add_node(reader, 0, PITH__DECISION_LEAF, (uint32_t)reader->leaves.len));
    PITH__TRY(pith__vec_reserve(&reader->leaves, &pith__allocator_default, 1));
    ((struct pith__decision_leaf *)reader->leaves.data)[reader->leaves.len++] = leaf;
    /* This leaf completes every node whose upper branch it ends. */
    while (reader->depth > 0 && reader->open[reader->depth - 1].upper)
        reader->depth--;
    return PITH_OK;
}

/* The number of a feature, or PITH__FEATURES if there is none. */
static uint16_t find_feature(struct pith__span name)
{
    uint16_t i = 0;
    while (i < PITH__FEATURES && !same(name, pith_feature_name(i)))
        i++;
    return i;
}

/* Reads "NUMBER", or "NUMBER:" and a leaf. */
static pith_status read_threshold(struct reader *reader, float *threshold, bool *leaf)
{
    char shown[SHOWN + 4];
    struct pith__span word = take_word(reader);
    double number;
    *leaf = word.len > 0 && word.ptr[word.len - 1] == ':';
    word.len -= *leaf;
    if (!pith__decimal_read(word, &number))
        return fail(reader, "'%s' is not a number", show(word, shown));
    if (!*leaf && reader->rest.len > 0)
        return fail(reader, "too much at the end of the line: '%s'", show(reader->rest, shown));
    *threshold = (float)number;
    return PITH_OK;
}

/* Reads a condition: a lower branch, or the upper branch of the innermost open node. */
static pith_status read_condition(struct reader *reader, bool upper)
{
    char shown[SHOWN + 4];
    struct pith__span name = take_word(reader);
    struct pith__span sign = take_word(reader);
    uint16_t feature = find_feature(name);
    float threshold = 0;
    bool leaf = false;
    if (feature == PITH__FEATURES)
        return fail(reader, "there is no feature '%s'", show(name, shown));
    if (!same(sign, "<=") && !same(sign, ">"))
        return fail(reader, "neither '<=' nor '>' behind the feature: '%s'", show(sign, shown));
    PITH__TRY(read_threshold(reader, &threshold, &leaf));
    if (!upper) {
        if (!same(sign, "<="))
            return fail(reader, "a branch '<=' has to come before this one");
        if (reader->depth == PITH__DECISION_DEPTH)
            return fail(reader, "the tree is deeper than %d", (int)PITH__DECISION_DEPTH);
        PITH__TRY(add_node(reader, threshold, feature, 0));
        reader->open[reader->depth++] = (struct open_node){(uint32_t)reader->nodes.len - 1, false};
    } else {
        struct open_node *top = &reader->open[reader->depth - 1];
        const struct pith__decision *node = (struct pith__decision *)reader->nodes.data + top->node;
        if (!same(sign, ">") || node->feature != feature || node->threshold < threshold ||
            node->threshold > threshold)
            return fail(reader, "the other branch of %s is missing before this one",
                        pith_feature_name(node->feature));
        top->upper = true;
    }
    return leaf ? read_leaf(reader) : PITH_OK;
}

/* Reads all lines to the end. The lines before it determine what a line must be. */
static pith_status read_tree(struct reader *reader)
{
    bool whole = false;
    size_t leaves = 0;
    while (next_line(reader)) {
        unsigned bars = 0;
        bool upper = reader->leaves.len > leaves; /* the line before ended with a leaf */
        leaves = reader->leaves.len;
        if (whole)
            return fail(reader, "the tree ended in the line before this one");
        while (take(reader, "| "))
            bars++;
        if (bars != reader->depth - upper)
            return fail(reader, "%u '| ' at the start of the line and not %u", bars,
                        reader->depth - upper);
        if (reader->nodes.len == 0 && take(reader, ": "))
            PITH__TRY(read_leaf(reader));
        else
            PITH__TRY(read_condition(reader, upper));
        whole = reader->depth == 0;
    }
    return whole ? PITH_OK : fail(reader, "the tree ends too early: a branch is missing");
}

/* ------------------------------------------------------------------ models */

static pith_status read_text(const unsigned char *bytes, size_t len, pith_model *model,
                             pith_error *error)
{
    struct reader reader = {.at = bytes, .end = bytes + len, .error = error};
    pith__vec_init(&reader.nodes, sizeof(struct pith__decision));
    pith__vec_init(&reader.leaves, sizeof(struct pith__decision_leaf));
    pith_status status = len > BYTES_MOST ? fail(&reader, "longer than any model is") : PITH_OK;
    if (status == PITH_OK)
        status = read_head(&reader);
    if (status == PITH_OK)
        status = read_tree(&reader);
    if (status != PITH_OK) {
        pith__vec_deinit(&reader.nodes, &pith__allocator_default);
        pith__vec_deinit(&reader.leaves, &pith__allocator_default);
        return status;
    }
    model->tree = (struct pith__decision_tree){reader.nodes.data, reader.leaves.data,
                                               (uint32_t)reader.nodes.len,
                                               (uint32_t)reader.leaves.len, reader.classes};
    return PITH_OK;
}

static bool is_forest(const unsigned char *bytes, size_t len)
{
    return len >= 8 && pith__load4(bytes) == PITH__FOREST_MAGIC_1 &&
           pith__load4(bytes + 4) == PITH__FOREST_MAGIC_2;
}

static pith_status read_forest(const unsigned char *bytes, size_t len, pith_model *model,
                               pith_error *error)
{
    const char *wrong = NULL;
    size_t count = len / 4;
    if (len % 4 != 0 || count < PITH__FOREST_HEAD || count > PITH__FOREST_WORDS ||
        pith__load4(bytes + 4 * (size_t)PITH__FOREST_SIZE) != count)
        wrong = "the forest is longer or shorter than it says";
    else if (pith__load4(bytes + 4 * (size_t)PITH__FOREST_CRC) !=
             pith__crc32(bytes + 4 * (size_t)PITH__FOREST_SIZE,
                         len - 4 * (size_t)PITH__FOREST_SIZE))
        wrong = "the forest is damaged: its checksum is another one";
    if (wrong == NULL) {
        model->words = malloc(len);
        if (model->words == NULL)
            return PITH_ERR_NOMEM;
        for (size_t i = 0; i < count; i++)
            model->words[i] = pith__load4(bytes + 4 * i);
        if (pith__forest_check(model->words, count, &wrong))
            pith__forest_view(&model->forest, model->words);
    }
    if (wrong == NULL && model->forest.outputs == 1)
        return pith__full_make(&model->full, &model->forest, &pith__allocator_default);
    if (wrong == NULL)
        return PITH_OK;
    snprintf(error->message, sizeof error->message, "%s", wrong);
    return PITH_ERR_MODEL;
}

/* OWN: copy the bytes; otherwise the caller keeps them alive. */
static pith_status read_chargram(const unsigned char *bytes, size_t len, bool own,
                                 pith_model *model, pith_error *error)
{
    const char *wrong;
    if (!pith__chargram_check(bytes, len, &wrong)) {
        snprintf(error->message, sizeof error->message, "%s", wrong);
        return PITH_ERR_MODEL;
    }
    if (own) {
        model->owned = malloc(len);
        if (model->owned == NULL)
            return PITH_ERR_NOMEM;
        bytes = memcpy(model->owned, bytes, len);
    }
    pith__chargram_view(&model->chargram, bytes);
    return PITH_OK;
}

static pith_status read_wordgram(const unsigned char *bytes, size_t len, bool own,
                                 pith_model *model, pith_error *error)
{
    const char *wrong;
    if (own) {
        model->owned = malloc(len);
        if (model->owned == NULL)
            return PITH_ERR_NOMEM;
        bytes = memcpy(model->owned, bytes, len);
    }
    if (pith__wordgram_check(&model->wordgram, bytes, len, &wrong))
        return PITH_OK;
    snprintf(error->message, sizeof error->message, "%s", wrong);
    return PITH_ERR_MODEL;
}

static pith_status read_model(const char *bytes, size_t len, bool own, pith_model **model,
                              pith_error *error)
{
    pith_error ignored;
    if (error == NULL)
        error = &ignored;
    memset(error, 0, sizeof *error);
    if (model != NULL)
        *model = NULL;
    if (model == NULL || (bytes == NULL && len > 0))
        return pith__fail_plainly(error, PITH_ERR_ARGUMENT);
    const unsigned char *data = (const unsigned char *)(bytes != NULL ? bytes : "");
    pith_model *made = calloc(1, sizeof *made);
    if (made == NULL)
        return pith__fail_plainly(error, PITH_ERR_NOMEM);
    pith_status status = pith__chargram_is(data, len) ? read_chargram(data, len, own, made, error)
                         : pith__wordgram_magic(data, len)
                             ? read_wordgram(data, len, own, made, error)
                         : is_forest(data, len) ? read_forest(data, len, made, error)
                                                : read_text(data, len, made, error);
    made->len = len;
    if (status == PITH_OK)
        *model = made;
    else
        pith_model_free(made);
    error->status = status;
    return error->message[0] == '\0' ? pith__fail_plainly(error, status) : status;
}

pith_status pith_model_new(const char *bytes, size_t len, pith_model **model, pith_error *error)
{
    return read_model(bytes, len, true, model, error);
}

pith_status pith_model_view_new(const char *bytes, size_t len, pith_model **model,
                                pith_error *error)
{
    return read_model(bytes, len, false, model, error);
}

enum pith__model_kind pith__model_kind(const pith_model *model)
{
    if (model == NULL)
        return PITH__MODEL_NONE;
    if (model->chargram.order > 0)
        return PITH__MODEL_CHARGRAM;
    if (model->wordgram.order > 0)
        return PITH__MODEL_WORDGRAM;
    if (model->words == NULL)
        return PITH__MODEL_TREE;
    return model->forest.outputs == 1 ? PITH__MODEL_FOREST : PITH__MODEL_KINDS;
}

void pith_model_free(pith_model *model)
{
    if (model == NULL)
        return;
    free(model->tree.nodes);
    free(model->tree.leaves);
    free(model->words);
    pith__full_deinit(&model->full, &pith__allocator_default);
    free(model->owned);
    free(model);
}
