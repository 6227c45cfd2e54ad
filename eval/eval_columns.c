/*
 * eval_columns.c - in: names of measures; out: the columns of a report and the measures behind
 * them.
 */
#include "eval/eval_columns.h"

#include <string.h>

/* Block figures, beside the measures of text. */
static const struct eval_column block_columns[] = {{"block", "f1", NULL, 0},
                                                   {"block4", "weighted_f1", NULL, 0},
                                                   {"blockset", "macro_f1", NULL, 0}};
enum { BLOCK_COLUMNS = sizeof block_columns / sizeof *block_columns };

struct eval_column eval_column_at(size_t index)
{
    const struct measure *measure = NULL;
    size_t i = 0;

    while (i <= index && (measure = measure_at(i)) != NULL)
        i++;
    if (i > index)
        return (struct eval_column){measure->name, measure->main, measure, 0};
    return index - i < BLOCK_COLUMNS ? block_columns[index - i]
                                     : (struct eval_column){.name = NULL};
}

static void add(struct eval_columns *columns, struct eval_column column)
{
    for (size_t i = 0; i < columns->count; i++) {
        if (strcmp(columns->list[i].name, column.name) == 0)
            return;
    }
    if (column.measure) {
        column.number = columns->measure_count;
        columns->measures[columns->measure_count++] = column.measure;
    } else {
        columns->blocks = true;
    }
    columns->list[columns->count++] = column;
}

/* Adds the column of this name, or all of them. False: there is no such column. */
static bool find(struct eval_columns *columns, const char *name, size_t len)
{
    bool all = len == 3 && memcmp(name, "all", 3) == 0, found = false;
    struct eval_column column;

    for (size_t i = 0; (column = eval_column_at(i)).name; i++) {
        if (all || (strlen(column.name) == len && memcmp(column.name, name, len) == 0)) {
            add(columns, column);
            found = true;
        }
    }
    return found;
}

const char *eval_columns_choose(struct eval_columns *columns, const char *names, size_t *len)
{
    for (;;) {
        *len = strcspn(names, ",");
        if (!find(columns, names, *len))
            return names;
        if (names[*len] == '\0')
            return NULL;
        names += *len + 1;
    }
}
