/*
 * chargram.h - two character n-gram models, one of clean text and one of boilerplate, merged into
 * one table of log ratios.
 *
 * After Evert, "A lightweight and efficient tool for cleaning Web pages" (2008). Each model gives
 * the probability of a character after the n - 1 before it, by equation 1 of the paper. Only the
 * log ratio of clean to dirty matters, so a file stores nothing else: one number for each string of
 * up to n characters that either model has seen. Any other string has the number of its longest
 * suffix that was seen. docs/reference/model-format.md describes the layout and the arithmetic.
 *
 * Numbers are integers; PITH__CHARGRAM_UNIT of them make a nat. So sums are exact, in any order and
 * on any machine.
 *
 * A model is a view of the bytes of its file, at any address. Nothing is copied, so a file may be
 * mapped. model_chargram.c checks bytes from outside; all other code trusts them.
 */
#ifndef PITH_CHARGRAM_H
#define PITH_CHARGRAM_H

#include "base/base.h"

enum {
    PITH__CHARGRAM_VERSION = 1,
    PITH__CHARGRAM_ORDER = 8,            /* largest n */
    PITH__CHARGRAM_UNIT = 1024,          /* one nat */
    PITH__CHARGRAM_SYMBOLS = 128,        /* largest alphabet */
    PITH__CHARGRAM_BOUNDARY = 0,         /* the symbol before and after each segment */
    PITH__CHARGRAM_TABLE = 4000000,      /* largest model with a table, in bytes */
    PITH__CHARGRAM_FACTS = 1 << 16,      /* most bytes */
    PITH__CHARGRAM_BYTES = 1 << 30,      /* largest file */
    PITH__CHARGRAM_MAGIC_1 = 0x74697089, /* the bytes 89 p i t h CR LF G */
    PITH__CHARGRAM_MAGIC_2 = 0x470A0D68
};

/*
 * Foldings: how the characters of a text become symbols of an alphabet. These are bits.
 *
 * ASCII, as in the paper: white space and control characters become a space, everything outside
 * ASCII becomes ~. Unicode: Latin letters lose their diacritics, typographic signs become their
 * ASCII equivalents, digits of all scripts become 0 to 9, and the rest falls into a few classes
 * (see chargram_fold.c). Non-lexical: every letter becomes a and every digit 0. Both bits: Thai,
 * Lao, Khmer and Burmese are also cut into words of five letters.
 */
enum {
    PITH__FOLD_ASCII = 0,
    PITH__FOLD_UNICODE = 1,
    PITH__FOLD_NONLEXICAL = 2,
    PITH__FOLDINGS = 4 /* both bits may be set */
};

/* The size of a folding's alphabet, including the boundary, which is symbol 0. */
unsigned pith__fold_symbols(unsigned folding);

/* Folds LEN bytes of UTF-8, which may be invalid, and returns the number of symbols written to OUT,
 * which has room for LEN. Each character and each invalid byte becomes one symbol. With both bits
 * set, scripts without spaces get a space after every fifth letter. STARTS, unless NULL, has room
 * for LEN numbers and gets the offset of each symbol's character; an added space has the offset of
 * the character after it. */
size_t pith__fold(unsigned folding, const unsigned char *text, size_t len, unsigned char *out,
                  uint32_t *starts);

/* The same for a text in pieces that do not split characters. *RUN carries the state from piece to
 * piece; set it to 0 before the first. */
size_t pith__fold_piece(unsigned folding, const unsigned char *text, size_t len, unsigned char *out,
                        uint32_t *starts, unsigned *run);

/* A symbol for people to read: a UTF-8 character, NUL-terminated, static. A symbol for a class of
 * characters is shown as one of them. */
const char *pith__fold_name(unsigned folding, unsigned symbol);

/* A view of the bytes of a model. All zero: no model. */
struct pith__chargram {
    const unsigned char *states; /* (state_count, 32 bytes), see chargram.c */
    const unsigned char *leaves; /* (leaf_count, 6 bytes) */
    const unsigned char *lines;  /* table: the line of each history of order - 1 symbols, 2 bytes
                                    each; NULL: no table */
    const unsigned char *table;  /* (state_count, symbols), 2 bytes each */
    const char *facts;           /* notes for people, FACT_LEN bytes, one per line */
    size_t fact_len;
    size_t bytes; /* size of the whole model */
    uint32_t state_count, leaf_count;
    uint32_t start;   /* state at the start of a segment */
    unsigned order;   /* n; 0: no model */
    unsigned folding; /* PITH__FOLD_ bits */
    unsigned symbols; /* size of the alphabet */
    int32_t prior;    /* what the trainer would add to every segment, in units; usually 0 */
};

/* Locates the parts of a model that was checked before. */
void pith__chargram_view(struct pith__chargram *model, const unsigned char *bytes);

/* True if LEN bytes are a valid model. Otherwise *MESSAGE says what is wrong. */
bool pith__chargram_check(const unsigned char *bytes, size_t len, const char **message);

/* True if the bytes begin with the magic number of such a model. */
bool pith__chargram_is(const unsigned char *bytes, size_t len);

/* How much more likely a segment is clean text than boilerplate: the sum of the log ratios of its
 * characters and its end, in units, without the prior. TEXT is LEN bytes of UTF-8 with white space
 * collapsed as in the text of blocks. An empty text has the score of its end. */
int64_t pith__chargram_score(const struct pith__chargram *model, const unsigned char *text,
                             size_t len);

/* The same for text that was folded with the model's folding. */
int64_t pith__chargram_score_symbols(const struct pith__chargram *model,
                                     const unsigned char *symbols, size_t count);

/* The same, and stores in SHARES, which has room for COUNT numbers, what each symbol adds. The rest
 * of the sum comes from the end. */
int64_t pith__chargram_explain(const struct pith__chargram *model, const unsigned char *symbols,
                               size_t count, int32_t *shares);

/* Converts units to nats. */
static inline double pith__chargram_nats(int64_t units)
{
    return (double)units / PITH__CHARGRAM_UNIT;
}

/* The built-in model for a language, as in a lang attribute ("en-GB"): the lexical one for English,
 * the non-lexical one for all others. An empty LANG is an unknown language. False if the build left
 * the model out. */
bool pith__chargram_for_language(const char *lang, size_t len, struct pith__chargram *model);

/* The same by name: "en", "any". False if there is no such model. */
bool pith__chargram_built_in(const char *name, struct pith__chargram *model);

#endif
