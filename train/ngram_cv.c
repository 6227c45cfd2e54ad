/*
 * ngram_cv.c - cross-validates n-gram models for all orders and all q at once.
 *
 * The relative frequency of a symbol after each of its histories does not depend on q, and looking
 * it up takes most of the time. So each held-out symbol is looked up once in each of three models
 * (clean, boilerplate, all blocks), and equation 1 is evaluated for the whole grid.
 */
#include <math.h>
#include <stdlib.h>

#include "base/hash.h"
#include "train/ngram_fit.h"
#include "train/ngram_train.h"

const double ngram_qs[NGRAM_QS] = {0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95};

/* ----------------------------------------------------------- counts by string */

struct entry {
    uint32_t count;  /* number of occurrences */
    uint32_t follow; /* number of symbols counted after it */
};

struct lookup {
    struct pith__hash strings; /* each with its length in the highest byte */
    struct entry *entries;     /* (strings): by string id */
    unsigned symbols;
    uint64_t total; /* number of counted symbols */
};

static uint64_t key_of(uint64_t string, unsigned length)
{
    return string | (uint64_t)length << 56;
}

/* The entry of a string; all 0 for an unseen one. */
static const struct entry *find(const struct lookup *lookup, uint64_t string, unsigned length)
{
    static const struct entry none = {0, 0};
    uint32_t number = pith__hash_find(&lookup->strings, key_of(string, length));
    return number == PITH__HASH_NONE ? &none : &lookup->entries[number];
}

/* The same, but adds an entry for an unseen string. ENTRIES has room. */
static struct entry *add(struct lookup *lookup, uint64_t string, unsigned length)
{
    uint32_t number;
    if (pith__hash_add(&lookup->strings, key_of(string, length), &number) != PITH_OK)
        return NULL;
    return &lookup->entries[number];
}

static bool add_level(struct lookup *lookup, const struct ngram_level *level, unsigned length)
{
    for (size_t i = 0; i < level->count; i++) {
        struct entry *entry = add(lookup, level->keys[i], length);
        if (entry == NULL)
            return false;
        entry->count = level->counts[i];
        if (length > 1) {
            /* After subtracting counts a string may be left without its history. */
            struct entry *history = add(lookup, level->keys[i] >> NGRAM_BITS, length - 1);
            if (history == NULL)
                return false;
            history->follow += entry->count;
        }
    }
    return true;
}

static bool lookup_init(struct lookup *lookup, const struct ngram_levels *levels)
{
    size_t count = 0;
    for (unsigned length = 1; length <= levels->order; length++)
        count += levels->levels[length].count;
    *lookup = (struct lookup){.symbols = pith__fold_symbols(levels->folding),
                              .total = ngram_levels_total(levels)};
    /* Each string may add a history. */
    lookup->entries = calloc(2 * count + 1, sizeof *lookup->entries);
    if (lookup->entries == NULL ||
        pith__hash_reserve(&lookup->strings, count + levels->order) != PITH_OK)
        return false;
    for (unsigned length = 1; length <= levels->order; length++) {
        if (!add_level(lookup, &levels->levels[length], length))
            return false;
    }
    return true;
}

static void lookup_deinit(struct lookup *lookup)
{
    pith__hash_deinit(&lookup->strings);
    free(lookup->entries);
    *lookup = (struct lookup){.entries = NULL};
}

/* ------------------------------------------------------------------ one symbol */

/* The state of a model within a segment. */
struct walker {
    struct lookup lookup;
    const struct entry *before[PITH__CHARGRAM_ORDER + 1]; /* by length: the last symbols */
    double shares[PITH__CHARGRAM_ORDER + 1]; /* relative frequency of the symbol, by length of the
                                                string; below 0: unseen history */
};

static void walker_begin(struct walker *walker, unsigned order)
{
    for (unsigned length = 1; length <= order; length++)
        walker->before[length] = find(&walker->lookup, 0, length);
}

/* Advances to the last symbol of STRING, which includes all histories. */
static void walker_step(struct walker *walker, uint64_t string, unsigned order)
{
    const struct entry *now[PITH__CHARGRAM_ORDER + 1] = {NULL};
    for (unsigned length = 1; length <= order; length++) {
        uint64_t end = string & ((UINT64_C(1) << NGRAM_BITS * length) - 1);
        const struct entry *history = walker->before[length - 1];
        if (length > 1 && history->follow == 0) {
            walker->shares[length] = -1;
            now[length] = find(&walker->lookup, end, length);
            continue;
        }
        now[length] = find(&walker->lookup, end, length);
        if (length == 1)
            walker->shares[1] = ((double)now[1]->count + 1) /
                                (double)(walker->lookup.total + walker->lookup.symbols);
        else
            walker->shares[length] = (double)now[length]->count / history->follow;
    }
    memcpy(walker->before, now, sizeof now);
}

/* Probabilities of the symbol for one q, by order. */
static void chances_of(const struct walker *walker, const double *weights, unsigned order,
                       double *chances)
{
    chances[1] = walker->shares[1];
    for (unsigned n = 2; n <= order; n++)
        chances[n] = walker->shares[n] < 0
                         ? chances[n - 1]
                         : weights[n] * walker->shares[n] + (1 - weights[n]) * chances[n - 1];
}

/* ------------------------------------------------------------------- segments */

struct validation {
    const struct ngram_texts *texts;
    const struct ngram_options *options;
    struct ngram_grid *grid;
    struct walker clean, dirty, raw;
    double weights[NGRAM_QS][PITH__CHARGRAM_ORDER + 1];
    double symbols; /* scored so far */
    unsigned char *folded;
    size_t folded_cap;
};

/* Adds the segment's symbols to SCORES, as log ratios, and to the entropy. */
static void judge_symbols(struct validation *run, size_t count,
                          double scores[PITH__CHARGRAM_ORDER + 1][NGRAM_QS])
{
    unsigned order = run->options->order;
    uint64_t mask = (UINT64_C(1) << NGRAM_BITS * order) - 1, string = 0;
    double clean[PITH__CHARGRAM_ORDER + 1], dirty[PITH__CHARGRAM_ORDER + 1];
    double raw[PITH__CHARGRAM_ORDER + 1];
    walker_begin(&run->clean, order);
    walker_begin(&run->dirty, order);
    walker_begin(&run->raw, order);
    for (size_t i = 0; i < count; i++) {
        string = (string << NGRAM_BITS | run->folded[i]) & mask;
        walker_step(&run->clean, string, order);
        walker_step(&run->dirty, string, order);
        walker_step(&run->raw, string, order);
        for (size_t k = 0; k < NGRAM_QS; k++) {
            chances_of(&run->clean, run->weights[k], order, clean);
            chances_of(&run->dirty, run->weights[k], order, dirty);
            chances_of(&run->raw, run->weights[k], order, raw);
            for (unsigned n = 1; n <= order; n++) {
                scores[n][k] += log(clean[n] / dirty[n]);
                run->grid->cells[n][k].entropy -= log2(raw[n]);
            }
        }
    }
    run->symbols += (double)count;
}

static bool judge_segment(struct validation *run, const struct ngram_segment *segment)
{
    double scores[PITH__CHARGRAM_ORDER + 1][NGRAM_QS] = {{0}};
    if (segment->len >= run->folded_cap) {
        unsigned char *more = realloc(run->folded, 2 * (size_t)segment->len + 1);
        if (more == NULL)
            return false;
        run->folded = more;
        run->folded_cap = 2 * (size_t)segment->len + 1;
    }
    size_t count = pith__fold(run->options->folding, ngram_text_of(run->texts, segment),
                              segment->len, run->folded, NULL);
    run->folded[count++] = PITH__CHARGRAM_BOUNDARY;
    judge_symbols(run, count, scores);
    for (unsigned n = 1; n <= run->options->order; n++) {
        for (size_t k = 0; k < NGRAM_QS; k++) {
            struct ngram_cell *cell = &run->grid->cells[n][k];
            bool keep = scores[n][k] >= 0, content = segment->kind == NGRAM_CONTENT;
            cell->kept += keep ? segment->words : 0;
            cell->right += keep && content ? segment->words : 0;
            cell->all += content ? segment->words : 0;
        }
    }
    return true;
}

/* ---------------------------------------------------------------------- folds */

/* Trains models on the pages marked in USED. */
static bool fold_begin(struct validation *run, const bool *used)
{
    struct ngram_levels clean, dirty, raw = {.order = 0};
    bool good = ngram_train_counts(run->texts, run->options, used, &clean, &dirty);
    if (!good)
        return false;
    good = ngram_train_raw(run->texts, run->options, used, &raw) &&
           lookup_init(&run->clean.lookup, &clean) && lookup_init(&run->dirty.lookup, &dirty) &&
           lookup_init(&run->raw.lookup, &raw);
    ngram_levels_deinit(&clean);
    ngram_levels_deinit(&dirty);
    ngram_levels_deinit(&raw);
    return good;
}

static void fold_end(struct validation *run)
{
    lookup_deinit(&run->clean.lookup);
    lookup_deinit(&run->dirty.lookup);
    lookup_deinit(&run->raw.lookup);
}

static bool judge_fold(struct validation *run, const bool *used)
{
    const struct ngram_segment *segments = run->texts->segments.data;
    bool good = fold_begin(run, used);
    for (size_t i = 0; good && i < run->texts->segments.len; i++) {
        if (segments[i].kind <= NGRAM_CONTENT && !used[segments[i].page])
            good = judge_segment(run, &segments[i]);
    }
    fold_end(run);
    return good;
}

bool ngram_cross_validate(const struct ngram_texts *texts, const struct ngram_options *options,
                          unsigned folds, uint64_t seed, void (*done)(unsigned fold, unsigned all),
                          struct ngram_grid *grid)
{
    struct validation *run = calloc(1, sizeof *run);
    uint8_t *fold_of_page = malloc(texts->page_count + 1);
    bool *used = malloc((texts->page_count + 1) * sizeof *used);
    bool good = run != NULL && fold_of_page != NULL && used != NULL &&
                ngram_texts_folds(texts, NULL, folds, seed, fold_of_page);
    *grid = (struct ngram_grid){.orders = options->order};
    for (unsigned n = 2; good && n <= options->order; n++) {
        for (size_t k = 0; k < NGRAM_QS; k++)
            run->weights[k][n] = ngram_weight(ngram_qs[k], n);
    }
    if (good) {
        run->texts = texts;
        run->options = options;
        run->grid = grid;
    }
    for (unsigned fold = 0; good && fold < folds; fold++) {
        for (size_t i = 0; i < texts->page_count; i++)
            used[i] = fold_of_page[i] != fold;
        good = judge_fold(run, used);
        if (good && done != NULL)
            done(fold + 1, folds);
    }
    for (unsigned n = 1; good && n <= options->order; n++) {
        for (size_t k = 0; k < NGRAM_QS; k++)
            grid->cells[n][k].entropy /= run->symbols > 0 ? run->symbols : 1;
    }
    if (run != NULL)
        free(run->folded);
    free(run);
    free(fold_of_page);
    free(used);
    return good;
}

double ngram_cell_f1(const struct ngram_cell *cell)
{
    return cell->kept + cell->all > 0 ? 2 * cell->right / (cell->kept + cell->all) : 0;
}

void ngram_grid_pick(const struct ngram_grid *grid, unsigned *order, double *q)
{
    double best[PITH__CHARGRAM_ORDER + 1], lowest = INFINITY;
    size_t at[PITH__CHARGRAM_ORDER + 1] = {0};
    for (unsigned n = 1; n <= grid->orders; n++) {
        best[n] = INFINITY;
        for (size_t k = 0; k < NGRAM_QS; k++) {
            if (grid->cells[n][k].entropy < best[n]) {
                best[n] = grid->cells[n][k].entropy;
                at[n] = k;
            }
        }
        lowest = fmin(lowest, best[n]);
    }
    for (*order = 1; *order < grid->orders && best[*order] > lowest * 1.01; ++*order)
        ;
    *q = ngram_qs[at[*order]];
}
