/*
 * findings.h - everything that pith analyze computes about labelled blocks.
 */
#ifndef PITH_FINDINGS_H
#define PITH_FINDINGS_H

#include "analyze/block_tally.h"
#include "analyze/text_models.h"
#include "train/gain.h"

struct findings {
    const char *data; /* name of the sets; owned by the caller */
    struct tally tally;
    bool has_one, has_two, has_mix; /* there were enough distinct blocks for a fit */
    struct fit one, two, mix;
    size_t mix_last;                   /* bins of the mixture: 0 to this */
    double mix_peak;                   /* fraction of the words in the highest bin */
    struct gain gains[PITH__FEATURES]; /* for content against the rest, by words, the best first */
    double entropy;                    /* of that class variable, in bits */
    double gains_4[PITH__FEATURES];    /* [feature]: for the four classes of matrix_target() */
    double entropy_4;
};

/* Returns false when out of memory. */
bool findings_make(struct findings *findings, const struct matrix *matrix, const char *data);

/* Amount of content, in blocks and in words. */
double findings_content_blocks(const struct findings *findings);
double findings_content_words(const struct findings *findings);

#endif
