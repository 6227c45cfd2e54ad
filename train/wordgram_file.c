/*
 * wordgram_file.c - see wordgram_file.h. docs/reference/model-format.md has the layout.
 *
 * Words are sorted by hash and n-grams by mixed key, so the same n-grams give the same bytes,
 * whatever numbers they had during counting.
 */
#include "train/wordgram_file.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/crc32.h"
#include "model/forest.h"
#include "train/wordgram_fit.h"

enum {
    BUCKET = 8,      /* average entries per bucket: this to twice as many */
    WORD_REST = 24,  /* bits of a word's hash besides its bucket number */
    WORD_BITS = 12,  /* bits of a word's value, and of its weight */
    VALUE_BITS = 10, /* bits of other values */
    WEIGHT_BITS = 9  /* bits of a pair's weight */
};

/* The layout of a table. */
struct layout {
    uint32_t count;
    unsigned bucket_bits, rest_bits, value_bits, weight_bits;
};

/* A table entry: a key with its values. */
struct item {
    uint64_t key; /* mixed */
    float value, weight;
    uint32_t source; /* its index in the source */
};

static unsigned bits_of(uint64_t number)
{
    unsigned bits = 0;
    while (number >> bits != 0)
        bits++;
    return bits;
}

static unsigned bucket_bits(uint64_t count)
{
    unsigned bits = 0;
    while (count >> bits >= 2 * BUCKET)
        bits++;
    return bits;
}

static void choose_layout(unsigned order, enum pith__wordgram_estimate estimate,
                          const uint64_t grams[3], struct layout layouts[3])
{
    bool weights = estimate == PITH__WORDGRAM_KNESER_NEY;
    unsigned id_bits = bits_of(grams[0]);
    unsigned keys[3] = {bucket_bits(grams[0]) + WORD_REST, 2 * id_bits,
                        bits_of(grams[1]) + id_bits};
    for (unsigned i = 0; i < 3; i++) {
        unsigned buckets = bucket_bits(grams[i]);
        if (buckets > keys[i])
            buckets = keys[i];
        layouts[i] = (struct layout){.count = (uint32_t)grams[i],
                                     .bucket_bits = buckets,
                                     .rest_bits = keys[i] - buckets,
                                     .value_bits = i == 0 ? WORD_BITS : VALUE_BITS};
    }
    layouts[0].weight_bits = weights ? WORD_BITS : 0;
    layouts[1].weight_bits = weights && order == 3 ? WEIGHT_BITS : 0;
}

static unsigned entry_bits(const struct layout *layout)
{
    return layout->rest_bits + layout->value_bits + layout->weight_bits;
}

static size_t starts_bytes(const struct layout *layout)
{
    return 4 * (((size_t)1 << layout->bucket_bits) + 2);
}

static size_t table_bytes(const struct layout *layout)
{
    return starts_bytes(layout) + pith__wordgram_entry_bytes(layout->count, entry_bits(layout));
}

uint64_t wordgram_file_size(unsigned order, enum pith__wordgram_estimate estimate,
                            const uint64_t grams[3])
{
    struct layout layouts[3];
    uint64_t size = PITH__WORDGRAM_HEAD;
    choose_layout(order, estimate, grams, layouts);
    for (unsigned i = 0; i < order; i++)
        size += table_bytes(&layouts[i]);
    return size;
}

/* ------------------------------------------------------------------- writing */

static void put4(unsigned char *p, uint32_t number)
{
    for (int i = 0; i < 4; i++)
        p[i] = (unsigned char)(number >> 8 * i);
}

static void put8(unsigned char *p, uint64_t number)
{
    put4(p, (uint32_t)number);
    put4(p + 4, (uint32_t)(number >> 32));
}

/* Sets bits that are still 0; BITS is at most 56. */
static void put_bits(unsigned char *bytes, uint64_t at, uint64_t bits)
{
    uint64_t window = pith__load8(bytes + at / 8) | bits << at % 8;
    put8(bytes + at / 8, window);
}

/* Quantizes numbers between two bounds to codes of BITS bits, evenly. */
struct scale {
    int32_t base, step;
    uint64_t most;
};

static int32_t fixed(double bits)
{
    return (int32_t)lround(bits * PITH__WORDGRAM_ONE);
}

static struct scale make_scale(double low, double high, unsigned bits)
{
    struct scale scale = {0, 0, ((uint64_t)1 << bits) - 1};
    if (bits == 0 || !(low <= high))
        return scale;
    scale.base = fixed(low);
    scale.step = (int32_t)ceil((high - low) * PITH__WORDGRAM_ONE / (double)scale.most);
    if (scale.step == 0)
        scale.step = 1;
    return scale;
}

static uint64_t code_of(const struct scale *scale, double number)
{
    double code = (number * PITH__WORDGRAM_ONE - scale->base) / scale->step;
    if (!(code > 0))
        return 0;
    return code >= (double)scale->most ? scale->most : (uint64_t)(code + 0.5);
}

/* Sorts items by keys of BITS bits. SCRATCH has room for as many. */
static void sort_items(struct item *items, struct item *scratch, size_t count, unsigned bits)
{
    enum { DIGIT = 11, DIGITS = 1 << DIGIT };
    struct item *from = items, *to = scratch;
    for (unsigned shift = 0; shift < bits; shift += DIGIT) {
        size_t at[DIGITS] = {0}, sum = 0;
        for (size_t i = 0; i < count; i++)
            at[from[i].key >> shift & (DIGITS - 1)]++;
        for (size_t i = 0; i < DIGITS; i++) {
            size_t some = at[i];
            at[i] = sum;
            sum += some;
        }
        for (size_t i = 0; i < count; i++)
            to[at[from[i].key >> shift & (DIGITS - 1)]++] = from[i];
        struct item *swap = from;
        from = to;
        to = swap;
    }
    if (from != items)
        memcpy(items, from, count * sizeof *items);
}

static void item_scales(const struct item *items, const struct layout *layout, struct scale *values,
                        struct scale *weights)
{
    double low = INFINITY, high = -INFINITY, low_weight = INFINITY, high_weight = -INFINITY;
    for (uint32_t i = 0; i < layout->count; i++) {
        low = fmin(low, (double)items[i].value);
        high = fmax(high, (double)items[i].value);
        low_weight = fmin(low_weight, (double)items[i].weight);
        high_weight = fmax(high_weight, (double)items[i].weight);
    }
    *values = make_scale(low, high, layout->value_bits);
    *weights = make_scale(low_weight, high_weight, layout->weight_bits);
}

/* Writes items, sorted by key, as table NUMBER of BYTES at AT. Returns false if two have the same
 * key or a bucket overflows. */
static bool put_table(unsigned char *bytes, size_t at, unsigned number, const struct item *items,
                      const struct layout *layout)
{
    unsigned char *head =
        bytes + 4 * (PITH__WORDGRAM_TABLES_AT + number * PITH__WORDGRAM_TABLE_WORDS);
    unsigned char *starts = bytes + at, *entries = starts + starts_bytes(layout);
    uint64_t buckets = (uint64_t)1 << layout->bucket_bits, bucket = 0;
    uint64_t mask = ((uint64_t)1 << layout->rest_bits) - 1;
    uint32_t begin = 0;
    struct scale values, weights;
    item_scales(items, layout, &values, &weights);
    for (uint32_t i = 0; i < layout->count; i++) {
        if (i > 0 && items[i].key == items[i - 1].key)
            return false;
        for (; bucket < items[i].key >> layout->rest_bits; begin = i)
            put4(starts + 4 * ++bucket, i);
        if (i - begin >= PITH__WORDGRAM_BUCKET)
            return false;
        uint64_t entry = (items[i].key & mask) | code_of(&values, (double)items[i].value)
                                                     << layout->rest_bits;
        entry |= code_of(&weights, (double)items[i].weight)
                 << (layout->rest_bits + layout->value_bits);
        put_bits(entries, (uint64_t)i * entry_bits(layout), entry);
    }
    while (bucket < buckets)
        put4(starts + 4 * ++bucket, layout->count);
    const uint32_t words[] = {
        layout->count,         layout->bucket_bits,    layout->rest_bits,
        layout->value_bits,    layout->weight_bits,    (uint32_t)values.base,
        (uint32_t)values.step, (uint32_t)weights.base, (uint32_t)weights.step};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        put4(head + 4 * i, words[i]);
    return true;
}

/* State of writing a model. */
struct writing {
    const struct wordgram_fit *fit;
    struct layout layouts[3];
    unsigned char *bytes;
    size_t at;
    uint32_t *ids;     /* by word number */
    uint32_t *pair_at; /* by the pair's index in the fit */
    struct item *scratch;
    unsigned id_bits;
};

static uint64_t word_key(const struct writing *writing, uint32_t number)
{
    const struct layout *layout = &writing->layouts[0];
    return words_hash(&writing->fit->counts->words, number) >>
           (64 - layout->bucket_bits - layout->rest_bits);
}

static bool finish_table(struct writing *writing, unsigned number, struct item *items)
{
    struct layout *layout = &writing->layouts[number];
    sort_items(items, writing->scratch, layout->count, layout->bucket_bits + layout->rest_bits);
    if (!put_table(writing->bytes, writing->at, number, items, layout))
        return false;
    writing->at += table_bytes(layout);
    return true;
}

static bool put_words(struct writing *writing, struct item *items)
{
    const struct wordgram_fit *fit = writing->fit;
    uint32_t count = 0;
    for (uint32_t i = WORDS_FIRST; i < fit->numbers; i++) {
        if (fit->known[i])
            items[count++] = (struct item){word_key(writing, i), (float)fit->values[i],
                                           (float)fit->weights[i], i};
    }
    if (!finish_table(writing, 0, items))
        return false;
    for (uint32_t i = 0; i < count; i++)
        writing->ids[items[i].source] = i;
    writing->ids[WORDS_BEGIN] = count;
    return true;
}

static bool put_grams(struct writing *writing, unsigned order, struct item *items)
{
    const struct wordgram_fit *fit = writing->fit;
    const struct wordgram_gram *grams = fit->grams[order - 2];
    struct layout *layout = &writing->layouts[order - 1];
    const uint64_t numbers = ((uint64_t)1 << WORDS_BITS) - 1;
    size_t pair = 0;
    for (uint32_t i = 0; i < layout->count; i++) {
        uint64_t context = grams[i].key >> WORDS_BITS;
        if (order == 2) {
            context = writing->ids[context];
        } else {
            while (fit->grams[0][pair].key < context)
                pair++;
            context = writing->pair_at[pair];
        }
        uint64_t key = context << writing->id_bits | writing->ids[grams[i].key & numbers];
        key = pith__wordgram_mix(key, layout->bucket_bits + layout->rest_bits);
        items[i] = (struct item){key, (float)grams[i].value, (float)grams[i].weight, i};
    }
    if (!finish_table(writing, order - 1, items))
        return false;
    for (uint32_t i = 0; order == 2 && i < layout->count; i++)
        writing->pair_at[items[i].source] = i;
    return true;
}

/* Fills in length and checksums, after everything else. */
static void seal(unsigned char *bytes, size_t len)
{
    put8(bytes + 4 * PITH__WORDGRAM_SIZE_AT, len);
    put8(bytes + 4 * PITH__WORDGRAM_SUM_AT,
         pith__wordgram_sum(bytes + PITH__WORDGRAM_HEAD, len - PITH__WORDGRAM_HEAD));
    put4(bytes + 4 * PITH__WORDGRAM_CRC_AT,
         pith__crc32(bytes + 4 * PITH__WORDGRAM_SUM_AT,
                     PITH__WORDGRAM_HEAD - 4 * PITH__WORDGRAM_SUM_AT));
}

static void put_head(struct writing *writing, size_t len)
{
    const struct wordgram_fit *fit = writing->fit;
    unsigned char *bytes = writing->bytes;
    bool weights = fit->fitting->estimate == PITH__WORDGRAM_KNESER_NEY;
    put4(bytes, PITH__WORDGRAM_MAGIC_1);
    put4(bytes + 4, PITH__WORDGRAM_MAGIC_2);
    put4(bytes + 4 * PITH__WORDGRAM_VERSION_AT, PITH__WORDGRAM_VERSION);
    put4(bytes + 4 * PITH__WORDGRAM_ORDER_AT, fit->fitting->order);
    put4(bytes + 4 * PITH__WORDGRAM_ESTIMATE_AT, fit->fitting->estimate);
    put4(bytes + 4 * PITH__WORDGRAM_UNKNOWN_AT, (uint32_t)fixed(fit->unknown));
    put4(bytes + 4 * PITH__WORDGRAM_BEGIN_AT,
         weights ? (uint32_t)fixed(fit->weights[WORDS_BEGIN]) : 0);
    for (size_t i = 0; i < PITH__WORDGRAM_LIMITS; i++)
        put4(bytes + 4 * (PITH__WORDGRAM_LIMITS_AT + i),
             pith__float_word((float)pith__wordgram_limits[i]));
    seal(bytes, len);
}

unsigned char *wordgram_bytes(const struct wordgram_fit *fit, size_t *len)
{
    const uint64_t grams[3] = {fit->vocabulary, fit->gram_counts[0], fit->gram_counts[1]};
    unsigned order = fit->fitting->order;
    struct writing writing = {.fit = fit, .at = PITH__WORDGRAM_HEAD, .id_bits = bits_of(grams[0])};
    size_t most = 0;
    *len = (size_t)wordgram_file_size(order, fit->fitting->estimate, grams);
    choose_layout(order, fit->fitting->estimate, grams, writing.layouts);
    for (unsigned i = 0; i < 3; i++)
        most = grams[i] > most ? (size_t)grams[i] : most;
    struct item *items = malloc((most + 1) * sizeof *items);
    writing.scratch = malloc((most + 1) * sizeof *items);
    writing.bytes = calloc(*len, 1);
    writing.ids = calloc(fit->numbers, sizeof *writing.ids);
    writing.pair_at = calloc((size_t)grams[1] + 1, sizeof *writing.pair_at);
    bool good = items && writing.scratch && writing.bytes && writing.ids && writing.pair_at &&
                put_words(&writing, items) && put_grams(&writing, 2, items) &&
                (order == 2 || put_grams(&writing, 3, items));
    if (good) {
        put_head(&writing, *len);
    } else {
        free(writing.bytes);
        writing.bytes = NULL;
    }
    free(items);
    free(writing.scratch);
    free(writing.ids);
    free(writing.pair_at);
    return writing.bytes;
}

unsigned char *wordgram_describe(unsigned char *bytes, size_t *len,
                                 const struct wordgram_about *about)
{
    size_t facts = strnlen(about->facts, PITH__WORDGRAM_FACTS);
    unsigned char *longer = realloc(bytes, *len + facts);
    if (!longer)
        return NULL;
    memcpy(longer + *len, about->facts, facts);
    *len += facts;
    memcpy(longer + 4 * PITH__WORDGRAM_LANGUAGE_AT, about->language,
           strnlen(about->language, PITH__WORDGRAM_LANGUAGE));
    put4(longer + 4 * PITH__WORDGRAM_FACTS_AT, (uint32_t)facts);
    for (size_t i = 0; i < PITH__WORDGRAM_LIMITS; i++)
        put4(longer + 4 * (PITH__WORDGRAM_LIMITS_AT + i),
             pith__float_word((float)about->limits[i]));
    seal(longer, *len);
    return longer;
}

/* ----------------------------------------------------------------- measuring */

/* A held-out sentence: its perplexity by interpolation and by the model. */
struct scored {
    double interpolated, model;
    uint32_t tokens;
};

static int by_interpolated(const void *a, const void *b)
{
    const struct scored *x = a, *y = b;
    return (x->interpolated < y->interpolated) - (x->interpolated > y->interpolated);
}

static int by_model(const void *a, const void *b)
{
    const struct scored *x = a, *y = b;
    return (x->model < y->model) - (x->model > y->model);
}

static double model_perplexity(const struct pith__wordgram *model, const uint64_t *hashes,
                               uint32_t len, double *sum)
{
    struct pith__wordgram_score score;
    pith__wordgram_begin(model, &score);
    for (uint32_t i = 0; i < len; i++)
        pith__wordgram_add(model, &score, hashes[i]);
    *sum += (double)score.sum / PITH__WORDGRAM_ONE;
    return pith__wordgram_perplexity(&score);
}

/* Counts the tokens of sentences above each threshold, by interpolation. */
static void tokens_above(struct scored *scored, size_t count, uint64_t above[PITH__WORDGRAM_LIMITS])
{
    qsort(scored, count, sizeof *scored, by_interpolated);
    for (int k = 0; k < PITH__WORDGRAM_LIMITS; k++) {
        above[k] = 0;
        for (size_t i = 0; i < count && scored[i].interpolated > pith__wordgram_limits[k]; i++)
            above[k] += scored[i].tokens;
    }
}

/* Finds the thresholds above which the model has as many tokens. */
static void same_above(struct scored *scored, size_t count,
                       const uint64_t above[PITH__WORDGRAM_LIMITS],
                       double limits[PITH__WORDGRAM_LIMITS])
{
    qsort(scored, count, sizeof *scored, by_model);
    for (int k = 0; k < PITH__WORDGRAM_LIMITS; k++) {
        uint64_t sum = 0;
        size_t i = 0;
        while (i < count && sum + scored[i].tokens <= above[k])
            sum += scored[i++].tokens;
        limits[k] = i < count ? scored[i].model : 1;
        if (above[k] == 0)
            limits[k] *= pith__wordgram_limits[k] / pith__wordgram_limits[0];
        if (k > 0 && limits[k] < limits[k - 1])
            limits[k] = limits[k - 1];
    }
}

static void score_held(const struct wordgram_fit *fit, const struct pith__wordgram *model,
                       struct scored *scored, struct wordgram_measured *measured)
{
    const struct held_out *held = &fit->counts->held;
    enum pith__wordgram_estimate estimate = fit->fitting->estimate;
    double exact_sum = 0, model_sum = 0, errors = 0;
    for (size_t i = 0; i < held->count; i++) {
        const struct held_sentence *sentence = &held->sentences[i];
        double exact = wordgram_fit_perplexity(fit, estimate, sentence);
        double is = model_perplexity(model, held->tokens + sentence->at, sentence->len, &model_sum);
        double error = fabs(is - exact) / exact;
        errors += error;
        measured->max_error = fmax(measured->max_error, error);
        exact_sum -= sentence->len * log2(exact);
        measured->tokens += sentence->len;
        scored[i] = (struct scored){
            estimate == PITH__WORDGRAM_INTERPOLATED
                ? exact
                : wordgram_fit_perplexity(fit, PITH__WORDGRAM_INTERPOLATED, sentence),
            is, sentence->len};
    }
    measured->sentences = held->count;
    measured->mean_error = errors / (double)held->count;
    measured->exact = exp2(-exact_sum / (double)measured->tokens);
    measured->model = exp2(-model_sum / (double)measured->tokens);
}

bool wordgram_measure(const struct wordgram_fit *fit, const struct pith__wordgram *model,
                      struct wordgram_measured *measured)
{
    size_t count = fit->counts->held.count;
    uint64_t above[PITH__WORDGRAM_LIMITS];
    *measured = (struct wordgram_measured){0};
    memcpy(measured->limits, pith__wordgram_limits, sizeof measured->limits);
    if (count == 0)
        return true;
    struct scored *scored = malloc(count * sizeof *scored);
    if (!scored)
        return false;
    score_held(fit, model, scored, measured);
    tokens_above(scored, count, above);
    measured->removed = (double)above[4] / (double)measured->tokens;
    if (fit->fitting->estimate == PITH__WORDGRAM_KNESER_NEY)
        same_above(scored, count, above, measured->limits);
    free(scored);
    return true;
}
