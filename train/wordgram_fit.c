/*
 * wordgram_fit.c - see wordgram_fit.h.
 *
 * The lists of pairs and triples are read several times from the front; only what is kept is in
 * memory. With a size limit, the n-grams with the highest gain are kept: the count, minus the part
 * due to chance, times the bits by which the model without it would be worse.
 */
#include "train/wordgram_fit.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "train/wordgram_file.h"

#define FLOOR   1e-6 /* added to every probability, as PyPlexity does */
#define CHANCE  0.7  /* average part of a count that would not recur in similar text */
#define NUMBERS ((UINT64_C(1) << WORDS_BITS) - 1)

/* Memory per n-gram, divided by the fraction of memory that n-grams may have: 40 bytes here, 48
 * more when the file is made, and those of the file. */
enum { GRAM_BYTES = 96 * 9 / 5 };

enum { STEPS = 4096, STEP_ZERO = 2048, STEPS_PER_BIT = 64 }; /* of a logarithmic histogram */

static const char no_memory[] = "not enough memory";

/* ------------------------------------------------------------------ formulas */

/* The interpolation weight of words, pairs or triples in a model of this order. */
static double share_of(unsigned order, unsigned n)
{
    static const double pairs[] = {0.2, 0.8}, triples[] = {0.1, 0.3, 0.6};
    return order == 2 ? pairs[n - 1] : triples[n - 1];
}

static double unigram(const struct wordgram_fit *fit, uint32_t word)
{
    return fit->known[word] ? (double)fit->word_counts[word] / (double)fit->tokens : 0;
}

/* The probability of a kept pair; 0 for others. */
static double bigram(const struct wordgram_fit *fit, uint32_t previous, uint32_t word)
{
    const struct wordgram_gram *pair =
        wordgram_fit_find(fit, 2, (uint64_t)previous << WORDS_BITS | word);
    return pair ? (double)pair->count / (double)fit->word_counts[previous] : 0;
}

static double trigram(const struct wordgram_fit *fit, uint32_t before, uint32_t previous,
                      uint32_t word)
{
    uint64_t context = (uint64_t)before << WORDS_BITS | previous;
    const struct wordgram_gram *pair = wordgram_fit_find(fit, 2, context);
    const struct wordgram_gram *triple = wordgram_fit_find(fit, 3, context << WORDS_BITS | word);
    return pair && triple ? (double)triple->count / (double)pair->count : 0;
}

/* The first word of a sentence has no triple, so its pair gets that weight too. */
static double interpolated(const struct wordgram_fit *fit, uint32_t before, uint32_t previous,
                           uint32_t word)
{
    unsigned order = fit->fitting->order;
    double p = share_of(order, 1) * unigram(fit, word) + FLOOR;
    double b = bigram(fit, previous, word);
    p += share_of(order, 2) * b;
    if (order == 3)
        p += share_of(order, 3) *
             (previous == WORDS_BEGIN ? b : trigram(fit, before, previous, word));
    return log2(p);
}

static double discount(const struct wordgram_discounts *discounts, uint32_t count)
{
    return discounts->of[count < 3 ? count : 3];
}

static double kneser_ney_pair(const struct wordgram_fit *fit, uint32_t previous, uint32_t word)
{
    const struct wordgram_gram *pair =
        wordgram_fit_find(fit, 2, (uint64_t)previous << WORDS_BITS | word);
    if (pair)
        return pair->value;
    return fit->weights[previous] + (fit->known[word] ? fit->values[word] : fit->unknown);
}

static double kneser_ney(const struct wordgram_fit *fit, uint32_t before, uint32_t previous,
                         uint32_t word)
{
    if (fit->fitting->order == 2 || previous == WORDS_BEGIN)
        return kneser_ney_pair(fit, previous, word);
    uint64_t context = (uint64_t)before << WORDS_BITS | previous;
    const struct wordgram_gram *triple = wordgram_fit_find(fit, 3, context << WORDS_BITS | word);
    if (triple)
        return triple->value;
    const struct wordgram_gram *pair = wordgram_fit_find(fit, 2, context);
    return (pair ? pair->weight : 0) + kneser_ney_pair(fit, previous, word);
}

double wordgram_fit_value(const struct wordgram_fit *fit, enum pith__wordgram_estimate estimate,
                          uint32_t before, uint32_t previous, uint32_t word)
{
    return estimate == PITH__WORDGRAM_KNESER_NEY ? kneser_ney(fit, before, previous, word)
                                                 : interpolated(fit, before, previous, word);
}

double wordgram_fit_perplexity(const struct wordgram_fit *fit,
                               enum pith__wordgram_estimate estimate,
                               const struct held_sentence *sentence)
{
    uint32_t before = WORDS_BEGIN, previous = WORDS_BEGIN;
    double sum = 0;
    for (uint32_t i = 0; i < sentence->len; i++) {
        uint32_t word =
            words_known(&fit->counts->words, fit->counts->held.tokens[sentence->at + i]);
        if (!fit->known[word])
            word = WORDS_UNKNOWN;
        sum += wordgram_fit_value(fit, estimate, before, previous, word);
        before = previous;
        previous = word;
    }
    return exp2(-sum / sentence->len);
}

struct wordgram_gram *wordgram_fit_find(const struct wordgram_fit *fit, unsigned order,
                                        uint64_t key)
{
    struct wordgram_gram *grams = fit->grams[order - 2];
    size_t low = 0, high = fit->gram_counts[order - 2];
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (grams[middle].key < key)
            low = middle + 1;
        else
            high = middle;
    }
    return low < fit->gram_counts[order - 2] && grams[low].key == key ? &grams[low] : NULL;
}

/* ---------------------------------------------------------------- vocabulary */

static bool allocate(struct wordgram_fit *fit)
{
    size_t numbers = fit->numbers;
    fit->word_counts = calloc(numbers, sizeof *fit->word_counts);
    fit->word_types = calloc(numbers, sizeof *fit->word_types);
    fit->totals = calloc(numbers, sizeof *fit->totals);
    fit->values = calloc(numbers, sizeof *fit->values);
    fit->weights = calloc(numbers, sizeof *fit->weights);
    fit->known = calloc(numbers, sizeof *fit->known);
    return fit->word_counts && fit->word_types && fit->totals && fit->values && fit->weights &&
           fit->known;
}

static void count_words(struct wordgram_fit *fit)
{
    uint64_t key;
    uint32_t count;
    counts_list_rewind(&fit->counts->pairs);
    while (counts_list_next(&fit->counts->pairs, &key, &count)) {
        uint64_t previous = key >> WORDS_BITS, word = key & NUMBERS;
        fit->word_counts[word] += count;
        fit->word_types[word]++;
        if (previous == WORDS_BEGIN)
            fit->word_counts[WORDS_BEGIN] += count;
        fit->tokens += count;
        fit->different[0]++;
    }
}

/* Words ranked by count, the most frequent first; ties by hash, so that the result does not depend
 * on word numbers. */
struct ranked {
    uint64_t count, hash;
    uint32_t number;
};

static int by_rank(const void *a, const void *b)
{
    const struct ranked *x = a, *y = b;
    if (x->count != y->count)
        return x->count > y->count ? -1 : 1;
    return (x->hash > y->hash) - (x->hash < y->hash);
}

static bool choose_words(struct wordgram_fit *fit)
{
    const struct wordgram_fitting *fitting = fit->fitting;
    struct ranked *ranked = malloc((fit->numbers + (size_t)1) * sizeof *ranked);
    size_t count = 0;
    if (!ranked)
        return false;
    for (uint32_t i = WORDS_FIRST; i < fit->numbers; i++) {
        if (fit->word_counts[i] >= fitting->min_word && fit->word_counts[i] > 0)
            ranked[count++] =
                (struct ranked){fit->word_counts[i], words_hash(&fit->counts->words, i), i};
    }
    qsort(ranked, count, sizeof *ranked, by_rank);
    if (fitting->vocabulary > 0 && count > fitting->vocabulary)
        count = (size_t)fitting->vocabulary;
    for (size_t i = 0; i < count; i++)
        fit->known[ranked[i].number] = true;
    fit->vocabulary = (uint32_t)count;
    free(ranked);
    return true;
}

/* ------------------------------------------------------------------ choosing */

/* The histogram bucket of a gain. */
static unsigned step_of(double gain)
{
    if (!(gain > 0))
        return 0;
    double step = log2(gain) * STEPS_PER_BIT + STEP_ZERO;
    return step < 1 ? 1 : step >= STEPS ? STEPS - 1 : (unsigned)step;
}

static double gain_of(unsigned step)
{
    return step == 0 ? 0 : exp2(((double)step - STEP_ZERO) / STEPS_PER_BIT);
}

/* The lowest bucket from which on at most AT_MOST n-grams remain. */
static unsigned lowest_step(const uint64_t histogram[STEPS], uint64_t at_most)
{
    uint64_t sum = 0;
    unsigned step = STEPS;
    while (step > 0 && sum + histogram[step - 1] <= at_most)
        sum += histogram[--step];
    return step;
}

static uint64_t size_with(const struct wordgram_fit *fit, unsigned order, uint64_t pairs,
                          uint64_t triples)
{
    const uint64_t grams[3] = {fit->vocabulary, pairs, triples};
    return wordgram_file_size(order, fit->fitting->estimate, grams);
}

/* How many n-grams of an order may be kept, by the size of the file. In a model with triples, pairs
 * get a bit less than half of what words leave. */
static uint64_t most_grams(const struct wordgram_fit *fit, unsigned order)
{
    const struct wordgram_fitting *fitting = fit->fitting;
    uint64_t low = 0, high = UINT64_C(1) << 30, size = fitting->size;
    uint64_t words = size_with(fit, fitting->order, 0, 0);
    if (size == 0)
        return high;
    if (order < fitting->order && size > words)
        size = words + (size - words) / 20 * 9;
    while (low < high) {
        uint64_t middle = high - (high - low) / 2;
        uint64_t pairs = order == 2 ? middle : fit->gram_counts[0];
        if (size_with(fit, fitting->order, pairs, order == 3 ? middle : 0) <= size)
            low = middle;
        else
            high = middle - 1;
    }
    return low;
}

/* The gain of keeping a pair; below 0: it cannot be kept. */
static double pair_gain(const struct wordgram_fit *fit, uint64_t key, uint32_t count)
{
    uint32_t previous = (uint32_t)(key >> WORDS_BITS), word = (uint32_t)(key & NUMBERS);
    if (count < fit->fitting->min_count || !fit->known[word] ||
        (previous != WORDS_BEGIN && !fit->known[previous]))
        return -1;
    double without = share_of(2, 1) * unigram(fit, word) + FLOOR;
    double with = without + share_of(2, 2) * count / (double)fit->word_counts[previous];
    return (count - CHANCE) * log2(with / without);
}

/* The pair of a triple. Triples are sorted by their first two words, like pairs, so AT advances in
 * parallel. NULL: the pair is not kept. */
static struct wordgram_gram *pair_of(const struct wordgram_fit *fit, uint64_t key, size_t *at)
{
    uint64_t context = key >> WORDS_BITS;
    while (*at < fit->gram_counts[0] && fit->grams[0][*at].key < context)
        ++*at;
    return *at < fit->gram_counts[0] && fit->grams[0][*at].key == context ? &fit->grams[0][*at]
                                                                          : NULL;
}

static double triple_gain(const struct wordgram_fit *fit, uint64_t key, uint32_t count, size_t *at)
{
    const struct wordgram_gram *pair = pair_of(fit, key, at);
    uint32_t previous = (uint32_t)(key >> WORDS_BITS & NUMBERS), word = (uint32_t)(key & NUMBERS);
    if (!pair || count < fit->fitting->min_count || !fit->known[word])
        return -1;
    double without =
        share_of(3, 2) * bigram(fit, previous, word) + share_of(3, 1) * unigram(fit, word) + FLOOR;
    double with = without + share_of(3, 3) * count / (double)pair->count;
    return (count - CHANCE) * log2(with / without);
}

static double gram_gain(const struct wordgram_fit *fit, unsigned order, uint64_t key,
                        uint32_t count, size_t *at)
{
    return order == 2 ? pair_gain(fit, key, count) : triple_gain(fit, key, count, at);
}

/* Reads a list twice: once for the histogram of gains, once for the n-grams to keep. */
static const char *choose_grams(struct wordgram_fit *fit, unsigned order)
{
    struct counts_list *list = order == 2 ? &fit->counts->pairs : &fit->counts->triples;
    uint64_t *histogram = calloc(STEPS, sizeof *histogram), key, kept = 0;
    uint32_t count;
    size_t at = 0, len = 0;
    if (!histogram)
        return no_memory;
    counts_list_rewind(list);
    while (counts_list_next(list, &key, &count)) {
        double gain = gram_gain(fit, order, key, count, &at);
        if (gain >= 0)
            histogram[step_of(gain)]++;
    }
    unsigned lowest = lowest_step(histogram, most_grams(fit, order));
    for (unsigned step = lowest; step < STEPS; step++)
        kept += histogram[step];
    free(histogram);
    *(order == 2 ? &fit->pair_gain : &fit->triple_gain) = gain_of(lowest);
    if (kept + fit->gram_counts[0] > wordgram_usable(fit->fitting->memory) / GRAM_BYTES)
        return "the n-grams to keep do not fit in memory: raise -M, or set --size or "
               "--min-count";
    struct wordgram_gram *grams = calloc((size_t)kept + 1, sizeof *grams);
    if (!grams)
        return no_memory;
    counts_list_rewind(list);
    for (at = 0; len < kept && counts_list_next(list, &key, &count);) {
        double gain = gram_gain(fit, order, key, count, &at);
        if (gain >= 0 && step_of(gain) >= lowest)
            grams[len++] = (struct wordgram_gram){.key = key, .count = count, .adjusted = count};
    }
    fit->grams[order - 2] = grams;
    fit->gram_counts[order - 2] = len;
    return NULL;
}

/* ---------------------------------------------------------------- Kneser-Ney */

/* Estimates discounts from how many n-grams occur once, twice, three and four times. If there are
 * too few, uses those of a medium-sized text. */
static struct wordgram_discounts discounts_from(const uint64_t n[5])
{
    struct wordgram_discounts discounts = {{0, 0.7, 1.05, 1.4}};
    if (n[1] == 0 || n[2] == 0 || n[3] == 0 || n[4] == 0)
        return discounts;
    double y = (double)n[1] / ((double)n[1] + 2 * (double)n[2]);
    for (unsigned k = 1; k <= 3; k++) {
        double d = k - (k + 1) * y * (double)n[k + 1] / (double)n[k];
        if (d > 0 && d < k)
            discounts.of[k] = d;
    }
    return discounts;
}

static void tally(uint64_t n[5], uint64_t count)
{
    if (count < 5)
        n[count]++;
}

static void fit_words(struct wordgram_fit *fit)
{
    uint64_t n[5] = {0}, kept[5] = {0}, all = 0;
    for (uint32_t i = WORDS_FIRST; i < fit->numbers; i++) {
        tally(n, fit->word_types[i]);
        if (fit->known[i]) {
            tally(kept, fit->word_types[i]);
            all += fit->word_types[i];
        }
    }
    fit->discounts[0] = discounts_from(n);
    const double *d = fit->discounts[0].of;
    double left = d[1] * (double)kept[1] + d[2] * (double)kept[2] +
                  d[3] * (double)(fit->vocabulary - kept[1] - kept[2]);
    double rest = left / (double)all / ((double)fit->vocabulary + 1);
    for (uint32_t i = WORDS_FIRST; i < fit->numbers; i++) {
        double types = fit->word_types[i];
        if (fit->known[i])
            fit->values[i] = log2(
                (types - discount(&fit->discounts[0], fit->word_types[i])) / (double)all + rest);
    }
    fit->unknown = log2(rest);
}

/* Counts the distinct words before each pair, from the list of triples. */
static bool count_types(struct wordgram_fit *fit, struct counts_list *types)
{
    struct counts counts;
    struct counts_buffer buffer;
    uint64_t key;
    uint32_t count;
    bool good = counts_init(&counts, 2 * WORDS_BITS);
    if (!good)
        return false;
    good = counts_buffer_init(
        &buffer, &counts, wordgram_usable(fit->fitting->memory) / 4 / (2 * sizeof(uint64_t)) + 1);
    counts_list_rewind(&fit->counts->triples);
    while (good && counts_list_next(&fit->counts->triples, &key, &count))
        counts_add(&buffer, key & ((UINT64_C(1) << 2 * WORDS_BITS) - 1));
    if (good)
        counts_flush(&buffer);
    counts_buffer_deinit(&buffer);
    good = good && counts_merge(&counts, wordgram_usable(fit->fitting->memory) / 8, types);
    if (good)
        counts_list_rewind(types);
    counts_deinit(&counts);
    return good;
}

/* The adjusted count of the pair KEY from the list of types, which has the same order. Pairs at the
 * start of a sentence have nothing before them and keep their count. */
static uint32_t adjusted_count(struct counts_list *types, uint64_t key, uint32_t count)
{
    uint64_t there;
    uint32_t number;
    if (!types->file || key >> WORDS_BITS == WORDS_BEGIN)
        return count;
    return counts_list_next(types, &there, &number) ? number : count;
}

/* Computes the adjusted counts of the kept pairs, and their sums over all pairs of each first word.
 */
static bool adjust_pairs(struct wordgram_fit *fit)
{
    struct counts_list types = {NULL, 0};
    uint64_t n[5] = {0}, key;
    uint32_t count;
    size_t at = 0;
    if (fit->fitting->order == 3 && !count_types(fit, &types)) {
        counts_list_deinit(&types);
        return false;
    }
    counts_list_rewind(&fit->counts->pairs);
    while (counts_list_next(&fit->counts->pairs, &key, &count)) {
        count = adjusted_count(&types, key, count);
        fit->totals[key >> WORDS_BITS] += count;
        tally(n, count);
        if (at < fit->gram_counts[0] && fit->grams[0][at].key == key)
            fit->grams[0][at++].adjusted = count;
    }
    fit->discounts[1] = discounts_from(n);
    bool good = !types.file || !ferror(types.file);
    counts_list_deinit(&types);
    return good;
}

/* The probability left in a context after what is kept. */
static double left_over(double kept, double total)
{
    double left = total > 0 ? 1 - kept / total : 1;
    return left > 1e-9 ? left : 1e-9;
}

static void fit_pairs(struct wordgram_fit *fit)
{
    const struct wordgram_discounts *discounts = &fit->discounts[1];
    struct wordgram_gram *pairs = fit->grams[0];
    double *kept = fit->weights;
    for (size_t i = 0; i < fit->gram_counts[0]; i++)
        kept[pairs[i].key >> WORDS_BITS] +=
            pairs[i].adjusted - discount(discounts, pairs[i].adjusted);
    for (uint32_t i = 0; i < fit->numbers; i++)
        fit->weights[i] =
            i == WORDS_BEGIN || fit->known[i] ? log2(left_over(kept[i], fit->totals[i])) : 0;
    for (size_t i = 0; i < fit->gram_counts[0]; i++) {
        uint64_t previous = pairs[i].key >> WORDS_BITS, word = pairs[i].key & NUMBERS;
        pairs[i].value = log2((pairs[i].adjusted - discount(discounts, pairs[i].adjusted)) /
                                  fit->totals[previous] +
                              exp2(fit->weights[previous] + fit->values[word]));
    }
}

static void total_triples(struct wordgram_fit *fit)
{
    uint64_t n[5] = {0}, key;
    uint32_t count;
    size_t at = 0;
    counts_list_rewind(&fit->counts->triples);
    while (counts_list_next(&fit->counts->triples, &key, &count)) {
        struct wordgram_gram *pair = pair_of(fit, key, &at);
        if (pair)
            pair->total += count;
        tally(n, count);
    }
    fit->discounts[2] = discounts_from(n);
}

static void fit_triples(struct wordgram_fit *fit)
{
    const struct wordgram_discounts *discounts = &fit->discounts[2];
    struct wordgram_gram *pairs = fit->grams[0], *triples = fit->grams[1];
    size_t at = 0;
    total_triples(fit);
    for (size_t i = 0; i < fit->gram_counts[1]; i++) {
        struct wordgram_gram *pair = pair_of(fit, triples[i].key, &at);
        pair->weight += triples[i].count - discount(discounts, triples[i].count);
    }
    for (size_t i = 0; i < fit->gram_counts[0]; i++)
        pairs[i].weight = log2(left_over(pairs[i].weight, pairs[i].total));
    at = 0;
    for (size_t i = 0; i < fit->gram_counts[1]; i++) {
        const struct wordgram_gram *pair = pair_of(fit, triples[i].key, &at);
        uint32_t previous = (uint32_t)(triples[i].key >> WORDS_BITS & NUMBERS);
        uint32_t word = (uint32_t)(triples[i].key & NUMBERS);
        triples[i].value =
            log2((triples[i].count - discount(discounts, triples[i].count)) / pair->total +
                 exp2(pair->weight + kneser_ney_pair(fit, previous, word)));
    }
}

static bool fit_kneser_ney(struct wordgram_fit *fit)
{
    if (!adjust_pairs(fit))
        return false;
    fit_words(fit);
    fit_pairs(fit);
    if (fit->fitting->order == 3)
        fit_triples(fit);
    return true;
}

/* ------------------------------------------------------------- interpolation */

static void fit_interpolated(struct wordgram_fit *fit)
{
    unsigned order = fit->fitting->order;
    fit->unknown = log2(FLOOR);
    for (uint32_t i = WORDS_FIRST; i < fit->numbers; i++)
        fit->values[i] = log2(share_of(order, 1) * unigram(fit, i) + FLOOR);
    for (size_t i = 0; i < fit->gram_counts[0]; i++) {
        struct wordgram_gram *pair = &fit->grams[0][i];
        uint32_t previous = (uint32_t)(pair->key >> WORDS_BITS);
        uint32_t word = (uint32_t)(pair->key & NUMBERS);
        /* With an unknown word before both there is no triple. */
        pair->value = interpolated(fit, WORDS_UNKNOWN, previous, word);
    }
    for (size_t i = 0; i < fit->gram_counts[1]; i++) {
        struct wordgram_gram *triple = &fit->grams[1][i];
        triple->value = interpolated(fit, (uint32_t)(triple->key >> 2 * WORDS_BITS),
                                     (uint32_t)(triple->key >> WORDS_BITS & NUMBERS),
                                     (uint32_t)(triple->key & NUMBERS));
    }
}

bool wordgram_fit(struct wordgram_fit *fit, const struct wordgram_fitting *fitting,
                  struct wordgram_counts *counts, const char **message)
{
    *fit = (struct wordgram_fit){
        .fitting = fitting, .counts = counts, .numbers = words_count(&counts->words)};
    *message = NULL;
    if (!allocate(fit)) {
        *message = no_memory;
        return false;
    }
    count_words(fit);
    fit->different[1] = counts->triples.len;
    if (!choose_words(fit))
        *message = no_memory;
    else if (fit->vocabulary == 0)
        *message = "no word occurs often enough: there is too little text, or --min-word is too "
                   "high";
    else if (fitting->size > 0 && size_with(fit, fitting->order, 0, 0) > fitting->size)
        *message = "the words alone are larger than --size: raise it or --min-word, or set "
                   "--vocabulary";
    if (!*message)
        *message = choose_grams(fit, 2);
    if (!*message && fitting->order == 3)
        *message = choose_grams(fit, 3);
    if (!*message && fitting->estimate == PITH__WORDGRAM_INTERPOLATED)
        fit_interpolated(fit);
    else if (!*message && !fit_kneser_ney(fit))
        *message = "a temporary file cannot be written";
    if (!*message &&
        (ferror(counts->pairs.file) || (counts->triples.file && ferror(counts->triples.file))))
        *message = "a temporary file cannot be read";
    return !*message;
}

void wordgram_fit_deinit(struct wordgram_fit *fit)
{
    free(fit->word_counts);
    free(fit->word_types);
    free(fit->totals);
    free(fit->values);
    free(fit->weights);
    free(fit->known);
    free(fit->grams[0]);
    free(fit->grams[1]);
}
