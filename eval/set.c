/*
 * set.c - in: a path; out: its form, and pages parsed by that form's own file.
 */
#include "eval/set_form.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>

#include "base/utf8.h"
#include "encoding/charset.h"

enum { ARENA_KEEP = 4 << 20, RAW_KEEP = 4 << 20 };

/* ---------------------------------------------------------------- sets */

/* The last part of PATH, without the extensions of a compressed JSON Lines file. */
static char *name_of(const char *path)
{
    static const char *const endings[] = {".gz", ".xz", ".zst", ".jsonl", ".ndjson", ".json"};
    size_t end = strlen(path);
    while (end > 1 && path[end - 1] == '/')
        end--;
    size_t begin = end;
    while (begin > 0 && path[begin - 1] != '/')
        begin--;
    for (size_t i = 0; i < sizeof endings / sizeof *endings; i++) {
        size_t len = strlen(endings[i]);
        if (end - begin > len && memcmp(path + end - len, endings[i], len) == 0)
            end -= len;
    }
    return strcmp(path, "-") == 0 ? strdup("stdin") : strndup(path + begin, end - begin);
}

static bool open_form(struct set *set, char *error, size_t error_size)
{
    struct stat facts;
    bool is_input = strcmp(set->path, "-") == 0;
    if (!is_input && stat(set->path, &facts) != 0) {
        snprintf(error, error_size, "%s",
                 errno == ENOENT || errno == ENOTDIR ? "no such file or folder; check its name"
                                                     : strerror(errno));
        return false;
    }
    return !is_input && S_ISDIR(facts.st_mode) ? set_folder_open(set, error, error_size)
                                               : set_json_open(set, error, error_size);
}

struct set *set_open(const char *path, char *error, size_t error_size)
{
    struct set *set = calloc(1, sizeof *set);
    if (set != NULL) {
        set->path = strdup(path);
        set->name = name_of(path);
    }
    if (set == NULL || set->path == NULL || set->name == NULL)
        snprintf(error, error_size, "not enough memory");
    else if (open_form(set, error, error_size))
        return set;
    set_close(set);
    return NULL;
}

const char *set_name(const struct set *set)
{
    return set->name;
}

bool set_next(struct set *set, struct set_raw *raw)
{
    raw->form = set->form;
    raw->line = 0;
    raw->id = raw->url = NULL;
    raw->len = raw->truth_len = 0;
    raw->error[0] = '\0';
    return set->form->next(set, raw);
}

double set_progress(const struct set *set)
{
    return set->form->progress(set);
}

void set_close(struct set *set)
{
    if (set == NULL)
        return;
    if (set->form != NULL)
        set->form->close(set);
    free(set->path);
    free(set->name);
    free(set);
}

void set_raw_deinit(struct set_raw *raw)
{
    free(raw->data);
    free(raw->truth);
    *raw = (struct set_raw){0};
}

bool set_raw_reserve(char **data, size_t *cap, size_t len, size_t more)
{
    size_t need = len + more;
    if (len == 0 && *cap > RAW_KEEP &&
        need < *cap / 4) { /* do not keep the memory of a single large page */
        free(*data);
        *data = NULL;
        *cap = 0;
    }
    if (need <= *cap)
        return true;
    size_t room = need + need / 2;
    char *grown = room > need ? realloc(*data, room) : NULL;
    if (grown == NULL)
        return false;
    *data = grown;
    *cap = room;
    return true;
}

/* ---------------------------------------------------------------- pages */

void set_page_init(struct set_page *page)
{
    memset(page, 0, sizeof *page);
    pith__arena_init(&page->arena, &pith__allocator_default);
}

void set_page_deinit(struct set_page *page)
{
    pith__arena_deinit(&page->arena);
}

bool set_page_parse(struct set_page *page, const struct set_raw *raw, bool html)
{
    struct pith__arena arena = page->arena;
    pith__arena_reset(&arena, ARENA_KEEP);
    memset(page, 0, sizeof *page);
    page->arena = arena;
    page->file = raw->file != NULL ? raw->file : "";
    page->line = raw->line;
    page->id = raw->id != NULL ? raw->id : "";
    page->html = page->text = (struct pith__span){(const unsigned char *)"", 0};
    if (raw->error[0] != '\0')
        return set_page_wrong(page, "%s", raw->error);
    return (raw->form != NULL ? raw->form : &set_form_json)->parse(page, raw, html);
}

bool set_page_wrong(struct set_page *page, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    vsnprintf(page->error, sizeof page->error, format, args);
    va_end(args);
    return false;
}

bool set_page_no_memory(struct set_page *page)
{
    return set_page_wrong(page, "not enough memory for this page");
}

/* ---------------------------------------------------------------- text */

static struct pith__span repair(struct pith__arena *arena, struct pith__span text, bool word)
{
    if (text.len > SIZE_MAX / 3)
        return (struct pith__span){NULL, 0};
    unsigned char *out = pith__arena_alloc(arena, 3 * text.len);
    size_t len = 0;
    for (size_t i = 0; out != NULL && i < text.len;) {
        size_t bad;
        size_t good = pith__utf8_sequence(text.ptr + i, text.len - i, &bad);
        if (good == 0 || (word && text.ptr[i] == 0)) {
            memcpy(out + len, "\xEF\xBF\xBD", 3);
            len += 3;
            i += good > 0 ? good : bad;
        } else {
            memcpy(out + len, text.ptr + i, good);
            len += good;
            i += good;
        }
    }
    if (out != NULL)
        pith__arena_trim(arena, out, 3 * text.len, len);
    return (struct pith__span){out, len};
}

struct pith__span set_valid(struct pith__arena *arena, struct pith__span text, bool word)
{
    if (text.len == 0)
        return (struct pith__span){(const unsigned char *)"", 0};
    bool good = pith__utf8_valid_prefix(text.ptr, text.len) == text.len &&
                !(word && memchr(text.ptr, 0, text.len) != NULL);
    return good ? text : repair(arena, text, word);
}

/* Guesses the charset of a text without a byte order mark. Damaged UTF-8 is still UTF-8: text in
 * other encodings hardly ever has two bytes that form a valid sequence. */
static const char *guess_charset(const unsigned char *bytes, size_t len)
{
    size_t good = 0;
    size_t bad = 0;
    if (pith__utf8_valid_prefix(bytes, len) == len)
        return "utf-8";
    for (size_t i = 0; i < len;) {
        size_t bad_len;
        size_t step = pith__utf8_sequence(bytes + i, len - i, &bad_len);
        good += step > 1;
        bad += step == 0;
        i += step > 0 ? step : bad_len;
    }
    return bad > good ? "windows-1252" : "utf-8";
}

bool set_decode(struct set_page *page, const char *bytes, size_t len, struct pith__span *text)
{
    const unsigned char *input = (const unsigned char *)(len > 0 ? bytes : "");
    struct pith__decoded decoded;
    pith_status status =
        pith__decode(&page->arena, input, len, guess_charset(input, len), false, NULL, &decoded);
    if (status != PITH_OK)
        return set_page_no_memory(page);
    *text = decoded.utf8;
    return true;
}

char *set_word(struct pith__arena *arena, struct pith__span text)
{
    struct pith__span valid = set_valid(arena, text, true);
    char *word = valid.ptr != NULL ? pith__arena_alloc(arena, valid.len + 1) : NULL;
    if (word != NULL) {
        memcpy(word, valid.ptr, valid.len);
        word[valid.len] = '\0';
    }
    return word;
}

void *set_room(struct pith__arena *arena, void *items, size_t count, size_t size)
{
    /* Capacity is 8, 16, 32 ..., so the array is full when COUNT is one of these. */
    bool full = count == 0 || (count >= 8 && (count & (count - 1)) == 0);
    if (!full)
        return items;
    size_t cap = count == 0 ? 8 : 2 * count;
    void *moved = cap <= SIZE_MAX / size ? pith__arena_alloc(arena, cap * size) : NULL;
    if (moved != NULL && count > 0)
        memcpy(moved, items, count * size);
    return moved;
}

/* Appends TEXT, preceded by GAP unless it is the first, and returns the new end. */
static unsigned char *append(unsigned char *to, bool first, const char *gap, struct pith__span text)
{
    size_t len = first ? 0 : strlen(gap);
    memcpy(to, gap, len);
    if (text.len > 0)
        memcpy(to + len, text.ptr, text.len);
    return to + len + text.len;
}

bool set_join_segments(struct pith__arena *arena, const struct set_segment *segments, size_t count,
                       struct pith__span *text)
{
    size_t room = 0;
    for (size_t i = 0; i < count; i++)
        room += segments[i].text.len + 2;
    unsigned char *begin = pith__arena_alloc(arena, room);
    unsigned char *to = begin;
    if (begin == NULL)
        return false;
    for (size_t i = 0; i < count; i++)
        to = append(to, i == 0, "\n\n", segments[i].text);
    *text = (struct pith__span){begin, (size_t)(to - begin)};
    return true;
}

bool set_text_from_segments(struct set_page *page)
{
    page->has_text = true;
    return set_join_segments(&page->arena, page->segments, page->segment_count, &page->text) ||
           set_page_no_memory(page);
}

bool set_text_from_blocks(struct set_page *page)
{
    size_t room = 0;
    for (size_t i = 0; i < page->block_count; i++)
        room += page->blocks[i].text.len + 1;
    unsigned char *text = pith__arena_alloc(&page->arena, room);
    unsigned char *to = text;
    if (text == NULL)
        return set_page_no_memory(page);
    for (size_t i = 0; i < page->block_count; i++) {
        if (set_class_is_text(page->blocks[i].class))
            to = append(to, to == text, "\n", page->blocks[i].text);
    }
    page->text = (struct pith__span){text, (size_t)(to - text)};
    page->has_text = true;
    return true;
}

/* ---------------------------------------------------------------- fields */

bool set_page_add_field(struct set_page *page, const char *name, const char *value)
{
    struct set_field *fields =
        set_room(&page->arena, page->fields, page->field_count, sizeof *fields);
    if (fields == NULL)
        return set_page_no_memory(page);
    page->fields = fields;
    fields[page->field_count++] = (struct set_field){name, value};
    return true;
}

bool set_page_matches(const struct set_page *page, const char *where)
{
    const char *equal = strchr(where, '=');
    if (equal == NULL)
        return false;
    bool negated = equal > where && equal[-1] == '!';
    size_t len = (size_t)(equal - where) - negated;
    bool found = false;
    bool same = false;
    for (size_t i = 0; i < page->field_count; i++) {
        const struct set_field *field = &page->fields[i];
        if (strlen(field->name) == len && memcmp(field->name, where, len) == 0) {
            found = true;
            same = same || strcmp(field->value, equal + 1) == 0;
        }
    }
    if (!found)
        same = strcmp(equal + 1, "None") == 0;
    return same != negated;
}
