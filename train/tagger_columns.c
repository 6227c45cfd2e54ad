/*
 * tagger_columns.c - see tagger_columns.h.
 */
#include "train/tagger_columns.h"

static bool fill(const pith_page *page, float *rows, size_t blocks, void *user)
{
    struct tagger_columns *columns = user;
    const struct pith__tagger *tagger;
    float row[PITH__TAGGER_FEATURES];
    pith__arena_reset(&columns->arena, (size_t)16 << 20);
    if (pith__tagger_begin(page, &columns->arena, &tagger) != PITH_OK)
        return false;
    for (size_t i = 0; i < blocks; i++) {
        pith__tagger_row(tagger, i, row);
        for (size_t k = 0; k < columns->count; k++)
            *rows++ = row[columns->features[k]];
    }
    return true;
}

void tagger_columns_set(struct tagger_columns *columns, const uint32_t *features, size_t count)
{
    memmove(columns->features, features, count * sizeof *features);
    columns->count = columns->columns.count = count;
}

void tagger_columns_init(struct tagger_columns *columns)
{
    uint32_t all[PITH__TAGGER_FEATURES];
    for (uint32_t i = 0; i < PITH__TAGGER_FEATURES; i++)
        all[i] = i;
    pith__arena_init(&columns->arena, &pith__allocator_default);
    columns->columns = (struct matrix_columns){.fill = fill, .user = columns};
    tagger_columns_set(columns, all, PITH__TAGGER_FEATURES);
}

void tagger_columns_deinit(struct tagger_columns *columns)
{
    pith__arena_deinit(&columns->arena);
}

/* Marks the features matched by a name, which may end with a star. Returns false if there are none.
 */
static bool mark(const char *name, size_t len, bool *chosen)
{
    char known[64], summary[64];
    bool star = len > 0 && name[len - 1] == '*', found = false;
    for (size_t i = 0; pith__tagger_name(i, known, summary, sizeof known); i++) {
        bool same = star ? strncmp(known, name, len - 1) == 0
                         : strlen(known) == len && memcmp(known, name, len) == 0;
        chosen[i] |= same;
        found |= same;
    }
    return found;
}

const char *tagger_columns_choose(struct tagger_columns *columns, const char *text, size_t *len)
{
    bool chosen[PITH__TAGGER_FEATURES] = {false};
    uint32_t features[PITH__TAGGER_FEATURES];
    size_t count = 0;
    while (*text != '\0') {
        size_t line = strcspn(text, "\n"), name = strcspn(text, "\n#\r\t ");
        if (name > 0 && !mark(text, name, chosen)) {
            *len = name;
            return text;
        }
        text += line + (text[line] == '\n');
    }
    for (uint32_t i = 0; i < PITH__TAGGER_FEATURES; i++) {
        if (chosen[i])
            features[count++] = i;
    }
    *len = 0;
    if (count == 0)
        return "";
    tagger_columns_set(columns, features, count);
    return NULL;
}
