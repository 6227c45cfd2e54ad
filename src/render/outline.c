/*
 * outline.c - see outline.h. In: the records of blocks. Out: what closes and opens between them.
 */
#include "render/outline.h"

void pith__outline_init(struct pith__outline *outline, const pith_page *page)
{
    memset(outline, 0, sizeof *outline);
    outline->page = page;
    outline->records = page->blocks.contexts.data;
}

/* Fills *HOLDER for a record; false if it is not a holder that is shown. */
static bool holder_of(const struct pith__outline *outline, uint32_t index,
                      struct pith__holder *holder)
{
    const struct pith__context *record = &outline->records[index];
    *holder = (struct pith__holder){index, record->parent, PITH_NO_ORDINAL, 0, false};
    if (record->item == index) {
        holder->kind = PITH__HOLDER_ITEM;
        holder->ordinal = record->ordinal;
        if (record->list != 0)
            holder->group = record->list;
        return true;
    }
    switch (record->kind) {
    case PITH_KIND_QUOTE:
        holder->kind = PITH__HOLDER_QUOTE;
        return true;
    case PITH_KIND_TERM:
        holder->kind = PITH__HOLDER_TERM;
        return true;
    case PITH_KIND_DEFINITION:
        holder->kind = PITH__HOLDER_DEFINITION;
        return true;
    default:
        return false;
    }
}

/* Whether NEXT continues where CLOSED, at the same depth, ends. */
static bool follows(const struct pith__holder *closed, const struct pith__holder *next)
{
    if (closed->kind == PITH__HOLDER_QUOTE || next->kind == PITH__HOLDER_QUOTE ||
        closed->group != next->group)
        return false;
    bool item = closed->kind == PITH__HOLDER_ITEM;
    if (item != (next->kind == PITH__HOLDER_ITEM))
        return false;
    if (!item || closed->ordinal == PITH_NO_ORDINAL || next->ordinal == PITH_NO_ORDINAL)
        return closed->ordinal == next->ordinal;
    return (int64_t)closed->ordinal + 1 == next->ordinal;
}

/* The first of COUNT holders that is not part of a definition list; NULL if that is not an item. */
static struct pith__holder *first_item(struct pith__holder *holders, unsigned count)
{
    while (count > 0 &&
           (holders->kind == PITH__HOLDER_TERM || holders->kind == PITH__HOLDER_DEFINITION)) {
        holders++;
        count--;
    }
    return count > 0 && holders->kind == PITH__HOLDER_ITEM ? holders : NULL;
}

/* A list right after another of its kind needs another mark, or they would merge. */
static void choose_mark(struct pith__outline *outline)
{
    const struct pith__holder *closed =
        first_item(outline->at + outline->kept, outline->depth - outline->kept);
    struct pith__holder *next = first_item(outline->next, outline->added);
    if (closed != NULL && next != NULL &&
        pith__holder_is_numbered(closed) == pith__holder_is_numbered(next))
        next->other_mark = closed->other_mark != !outline->follows;
}

void pith__outline_look(struct pith__outline *outline, uint32_t record)
{
    const struct pith__context *records = outline->records;
    struct pith__holder opened[PITH__HOLDERS_MAX]; /* the outermost ones, innermost first */
    size_t count = 0;
    uint32_t below = PITH_NONE; /* first record on the way down from the common one */
    uint32_t from = outline->record;
    outline->to = record;
    while (from != record) {
        if (from > record) {
            from = records[from].parent;
            continue;
        }
        below = record;
        struct pith__holder holder;
        if (holder_of(outline, record, &holder))
            opened[count++ % PITH__HOLDERS_MAX] = holder;
        record = records[record].parent;
    }
    outline->common = record;
    unsigned kept = outline->depth;
    while (kept > 0 && outline->at[kept - 1].record > record)
        kept--;
    /* What is directly in a list, such as another list, belongs to the item before. */
    bool in_list = records[record].list == record && record != 0;
    bool at_item = below != PITH_NONE && records[below].item == below;
    if (in_list && !at_item && kept < outline->depth &&
        outline->at[kept].kind == PITH__HOLDER_ITEM && outline->at[kept].group == record)
        kept++;
    outline->kept = kept;
    outline->added = 0;
    unsigned width = 0;
    for (unsigned i = 0; i < kept; i++)
        width += pith__holder_width(&outline->at[i]);
    while (count > 0 && kept + outline->added < PITH__HOLDERS_MAX) {
        const struct pith__holder *next = &opened[--count % PITH__HOLDERS_MAX];
        width += pith__holder_width(next);
        if (width > PITH__HOLDERS_WIDTH)
            break;
        outline->next[outline->added++] = *next;
    }
    outline->follows = outline->added > 0 && kept < outline->depth &&
                       follows(&outline->at[kept], &outline->next[0]);
    choose_mark(outline);
}

void pith__outline_step(struct pith__outline *outline)
{
    memcpy(outline->at + outline->kept, outline->next, outline->added * sizeof *outline->next);
    outline->depth = outline->kept + outline->added;
    outline->record = outline->to;
}

struct pith__starts pith__items_between(const pith_page *page, uint32_t from, uint32_t to)
{
    const struct pith__context *records = page->blocks.contexts.data;
    struct pith__starts starts = {0, {0}};
    while (from != to) {
        if (from > to) {
            from = records[from].parent;
            continue;
        }
        if (records[to].item == to && starts.count < PITH__HOLDERS_MAX)
            starts.items[starts.count++] = to;
        to = records[to].parent;
    }
    return starts;
}
