/*
 * ngram_fit.c - see ngram_fit.h.
 *
 * Equation 1 of the paper as a recursion: the probability of a symbol after a history interpolates,
 * with a weight that depends on q and the length, between its relative frequency after that history
 * and its probability after the history without its first symbol. If a model has not seen the
 * history, only the shorter one counts. Single symbols have one added to their count.
 *
 * If neither model has seen a string, both probabilities are those of the string without its first
 * symbol, times one minus the weight if the model has seen the history. So the log ratio is that of
 * the shorter string plus a back-off that depends only on the history: 0 if both models have seen
 * it or neither, else plus or minus the logarithm of one minus the weight.
 */
#include "train/ngram_fit.h"

#include <math.h>
#include <stdlib.h>

double ngram_weight(double q, unsigned length)
{
    return (1 - q) / (1 - pow(q, length));
}

static int16_t units_of(double nats)
{
    double units = floor(nats * PITH__CHARGRAM_UNIT + 0.5);
    return (int16_t)(units > INT16_MAX ? INT16_MAX : units < INT16_MIN ? INT16_MIN : units);
}

/* Data for the strings of one length, in node order; 0 clean, 1 dirty. */
struct known {
    uint32_t *counts[2];
    double *chances[2];  /* probability of the last symbol after the others */
    uint64_t *follow[2]; /* number of symbols counted after the string */
};

static bool known_alloc(struct known *known, size_t count)
{
    bool good = true;
    for (int i = 0; i < 2; i++) {
        known->counts[i] = calloc(count + 1, sizeof(uint32_t));
        known->chances[i] = calloc(count + 1, sizeof(double));
        known->follow[i] = calloc(count + 1, sizeof(uint64_t));
        good = good && known->counts[i] != NULL && known->chances[i] != NULL &&
               known->follow[i] != NULL;
    }
    return good;
}

static void known_free(struct known *known)
{
    for (int i = 0; i < 2; i++) {
        free(known->counts[i]);
        free(known->chances[i]);
        free(known->follow[i]);
    }
}

/* Collects the strings of a length that either model has seen, plus all single symbols, plus for
 * other lengths below the order the string of boundaries alone, where segments begin. */
static bool unite(struct ngram_nodes_level *level, struct known *known, unsigned length,
                  const struct ngram_levels *clean, const struct ngram_levels *dirty)
{
    const struct ngram_level *a = &clean->levels[length], *b = &dirty->levels[length];
    unsigned symbols = pith__fold_symbols(clean->folding);
    size_t most = a->count + b->count + symbols, i = 0, k = 0, count = 0;
    uint64_t due = 0; /* the next string that must be present */
    uint64_t due_end = length == 1 ? symbols : length < clean->order ? 1 : 0;
    if (!ngram_nodes_alloc(level, most) || !known_alloc(known, most))
        return false;
    while (i < a->count || k < b->count || due < due_end) {
        uint64_t key = UINT64_MAX;
        if (i < a->count)
            key = a->keys[i];
        if (k < b->count && b->keys[k] < key)
            key = b->keys[k];
        if (due < due_end && due < key)
            key = due;
        level->keys[count] = key;
        if (i < a->count && a->keys[i] == key)
            known->counts[0][count] = a->counts[i++];
        if (k < b->count && b->keys[k] == key)
            known->counts[1][count] = b->counts[k++];
        due += due < due_end && due == key;
        count++;
    }
    level->count = count;
    return true;
}

/* Index of a string without its first symbol; COUNT if absent. */
static size_t find_suffix(const struct ngram_nodes_level *shorter, uint64_t key, unsigned length)
{
    size_t low = 0, high = shorter->count;
    key &= (UINT64_C(1) << NGRAM_BITS * (length - 1)) - 1;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (shorter->keys[middle] < key)
            low = middle + 1;
        else
            high = middle;
    }
    return low < shorter->count && shorter->keys[low] == key ? low : shorter->count;
}

/* Single symbols, with one added to each count. */
static void fit_symbols(struct ngram_nodes_level *level, struct known *known)
{
    double sums[2] = {(double)level->count, (double)level->count};
    for (size_t i = 0; i < level->count; i++) {
        for (int m = 0; m < 2; m++)
            sums[m] += known->counts[m][i];
    }
    for (size_t i = 0; i < level->count; i++) {
        for (int m = 0; m < 2; m++)
            known->chances[m][i] = ((double)known->counts[m][i] + 1) / sums[m];
        level->scores[i] = units_of(log(known->chances[0][i] / known->chances[1][i]));
    }
}

/* Counts the symbols after each string of the shorter length. Both are in the same order, so one
 * pass is enough. */
static void count_follow(const struct ngram_nodes_level *shorter, struct known *known_shorter,
                         const struct ngram_nodes_level *level, const struct known *known)
{
    size_t parent = 0;
    for (size_t i = 0; i < level->count; i++) {
        while (parent < shorter->count && shorter->keys[parent] < level->keys[i] >> NGRAM_BITS)
            parent++;
        for (int m = 0; m < 2; m++)
            known_shorter->follow[m][parent] += known->counts[m][i];
    }
}

/* Computes the back-off of a history for unseen symbols. */
static void fit_backoffs(struct ngram_nodes_level *level, const struct known *known,
                         unsigned length, double q)
{
    double rest = log(1 - ngram_weight(q, length + 1));
    for (size_t i = 0; i < level->count; i++)
        level->backoffs[i] =
            units_of((known->follow[0][i] > 0 ? rest : 0) - (known->follow[1][i] > 0 ? rest : 0));
}

/* Strings of two or more symbols. */
static void fit_strings(struct ngram_nodes *nodes, struct known *known, unsigned length, double q)
{
    struct ngram_nodes_level *level = &nodes->levels[length], *shorter = level - 1;
    double weight = ngram_weight(q, length);
    size_t parent = 0;
    for (size_t i = 0; i < level->count; i++) {
        size_t suffix = find_suffix(shorter, level->keys[i], length);
        while (shorter->keys[parent] < level->keys[i] >> NGRAM_BITS)
            parent++;
        for (int m = 0; m < 2; m++) {
            double below = known[length - 1].chances[m][suffix];
            uint64_t follow = known[length - 1].follow[m][parent];
            double share = (double)known[length].counts[m][i] / (double)(follow > 0 ? follow : 1);
            known[length].chances[m][i] =
                follow > 0 ? weight * share + (1 - weight) * below : below;
        }
        /* Boundaries alone may be present without having been seen. */
        if (known[length].counts[0][i] == 0 && known[length].counts[1][i] == 0)
            level->scores[i] = (int16_t)(shorter->scores[suffix] + shorter->backoffs[parent]);
        else
            level->scores[i] =
                units_of(log(known[length].chances[0][i] / known[length].chances[1][i]));
    }
}

bool ngram_fit(struct ngram_nodes *nodes, const struct ngram_levels *clean,
               const struct ngram_levels *dirty, double q)
{
    struct known known[PITH__CHARGRAM_ORDER + 1] = {{{NULL}, {NULL}, {NULL}}};
    bool good = true;
    *nodes = (struct ngram_nodes){.order = clean->order, .folding = clean->folding};
    for (unsigned length = 1; good && length <= clean->order; length++) {
        good = unite(&nodes->levels[length], &known[length], length, clean, dirty);
        if (!good)
            break;
        if (length == 1) {
            fit_symbols(&nodes->levels[1], &known[1]);
            continue;
        }
        count_follow(&nodes->levels[length - 1], &known[length - 1], &nodes->levels[length],
                     &known[length]);
        fit_backoffs(&nodes->levels[length - 1], &known[length - 1], length - 1, q);
        fit_strings(nodes, known, length, q);
    }
    for (unsigned length = 1; length <= clean->order; length++)
        known_free(&known[length]);
    if (!good)
        ngram_nodes_deinit(nodes);
    return good;
}
