/*
 * perplexity.h - the parts of blocks that the method perplexity judged; there are none if it did
 * not take part.
 */
#ifndef PITH_PERPLEXITY_H
#define PITH_PERPLEXITY_H

#include "model/wordgram.h"
#include "page.h"

/* The method's options. */
struct pith__perplexity_params {
    double limit;
    uint32_t per; /* enum pith__per */
    uint32_t combine;
    bool mark;
    const char *lang; /* or NULL */
};
enum pith__per { PITH__PER_SENTENCE, PITH__PER_BLOCK, PITH__PER_LINE };

/* The built-in model for a language; NULL: the first one. Fails with PITH_ERR_MODEL. */
pith_status pith__perplexity_model(const char *lang, struct pith__wordgram *model,
                                   pith_error *error);

/* Whether parts above the threshold are marked, not dropped. */
bool pith__parts_marked(const pith_page *page);

/* The parts of block INDEX; *COUNT gets their number. */
pith_part *pith__parts_of(const pith_page *page, size_t index, size_t *count);

/* The first part of block INDEX that is above the threshold and overlaps [AT, END), or NULL. Scans
 * the parts between AT and END, so a caller that asks repeatedly must go on after END. */
const pith_part *pith__parts_bad(const pith_page *page, size_t index, size_t at, size_t end);

/* The same for the whole block. */
static inline const pith_part *pith__parts_any_bad(const pith_page *page, size_t index)
{
    return pith__parts_bad(page, index, 0, SIZE_MAX);
}

/* Counts the words of a text, by the rule of pith_block.words. The text must be valid UTF-8. */
uint32_t pith__count_words(const char *text, size_t len);

#endif
