/*
 * wordgram.h - language models over words: how likely is a token after the one or two before it?
 *
 * A model is used in the form of its file, mapped or built in: nothing is unpacked or allocated,
 * and a lookup stays inside the bytes whatever they are. Words are hashes. N-grams are in hash
 * tables without false positives, each with a log probability of about ten bits.
 * docs/reference/model-format.md describes the layout, docs/explanation/perplexity.md the formulas.
 *
 * Log probabilities are to base 2, in integer multiples of 1/65536, so sums are the same on any
 * machine.
 *
 *     struct pith__wordgram model;
 *     const char *message;
 *     if (!pith__wordgram_check(&model, bytes, len, &message)) ...    (or _built_in())
 *     struct pith__wordgram_score score;
 *     pith__wordgram_begin(&model, &score);
 *     while (pith__tokens_next(&tokens, &token))
 *         pith__wordgram_add(&model, &score, token.hash);
 *     double perplexity = pith__wordgram_perplexity(&score);
 */
#ifndef PITH_WORDGRAM_H
#define PITH_WORDGRAM_H

#include "base/base.h"
#include "text/tokens.h"

enum {
    PITH__WORDGRAM_VERSION = 1,
    PITH__WORDGRAM_ORDER = 3,    /* largest n */
    PITH__WORDGRAM_HEAD = 256,   /* bytes */
    PITH__WORDGRAM_LIMITS = 8,   /* size of pith__wordgram_limits */
    PITH__WORDGRAM_BUCKET = 255, /* most entries of a bucket */
    PITH__WORDGRAM_LANGUAGE = 8, /* most bytes of a language's name */
    PITH__WORDGRAM_FACTS = 1 << 16,
    PITH__WORDGRAM_ONE = 1 << 16,        /* a log probability of one bit */
    PITH__WORDGRAM_UNKNOWN = -1,         /* instead of a word's number */
    PITH__WORDGRAM_MAGIC_1 = 0x74697089, /* the bytes 89 p i t h CR LF W */
    PITH__WORDGRAM_MAGIC_2 = 0x570A0D68
};

/* The header, in 32-bit words. */
enum pith__wordgram_word {
    PITH__WORDGRAM_VERSION_AT = 2,
    PITH__WORDGRAM_CRC_AT,      /* of the header after this word */
    PITH__WORDGRAM_SUM_AT,      /* of everything after the header: two words */
    PITH__WORDGRAM_SIZE_AT = 6, /* bytes of the file: two words */
    PITH__WORDGRAM_ORDER_AT = 8,
    PITH__WORDGRAM_ESTIMATE_AT,
    PITH__WORDGRAM_LANGUAGE_AT,     /* two words */
    PITH__WORDGRAM_UNKNOWN_AT = 12, /* log probability of unknown words */
    PITH__WORDGRAM_BEGIN_AT,        /* weight of the begin marker */
    PITH__WORDGRAM_FACTS_AT,        /* bytes */
    PITH__WORDGRAM_TABLES_AT = 16,  /* three of them: */
    PITH__WORDGRAM_TABLE_WORDS = 10,
    PITH__WORDGRAM_LIMITS_AT = 48 /* floats */
};

/* How probabilities were estimated. */
enum pith__wordgram_estimate {
    PITH__WORDGRAM_INTERPOLATED = 0, /* as PyPlexity does; 8,000 is the usual threshold */
    PITH__WORDGRAM_KNESER_NEY =
        1 /* modified Kneser-Ney; pith__wordgram_limit() has the thresholds */
};

/* A hash table. An entry is the rest of its key, a value and perhaps a weight. */
struct pith__wordgram_table {
    const unsigned char
        *starts; /* (2^bucket_bits + 1) 32-bit numbers: first entry of each bucket */
    const unsigned char *entries; /* (count) of entry_bits bits each */
    uint32_t count;
    unsigned bucket_bits, rest_bits, value_bits, weight_bits;
    int32_t value_base, value_step; /* value: base + code * step */
    int32_t weight_base,
        weight_step; /* the same for the weight of tokens unseen after this n-gram */
};

/* A view of a model's bytes. */
struct pith__wordgram {
    const unsigned char *bytes;
    size_t len;
    unsigned order; /* 2 or 3 */
    enum pith__wordgram_estimate estimate;
    char language[PITH__WORDGRAM_LANGUAGE + 1]; /* such as "en"; "" if the model does not say */
    struct pith__wordgram_table tables[PITH__WORDGRAM_ORDER];
    int32_t unknown;      /* log probability of a word outside the vocabulary */
    int32_t begin_weight; /* weight of tokens unseen at the start of a sentence */
    unsigned id_bits;     /* width of a word's number */
    const char *facts;    /* notes for people, not NUL-terminated */
    size_t facts_len;
};

/* A sentence that is being scored. */
struct pith__wordgram_score {
    int64_t sum; /* of the log probabilities */
    uint64_t tokens;
    int64_t
        previous; /* number of the previous word or the begin marker, or PITH__WORDGRAM_UNKNOWN */
    int64_t pair; /* number of the bigram of the last two words, or PITH__WORDGRAM_UNKNOWN */
};

/* Do these bytes begin with the magic number of such a model? */
bool pith__wordgram_magic(const unsigned char *bytes, size_t len);

/* Locates the parts of a model, whose bytes must outlive it. Lookups stay inside the bytes. Takes
 * constant time. False if it is not a model; *MESSAGE then says what is wrong. */
bool pith__wordgram_view(struct pith__wordgram *model, const unsigned char *bytes, size_t len,
                         const char **message);

/* The same, and verifies the checksum, which takes a millisecond for a few megabytes. */
bool pith__wordgram_check(struct pith__wordgram *model, const unsigned char *bytes, size_t len,
                          const char **message);

/* The checksum of a model's bytes after its header. */
uint64_t pith__wordgram_sum(const unsigned char *bytes, size_t len);

/* The built-in model for LANGUAGE ("en", also "en-GB"; NULL: the first one). False if there is
 * none. */
bool pith__wordgram_built_in(const char *language, struct pith__wordgram *model);

/* The languages that have a built-in model, such as "en", separated by ", ". */
const char *pith__wordgram_languages(void);

/* Starts a sentence. */
void pith__wordgram_begin(const struct pith__wordgram *model, struct pith__wordgram_score *score);

/* Adds a token by its hash and returns its log probability, in 1/65536 of a bit. */
int64_t pith__wordgram_add(const struct pith__wordgram *model, struct pith__wordgram_score *score,
                           uint64_t hash);

/* Adds COUNT tokens and returns the sum of their log probabilities. Faster than one by one, since
 * cache misses overlap. */
int64_t pith__wordgram_add_all(const struct pith__wordgram *model,
                               struct pith__wordgram_score *score, const uint64_t *hashes,
                               size_t count);

/* The perplexity of what was added, 1 to 2^59, or 0 if nothing was. Bit-identical on any
 * machine. */
double pith__wordgram_perplexity(const struct pith__wordgram_score *score);

/* Scores TEXT as a sentence and returns its perplexity. SCORE, which may be NULL, gets the sum and
 * the number of tokens. */
double pith__wordgram_text(const struct pith__wordgram *model, struct pith__span text,
                           struct pith__wordgram_score *score);

/* The threshold for this model that removes as much as LIMIT does with an interpolated model. LIMIT
 * itself if this model is interpolated. */
double pith__wordgram_limit(const struct pith__wordgram *model, double limit);

/* The inverse: the threshold at which text of this perplexity is just kept. */
double pith__wordgram_scaled(const struct pith__wordgram *model, double perplexity);

/* The thresholds, in ascending order, for which a model stores its own: 1,000 to 14,000. */
extern const double pith__wordgram_limits[PITH__WORDGRAM_LIMITS];

/* The number of a word, or PITH__WORDGRAM_UNKNOWN if it is not in the vocabulary. */
int64_t pith__wordgram_word(const struct pith__wordgram *model, uint64_t hash);

/* For the trainer: a bijection of keys of BITS bits, 1 to 63, that makes each bit depend on many.
 * And the size in bytes of COUNT entries. */
uint64_t pith__wordgram_mix(uint64_t key, unsigned bits);
size_t pith__wordgram_entry_bytes(uint32_t count, unsigned bits);

#endif
