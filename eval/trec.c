/*
 * trec.c - in: the lines of TREC run and qrels files; out: sorted entries. See trec.h.
 */
#include "eval/trec.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/arena.h"
#include "io/line_reader.h"

enum { MAX_LINE = 64 * 1024, MAX_FIELDS = 6 };

struct trec {
    enum trec_kind kind;
    trec_note note;
    size_t broken;
    struct pith__arena strings;
    const char *file;
    struct trec_entry *entries;
    size_t count, cap;
};

static void name_line(struct trec *trec, uint64_t line, const char *message)
{
    if (++trec->broken <= TREC_NAMED && trec->note != NULL)
        trec->note(trec->file, line, message);
}

/* Copies TEXT and appends a NUL. Returns NULL when out of memory. */
static const char *keep(struct trec *trec, struct pith__span text)
{
    char *copy = pith__arena_alloc(&trec->strings, text.len + 1);
    if (copy != NULL) {
        memcpy(copy, text.ptr, text.len);
        copy[text.len] = '\0';
    }
    return copy;
}

struct trec *trec_new(enum trec_kind kind, const char *file, trec_note note)
{
    struct trec *trec = calloc(1, sizeof *trec);
    if (trec == NULL)
        return NULL;
    trec->kind = kind;
    trec->note = note;
    pith__arena_init(&trec->strings, &pith__allocator_default);
    trec->file = keep(trec, (struct pith__span){(const unsigned char *)file, strlen(file)});
    if (trec->file == NULL) {
        trec_free(trec);
        return NULL;
    }
    return trec;
}

void trec_free(struct trec *trec)
{
    if (trec == NULL)
        return;
    pith__arena_deinit(&trec->strings);
    free(trec->entries);
    free(trec);
}

size_t trec_broken(const struct trec *trec)
{
    return trec->broken;
}

const struct trec_entry *trec_entries(const struct trec *trec, size_t *count)
{
    *count = trec->count;
    return trec->entries;
}

/* ---------------------------------------------------------------- a line */

static bool is_space(unsigned char c)
{
    return pith__is_space(c) || c == '\v';
}

/* Splits into up to MAX_FIELDS fields; returns their number. */
static size_t split(const char *line, size_t len, struct pith__span *fields)
{
    const unsigned char *p = (const unsigned char *)line, *end = p + len;
    size_t count = 0;
    while (count < MAX_FIELDS) {
        while (p < end && is_space(*p))
            p++;
        if (p == end)
            break;
        fields[count].ptr = p;
        while (p < end && !is_space(*p))
            p++;
        fields[count].len = (size_t)(p - fields[count].ptr);
        count++;
    }
    return count;
}

/* Returns false if FIELD is not a number or is NAN. */
static bool score_of(struct pith__span field, double *score)
{
    char text[64], *end;
    if (field.len >= sizeof text)
        return false;
    memcpy(text, field.ptr, field.len);
    text[field.len] = '\0';
    *score = strtod(text, &end);
    return end == text + field.len && !isnan(*score);
}

static bool relevance_of(struct pith__span field, double *relevance)
{
    size_t i = field.len > 1 && (field.ptr[0] == '-' || field.ptr[0] == '+');
    double value = 0;
    if (field.len > i + 9)
        return false;
    for (size_t k = i; k < field.len; k++) {
        if (field.ptr[k] < '0' || field.ptr[k] > '9')
            return false;
        value = value * 10 + (field.ptr[k] - '0');
    }
    *relevance = field.ptr[0] == '-' ? -value : value;
    return true;
}

static bool push(struct trec *trec, struct trec_entry entry)
{
    if (trec->count == trec->cap) {
        size_t cap = trec->cap > 0 ? 2 * trec->cap : 1024;
        struct trec_entry *larger =
            cap <= SIZE_MAX / sizeof *larger ? realloc(trec->entries, cap * sizeof *larger) : NULL;
        if (larger == NULL)
            return false;
        trec->entries = larger;
        trec->cap = cap;
    }
    trec->entries[trec->count++] = entry;
    return true;
}

/* Most lines have the same query as the line before, so it is stored once. */
static const char *keep_query(struct trec *trec, struct pith__span query)
{
    if (trec->count > 0) {
        const char *last = trec->entries[trec->count - 1].query;
        if (strlen(last) == query.len && memcmp(last, query.ptr, query.len) == 0)
            return last;
    }
    return keep(trec, query);
}

bool trec_add_line(struct trec *trec, const char *line, size_t len, uint64_t number)
{
    struct pith__span fields[MAX_FIELDS];
    bool is_run = trec->kind == TREC_RUN;
    struct trec_entry entry = {.line = number};
    size_t count = split(line, len, fields);
    const char *wrong = NULL;
    if (count == 0 || fields[0].ptr[0] == '#')
        return true;
    if (memchr(line, '\0', len) != NULL)
        wrong = "the line has a NUL byte";
    else if (is_run && count < 6)
        wrong = "expected six fields: query Q0 document rank score tag";
    else if (!is_run && count < 4)
        wrong = "expected four fields: query iteration document relevance";
    else if (is_run && !score_of(fields[4], &entry.value))
        wrong = "the score, the fifth field, is not a number";
    else if (!is_run && !relevance_of(fields[3], &entry.value))
        wrong = "the relevance, the fourth field, is not an integer of at most nine digits";
    if (wrong != NULL) {
        name_line(trec, number, wrong);
        return true;
    }
    entry.query = keep_query(trec, fields[0]);
    entry.document = keep(trec, fields[2]);
    if (entry.query == NULL || entry.document == NULL)
        return false;
    return push(trec, entry);
}

/* ---------------------------------------------------------------- all lines */

static int by_query_and_document(const void *a, const void *b)
{
    const struct trec_entry *x = a, *y = b;
    int order = x->query == y->query ? 0 : strcmp(x->query, y->query);
    if (order == 0)
        order = strcmp(x->document, y->document);
    return order != 0 ? order : (x->line > y->line) - (x->line < y->line);
}

static int by_line(const void *a, const void *b)
{
    const struct trec_entry *x = a, *y = b;
    return (x->line > y->line) - (x->line < y->line);
}

static bool same(const struct trec_entry *x, const struct trec_entry *y)
{
    return strcmp(x->query, y->query) == 0 && strcmp(x->document, y->document) == 0;
}

/* Reports repeated lines in their order. VALUE, not needed any more, has the line of the first
 * occurrence. */
static void name_repeated(struct trec *trec, struct trec_entry *repeated, size_t count)
{
    char message[300];
    qsort(repeated, count, sizeof *repeated, by_line);
    for (size_t i = 0; i < count; i++) {
        snprintf(message, sizeof message, "query %.80s already has document %.120s in line %.0f",
                 repeated[i].query, repeated[i].document, repeated[i].value);
        name_line(trec, repeated[i].line, message);
    }
}

void trec_finish(struct trec *trec)
{
    if (trec->count == 0)
        return;
    struct trec_entry *entries = trec->entries;
    qsort(entries, trec->count, sizeof *entries, by_query_and_document);
    /* Moves the entries that are kept to the front, swapping them with the repeated ones. */
    size_t kept = 1;
    for (size_t i = 1; i < trec->count; i++) {
        struct trec_entry entry = entries[i];
        if (same(&entry, &entries[kept - 1])) {
            entries[i].value = (double)entries[kept - 1].line;
            continue;
        }
        entries[i] = entries[kept];
        entries[kept++] = entry;
    }
    size_t repeated = trec->count - kept;
    trec->count = kept;
    if (repeated > 0)
        name_repeated(trec, entries + kept, repeated);
}

/* Returns false when out of memory. */
static bool read_lines(struct trec *trec, struct line_reader *lines)
{
    for (;;) {
        char *line, message[100];
        size_t len;
        switch (line_reader_next(lines, &line, &len)) {
        case LINE_END:
            return true;
        case LINE_BROKEN:
            name_line(trec, lines->line, lines->error.message);
            return true;
        case LINE_TOO_LONG:
            snprintf(message, sizeof message, "the line is longer than %d bytes", MAX_LINE);
            name_line(trec, lines->line, message);
            break;
        case LINE_READ:
            if (!trec_add_line(trec, line, len, lines->line))
                return false;
        }
    }
}

struct trec *trec_read(enum trec_kind kind, const char *file, trec_note note)
{
    struct line_reader lines;
    if (!line_reader_open(&lines, file, MAX_LINE))
        return NULL;
    struct trec *trec = trec_new(kind, file, note);
    bool read = trec != NULL && read_lines(trec, &lines);
    line_reader_close(&lines);
    if (!read) {
        trec_free(trec);
        errno = ENOMEM;
        return NULL;
    }
    trec_finish(trec);
    return trec;
}
