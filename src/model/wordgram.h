/*
 * wordgram.h - language models over words: how likely is a token after the one or two before it?
 *
 * A model is the bytes of a file as they lie there, mapped or built in: nothing is unpacked,
 * nothing allocated, and looking anything up stays inside the bytes whatever they are. Words are
 * hashes; n-grams stand in hash tables without false positives, beside a log probability of ten
 * bits or so. docs/reference/model-format.md has the layout, docs/explanation/perplexity.md the
 * formulas.
 *
 * Log probabilities are to base 2, as whole numbers of 1/65536: sums are the same on any machine.
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
    PITH__WORDGRAM_ORDER = 3,    /* at most */
    PITH__WORDGRAM_HEAD = 256,   /* bytes */
    PITH__WORDGRAM_LIMITS = 8,   /* of pith__wordgram_limits */
    PITH__WORDGRAM_BUCKET = 255, /* entries, at most */
    PITH__WORDGRAM_LANGUAGE = 8, /* bytes of a language's name */
    PITH__WORDGRAM_FACTS = 1 << 16,
    PITH__WORDGRAM_ONE = 1 << 16,        /* a log probability of one bit */
    PITH__WORDGRAM_UNKNOWN = -1,         /* in place of a word's number */
    PITH__WORDGRAM_MAGIC_1 = 0x74697089, /* the bytes 89 p i t h CR LF W */
    PITH__WORDGRAM_MAGIC_2 = 0x570A0D68
};

/* Where things stand in the head, in 32-bit words. */
enum pith__wordgram_word {
    PITH__WORDGRAM_VERSION_AT = 2,
    PITH__WORDGRAM_CRC_AT,      /* of the head behind this word */
    PITH__WORDGRAM_SUM_AT,      /* of all behind the head: two words */
    PITH__WORDGRAM_SIZE_AT = 6, /* bytes of the file: two words */
    PITH__WORDGRAM_ORDER_AT = 8,
    PITH__WORDGRAM_ESTIMATE_AT,
    PITH__WORDGRAM_LANGUAGE_AT,     /* two words */
    PITH__WORDGRAM_UNKNOWN_AT = 12, /* log probability of words that are not known */
    PITH__WORDGRAM_BEGIN_AT,        /* weight of the begin marker */
    PITH__WORDGRAM_FACTS_AT,        /* bytes */
    PITH__WORDGRAM_TABLES_AT = 16,  /* three times: */
    PITH__WORDGRAM_TABLE_WORDS = 10,
    PITH__WORDGRAM_LIMITS_AT = 48 /* floats */
};

/* How probabilities were estimated. */
enum pith__wordgram_estimate {
    PITH__WORDGRAM_INTERPOLATED = 0, /* as PyPlexity does: 8,000 is the usual limit */
    PITH__WORDGRAM_KNESER_NEY = 1 /* modified Kneser-Ney; pith__wordgram_limit() has the limits */
};

/* Entries, each a rest of a key, a value and perhaps a weight, in buckets. */
struct pith__wordgram_table {
    const unsigned char *starts;  /* (2^bucket_bits + 1) 32-bit numbers: first entry of a bucket */
    const unsigned char *entries; /* (count) of entry_bits each */
    uint32_t count;
    unsigned bucket_bits, rest_bits, value_bits, weight_bits;
    int32_t value_base, value_step;   /* value: base + code * step */
    int32_t weight_base, weight_step; /* likewise: what unseen tokens get after this n-gram */
};

/* A view of a model's bytes. */
struct pith__wordgram {
    const unsigned char *bytes;
    size_t len;
    unsigned order; /* 2 or 3 */
    enum pith__wordgram_estimate estimate;
    char language[PITH__WORDGRAM_LANGUAGE + 1]; /* such as "en"; "" where it is not said */
    struct pith__wordgram_table tables[PITH__WORDGRAM_ORDER];
    int32_t unknown;      /* log probability of a word that is not in the vocabulary */
    int32_t begin_weight; /* what a token gets that was not seen at the start of a sentence */
    unsigned id_bits;     /* of a word's number */
    const char *facts;    /* text for people, not NUL-terminated */
    size_t facts_len;
};

/* A sentence being scored. */
struct pith__wordgram_score {
    int64_t sum; /* of the log probabilities */
    uint64_t tokens;
    int64_t previous; /* number of the word before, the begin marker's or PITH__WORDGRAM_UNKNOWN */
    int64_t pair;     /* number of the bigram that the last two words are; likewise */
};

/* Does the file that starts with these bytes claim to be one? */
bool pith__wordgram_magic(const unsigned char *bytes, size_t len);

/* Finds the parts of a model, whose bytes must live as long as it is used. What is looked up stays
 * inside them. False: it is none; *MESSAGE gets what is wrong. Takes no time. */
bool pith__wordgram_view(struct pith__wordgram *model, const unsigned char *bytes, size_t len,
                         const char **message);

/* The same, and compares the checksum: a millisecond for some megabytes. */
bool pith__wordgram_check(struct pith__wordgram *model, const unsigned char *bytes, size_t len,
                          const char **message);

/* The checksum of a model's bytes behind its head. */
uint64_t pith__wordgram_sum(const unsigned char *bytes, size_t len);

/* The model that the library carries for LANGUAGE ("en", also "en-GB"; NULL: the first). False:
 * there is none. */
bool pith__wordgram_built_in(const char *language, struct pith__wordgram *model);

/* The languages that the library has models for, such as "en", with ", " between them. */
const char *pith__wordgram_languages(void);

/* Starts a sentence. */
void pith__wordgram_begin(const struct pith__wordgram *model, struct pith__wordgram_score *score);

/* Adds a token by its hash; returns its log probability, in 1/65536 of a bit. */
int64_t pith__wordgram_add(const struct pith__wordgram *model, struct pith__wordgram_score *score,
                           uint64_t hash);

/* Adds COUNT tokens, and returns the sum of their log probabilities: the same, but faster than one
 * by one, as the memory of several is waited for at once. */
int64_t pith__wordgram_add_all(const struct pith__wordgram *model,
                               struct pith__wordgram_score *score, const uint64_t *hashes,
                               size_t count);

/* The perplexity of what was added, 1 to 2^59; 0 where that is nothing. The same bits on any
 * machine. */
double pith__wordgram_perplexity(const struct pith__wordgram_score *score);

/* Starts a sentence, adds all tokens of TEXT, returns the perplexity. SCORE, which may be NULL,
 * gets the sum and the number of tokens. */
double pith__wordgram_text(const struct pith__wordgram *model, struct pith__span text,
                           struct pith__wordgram_score *score);

/* The limit of this model that removes as much as LIMIT does under interpolation; LIMIT itself
 * where the model is interpolated. */
double pith__wordgram_limit(const struct pith__wordgram *model, double limit);

/* The other way round: the limit at which text of this perplexity is just kept. */
double pith__wordgram_scaled(const struct pith__wordgram *model, double perplexity);

/* The limits, rising, at which a model says what its own are: 1,000 to 14,000. */
extern const double pith__wordgram_limits[PITH__WORDGRAM_LIMITS];

/* The number of a word; PITH__WORDGRAM_UNKNOWN where it is not in the vocabulary. */
int64_t pith__wordgram_word(const struct pith__wordgram *model, uint64_t hash);

/* For the trainer: a key of BITS bits, 1 to 63, mixed so that each bit depends on many; no two keys
 * become one. And the bytes of COUNT entries. */
uint64_t pith__wordgram_mix(uint64_t key, unsigned bits);
size_t pith__wordgram_entry_bytes(uint32_t count, unsigned bits);

#endif
