/*
 * wordgram.c - scores text. In: a model's bytes and the hashes of tokens. Out: log probabilities
 * and perplexity.
 *
 * No code here trusts the bytes: a bucket that is not inside its table is treated as empty, and any
 * code is a valid value. Results are bit-identical on any machine: log probabilities are integers,
 * and the C library's math functions are not used.
 */
#include "model/wordgram.h"

#include "base/crc32.h"
#include "model/forest.h"

const double pith__wordgram_limits[PITH__WORDGRAM_LIMITS] = {1000, 2000,  4000,  6000,
                                                             8000, 10000, 12000, 14000};

#if defined(__GNUC__)
#define PITH__PREFETCH(address) __builtin_prefetch(address)
#else
#define PITH__PREFETCH(address) ((void)(address))
#endif

static float load_float(const unsigned char *p)
{
    uint32_t bits = pith__load4(p);
    float number;
    memcpy(&number, &bits, sizeof number);
    return number;
}

static uint64_t mask_of(unsigned bits)
{
    return (UINT64_C(1) << bits) - 1; /* BITS is below 64 */
}

static unsigned entry_bits(const struct pith__wordgram_table *table)
{
    return table->rest_bits + table->value_bits + table->weight_bits;
}

/* Entry INDEX of a table, which must exist. The entries are followed by eight bytes of padding. */
static uint64_t entry(const struct pith__wordgram_table *table, uint32_t index)
{
    unsigned bits = entry_bits(table);
    uint64_t at = (uint64_t)index * bits;
    return pith__load8(table->entries + at / 8) >> at % 8 & mask_of(bits);
}

/* The entry of BUCKET whose key ends with REST, or PITH__WORDGRAM_UNKNOWN. */
static int64_t find(const struct pith__wordgram_table *table, uint64_t bucket, uint64_t rest)
{
    const unsigned char *starts = table->starts + 4 * bucket;
    uint32_t at = pith__load4(starts), end = pith__load4(starts + 4);
    if (PITH__UNLIKELY(end > table->count || at > end || end - at > PITH__WORDGRAM_BUCKET))
        return PITH__WORDGRAM_UNKNOWN;
    unsigned bits = entry_bits(table);
    uint64_t mask = mask_of(table->rest_bits), bit = (uint64_t)at * bits;
    for (; at < end; at++, bit += bits) {
        if ((pith__load8(table->entries + bit / 8) >> bit % 8 & mask) == rest)
            return at;
    }
    return PITH__WORDGRAM_UNKNOWN;
}

uint64_t pith__wordgram_mix(uint64_t key, unsigned bits)
{
    uint64_t mask = mask_of(bits);
    unsigned half = (bits + 1) / 2;
    key = key * UINT64_C(0x9E3779B97F4A7C15) & mask;
    key ^= key >> half;
    key = key * UINT64_C(0xD6E8FEB86659FD93) & mask;
    return key ^ key >> half;
}

/* Where a key is: its bucket, and the rest of the key, which the entry stores. */
struct place {
    uint64_t bucket, rest;
};

static struct place place_of_hash(const struct pith__wordgram_table *table, uint64_t hash)
{
    unsigned below = 64 - table->bucket_bits - table->rest_bits;
    return (struct place){table->bucket_bits == 0 ? 0 : hash >> (64 - table->bucket_bits),
                          hash >> below & mask_of(table->rest_bits)};
}

/* The place of an n-gram: CONTEXT, which is an n-gram or a word, followed by a word. */
static struct place place_of_pair(const struct pith__wordgram *model,
                                  const struct pith__wordgram_table *table, int64_t context,
                                  int64_t word)
{
    uint64_t key = (uint64_t)context << model->id_bits | (uint64_t)word;
    key = pith__wordgram_mix(key, table->bucket_bits + table->rest_bits);
    return (struct place){key >> table->rest_bits, key & mask_of(table->rest_bits)};
}

/*
 * Looks up several places at once, first all buckets and then all entries, so that cache misses
 * overlap: most of a model is in no cache. Only places in WANTED are looked up; the others are
 * unknown.
 */
enum { BATCH = 32 };

static void find_all(const struct pith__wordgram_table *table, const struct place *places,
                     const bool *wanted, size_t count, int64_t *found)
{
    unsigned bits = entry_bits(table);
    for (size_t i = 0; i < count; i++) {
        if (wanted[i])
            PITH__PREFETCH(table->starts + 4 * places[i].bucket);
    }
    for (size_t i = 0; i < count; i++) {
        if (!wanted[i])
            continue;
        uint32_t start = pith__load4(table->starts + 4 * places[i].bucket);
        if (start < table->count)
            PITH__PREFETCH(table->entries + (uint64_t)start * bits / 8);
    }
    for (size_t i = 0; i < count; i++)
        found[i] =
            wanted[i] ? find(table, places[i].bucket, places[i].rest) : PITH__WORDGRAM_UNKNOWN;
}

int64_t pith__wordgram_word(const struct pith__wordgram *model, uint64_t hash)
{
    struct place place = place_of_hash(&model->tables[0], hash);
    return find(&model->tables[0], place.bucket, place.rest);
}

static void find_words(const struct pith__wordgram *model, const uint64_t *hashes, size_t count,
                       int64_t words[BATCH])
{
    struct place places[BATCH];
    bool wanted[BATCH];
    for (size_t i = 0; i < count; i++) {
        places[i] = place_of_hash(&model->tables[0], hashes[i]);
        wanted[i] = true;
    }
    find_all(&model->tables[0], places, wanted, count, words);
}

/* Looks up the n-grams of table NUMBER that end with WORDS. CONTEXTS holds what precedes each
 * word. */
static void find_grams(const struct pith__wordgram *model, unsigned number, const int64_t *contexts,
                       const int64_t *words, size_t count, int64_t found[BATCH])
{
    const struct pith__wordgram_table *table = &model->tables[number];
    struct place places[BATCH];
    bool wanted[BATCH];
    for (size_t i = 0; i < count; i++) {
        wanted[i] = contexts[i] >= 0 && words[i] >= 0 && table->count > 0;
        if (wanted[i])
            places[i] = place_of_pair(model, table, contexts[i], words[i]);
    }
    find_all(table, places, wanted, count, found);
}

static int64_t value_of(const struct pith__wordgram_table *table, int64_t index)
{
    uint64_t code = entry(table, (uint32_t)index) >> table->rest_bits & mask_of(table->value_bits);
    return table->value_base + (int64_t)code * table->value_step;
}

/* The backoff weight of an n-gram, for tokens not seen after it; 0 if the n-gram is unknown. */
static int64_t weight_of(const struct pith__wordgram_table *table, int64_t index)
{
    if (table->weight_bits == 0 || index < 0 || index >= table->count)
        return 0;
    uint64_t code = entry(table, (uint32_t)index) >> (table->rest_bits + table->value_bits);
    return table->weight_base + (int64_t)code * table->weight_step;
}

void pith__wordgram_begin(const struct pith__wordgram *model, struct pith__wordgram_score *score)
{
    /* The begin marker's number comes after those of all words. */
    *score = (struct pith__wordgram_score){0, 0, model->tables[0].count, PITH__WORDGRAM_UNKNOWN};
}

/* The value of a token that was not seen after the one before it. */
static int64_t word_value(const struct pith__wordgram *model, int64_t previous, int64_t word)
{
    const struct pith__wordgram_table *table = &model->tables[0];
    int64_t weight = previous == table->count ? model->begin_weight : weight_of(table, previous);
    return weight + (word >= 0 ? value_of(table, word) : model->unknown);
}

int64_t pith__wordgram_add_all(const struct pith__wordgram *model,
                               struct pith__wordgram_score *score, const uint64_t *hashes,
                               size_t count)
{
    const struct pith__wordgram_table *tables = model->tables;
    int64_t sum = 0;
    while (count > 0) {
        size_t some = count < BATCH ? count : BATCH;
        int64_t words[BATCH + 1], pairs[BATCH + 1], triples[BATCH];
        words[0] = score->previous;
        pairs[0] = score->pair;
        find_words(model, hashes, some, words + 1);
        find_grams(model, 1, words, words + 1, some, pairs + 1);
        if (model->order == 3)
            find_grams(model, 2, pairs, words + 1, some, triples);
        for (size_t i = 0; i < some; i++) {
            if (model->order == 3 && triples[i] >= 0) {
                sum += value_of(&tables[2], triples[i]);
                continue;
            }
            if (model->order == 3)
                sum += weight_of(&tables[1], pairs[i]);
            sum += pairs[i + 1] >= 0 ? value_of(&tables[1], pairs[i + 1])
                                     : word_value(model, words[i], words[i + 1]);
        }
        score->previous = words[some];
        score->pair = pairs[some];
        hashes += some;
        count -= some;
        score->tokens += some;
    }
    score->sum += sum;
    return sum;
}

int64_t pith__wordgram_add(const struct pith__wordgram *model, struct pith__wordgram_score *score,
                           uint64_t hash)
{
    return pith__wordgram_add_all(model, score, &hash, 1);
}

/* 2 to the power of X, for 0 to 1,000: the power of the whole part times a series for the rest. */
static double exp2_of(double x)
{
    int power = (int)x;
    double r = (x - power) * 0.69314718055994530942, sum = 1;
    for (int i = 17; i > 0; i--)
        sum = 1 + sum * r / i;
    uint64_t bits = (uint64_t)(1023 + power) << 52;
    double scale;
    memcpy(&scale, &bits, sizeof scale);
    return sum * scale;
}

/* Most bits per token. No text has more, and ten times 2^MOST, needed to print one decimal place,
 * still fits into 64 bits. */
enum { MOST = 59 };

double pith__wordgram_perplexity(const struct pith__wordgram_score *score)
{
    if (score->tokens == 0)
        return 0;
    double mean = -(double)score->sum / (double)score->tokens / PITH__WORDGRAM_ONE;
    return exp2_of(mean < 0 ? 0 : mean > MOST ? MOST : mean);
}

double pith__wordgram_text(const struct pith__wordgram *model, struct pith__span text,
                           struct pith__wordgram_score *score)
{
    struct pith__wordgram_score own;
    struct pith__tokens tokens;
    struct pith__text_token token;
    uint64_t hashes[BATCH];
    size_t count = 0;
    if (score == NULL)
        score = &own;
    pith__wordgram_begin(model, score);
    pith__tokens_init(&tokens, text);
    while (pith__tokens_next(&tokens, &token)) {
        hashes[count++] = token.hash;
        if (count == BATCH) {
            pith__wordgram_add_all(model, score, hashes, count);
            count = 0;
        }
    }
    pith__wordgram_add_all(model, score, hashes, count);
    return pith__wordgram_perplexity(score);
}

double pith__wordgram_limit(const struct pith__wordgram *model, double limit)
{
    const unsigned char *own = model->bytes + 4 * PITH__WORDGRAM_LIMITS_AT;
    double x1 = 0, y1 = 0;
    if (model->estimate == PITH__WORDGRAM_INTERPOLATED)
        return limit;
    for (int i = 0; i < PITH__WORDGRAM_LIMITS; i++) {
        double x2 = pith__wordgram_limits[i], y2 = (double)load_float(own + 4 * i);
        if (limit <= x2)
            return y1 + (y2 - y1) * ((limit - x1) / (x2 - x1));
        x1 = x2;
        y1 = y2;
    }
    return y1 * (limit / x1);
}

double pith__wordgram_scaled(const struct pith__wordgram *model, double perplexity)
{
    const unsigned char *own = model->bytes + 4 * PITH__WORDGRAM_LIMITS_AT;
    double x1 = 0, y1 = 0;
    if (model->estimate == PITH__WORDGRAM_INTERPOLATED)
        return perplexity;
    for (int i = 0; i < PITH__WORDGRAM_LIMITS; i++) {
        double x2 = pith__wordgram_limits[i], y2 = (double)load_float(own + 4 * i);
        if (perplexity <= y2)
            return y2 > y1 ? x1 + (x2 - x1) * ((perplexity - y1) / (y2 - y1)) : x2;
        x1 = x2;
        y1 = y2;
    }
    return y1 > 0 ? x1 * (perplexity / y1) : perplexity;
}

/* ------------------------------------------------------------------ bytes */

bool pith__wordgram_magic(const unsigned char *bytes, size_t len)
{
    return len >= 8 && pith__load4(bytes) == PITH__WORDGRAM_MAGIC_1 &&
           pith__load4(bytes + 4) == PITH__WORDGRAM_MAGIC_2;
}

/* Uses four independent sums, so that memory is the bottleneck. */
uint64_t pith__wordgram_sum(const unsigned char *bytes, size_t len)
{
    const uint64_t k1 = UINT64_C(0x9E3779B97F4A7C15), k2 = UINT64_C(0xD6E8FEB86659FD93);
    uint64_t sums[4] = {k1, k2, k1 ^ k2, len};
    size_t i = 0;
    for (; len - i >= 32; i += 32) {
        for (size_t k = 0; k < 4; k++) {
            sums[k] = (sums[k] ^ pith__load8(bytes + i + 8 * k)) * k1;
            sums[k] ^= sums[k] >> 29;
        }
    }
    for (; i < len; i++) {
        sums[0] = (sums[0] ^ bytes[i]) * k2;
        sums[0] ^= sums[0] >> 29;
    }
    uint64_t sum = sums[0];
    for (size_t k = 1; k < 4; k++) {
        sum = (sum ^ sums[k]) * k2;
        sum ^= sum >> 32;
    }
    return sum;
}

size_t pith__wordgram_entry_bytes(uint32_t count, unsigned bits)
{
    return (((size_t)count * bits + 7) / 8 + 7) / 8 * 8 + 8;
}

/* Is every value that a code of BITS bits can have a log probability? Then no sum overflows. */
static bool in_range(int32_t base, int32_t step, unsigned bits)
{
    const int64_t most = 64 * PITH__WORDGRAM_ONE;
    return base >= -most && step >= 0 && base + (int64_t)mask_of(bits) * step <= most;
}

/* Locates table NUMBER of a model, whose bytes begin at *AT, and moves *AT behind it. */
static const char *view_table(struct pith__wordgram *model, unsigned number, uint64_t *at)
{
    const unsigned char *head =
        model->bytes + 4 * (PITH__WORDGRAM_TABLES_AT + number * PITH__WORDGRAM_TABLE_WORDS);
    struct pith__wordgram_table *table = &model->tables[number];
    table->count = pith__load4(head);
    table->bucket_bits = pith__load4(head + 4);
    table->rest_bits = pith__load4(head + 8);
    table->value_bits = pith__load4(head + 12);
    table->weight_bits = pith__load4(head + 16);
    table->value_base = (int32_t)pith__load4(head + 20);
    table->value_step = (int32_t)pith__load4(head + 24);
    table->weight_base = (int32_t)pith__load4(head + 28);
    table->weight_step = (int32_t)pith__load4(head + 32);
    if (table->count >= UINT32_C(1) << 30 || table->bucket_bits > 30 || table->rest_bits > 40 ||
        table->value_bits > 16 || table->weight_bits > 16 || entry_bits(table) > 56)
        return "a table of the language model is larger than any is";
    if (!in_range(table->value_base, table->value_step, table->value_bits) ||
        !in_range(table->weight_base, table->weight_step, table->weight_bits))
        return "a probability of the language model is out of range";
    uint64_t starts = 4 * ((UINT64_C(1) << table->bucket_bits) + 2);
    uint64_t entries = pith__wordgram_entry_bytes(table->count, entry_bits(table));
    if (starts + entries > model->len - *at)
        return "the language model breaks off";
    table->starts = model->bytes + *at;
    table->entries = table->starts + starts;
    *at += starts + entries;
    return NULL;
}

static unsigned bits_of(uint64_t number)
{
    unsigned bits = 0;
    while (bits < 64 && number >> bits != 0)
        bits++;
    return bits;
}

static const char *view_parts(struct pith__wordgram *model)
{
    const unsigned char *bytes = model->bytes;
    uint64_t at = PITH__WORDGRAM_HEAD;
    if (pith__load4(bytes + 4 * PITH__WORDGRAM_VERSION_AT) != PITH__WORDGRAM_VERSION)
        return "a language model of another version than this program reads";
    if (pith__load4(bytes + 4 * PITH__WORDGRAM_CRC_AT) !=
        pith__crc32(bytes + 4 * PITH__WORDGRAM_SUM_AT,
                    PITH__WORDGRAM_HEAD - 4 * PITH__WORDGRAM_SUM_AT))
        return "the language model is damaged: its head has another checksum";
    if (pith__load8(bytes + 4 * PITH__WORDGRAM_SIZE_AT) != model->len)
        return "the language model is longer or shorter than it says";
    model->order = pith__load4(bytes + 4 * PITH__WORDGRAM_ORDER_AT);
    model->estimate = pith__load4(bytes + 4 * PITH__WORDGRAM_ESTIMATE_AT);
    model->unknown = (int32_t)pith__load4(bytes + 4 * PITH__WORDGRAM_UNKNOWN_AT);
    model->begin_weight = (int32_t)pith__load4(bytes + 4 * PITH__WORDGRAM_BEGIN_AT);
    model->facts_len = pith__load4(bytes + 4 * PITH__WORDGRAM_FACTS_AT);
    memcpy(model->language, bytes + 4 * PITH__WORDGRAM_LANGUAGE_AT, PITH__WORDGRAM_LANGUAGE);
    model->language[PITH__WORDGRAM_LANGUAGE] = '\0';
    if (model->order < 2 || model->order > PITH__WORDGRAM_ORDER ||
        model->estimate > PITH__WORDGRAM_KNESER_NEY || model->facts_len > PITH__WORDGRAM_FACTS)
        return "a language model of a kind that this program does not know";
    if (!in_range(model->unknown, 0, 0) || !in_range(model->begin_weight, 0, 0))
        return "a probability of the language model is out of range";
    for (unsigned i = 0; i < model->order; i++) {
        const char *wrong = view_table(model, i, &at);
        if (wrong != NULL)
            return wrong;
    }
    if (model->len - at != model->facts_len)
        return "the language model is longer or shorter than its parts";
    model->facts = (const char *)bytes + at;
    return NULL;
}

/* Keys must be wide enough for the numbers they are made of. */
static const char *check_widths(struct pith__wordgram *model)
{
    const struct pith__wordgram_table *tables = model->tables;
    model->id_bits = bits_of(tables[0].count);
    if (tables[0].bucket_bits + tables[0].rest_bits > 63 ||
        tables[0].bucket_bits + tables[0].rest_bits == 0 ||
        tables[1].bucket_bits + tables[1].rest_bits != 2 * model->id_bits ||
        (model->order == 3 &&
         tables[2].bucket_bits + tables[2].rest_bits != bits_of(tables[1].count) + model->id_bits))
        return "the keys of the language model do not fit its vocabulary";
    return NULL;
}

static const char *check_limits(const struct pith__wordgram *model)
{
    double before = 0;
    for (int i = 0; i < PITH__WORDGRAM_LIMITS; i++) {
        double limit =
            (double)load_float(model->bytes + 4 * ((size_t)PITH__WORDGRAM_LIMITS_AT + (size_t)i));
        if (!(limit >= before && limit <= 1e30))
            return "the limits of the language model do not rise";
        before = limit;
    }
    return NULL;
}

bool pith__wordgram_view(struct pith__wordgram *model, const unsigned char *bytes, size_t len,
                         const char **message)
{
    *model = (struct pith__wordgram){.bytes = bytes, .len = len};
    *message = NULL;
    if (!pith__wordgram_magic(bytes, len))
        *message = "not a language model";
    else if (len < PITH__WORDGRAM_HEAD)
        *message = "the language model breaks off";
    if (*message == NULL)
        *message = view_parts(model);
    if (*message == NULL)
        *message = check_widths(model);
    if (*message == NULL)
        *message = check_limits(model);
    return *message == NULL;
}

bool pith__wordgram_check(struct pith__wordgram *model, const unsigned char *bytes, size_t len,
                          const char **message)
{
    if (!pith__wordgram_view(model, bytes, len, message))
        return false;
    if (pith__load8(bytes + 4 * PITH__WORDGRAM_SUM_AT) !=
        pith__wordgram_sum(bytes + PITH__WORDGRAM_HEAD, len - PITH__WORDGRAM_HEAD)) {
        *message = "the language model is damaged: its checksum is another one";
        return false;
    }
    return true;
}
