/*
 * text_models.h - the stochastic models of section 5 of Kohlschütter, Fankhauser and Nejdl,
 * "Boilerplate Detection using Shallow Text Features" (WSDM 2010), fitted to counts.
 */
#ifndef PITH_TEXT_MODELS_H
#define PITH_TEXT_MODELS_H

#include "analyze/fit.h"

/*
 * The random writer: after each word the block ends with a certain probability. With one state
 * (equation 2) that is always the same; with two (equation 3) it is one for short and one for long
 * text.
 */
enum { WRITER_ONE_P, WRITER_ONE_COUNT };
enum {
    WRITER_TWO_S, /* PN(S): a block is of the short kind */
    WRITER_TWO_P, /* PS(N): such a block ends after a word */
    WRITER_TWO_Q, /* PL(N): one of the long kind does */
    WRITER_TWO_COUNT
};
fit_curve writer_one, writer_two;

/* Fits them to COUNTS: counts[x] blocks have x words, for x from 1 to LAST. TOTAL is the number of
 * all blocks, also of longer ones. False as fit_run(), and where too few of the counts are above
 * 0. */
bool writer_fit_one(struct fit *fit, const double *counts, size_t last, double total);
bool writer_fit_two(struct fit *fit, const double *counts, size_t last, double total);

/*
 * Words over text density, as section 5.1 has them: a beta distribution for functional text, such
 * as menus, one for descriptive text in sentences, and a normal one for what is between them. The
 * betas are on the range from 0 to one and a half times the last bin. The weights are shares of
 * the words; nothing holds their sum to 1.
 */
enum {
    MIX_FUNCTIONAL,
    MIX_FUNCTIONAL_A,
    MIX_FUNCTIONAL_B,
    MIX_DESCRIPTIVE,
    MIX_DESCRIPTIVE_A,
    MIX_DESCRIPTIVE_B,
    MIX_FUZZY,
    MIX_FUZZY_MEAN,
    MIX_FUZZY_SIGMA,
    MIX_COUNT
};
fit_curve mix_functional, mix_descriptive,
    mix_fuzzy;       /* the three parts; USER is a size_t, the last bin */
fit_curve mix_curve; /* their sum */

/* Mean of a beta part of P, in words per line; A is MIX_FUNCTIONAL_A or MIX_DESCRIPTIVE_A. */
double mix_beta_mean(const double *p, size_t a, size_t last);

/* Fits the mixture to WORDS: words[x] words are in blocks of text density x, for x from 0 to LAST,
 * of TOTAL words. */
bool mix_fit(struct fit *fit, const double *words, size_t last, double total);

#endif
