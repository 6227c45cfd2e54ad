/*
 * answers.c - in: JSON lines, the answers of another program; out: the answers by id.
 *
 * They are sorted once all are read, so that hostile ids cost no more than others.
 */
#include "eval/set_form.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

/* An answer and the line it came from. */
struct entry {
    struct answer answer;
    uint64_t line;
};

struct answers {
    struct pith__arena arena;
    struct entry *entries; /* sorted by id once all are read */
    size_t count, cap;
};

typedef void note_function(const char *file, uint64_t line, const char *message);

/* ---------------------------------------------------------------- lines */

/* Copies TEXT out of LINE, whose memory will be reused. */
static bool keep(struct pith__arena *arena, struct pith__span line, struct pith__span *text)
{
    uintptr_t at = (uintptr_t)text->ptr;
    uintptr_t begin = (uintptr_t)line.ptr;
    if (text->len == 0 || at < begin || at >= begin + line.len)
        return true;
    unsigned char *copy = pith__arena_alloc(arena, text->len);
    if (copy == NULL)
        return false;
    memcpy(copy, text->ptr, text->len);
    text->ptr = copy;
    return true;
}

/* What was found in a line. */
struct parts {
    bool id, text;
    const char *wrong; /* name of a member of the wrong type */
};

static enum set_read read_members(struct pith__json *json, struct pith__arena *arena,
                                  struct answer *answer, struct parts *parts)
{
    enum set_read result = SET_READ;
    enum pith__json_event event;
    while (result == SET_READ && (event = pith__json_next(json)) == PITH__JSON_KEY) {
        if (pith__json_is(json, parts->wrong = "id")) {
            parts->id = true;
            result = set_json_id(json, arena, &answer->id);
        } else if (pith__json_is(json, parts->wrong = "text")) {
            bool there; /* null counts as an empty text */
            parts->text = true;
            result = set_json_string(json, arena, true, &answer->text, &there);
        } else if (pith__json_is(json, parts->wrong = "segments")) {
            result = set_json_segments(json, arena, &answer->segments, &answer->segment_count,
                                       &answer->has_segments);
        } else if (!pith__json_skip(json, event)) {
            result = SET_READ_NO_JSON;
        }
    }
    if (result == SET_READ &&
        (event == PITH__JSON_ERROR || pith__json_next(json) != PITH__JSON_END))
        result = SET_READ_NO_JSON;
    return result;
}

/* Copies the answer to memory of its own, and derives a text if it has only segments. */
static bool settle(struct pith__arena *arena, struct pith__span line, struct answer *answer,
                   bool has_text)
{
    for (size_t i = 0; i < answer->segment_count; i++) {
        if (!keep(arena, line, &answer->segments[i].text))
            return false;
    }
    return has_text
               ? keep(arena, line, &answer->text)
               : set_join_segments(arena, answer->segments, answer->segment_count, &answer->text);
}

bool set_answer_parse(struct pith__arena *arena, struct pith__span line, uint64_t number,
                      struct answer *answer, char *error, size_t error_size)
{
    struct pith__json json;
    struct parts parts = {0};
    *answer = (struct answer){0};
    if (!set_json_begin(&json, line, number, error, error_size))
        return false;
    switch (read_members(&json, arena, answer, &parts)) {
    case SET_READ_NO_JSON:
        snprintf(error, error_size, "invalid JSON: %s at byte %zu", json.error,
                 set_json_place(&json, line));
        return false;
    case SET_READ_WRONG:
        snprintf(error, error_size, "\"%s\" has the wrong type", parts.wrong);
        return false;
    case SET_READ_NO_MEMORY:
        snprintf(error, error_size, "not enough memory for this answer");
        return false;
    default:
        break;
    }
    if (!parts.id || (!parts.text && !answer->has_segments)) {
        snprintf(error, error_size, "%s",
                 parts.id ? "there is no \"text\" and there are no \"segments\""
                          : "there is no \"id\"");
        return false;
    }
    if (!settle(arena, line, answer, parts.text)) {
        snprintf(error, error_size, "not enough memory for this answer");
        return false;
    }
    return true;
}

/* ---------------------------------------------------------------- files */

static struct entry *add_entry(struct answers *answers)
{
    if (answers->count == answers->cap) {
        size_t cap = answers->cap == 0 ? 256 : 2 * answers->cap;
        struct entry *entries = realloc(answers->entries, cap * sizeof *entries);
        if (entries == NULL)
            return NULL;
        answers->entries = entries;
        answers->cap = cap;
    }
    return &answers->entries[answers->count];
}

/* Counts a bad line, and reports it if it is one of the first. */
static void fault(const char *file, uint64_t line, const char *message, note_function *note,
                  size_t *broken)
{
    if (++*broken <= ANSWERS_NAMED)
        note(file, line, message);
}

/* Parses a line, or reports it. */
static void take_line(struct answers *answers, const char *file, struct pith__span line,
                      uint64_t number, note_function *note, size_t *broken)
{
    char error[200] = "not enough memory for this answer";
    struct entry *entry = add_entry(answers);
    if (entry != NULL &&
        set_answer_parse(&answers->arena, line, number, &entry->answer, error, sizeof error)) {
        entry->line = number;
        answers->count++;
        return;
    }
    fault(file, number, error, note, broken);
}

static void read_lines(struct answers *answers, const char *file, struct line_reader *lines,
                       note_function *note, size_t *broken)
{
    char *data;
    size_t len;
    char error[200];
    enum line_got what;
    while ((what = line_reader_next(lines, &data, &len)) != LINE_END) {
        struct pith__span line = {(const unsigned char *)data, len};
        if (what == LINE_READ) {
            if (!set_line_is_blank(line, lines->line))
                take_line(answers, file, line, lines->line, note, broken);
            continue;
        }
        if (what == LINE_TOO_LONG)
            snprintf(error, sizeof error, "the line has more than %d MiB; it was skipped",
                     SET_MAX_PAGE >> 20);
        else
            snprintf(error, sizeof error, "%.120s; the rest of the file cannot be read",
                     lines->error.message);
        fault(file, lines->line, error, note, broken);
    }
}

static int compare_entries(const void *a, const void *b)
{
    const struct entry *x = a;
    const struct entry *y = b;
    int order = strcmp(x->answer.id, y->answer.id);
    return order != 0 ? order : (x->line > y->line) - (x->line < y->line);
}

/* Sorts the answers; of those with the same id the first is kept. */
static void sort(struct answers *answers, const char *file, note_function *note, size_t *broken)
{
    char error[200];
    size_t kept = 0;
    if (answers->count > 0)
        qsort(answers->entries, answers->count, sizeof *answers->entries, compare_entries);
    for (size_t i = 0; i < answers->count; i++) {
        const struct entry *entry = &answers->entries[i];
        const struct entry *last = kept > 0 ? &answers->entries[kept - 1] : NULL;
        if (last == NULL || strcmp(entry->answer.id, last->answer.id) != 0) {
            answers->entries[kept++] = *entry;
            continue;
        }
        snprintf(error, sizeof error, "the id \"%.60s\" was already answered in line %llu",
                 entry->answer.id, (unsigned long long)last->line);
        fault(file, entry->line, error, note, broken);
    }
    answers->count = kept;
}

struct answers *answers_read(const char *file, note_function *note, size_t *broken)
{
    struct line_reader lines;
    struct answers *answers;
    *broken = 0;
    if (!line_reader_open(&lines, file, SET_MAX_PAGE))
        return NULL;
    answers = calloc(1, sizeof *answers);
    if (answers != NULL) {
        pith__arena_init(&answers->arena, &pith__allocator_default);
        read_lines(answers, file, &lines, note, broken);
        sort(answers, file, note, broken);
    }
    line_reader_close(&lines);
    if (answers == NULL)
        errno = ENOMEM;
    return answers;
}

static int compare_id(const void *id, const void *entry)
{
    return strcmp(id, ((const struct entry *)entry)->answer.id);
}

const struct answer *answers_find(const struct answers *answers, const char *id)
{
    const struct entry *found = answers->count > 0 ? bsearch(id, answers->entries, answers->count,
                                                             sizeof *found, compare_id)
                                                   : NULL;
    return found != NULL ? &found->answer : NULL;
}

size_t answers_count(const struct answers *answers)
{
    return answers->count;
}

void answers_free(struct answers *answers)
{
    if (answers == NULL)
        return;
    pith__arena_deinit(&answers->arena);
    free(answers->entries);
    free(answers);
}
