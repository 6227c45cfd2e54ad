/*
 * method.h - blocks in, for each of them a score, a decision and a reason out.
 *
 * A method is a file method_<name>.c with a descriptor, and a row in the table of method.c. All
 * that it needs beyond the page belongs to it: its options, a state, which stays with the decision,
 * and what the context keeps for it from page to page. First every method prepares, which may fail
 * and leaves the page as it is; then all judge, vote and filter; then all finish.
 */
#ifndef PITH_METHOD_H
#define PITH_METHOD_H

#include "model/model.h"
#include "page.h"
#include "parse/text.h"

/* A decision in the making, as the method at work sees it. */
struct pith__judging {
    pith_page *page;
    const pith_options *options;
    const void *params;             /* the method's own options: params_size bytes, or NULL */
    const pith_model *model;        /* that the caller gave, of the kind that it takes; or NULL */
    struct pith__decided *decision; /* the new one */
    struct pith__arena *arena;      /* what is allocated there stays with the decision */
    struct pith__arena *part;       /* is emptied at will */
    void *state;                    /* state_size bytes, zeroed; or NULL */
    void *kept;                     /* kept_size bytes, zeroed at first; or NULL */
    uint32_t bit;                   /* of the method */
    bool second;                    /* another method judged before it */
    pith_error *error;              /* for prepare(): what is wrong, in words; or NULL */
};

struct pith__method {
    pith_method_info info;

    /* Options of the method: their table, and the size of the struct with their values. */
    const struct pith__param *params;
    size_t param_count;
    size_t params_size;

    /* What a caller may give it in place of the built-in model. */
    enum pith__model_kind takes;

    /* May be NULL. Does all that can fail, and counts work by pith__judge_late(). */
    pith_status (*prepare)(struct pith__judging *judging);

    /* Calls pith__judge() once for each block, in any order, and allocates nothing. Blocks from the
     * one on that it told pith__judge_late() may be left out. */
    void (*judge)(struct pith__judging *judging);

    /* May be NULL. Vote and filter are over; NEEDED methods had to keep a block for it to stay. */
    void (*finish)(struct pith__judging *judging, unsigned needed);

    /* May be NULL. What can be expected of a page that this method alone decided. */
    float (*confidence)(const pith_page *page, const void *state);

    /* May be NULL. The caller decides about whole blocks: no part of one is left out. */
    void (*keep_whole)(void *state);

    /* NULL where KEPT_SIZE is 0. Gives back memory that KEPT holds beyond KEEP bytes an array. */
    void (*trim)(void *kept, const struct pith__allocator *allocator, size_t keep);

    size_t state_size;
    size_t kept_size;
};

/* Takes down what the method at work says of a block. Decision and reason are those of the first
 * method until the vote. */
static inline void pith__judge(const struct pith__judging *judging, pith_block *block, float score,
                               bool keep, pith_reason reason)
{
    if (keep)
        block->votes |= (uint16_t)judging->bit;
    if (judging->second) {
        block->score += score;
        return;
    }
    block->score = score;
    block->keep = keep;
    block->label = keep ? PITH_LABEL_TEXT : PITH_LABEL_BOILERPLATE;
    block->reason = (uint8_t)reason;
}

/* Sets what is kept of a block that a method judged already, and why. */
static inline void pith__judge_again(pith_block *block, bool keep, pith_reason reason)
{
    block->keep = keep;
    block->reason = (uint8_t)reason;
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
void pith__judge_by_neighbours(const struct pith__judging *judging,
                               float (*measure)(const pith_block *block),
                               void (*judge)(const struct pith__judging *judging, pith_block *block,
                                             const struct pith__shape *prev,
                                             const struct pith__shape *curr,
                                             const struct pith__shape *next));

/* Counts the work of judging a block. True when time is up: it and all behind it are then not
 * judged, whatever is said of them. */
static inline bool pith__judge_late(const struct pith__judging *judging, size_t index, size_t units)
{
    if (!pith__clock_tick(judging->page->clock, units))
        return false;
    if (index < judging->decision->judged)
        judging->decision->judged = index;
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
    pith_reason reason;
};

/* The verdict of the method words; sizes are in words. */
struct pith__verdict pith__words_verdict(const struct pith__shape *prev,
                                         const struct pith__shape *curr,
                                         const struct pith__shape *next);

extern const struct pith__method pith__method_all, pith__method_auto, pith__method_bte,
    pith__method_density, pith__method_minwords, pith__method_ngram, pith__method_perplexity,
    pith__method_words;

/* What the context keeps for each method, by the rows of the table; all NULL at first. */
struct pith__kept {
    void *of[PITH__METHODS_MOST];
    const struct pith__method *methods[PITH__METHODS_MOST]; /* whose it is */
};

/* Memory beyond KEEP bytes an array goes; all of it with pith__kept_free(). */
void pith__kept_trim(struct pith__kept *kept, const struct pith__allocator *allocator, size_t keep);
void pith__kept_free(struct pith__kept *kept, const struct pith__allocator *allocator);

/* Lets the methods of JUDGING->options prepare. When it fails the page is as it was. */
pith_status pith__methods_prepare(struct pith__judging *judging, struct pith__kept *kept);

/* Lets the methods that were prepared judge and vote; and, once filters are done, finish. The new
 * decision is the page's by then. */
void pith__methods_judge(struct pith__judging *judging, struct pith__kept *kept);
void pith__methods_finish(struct pith__judging *judging, struct pith__kept *kept);

/* The caller decides about whole blocks: no part of one is left out. */
void pith__methods_keep_whole(pith_page *page);

/* What can be expected of a page that one method alone decided; false: it does not say. */
bool pith__methods_confidence(const pith_page *page, float *confidence);

/* The state of a method in the page's decision; NULL: it was not asked. */
const void *pith__method_state(const pith_page *page, const struct pith__method *method);

/* The method with bit INDEX, if it decided about the page, else NULL. */
static inline const pith_method_info *pith__decided_by(const pith_page *page, size_t index)
{
    const struct pith__method *method = page->decision.methods[index];
    return method != NULL ? &method->info : NULL;
}

/* The methods of the library, *COUNT of them. */
const struct pith__method *const *pith__methods(size_t *count);

#endif
