/*
 * text_models.h - fits the stochastic models of section 5 of Kohlschütter, Fankhauser and Nejdl,
 * "Boilerplate Detection using Shallow Text Features" (WSDM 2010).
 */
#ifndef PITH_TEXT_MODELS_H
#define PITH_TEXT_MODELS_H

#include "analyze/fit.h"

/*
 * The random writer: after each word the block ends with a certain probability. With one state
 * (equation 2) it is constant; with two (equation 3) there is one for short and one for long text.
 */
enum { WRITER_ONE_P, WRITER_ONE_COUNT };
enum {
    WRITER_TWO_S, /* PN(S): a block is of the short kind */
    WRITER_TWO_P, /* PS(N): a short block ends after a word */
    WRITER_TWO_Q, /* PL(N): a long block ends after a word */
    WRITER_TWO_COUNT
};
fit_curve writer_one, writer_two;

/* Fit the models to COUNTS: counts[x] blocks have x words, for x from 1 to LAST. TOTAL is the
 * number of all blocks, including longer ones. They return false like fit_run(), and if too few
 * counts are above 0. */
bool writer_fit_one(struct fit *fit, const double *counts, size_t last, double total);
bool writer_fit_two(struct fit *fit, const double *counts, size_t last, double total);

/*
 * Words over text density, as in section 5.1: a beta distribution for functional text, such as
 * menus, another for descriptive text in sentences, and a normal distribution for the transition
 * between them. The betas range from 0 to 1.5 times the last bin. The weights are fractions of the
 * words, but their sum is not constrained to 1.
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
    mix_fuzzy;       /* the three components; USER is a size_t, the last bin */
fit_curve mix_curve; /* their sum */

/* Mean of a beta component of P, in words per line; A is MIX_FUNCTIONAL_A or MIX_DESCRIPTIVE_A. */
double mix_beta_mean(const double *p, size_t a, size_t last);

/* Fits the mixture to WORDS: words[x] words are in blocks of text density x, for x from 0 to LAST,
 * out of TOTAL words. */
bool mix_fit(struct fit *fit, const double *words, size_t last, double total);

#endif
