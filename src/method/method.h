/*
 * method.h - blocks in, for each of them a score, a decision and a reason out.
 *
 * A method is a file method_<name>.c with one function and a row in the table of method.c. It calls
 * pith__judge() once for each block, in any order, and allocates nothing. Where time runs out it
 * may leave out blocks from the one that it told pith__judge_late() on.
 */
#ifndef PITH_METHOD_H
#define PITH_METHOD_H

#include "page.h"
#include "parse/text.h"

struct pith__method {
    pith_method_info info;
    void (*judge)(pith_page *page);
};

/* Takes down what the method at work says of a block. Decision and reason are those of the first
 * method until the vote. */
static inline void pith__judge(const pith_page *page, pith_block *block, float score, bool keep,
                               pith_why why)
{
    if (keep)
        block->votes |= (uint16_t)page->judging;
    if (page->judged_before) {
        block->score += score;
        return;
    }
    block->score = score;
    block->keep = keep;
    block->label = keep ? PITH_LABEL_TEXT : PITH_LABEL_BOILERPLATE;
    block->why = (uint8_t)why;
}

/* Sets what is kept of a block that a method judged already, and why. */
static inline void pith__judge_again(pith_block *block, bool keep, pith_why why)
{
    block->keep = keep;
    block->why = (uint8_t)why;
    if (keep != (block->label != PITH_LABEL_BOILERPLATE))
        block->label = keep ? PITH_LABEL_TEXT : PITH_LABEL_BOILERPLATE;
}

/* The share of a block's words that are in links; 0 for a block without words. */
static inline float pith__link_density(const pith_block *block)
{
    return block->words > 0 ? (float)block->link_words / (float)block->words : 0;
}

/* What Boilerpipe's trees know of a block or a neighbour; beyond the page's ends all is 0. */
struct pith__shape {
    float links; /* link density */
    float size;  /* by the method's own measure */
};

/* Calls JUDGE for each block of the page with its shape and those of its neighbours, MEASURE once
 * for each block. */
void pith__judge_by_neighbours(pith_page *page, float (*measure)(const pith_block *block),
                               void (*judge)(const pith_page *page, pith_block *block,
                                             const struct pith__shape *prev,
                                             const struct pith__shape *curr,
                                             const struct pith__shape *next));

/* Counts the work of judging a block. True when time is up: it and all behind it are then not
 * judged, whatever is said of them. */
static inline bool pith__judge_late(pith_page *page, size_t index, size_t units)
{
    if (!pith__clock_tick(page->clock, units))
        return false;
    if (index < page->judged)
        page->judged = index;
    return true;
}

/* Bytes of a text by which a statistical method judges it: a megabyte tells as much as all of it.
 */
enum { PITH__JUDGED_MOST = 1024 * 1024 };
static inline size_t pith__judged_len(const unsigned char *text, size_t len)
{
    return len <= PITH__JUDGED_MOST ? len : pith__text_cut(text, PITH__JUDGED_MOST);
}

/* What a method says of a block. */
struct pith__verdict {
    float score;
    bool keep;
    pith_why why;
};

/* The verdict of the method words; sizes are in words. */
struct pith__verdict pith__words_verdict(const struct pith__shape *prev,
                                         const struct pith__shape *curr,
                                         const struct pith__shape *next);

/* How many of METHODS must keep a block for it to stay. */
unsigned pith__votes_needed(uint32_t methods, pith_vote vote);

void pith__method_all(pith_page *page);
void pith__method_auto(pith_page *page);
void pith__method_bte(pith_page *page);
void pith__method_density(pith_page *page);
void pith__method_minwords(pith_page *page);
void pith__method_ngram(pith_page *page);
void pith__method_perplexity(pith_page *page);
void pith__method_words(pith_page *page);

/* Runs METHODS, a set of PITH_METHOD_ bits that must be valid, over the page and lets them vote. */
void pith__methods_run(pith_page *page, uint32_t methods, pith_vote vote);

/* True when METHODS holds at least one bit and none that is no method's. */
bool pith__methods_valid(uint32_t methods);

#endif
