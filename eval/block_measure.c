/*
 * block_measure.c - see block_measure.h.
 *
 * Keeps confusion matrices per page, so that figures over any pages are sums. ROC areas need all
 * blocks sorted by score: they are sorted once, and a figure over some pages counts each block as
 * often as its page occurs.
 */
#include "eval/block_measure.h"

#include <math.h>
#include <stdlib.h>

#include "eval/weighted_scores.h"

enum { NOISE, CONTENT, SIDES };

/* The sums of one page: [true][predicted]. */
struct page_sums {
    double words4[BLOCK_LABELS][BLOCK_LABELS];
    double words2[SIDES][SIDES];
    uint32_t blocks[SIDES][SIDES]; /* number of blocks, regardless of words */
};

/* A block in the list sorted by score. */
struct scored {
    float score;
    uint32_t page;
    uint32_t words;
    uint8_t truth, label; /* both a block_label */
};

struct block_measure {
    struct page_sums *pages;
    size_t page_count, page_cap;
    struct scored *blocks;
    size_t block_count, block_cap;
};

/* ---------------------------------------------------------------- table of figures */

enum part { PART_ACCURACY, PART_P, PART_R, PART_F1, PART_FPR, PART_AUC };

enum kind {
    KIND_TWO,           /* class CLASS of two, weighted by words */
    KIND_TWO_WEIGHTED,  /* mean over the two classes, weighted by words */
    KIND_FOUR,          /* class CLASS of four */
    KIND_FOUR_WEIGHTED, /* mean over the four classes, weighted by words */
    KIND_MICRO,         /* all blocks of the pages as one set, unweighted */
    KIND_MACRO,         /* mean over the pages */
};

enum { BOTH = SIDES }; /* as CLASS of the last two: the mean of content and noise */

static const struct {
    const char *name;
    enum kind kind;
    enum part part;
    uint8_t class;
} figures[] = {
    {"block.accuracy", KIND_TWO, PART_ACCURACY, CONTENT},
    {"block.p", KIND_TWO, PART_P, CONTENT},
    {"block.r", KIND_TWO, PART_R, CONTENT},
    {"block.f1", KIND_TWO, PART_F1, CONTENT},
    {"block.fpr", KIND_TWO, PART_FPR, CONTENT},
    {"block.auc", KIND_TWO, PART_AUC, CONTENT},
    {"block.weighted_p", KIND_TWO_WEIGHTED, PART_P, 0},
    {"block.weighted_r", KIND_TWO_WEIGHTED, PART_R, 0},
    {"block.weighted_f1", KIND_TWO_WEIGHTED, PART_F1, 0},
    {"block.weighted_fpr", KIND_TWO_WEIGHTED, PART_FPR, 0},
    {"block.weighted_auc", KIND_TWO_WEIGHTED, PART_AUC, 0},
    {"block4.accuracy", KIND_FOUR, PART_ACCURACY, 0},
    {"block4.weighted_p", KIND_FOUR_WEIGHTED, PART_P, 0},
    {"block4.weighted_r", KIND_FOUR_WEIGHTED, PART_R, 0},
    {"block4.weighted_f1", KIND_FOUR_WEIGHTED, PART_F1, 0},
    {"block4.weighted_fpr", KIND_FOUR_WEIGHTED, PART_FPR, 0},
    {"block4.weighted_auc", KIND_FOUR_WEIGHTED, PART_AUC, 0},
    {"block4.boilerplate_p", KIND_FOUR, PART_P, BLOCK_BOILERPLATE},
    {"block4.boilerplate_r", KIND_FOUR, PART_R, BLOCK_BOILERPLATE},
    {"block4.boilerplate_f1", KIND_FOUR, PART_F1, BLOCK_BOILERPLATE},
    {"block4.boilerplate_fpr", KIND_FOUR, PART_FPR, BLOCK_BOILERPLATE},
    {"block4.boilerplate_auc", KIND_FOUR, PART_AUC, BLOCK_BOILERPLATE},
    {"block4.text_p", KIND_FOUR, PART_P, BLOCK_TEXT},
    {"block4.text_r", KIND_FOUR, PART_R, BLOCK_TEXT},
    {"block4.text_f1", KIND_FOUR, PART_F1, BLOCK_TEXT},
    {"block4.text_fpr", KIND_FOUR, PART_FPR, BLOCK_TEXT},
    {"block4.text_auc", KIND_FOUR, PART_AUC, BLOCK_TEXT},
    {"block4.headline_p", KIND_FOUR, PART_P, BLOCK_HEADLINE},
    {"block4.headline_r", KIND_FOUR, PART_R, BLOCK_HEADLINE},
    {"block4.headline_f1", KIND_FOUR, PART_F1, BLOCK_HEADLINE},
    {"block4.headline_fpr", KIND_FOUR, PART_FPR, BLOCK_HEADLINE},
    {"block4.headline_auc", KIND_FOUR, PART_AUC, BLOCK_HEADLINE},
    {"block4.supplemental_p", KIND_FOUR, PART_P, BLOCK_SUPPLEMENTAL},
    {"block4.supplemental_r", KIND_FOUR, PART_R, BLOCK_SUPPLEMENTAL},
    {"block4.supplemental_f1", KIND_FOUR, PART_F1, BLOCK_SUPPLEMENTAL},
    {"block4.supplemental_fpr", KIND_FOUR, PART_FPR, BLOCK_SUPPLEMENTAL},
    {"block4.supplemental_auc", KIND_FOUR, PART_AUC, BLOCK_SUPPLEMENTAL},
    {"blockset.micro_content_f1", KIND_MICRO, PART_F1, CONTENT},
    {"blockset.micro_noise_f1", KIND_MICRO, PART_F1, NOISE},
    {"blockset.micro_f1", KIND_MICRO, PART_F1, BOTH},
    {"blockset.macro_content_f1", KIND_MACRO, PART_F1, CONTENT},
    {"blockset.macro_noise_f1", KIND_MACRO, PART_F1, NOISE},
    {"blockset.macro_f1", KIND_MACRO, PART_F1, BOTH},
};

const char *block_figure_name(size_t figure)
{
    return figure < sizeof figures / sizeof *figures ? figures[figure].name : NULL;
}

enum block_label block_label_of(enum set_class class)
{
    switch (class) {
    case SET_FULL_TEXT:
    case SET_COMMENT:
        return BLOCK_TEXT;
    case SET_HEADLINE:
        return BLOCK_HEADLINE;
    case SET_SUPPLEMENTAL:
        return BLOCK_SUPPLEMENTAL;
    default:
        return BLOCK_BOILERPLATE;
    }
}

/* ---------------------------------------------------------------- adding pages */

struct block_measure *block_measure_new(void)
{
    return calloc(1, sizeof(struct block_measure));
}

void block_measure_free(struct block_measure *measure)
{
    if (measure == NULL)
        return;
    free(measure->pages);
    free(measure->blocks);
    free(measure);
}

/* Makes room for COUNT elements in total. Returns NULL when out of memory; DATA is unchanged then.
 */
static void *with_room(void *data, size_t *cap, size_t count, size_t size)
{
    if (count <= *cap)
        return data;
    size_t wanted = count > 2 * *cap ? count : 2 * *cap;
    void *larger = wanted <= SIZE_MAX / size ? realloc(data, wanted * size) : NULL;
    if (larger != NULL)
        *cap = wanted;
    return larger;
}

bool block_measure_add(struct block_measure *measure, uint32_t page,
                       const struct block_answer *blocks, size_t count)
{
    struct page_sums *pages =
        with_room(measure->pages, &measure->page_cap, (size_t)page + 1, sizeof *pages);
    if (pages == NULL)
        return false;
    measure->pages = pages;
    while (measure->page_count <= page)
        pages[measure->page_count++] = (struct page_sums){0};
    struct scored *scored = with_room(measure->blocks, &measure->block_cap,
                                      measure->block_count + count + 1, sizeof *scored);
    if (scored == NULL)
        return false;
    measure->blocks = scored;
    for (size_t i = 0; i < count; i++) {
        const struct block_answer *block = &blocks[i];
        enum block_label truth = block_label_of(block->truth);
        uint8_t label = block->label < BLOCK_LABELS ? block->label : BLOCK_BOILERPLATE;
        int side = truth != BLOCK_BOILERPLATE ? CONTENT : NOISE;
        int taken = block->keep ? CONTENT : NOISE;
        pages[page].words4[truth][label] += block->words;
        pages[page].words2[side][taken] += block->words;
        pages[page].blocks[side][taken]++;
        scored[measure->block_count++] = (struct scored){isnan(block->score) ? 0 : block->score,
                                                         page, block->words, (uint8_t)truth, label};
    }
    return true;
}

static int highest_first(const void *a, const void *b)
{
    float x = ((const struct scored *)a)->score, y = ((const struct scored *)b)->score;
    return (x < y) - (x > y);
}

void block_measure_finish(struct block_measure *measure)
{
    if (measure->block_count > 0)
        qsort(measure->blocks, measure->block_count, sizeof *measure->blocks, highest_first);
}

/* ---------------------------------------------------------------- figures over selected pages */

/* The pages selected for a figure. */
struct chosen {
    const struct block_measure *measure;
    const uint32_t *numbers;
    size_t count;
};

/* Sums of the page at index I; NULL if it has no blocks. */
static const struct page_sums *page_at(struct chosen chosen, size_t i)
{
    uint32_t number = chosen.numbers != NULL ? chosen.numbers[i] : (uint32_t)i;
    if (number >= chosen.measure->page_count)
        return NULL;
    const struct page_sums *page = &chosen.measure->pages[number];
    uint64_t blocks = 0;
    for (int side = 0; side < SIDES; side++)
        blocks += (uint64_t)page->blocks[side][NOISE] + page->blocks[side][CONTENT];
    return blocks > 0 ? page : NULL;
}

static struct confusion words_of_two(struct chosen chosen)
{
    struct confusion sum = {.classes = SIDES};
    for (size_t i = 0; i < chosen.count; i++) {
        const struct page_sums *page = page_at(chosen, i);
        for (int k = 0; page != NULL && k < SIDES * SIDES; k++)
            sum.weight[k / SIDES][k % SIDES] += page->words2[k / SIDES][k % SIDES];
    }
    return sum;
}

static struct confusion words_of_four(struct chosen chosen)
{
    struct confusion sum = {.classes = BLOCK_LABELS};
    enum { CELLS = BLOCK_LABELS * BLOCK_LABELS };
    for (size_t i = 0; i < chosen.count; i++) {
        const struct page_sums *page = page_at(chosen, i);
        for (int k = 0; page != NULL && k < CELLS; k++)
            sum.weight[k / BLOCK_LABELS][k % BLOCK_LABELS] +=
                page->words4[k / BLOCK_LABELS][k % BLOCK_LABELS];
    }
    return sum;
}

static double words_in_class(const struct confusion *sum, unsigned class)
{
    double words = 0;
    for (unsigned i = 0; i < sum->classes; i++)
        words += sum->weight[class][i];
    return words;
}

static double part_of(const struct weighted_scores *scores, enum part part)
{
    switch (part) {
    case PART_P:
        return scores->precision;
    case PART_R:
        return scores->recall;
    case PART_F1:
        return scores->f1;
    case PART_FPR:
        return scores->fp_rate;
    default:
        return scores->accuracy;
    }
}

static double ratio(double part, double whole)
{
    return whole > 0 ? part / whole : 0;
}

/* One class against the rest. */
static struct weighted_scores class_scores(const struct confusion *sum, unsigned class)
{
    double hits = sum->weight[class][class], taken = 0, all = 0;
    double of_class = words_in_class(sum, class);
    for (unsigned i = 0; i < sum->classes; i++) {
        taken += sum->weight[i][class];
        all += words_in_class(sum, i);
    }
    return (struct weighted_scores){.accuracy = confusion_scores(sum).accuracy,
                                    .precision = ratio(hits, taken),
                                    .recall = ratio(hits, of_class),
                                    .f1 = ratio(2 * hits, of_class + taken),
                                    .fp_rate = ratio(taken - hits, all - of_class)};
}

/* Counts correctly ordered pairs of a word of a class and a word of the rest. */
struct pairs {
    double in_class, rest; /* so far, from the highest score down */
    double right;
};

static void add_ties(struct pairs *pairs, double in_class, double rest)
{
    pairs->right += rest * (pairs->in_class + in_class / 2);
    pairs->in_class += in_class;
    pairs->rest += rest;
}

/* Which labels contribute to the score of a class: [class][label]. The part of the score that is
 * not boilerplate belongs to the label, or to text if the label is boilerplate. For the boilerplate
 * class all content counts: the order is the same, read from the other end. */
static const uint8_t has_share[BLOCK_LABELS][BLOCK_LABELS] = {
    {1, 1, 1, 1},
    {1, 1, 0, 0},
    {0, 0, 1, 0},
    {0, 0, 0, 1},
};
static const uint8_t is_in[BLOCK_LABELS][BLOCK_LABELS] = {
    {0, 1, 1, 1},
    {0, 1, 0, 0},
    {0, 0, 1, 0},
    {0, 0, 0, 1},
};

/* ROC area of CLASS against the rest; TIMES says how often each page occurs. Blocks without a
 * contribution come last, with a score of 0. */
static double area(const struct block_measure *measure, const double *times, unsigned class)
{
    const struct scored *block = measure->blocks, *end = block + measure->block_count;
    const uint8_t *shares = has_share[class], *in = is_in[class];
    struct pairs pairs = {0};
    double last[2] = {0};
    while (block < end) {
        float score = block->score;
        double words[2][2] = {{0}}; /* [contributes][is in the class], for one score */
        for (; block < end && block->score == score; block++)
            words[shares[block->label]][in[block->truth]] += times[block->page] * block->words;
        bool none = class != BLOCK_BOILERPLATE && !(score > 0);
        for (int k = 0; k < 2; k++)
            last[k] += words[0][k] + (none ? words[1][k] : 0);
        if (!none)
            add_ties(&pairs, words[1][1], words[1][0]);
    }
    add_ties(&pairs, last[1], last[0]);
    double all = pairs.in_class * pairs.rest;
    return all > 0 ? pairs.right / all : (double)NAN;
}

/* Mean of the classes' ROC areas, weighted by words; classes without words are skipped. */
static double weighted_area(struct chosen chosen, const double *times)
{
    struct confusion sum = words_of_four(chosen);
    double areas = 0, words = 0;
    for (unsigned label = 0; label < BLOCK_LABELS; label++) {
        double of_label = words_in_class(&sum, label);
        if (of_label > 0) {
            areas += of_label * area(chosen.measure, times, label);
            words += of_label;
        }
    }
    return words > 0 ? areas / words : (double)NAN;
}

static double area_over(struct chosen chosen, enum kind kind, unsigned class, double *times)
{
    for (size_t i = 0; i < chosen.measure->page_count; i++)
        times[i] = 0;
    for (size_t i = 0; i < chosen.count; i++) {
        const struct page_sums *page = page_at(chosen, i);
        if (page != NULL)
            times[page - chosen.measure->pages]++;
    }
    if (kind == KIND_FOUR_WEIGHTED)
        return weighted_area(chosen, times);
    return area(chosen.measure, times, kind == KIND_FOUR ? class : BLOCK_BOILERPLATE);
}

/* F1 of one side by number of blocks. If the side is neither present nor predicted it is 1, as in
 * the paper's own program. */
static double f1_of(double right, double wrong)
{
    return right + wrong > 0 ? 2 * right / (2 * right + wrong) : 1;
}

static double side_f1(double blocks[SIDES][SIDES], unsigned side)
{
    double wrong = blocks[NOISE][CONTENT] + blocks[CONTENT][NOISE];
    double content = f1_of(blocks[CONTENT][CONTENT], wrong);
    double noise = f1_of(blocks[NOISE][NOISE], wrong);
    return side == BOTH ? (content + noise) / 2 : side == CONTENT ? content : noise;
}

static double unweighted(struct chosen chosen, enum kind kind, unsigned side)
{
    double sum[SIDES][SIDES] = {{0}}, of_pages = 0;
    size_t pages = 0;
    for (size_t i = 0; i < chosen.count; i++) {
        const struct page_sums *page = page_at(chosen, i);
        if (page == NULL)
            continue;
        double blocks[SIDES][SIDES];
        for (int k = 0; k < SIDES * SIDES; k++) {
            blocks[k / SIDES][k % SIDES] = page->blocks[k / SIDES][k % SIDES];
            sum[k / SIDES][k % SIDES] += blocks[k / SIDES][k % SIDES];
        }
        of_pages += side_f1(blocks, side);
        pages++;
    }
    return kind == KIND_MICRO ? side_f1(sum, side) : of_pages / (double)pages;
}

static bool any_page(struct chosen chosen)
{
    for (size_t i = 0; i < chosen.count; i++) {
        if (page_at(chosen, i) != NULL)
            return true;
    }
    return false;
}

double block_figure_over(const struct block_measure *measure, size_t figure, const uint32_t *pages,
                         size_t count, double *scratch)
{
    struct chosen chosen = {measure, pages, count};
    enum kind kind = figures[figure].kind;
    unsigned class = figures[figure].class;
    if (!any_page(chosen))
        return NAN;
    if (kind == KIND_MICRO || kind == KIND_MACRO)
        return unweighted(chosen, kind, class);
    if (figures[figure].part == PART_AUC)
        return area_over(chosen, kind, class, scratch);
    bool two = kind == KIND_TWO || kind == KIND_TWO_WEIGHTED;
    struct confusion sum = two ? words_of_two(chosen) : words_of_four(chosen);
    struct weighted_scores scores =
        kind == KIND_TWO || kind == KIND_FOUR ? class_scores(&sum, class) : confusion_scores(&sum);
    return part_of(&scores, figures[figure].part);
}

double block_figure_sample(const void *data, const uint32_t *pages, size_t count, double *scratch)
{
    const struct block_figure *figure = data;
    return block_figure_over(figure->measure, figure->figure, pages, count, scratch);
}

size_t block_measure_scratch(const struct block_measure *measure)
{
    return measure->page_count;
}
