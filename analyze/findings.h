/*
 * findings.h - everything that pith analyze finds out about labelled blocks.
 */
#ifndef PITH_FINDINGS_H
#define PITH_FINDINGS_H

#include "analyze/block_tally.h"
#include "analyze/text_models.h"
#include "train/gain.h"

struct findings {
    const char *data; /* what the sets are called; the caller's */
    struct tally tally;
    bool has_one, has_two, has_mix; /* there were enough different blocks to fit them */
    struct fit one, two, mix;
    size_t mix_last;                   /* bins of the mixture: 0 to this */
    double mix_peak;                   /* share of the words in the highest bin */
    struct gain gains[PITH__FEATURES]; /* about content or not, the best first, by words */
    double entropy;                    /* of that, in bits */
    double gains_4[PITH__FEATURES];    /* [feature]: about the four classes of matrix_target() */
    double entropy_4;
};

/* False: there is no memory. */
bool findings_make(struct findings *findings, const struct matrix *matrix, const char *data);

/* Content among the blocks, in blocks and in words. */
double findings_content_blocks(const struct findings *findings);
double findings_content_words(const struct findings *findings);

#endif
