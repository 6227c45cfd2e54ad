/*
 * tree_table.c - rules for tables: what ends what, and which parts are implied.
 *
 * The innermost table, tbody, tr, td, caption, ... on the stack (NEAR_TABLE_CONTEXT) determines
 * which of the standard's table modes applies.
 */
#include "parse/builder.h"

static unsigned context_at(const struct pith__builder *b)
{
    return pith__top(b)->near[PITH__NEAR_TABLE_CONTEXT];
}

static bool is_section(unsigned tag)
{
    return tag == PITH__TAG_tbody || tag == PITH__TAG_thead || tag == PITH__TAG_tfoot;
}

/* Nesting level of a part of a table: 0 directly in the table, 1 in a section, 2 in a row. */
static unsigned level_of(unsigned tag)
{
    switch (tag) {
    case PITH__TAG_td:
    case PITH__TAG_th:
        return 2;
    case PITH__TAG_tr:
        return 1;
    default:
        return 0;
    }
}

void pith__table_start(struct pith__builder *b)
{
    unsigned context = b->stack[context_at(b)].tag;
    if (HAS(context, FOSTERS) ||
        context == PITH__TAG_colgroup) /* a table directly in a table ends it */
        pith__table_end(b);
    if (!b->doc->quirks && pith__in_scope(b, PITH__TAG_p, PITH__NEAR_BUTTON_SCOPE))
        pith__pop_to(b, b->last[PITH__TAG_p]);
    pith__insert(b, PITH__TAG_table, 0);
}

void pith__table_end(struct pith__builder *b)
{
    if (pith__in_scope(b, PITH__TAG_table, PITH__NEAR_TABLE_SCOPE))
        pith__pop_to(b, b->last[PITH__TAG_table]);
}

void pith__table_part_start(struct pith__builder *b)
{
    unsigned tag = b->token.tag;
    unsigned level = level_of(tag);
    for (;;) {
        unsigned at = context_at(b);
        unsigned context = b->stack[at].tag;
        /* No table is open, or the template's content is of another kind: ignore the tag. */
        if (context == PITH__TAG_html || (context == PITH__TAG_template && at != b->top))
            return;
        if (tag == PITH__TAG_col && context == PITH__TAG_colgroup) {
            pith__pop_to(b, at + 1);
            break;
        }
        bool fits = context == PITH__TAG_template || context == PITH__TAG_table ||
                    (is_section(context) && level >= 1) || (context == PITH__TAG_tr && level == 2);
        if (fits) {
            pith__pop_to(b, at + 1);
            break;
        }
        pith__pop_to(b, at);
    }
    unsigned context = pith__top(b)->tag;
    if (tag == PITH__TAG_col && context == PITH__TAG_table)
        pith__insert_implied(b, PITH__TAG_colgroup);
    if (level >= 1 && context == PITH__TAG_table)
        pith__insert_implied(b, PITH__TAG_tbody);
    if (level == 2 && is_section(pith__top(b)->tag))
        pith__insert_implied(b, PITH__TAG_tr);
    pith__insert(b, tag, 0);
}

void pith__table_part_end(struct pith__builder *b)
{
    unsigned tag = b->token.tag;
    if (tag == PITH__TAG_colgroup
            ? pith__top(b)->tag == PITH__TAG_colgroup
            : tag != PITH__TAG_col && pith__in_scope(b, tag, PITH__NEAR_TABLE_SCOPE))
        pith__pop_to(b, b->last[tag]);
}
