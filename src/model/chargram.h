/*
 * chargram.h - two models of characters, clean text against boilerplate, in one table of log
 * ratios.
 *
 * After Evert, "A lightweight and efficient tool for cleaning Web pages" (2008). Each model says
 * how likely a character is behind the n - 1 before it, by equation 1 of the paper. What decides is
 * the logarithm of clean by dirty, so that is all that a file has: for each string of up to n
 * characters that one of the models has met, a number; for all others the number of the longest end
 * of them that was met. docs/reference/model-format.md has the layout and the arithmetic.
 *
 * Numbers are whole: PITH__CHARGRAM_UNIT of them are a nat. So sums are exact, in any order and on
 * any machine.
 *
 * A model is a view of bytes as they stand in a file, at any address: nothing is copied, so that a
 * file may be mapped. model_chargram.c checks bytes that come from outside; all else trusts them.
 */
#ifndef PITH_CHARGRAM_H
#define PITH_CHARGRAM_H

#include "base/base.h"

enum {
    PITH__CHARGRAM_VERSION = 1,
    PITH__CHARGRAM_ORDER = 8,            /* n, at most */
    PITH__CHARGRAM_UNIT = 1024,          /* a nat */
    PITH__CHARGRAM_SYMBOLS = 128,        /* of an alphabet, at most */
    PITH__CHARGRAM_BOUNDARY = 0,         /* the symbol before and behind each segment */
    PITH__CHARGRAM_TABLE = 4000000,      /* bytes of a whole model with a table, at most */
    PITH__CHARGRAM_FACTS = 1 << 16,      /* bytes, at most */
    PITH__CHARGRAM_BYTES = 1 << 30,      /* of a file, at most */
    PITH__CHARGRAM_MAGIC_1 = 0x74697089, /* the bytes 89 p i t h CR LF G */
    PITH__CHARGRAM_MAGIC_2 = 0x470A0D68
};

/*
 * Foldings: how the characters of a text become the symbols of an alphabet, as bits.
 *
 * ASCII, as in the paper: white space and control characters are a space, what is not ASCII is ~.
 * Unicode: Latin letters lose their marks, typographic signs become those of a typewriter, digits
 * of all scripts are 0 to 9, and what is left falls into a few classes (chargram_fold.c has them).
 * Non-lexical: then every letter is a and every digit 0. Both: Thai, Lao, Khmer and Burmese are cut
 * into words of five letters.
 */
enum {
    PITH__FOLD_ASCII = 0,
    PITH__FOLD_UNICODE = 1,
    PITH__FOLD_NONLEXICAL = 2,
    PITH__FOLDINGS = 4 /* both bits may be set */
};

/* How many symbols the alphabet of a folding has, with the boundary, which is number 0. */
unsigned pith__fold_symbols(unsigned folding);

/* Folds LEN bytes of UTF-8, which need not be valid, and returns how many symbols were written to
 * OUT, which has room for LEN. Each character becomes one symbol, each bad byte one; but where
 * words have no spaces between them and letters are all alike, a space follows every fifth letter.
 * STARTS, unless NULL, gets for each symbol the offset of its character, for such a space that of
 * the next; it has room for LEN numbers. */
size_t pith__fold(unsigned folding, const unsigned char *text, size_t len, unsigned char *out,
                  uint32_t *starts);

/* The same for a text in pieces, which end where characters do: *RUN goes from each to the next,
 * and is 0 before the first. */
size_t pith__fold_piece(unsigned folding, const unsigned char *text, size_t len, unsigned char *out,
                        uint32_t *starts, unsigned *run);

/* A symbol for people: a character in UTF-8, NUL-terminated. Those that stand for many characters
 * look like one of them. Static. */
const char *pith__fold_name(unsigned folding, unsigned symbol);

/* A view of the bytes of a model. Zeroed: none. */
struct pith__chargram {
    const unsigned char *states; /* (state_count, 32 bytes), see chargram.c */
    const unsigned char *leaves; /* (leaf_count, 6 bytes) */
    const unsigned char *lines;  /* table: line of each history of order - 1 symbols, 2 bytes; NULL:
                                    there is no table */
    const unsigned char *table;  /* (state_count, symbols), 2 bytes each */
    const char *facts;           /* text for people, FACT_LEN bytes, a line each */
    size_t fact_len;
    size_t bytes; /* of the whole model */
    uint32_t state_count, leaf_count;
    uint32_t start;   /* the state before a segment */
    unsigned order;   /* n; 0: there is no model */
    unsigned folding; /* PITH__FOLD_ bits */
    unsigned symbols; /* of the alphabet */
    int32_t prior;    /* what the trainer would add to every segment; in units, as a rule 0 */
};

/* Finds the parts of a model that was checked. */
void pith__chargram_view(struct pith__chargram *model, const unsigned char *bytes);

/* True where LEN bytes are a whole model; else *MESSAGE gets what is wrong with them. */
bool pith__chargram_check(const unsigned char *bytes, size_t len, const char **message);

/* True where bytes begin as those of such a model do. */
bool pith__chargram_is(const unsigned char *bytes, size_t len);

/* How much more likely a segment is as clean text than as boilerplate: the sum over its characters
 * and its end of log ratios, in units; the prior is not in it. TEXT is LEN bytes of UTF-8, white
 * space folded as in the text of blocks. An empty one has the score of its end. */
int64_t pith__chargram_score(const struct pith__chargram *model, const unsigned char *text,
                             size_t len);

/* The same for text that is folded already by the model's folding. */
int64_t pith__chargram_score_symbols(const struct pith__chargram *model,
                                     const unsigned char *symbols, size_t count);

/* The same, and what each of the symbols adds: SHARES has room for COUNT numbers. The rest of the
 * sum is the end's. */
int64_t pith__chargram_explain(const struct pith__chargram *model, const unsigned char *symbols,
                               size_t count, int32_t *shares);

/* Units as nats, for people and chances. */
static inline double pith__chargram_nats(int64_t units)
{
    return (double)units / PITH__CHARGRAM_UNIT;
}

/* The model that the library carries for a language, as in a lang attribute ("en-GB"): for English
 * the lexical one, for all others the one without words. An empty LANG is an unknown language.
 * False: the build left it out. */
bool pith__chargram_for_language(const char *lang, size_t len, struct pith__chargram *model);

/* The same by name: "en", "any". False: there is no such model. */
bool pith__chargram_built_in(const char *name, struct pith__chargram *model);

#endif
