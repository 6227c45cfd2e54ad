/*
 * dump_tagger.c - writes the tagger's features for a set of pages, for experiments with models.
 *
 *     dump_tagger FILE.pack TRUTH.pack OUT   writes the files below
 *     dump_tagger --time FILE.pack           prints the time to compute the features
 *
 * tools/pack_pages.py makes the packs; TRUTH.pack has the gold texts of the same pages.
 *
 * OUT.names   one line per feature: its name, a tab, its description
 * OUT.rows    one row of 32-bit floats in native byte order per block
 * OUT.blocks  page after page: length of the id (32 bits), the id, number of blocks; then for each
 *             block its words, its words in links, the length of its text, the text
 * OUT.labels  one byte per block: 1 if it is in the gold text
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "features/tagger.h"
#include "meter.h"
#include "options_with.h"
#include "pages.h"

static struct page_set set, truths;

static void put32(FILE *file, size_t number)
{
    uint32_t value = (uint32_t)number;
    fwrite(&value, sizeof value, 1, file);
}

static FILE *create(const char *base, const char *ending)
{
    char path[4096];
    snprintf(path, sizeof path, "%s.%s", base, ending);
    FILE *file = fopen(path, "wb");
    if (file == NULL)
        perror(path);
    return file;
}

static int write_names(const char *base)
{
    char name[64], summary[64];
    FILE *file = create(base, "names");
    if (file == NULL)
        return 1;
    for (size_t i = 0; pith__tagger_name(i, name, summary, sizeof name); i++)
        fprintf(file, "%s\t%s\n", name, summary);
    return fclose(file) != 0;
}

static void write_blocks(FILE *file, const char *id, const pith_page *page)
{
    put32(file, strlen(id));
    fwrite(id, 1, strlen(id), file);
    put32(file, page->info.blocks);
    for (size_t i = 0; i < page->info.blocks; i++) {
        const pith_block *block = pith_page_block(page, i);
        put32(file, block->words);
        put32(file, block->link_words);
        put32(file, block->text_len);
        fwrite(block->text, 1, block->text_len, file);
    }
}

/* Computes the features of a page, and writes them to ROWS unless that is NULL. Returns the sum of
 * all, so that no work is optimized away. */
static double make_rows(const pith_page *page, struct pith__arena *arena, FILE *rows)
{
    float row[PITH__TAGGER_FEATURES];
    const struct pith__tagger *tagger;
    double sum = 0;
    pith__arena_reset(arena, (size_t)4 << 20);
    if (pith__tagger_begin(page, arena, &tagger) != PITH_OK)
        return 0;
    for (size_t i = 0; i < page->info.blocks; i++) {
        pith__tagger_row(tagger, i, row);
        sum += (double)row[i % PITH__TAGGER_FEATURES];
        if (rows != NULL)
            fwrite(row, sizeof row, 1, rows);
    }
    return sum;
}

static const pith_page *parse(pith_context *context, size_t index)
{
    const pith_page *page = NULL;
    pith_options *options =
        options_with("charset", "utf-8", /* packs are, whatever their pages declare */ NULL);
    pith_context_parse(context, (const char *)set.pages[index].bytes, set.pages[index].len, options,
                       &page, NULL);
    return page;
}

/* Writes the labels of the current page. Returns false when out of memory. */
static bool write_labels(FILE *file, pith_context *context, const struct page *truth, size_t count)
{
    uint8_t *labels = malloc(count > 0 ? count : 1);
    bool done = labels != NULL && pith_context_label(context, (const char *)truth->bytes,
                                                     truth->len, labels) == PITH_OK;
    if (done)
        fwrite(labels, 1, count, file);
    free(labels);
    return done;
}

static int dump(pith_context *context, struct pith__arena *arena, const char *base)
{
    FILE *rows = create(base, "rows");
    FILE *blocks = create(base, "blocks");
    FILE *labels = create(base, "labels");
    if (rows == NULL || blocks == NULL || labels == NULL || write_names(base) != 0)
        return 1;
    for (size_t i = 0; i < set.count; i++) {
        const pith_page *page = parse(context, i);
        if (page == NULL || strcmp(set.pages[i].name, truths.pages[i].name) != 0 ||
            !write_labels(labels, context, &truths.pages[i], page->info.blocks)) {
            fprintf(stderr, "dump_tagger: page %s cannot be labelled\n", set.pages[i].name);
            return 1;
        }
        write_blocks(blocks, set.pages[i].name, page);
        make_rows(page, arena, rows);
    }
    return (fclose(rows) | fclose(blocks) | fclose(labels)) != 0;
}

/* Each page is parsed once and measured several times; the best time counts. */
static int measure(pith_context *context, struct pith__arena *arena)
{
    enum { ROUNDS = 5 };
    double parsing = 0, features = 0, sum = 0;
    size_t blocks = 0;
    for (size_t i = 0; i < set.count; i++) {
        double start = meter_seconds();
        const pith_page *page = parse(context, i);
        parsing += meter_seconds() - start;
        if (page == NULL)
            continue;
        double best = 1e9;
        for (int round = 0; round < ROUNDS; round++) {
            start = meter_seconds();
            sum += make_rows(page, arena, NULL);
            double took = meter_seconds() - start;
            best = took < best ? took : best;
        }
        features += best;
        blocks += page->info.blocks;
    }
    double pages = (double)set.count / 1000;
    printf("%zu pages, %zu blocks, %d features: parsing %.3f ms a page, features %.3f ms (%g)\n",
           set.count, blocks, PITH__TAGGER_FEATURES, parsing / pages, features / pages, sum);
    return 0;
}

int main(int argc, char **argv)
{
    bool timing = argc == 3 && strcmp(argv[1], "--time") == 0;
    if (!timing && argc != 4) {
        fprintf(stderr, "usage: dump_tagger FILE.pack TRUTH.pack OUT | --time FILE.pack\n");
        return 2;
    }
    struct pith__arena arena;
    pith_context *context = pith_context_new();
    pith__arena_init(&arena, &pith__allocator_default);
    if (context == NULL || page_set_add(&set, argv[timing ? 2 : 1]) != 0 ||
        (!timing && page_set_add(&truths, argv[2]) != 0) ||
        (!timing && truths.count != set.count)) {
        fprintf(stderr, "dump_tagger: cannot read the pages, or there is not a truth for each\n");
        return 1;
    }
    int status = timing ? measure(context, &arena) : dump(context, &arena, argv[3]);
    pith__arena_deinit(&arena);
    pith_context_free(context);
    return status;
}
