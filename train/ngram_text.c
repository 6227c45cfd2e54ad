/*
 * ngram_text.c - writes an n-gram model as readable text, and parses it.
 *
 * The text omits what can be derived: the table, the initial state, and the links to strings
 * without their first symbol.
 */
#include <stdarg.h>
#include <stdlib.h>

#include "base/decimal.h"
#include "model/model.h"
#include "train/ngram_file.h"

enum { TEXT_VERSION = 1 };

/* ------------------------------------------------------------------ writing */

/* Writes units as nats; four digits distinguish them all. */
static void write_number(int32_t units, FILE *file)
{
    fprintf(file, "%.4f", (double)units / PITH__CHARGRAM_UNIT);
}

static void write_string(const struct ngram_nodes *nodes, uint64_t key, unsigned length, FILE *file)
{
    fputs(" \"", file);
    for (unsigned i = length; i > 0; i--)
        fputs(pith__fold_name(nodes->folding, (unsigned)(key >> NGRAM_BITS * (i - 1) & 127)), file);
    fputs("\"\n", file);
}

/* Control characters would end a line early or disturb a terminal. */
static char fact_character(unsigned char c)
{
    return (char)(c < ' ' ? '?' : c);
}

/* Writes facts unchanged, except for control characters. */
static void write_facts(const struct pith__chargram *model, FILE *file)
{
    bool begins = true;
    for (size_t i = 0; i < model->fact_len; i++) {
        unsigned char c = (unsigned char)model->facts[i];
        if (begins)
            fputs("fact ", file);
        begins = c == '\n';
        fputc(begins ? '\n' : fact_character(c), file);
    }
    if (!begins)
        fputc('\n', file);
}

bool ngram_dump(const struct pith__chargram *model, FILE *file)
{
    struct ngram_nodes nodes;
    if (!ngram_nodes_of(&nodes, model))
        return false;
    fprintf(file, "pith ngrams %d\norder %u\nfolding %s\nprior ", TEXT_VERSION, nodes.order,
            ngram_folding_name(nodes.folding));
    write_number(nodes.prior, file);
    fprintf(file, "\ntable %s\n", model->table != NULL ? "yes" : "no");
    write_facts(model, file);
    for (unsigned length = 1; length <= nodes.order; length++) {
        const struct ngram_nodes_level *level = &nodes.levels[length];
        fprintf(file, "\nlength %u: %zu\n", length, level->count);
        for (size_t i = 0; i < level->count; i++) {
            write_number(level->scores[i], file);
            if (length < nodes.order) {
                fputc(' ', file);
                write_number(level->backoffs[i], file);
            }
            write_string(&nodes, level->keys[i], length, file);
        }
    }
    ngram_nodes_deinit(&nodes);
    return true;
}

bool ngram_dump_built_in(const char *name, FILE *file, const char **wrong)
{
    struct pith__chargram model;
    *wrong = NULL;
    if (pith__chargram_built_in(name, &model))
        return ngram_dump(&model, file);
    *wrong = "only n-gram models can be dumped; models/README.md describes this one";
    return false;
}

bool ngram_dump_bytes(const char *bytes, size_t len, FILE *file, const char **wrong)
{
    struct pith__chargram model;
    *wrong = NULL;
    if (!pith__chargram_check((const unsigned char *)bytes, len, wrong))
        return false;
    pith__chargram_view(&model, (const unsigned char *)bytes);
    return ngram_dump(&model, file);
}

/* ------------------------------------------------------------------ reading */

struct reader {
    struct pith__span rest; /* remaining text */
    struct pith__span line; /* without its end */
    size_t number;          /* line number */
    pith_error *error;
};

static bool fail(struct reader *reader, const char *message)
{
    reader->error->line = reader->number;
    snprintf(reader->error->message, sizeof reader->error->message, "%s", message);
    return false;
}

static bool next_line(struct reader *reader)
{
    if (reader->rest.len == 0)
        return false;
    const unsigned char *end = memchr(reader->rest.ptr, '\n', reader->rest.len);
    size_t len = end != NULL ? (size_t)(end - reader->rest.ptr) : reader->rest.len;
    reader->line = (struct pith__span){reader->rest.ptr, len};
    size_t taken = len + (end != NULL);
    reader->rest.ptr += taken;
    reader->rest.len -= taken;
    reader->number++;
    return true;
}

/* Removes WORD and the space after it from the line. */
static bool take_word(struct reader *reader, const char *word)
{
    size_t len = strlen(word);
    if (reader->line.len < len || memcmp(reader->line.ptr, word, len) != 0)
        return false;
    reader->line.ptr += len;
    reader->line.len -= len;
    return true;
}

/* Removes a number in nats from the line. */
static bool take_number(struct reader *reader, int32_t *units)
{
    size_t len = 0;
    double nats;
    while (len < reader->line.len && reader->line.ptr[len] != ' ')
        len++;
    if (!pith__decimal_read((struct pith__span){reader->line.ptr, len}, &nats) || nats < -1e6 ||
        nats > 1e6)
        return fail(reader, "expected a number");
    reader->line.ptr += len;
    reader->line.len -= len;
    double scaled = nats * PITH__CHARGRAM_UNIT;
    *units = (int32_t)(scaled < 0 ? scaled - 0.5 : scaled + 0.5);
    return true;
}

static bool take_score(struct reader *reader, int16_t *score)
{
    int32_t units;
    if (!take_number(reader, &units))
        return false;
    if (units < INT16_MIN || units > INT16_MAX)
        return fail(reader, "the number is out of range");
    *score = (int16_t)units;
    return true;
}

/* Removes the first symbol from the line. Returns false if there is no valid one. */
static bool take_symbol(struct reader *reader, unsigned folding, unsigned *symbol)
{
    for (*symbol = 0; *symbol < pith__fold_symbols(folding); ++*symbol) {
        if (take_word(reader, pith__fold_name(folding, *symbol)))
            return true;
    }
    return fail(reader, "a character is not in the alphabet");
}

static bool take_string(struct reader *reader, unsigned folding, unsigned length, uint64_t *key)
{
    unsigned symbol;
    *key = 0;
    if (!take_word(reader, " \""))
        return fail(reader, "expected a string in quotes");
    for (unsigned i = 0; i < length; i++) {
        if (!take_symbol(reader, folding, &symbol))
            return false;
        *key = *key << NGRAM_BITS | symbol;
    }
    return (reader->line.len == 1 && reader->line.ptr[0] == '"') ||
           fail(reader, "the string has the wrong length for this section");
}

static bool read_level(struct reader *reader, struct ngram_nodes *nodes, unsigned length)
{
    struct ngram_nodes_level *level = &nodes->levels[length];
    char wanted[32];
    double count;
    snprintf(wanted, sizeof wanted, "length %u: ", length);
    if (!next_line(reader) || reader->line.len != 0 || !next_line(reader) ||
        !take_word(reader, wanted) || !pith__decimal_read(reader->line, &count) || count < 0 ||
        count > (double)reader->rest.len)
        return fail(reader, "expected a blank line, then a line such as 'length 2: 300', then "
                            "that many strings");
    if (!ngram_nodes_alloc(level, (size_t)count))
        return fail(reader, pith_status_message(PITH_ERR_NOMEM));
    for (size_t i = 0; i < level->count; i++) {
        if (!next_line(reader))
            return fail(reader, "the text ends too early");
        if (!take_score(reader, &level->scores[i]))
            return false;
        if (length < nodes->order &&
            (!take_word(reader, " ") || !take_score(reader, &level->backoffs[i])))
            return fail(reader, "the second number is missing");
        if (!take_string(reader, nodes->folding, length, &level->keys[i]))
            return false;
        if (i > 0 && level->keys[i] <= level->keys[i - 1])
            return fail(reader, "the strings are not in order");
    }
    return true;
}

static bool read_head(struct reader *reader, struct ngram_nodes *nodes, bool *table)
{
    double order;
    if (!next_line(reader) || !take_word(reader, "pith ngrams "))
        return fail(reader, "not a dump of an n-gram model");
    if (reader->line.len != 1 || reader->line.ptr[0] != '0' + TEXT_VERSION)
        return fail(reader, "a dump of another version than the one that this program reads");
    if (!next_line(reader) || !take_word(reader, "order ") ||
        !pith__decimal_read(reader->line, &order) || order < 1 || order > PITH__CHARGRAM_ORDER)
        return fail(reader, "the order is missing, such as 'order 3'");
    nodes->order = (unsigned)order;
    if (!next_line(reader) || !take_word(reader, "folding "))
        return fail(reader, "the folding is missing, such as 'folding ascii'");
    while (nodes->folding < PITH__FOLDINGS &&
           !(reader->line.len == strlen(ngram_folding_name(nodes->folding)) &&
             memcmp(reader->line.ptr, ngram_folding_name(nodes->folding), reader->line.len) == 0))
        nodes->folding++;
    if (nodes->folding == PITH__FOLDINGS)
        return fail(reader, "unknown folding");
    if (!next_line(reader) || !take_word(reader, "prior ") || !take_number(reader, &nodes->prior))
        return fail(reader, "the prior is missing, such as 'prior 0.0000'");
    if (!next_line(reader) || !take_word(reader, "table "))
        return fail(reader, "'table yes' or 'table no' is missing");
    *table = take_word(reader, "yes");
    return true;
}

/* Reads the facts, one per line; the caller frees them. Returns NULL when out of memory. Replaces
 * the same characters as a dump does, so that dumping the model and loading that gives the same
 * model. */
static char *read_facts(struct reader *reader)
{
    char *facts = malloc(reader->rest.len + 1);
    size_t len = 0;
    while (facts != NULL && reader->rest.len >= 5 && memcmp(reader->rest.ptr, "fact ", 5) == 0) {
        next_line(reader);
        take_word(reader, "fact ");
        for (size_t i = 0; i < reader->line.len; i++)
            facts[len++] = fact_character(reader->line.ptr[i]);
        facts[len++] = '\n';
    }
    if (facts != NULL)
        facts[len] = '\0';
    return facts;
}

unsigned char *ngram_load(const char *text, size_t text_len, size_t *len, pith_error *error)
{
    struct reader reader = {.rest = {(const unsigned char *)text, text_len}, .error = error};
    struct ngram_nodes nodes = {.order = 0};
    unsigned char *bytes = NULL;
    char *facts = NULL;
    bool table = false;
    memset(error, 0, sizeof *error);
    bool good = read_head(&reader, &nodes, &table);
    if (good) {
        facts = read_facts(&reader);
        good = facts != NULL || fail(&reader, pith_status_message(PITH_ERR_NOMEM));
    }
    for (unsigned length = 1; good && length <= nodes.order; length++)
        good = read_level(&reader, &nodes, length);
    if (good && reader.rest.len > 0)
        good = fail(&reader, "unexpected text after the end of the model");
    if (good) {
        bytes = ngram_bytes(&nodes, table, facts, len);
        if (bytes == NULL)
            fail(&reader, "the prefix or suffix of a string is missing");
    }
    free(facts);
    ngram_nodes_deinit(&nodes);
    return bytes;
}
