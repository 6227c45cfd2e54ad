/*
 * findings.c - see findings.h.
 */
#include "analyze/findings.h"

static void fit_words(struct findings *findings)
{
    const struct tally *tally = &findings->tally;
    double blocks[TALLY_WORDS + 1];

    tally_all_words(tally, blocks);
    findings->has_one = writer_fit_one(&findings->one, blocks, TALLY_WORDS, tally->blocks);
    findings->has_two = writer_fit_two(&findings->two, blocks, TALLY_WORDS, tally->blocks);
}

static void fit_density(struct findings *findings)
{
    const struct tally *tally = &findings->tally;
    double words[TALLY_DENSITY + 1];

    tally_all_density(tally, words);
    findings->mix_last = tally_last_density(tally);
    for (size_t i = 0; i <= findings->mix_last && tally->words > 0; i++) {
        if (words[i] / tally->words > findings->mix_peak)
            findings->mix_peak = words[i] / tally->words;
    }
    findings->has_mix = mix_fit(&findings->mix, words, findings->mix_last, tally->words);
}

static bool rank_four(struct findings *findings, const struct matrix *matrix)
{
    struct gain ranking[PITH__FEATURES];

    if (!gain_rank(matrix, 4, true, ranking, &findings->entropy_4))
        return false;
    for (size_t i = 0; i < PITH__FEATURES; i++)
        findings->gains_4[ranking[i].feature] = ranking[i].gain;
    return true;
}

bool findings_make(struct findings *findings, const struct matrix *matrix, const char *data)
{
    memset(findings, 0, sizeof *findings);
    findings->data = data;
    tally_matrix(&findings->tally, matrix);
    fit_words(findings);
    fit_density(findings);
    return gain_rank(matrix, 2, true, findings->gains, &findings->entropy) &&
           rank_four(findings, matrix);
}

static double content(const double by_class[SET_CLASSES])
{
    double sum = 0;

    for (unsigned i = 0; i < SET_CLASSES; i++)
        sum += matrix_target((uint8_t)i, 2) ? by_class[i] : 0;
    return sum;
}

double findings_content_blocks(const struct findings *findings)
{
    return content(findings->tally.class_blocks);
}

double findings_content_words(const struct findings *findings)
{
    return content(findings->tally.class_words);
}
