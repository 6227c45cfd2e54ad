/*
 * walk.c - see walk.h. Decides which tables are written as such; docs/explanation/internals.md has
 * the rule.
 */
#include "render/walk.h"

/* A table with more columns, or more blocks in a cell, is a layout table. */
enum { COLUMNS_MAX = 64, CELL_BLOCKS_MAX = 3 };

/* Whether table INNER is TABLE or inside it. */
static bool in_table(const struct pith__context *records, uint32_t inner, uint32_t table)
{
    while (inner > table)
        inner = records[records[inner].parent].table;
    return inner == table;
}

/* Skips the captions before the first cell. */
static size_t skip_captions(const struct pith__outline *outline, size_t index, uint32_t table)
{
    const pith_page *page = outline->page;
    const pith_block *block;
    for (; (block = pith_page_block(page, index)) != NULL; index++) {
        if (block->keep && (block->kind != PITH_KIND_CAPTION || block->row != PITH_NONE ||
                            outline->records[pith__block_record(page, index)].table != table))
            break;
    }
    return index;
}

/* Whether block INDEX, to which the outline looks, starts a table that is not a layout table.
 * Blocks before *TRIED were checked and do not: images that the HTML standard moves out of a table
 * would otherwise make us check the rest of it again and again. */
static bool find_grid(const struct pith__outline *outline, size_t index, struct pith__grid *grid,
                      size_t *tried)
{
    const pith_page *page = outline->page;
    uint32_t table = outline->records[outline->to].table;
    if (index < *tried || table == 0 || outline->common >= table) /* no table, or layout */
        return false;
    grid->first = skip_captions(outline, index, table);
    *tried = grid->first;
    grid->columns = 0;
    grid->header = true;
    grid->end = grid->first;
    unsigned rows = 0;
    unsigned in_cell = 0;
    const pith_block *before = NULL;
    const pith_block *block;
    for (size_t i = grid->first; (block = pith_page_block(page, i)) != NULL; i++) {
        *tried = i;
        if (!block->keep)
            continue;
        uint32_t inner = outline->records[pith__block_record(page, i)].table;
        if (inner != table) {
            if (in_table(outline->records, inner, table))
                return false;
            break;
        }
        if (block->kind != PITH_KIND_TABLE_CELL || block->row == PITH_NONE ||
            block->column >= COLUMNS_MAX || block->text_len > PITH__CELL_TEXT_MAX)
            return false;
        bool new_row = before == NULL || before->row != block->row;
        /* A cell in a cell, in a shadow root, may come before the rest of the outer one. */
        if (before != NULL &&
            (before->row > block->row || (!new_row && before->column > block->column)))
            return false;
        in_cell = new_row || before->column != block->column ? 1 : in_cell + 1;
        if (in_cell > CELL_BLOCKS_MAX)
            return false;
        rows += new_row;
        if (rows == 1 && (block->flags & PITH_FLAG_HEADER) == 0)
            grid->header = false;
        if (block->column >= grid->columns)
            grid->columns = block->column + 1;
        before = block;
        grid->end = i + 1;
    }
    return rows >= 2 && grid->columns >= 2;
}

/* Of the images in tables only those after a block of the same table are shown: that table is
 * either layout, or written. */
static bool image_fits(const struct pith__outline *outline, uint32_t record)
{
    uint32_t table = outline->records[record].table;
    return table == 0 || outline->records[outline->record].table == table;
}

/* Visits the images before block INDEX. */
static pith_status walk_images(struct pith__outline *outline, struct pith__inline *in, size_t index,
                               const struct pith__visitor *visitor, void *user)
{
    const pith_page *page = outline->page;
    uint32_t image = PITH_NONE;
    for (;;) {
        PITH__TRY(pith__inline_next_image(in, index, image, &image));
        if (image == PITH_NONE)
            return PITH_OK;
        uint32_t record = page->blocks.of_node[pith__doc_node(&page->doc, image)->block];
        if (!image_fits(outline, record))
            continue;
        pith__outline_look(outline, record);
        PITH__TRY(visitor->image(user, image));
    }
}

/* Blocks that are not shown get no step: looking at each would cost the whole way every time. */
static bool is_shown(const pith_block *block)
{
    return block->keep && !pith__block_is_blank(block);
}

static pith_status walk_block(struct pith__outline *outline, size_t index,
                              const struct pith__visitor *visitor, void *user)
{
    const pith_block *block = pith_page_block(outline->page, index);
    if (!is_shown(block))
        return PITH_OK;
    pith__outline_look(outline, pith__block_record(outline->page, index));
    return visitor->block(user, index);
}

pith_status pith__walk(struct pith__outline *outline, struct pith__inline *in,
                       const struct pith__visitor *visitor, void *user, struct pith__writer *writer)
{
    const pith_page *page = outline->page;
    size_t count = page->info.blocks;
    size_t tried = 0;
    for (size_t i = 0; i < count;) {
        struct pith__grid grid;
        bool table = false;
        if (pith__writer_ends(writer, 4))
            return PITH_OK;
        PITH__TRY(walk_images(outline, in, i, visitor, user));
        if (is_shown(pith_page_block(page, i))) {
            pith__outline_look(outline, pith__block_record(page, i));
            table = find_grid(outline, i, &grid, &tried);
        }
        if (!table) {
            PITH__TRY(walk_block(outline, i, visitor, user));
            i++;
            continue;
        }
        for (; i < grid.first; i++)
            PITH__TRY(walk_block(outline, i, visitor, user));
        pith__outline_look(outline, pith__block_record(page, grid.first));
        PITH__TRY(visitor->table(user, &grid));
        i = grid.end;
    }
    return walk_images(outline, in, count, visitor, user);
}
